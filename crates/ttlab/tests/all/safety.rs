//! Foreign files and mistakes do no harm: no command overwrites its input, no text of a file is executed, and no search
//! continues when nothing reads its output.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use experiments::store::Store;

use crate::lab::{Lab, TTLAB, quick_twice};

const USAGE: i32 = 2;

/// The fastest experiment.
const NAME: &str = "tutorial-table";

/// Returns a directory with a database of one experiment.
fn swept() -> Lab {
    let lab = Lab::new();
    lab.run(&["sweep", NAME, "--max-nodes", "1", "--db", "x.sqlite", "--out", "out"]);
    lab
}

#[cfg(unix)]
#[test]
fn no_command_overwrites_its_own_input() {
    let lab = swept();
    lab.write("mine.pgn", "1. e4 e5 2. Nf3 Nc6 *");
    lab.write("other.pgn", "1. d4 d5 *");
    let set = lab.run(&["testset", "mine.pgn"]);
    lab.write("fig.csv", set);
    let chess = include_str!("../../../experiments/definitions/thesis-fig-2.8.toml");
    let fig = chess.replace("\"vsb-1994\"", "\"fig.csv\"").replace("games = [1, 2]", "games = [1]");
    lab.write("fig.toml", fig);
    lab.write("empty", "");
    lab.write("one.epd", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n");
    fs::copy(lab.path("x.sqlite"), lab.path("tutorial-table.csv")).unwrap();
    fs::copy(lab.path("x.sqlite"), lab.path("claims.csv")).unwrap();
    fs::hard_link(lab.path("x.sqlite"), lab.path("hard")).unwrap();
    std::os::unix::fs::symlink("x.sqlite", lab.path("link")).unwrap();
    let files = || {
        let files = fs::read_dir(lab.path(".")).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            files.filter(|path| path.is_file()).map(|path| (fs::read(&path).unwrap(), path)).collect();
        files.sort();
        files
    };
    let before = files();
    for arguments in [
        &["export", "--db", "x.sqlite", "-o", "x.sqlite"][..],
        &["export", "--db", "x.sqlite", "-o", "out/../x.sqlite"],
        &["export", "--db", "link", "-o", "hard"],
        &["report", "--db", "x.sqlite", "--out", "./x.sqlite"],
        &["match", "--openings", "one.epd", "--pgn", "out/../one.epd"],
        &["report", "--db", "x.sqlite", "--pictures", "out", "--out", "link"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--out", "fig.toml"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--out", "fig.csv"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--pages", "."],
        &["report", "--pgn", "mine.pgn", "--db", "x.sqlite", "--out", "mine.pgn"],
        &["report", "--db", "tutorial-table.csv", "--pages", "."],
        &["report", "--db", "claims.csv", "--pages", "out/.."],
        &["testset", "mine.pgn", "-o", "mine.pgn"],
        &["testset", "other.pgn", "mine.pgn", "-o", "./mine.pgn"],
        &["sweep", NAME, "--max-nodes", "1", "--db", "tutorial-table.csv", "--out", "."],
        // It does not exist yet.
        &["sweep", NAME, "--max-nodes", "1", "--db", "new/tutorial-table.md", "--out", "new"],
        &["sweep", "./fig.toml", "--db", "x.sqlite", "--out", "."],
        &["merge", "x.sqlite", "-o", "hard"],
    ] {
        let message = lab.complaint(arguments, USAGE);
        assert!(message.contains("cannot write"), "{message}");
        assert!(before == files(), "{arguments:?}");
    }
    assert!(!lab.path("new").exists());
    lab.run(&["export", "--db", "x.sqlite", "-o", "rows.csv"]);
    lab.run(&["sweep", NAME, "--max-nodes", "1", "--db", "x.sqlite", "--out", "."]);
}

/// Returns a small experiment with this title.
fn small(title: &str) -> String {
    let text = quick_twice();
    let old = text.lines().find(|line| line.starts_with("title = ")).unwrap();
    text.replace(old, &format!("title = {title}"))
}

#[cfg(unix)]
#[test]
fn nothing_of_others_becomes_html() {
    let lab = Lab::new();
    let game = "g`<img src=x onerror=alert(8)>`.pgn";
    lab.write(game, "1. e4 e5 2. Nf3 Nc6 *");
    let games = ["--pgn", game, "--depth", "1"];
    let sizes = ["--positions", "64", "--scheme", "deep"];
    lab.run(&[&["sweep", "--db", "x.sqlite", "--out", "o"], &games[..], &sizes].concat());
    lab.run(&[&["report", "--db", "x.sqlite", "--out", "games.html"], &games[..]].concat());
    let page = fs::read_to_string(lab.path("o").join(game.replace(".pgn", ".md"))).unwrap();
    assert!(!page.replace("``ttlab sweep --pgn 'g`<img src=x onerror=alert(8)>`", "").contains("<img"), "{page}");

    let bad = "<script>alert('prose')</script>\\n\\n[link](javascript:alert(9)) <b onclick=alert(1)>bold</b> \
               ![i](http://x/i.png)";
    let own = small("\"<script>alert('title')</script>\"");
    let prose = own.lines().find(|line| line.starts_with("prose = ")).unwrap().to_owned();
    let toml = "t`<img src=x onerror=alert(7)>`.toml";
    lab.write(toml, own.replace(&prose, &format!("prose = \"{bad}\"\nfindings = \"{bad}\"")));
    lab.run(&["sweep", toml, "--full", "--db", "x.sqlite", "--out", "o"]);
    lab.run(&["report", toml, "--full", "--db", "x.sqlite", "--out", "own.html"]);
    for (file, shown) in [("games.html", "onerror=alert(8)&gt;"), ("own.html", "&lt;script&gt;alert('prose')")] {
        let html = lab.read(file);
        assert!(html.contains(shown), "{file} shows what was written");
        assert!(html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"), "{html}");
        for tag in ["<script", "<img", "<b ", "href=\"javascript:", "src=\""] {
            assert!(!html.contains(tag), "{file}: {tag}");
        }
    }
}

/// The file name appears in the title, the tables and the pictures.
#[cfg(unix)]
#[test]
fn the_name_of_a_file_gives_no_orders() {
    let lab = Lab::new();
    let game = "=\u{1b}[31m|x.pgn";
    lab.write(game, "1. e4 e5 2. Nf3 Nc6 *");
    let sizes = ["--depth", "1", "--positions", "64,128", "--scheme", "deep"];
    let shown = lab.run(&[&["sweep", "--pgn", game, "--db", "x.sqlite", "--out", "o"], &sizes[..]].concat());
    assert!(shown.contains("\\u{1b}[31m") && !shown.contains('\u{1b}'), "{shown}");
    let files = fs::read_dir(lab.path("o")).unwrap();
    let mut texts = Vec::new();
    for file in files.map(|file| file.unwrap().path()) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains('\u{1b}'), "{}", file.display());
        texts.extend(file.extension().map(|ending| ending.to_string_lossy().into_owned()));
    }
    texts.sort();
    assert_eq!(texts, ["csv", "md", "svg"]);
    lab.run(&["report", "--pgn", game, "--db", "x.sqlite", "--pictures", "pics"]);
    let set = lab.run(&["testset", game]);
    assert!(set.lines().nth(1).unwrap().starts_with("'=\\u{1b}[31m|x,1,w,"), "{set}");
    let rows = lab.run(&["export", "--db", "x.sqlite"]);
    assert!(rows.contains(",'--"), "a set whose name could be a formula: {rows}");
}

#[test]
fn an_own_experiment_overwrites_no_known_one() {
    let lab = Lab::new();
    fs::create_dir(lab.path("sub")).unwrap();
    let known = include_str!("../../../experiments/definitions/thesis-fig-2.12.toml");
    for name in ["article-fig-1.toml", "Article-Fig-1.toml", "claims.toml"] {
        fs::write(lab.path("sub").join(name), known).unwrap();
        let message = lab.complaint(&["sweep", &format!("sub/{name}"), "--db", "x.sqlite"], USAGE);
        assert!(message.contains(&format!("sub/{name}")), "{message}");
    }
    lab.write("sub/thesis-fig-2.12.pgn", "1. e4 e5 *");
    let message = lab.complaint(&["sweep", "--pgn", "sub/thesis-fig-2.12.pgn", "--db", "x.sqlite"], USAGE);
    assert!(message.contains("thesis-fig-2.12"), "{message}");
    // A copy of a built-in experiment writes the same files.
    lab.write("thesis-fig-2.12.toml", known);
    lab.run(&["sweep", "./thesis-fig-2.12.toml", "--list"]);

    for name in ["one.toml", "sub/One.toml"] {
        lab.write(name, small("\"one\""));
    }
    for command in ["sweep", "report", "claims"] {
        let message = lab.complaint(&[command, "./one.toml", "./sub/One.toml", "--db", "x.sqlite"], USAGE);
        assert!(message.contains("`one`"), "{message}");
    }
    assert!(!lab.path("results").exists());
}

#[test]
fn sums_do_not_wrap() {
    let lab = Lab::new();
    // No search of this depth was recorded, so the limit is the estimate.
    let plan = ["sweep", "thesis-fig-2.8", "--full", "--dry-run", "--depth", "9"];
    let printed = lab.run(&[&plan[..], &["--max-nodes", "18446744073G", "--format", "json"]].concat());
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert!(printed["nodes_to_go"].is_null() && printed["missing"].as_u64() > Some(100), "{printed}");

    let lab = swept();
    let db = Store::open(&lab.path("x.sqlite")).unwrap().unwrap();
    let rows = db.all().unwrap();
    let many = rows.into_iter().map(|mut signed| {
        signed.row.nodes = u64::MAX / 2;
        signed
    });
    Store::create(&lab.path("y.sqlite")).unwrap().put_all(many).unwrap();
    for command in ["report", "claims"] {
        let message = lab.complaint(&[command, NAME, "--db", "y.sqlite"], 1);
        assert!(message.contains("18446744073709551615"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn a_search_ends_with_the_reader_of_its_output() {
    let started = |arguments: &[&str]| {
        let mut command = Command::new(TTLAB);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let ends = |mut child: Child| {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if let Some(status) = child.try_wait().unwrap() {
                let mut message = String::new();
                child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
                return (status.code(), message);
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        panic!("the search continues");
    };
    let mut analysis = started(&["analyse", "--depth", "40"]);
    let lines: Vec<_> = BufReader::new(analysis.stdout.take().unwrap()).lines().take(3).collect();
    assert!(lines.iter().all(Result::is_ok) && lines.len() == 3);
    assert_eq!(ends(analysis), (Some(0), String::new()));
    for arguments in [
        &["analyse", "--depth", "40", "--format", "json"][..],
        &["perft", "--depth", "15"],
        &["match", "--against", "deep", "--pairs", "10000"],
        &["solve", "domineering", "9x9"],
        &["sweep", "--full", "--dry-run", "--seeds", "10000", "thesis-fig-2.8"],
    ] {
        let mut command = started(arguments);
        drop(command.stdout.take());
        assert_eq!(ends(command), (Some(0), String::new()), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_ends_when_its_output_cannot_be_written() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(TTLAB);
    let output = command.args(["analyse", "--depth", "40"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}
