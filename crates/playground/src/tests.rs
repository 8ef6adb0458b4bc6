//! The counts are those of the solvers, and everything that the reader can choose can be searched.

use domineering::{Domi, Player, Winner};
use schemes::TranspositionTable;
use search::HitSize;
use serde_json::{Value, json};

use super::*;

fn ask(question: &Value) -> Value {
    serde_json::from_str(&answer(&question.to_string())).unwrap()
}

/// Returns a question with another field.
fn with(question: &Value, field: &str, value: Value) -> Value {
    let mut question = question.clone();
    question[field] = value;
    question
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

fn schemes_of(menu: &Value) -> Vec<&str> {
    menu["groups"].as_array().unwrap().iter().flat_map(|group| names(&group["schemes"])).collect()
}

#[test]
fn the_counts_are_those_of_the_solver_of_domineering() {
    let menu = ask(&json!({ "ask": "menu" }));
    for board in ["4x4", "5x5"] {
        for name in schemes_of(&menu) {
            for positions in [4_u64, 64, 4096] {
                let search = json!({
                    "ask": "count", "game": format!("domineering-{board}"), "scheme": name,
                    "positions": positions, "max_nodes": 1_000_000,
                });
                let counted = ask(&search);
                let domi = Domi::new(board.parse().unwrap(), Player::Vertical);
                let solution = match name.parse::<Scheme>() {
                    Ok(scheme) => {
                        let size = Positions::new(positions).unwrap();
                        let hit_size = HitSize::counting(scheme.counts_stored_nodes());
                        let mut table = TranspositionTable::<()>::new(size.into(), scheme).unwrap();
                        Domi { hit_size, ..domi }.solve(&mut table, ())
                    }
                    Err(_) => domi.solve((), ()),
                };
                let score = if solution.winner == Some(Winner::First) { 1 } else { -1 };
                assert_eq!(counted["nodes"], solution.nodes, "{search}");
                assert_eq!(counted["score"], score, "{search}");
            }
        }
    }
}

#[test]
fn a_trace_counts_what_the_whole_search_counts() {
    for scheme in ["none", "deep", "two-deep"] {
        let search = |what: &str| {
            let table = json!({ "game": "tic-tac-toe-3", "scheme": scheme, "positions": 4, "max_nodes": 1_000 });
            with(&table, "ask", what.into())
        };
        let (trace, counted) = (ask(&search("trace")), ask(&search("count")));
        let totals = &trace["totals"];
        for key in ["nodes", "probes", "hits", "cut_offs", "stores", "lost"] {
            assert_eq!(totals[key], counted[key], "{scheme} {key}");
        }
        assert!(trace["cut_at"].is_null() && trace["stopped_at"].is_null());
    }
}

#[test]
fn everything_that_can_be_chosen_can_be_searched() {
    let menu = ask(&json!({ "ask": "menu" }));
    let sizes: Vec<u64> = menu["sizes"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap()).collect();
    assert_eq!((sizes.first(), sizes.last()), (Some(&4), Some(&65_536)));
    let (games, schemes) = (names(&menu["games"]), schemes_of(&menu));
    let of_first = schemes.iter().map(|scheme| (games[0], *scheme));
    for (game, scheme) in of_first.chain(games.iter().map(|game| (*game, schemes[0]))) {
        for &positions in &sizes {
            let question = json!({ "game": game, "scheme": scheme, "positions": positions, "max_nodes": 100 });
            let asked = |what: &str| ask(&with(&question, "ask", what.into()));
            let nodes = asked("count")["nodes"].as_u64();
            assert!(nodes.is_some_and(|nodes| (1..=100).contains(&nodes)), "{question}");
            if positions == 4 {
                assert!(asked("trace")["events"].as_array().is_some_and(|events| !events.is_empty()), "{question}");
            }
        }
    }
}

#[test]
fn a_question_without_an_answer_is_an_error() {
    let search = json!({ "ask": "count", "game": "domineering-4x4", "scheme": "deep", "positions": 4, "max_nodes": 9 });
    for (field, value, error) in [
        ("ask", json!("why"), "unknown variant `why`"),
        ("game", json!("go"), "unknown game `go`"),
        ("scheme", json!("biggest"), "unknown replacement scheme `biggest`"),
        ("positions", json!(3), "invalid table size of 3 positions"),
        ("max_nodes", json!(0), "0 nodes"),
    ] {
        let question = with(&search, field, value);
        let answer = ask(&question);
        assert!(answer["error"].as_str().is_some_and(|text| text.contains(error)), "{question}: {answer}");
    }
}
