//! The effects of all moves on the real and safe moves of both players, computed bit-parallel.
//!
//! The ordering value and the forward cut-offs of DOMI need four decrements for each move (`[Breuker 1998, 2.5.2]`).
//! The decrements depend on the parities of the runs next to the domino, so they can be computed for all squares of the
//! board in parallel. A bitboard stores the value of one predicate for each move, and a move is identified by its upper
//! or left square. A sum of predicates is stored as a binary number with one bitboard per digit.
//!
//! DOMI updates these numbers incrementally. Here, all moves of a position get theirs at once: the state kept from move
//! to move is the set of empty squares and four keys, so playing and undoing a move takes a handful of instructions,
//! and no counter can become inconsistent. A property test compares each number with a slow count.

use crate::rules::bitboard::{Bitboard, Lanes};

/// The number of dominoes that a player can still place.
///
/// ```
/// use domineering::{Counts, Player, Position};
///
/// let position = Position::<u64>::new("3x3".parse()?, Player::Vertical, zobrist::DEFAULT_SEED);
/// assert_eq!(position.counts(Player::Vertical), Counts { real: 3, safe: 0 });
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// *Real moves*: the maximum number of dominoes that the player can place if the opponent places none.
    pub real: u32,
    /// *Safe moves*: the maximum number of dominoes that the player can place, whatever the opponent does.
    pub safe: u32,
}

/// The real and safe moves of both players, and how much each move changes them.
pub(crate) struct Outlook<S> {
    /// The legal moves, each identified by its first square.
    pub(crate) moves: S,
    /// Those of them whose squares the opponent cannot cover.
    pub(crate) safe_moves: S,
    pub(crate) own: Counts,
    pub(crate) opponent: Counts,
    /// The decrement of the opponent's real moves minus the decrement of the player's own safe moves, plus 2.
    gain: [S; 4],
    /// The decrement of the opponent's safe moves minus the decrement of the player's own real moves, plus 4.
    price: [S; 2],
}

/// The minimum values of the two differences, which are subtracted so that the stored numbers are not negative.
const LEAST_GAIN: i32 = -2;
const LEAST_PRICE: i32 = -4;

impl<S: Bitboard> Outlook<S> {
    /// Computes the outlook on the `empty` squares for the player whose dominoes lie along the lanes `along`.
    #[inline]
    pub(crate) fn new(empty: S, along: &Lanes<S>, across: &Lanes<S>) -> Self {
        let has_before = along.after(empty);
        let has_after = along.before(empty);
        let has_above = across.after(empty);
        let has_below = across.before(empty);
        let moves = empty & has_after;

        // Own real moves: a domino in a run costs one, or two if the run is even and both remaining parts are odd.
        let even_first = along.even_from_first(empty);
        let even_last = along.even_from_last(empty);
        let own_real = (empty & !even_first).count();
        let own_real_2 = !even_first & even_last;

        // The opponent's real moves: a square costs one, unless its run is odd and both remaining parts are even.
        let even_first = across.even_from_first(empty);
        let even_last = across.even_from_last(empty);
        let opponent_real = (empty & !even_first).count();
        let hurts = empty & !(even_first & even_last);
        let (hurts_1, hurts_2) = (hurts, along.before(hurts));

        // Own safe moves are counted in runs of squares that have no empty neighbour across.
        let safe = empty & !has_above & !has_below;
        let even_first = along.even_from_first(safe);
        let even_last = along.even_from_last(safe);
        let own_safe = (safe & !even_first).count();
        let (safe_1, safe_2) = (safe, along.before(safe));
        let odd_1 = safe & !even_first;
        let odd_2 = along.before(safe & !even_last);
        let loses_1 = safe_1 & safe_2 | odd_1 | odd_2;
        let loses_2 = odd_1 & safe_2 & even_last;

        // The squares on both sides of the domino become safe if it covers their only empty neighbour across. One or
        // two new safe squares extend the adjacent runs; an odd run then holds one more domino.
        let odd_run_before = along.after(even_first);
        let odd_run_after = along.before(even_last);
        let freed = empty & has_above & !has_below;
        let below = [freed, freed & odd_run_before, freed & odd_run_after].map(|set| across.before(set));
        let freed = empty & has_below & !has_above;
        let above = [freed, freed & odd_run_before, freed & odd_run_after].map(|set| across.after(set));
        let gains = [below, above].map(|[freed, before, after]| {
            let after = along.before(after);
            (freed & along.before(freed) | before | after, before & after)
        });

        // The opponent's safe moves: the neighbours at both ends of the domino can become safe in the same way.
        let safe = empty & !has_before & !has_after;
        let even_first = across.even_from_first(safe);
        let even_last = across.even_from_last(safe);
        let opponent_safe = (safe & !even_first).count();
        let odd_run = across.after(even_first) | across.before(even_last);
        let saves_1 = along.after(empty & has_after & !has_before & odd_run);
        let saves_2 = along.before(along.before(empty & has_before & !has_after & odd_run));

        Self {
            moves,
            safe_moves: safe_1 & safe_2,
            own: Counts { real: own_real, safe: own_safe },
            opponent: Counts { real: opponent_real, safe: opponent_safe },
            gain: sum_8([hurts_1, hurts_2, !loses_1, !loses_2, gains[0].0, gains[0].1, gains[1].0, gains[1].1]),
            price: full_add(!own_real_2, !saves_1, !saves_2).into(),
        }
    }

    /// Returns the moves after which the player has at least as many safe moves as the opponent has real moves.
    #[inline]
    pub(crate) fn winning(&self) -> S {
        self.winning_with(0)
    }

    /// Returns the moves after which the player, who has `more` safe moves elsewhere, has at least as many as the
    /// opponent has real moves.
    #[inline]
    pub(crate) fn winning_with(&self, more: i32) -> S {
        self.moves & at_least(self.gain, self.opponent.real as i32 - self.own.safe as i32 - more - LEAST_GAIN)
    }

    /// Returns the moves after which the opponent has more safe moves than the player has real moves.
    #[inline]
    pub(crate) fn losing(&self) -> S {
        self.losing_with(0)
    }

    /// Returns the moves after which the opponent, who has `more` safe moves elsewhere, has more than the player has
    /// real moves.
    #[inline]
    pub(crate) fn losing_with(&self, more: i32) -> S {
        self.moves & !at_least(self.price, self.opponent.safe as i32 + more - self.own.real as i32 - LEAST_PRICE)
    }

    /// Calls `visit` for each of `moves` by descending rank, and for moves of equal rank in the order of their squares.
    ///
    /// A rank is the ordering value minus its minimum, a number from 0 to 11.
    #[inline]
    pub(crate) fn by_rank(&self, moves: S, mut visit: impl FnMut(u32, i16)) {
        let [gain_1, gain_2, gain_4, gain_8] = self.gain;
        let [price_1, price_2] = self.price;
        let (rank_1, carry) = (gain_1 ^ price_1, gain_1 & price_1);
        let (rank_2, carry) = full_add(gain_2, price_2, carry);
        let (rank_4, carry) = (gain_4 ^ carry, gain_4 & carry);
        let rank_8 = gain_8 | carry;

        let select = |bit: i16, rank: i16, set: S| if rank & bit != 0 { set } else { !set };
        for base in [8, 4, 0] {
            let group = moves & select(8, base, rank_8) & select(4, base, rank_4);
            if group == S::NONE {
                continue;
            }
            for rank in (base..base + 4).rev() {
                let mut equal = group & select(2, rank, rank_2) & select(1, rank, rank_1);
                while equal != S::NONE {
                    visit(equal.lowest(), rank);
                    equal = equal.without_lowest();
                }
            }
        }
    }
}

/// Returns the sum and carry of three bits at every square.
#[inline]
fn full_add<S: Bitboard>(a: S, b: S, c: S) -> (S, S) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// Returns the number of true predicates at every square, lowest bit first.
#[inline]
fn sum_8<S: Bitboard>(predicates: [S; 8]) -> [S; 4] {
    let [a, b, c, d, e, f, g, h] = predicates;
    let (sum_1, carry_1) = full_add(a, b, c);
    let (sum_2, carry_2) = full_add(d, e, f);
    let (sum_3, carry_3) = (g ^ h, g & h);
    let (bit_1, carry_4) = full_add(sum_1, sum_2, sum_3);
    let (twos, fours) = full_add(carry_1, carry_2, carry_3);
    let (bit_2, carry_5) = (twos ^ carry_4, twos & carry_4);
    [bit_1, bit_2, fours ^ carry_5, fours & carry_5]
}

/// Returns the squares whose number is at least `threshold`.
#[inline]
fn at_least<S: Bitboard, const N: usize>(bits: [S; N], threshold: i32) -> S {
    if threshold <= 0 {
        !S::NONE
    } else if threshold >= 1 << N {
        S::NONE
    } else {
        // Starting at the lowest bit: whether the bits so far are at least those of the threshold.
        bits.into_iter().enumerate().fold(
            !S::NONE,
            |reached, (i, bit)| {
                if threshold >> i & 1 == 1 { bit & reached } else { bit | reached }
            },
        )
    }
}
