//! Classes of many domineering boards: the printed table, and how each class is known.

use serde_json::{Value, json};

use crate::lab::Lab;

const SMALL: [&str; 6] = ["solve", "domineering", "--classes", "2..5x2..9", "--max-nodes", "500"];

#[test]
fn classes_are_printed_as_a_table() {
    let text = Lab::new().run(&SMALL);
    let table = "      2   3   4   5   6   7   8   9\n   2  1   1   H   V   1   1   H   V\n   \
                 3  1   1   H   H   H   H   H   H\n   4  V   V   1   V   1*  V   H*  V\n   \
                 5  H   V   H   2*  H   H+  H   H\n\n";
    assert!(text.starts_with(table), "{text}");
    for line in ["\n  28    by a proof ", "\n   1 +  by the sum ", "\n   3 *  by a search\n", "\n   0 ?  open: "] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn it_is_said_how_each_winner_is_known() {
    let lab = Lab::new();
    let classes: Value = lab.json(&SMALL);
    let board = |name: &str| {
        let boards = classes["boards"].as_array().unwrap();
        boards.iter().find(|board| board["board"] == name).unwrap_or_else(|| panic!("{name}: {classes}"))
    };
    let [by_proof, by_sum] = [0, 1].map(|first| board("5x7")["of"][first].clone());
    assert_eq!(by_proof, json!({"first": "vertical", "winner": "horizontal", "how": "proof", "nodes": 1}));
    let parts = ["5x2", "5x5"];
    let expected = json!({"first": "horizontal", "winner": "horizontal", "how": "sum", "parts": parts, "nodes": null});
    assert_eq!(by_sum, expected);
    assert!(board("4x8")["of"][0]["nodes"].as_u64().unwrap() <= 500);
    // The same board turned by 90 degrees.
    let turned: Value = lab.json(&["solve", "domineering", "--classes", "7x5", "--max-nodes", "500"]);
    let of = &turned["boards"][0]["of"];
    assert_eq!((&turned["boards"][0]["class"], &of[0]["parts"]), (&json!("V"), &json!(["2x5", "5x5"])));
    // Boards that no search can have.
    let large: Value = lab.json(&["solve", "domineering", "--classes", "3x60..61", "--max-nodes", "1"]);
    let classes: Vec<&Value> = large["boards"].as_array().unwrap().iter().map(|board| &board["class"]).collect();
    assert_eq!(classes, ["H", "H"]);
}

#[test]
fn jobs_do_not_matter() {
    let lab = Lab::new();
    let boards = |jobs: &str| lab.json(&[&SMALL[..], &["--jobs", jobs]].concat())["boards"].clone();
    assert_eq!(boards("1"), boards("3"));
}

#[test]
#[ignore = "weekly"]
fn the_page_has_the_table_that_is_printed() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/domineering.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, block) = page.split_once("$ ttlab solve domineering --classes ").unwrap();
    let (sides, table) = block.split_once('\n').unwrap();
    let (table, _) = table.split_once("```").unwrap();
    let printed = Lab::new().run(&["solve", "domineering", "--classes", sides]);
    assert!(printed.starts_with(table), "{printed}");
}
