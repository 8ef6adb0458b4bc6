//! Checks that the conformance test detects games that violate the contract.

use search::conformance::{Subject, check};
use search::{Expansion, Game, Moves, Score, Whole};
use tt::Key;

/// A violation of the contract.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    None,
    /// Keys are small numbers, which a table cannot distinguish.
    SmallKeys,
    /// Two positions share a key.
    SharedKeys,
    /// Keys differ only in the high bits, so they all select the same few buckets.
    NoLowBits,
    /// The evaluation is outside the range of the game.
    Evaluation,
    /// The value of a finished game is outside the range of the game.
    Over,
    /// A position is decided by an illegal move.
    DecidedBy,
    /// A value changes when it is converted to a table score and back.
    TableScore,
}

/// A move takes one or two from one of two heaps. The player who takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heaps<const FLAW: usize> {
    heaps: [u8; 2],
    key: [Key; 1],
}

const FLAWS: [Flaw; 8] = [
    Flaw::None,
    Flaw::SmallKeys,
    Flaw::SharedKeys,
    Flaw::NoLowBits,
    Flaw::Evaluation,
    Flaw::Over,
    Flaw::DecidedBy,
    Flaw::TableScore,
];

impl<const FLAW: usize> Heaps<FLAW> {
    const FLAW: Flaw = FLAWS[FLAW];

    pub(crate) fn of(heaps: [u8; 2]) -> Self {
        let code = u64::from(heaps[0]) << 8 | u64::from(heaps[1]);
        let key = match Self::FLAW {
            Flaw::SmallKeys => Key(code),
            Flaw::SharedKeys => Key::mixed(code & !1),
            Flaw::NoLowBits => Key(Key::mixed(code).0 & !0xffff),
            _ => Key::mixed(code),
        };
        Self { heaps, key: [key] }
    }
}

impl<const FLAW: usize> Game for Heaps<FLAW> {
    type Move = (u8, u8);
    type Undo = ();

    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    fn keys(&self) -> &[Key] {
        &self.key
    }

    fn whole(&self, _: usize) -> Option<Whole> {
        Some(self.heaps.into())
    }

    fn play(&mut self, (heap, take): (u8, u8)) {
        self.heaps[usize::from(heap)] -= take;
        *self = Self::of(self.heaps);
    }

    fn undo(&mut self, (heap, take): (u8, u8), (): ()) {
        self.heaps[usize::from(heap)] += take;
        *self = Self::of(self.heaps);
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<(u8, u8)>) -> Expansion<(u8, u8)> {
        match (Self::FLAW, self.heaps) {
            (Flaw::Over, [0, 0]) => return Expansion::Over(-2),
            (Flaw::DecidedBy, [1, 0]) => return Expansion::Decided { score: 1, by: (1, 1) },
            _ => {}
        }
        self.legal_moves().into_iter().for_each(|mv| moves.push(mv, 0));
        if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
    }

    fn evaluate(&self) -> Score {
        if Self::FLAW == Flaw::Evaluation { 26 } else { 0 }
    }

    fn score_to_table(score: Score, ply: u32) -> Score {
        if Self::FLAW == Flaw::TableScore { score + ply as Score } else { score }
    }
}

impl<const FLAW: usize> Subject for Heaps<FLAW> {
    fn legal_moves(&self) -> Vec<(u8, u8)> {
        (0..2).flat_map(|heap| (1..=self.heaps[usize::from(heap)].min(2)).map(move |take| (heap, take))).collect()
    }

    fn rebuilt(&self) -> Self {
        Self::of(self.heaps)
    }

    fn reflected(&self, _: usize) -> Self {
        self.clone()
    }
}

/// Returns the message with which the check fails.
fn failure<const FLAW: usize>() -> Option<String> {
    let check = || check(&Heaps::<FLAW>::of([30, 20]), 20, 1);
    let panic = std::panic::catch_unwind(check).err()?;
    Some(*panic.downcast::<String>().expect("a formatted message"))
}

#[test]
fn every_flaw_is_found_and_named() {
    assert_eq!(failure::<0>(), None);
    for (found, expected) in [
        (failure::<1>(), "agree in their 48 high bits"),
        (failure::<2>(), "another position has the key"),
        (failure::<3>(), "different values of their 16 low bits"),
        (failure::<4>(), "value 26 is not between -1 and 1"),
        (failure::<5>(), "value -2 is not between -1 and 1"),
        (failure::<6>(), "the deciding move (1, 1) is not legal"),
        (failure::<7>(), "does not restore the value"),
    ] {
        assert!(found.as_ref().is_some_and(|found| found.contains(expected)), "{expected}: {found:?}");
    }
}
