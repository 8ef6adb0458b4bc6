//! The facts about the tree of 3x8 that the page states.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use domineering::Player::{self, Horizontal, Vertical};

use super::board::{Board, Domino};
use super::exhaustive;
use super::rules::{Kind, LeftOut, Rules};
use super::search::{Visit, ordering_value, visits};
use super::table::board;

/// Returns the facts as text.
pub(crate) fn facts() -> String {
    let board = board("3x8");
    let mut text = format!("empty board: {}\n", counts(&board, board.all));
    for first in Player::BOTH {
        let visits = visits(&board, Rules::PLAIN, first);
        let reading = self::visits(&board, Rules::without(LeftOut::Safe), first).len();
        let _ = writeln!(
            text,
            "\n{first} first: {} nodes; {reading} if safe moves are counted, not searched",
            visits.len()
        );
        let _ = write!(text, "{}", by_depth(&visits));
        if first == Vertical {
            let _ = write!(text, "{}", classes(&board, &visits));
        } else {
            let _ = write!(text, "{}", replies(&board, board.all));
            let _ = write!(text, "{}", last_plies(&board, &visits, 1));
        }
    }
    let _ = write!(text, "\n{}", extremes(&board));
    text
}

/// Lists the nodes by depth and by what ended them.
fn by_depth(visits: &[Visit]) -> String {
    let mut kinds: BTreeMap<(usize, Kind), usize> = BTreeMap::new();
    for visit in visits {
        *kinds.entry((visit.path.len(), visit.kind)).or_default() += 1;
    }
    let line = |((depth, kind), nodes): (&(usize, Kind), &usize)| {
        let kind = match kind {
            Kind::Expanded => "expanded",
            Kind::Hit => "found in the table",
            Kind::Won => "won by the counts",
            Kind::Lost => "lost, as all moves lose",
            Kind::Over => "without a move",
        };
        format!("  depth {depth}: {nodes} {kind}\n")
    };
    kinds.iter().map(line).collect()
}

/// Describes the four classes of Vertical's first moves, and the tree below each.
fn classes(board: &Board, visits: &[Visit]) -> String {
    let mut classes: BTreeMap<u64, Vec<Domino>> = BTreeMap::new();
    for domino in board.moves(board.all, Vertical) {
        classes.entry(board.class(board.all & !domino.mask)).or_default().push(domino);
    }
    let mut classes: Vec<Vec<Domino>> = classes.into_values().collect();
    classes.sort_by_key(|moves| moves[0].square);
    let mut text = String::new();
    for (moves, name) in classes.iter().zip('a'..) {
        let empty = board.all & !moves[0].mask;
        let _ = writeln!(text, "class {name}: {}", names(board, moves));
        let _ = writeln!(text, "  {}", counts(board, empty));
        let _ = write!(text, "{}", replies(board, empty));
        let below: Vec<Visit> = visits.iter().filter(|visit| visit.path.first() == Some(&moves[0])).cloned().collect();
        let _ = write!(text, "{}", last_plies(board, &below, 2));
    }
    text
}

/// Describes Horizontal's moves: the ordering values of the middle row and of the outer rows, and which moves win.
fn replies(board: &Board, empty: u64) -> String {
    let before = board.counts(empty);
    let mut known = HashMap::new();
    let mut by_value: BTreeMap<(i32, bool, bool), Vec<Domino>> = BTreeMap::new();
    for domino in board.moves(empty, Horizontal) {
        let after = empty & !domino.mask;
        let wins = !exhaustive::wins(board, after, Vertical, &mut known);
        let value = ordering_value(before, board.counts(after), Horizontal);
        by_value.entry((-value, !is_in_middle_row(domino), !wins)).or_default().push(domino);
    }
    let line = |((value, is_outer, loses), moves): (&(i32, bool, bool), &Vec<Domino>)| {
        let moves = if *is_outer { format!("{} in the outer rows", moves.len()) } else { names(board, moves) };
        format!("  Horizontal's moves of value {}, which {}: {moves}\n", -value, if *loses { "lose" } else { "win" })
    };
    by_value.iter().map(line).collect()
}

/// Describes Vertical's moves after the first of Horizontal's moves that is searched, which has this depth.
fn last_plies(board: &Board, visits: &[Visit], depth: usize) -> String {
    let Some(parent) = visits.iter().find(|visit| visit.path.len() == depth) else { return String::new() };
    let leaves: Vec<&Visit> = visits.iter().filter(|visit| visit.path.len() == depth + 1).collect();
    let safe_squares = board.safe_squares(parent.empty, Vertical);
    let is_safe = |leaf: &&&Visit| leaf.path[depth].mask & !safe_squares == 0;
    let safe: Vec<Domino> = leaves.iter().filter(is_safe).map(|leaf| leaf.path[depth]).collect();
    let real: BTreeSet<i32> = leaves.iter().map(|leaf| board.counts(leaf.empty)[0].real).collect();
    let of_horizontal: BTreeSet<i32> = leaves.iter().map(|leaf| board.counts(leaf.empty)[1].safe).collect();
    let end = |leaf: &&Visit| {
        let [vertical, horizontal] = board.counts(leaf.empty & !ending(board, leaf.empty)?.mask);
        Some(format!("{} against {}", horizontal.safe, vertical.real))
    };
    let ends: BTreeSet<String> = leaves.iter().filter_map(end).collect();
    let hits = leaves.iter().filter(|leaf| leaf.kind == Kind::Hit).count();

    let reply = board.named(parent.path[depth - 1]);
    let mut text = format!("  after {reply}: {}\n", counts(board, parent.empty));
    let mut line = |line: String| text.extend(["    ", &line, "\n"]);
    line(format!("{} of Vertical's moves visited, {hits} found in the table", leaves.len()));
    line(format!("then Vertical has {} real moves, Horizontal {} safe ones", listed(real), listed(of_horizontal)));
    line(format!("at the end, Horizontal's safe against Vertical's real moves: {}", listed(ends)));
    line(format!("safe moves of Vertical: {}", names(board, &safe)));
    for leaf in leaves.iter().take(1).chain(leaves.iter().filter(is_safe)) {
        line(format!("after {}: {}", board.named(leaf.path[depth]), counts(board, leaf.empty)));
        if let Some(last) = ending(board, leaf.empty) {
            line(format!("  after {}: {}", board.named(last), counts(board, leaf.empty & !last.mask)));
        }
    }
    text
}

/// Returns the first move of Horizontal that wins by the counts.
fn ending(board: &Board, empty: u64) -> Option<Domino> {
    board.moves(empty, Horizontal).into_iter().find(|domino| {
        let [vertical, horizontal] = board.counts(empty & !domino.mask);
        horizontal.safe >= vertical.real
    })
}

/// States, for the proof, the extremes over all moves of Horizontal and Vertical's moves after them.
fn extremes(board: &Board) -> String {
    let mut text = String::new();
    let firsts = board.moves(board.all, Vertical);
    let after_vertical: Vec<u64> = firsts.iter().map(|first| board.all & !first.mask).collect();
    for is_middle in [true, false] {
        let rows = if is_middle { "the middle row" } else { "an outer row" };
        let _ = writeln!(text, "Vertical first, reply in {rows}: {}", bounds(board, &after_vertical, is_middle));
        let _ = writeln!(text, "Horizontal first, in {rows}: {}", bounds(board, &[board.all], is_middle));
    }
    let (mut all, mut distinct, mut classes_after_one) = (0, BTreeSet::new(), 0);
    for empty in after_vertical {
        let after: Vec<u64> = board.moves(empty, Horizontal).iter().map(|reply| empty & !reply.mask).collect();
        all += after.len();
        classes_after_one += after.iter().map(|&empty| board.class(empty)).collect::<BTreeSet<_>>().len();
        distinct.extend(after);
    }
    let _ = writeln!(text, "{all} positions after two moves, {} of them different", distinct.len());
    let _ = writeln!(text, "{} are reflections of another one after the same first move", all - classes_after_one);
    text
}

/// States the extremes after each move of Horizontal in the middle row or in an outer one, in some positions.
fn bounds(board: &Board, positions: &[u64], is_middle: bool) -> String {
    let (mut moves, mut real, mut safe, mut safe_moves) = (usize::MAX, i32::MAX, 0, BTreeSet::new());
    for &empty in positions {
        let replies = board.moves(empty, Horizontal).into_iter();
        for reply in replies.filter(|&reply| is_in_middle_row(reply) == is_middle) {
            let empty = empty & !reply.mask;
            let after = board.moves(empty, Vertical);
            moves = moves.min(after.len());
            for domino in after {
                let [vertical, horizontal] = board.counts(empty & !domino.mask);
                (real, safe) = (real.min(vertical.real), safe.max(horizontal.safe));
                if domino.mask & !board.safe_squares(empty, Vertical) == 0 {
                    safe_moves.insert(board.named(domino));
                }
            }
        }
    }
    let safe_moves = listed(safe_moves);
    format!(
        "Vertical has at least {moves} moves; after any of them, Vertical has at least {real} real moves, and \
         Horizontal at most {safe} safe ones; safe moves of Vertical: {safe_moves}"
    )
}

fn is_in_middle_row(domino: Domino) -> bool {
    (8..16).contains(&domino.square)
}

fn counts(board: &Board, empty: u64) -> String {
    let of = |player: Player| {
        let count = board.counts(empty)[player as usize];
        format!("{player} {} real, {} safe, {} moves", count.real, count.safe, board.moves(empty, player).len())
    };
    format!("{}; {}", of(Vertical), of(Horizontal))
}

fn names(board: &Board, moves: &[Domino]) -> String {
    listed(moves.iter().map(|&domino| board.named(domino)))
}

fn listed(values: impl IntoIterator<Item = impl ToString>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    if values.is_empty() { "none".to_owned() } else { values.join(", ") }
}
