//! An artificial game for tests.

use search::{Expansion, Game, Moves, Score, Whole, conformance};
use tt::Key;

/// An artificial game with many transpositions: a move increments one of four counters.
///
/// The value of a position, and whether it is decided, is derived from a hash of its counters and a seed. Reversing the
/// order of the counters does not change the value, so a position has one reflection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counters {
    pub(crate) counters: [u8; 4],
    pub(crate) keys: [Key; 2],
    seed: u64,
}

impl Counters {
    pub(crate) fn new(seed: u64) -> Self {
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

    /// Returns a pseudo-random number that is the same for a position and its reflection.
    pub(crate) fn draw(&self, range: u64) -> u64 {
        let both = self.keys[0].0.wrapping_add(self.keys[1].0);
        (both >> 17) % range
    }

    pub(crate) fn over(&self) -> bool {
        self.counters.contains(&4)
    }
}

impl Game for Counters {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        Some(if reflection == 0 { self.counters.into() } else { Self::backwards(self.counters).into() })
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

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        // The search must ignore moves that were listed before.
        if self.over() {
            moves.push(4, 0);
            return Expansion::Over(self.evaluate());
        }
        if self.counters != [0; 4] && self.draw(13) == 0 {
            moves.push(4, 9);
            return Expansion::Decided { score: self.evaluate(), by: 0 };
        }
        // Any order is allowed, so use a bad one.
        (0..4).for_each(|counter| moves.push(counter, i32::from(counter ^ self.counters[0] & 3)));
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        // A small range of values leads to ties, a large one to bounds of all kinds.
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

/// Returns the value by exhaustive search.
pub(crate) fn negamax(game: &mut Counters, depth: u8) -> Score {
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Moves::new();
    match game.expand(0, &mut moves) {
        Expansion::Over(value) | Expansion::Decided { score: value, .. } => value,
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
