//! Checks the contract of a search: it returns a best move, exact scores are exact, limits are respected, and lines
//! lead to the score.
//!
//! The file is long because all of its tests share the same made-up games.

use schemes::{Scheme, TranspositionTable};
use search::{
    Aspiration, BestMove, BoundUse, Expansion, Game, INFINITY, Iteration, Leaf, Line, Moves, Observer, PackedMoves,
    RootHit, Score, Search, Window, iterate,
};
use tt::{Bound, Key, Payload, Record, Table};

use crate::conformance::Heaps;
use crate::counters::{Counters, negamax};

type Packed = BestMove<u8>;

fn table<P: Payload + 'static>(positions: &str) -> TranspositionTable<P> {
    TranspositionTable::new(positions.parse().unwrap(), Scheme::TwoBig1).unwrap()
}

/// A position of an explicit tree: the score of a leaf, or its children.
enum Tree {
    Leaf(Score),
    Node(&'static [Tree]),
    /// The child with this index decides the position.
    Decided(Score, u8, &'static [Tree]),
}
use Tree::{Decided, Leaf as L, Node};

/// An explicit tree with the path to the current position, which determines the key.
struct Written {
    path: Vec<&'static Tree>,
    children: Vec<u8>,
    keys: Vec<[Key; 1]>,
}

/// Returns the key of the position at the end of a path of children.
fn key_of(children: &[u8]) -> Key {
    Key::mixed(children.iter().fold(1, |code, &child| code * 16 + 1 + u64::from(child)))
}

impl Written {
    fn new(root: &'static Tree) -> Self {
        Self { path: vec![root], children: Vec::new(), keys: vec![[key_of(&[])]] }
    }

    fn width(&self) -> u8 {
        match self.path.last().unwrap() {
            L(_) => 0,
            Node(children) | Decided(_, _, children) => children.len() as u8,
        }
    }
}

impl Game for Written {
    type Move = u8;
    type Undo = ();

    const LOWEST: Score = -1000;
    const HIGHEST: Score = 1000;

    fn keys(&self) -> &[Key] {
        self.keys.last().unwrap()
    }

    fn play(&mut self, child: u8) {
        let (Node(children) | Decided(_, _, children)) = self.path.last().unwrap() else {
            panic!("a leaf has no children")
        };
        self.path.push(&children[usize::from(child)]);
        self.children.push(child);
        self.keys.push([key_of(&self.children)]);
    }

    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
        self.children.pop();
        self.keys.pop();
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        match self.path.last().unwrap() {
            L(score) => return Expansion::Over(*score),
            Decided(score, by, _) => return Expansion::Decided { score: *score, by: *by },
            Node(children) => (0..children.len() as u8).for_each(|child| moves.push(child, 0)),
        }
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        let L(score) = self.path.last().unwrap() else { return 0 };
        *score
    }

    fn is_legal(&mut self, child: u8) -> bool {
        child < self.width()
    }
}

/// Searches `tree` with a table that contains the result of a deeper search for the position `at`. Returns the score of
/// the search, and the score and bound that the table stores for the root.
fn root_after(tree: &'static Tree, bound_use: BoundUse, at: &[u8], known: (Score, Bound)) -> (Score, Score, Bound) {
    let mut table = table::<()>("64K");
    let record = Record { score: known.0, bound: known.1, depth: 9, ..Record::default() };
    table.store(key_of(at), record);
    let outcome = Search::new(&mut Written::new(tree), &mut table).bound_use(bound_use).run(3);
    let root = table.probe(key_of(&[])).unwrap();
    (outcome.score, root.score, root.bound)
}

#[test]
fn a_score_stored_as_exact_is_exact() {
    // At depth 3, the value is 100. The table has a lower bound of 5 for the only child. As printed, 4 causes a cut-off
    // in the child and is returned to the root as if it were exact.
    static LOW: Tree = Node(&[Node(&[Node(&[L(4), L(-100)])])]);
    assert_eq!(root_after(&LOW, BoundUse::CutOff, &[0], (5, Bound::Lower)), (100, 100, Bound::Exact));
    assert_eq!(root_after(&LOW, BoundUse::Narrow, &[0], (5, Bound::Lower)), (-4, -4, Bound::Exact));
    // The mirrored case: the value of the child is 100, and the table has an upper bound of 5.
    static HIGH: Tree = Node(&[Node(&[L(-10), L(-100)])]);
    assert_eq!(root_after(&HIGH, BoundUse::CutOff, &[0], (5, Bound::Upper)), (-100, -100, Bound::Exact));
    assert_eq!(root_after(&HIGH, BoundUse::Narrow, &[0], (5, Bound::Upper)), (-10, -10, Bound::Exact));
    // A leaf for which a deeper search found a higher value than its evaluation.
    static LEAF: Tree = Node(&[Node(&[Node(&[Node(&[L(0)])])])]);
    let leaf = [0, 0, 0];
    assert_eq!(root_after(&LEAF, BoundUse::CutOff, &leaf, (5, Bound::Lower)), (0, 0, Bound::Exact));
    assert_eq!(root_after(&LEAF, BoundUse::Narrow, &leaf, (5, Bound::Lower)), (-5, -5, Bound::Exact));
}

#[test]
fn a_value_below_a_lower_bound_from_the_table_is_not_exact() {
    static ROOT: Tree = Node(&[Node(&[L(4), L(-100)])]);
    for bound_use in [BoundUse::CutOff, BoundUse::Narrow] {
        let mut table = table::<()>("64K");
        // A deeper search found a lower bound of 5, so 4 causes a cut-off in the child.
        table.store(key_of(&[]), Record { score: 5, bound: Bound::Lower, depth: 9, ..Record::default() });
        let mut game = Written::new(&ROOT);
        let mut search = Search::new(&mut game, &mut table).as_printed().bound_use(bound_use);
        search.run_within(2, 0, 10);
        assert_eq!(table.probe(key_of(&[])).unwrap().bound, Bound::Upper);
    }
}

#[test]
fn the_move_that_decides_is_the_best_move() {
    // The second child wins.
    static WON: Tree = Decided(1000, 1, &[Node(&[L(5)]), L(-1000)]);
    static ABOVE: Tree = Node(&[L(7), Decided(1000, 1, &[Node(&[L(5)]), L(-1000)])]);
    let outcome = Search::new(&mut Written::new(&WON), &mut ()).run(5);
    assert_eq!((outcome.score, outcome.best, outcome.nodes), (1000, Some(1), 1));
    // A suggested move that is searched first must not be returned with the value of another move.
    let mut table = table::<Packed>("64");
    let suggestion = Record { payload: Packed::from_line(&[0]), bound: Bound::Upper, depth: 0, ..Record::default() };
    table.store(key_of(&[]), suggestion);
    let outcome = Search::new(&mut Written::new(&WON), &mut table).run(5);
    assert_eq!((outcome.score, outcome.best, outcome.nodes), (1000, Some(1), 3));
    assert_eq!(table.probe(key_of(&[])).unwrap().payload.best(), None, "no move is stored with the value of another");
    // The parent of the decided position finds the loss.
    let outcome = Search::new(&mut Written::new(&ABOVE), &mut ()).run(5);
    assert_eq!((outcome.score, outcome.best), (-7, Some(0)));
}

#[test]
fn a_root_hit_plays_the_move_of_the_table_or_searches() {
    static ROOT: Tree = Node(&[L(4), L(-9), L(3)]);
    for (best, nodes) in [(Packed::from_line(&[1]), 1), (Packed::NONE, 4), (Packed::from_line(&[77]), 4)] {
        let record = Record { payload: best, score: 9, bound: Bound::Exact, depth: 3, ..Record::default() };
        for (root_hit, nodes) in [(RootHit::CutOff, nodes), (RootHit::Search, 4)] {
            let mut table = table::<Packed>("64");
            table.store(key_of(&[]), record);
            let outcome = Search::new(&mut Written::new(&ROOT), &mut table).root_hit(root_hit).run(1);
            assert_eq!((outcome.score, outcome.best, outcome.nodes), (9, Some(1), nodes), "{best:?}, {root_hit:?}");
        }
    }
}

#[test]
fn only_the_requested_root_moves_are_searched() {
    static ROOT: Tree = Node(&[L(4), L(-9), L(-3)]);
    static WON: Tree = Decided(1000, 1, &[Node(&[L(5)]), L(-1000)]);
    let mut table = table::<Packed>("64");
    let mut game = Written::new(&ROOT);
    let mut search = Search::new(&mut game, &mut table).root_hit(RootHit::CutOff);
    assert_eq!(search.run(1).best, Some(1));
    for (wanted, best, score) in [(vec![0, 2], 2, 3), (vec![0], 0, -4), (vec![1, 2], 1, 9)] {
        search.set_root_moves(Some(wanted));
        let outcome = search.run(1);
        assert_eq!((outcome.best, outcome.score), (Some(best), score));
    }
    search.set_root_moves(None);
    let again = search.run(1);
    assert_eq!((again.best, again.score, again.nodes), (Some(1), 9, 1), "the record of the root is unchanged");
    let (mut game, mut no_table) = (Written::new(&WON), ());
    let mut search = Search::new(&mut game, &mut no_table);
    search.set_root_moves(Some(vec![0]));
    let outcome = search.run(5);
    assert_eq!((outcome.best, outcome.score), (Some(0), 5), "a move that does not decide is searched");
}

/// Requests a stop at one node, and not at later nodes.
struct Once {
    nodes: u64,
    at: u64,
}

impl Observer for Once {
    fn wants_stop(&mut self) -> bool {
        self.nodes += 1;
        self.nodes == self.at
    }
}

#[test]
fn a_single_stop_request_stops_the_search_and_it_can_be_run_again() {
    let whole = Search::new(&mut Counters::new(2), &mut ()).window(Window::Minimal).run(6);
    let mut first_move_was_searched = false;
    for at in 1..=whole.nodes {
        let mut game = Counters::new(2);
        let before = game.clone();
        let mut no_table = ();
        let search = Search::new(&mut game, &mut no_table).window(Window::Minimal);
        let mut search = search.observed_by(Once { nodes: 0, at });
        let stopped = search.run(6);
        assert_eq!((stopped.stopped, stopped.nodes), (true, at - 1), "at node {at}");
        assert!(stopped.best.is_some() >= first_move_was_searched, "at node {at}");
        first_move_was_searched = stopped.best.is_some();
        let again = search.run(6);
        assert_eq!(again, whole, "it can be run again");
        assert_eq!(*search.game(), before);
    }
    assert!(first_move_was_searched);
}

/// The results that a stopped search has stored are correct.
#[test]
fn a_stopped_search_stores_nothing_wrong() {
    let value = negamax(&mut Counters::new(2), 6);
    let fresh = || table::<Packed>("1K");
    let whole = Search::new(&mut Counters::new(2), &mut fresh()).window(Window::Minimal).run(6);
    for at in 1..=whole.nodes {
        let (mut game, mut table) = (Counters::new(2), fresh());
        let search = Search::new(&mut game, &mut table).window(Window::Minimal);
        let mut search = search.observed_by(Once { nodes: 0, at });
        assert!(search.run(6).stopped);
        let again = search.run(6);
        assert_eq!((again.score, again.stopped), (value, false), "after a stop at node {at}");
    }
}

#[test]
fn iterations_stop_with_the_move_of_the_last_that_was_completed() {
    let mut at_depth = Vec::new();
    let report = |iteration: &Iteration<u8>, _: &_| at_depth.push(iteration.outcome);
    iterate(&mut Search::new(&mut Counters::new(2), &mut ()), 5, Aspiration::Off, report);
    let until = |depth: usize| at_depth[..depth].iter().map(|outcome| outcome.nodes).sum::<u64>();
    for (depth, limit) in (1..5).flat_map(|depth| [(depth, until(depth)), (depth, until(depth) + 1)]) {
        let mut game = Counters::new(2);
        let outcome = iterate(&mut Search::new(&mut game, &mut ()).max_nodes(limit), 5, Aspiration::Off, |_, _| {});
        let expected = at_depth[depth - 1];
        assert_eq!((outcome.score, outcome.best), (expected.score, expected.best), "depth {depth}");
        assert_eq!((outcome.nodes, outcome.stopped), (limit, true), "all nodes count");
    }
    let first = iterate(&mut Search::new(&mut Counters::new(2), &mut ()).max_nodes(3), 5, Aspiration::Off, |_, _| {});
    assert!(first.stopped && first.best.is_some(), "two moves were searched: {first:?}");
    let nothing = iterate(&mut Search::new(&mut Counters::new(2), &mut ()).max_nodes(1), 5, Aspiration::Off, |_, _| {});
    assert!(nothing.stopped && nothing.best.is_none());
}

#[test]
fn a_lower_limit_stops_at_once() {
    let (mut game, mut no_table) = (Counters::new(1), ());
    let mut search = Search::new(&mut game, &mut no_table);
    assert!(!search.run(4).stopped);
    let mut search = search.max_nodes(10);
    let outcome = search.run(4);
    assert_eq!((outcome.stopped, outcome.nodes, outcome.best), (true, 0, None));
    assert!(!search.max_nodes(u64::MAX).run(4).stopped);
}

#[test]
fn iterations_know_the_range_of_the_game() {
    // A win is the highest value.
    let game = || Heaps::<0>::of([13, 0]);
    let run = Search::new(&mut game(), &mut ()).run(13);
    let mut last = None;
    let report = |iteration: &Iteration<_>, _: &_| last = Some(*iteration);
    iterate(&mut Search::new(&mut game(), &mut ()), 13, Aspiration::Off, report);
    assert_eq!(last.unwrap().outcome, run, "a move that wins ends the last iteration as it ends a single search");
    for aspiration in [Aspiration::Inclusive(1), Aspiration::Printed(1), Aspiration::Inclusive(INFINITY)] {
        let outcome = iterate(&mut Search::new(&mut game(), &mut ()), 13, aspiration, |_, _| {});
        assert_eq!((outcome.score, outcome.best), (1, Some((0, 1))), "{aspiration:?}");
    }
}

#[test]
#[should_panic(expected = "the window (-32768, 0) is empty or below -32767")]
fn a_window_without_a_negation_is_refused() {
    Search::new(&mut Counters::new(1), &mut ()).run_within(3, Score::MIN, 0);
}

#[test]
#[should_panic(expected = "-32768")]
fn a_value_without_a_negation_is_refused() {
    static WRONG: Tree = Node(&[L(Score::MIN)]);
    Search::new(&mut Written::new(&WRONG), &mut ()).run(1);
}

/// The artificial game with additional features: draws that depend on the path, values that depend on the distance from
/// the root, noisy and forced leaves, and lines.
#[derive(Clone)]
struct Restless {
    game: Counters,
    /// Whether the game omits the moves of a leaf that cannot reach alpha.
    prunes: bool,
}

impl Restless {
    fn new(seed: u64, prunes: bool) -> Self {
        Self { game: Counters::new(seed), prunes }
    }
}

/// Two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Two([u8; 2]);

impl Payload for Two {
    const BITS: u32 = 16;
    const NONE: Self = Self([0, 0]);

    fn to_bits(self) -> u128 {
        u16::from_le_bytes(self.0).into()
    }

    fn from_bits(bits: u128) -> Self {
        Self((bits as u16).to_le_bytes())
    }
}

impl PackedMoves<u8> for Two {
    fn from_line(line: &[u8]) -> Self {
        let mut moves = line.iter().map(|mv| mv + 1);
        Self([moves.next().unwrap_or(0), moves.next().unwrap_or(0)])
    }

    fn best(self) -> Option<u8> {
        self.0[0].checked_sub(1)
    }

    fn line(self) -> Line<u8> {
        self.0.into_iter().map_while(|mv| mv.checked_sub(1)).collect()
    }
}

const WIN: Score = 20_000;
const WINS: Score = WIN - 100;

impl Game for Restless {
    type Move = u8;
    type Undo = ();

    const KEEPS_LINES: bool = true;

    fn keys(&self) -> &[Key] {
        self.game.keys()
    }

    fn play(&mut self, mv: u8) {
        self.game.play(mv);
    }

    fn undo(&mut self, mv: u8, (): ()) {
        self.game.undo(mv, ());
    }

    fn outcome(&self, ply: u32) -> Option<Score> {
        (ply > 0 && self.game.draw(17) == 3).then_some(0)
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        if self.game.over() {
            let lost = self.game.draw(3) > 0;
            return Expansion::Over(if lost { ply as Score - WIN } else { 0 });
        }
        (0..4).for_each(|counter| moves.push(counter, i32::from(counter ^ self.game.counters[1] & 3)));
        Expansion::Children
    }

    fn expand_leaf(&mut self, ply: u32, evaluation: Score, window: (Score, Score), moves: &mut Moves<u8>) -> Leaf {
        if self.game.over() {
            let Expansion::Over(value) = self.expand(ply, moves) else { unreachable!() };
            return Leaf::Over(value);
        }
        let whole = || restless(&mut Self { prunes: false, ..self.clone() }, ply, 0);
        if self.prunes && evaluation <= window.0 && whole() <= window.0 {
            return Leaf::Quiet;
        }
        match self.game.draw(5) {
            0 => {
                (0..4).for_each(|counter| moves.push(counter, 0));
                Leaf::Forced
            }
            1 | 2 => {
                [0, 3].into_iter().for_each(|counter| moves.push(counter, i32::from(counter)));
                Leaf::Noisy
            }
            _ => Leaf::Quiet,
        }
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }

    fn score_to_table(score: Score, ply: u32) -> Score {
        if score.abs() > WINS { score + score.signum() * ply as Score } else { score }
    }

    fn score_from_table(score: Score, ply: u32) -> Score {
        if score.abs() > WINS { score - score.signum() * ply as Score } else { score }
    }

    fn is_legal(&mut self, mv: u8) -> bool {
        mv < 4 && !self.game.over()
    }
}

/// Returns the value of the restless game by exhaustive search.
fn restless(game: &mut Restless, ply: u32, depth: u8) -> Score {
    if let Some(value) = game.outcome(ply) {
        return value;
    }
    let mut moves = Moves::new();
    let mut best = -INFINITY;
    if depth == 0 {
        let evaluation = game.evaluate();
        match game.expand_leaf(ply, evaluation, (-INFINITY, INFINITY), &mut moves) {
            Leaf::Over(value) => return value,
            Leaf::Quiet => return evaluation,
            Leaf::Noisy => best = evaluation,
            Leaf::Forced => {}
        }
    } else if let Expansion::Over(value) = game.expand(ply, &mut moves) {
        return value;
    }
    for child in moves.iter() {
        game.play(child.mv);
        best = best.max(-restless(game, ply + 1, depth.saturating_sub(1)));
        game.undo(child.mv, ());
    }
    best
}

#[test]
fn restless_games_are_searched_right_and_their_lines_lead_to_the_score() {
    let mut longest = 0;
    for seed in 0..60 {
        let depth = 3 + (seed % 3) as u8;
        let expected = restless(&mut Restless::new(seed, false), 0, depth);
        for window in [Window::Full, Window::Minimal] {
            // As printed, the search treats the score of a pruned leaf as its value.
            for (printed, prunes) in [(false, false), (false, true), (true, false)] {
                let mut table = table::<Two>("64K");
                // The second search starts one ply later and uses the records that the first has stored.
                for first in [None, Some(seed as u8 & 3)] {
                    let mut game = Restless::new(seed, prunes);
                    let (mut depth, mut expected) = (depth, expected);
                    if let Some(first) = first {
                        game.play(first);
                        depth -= 1;
                        expected = restless(&mut Restless { prunes: false, ..game.clone() }, 0, depth);
                    }
                    let mut follow = Restless { prunes: false, ..game.clone() };
                    let search = Search::new(&mut game, &mut table).window(window);
                    let mut search = if printed { search.as_printed() } else { search };
                    let outcome = search.run(depth);
                    let what =
                        format!("seed {seed}, {window:?}, printed: {printed}, prunes: {prunes}, after {first:?}");
                    assert_eq!(outcome.score, expected, "{what}");
                    let line = search.line();
                    assert_eq!(line.first().copied(), outcome.best, "{what}");
                    longest = longest.max(line.len());
                    let mut value = outcome.score;
                    for (ply, &mv) in (1..).zip(line) {
                        assert!(follow.is_legal(mv), "{what}: {line:?}");
                        follow.play(mv);
                        value = -value;
                        let remaining = depth.saturating_sub(ply as u8);
                        assert_eq!(restless(&mut follow, ply, remaining), value, "{what}: {mv} of {line:?}");
                    }
                }
            }
        }
    }
    assert!(longest >= 4, "lines are kept: {longest}");
}

#[test]
fn negamax_and_a_plain_search_agree_that_a_game_is_over() {
    let mut game = Counters::new(3);
    (0..4).for_each(|_| game.play(0));
    let outcome = Search::new(&mut game, &mut ()).run(4);
    assert_eq!((outcome.score, outcome.best, outcome.nodes), (negamax(&mut game, 4), None, 1));
}
