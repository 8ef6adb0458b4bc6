//! Up to three changes of the rules at once, on 3x8.

use std::fmt::Write as _;

use domineering::Player;

use super::board::Board;
use super::rules::{Hits, Key, Kind, LeftOut, LookUp, Order, Rules, SafeCount, Test};
use super::search::solve;
use super::table::{Published, board};

/// A change of one switch of the rules.
struct Change {
    switch: &'static str,
    to: &'static str,
    apply: fn(&mut Rules),
}

/// Returns the changes, without those that give 74 nodes alone.
fn changes() -> Vec<Change> {
    let change = |switch, to, apply| Change { switch, to, apply };
    vec![
        change("hits", "not counted", |rules| rules.hits = Hits::Free),
        change("hits", "reflected ones not counted", |rules| rules.hits = Hits::ReflectedFree),
        change("look-up of all children", "not counted", |rules| rules.look_up = LookUp::Free),
        change("look-up of all children", "cut-offs counted", |rules| rules.look_up = LookUp::CutOffCounted),
        change("look-up of all children", "counted", |rules| rules.look_up = LookUp::AllCounted),
        change("reflected children", "dropped", |rules| rules.mirrored_children_left_out = true),
        change("winning", "safe > real", |rules| rules.winning = Test::Exchanged),
        change("winning", "never", |rules| rules.winning = Test::Never),
        change("losing", "safe >= real", |rules| rules.losing = Test::Exchanged),
        change("losing", "never", |rules| rules.losing = Test::Never),
        change("tests", "on positions", |rules| rules.tests_on_positions = true),
        change("winning moves", "in turn", |rules| rules.winning_in_turn = true),
        change("positions without a move", "stored", |rules| rules.over_stored = true),
        change("decided positions", "not stored", |rules| rules.decided_stored = false),
        change("not counted", "no move", |rules| rules.uncounted = &[Kind::Over]),
        change("not counted", "won", |rules| rules.uncounted = &[Kind::Won]),
        change("not counted", "lost", |rules| rules.uncounted = &[Kind::Lost]),
        change("not counted", "all three", |rules| rules.uncounted = &[Kind::Over, Kind::Won, Kind::Lost]),
        change("root", "not counted", |rules| rules.root_uncounted = true),
        change("losing moves", "counted", |rules| rules.losing_counted = true),
        change("winning moves", "counted", |rules| rules.winning_counted = true),
        change("window", "open at the root", |rules| rules.open_root = true),
        change("key", "usable squares", |rules| rules.key = Key::Usable),
        change("key", "shared squares", |rules| rules.key = Key::Shared),
        change("player to move", "in the key", |rules| rules.key_has_player = true),
        change("reflections", "none", |rules| rules.reflections = &[0]),
        change("reflections", "left-right", |rules| rules.reflections = &[0, 1]),
        change("reflections", "top-bottom", |rules| rules.reflections = &[0, 2]),
        change("reflections", "not both", |rules| rules.reflections = &[0, 1, 2]),
        change("safe count", "any set", |rules| rules.safe_count = SafeCount::AnySet),
        change("safe count", "moves in turn", |rules| rules.safe_count = SafeCount::InTurn),
        change("formula", "none", |rules| rules.order = Order::Squares),
        change("formula", "reversed", |rules| rules.order = Order::Reversed),
        change("safe moves", "last", |rules| rules.safe_moves_last = true),
        change("dropped", "safe moves but one", |rules| rules.left_out = LeftOut::SafeButOne),
        change("dropped", "isolated dominoes", |rules| rules.left_out = LeftOut::Isolated),
        change("dropped", "safe moves without effect", |rules| rules.left_out = LeftOut::SafeWithoutEffect),
        change("dropped", "values up to -2", |rules| rules.left_out = LeftOut::ValueAtMost(-2)),
        change("dropped", "moves that take no real move", |rules| rules.left_out = LeftOut::TakeNoReal),
        change("equal moves", "by columns", |rules| rules.by_columns = true),
        change("table", "none", |rules| rules.table = false),
        change("table kept", "from Vertical first", |rules| rules.kept_from = Some(Player::Vertical)),
        change("table kept", "from Horizontal first", |rules| rules.kept_from = Some(Player::Horizontal)),
    ]
}

/// Returns how many combinations give the printed nodes, and which.
pub(crate) fn found() -> String {
    let published = Published::read();
    let small = ["2x2", "2x3", "3x3", "2x4", "3x4"].map(|name| (board(name), published.nodes(name)));
    let large = (board("3x8"), published.nodes("3x8"));
    let has_printed_nodes =
        |rules, (board, printed): &(Board, u64)| solve(board, rules).is_some_and(|(nodes, _)| nodes == *printed);

    let changes = changes();
    let (mut all, mut exact_on_small, mut text) = (0, 0, String::new());
    for chosen in combinations(&changes) {
        let mut rules = Rules::PLAIN;
        for change in &chosen {
            (change.apply)(&mut rules);
        }
        all += 1;
        if small.iter().all(|board| has_printed_nodes(rules, board)) {
            exact_on_small += 1;
            if has_printed_nodes(rules, &large) {
                let names: Vec<String> =
                    chosen.iter().map(|change| format!("{}: {}", change.switch, change.to)).collect();
                let _ = writeln!(text, "{}", names.join("; "));
            }
        }
    }
    let on_large = text.lines().count();
    let _ = writeln!(text, "{} changes, {all} combinations of one to three without contradictions", changes.len());
    let _ = writeln!(text, "{exact_on_small} with the printed nodes on 2x2, 2x3, 3x3, 2x4 and 3x4");
    let _ = writeln!(text, "{on_large} of these with the printed nodes on 3x8");
    text
}

/// Returns one to three changes of different switches, in all ways.
fn combinations(changes: &[Change]) -> Vec<Vec<&Change>> {
    let mut all: Vec<Vec<&Change>> = Vec::new();
    for change in changes {
        let is_compatible =
            |chosen: &&Vec<&Change>| chosen.len() < 3 && chosen.iter().all(|other| other.switch != change.switch);
        let mut with: Vec<Vec<&Change>> =
            all.iter().filter(is_compatible).map(|chosen| [&chosen[..], &[change]].concat()).collect();
        with.push(vec![change]);
        all.extend(with);
    }
    all
}
