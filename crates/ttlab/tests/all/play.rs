//! `ttlab play`, driven through its standard input.

use assert_cmd::Command;

use crate::lab::TTLAB;

/// Returns the output of `ttlab play` for `input`.
fn played(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(TTLAB);
    let output = command.arg("play").args(arguments).write_stdin(input).assert().success().get_output().clone();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_wins_domineering_from_a_won_position() {
    // Every square in turn, several times: illegal ones are rejected.
    let squares = |turned: bool| {
        let mut squares: Vec<String> = ('a'..='e').flat_map(|c| (1..=4).map(move |r| format!("{c}{r}\n"))).collect();
        if turned {
            squares.reverse();
        }
        squares.concat().repeat(4)
    };
    // The first player wins on 4x4, and Vertical on 4x5.
    let (v, h) = (&["--first", "v", "--second"][..], &["--first", "h", "--second"][..]);
    for (board, options) in [("4x4", v), ("4x4", h), ("4x5", v), ("4x5", &["--first", "h"])] {
        for turned in [false, true] {
            let text = played(&[&["domineering", board], options].concat(), &squares(turned));
            assert!(text.contains("You lose.") && !text.contains("you can win"), "{text}");
        }
    }
    let text = played(&["domineering", "4x5"], &squares(false));
    assert!(text.contains("you play Vertical. You move first."), "{text}");
}

#[test]
fn a_board_that_is_too_large_to_solve_is_played_by_guesses() {
    let text = played(&["domineering", "10x12", "--second", "--max-nodes", "500"], "h\n");
    assert!(text.matches("not solved within 500 nodes").count() == 2, "{text}");
}

#[test]
fn the_program_wins_connect_four_from_a_won_position() {
    let columns = "1\n2\n3\n4\n5\n6\n7\n".repeat(6);
    // The program plays o, which is to move and wins.
    for input in [columns.clone(), columns.lines().rev().map(|line| format!("{line}\n")).collect()] {
        let text = played(&["connect-four", "52753311433677442422121"], &input);
        assert!(text.contains("You lose."), "{text}");
    }
}

#[test]
fn the_first_board_needs_no_search() {
    let text = played(&["connect-four"], "");
    assert!(text.contains("   1   2   3   4   5   6   7\n> "), "{text}");
}

#[test]
fn a_closed_output_ends_the_game() {
    for game in [&["domineering", "4x4"][..], &["connect-four"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(TTLAB);
        // An input that never ends.
        let (_open, input) = {
            let (input, open) = std::io::pipe().unwrap();
            (open, input)
        };
        let status = command.arg("play").args(game).stdin(input).stdout(writer).status().unwrap();
        assert!(status.success(), "{game:?}");
    }
}
