//! Lower bounds of games that can be added quickly.

use std::ops::Add;

/// The worths of regions that can be destroyed, highest first.
pub(super) const WORTHS: [u32; 5] = [5, 4, 3, 2, 1];

/// What a player is certain of in a game: a number of dominoes, and regions like those of a packing.
///
/// The game is at least the sum of an integer `base` and of regions, and a region of worth `w` is the game in which its
/// player gains `w` by moving first and nothing by moving second: `{w - 1 | 1}`, because the first move is itself a
/// domino of one of the players. The *mean* is `base` plus half of all worths.
///
/// The number of regions of each worth is stored in a byte, highest worth first. The upper 16 bits are twice the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer(u64);

const MEAN: u32 = 48;

/// A bit that tells a stored offer from zero. Sums of up to 128 offers do not carry it into the mean.
const STORED: u64 = 1 << 40;

impl Offer {
    pub(super) const NOTHING: Self = Self(0);

    /// Returns the offer of an integer.
    #[inline]
    pub(super) fn integer(number: i32) -> Self {
        Self((2 * i64::from(number)).cast_unsigned() << MEAN)
    }

    /// Returns the offer with one more region.
    pub(super) fn with_region(self, worth: u32) -> Self {
        let place = WORTHS.iter().position(|&other| other == worth).expect("the worth of a region");
        Self(self.0.wrapping_add(1 << (8 * place) | u64::from(worth) << MEAN))
    }

    /// Returns a number other than 0 from which [`stored`](Self::stored) makes the offer again.
    #[inline]
    pub(super) fn to_store(self) -> u64 {
        self.0 | STORED
    }

    /// Returns the offer that was stored as this number, unless it is 0.
    #[inline]
    pub(super) fn stored(number: u64) -> Option<Self> {
        (number != 0).then_some(Self(number & !STORED))
    }

    /// Returns twice the mean.
    #[inline]
    pub(super) fn doubled_mean(self) -> i32 {
        (self.0.cast_signed() >> MEAN) as i32
    }

    /// Returns the offer of regions alone, given the number of each worth.
    #[inline]
    pub(super) fn of_regions(numbers: [u32; WORTHS.len()]) -> Self {
        let regions = (0..).zip(numbers).fold(0, |regions, (place, number)| regions | u64::from(number) << (8 * place));
        Self(regions | u64::from(worth_of(numbers)) << MEAN)
    }

    /// Returns the offer without one of its regions of the worth `WORTHS[place]`.
    #[inline]
    pub(super) fn without_region(self, place: usize) -> Self {
        Self(self.0.wrapping_sub(1 << (8 * place) | u64::from(WORTHS[place]) << MEAN))
    }

    /// Returns the offer without its base: its regions.
    #[inline]
    pub(super) fn regions(self) -> Self {
        self + Self::integer(-self.base())
    }

    /// Returns the number of regions of each worth.
    #[inline]
    pub(super) fn numbers(self) -> [u32; WORTHS.len()] {
        std::array::from_fn(|place| (self.0 >> (8 * place)) as u32 & 0xff)
    }

    #[inline]
    pub(super) fn base(self) -> i32 {
        (self.doubled_mean() - worth_of(self.numbers()) as i32) / 2
    }

    /// Returns how many more dominoes than the opponent the player is certain to place, who moves `first` or second.
    ///
    /// The player takes every second region, in the order of their worth. Of two regions with the same worth, each
    /// player gets one. So the gain differs from the mean only by the regions that are left of odd numbers, which the
    /// players take in turns.
    #[inline]
    pub(super) fn gain(self, first: bool) -> i32 {
        let is_odd = self.0 & 0x01_0101_0101;
        // Moves bit `8 * place` to bit `32 + place`.
        let places = is_odd.wrapping_mul(1 << 32 | 1 << 25 | 1 << 18 | 1 << 11 | 1 << 4) >> 32 & 31;
        let more = i32::from(IN_TURNS[places as usize]);
        (self.doubled_mean() + if first { more } else { -more }) >> 1
    }

    /// Returns the one with the greater mean.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        if other.doubled_mean() >= self.doubled_mean() { other } else { self }
    }
}

impl Add for Offer {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

/// Returns the worth of all regions together, given the number of each worth.
#[inline]
fn worth_of(numbers: [u32; WORTHS.len()]) -> u32 {
    numbers.into_iter().zip(WORTHS).map(|(number, worth)| number * worth).sum()
}

/// For each set of places in [`WORTHS`]: what the first player gains more than the second if they take one region of
/// each of these worths in turns, the highest first.
const IN_TURNS: [i8; 1 << WORTHS.len()] = {
    let mut all = [0; 1 << WORTHS.len()];
    let mut set = 0;
    while set < all.len() {
        let (mut place, mut sign) = (0, 1);
        while place < WORTHS.len() {
            if set >> place & 1 == 1 {
                all[set] += sign * WORTHS[place] as i8;
                sign = -sign;
            }
            place += 1;
        }
        set += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn offers_are_added() {
        let block = Offer::integer(-2).with_region(4);
        let sum = block + block.with_region(1) + Offer::integer(3);
        assert_eq!((sum.base(), sum.numbers(), sum.doubled_mean()), (-1, [0, 2, 0, 0, 1], 7));
        assert_eq!((sum.gain(true), sum.gain(false)), (-1 + 4 + 1, -1 + 4));
        assert_eq!(block.or(Offer::integer(-1)), block);
        assert_eq!(sum.regions(), Offer::of_regions([0, 2, 0, 0, 1]));
        assert_eq!(sum.without_region(1), Offer::integer(-1).with_region(4).with_region(1));
    }

    /// Returns the worth of every second region, in the order of their worth, beginning with the `first` or the second.
    fn every_second(numbers: [u32; WORTHS.len()], first: bool) -> u32 {
        let regions = numbers.into_iter().zip(WORTHS).flat_map(|(number, worth)| (0..number).map(move |_| worth));
        regions.skip(usize::from(!first)).step_by(2).sum()
    }

    proptest! {
        #[test]
        fn the_gain_is_that_of_every_second_region(base in -60..60, numbers: [u8; 5], first: bool) {
            let numbers = numbers.map(|number| u32::from(number % 32));
            let offer = Offer::integer(base) + Offer::of_regions(numbers);
            prop_assert_eq!((offer.base(), offer.numbers()), (base, numbers));
            prop_assert_eq!(offer.gain(first), base + every_second(numbers, first) as i32);
        }
    }
}
