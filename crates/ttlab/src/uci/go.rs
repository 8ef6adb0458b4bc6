//! The command `go`: what to search, and when to stop.

use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

use chess::{Colour, Move, Position};

use super::clock::{Clock, Time};

/// The greatest depth of a search.
pub(super) const DEEPEST: u8 = 100;

/// A `go` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// A search.
    Search(GoLimits),
    /// A perft to this depth.
    Perft(u32),
}

/// When a search has to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GoLimits {
    /// The greatest depth of an iteration.
    pub(super) depth: u8,
    pub(super) nodes: u64,
    /// The search ends when it finds a mate in this many moves.
    pub(super) mate: Option<u32>,
    pub(super) time: Option<Time>,
    /// The move is printed at `stop`, not before.
    pub(super) infinite: bool,
    /// The move is printed at `ponderhit` or `stop`, not before, and time counts from `ponderhit`.
    pub(super) ponder: bool,
    /// The moves to choose from; `None` is all.
    pub(super) moves: Option<Vec<Move>>,
}

impl GoLimits {
    /// Returns whether the search ends by itself.
    pub(super) fn is_limited(&self) -> bool {
        let limited = self.depth < DEEPEST || self.nodes < u64::MAX || self.mate.is_some() || self.time.is_some();
        limited && !self.infinite
    }

    /// Returns whether the clock leaves time for a single ply.
    pub(super) fn is_instant(&self) -> bool {
        !self.ponder && self.time.is_some_and(|time| time.enough == Some(Duration::ZERO))
    }
}

/// Reads the words after `go`, and begins a move on the clock of the player to move. Ignores invalid words, each with a
/// message.
pub(super) fn read(words: &str, position: &Position, overhead: Duration, clock: &mut Clock) -> (Go, Vec<String>) {
    let mut words = Words { words: words.split_whitespace().peekable(), invalid: Vec::new(), lacks_number: false };
    let mut limits = GoLimits {
        depth: DEEPEST,
        nodes: u64::MAX,
        mate: None,
        time: None,
        infinite: false,
        ponder: false,
        moves: None,
    };
    let mut perft = None;
    let (mut left, mut increment, mut moves_to_go, mut move_time) = (None, Duration::ZERO, None, None);
    let white = position.to_move() == Colour::White;
    while let Some(word) = words.words.next() {
        let milliseconds = |number: Option<u64>| number.map(Duration::from_millis);
        match word {
            "depth" => {
                if let Some(depth) = words.number(word) {
                    limits.depth = limits.depth.min(depth.clamp(1, u64::from(DEEPEST)) as u8);
                }
            }
            "nodes" => {
                if let Some(nodes) = words.number(word) {
                    limits.nodes = nodes.max(1);
                }
            }
            "mate" => {
                if let Some(moves) = words.number(word) {
                    let moves = moves.clamp(1, u64::from(DEEPEST)) as u32;
                    // A mate in n takes n moves of one side and n - 1 of the other.
                    let plies = u8::try_from(2 * moves - 1).unwrap_or(DEEPEST);
                    (limits.mate, limits.depth) = (Some(moves), limits.depth.min(plies));
                }
            }
            "movetime" => move_time = milliseconds(words.number(word)),
            "wtime" | "btime" => {
                let time = milliseconds(words.number(word));
                if (word == "wtime") == white {
                    left = time;
                }
            }
            "winc" | "binc" => {
                let time = milliseconds(words.number(word));
                if (word == "winc") == white {
                    increment = time.unwrap_or_default();
                }
            }
            "movestogo" => moves_to_go = words.number(word).filter(|&moves| moves > 0),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => limits.moves = words.moves(position),
            "perft" => perft = Some(words.number(word)),
            _ => words.invalid.push(format!("go: unknown word `{word}`")),
        }
    }
    if let Some(depth) = perft {
        clock.pause();
        // Depth 0 is an error later: an invalid `go perft` must not start an infinite search.
        return (Go::Perft(depth.map_or(0, |depth| depth.min(u64::from(DEEPEST)) as u32)), words.invalid);
    }
    limits.time = match (move_time, left) {
        _ if limits.infinite => None,
        (Some(time), _) => Some(Time::of_move(time, overhead)),
        (None, Some(time)) => Some(clock.begin(time, increment, moves_to_go, overhead)),
        (None, None) => None,
    };
    // The clock does not run while the engine ponders.
    if move_time.is_some() || limits.time.is_none() || limits.ponder {
        clock.pause();
    }
    // An invalid limit must not start an infinite search.
    if words.lacks_number && !limits.infinite && !limits.ponder && !limits.is_limited() {
        limits.depth = 1;
    }
    // A search without a limit ends at `stop`.
    limits.infinite |= !limits.ponder && !limits.is_limited();
    (Go::Search(limits), words.invalid)
}

/// The known words of `go`.
const KNOWN: [&str; 13] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The remaining words after `go`.
struct Words<'a> {
    words: Peekable<SplitWhitespace<'a>>,
    /// Messages about invalid words.
    invalid: Vec<String>,
    /// Whether a number was invalid, so that a limit may be missing.
    lacks_number: bool,
}

impl Words<'_> {
    /// Returns the number after `word`. Negative numbers become 0: clients send them when the time is up.
    fn number(&mut self, word: &str) -> Option<u64> {
        let found = self.words.next_if(|next| !KNOWN.contains(next));
        let number = found.and_then(|found| found.parse::<i64>().ok());
        if number.is_none() {
            self.lacks_number = true;
            self.invalid.push(format!("go: expected a number after {word}, found `{}`", found.unwrap_or_default()));
        }
        number.map(|number| number.max(0) as u64)
    }

    /// Returns the moves after `searchmoves`; `None` if none is legal.
    fn moves(&mut self, position: &Position) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        while let Some(word) = self.words.next_if(|next| !KNOWN.contains(next)) {
            match position.parse_uci(word) {
                Ok(mv) if !moves.contains(&mv) => moves.push(mv),
                Ok(_) => {}
                Err(error) => self.invalid.push(format!("go searchmoves: {error}")),
            }
        }
        if moves.is_empty() {
            self.invalid.push("go searchmoves: no legal move listed, searching all moves".to_owned());
        }
        (!moves.is_empty()).then_some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn go(words: &str) -> (Go, Vec<String>) {
        read(words, &Position::start(), OVERHEAD, &mut Clock::default())
    }

    fn limits(words: &str) -> GoLimits {
        match go(words) {
            (Go::Search(limits), invalid) if invalid.is_empty() => limits,
            other => panic!("{words}: {other:?}"),
        }
    }

    fn milliseconds(words: &str) -> (u128, Option<u128>) {
        let time = limits(words).time.unwrap();
        (time.most.as_millis(), time.enough.map(|enough| enough.as_millis()))
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let all = limits("nodes 500 infinite searchmoves e2e4 d2d4 e2e4 depth 7");
        assert_eq!((all.depth, all.nodes, all.infinite, all.moves.unwrap().len()), (7, 500, true, 2));
        assert!(limits("").infinite, "without any limit the move is printed at stop");
        assert!(!limits("depth 3").infinite && !limits("wtime 1000").infinite);
        let ponder = limits("ponder wtime 60000 btime 60000");
        assert!(ponder.ponder && !ponder.infinite && ponder.time.is_some());
    }

    #[test]
    fn a_mate_limit_sets_the_depth() {
        assert_eq!((limits("mate 2").depth, limits("mate 2").mate), (3, Some(2)));
        assert_eq!((limits("mate 2 depth 2").depth, limits("mate 70").depth), (2, DEEPEST));
    }

    #[test]
    fn messages_name_invalid_words() {
        for (words, named, others) in [
            ("depth 3 quickly", "`quickly`", "depth 3"),
            ("depth nodes 100", "depth", "nodes 100"),
            ("movetime soon depth 2", "`soon`", "depth 2"),
            ("searchmoves e2e4 e2e5 depth 2", "e2e5", "searchmoves e2e4 depth 2"),
            ("wtime 99999999999999999999", "`99999999999999999999`", "depth 1"),
            ("movetime soon", "`soon`", "depth 1"),
            ("movetime soon infinite", "`soon`", "infinite"),
        ] {
            let (found, invalid) = go(words);
            assert!(invalid.len() == 1 && invalid[0].contains(named), "{words}: {invalid:?}");
            assert_eq!(found, go(others).0, "{words}");
        }
        assert_eq!(go("perft 3"), (Go::Perft(3), vec![]));
        let (found, invalid) = go("perft");
        assert_eq!((found, invalid.len()), (Go::Perft(0), 1));
    }
    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        assert_eq!(milliseconds("wtime 60030 btime 1"), (5946, Some(1486)));
        assert_eq!(milliseconds("wtime 60030 winc 1000 binc 5"), (6983, Some(1994)));
        assert_eq!(milliseconds("wtime 60030 movestogo 10"), (11_967, Some(2991)));
        // The last move before the control may take most of what is left.
        assert_eq!(milliseconds("wtime 1030 movestogo 1"), (800, Some(481)));
        assert_eq!(milliseconds("wtime 1030 movestogo 0"), milliseconds("wtime 1030"));
        assert_eq!(milliseconds("wtime 130 winc 10000"), (50, Some(50)));
        assert_eq!(milliseconds("wtime -200 winc 10"), (1, Some(0)));
        assert_eq!((milliseconds("movetime 1000"), milliseconds("movetime 20")), ((970, None), (10, None)));
    }
}
