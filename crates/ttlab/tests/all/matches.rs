//! Matches: the examples of the book are what the program prints.

use assert_cmd::Command;

const BOOK: &str = include_str!("../../../../docs/src/match.md");

#[test]
#[ignore = "weekly"]
fn the_examples_of_the_book() {
    let blocks: Vec<&str> = BOOK.split("```").skip(1).step_by(2).collect();
    let examples = blocks.iter().filter_map(|block| block.strip_prefix("text\n$ ttlab ")?.split_once('\n'));
    let mut checked = 0;
    // The other matches take up to an hour.
    for (command, expected) in examples.filter(|(command, _)| command.contains(" 2K")) {
        let output = Command::cargo_bin("ttlab").unwrap().args(command.split(' ')).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
        checked += 1;
    }
    assert_eq!(checked, 3);
}
