//! Values of combinatorial games in canonical form: what a region is worth, whatever else is on the board.
//!
//! A game is given by its options: the games to which Vertical can move, called left, and those to which Horizontal
//! can, called right. Two games are equal if exchanging one for the other never changes the winner of a sum. Equal
//! games have the same canonical form, which has neither dominated nor reversible options `[Berlekamp 2001]`.

use std::rc::Rc;

use tt::Key;

use super::map::Map;
use super::offer::{Offer, WORTHS};

/// The value of a game, as a number in [`Values`]. Equal games have the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(u32);

impl Value {
    /// The game in which no player can move.
    pub(super) const ZERO: Self = Self(0);
}

/// All values that have been met so far, and what is known about them.
pub(super) struct Values {
    forms: Vec<Form>,
    numbers: Map<[Rc<[Value]>; 2], Value>,
    /// Whether the first value is at most the second.
    order: Map<(Value, Value), bool>,
    sums: Map<(Value, Value), Value>,
    /// The integers 0, 1, 2 and so on, and 0, -1, -2 and so on.
    whole: [Vec<Value>; 2],
    /// For each player, the regions of the worths in [`WORTHS`].
    regions: [[Option<Value>; WORTHS.len()]; 2],
}

/// A canonical form.
struct Form {
    /// The options of Vertical and of Horizontal.
    options: [Rc<[Value]>; 2],
    /// Whether the value is a number.
    is_number: bool,
    /// The greatest integer that is at most the value, and the least one that is at least the value.
    integers: [i16; 2],
    /// What each player is certain of, if it has been asked for.
    offers: [Option<Offer>; 2],
    /// A hash of the form, as each player sees it. It does not depend on what other values have been met.
    hash: [u64; 2],
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// How many dominoes less than the greatest possible base an offer may begin with.
const GIVEN_UP: i16 = 2;

/// Less than every bound of a game, or, negated, more.
const FAR: i16 = i16::MAX;

impl Values {
    pub(super) fn new() -> Self {
        let mut values = Self {
            forms: Vec::new(),
            numbers: Map::default(),
            order: Map::default(),
            sums: Map::default(),
            whole: [vec![Value::ZERO], vec![Value::ZERO]],
            regions: Default::default(),
        };
        values.intern([Vec::new(), Vec::new()]);
        values
    }

    /// Returns the options of a player.
    #[inline]
    pub(super) fn options(&self, value: Value, player: usize) -> &[Value] {
        &self.forms[value.0 as usize].options[player]
    }

    /// Returns a hash of the value as `player` sees it, who is Vertical in this view.
    #[inline]
    pub(super) fn hash(&self, value: Value, player: usize) -> u64 {
        self.forms[value.0 as usize].hash[player]
    }

    /// Returns the greatest integer that is at most the value, and the least one that is at least the value.
    #[inline]
    pub(super) fn integers(&self, value: Value) -> [i16; 2] {
        self.forms[value.0 as usize].integers
    }

    /// Returns how many more dominoes than the opponent `player` is certain to place: the greatest integer that the
    /// value is at least.
    #[inline]
    pub(super) fn certain(&self, value: Value, player: usize) -> i32 {
        let [low, high] = self.integers(value);
        i32::from(if player == LEFT { low } else { -high })
    }

    /// Returns whether the value is an integer.
    #[inline]
    pub(super) fn is_integer(&self, value: Value) -> bool {
        let [low, high] = self.integers(value);
        low == high
    }

    /// Returns whether `player`, who is to move, wins the game.
    #[inline]
    pub(super) fn is_win(&self, value: Value, player: usize) -> bool {
        let [low, high] = self.integers(value);
        if player == LEFT { high > 0 } else { low < 0 }
    }

    /// Returns whether `a` is at most `b`: whether Vertical does at least as well with `b` in every sum.
    pub(super) fn is_at_most(&mut self, a: Value, b: Value) -> bool {
        let ([low_a, high_a], [low_b, high_b]) = (self.integers(a), self.integers(b));
        if a == b || high_a <= low_b {
            return true;
        }
        if low_a > high_b || low_a > low_b || high_a > high_b {
            return false;
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return known;
        }
        let is_at_most = !self.any_option(a, LEFT, |values, left| values.is_at_most(b, left))
            && !self.any_option(b, RIGHT, |values, right| values.is_at_most(right, a));
        self.order.insert((a, b), is_at_most);
        is_at_most
    }

    fn any_option(&mut self, value: Value, player: usize, mut test: impl FnMut(&mut Self, Value) -> bool) -> bool {
        (0..self.options(value, player).len()).any(|i| {
            let option = self.options(value, player)[i];
            test(self, option)
        })
    }

    /// Returns the sum of two games.
    pub(super) fn sum(&mut self, a: Value, b: Value) -> Value {
        if a == Value::ZERO || b == Value::ZERO {
            return if a == Value::ZERO { b } else { a };
        }
        let key = if a < b { (a, b) } else { (b, a) };
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        // A number can be added to the options of a game that is not a number.
        let [is_a, is_b] = [a, b].map(|value| self.forms[value.0 as usize].is_number);
        let mut options = [Vec::new(), Vec::new()];
        for (from, to, is_number) in [(a, b, is_a && !is_b), (b, a, is_b && !is_a)] {
            if is_number {
                continue;
            }
            for player in [LEFT, RIGHT] {
                for i in 0..self.options(from, player).len() {
                    let option = self.options(from, player)[i];
                    options[player].push(self.sum(option, to));
                }
            }
        }
        let sum = self.value(options);
        self.sums.insert(key, sum);
        sum
    }

    /// Returns the value of the game with these options.
    pub(super) fn value(&mut self, mut options: [Vec<Value>; 2]) -> Value {
        loop {
            self.drop_dominated(&mut options);
            let mut reversed = false;
            for player in [LEFT, RIGHT] {
                let mut i = 0;
                while i < options[player].len() {
                    let option = options[player][i];
                    let mut reply = None;
                    self.any_option(option, 1 - player, |values, option| {
                        let is_no_better = values.is_no_better(option, &options, player);
                        reply = is_no_better.then_some(option);
                        is_no_better
                    });
                    if let Some(reply) = reply {
                        options[player].swap_remove(i);
                        let more = self.options(reply, player).to_vec();
                        options[player].extend(more);
                        reversed = true;
                    } else {
                        i += 1;
                    }
                }
            }
            if !reversed {
                return self.intern(options);
            }
        }
    }

    /// Keeps one of each set of equal options, and drops those that are worse for their player than another one.
    fn drop_dominated(&mut self, options: &mut [Vec<Value>; 2]) {
        for player in [LEFT, RIGHT] {
            options[player].sort_unstable();
            options[player].dedup();
            let all = options[player].clone();
            options[player].retain(|&option| {
                !all.iter().any(|&other| {
                    other != option
                        && if player == LEFT { self.is_at_most(option, other) } else { self.is_at_most(other, option) }
                })
            });
        }
    }

    /// Returns whether `value` is no better for `player` than the game with these options.
    fn is_no_better(&mut self, value: Value, options: &[Vec<Value>; 2], player: usize) -> bool {
        let other = 1 - player;
        !self.any_option(value, player, |values, option| values.is_no_worse(option, options, player))
            && !options[other].iter().any(|&option| self.is_at_least_for(value, option, player))
    }

    /// Returns whether `value` is no worse for `player` than the game with these options.
    fn is_no_worse(&mut self, value: Value, options: &[Vec<Value>; 2], player: usize) -> bool {
        let other = 1 - player;
        !options[player].iter().any(|&option| self.is_at_least_for(option, value, player))
            && !self.any_option(value, other, |values, option| values.is_no_better(option, options, player))
    }

    /// Returns whether `a` is at least `b`, as `player` sees it.
    fn is_at_least_for(&mut self, a: Value, b: Value, player: usize) -> bool {
        if player == LEFT { self.is_at_most(b, a) } else { self.is_at_most(a, b) }
    }

    /// Returns the value with this canonical form.
    fn intern(&mut self, mut options: [Vec<Value>; 2]) -> Value {
        for (player, options) in options.iter_mut().enumerate() {
            options.sort_unstable_by_key(|&option| self.hash(option, player));
        }
        let options = options.map(Rc::from);
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        let value = Value(self.forms.len() as u32);
        let [left, right] = &options;
        let are_numbers = left.len() <= 1
            && right.len() <= 1
            && left.iter().chain(&right[..]).all(|option| self.forms[option.0 as usize].is_number);
        let is_number = are_numbers
            && match (left.first(), right.first()) {
                (Some(&left), Some(&right)) => left != right && self.is_at_most(left, right),
                _ => true,
            };
        let form = Form {
            integers: self.integers_between(left, right),
            offers: [None; 2],
            hash: [self.hash_of(left, right, LEFT), self.hash_of(right, left, RIGHT)],
            is_number,
            options: options.clone(),
        };
        self.forms.push(form);
        self.numbers.insert(options, value);
        value
    }

    /// Returns the integers next to the game with these options.
    ///
    /// An integer `n` is at most a game if no right option is at most `n`, and if the game is not at most `n - 1`,
    /// which is an option of `n` if `n` is positive.
    fn integers_between(&self, left: &[Value], right: &[Value]) -> [i16; 2] {
        let below = left.iter().map(|&option| self.integers(option)[0]).max().unwrap_or(-FAR);
        let above = right.iter().map(|&option| self.integers(option)[1]).min().unwrap_or(FAR);
        let low = if above > 0 { (above - 1).min(below + 1).max(0) } else { above - 1 };
        let high = if below < 0 { (below + 1).max(above - 1).min(0) } else { below + 1 };
        [low, high]
    }

    fn hash_of(&self, own: &[Value], other: &[Value], player: usize) -> u64 {
        let [own, other] = [own, other].map(|options| {
            let mut hashes: Vec<u64> = options.iter().map(|&option| self.hash(option, player)).collect();
            hashes.sort_unstable();
            hashes.into_iter().fold(options.len() as u64, |hash, option| Key::mixed(hash ^ option).0)
        });
        if own == other && own == 0 { 0 } else { Key::mixed(own.rotate_left(32) ^ other ^ 0x5851_f42d_4c95_7f2d).0 }
    }

    /// Returns what a player is certain of.
    #[inline]
    pub(super) fn offer(&mut self, value: Value, player: usize) -> Offer {
        let known = self.forms[value.0 as usize].offers[player];
        known.unwrap_or_else(|| {
            let offer = self.best_offer(value, player);
            self.forms[value.0 as usize].offers[player] = Some(offer);
            offer
        })
    }

    /// Returns the offer with the greatest mean of those that begin with the greatest possible base, or a little less,
    /// and add the most valuable regions first.
    fn best_offer(&mut self, value: Value, player: usize) -> Offer {
        let [low, high] = self.integers(value);
        let (base, sign) = if player == LEFT { (low, 1) } else { (-high, -1) };
        let mut best = Offer::integer(i32::from(base));
        if low == high {
            return best;
        }
        for base in (base - GIVEN_UP..=base).rev() {
            let mut offer = Offer::integer(i32::from(base));
            let mut sum = self.integer(sign * base);
            for (place, worth) in WORTHS.into_iter().enumerate() {
                let region = self.region(place, player);
                loop {
                    let more = self.sum(sum, region);
                    if !self.is_at_least_for(value, more, player) {
                        break;
                    }
                    (sum, offer) = (more, offer.with_region(worth));
                }
            }
            if offer.doubled_mean() > best.doubled_mean() {
                best = offer;
            }
        }
        best
    }

    /// Returns the region of the worth `WORTHS[place]` that is the player's.
    fn region(&mut self, place: usize, player: usize) -> Value {
        self.regions[player][place].unwrap_or_else(|| {
            let worth = WORTHS[place] as i16;
            let region = self.switch(if player == LEFT { [worth - 1, 1] } else { [-1, 1 - worth] });
            self.regions[player][place] = Some(region);
            region
        })
    }

    fn switch(&mut self, options: [i16; 2]) -> Value {
        let options = options.map(|number| vec![self.integer(number)]);
        self.value(options)
    }

    /// Returns the game in which one player can place `number` dominoes: Vertical, or Horizontal if it is negative.
    pub(super) fn integer(&mut self, number: i16) -> Value {
        let player = if number < 0 { RIGHT } else { LEFT };
        let count = usize::from(number.unsigned_abs());
        for one_less in self.whole[player].len() - 1..count {
            let option = vec![self.whole[player][one_less]];
            let next = self.intern(if player == LEFT { [option, vec![]] } else { [vec![], option] });
            self.whole[player].push(next);
        }
        self.whole[player][count]
    }
}

#[cfg(test)]
mod tests {
    use super::super::components::Components;
    use super::super::view::View;
    use super::*;
    use crate::BoardSize;

    /// Returns the value of the squares marked by `.`, and a store that contains it.
    fn value_of(components: &mut Components<u64>, rows: &[&str]) -> Value {
        let board = BoardSize::new(rows.len() as u32, rows[0].len() as u32).unwrap();
        let squares = rows.concat();
        let set = squares.bytes().enumerate().filter(|&(_, byte)| byte == b'.').fold(0, |set, (i, _)| set | 1 << i);
        // Shapes are stored by their squares, so that each board needs its own store.
        let mut own = Components::<u64>::new();
        std::mem::swap(&mut own.values, &mut components.values);
        let value = own.value(&View::new(board), set);
        std::mem::swap(&mut own.values, &mut components.values);
        value
    }

    #[test]
    fn published_values_are_found() {
        let components = &mut Components::new();
        let one = value_of(components, &[".", "."]);
        let star = value_of(components, &[".#", ".."]);
        let half = value_of(components, &[".#", ".#", ".."]);
        let square = value_of(components, &["..", ".."]);
        let negative = value_of(components, &["..."]);
        let values = &mut components.values;
        // `[Berlekamp 2001]`: a domino is 1, three squares in a corner are *, and a square is 1 or -1 for the one who
        // moves first.
        assert_eq!(one, values.integer(1));
        assert_eq!(star, values.value([vec![Value::ZERO], vec![Value::ZERO]]));
        assert_eq!(half, values.value([vec![Value::ZERO], vec![one]]));
        assert_eq!(square, values.switch([1, -1]));
        assert_eq!(negative, values.integer(-1));

        assert_eq!(values.sum(one, negative), Value::ZERO);
        assert_eq!(values.sum(half, half), one);
        assert_eq!(values.sum(star, star), Value::ZERO);
        assert_eq!(values.sum(square, square), Value::ZERO);
        assert!(values.is_at_most(half, one) && !values.is_at_most(one, half));
        assert!(!values.is_at_most(star, Value::ZERO) && !values.is_at_most(Value::ZERO, star));
        assert_eq!([0, 1].map(|player| values.certain(square, player)), [-2, -2]);
        assert_eq!([0, 1].map(|player| values.offer(square, player)), [Offer::integer(-2).with_region(4); 2]);
        let half_offers = [Offer::NOTHING.with_region(1), Offer::integer(-1).with_region(1)];
        assert_eq!([0, 1].map(|player| values.offer(half, player)), half_offers);
    }

    #[test]
    fn offers_are_at_most_the_value() {
        let view = View::new(BoardSize::new(3, 4).unwrap());
        let mut components = Components::<u64>::new();
        let mut with_regions = 0;
        for set in 0..1 << 12 {
            let value = components.value(&view, set);
            let values = &mut components.values;
            for player in [LEFT, RIGHT] {
                let offer = values.offer(value, player);
                let sign = [1, -1][player];
                let mut sum = values.integer(sign * offer.base() as i16);
                for (place, number) in offer.numbers().into_iter().enumerate() {
                    let worth = WORTHS[place] as i16;
                    let region = values.switch([[worth - 1, 1], [-1, 1 - worth]][player]);
                    for _ in 0..number {
                        sum = values.sum(sum, region);
                        with_regions += 1;
                    }
                }
                assert!(values.is_at_least_for(value, sum, player), "{set:x}: {offer:?}");
            }
        }
        assert!(with_regions > 1000, "only {with_regions} regions");
    }

    #[test]
    fn hashes_do_not_depend_on_what_was_met_before() {
        let (view, turned) = (View::new(BoardSize::new(3, 4).unwrap()), View::new(BoardSize::new(4, 3).unwrap()));
        let (mut ascending, mut descending) = (Components::<u64>::new(), Components::<u64>::new());
        let hashes: Vec<_> = (0..1 << 12)
            .map(|set| {
                let value = ascending.value(&view, set);
                [0, 1].map(|player| ascending.values.hash(value, player))
            })
            .collect();
        for set in (0..1 << 12).rev() {
            let value = descending.value(&turned, view.turned_set(set));
            let turned_hashes = [1, 0].map(|player| descending.values.hash(value, player));
            assert_eq!(turned_hashes, hashes[set as usize], "{set:x}");
        }
    }
}
