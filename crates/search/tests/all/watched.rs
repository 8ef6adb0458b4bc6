//! A wrapper for the artificial game.

use search::{Expansion, Game, Leaf, Moves, Score};
use tt::Key;

use crate::counters::Counters;

/// The artificial game, which counts the nodes that are not stored, and notes what it learns about the moves of the
/// root.
pub(crate) struct Watched {
    game: Counters,
    pub(crate) leaves: u64,
    pub(crate) over: u64,
    pub(crate) noted: Vec<(u8, Score, u64)>,
}

impl Watched {
    pub(crate) fn new(seed: u64) -> Self {
        Self { game: Counters::new(seed), leaves: 0, over: 0, noted: Vec::new() }
    }
}

impl Game for Watched {
    type Move = u8;
    type Undo = ();

    const KEEPS_LINES: bool = true;

    fn keys(&self) -> &[Key] {
        self.game.keys()
    }

    fn play(&mut self, counter: u8) {
        self.game.play(counter);
    }

    fn undo(&mut self, counter: u8, (): ()) {
        self.game.undo(counter, ());
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        let expansion = self.game.expand(ply, moves);
        self.over += u64::from(matches!(expansion, Expansion::Over(_)));
        expansion
    }

    fn expand_leaf(&mut self, _: u32, _: Score, _: (Score, Score), _: &mut Moves<u8>) -> Leaf {
        self.leaves += 1;
        Leaf::Quiet
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }

    fn learn_root(&mut self, counter: u8, value: Score, nodes: u64) {
        assert_eq!(self.game.counters, [0; 4], "the position is the root");
        self.noted.push((counter, value, nodes));
    }
}
