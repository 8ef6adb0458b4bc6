//! Compares the option `moreland` with the functions of Moreland's page, written down as they are printed there.

use schemes::TranspositionTable;
use search::{BestMove, CoreOptions, Expansion, Game, Moves, Score, Search};
use tt::{Key, Maintain};

/// A game with many transpositions and without an end: a move increments one of three counters.
#[derive(Clone)]
struct Endless {
    counters: [u8; 3],
    seed: u64,
    key: [Key; 1],
}

impl Endless {
    fn new(seed: u64) -> Self {
        let mut game = Self { counters: [0; 3], seed, key: [Key(0)] };
        game.set();
        game
    }

    fn set(&mut self) {
        let [a, b, c] = self.counters.map(u64::from);
        self.key = [Key::mixed(self.seed << 32 | a << 16 | b << 8 | c)];
    }
}

impl Game for Endless {
    type Move = u16;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.key
    }

    fn play(&mut self, mv: u16) {
        self.counters[usize::from(mv)] += 1;
        self.set();
    }

    fn undo(&mut self, mv: u16, (): ()) {
        self.counters[usize::from(mv)] -= 1;
        self.set();
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u16>) -> Expansion<u16> {
        (0..3).for_each(|mv| moves.push(mv, 0));
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        (self.key[0].0 >> 40) as Score % 50
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Flag {
    Exact,
    Alpha,
    Beta,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    depth: u8,
    flag: Flag,
    value: Score,
    best: Option<u16>,
    /// The "sequence" field.
    sequence: u32,
}

/// How a table replaces.
#[derive(Clone, Copy, PartialEq)]
enum Scheme {
    /// "Always replace".
    Always,
    /// "Replace if same depth, deeper, or the element pertains to an ancient search".
    Depth,
}

/// The program of the page, with one table or with Thompson's two.
struct Moreland {
    tables: Vec<(Scheme, Vec<Option<Entry>>)>,
    /// Whether a position is recorded in all tables, or in the first one that takes it.
    in_all: bool,
    sequence: u32,
    nodes: u64,
}

impl Moreland {
    /// Creates the program for a scheme of the laboratory, with this number of positions in all tables.
    fn new(scheme: &str, size: u64) -> Self {
        let table = |scheme, size| (scheme, vec![None; size as usize]);
        let two = || vec![table(Scheme::Depth, size / 2), table(Scheme::Always, size / 2)];
        let tables = match scheme {
            "moreland" => vec![table(Scheme::Depth, size)],
            "moreland-always" => vec![table(Scheme::Always, size)],
            _ => two(),
        };
        Self { tables, in_all: scheme == "thompson", sequence: 0, nodes: 0 }
    }

    /// Returns the elements of the position with this key, one of each table that has it.
    fn elements(&self, key: Key) -> impl Iterator<Item = Entry> {
        let element = move |(_, table): &(_, Vec<Option<Entry>>)| table[(key.0 % table.len() as u64) as usize];
        self.tables.iter().filter_map(element).filter(move |entry| entry.key == key)
    }

    /// An element without a move does not end the root, where our search needs one.
    fn probe(&self, game: &Endless, depth: u8, (alpha, beta): (Score, Score), best: &mut Vec<u16>) -> Option<Score> {
        let is_root = game.counters == [0; 3];
        for entry in self.elements(game.key[0]) {
            if entry.depth >= depth && (!is_root || entry.best.is_some()) {
                match entry.flag {
                    Flag::Exact => return Some(entry.value),
                    Flag::Alpha if entry.value <= alpha => return Some(alpha),
                    Flag::Beta if entry.value >= beta => return Some(beta),
                    Flag::Alpha | Flag::Beta => {}
                }
            }
            best.extend(entry.best.filter(|mv| !best.contains(mv)));
        }
        None
    }

    fn record(&mut self, entry: Entry) {
        for (scheme, table) in &mut self.tables {
            let len = table.len() as u64;
            let slot = &mut table[(entry.key.0 % len) as usize];
            let replaces = |old: Entry| entry.depth >= old.depth || old.sequence != self.sequence;
            if *scheme == Scheme::Always || slot.is_none_or(replaces) {
                *slot = Some(Entry { sequence: self.sequence, ..entry });
                if !self.in_all {
                    return;
                }
            }
        }
    }

    fn alpha_beta(&mut self, game: &mut Endless, depth: u8, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let key = game.key[0];
        let mut remembered = Vec::new();
        if let Some(value) = self.probe(game, depth, (alpha, beta), &mut remembered) {
            return value;
        }
        if depth == 0 {
            let value = game.evaluate();
            self.record(Entry { key, depth, flag: Flag::Exact, value, best: None, sequence: 0 });
            return value;
        }
        let (mut flag, mut best) = (Flag::Alpha, None);
        let others = (0..3).filter(|mv| !remembered.contains(mv));
        for mv in remembered.iter().copied().chain(others) {
            game.play(mv);
            let value = -self.alpha_beta(game, depth - 1, -beta, -alpha);
            game.undo(mv, ());
            if value >= beta {
                self.record(Entry { key, depth, flag: Flag::Beta, value: beta, best: Some(mv), sequence: 0 });
                return beta;
            }
            if value > alpha {
                (flag, alpha, best) = (Flag::Exact, value, Some(mv));
            }
        }
        self.record(Entry { key, depth, flag, value: alpha, best, sequence: 0 });
        alpha
    }
}

/// Compares searches of one game after another, which share a table, and returns the nodes of ours and those of the
/// search without the option. `stamp_every` searches, the table is stamped.
fn compare(scheme: &str, seed: u64, size: u64, stamp_every: usize) -> [u64; 2] {
    let options = CoreOptions::find("moreland").unwrap();
    let mut theirs = Moreland::new(scheme, size);
    let table =
        || TranspositionTable::<BestMove<u16>>::new(tt::Size::Positions(size), scheme.parse().unwrap()).unwrap();
    let (mut ours, mut plain_table) = (table(), table());
    let (mut compared, mut plain) = (0, 0);
    // One table for all iterations, and for windows that fail.
    let searches = (1..=7).flat_map(|depth| [(-100, 100), (20, 30), (-5, -4)].map(|window| (depth, window)));
    for (number, (depth, (alpha, beta))) in searches.enumerate() {
        if number > 0 && number % stamp_every == 0 {
            ours.stamp();
            plain_table.stamp();
            theirs.sequence += 1;
        }
        // With stamps, the depths fall, too: "ancient" deep records are in the way.
        let depth = if stamp_every < 21 && number % 2 == 1 { 8 - depth } else { depth };
        let mut game = Endless::new(seed);
        let before = theirs.nodes;
        let value = theirs.alpha_beta(&mut game, depth, alpha, beta);
        let mut search = Search::new(&mut game, &mut ours).with_options(options).as_printed();
        let outcome = search.run_within(depth, alpha, beta);
        compared += outcome.nodes;
        let what = format!("{scheme}, {seed}, {size}, {stamp_every}, {depth}");
        assert_eq!((outcome.score, outcome.nodes), (value, theirs.nodes - before), "{what}");
        let mut game = Endless::new(seed);
        plain += Search::new(&mut game, &mut plain_table).as_printed().run_within(depth, alpha, beta).nodes;
    }
    [compared, plain]
}

#[test]
fn nodes_and_values_are_those_of_the_page() {
    for scheme in ["moreland-always", "moreland", "thompson", "thompson-one"] {
        let sizes = || [16, 64, 1024];
        let all = (0..30).flat_map(|seed| sizes().map(|size| compare(scheme, seed, size, usize::MAX)));
        let [compared, plain] = all.fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
        assert_ne!(compared, plain, "the option changes the search");
    }
}

/// "You take the key for the position, modulo it by the number of elements in your table": of such a number, the low
/// bits of the key are not the remainder.
#[test]
fn sizes_that_are_no_powers_of_two_are_those_of_the_page() {
    for scheme in ["moreland-always", "moreland"] {
        for (seed, size) in (0..20).flat_map(|seed| [13, 100, 999].map(|size| (seed, size))) {
            compare(scheme, seed, size, usize::MAX);
        }
    }
}

/// "The solution to this is either to clear the table each time you move, or add a sequence field."
#[test]
fn ancient_records_are_replaced_as_on_the_page() {
    let differing = [("moreland-always", false), ("moreland", true), ("thompson", true), ("thompson-one", true)];
    for (scheme, differs) in differing {
        let run = |stamp_every| -> u64 {
            let all = (0..20).flat_map(|seed| [16, 128, 256].map(|size| compare(scheme, seed, size, stamp_every)));
            all.map(|[compared, _]| compared).sum()
        };
        // The same searches, with a stamp after each one, after some, and after the first of the last ones only.
        let [each, some, one] = [1, 4, 20].map(run);
        assert_eq!(differs, each != some && some != one, "{scheme}: {each}, {some}, {one}");
    }
}
