//! `ttlab completions` in a shell, and `ttlab man` in a pager.
//!
//! The test that runs groff is weekly: `cargo test -p ttlab --test all shell:: -- --include-ignored`.

use std::fs;
use std::io::ErrorKind;
use std::process::{Command, Output};

use crate::lab::Lab;

/// Runs another program; returns `None`, with a message, if it is not installed.
fn outside(program: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(program).args(arguments).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: {program} is not installed");
            None
        }
        output => Some(output.unwrap()),
    }
}

#[test]
fn every_shell_has_a_script() {
    let lab = Lab::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = lab.run(&["completions", shell]);
        for name in ["sweep", "dry-run", "connect-four"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

#[test]
fn bash_completes() {
    let lab = Lab::new();
    let script = lab.path("ttlab.bash");
    fs::write(&script, lab.run(&["completions", "bash"])).unwrap();
    let script = script.to_str().unwrap();
    let Some(checked) = outside("bash", &["-n", script]) else { return };
    assert!(checked.status.success() && checked.stderr.is_empty(), "{}", String::from_utf8_lossy(&checked.stderr));

    // bash passes the program, the current word and the word before.
    let complete = |words: &[&str]| {
        let [.., before, word] = words else { panic!("{words:?}") };
        let all = words.join(" ");
        let last = words.len() - 1;
        let call = format!(
            "source {script}; COMP_WORDS=({all}); COMP_CWORD={last}; _ttlab ttlab '{word}' '{before}'; \
             echo \"${{COMPREPLY[@]}}\""
        );
        let output = outside("bash", &["--norc", "-c", &call]).unwrap();
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(complete(&["ttlab", "swe"]), "sweep");
    assert_eq!(complete(&["ttlab", "sweep", "thesis-table"]), "thesis-table-2.1");
    assert_eq!(complete(&["ttlab", "sweep", "article-t"]), "article-table-2 article-table-3");
    assert_eq!(complete(&["ttlab", "sweep", "--scheme", "two"]), "two-deep two-big1");
    assert_eq!(complete(&["ttlab", "sweep", "--board", "7x"]), "7x7 7x8 7x9");
    assert_eq!(complete(&["ttlab", "solve", "domineering", "8x"]), "8x8 8x9");
    assert_eq!(complete(&["ttlab", "solve", "connect-four", "--program", ""]), "best historic lab");
    assert_eq!(complete(&["ttlab", "analyse", "--format", "j"]), "json");
    assert_eq!(complete(&["ttlab", "uci", "--qu"]), "--quiet");
}

#[test]
#[ignore = "weekly"]
fn pages_are_written_and_rendered() {
    let lab = Lab::new();
    let pages = lab.path("new/man1");
    lab.run(&["man", "--out", pages.to_str().unwrap()]);
    let pages: Vec<_> = fs::read_dir(&pages).unwrap().map(|page| page.unwrap().path()).collect();
    let names: Vec<_> = pages.iter().map(|page| page.file_name().unwrap().to_str().unwrap()).collect();
    for name in ["ttlab.1", "ttlab-sweep.1", "ttlab-solve.1", "ttlab-solve-connect-four.1", "ttlab-uci.1"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    assert!(lab.run(&["man"]).contains(".SH EXAMPLES\n"));
    for page in &pages {
        let Some(rendered) = outside("groff", &["-man", "-ww", "-Tutf8", page.to_str().unwrap()]) else { return };
        let warnings = String::from_utf8_lossy(&rendered.stderr);
        assert!(rendered.status.success() && warnings.is_empty(), "{}: {warnings}", page.display());
        assert!(String::from_utf8_lossy(&rendered.stdout).contains("General Commands Manual"), "{}", page.display());
    }
}
