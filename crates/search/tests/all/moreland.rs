//! Compares the option `moreland` with the functions of Moreland's page, written down as they are printed there.

use search::{BestMove, Expansion, Game, Moves, Score, Search, SearchOptions};
use tt::{Key, Scheme, TranspositionTable};

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
}

/// The program of the page. `by_depth` is the scheme "replace if same depth or deeper".
struct Moreland {
    table: Vec<Option<Entry>>,
    by_depth: bool,
    nodes: u64,
}

impl Moreland {
    fn slot(&mut self, key: Key) -> &mut Option<Entry> {
        let size = self.table.len() as u64;
        &mut self.table[(key.0 % size) as usize]
    }

    fn probe(&mut self, key: Key, depth: u8, (alpha, beta): (Score, Score), best: &mut Option<u16>) -> Option<Score> {
        let entry = self.slot(key).filter(|entry| entry.key == key)?;
        if entry.depth >= depth {
            match entry.flag {
                Flag::Exact => return Some(entry.value),
                Flag::Alpha if entry.value <= alpha => return Some(alpha),
                Flag::Beta if entry.value >= beta => return Some(beta),
                Flag::Alpha | Flag::Beta => {}
            }
        }
        *best = entry.best;
        None
    }

    fn record(&mut self, entry: Entry) {
        let by_depth = self.by_depth;
        let slot = self.slot(entry.key);
        if !by_depth || slot.is_none_or(|old| entry.depth >= old.depth) {
            *slot = Some(entry);
        }
    }

    fn alpha_beta(&mut self, game: &mut Endless, depth: u8, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let key = game.key[0];
        let mut remembered = None;
        let known = self.probe(key, depth, (alpha, beta), &mut remembered);
        // Our search needs a best move at the root.
        let is_root = game.counters == [0; 3];
        let has_move = self.slot(key).is_some_and(|entry| entry.best.is_some());
        if let Some(value) = known.filter(|_| !is_root || has_move) {
            return value;
        }
        if depth == 0 {
            let value = game.evaluate();
            self.record(Entry { key, depth, flag: Flag::Exact, value, best: None });
            return value;
        }
        let (mut flag, mut best) = (Flag::Alpha, None);
        let others = (0..3).filter(|&mv| Some(mv) != remembered);
        for mv in remembered.into_iter().chain(others) {
            game.play(mv);
            let value = -self.alpha_beta(game, depth - 1, -beta, -alpha);
            game.undo(mv, ());
            if value >= beta {
                self.record(Entry { key, depth, flag: Flag::Beta, value: beta, best: Some(mv) });
                return beta;
            }
            if value > alpha {
                (flag, alpha, best) = (Flag::Exact, value, Some(mv));
            }
        }
        self.record(Entry { key, depth, flag, value: alpha, best });
        alpha
    }
}

#[test]
fn nodes_and_values_are_those_of_the_page() {
    let options = SearchOptions::find("moreland").unwrap();
    let (mut compared, mut plain) = (0, 0);
    for (scheme, by_depth) in [("moreland-always", false), ("moreland", true)] {
        for (seed, size) in (0..30).flat_map(|seed| [16_u64, 64, 1024].map(|size| (seed, size))) {
            let scheme: Scheme = scheme.parse().unwrap();
            let table = || TranspositionTable::<BestMove<u16>>::new(tt::Size::Positions(size), scheme).unwrap();
            let (mut ours, mut plain_table) = (table(), table());
            let mut theirs = Moreland { table: vec![None; size as usize], by_depth, nodes: 0 };
            // One table for all iterations, and for windows that fail.
            for (depth, (alpha, beta)) in
                (1..=7).flat_map(|depth| [(-100, 100), (20, 30), (-5, -4)].map(|window| (depth, window)))
            {
                let mut game = Endless::new(seed);
                let before = theirs.nodes;
                let value = theirs.alpha_beta(&mut game, depth, alpha, beta);
                let mut search = Search::new(&mut game, &mut ours).with_options(options).as_printed();
                let outcome = search.run_within(depth, alpha, beta);
                compared += outcome.nodes;
                assert_eq!(
                    (outcome.score, outcome.nodes),
                    (value, theirs.nodes - before),
                    "{scheme}, {seed}, {size}, {depth}"
                );
                let mut game = Endless::new(seed);
                plain += Search::new(&mut game, &mut plain_table).as_printed().run_within(depth, alpha, beta).nodes;
            }
        }
    }
    assert_ne!(compared, plain, "the option changes the search");
}
