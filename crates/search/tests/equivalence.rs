//! Every scheme, every mask and every window gives the value that plain negamax gives.

use search::{Expansion, Game, INFINITY, Moves, Outcome, Payload, Score, Search, Whole, Window, conformance, iterate};
use tt::{Audited, Key, Masked, Parts, Scheme, Statistics, Table, TranspositionTable};

/// A made-up game that is nothing but transpositions: a move raises one of a few counters, in any order.
///
/// What a position is worth, and whether it is decided, is drawn from a hash of its counters, the numbers of a seed.
/// The counters can be listed backwards without changing the value, which makes one reflection.
#[derive(Clone, Debug, PartialEq)]
struct Counters {
    counters: [u8; 4],
    keys: [Key; 2],
    seed: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Zeroable)]
#[repr(transparent)]
struct Packed(u8);

impl Payload<u8> for Packed {
    fn from_line(line: &[u8]) -> Self {
        Self(line.first().map_or(0, |counter| counter + 1))
    }

    fn best(self) -> Option<u8> {
        self.0.checked_sub(1)
    }
}

impl Counters {
    fn new(seed: u64) -> Self {
        Self { counters: [0; 4], keys: [Self::key([0; 4], seed); 2], seed }
    }

    fn key(counters: [u8; 4], seed: u64) -> Key {
        let code = u64::from(u32::from_le_bytes(counters));
        let mixed = (code ^ seed << 32).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Key(mixed ^ mixed >> 32)
    }

    fn backwards(counters: [u8; 4]) -> [u8; 4] {
        let [a, b, c, d] = counters;
        [d, c, b, a]
    }

    fn set(&mut self, counters: [u8; 4]) {
        self.counters = counters;
        self.keys = [counters, Self::backwards(counters)].map(|counters| Self::key(counters, self.seed));
    }

    /// The same for a position and its reflection.
    fn draw(&self, range: u64) -> u64 {
        let both = self.keys[0].0.wrapping_add(self.keys[1].0);
        (both >> 17) % range
    }

    fn over(&self) -> bool {
        self.counters.contains(&4)
    }
}

impl Game for Counters {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Whole {
        if reflection == 0 { self.counters.into() } else { Self::backwards(self.counters).into() }
    }

    fn play(&mut self, counter: u8) {
        let mut counters = self.counters;
        counters[usize::from(counter)] += 1;
        self.set(counters);
    }

    fn undo(&mut self, counter: u8, (): ()) {
        let mut counters = self.counters;
        counters[usize::from(counter)] -= 1;
        self.set(counters);
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
        // What was listed before counts for nothing.
        if self.over() {
            moves.push(4, 0);
            return Expansion::Over(self.evaluate());
        }
        if self.counters != [0; 4] && self.draw(13) == 0 {
            moves.push(4, 9);
            return Expansion::Decided(self.evaluate());
        }
        // The order may depend on anything, so let it be a bad one.
        (0..4).for_each(|counter| moves.push(counter, i32::from(counter ^ self.counters[0] & 3)));
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        // Few values make ties, many make bounds of every kind.
        self.draw(if self.seed.is_multiple_of(2) { 7 } else { 2001 }) as Score - 3
    }
}

impl conformance::Subject for Counters {
    fn legal_moves(&self) -> Vec<u8> {
        if self.over() { vec![] } else { vec![0, 1, 2, 3] }
    }

    fn rebuilt(&self) -> Self {
        let mut rebuilt = Self::new(self.seed);
        rebuilt.set(self.counters);
        rebuilt
    }

    fn reflected(&self, reflection: usize) -> Self {
        let mut reflected = self.clone();
        reflected.set(if reflection == 0 { self.counters } else { Self::backwards(self.counters) });
        reflected
    }
}

fn negamax(game: &mut Counters, depth: u8) -> Score {
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Moves::new();
    match game.expand(0, &mut moves) {
        Expansion::Over(value) | Expansion::Decided(value) => value,
        Expansion::Children => moves
            .iter()
            .map(|child| {
                game.play(child.mv);
                let value = -negamax(game, depth - 1);
                game.undo(child.mv, ());
                value
            })
            .max()
            .unwrap(),
    }
}

fn search<T: Table<Payload: Payload<u8>>>(seed: u64, depth: u8, window: Window, table: &mut T) -> Outcome<u8> {
    Search::new(&mut Counters::new(seed), table).window(window).run(depth)
}

const WINDOWS: [Window; 2] = [Window::Full, Window::Minimal];

#[test]
fn the_made_up_game_conforms() {
    for seed in 0..4 {
        conformance::check(&Counters::new(seed), 5, seed);
    }
}

#[test]
fn without_a_table() {
    for seed in 0..100 {
        for depth in 1..=6 {
            let value = negamax(&mut Counters::new(seed), depth);
            for window in WINDOWS {
                assert_eq!(search(seed, depth, window, &mut ()).score, value, "seed {seed}, depth {depth}, {window:?}");
            }
        }
    }
}

#[test]
fn every_scheme_and_every_mask() {
    let mut nodes_with = 0;
    let mut nodes_without = 0;
    for seed in 0..100 {
        let depth = 4 + (seed % 4) as u8;
        let value = negamax(&mut Counters::new(seed), depth);
        for window in WINDOWS {
            nodes_without += search(seed, depth, window, &mut ()).nodes;
            for &scheme in Scheme::ALL {
                for (positions, parts) in (0..8).map(|bits| (8 << (bits % 3), Parts::from_bits_truncate(bits))) {
                    let size = tt::Positions::new(positions).unwrap();
                    let table = TranspositionTable::<_, Packed>::new(size, scheme).unwrap();
                    let outcome = search(seed, depth, window, &mut Masked::new(table, parts));
                    assert_eq!(outcome.score, value, "seed {seed}, {window:?}, {scheme}, {parts:?}");
                }
                let table = &mut TranspositionTable::<_, Packed>::new("64K".parse().unwrap(), scheme).unwrap();
                let first = search(seed, depth, window, table);
                assert_eq!(first.score, value, "seed {seed}, {window:?}, {scheme}");
                nodes_with += first.nodes;
                // A second search finds the root.
                let again = search(seed, depth, window, table);
                assert_eq!((again.score, again.nodes), (value, 1), "seed {seed}, {window:?}, {scheme}");
            }
        }
    }
    assert!(nodes_with / Scheme::ALL.len() as u64 * 2 < nodes_without, "a table saves nodes: {nodes_with}");
}

#[test]
fn iterations_reach_the_same_value() {
    for seed in 0..100 {
        let depth = 6;
        let value = negamax(&mut Counters::new(seed), depth);
        for window in WINDOWS {
            for aspiration in [1, 2, 50, INFINITY] {
                let mut table = TranspositionTable::<_, Packed>::new("256".parse().unwrap(), Scheme::TwoBig1).unwrap();
                let mut game = Counters::new(seed);
                let mut search = Search::new(&mut game, &mut table).window(window);
                let mut depths = Vec::new();
                let outcome = iterate(&mut search, depth, aspiration, |iteration, _| depths.push(iteration.depth));
                assert_eq!(outcome.unwrap().score, value, "seed {seed}, {window:?}, {aspiration}");
                assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
            }
        }
    }
}

#[test]
fn the_best_move_is_best() {
    for seed in 0..100 {
        let mut game = Counters::new(seed);
        let outcome = search(seed, 5, Window::Minimal, &mut ());
        game.play(outcome.best.unwrap());
        assert_eq!(-negamax(&mut game, 4), outcome.score);
    }
}

#[test]
fn a_search_outside_the_window_gives_a_bound() {
    for seed in 0..50 {
        let value = negamax(&mut Counters::new(seed), 5);
        let within = |alpha, beta| Search::new(&mut Counters::new(seed), &mut ()).run_within(5, alpha, beta).score;
        assert!(
            (value..=value + 1).contains(&within(value + 1, value + 9)) && within(value - 9, value - 1) >= value - 1
        );
        assert_eq!(within(value - 1, value + 1), value);
    }
}

#[test]
fn a_search_stops_at_its_limit() {
    let full = search(1, 7, Window::Full, &mut ()).nodes;
    for limit in [0, 1, 2, 77, full - 1, full, full + 1] {
        let mut game = Counters::new(1);
        let before = game.clone();
        let outcome = Search::new(&mut game, &mut ()).max_nodes(limit).run(7);
        assert_eq!((outcome.nodes, outcome.stopped), (limit.min(full), limit < full));
        assert_eq!(game, before, "a stopped search takes its moves back");
    }
}

#[test]
fn statistics_add_up() {
    for &scheme in Scheme::ALL {
        let mut table = TranspositionTable::<_, Packed>::new("32".parse().unwrap(), scheme).unwrap();
        let mut statistics = Statistics::default();
        let outcome = Search::new(&mut Counters::new(3), &mut table).observed_by(&mut statistics).run(8);
        assert_eq!(statistics.look_ups, outcome.nodes, "{scheme}: every node is looked up");
        assert!(statistics.cutoffs <= statistics.hits && statistics.hits < statistics.look_ups);
        assert!(statistics.collisions > 0, "{scheme}: the table is small");
        assert!(statistics.fresh <= table.fill());
    }
}

/// Keys so narrow that different positions share them.
#[derive(Clone, Debug, PartialEq)]
struct Narrow(Counters, [Key; 1]);

impl Narrow {
    fn new(game: Counters) -> Self {
        let key = Key(game.keys[0].0 & 0x3f);
        Self(game, [key])
    }
}

impl Game for Narrow {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.1
    }

    fn whole(&self, reflection: usize) -> Whole {
        self.0.whole(reflection)
    }

    fn play(&mut self, counter: u8) {
        self.0.play(counter);
        *self = Self::new(self.0.clone());
    }

    fn undo(&mut self, counter: u8, (): ()) {
        self.0.undo(counter, ());
        *self = Self::new(self.0.clone());
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<u8>) -> Expansion {
        self.0.expand(ply, moves)
    }

    fn evaluate(&self) -> Score {
        self.0.evaluate()
    }
}

#[test]
fn an_audit_finds_type_1_errors_and_changes_nothing() {
    let table = || TranspositionTable::<_, Packed>::new("64".parse().unwrap(), Scheme::TwoDeep).unwrap();

    let plain = search(5, 8, Window::Full, &mut table());
    let mut audited = Audited::new(table());
    assert_eq!(search(5, 8, Window::Full, &mut audited), plain);
    let audit = audited.audit();
    assert_eq!((audit.type_1_errors, audit.positions - audit.collisions), (0, audited.get_ref().fill()));

    let plain = Search::new(&mut Narrow::new(Counters::new(5)), &mut table()).run(8);
    let mut audited = Audited::new(table());
    assert_eq!(Search::new(&mut Narrow::new(Counters::new(5)), &mut audited).run(8), plain);
    assert!(audited.audit().type_1_errors > 0);
}

#[test]
fn big_all_counts_what_a_hit_stands_for() {
    // With room for everything no position is ever lost, so that both count the same nodes; the sizes stored differ.
    let stored = |scheme: Scheme| {
        let mut table = TranspositionTable::<_, Packed>::new("64K".parse().unwrap(), scheme).unwrap();
        let outcome = search(5, 8, Window::Full, &mut table);
        (outcome.nodes, table.probe(Counters::new(5).keys[0]).unwrap().nodes)
    };
    let (nodes, size) = stored(Scheme::Big1);
    assert_eq!(u64::from(size), nodes, "one node for each");
    let (same_nodes, all) = stored(Scheme::BigAll);
    assert_eq!(same_nodes, nodes);
    assert!(all > size);
}

/// A position of a tree that is written down: the score of a leaf, or its children.
enum Tree {
    Leaf(Score),
    Node(&'static [Tree]),
}

/// The tree with a path to the present position, which is its key.
struct Written {
    path: Vec<&'static Tree>,
    keys: Vec<[Key; 1]>,
}

impl Game for Written {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        self.keys.last().unwrap()
    }

    fn whole(&self, _: usize) -> Whole {
        self.keys.last().unwrap()[0].0.to_le_bytes().into()
    }

    fn play(&mut self, child: u8) {
        let Tree::Node(children) = self.path.last().unwrap() else { panic!("a leaf has no children") };
        self.path.push(&children[usize::from(child)]);
        let key = self.keys.last().unwrap()[0].0 * 16 + 1 + u64::from(child);
        self.keys.push([Key(key)]);
    }

    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
        self.keys.pop();
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
        let Tree::Node(children) = self.path.last().unwrap() else { panic!("the search is deeper than the tree") };
        (0..children.len() as u8).for_each(|child| moves.push(child, 0));
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        let Tree::Leaf(score) = self.path.last().unwrap() else { panic!("the search is less deep than the tree") };
        *score
    }
}

#[test]
fn a_value_below_what_the_table_promises_is_no_exact_score() {
    static ROOT: Tree = Tree::Node(&[Tree::Node(&[Tree::Leaf(4), Tree::Leaf(-100)])]);
    let mut game = Written { path: vec![&ROOT], keys: vec![[Key(1)]] };
    let mut table = TranspositionTable::<_, ()>::new("64".parse().unwrap(), Scheme::New).unwrap();
    assert_eq!(Search::new(&mut game, &mut table).run(2).score, -100);
    table.clear();
    // A deeper search promises 5 or more, so that the child is cut off by 4.
    table.store(Key(1), tt::Record { payload: (), score: 5, bound: tt::Bound::LOWER, depth: 9, nodes: 1 });
    Search::new(&mut game, &mut table).run_within(2, 0, 10);
    assert_eq!(table.probe(Key(1)).unwrap().bound, tt::Bound::UPPER);
}
