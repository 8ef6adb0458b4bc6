//! Opening books: what was solved before a run was killed is used, and no wrong line becomes a score.

use std::fs;

use connect_four::book::Book;

use crate::lab::Lab;

const COMMAND: [&str; 8] = ["book", "connect-four", "--board", "4x5", "--plies", "4", "--out", "x.book"];

#[test]
fn a_killed_book_goes_on() {
    let lab = Lab::new();
    lab.run(&COMMAND);
    let whole = fs::read(lab.path("x.book")).unwrap();
    assert_eq!(Book::read(&whole).unwrap().stones(), 4);
    assert!(!lab.path("x.book.part").exists());
    fs::remove_file(lab.path("x.book")).unwrap();
    // The last line was being written.
    let part = "1111 -4\n1112 2\n11";
    lab.write("x.book.part", part);
    let text = lab.run(&[&COMMAND[..], &["--jobs", "1", "--format", "json"]].concat());
    let solved = serde_json::from_str::<serde_json::Value>(&text).unwrap()["solved"].as_u64().unwrap();
    assert_eq!(solved, 177 - 2, "{text}");
    assert_ne!(fs::read(lab.path("x.book")).unwrap(), whole, "the scores of the file are used, right or wrong");
    let refused = lab.complaint(&[&COMMAND[..], &["--verify", "177"]].concat(), 1);
    assert!(
        refused.contains("x.book: 1111: expected score") && refused.contains("\nhelp: remove the book"),
        "{refused}"
    );
}

#[test]
fn lines_and_books_of_others_are_refused() {
    let lab = Lab::new();
    for (part, line) in [("1111 0\nx\n", 2), ("111 0\n", 1), ("1111 21\n", 1), ("1111\n", 1)] {
        lab.write("x.book.part", part);
        let refused = lab.complaint(&COMMAND, 1);
        assert!(refused.contains(&format!("x.book.part: line {line}: ")) && refused.contains("\nhelp: "), "{refused}");
        assert_eq!(lab.read("x.book.part"), part);
    }
    fs::remove_file(lab.path("x.book.part")).unwrap();
    lab.run(&COMMAND);
    let other = lab.complaint(&["book", "connect-four", "--board", "4x5", "--plies", "3", "--out", "x.book"], 1);
    assert!(other.contains("x.book is a book of 4x5 with 4 stones"), "{other}");
    lab.write("x.book", "This is no book.");
    assert!(lab.complaint(&COMMAND, 1).contains("x.book: this is not an opening book"));
}
