//! Kayles: rows of pins, a player takes one pin or two neighbours, and who takes the last pin wins.

use search::{Expansion, Game, Moves, Score, Search, Whole};
use tt::{Key, Scheme, TableError, TranspositionTable};
use zobrist::Numbers;

struct Kayles {
    pins: u32,
    key: [Key; 1],
    numbers: Numbers,
}

impl Kayles {
    fn new(pins: u32) -> Self {
        let numbers = Numbers::generate(zobrist::DEFAULT_SEED, pins as usize);
        Self { pins: (1 << pins) - 1, key: [Key::default()], numbers }
    }

    /// Takes or puts back a set of pins.
    fn toggle(&mut self, pins: u32) {
        self.pins ^= pins;
        for pin in (0..self.numbers.len()).filter(|pin| pins >> pin & 1 == 1) {
            self.key[0] ^= self.numbers[pin];
        }
    }
}

impl Game for Kayles {
    type Move = u32;
    type Undo = ();

    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    fn keys(&self) -> &[Key] {
        &self.key
    }

    fn whole(&self, _: usize) -> Whole {
        self.pins.to_le_bytes().into()
    }

    fn play(&mut self, pins: u32) {
        self.toggle(pins);
    }

    fn undo(&mut self, pins: u32, (): ()) {
        self.toggle(pins);
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u32>) -> Expansion {
        for taken in [0b11, 0b1] {
            for shift in 0..self.numbers.len() {
                let pins = taken << shift;
                if self.pins & pins == pins {
                    moves.push(pins, 0);
                }
            }
        }
        if moves.is_empty() { Expansion::Over(Self::LOWEST) } else { Expansion::Children }
    }

    fn evaluate(&self) -> Score {
        0
    }
}

fn main() -> Result<(), TableError> {
    for pins in 1..=16 {
        let mut table = TranspositionTable::<_, ()>::new("64K".parse()?, Scheme::TwoBig1)?;
        let outcome = Search::new(&mut Kayles::new(pins), &mut table).run(pins as u8 + 1);
        println!(
            "{pins:2} pins: the first player {}, {} nodes",
            ["loses", "wins"][usize::from(outcome.score > 0)],
            outcome.nodes
        );
        assert_eq!(outcome.score, 1, "taking the middle and mirroring wins");
    }
    Ok(())
}
