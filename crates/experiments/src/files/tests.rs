//! Files are replaced as a whole, links stay links, and inputs are not overwritten.

use super::*;
use crate::help::shown;

#[test]
fn errors_name_the_file_and_the_cause() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("bytes"), [0xff, 0xfe]).unwrap();
    let told = |done: Result<()>| shown(&done.unwrap_err());
    let read = |path: &Path| told(read_text(path).map(drop));
    assert!(read(&path("none")).ends_with("none: no such file or directory\nhelp: check its path"));
    assert!(read(directory.path()).ends_with("it is a directory\nhelp: choose a file in it"));
    assert!(read(&path("bytes")).ends_with("not valid UTF-8\nhelp: convert it to UTF-8, or choose another file"));
    fs::write(path("wide"), b"\xff\xfe1\0.\0").unwrap();
    assert!(shown(&open(&path("wide")).unwrap_err()).contains("not valid UTF-8"));
    assert!(read(&path("bytes/x")).ends_with("a part of its path is not a directory\nhelp: check its path"));
    assert_eq!(super::read(&path("bytes")).unwrap(), [0xff, 0xfe]);
    assert!(
        told(make_directory(&path("bytes"), "do this")).ends_with("bytes: a file with this name exists\nhelp: do this")
    );
    let write = |path: &Path| told(write(path, b"x", "do this").map(drop));
    assert!(write(directory.path()).ends_with("it is a directory\nhelp: do this"));
    assert!(write(&path("none/x")).ends_with("none/x: no such file or directory\nhelp: do this"));
}

#[test]
fn a_file_is_written_in_parts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    let fill = |text: &'static str| {
        move |out: &mut dyn Write| {
            out.write_all(text.as_bytes())?;
            anyhow::ensure!(text != "bad", "bad");
            Ok(text.len())
        }
    };
    for text in ["new", "longer", "short"] {
        assert_eq!(write_with(&path, "", fill(text)).unwrap(), text.len());
        assert_eq!(read_text(&path).unwrap(), text);
    }
    assert!(write_with(&path, "", fill("bad")).is_err());
    assert_eq!(read_text(&path).unwrap(), "short");
    assert!(shown(&write_with(directory.path(), "do this", fill("x")).unwrap_err()).contains("do this"));
}

#[test]
fn writers_of_one_file_do_not_mix() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    let bytes = |writer: u8| vec![writer; 100_000];
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (path, bytes) = (&path, bytes(writer));
            scope.spawn(move || (0..50).for_each(|_| drop(write(path, &bytes, "").unwrap())));
        }
    });
    let last = read(&path).unwrap();
    assert_eq!(last, bytes(last[0]));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn an_input_is_identified_through_links() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir(path("dir")).unwrap();
    for name in ["input", "other", "dir/fig.csv"] {
        fs::write(path(name), name).unwrap();
    }
    for (link, to) in [("link", "input"), ("to-new", "dir/new.csv"), ("one", "two"), ("two", "one"), ("d", "dir")] {
        std::os::unix::fs::symlink(to, path(link)).unwrap();
    }
    fs::hard_link(path("input"), path("hard")).unwrap();
    let is_input = |input: &str, output: &str| check_output([&*path(input)], &path(output), "do this").is_err();
    for (input, output) in [
        ("input", "input"),
        ("input", "./dir/../input"),
        ("input", "link"),
        ("link", "input"),
        ("input", "hard"),
        ("link", "hard"),
        ("dir/fig.csv", "d/fig.csv"),
        // What does not exist yet.
        ("new", "./dir/../new"),
        ("dir/new.csv", "d/new.csv"),
        ("to-new", "dir/new.csv"),
        ("none/new", "none/./new"),
        ("none/new", "none/deep/../new"),
    ] {
        assert!(is_input(input, output), "{input} {output}");
    }
    for (input, output) in
        [("input", "other"), ("input", "new"), ("new", "newer"), ("one", "two"), ("dir", "dir"), ("dir", "dir/new")]
    {
        assert!(!is_input(input, output), "{input} {output}");
    }
    let terminal = Path::new("/dev/null");
    assert!(check_output([terminal], terminal, "").is_ok(), "a terminal is not overwritten");

    let in_directory = |input: &str, directory: &str| {
        let is_written = |name: &str| name.ends_with(".csv");
        check_outputs(&[&*path(input)], &path(directory), is_written, "do this").is_err()
    };
    fs::hard_link(path("other"), path("dir/other.csv")).unwrap();
    for input in ["dir/fig.csv", "d/new.csv", "to-new", "other"] {
        assert!(in_directory(input, "dir"), "{input}");
    }
    assert!(!in_directory("input", "dir") && !in_directory("dir/fig.csv", ".") && !in_directory("input", "none"));
}

#[cfg(unix)]
#[test]
fn links_stay_links() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    for (link, to) in [("link", "file"), ("lost", "none/file"), ("one", "two"), ("two", "one")] {
        std::os::unix::fs::symlink(to, path(link)).unwrap();
    }
    for bytes in [b"old", b"new"] {
        write(&path("link"), bytes, "").unwrap();
        assert!(path("link").is_symlink());
        assert_eq!(read(&path("file")).unwrap(), bytes);
    }
    let told = |name| shown(&write(&path(name), b"x", "do this").unwrap_err());
    assert!(told("lost").ends_with("no such file or directory\nhelp: do this"));
    assert!(told("one").contains("cannot write"));
    assert!(path("lost").is_symlink() && path("one").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let rights = |name| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
    fs::write(path("usual"), "").unwrap();
    write(&path("new"), b"x", "").unwrap();
    assert_eq!(rights("new"), rights("usual"));
    for mode in [0o600, 0o444] {
        fs::set_permissions(path("new"), fs::Permissions::from_mode(mode)).unwrap();
        let written = write(&path("new"), mode.to_string().as_bytes(), "do this");
        assert_eq!((written.is_ok(), rights("new")), (mode == 0o600, mode));
    }
    assert_eq!(read(&path("new")).unwrap(), 0o600.to_string().as_bytes());
}

/// Root may write everywhere, and then less is checked.
#[cfg(unix)]
#[test]
fn a_file_in_a_closed_directory_can_still_be_written() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let closed = directory.path().join("closed");
    fs::create_dir(&closed).unwrap();
    check_directory(&closed, "").unwrap();
    fs::write(closed.join("file"), "old").unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    write(&closed.join("file"), b"new", "").unwrap();
    assert_eq!(read(&closed.join("file")).unwrap(), b"new");
    if fs::write(closed.join("probe"), "").is_err() {
        assert!(shown(&check_directory(&closed, "do this").unwrap_err()).ends_with("permission denied\nhelp: do this"));
    }
    assert_eq!(
        fs::read_dir(&closed).unwrap().filter(|entry| entry.as_ref().unwrap().file_name() != "probe").count(),
        1
    );
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}
