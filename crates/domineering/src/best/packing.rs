//! A proof that a player wins, without search: regions in which the player is certain to place enough dominoes.
//!
//! The player is called the *packer* here and sees the board so that its dominoes are upright. In this view, a *run* is
//! a maximal sequence of adjacent empty squares in a row: all that the opponent can use. The packer picks disjoint
//! regions and places dominoes only there. The opponent's *real moves*, the sum of half the length of each run, bound
//! what the opponent can place in the end. The idea of such a proof is that of `[Bullock 2002]`; the bound is not.
//!
//! # Why it is a proof
//!
//! If the packer places `n` dominoes after which the opponent has room for at most `real - loss` dominoes in the whole
//! game, then the packer wins as the second player if `n >= real - loss`, and as the first if `n > real - loss`: a
//! player who has to move and cannot loses, and the opponent cannot have placed more dominoes than that. So a region is
//! worth the dominoes placed in it, plus the real moves that they take from the opponent.
//!
//! **Losses add up.** Let the packer cover the squares with the numbers `p1 < p2 < ...` of a run of length `n`, counted
//! from 1. They leave parts, and a part of odd length leaves a square unused. A part is odd if the numbers on both
//! sides of it have the same parity, where 0 and `n + 1` are on the outer sides. With `m` squares covered, `s` odd
//! parts now and `s0` before, the loss is `(m + s - s0) / 2`. Hence:
//!
//! 1. Covering one more square never makes the loss smaller: `m` grows by one, and `s` shrinks by at most one.
//! 2. If all numbers have the same parity, the loss is `m` if the run has even length or the numbers are even, and else
//!    `m - 1`. Call a square *dear* if covering it alone costs a real move: the loss is at least the number of dear
//!    squares. The squares of every other column have numbers of the same parity in each run.
//! 3. Covering the first two squares of a run, or the last two, costs exactly one more.
//!
//! **The regions.** No row has adjacent squares of two regions, so a domino of the opponent touches one region at most.
//! It may destroy this region. The other regions are unchanged.
//!
//! - A *safe move* covers squares without empty neighbours in their rows. It is worth 1, and cannot be destroyed.
//! - A *place* is room for one domino. It is worth 1 and, in every other column, 1 for each dear square.
//! - A *block* is two places side by side, with no empty squares on one side of it. A domino on the other side makes
//!   both squares of the first place safe. Worth 4: two dominoes, and a real move in each row by (3).
//! - A *hall* is three places side by side, with no empty squares on either side. A domino in the middle makes both
//!   others safe. Worth 5: three dominoes, and the only real move of each row.
//! - An *option* is a contested square at the end of an even number of safe squares in its column. A safe move can be
//!   placed one square further, so that it covers the option and the number of safe moves stays the same. Worth 1 if
//!   the square is dear and in a column of the places.
//! - A *pivot* is a safe square between two contested ones in its column. If the opponent covers one of these, the
//!   packer covers the pivot and the other one at once, so it is worth 1 for certain.
//!
//! The regions that can be destroyed are independent, and neither player gains by passing, so both players take the one
//! that is worth most: the packer gets every second of them, in the order of their worth.
//!
//! **Threats.** The opponent is to move. Let the packer answer a move `m` by a domino `r`, and let `real` and the
//! regions be those of the position with `r` but without `m`. If `m` does not cover a square of `r`, the packer can
//! place `r`, and all dominoes of the opponent from `m` on are placed in that position. They are at most `real - loss`.
//! The packer places `r` and then `n` dominoes, as the second player in the regions, and wins if `n + 1 >= real -
//! loss`. The packer can also answer `m` by taking a region. Then there is no `r`, the packer is the first player in
//! the regions, and wins if `n >= real - loss`.
//!
//! `m` itself touches one region at most. A region is *needed* if the packer gains too little without it. A packing
//! refutes each `m` that covers no square of `r` and of the needed regions. A pivot that `m` has touched counts as
//! destroyed, because the packer's answer is another one. The packings of several replies refute the union of their
//! moves. Squares must not be combined across packings: a move that covers a needed square of each is not refuted, even
//! if no square is needed in all of them.

use super::offer::{Offer, WORTHS};
use super::technique::Techniques;
use super::view::View;
use crate::rules::bitboard::Bitboard;

/// What the packing from the first row may lack if the packing from the last row is tried, too.
const CLOSE: u32 = 2;

/// Returns what the regions lack to prove that the packer wins, who moves `first` or second: 0 is a proof.
#[inline]
pub(super) fn lack<S: Bitboard>(view: &View<S>, empty: S, first: bool, offer: Offer, techniques: Techniques) -> u32 {
    let ground = Ground::new(view, empty, techniques);
    let needed = ground.needed(u32::from(first), offer);
    let offer = offer.regions();
    let from_first = Packing { ground: &ground, view, first, from_last: false, offer, techniques };
    let lack = needed.saturating_sub(from_first.gain(needed));
    if lack == 0 || lack > CLOSE || !techniques.contains(Techniques::BOTH_ENDS) {
        return lack;
    }
    lack.min(needed.saturating_sub(Packing { from_last: true, ..from_first }.gain(needed)))
}

/// Calls `visit` with the squares of the needed regions of each packing that refutes moves of the opponent, who is to
/// move.
///
/// The packer's reply is to take a region, or to place a domino that has already been removed from the `empty` squares
/// if there `is_reply`. A packing refutes all moves that cover neither the reply nor a square of a needed region. The
/// regions are packed from the first row only: packing them from the last row as well costs more than it saves.
pub(super) fn needed_squares<S: Bitboard>(
    view: &View<S>,
    empty: S,
    is_reply: bool,
    offer: Offer,
    techniques: Techniques,
    mut visit: impl FnMut(S),
) {
    let ground = Ground::new(view, empty, techniques);
    let needed = ground.needed(0, offer).saturating_sub(u32::from(is_reply));
    let offer = offer.regions();
    let packing = Packing { ground: &ground, view, first: !is_reply, from_last: false, offer, techniques };
    let closed = packing.closed();
    for columns in view.columns {
        if let Some(squares) = packing.regions(columns, closed).needed_squares(view, !is_reply, needed) {
            visit(squares);
        }
    }
}

/// What does not depend on the choice of the regions.
struct Ground<S> {
    /// The opponent's real moves.
    real: u32,
    safe_moves: u32,
    /// Squares with an empty neighbour in their rows.
    contested: S,
    dear: S,
    options: S,
    pivots: S,
    /// The last square, and the first, of each odd run of safe squares in a column.
    spare: [S; 2],
    /// Places, identified by their upper squares.
    places: S,
    /// Places beside which nothing is empty, on the left and on the right.
    closed: [S; 2],
}

impl<S: Bitboard> Ground<S> {
    #[inline]
    fn new(view: &View<S>, empty: S, techniques: Techniques) -> Self {
        let View { along, across, .. } = view;
        let (even_first, even_last) = (across.even_from_first(empty), across.even_from_last(empty));
        let (has_left, has_right) = (across.after(empty), across.before(empty));
        let safe = empty & !has_left & !has_right;
        let contested = empty ^ safe;
        let places = contested & along.before(contested);
        let (even_from_top, even_from_bottom) = (view.every_other(safe, false), view.every_other(safe, true));
        let (top, bottom) = (safe & !along.after(safe), safe & !along.before(safe));
        let only_with = |technique: Techniques, set: S| if techniques.contains(technique) { set } else { S::NONE };
        let options = along.before(top & !even_from_bottom) | along.after(bottom & !even_from_top);
        let pivots = top & bottom & along.after(contested) & along.before(contested);
        let may_block = only_with(Techniques::BLOCKS, places);
        Self {
            real: (empty & !even_first).count(),
            safe_moves: (safe & !even_from_top).count(),
            contested,
            dear: empty & !(even_first & even_last),
            options: only_with(Techniques::OPTIONS, options & contested),
            pivots: only_with(Techniques::PIVOTS, pivots),
            spare: [bottom & even_from_top, top & even_from_bottom],
            places,
            closed: [has_left, has_right]
                .map(|has_neighbour| may_block & !(has_neighbour | along.before(has_neighbour))),
        }
    }
}

impl<S> Ground<S> {
    /// Returns what the regions must gain for a proof, which needs `more` than the opponent's real moves.
    #[inline]
    fn needed(&self, more: u32, offer: Offer) -> u32 {
        (self.real + more).saturating_add_signed(-offer.base()).saturating_sub(self.safe_moves)
    }
}

/// A way to pack regions: from the first row, or from the last.
#[derive(Clone, Copy)]
struct Packing<'a, S> {
    ground: &'a Ground<S>,
    view: &'a View<S>,
    first: bool,
    from_last: bool,
    /// The regions that the components that have been taken off the board offer.
    offer: Offer,
    techniques: Techniques,
}

/// Blocks and halls, identified by the upper squares of their closed places; halls by the left one.
#[derive(Clone, Copy)]
struct Closed<S> {
    halls: S,
    /// Blocks with nothing empty on their left.
    left: S,
    /// Blocks with nothing empty on their right.
    right: S,
    /// The squares left for other regions.
    open: S,
}

/// The regions that can be destroyed, and the pivots.
struct Regions<S> {
    closed: Closed<S>,
    /// Places that are worth 3, 2 and 1, identified by their upper squares.
    places: [S; 3],
    options: S,
    pivots: S,
    offer: Offer,
}

impl<S: Bitboard> Packing<'_, S> {
    /// Returns what the packer is certain to gain, or part of it if that is as much as is needed.
    #[inline]
    fn gain(self, needed: u32) -> u32 {
        let closed = self.closed();
        let [even, odd] = self.view.columns;
        let gain = self.regions(even, closed).gain(self.first);
        if gain >= needed { gain } else { gain.max(self.regions(odd, closed).gain(self.first)) }
    }

    /// Packs blocks and halls.
    #[inline]
    fn closed(self) -> Closed<S> {
        let Self { ground, view, from_last, .. } = self;
        let View { along, across, .. } = view;
        let [closed_left, closed_right] = ground.closed;
        let blocks = view.every_other(closed_left & across.before(ground.places), from_last);
        let halls = blocks & across.before(across.before(closed_right));
        let upper = blocks | across.after(blocks) | across.after(across.after(halls));
        let near = view.widened(upper | along.after(upper));
        let apart = ground.places & !near & !along.before(near);
        let right = view.every_other(apart & closed_right & across.after(apart), from_last);
        let upper = right | across.before(right);
        let near = near | view.widened(upper | along.after(upper));
        let open = ground.contested & !near | ground.spare[usize::from(from_last)];
        Closed { halls, left: blocks ^ halls, right, open }
    }

    /// Adds places in `columns`, every other column, and such places in the columns between that are not beside them.
    #[inline]
    fn regions(self, columns: S, closed: Closed<S>) -> Regions<S> {
        let Self { ground, view, from_last, .. } = self;
        let (along, open) = (&view.along, closed.open);
        let pivots = self.pivots(open & columns);
        let ends = along.before(pivots) | along.after(pivots);
        let field = open & columns & !pivots & !ends;
        let places = view.places(field, from_last);
        let covered = places | along.after(places);
        let options = ground.options & ground.dear & field & !covered;

        let (mut more_pivots, mut more_places) = (S::NONE, S::NONE);
        if self.techniques.contains(Techniques::BETWEEN) {
            let rest = open & !columns & !view.widened(ends | covered | options);
            more_pivots = self.pivots(rest);
            let ends = along.before(more_pivots) | along.after(more_pivots);
            more_places = view.places(rest & !more_pivots & !ends, from_last);
        }

        let (upper, lower) = (ground.dear, along.before(ground.dear));
        Regions {
            closed,
            places: [places & upper & lower, places & (upper ^ lower), places & !(upper | lower) | more_places],
            options,
            pivots: pivots | more_pivots,
            offer: self.offer,
        }
    }

    /// Returns the pivots whose regions lie in `open` and are disjoint.
    #[inline]
    fn pivots(self, open: S) -> S {
        let along = &self.view.along;
        let pivots = self.ground.pivots & open & along.after(open) & along.before(open);
        pivots & !along.after(along.after(pivots))
    }
}

impl<S: Bitboard> Regions<S> {
    /// Returns the regions that can be destroyed, with those off the board.
    #[inline]
    fn all(&self) -> Offer {
        let Self { closed: Closed { halls, left, right, .. }, places: [three, two, one], .. } = *self;
        let blocks = left.count() + right.count();
        let ones = one.count() + self.options.count();
        self.offer + Offer::of_regions([halls.count(), blocks, three.count(), two.count(), ones])
    }

    /// Returns what the packer is certain to gain, who takes a region first or second.
    #[inline]
    fn gain(&self, first: bool) -> u32 {
        self.pivots.count() + self.all().gain(first) as u32
    }

    /// Returns the squares of the regions without one of which the packer gains less than is needed, or `None` if even
    /// all regions gain less.
    #[inline]
    fn needed_squares(&self, view: &View<S>, first: bool, needed: u32) -> Option<S> {
        let (all, pivots) = (self.all(), self.pivots.count());
        let gain = pivots + all.gain(first) as u32;
        if gain < needed {
            return None;
        }
        let View { along, across, .. } = view;
        let Closed { halls, left, right, .. } = self.closed;
        let halls = halls | across.after(halls | across.after(halls));
        let blocks = left | across.after(left) | right | across.before(right);
        let [three, two, one] = self.places;
        let numbers = all.numbers();
        let mut squares = S::NONE;
        for (place, upper) in [halls, blocks, three, two, one].into_iter().enumerate() {
            if numbers[place] > 0 && pivots + (all.without_region(place).gain(first) as u32) < needed {
                squares |= upper | along.after(upper);
                if place == WORTHS.len() - 1 {
                    squares |= self.options;
                }
            }
        }
        if gain == needed {
            squares |= along.before(self.pivots) | along.after(self.pivots);
        }
        Some(squares)
    }
}
