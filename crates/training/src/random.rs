//! Numbers that look random and depend on a seed alone.

use tt::Key;

/// Numbers of `SplitMix64`.
#[derive(Clone, Debug)]
pub struct RandomNumbers(u64);

impl RandomNumbers {
    /// Creates the numbers of a seed.
    ///
    /// ```
    /// let numbers = |seed| {
    ///     let mut random = training::RandomNumbers::new(seed);
    ///     [(); 3].map(|()| random.below(100))
    /// };
    /// assert!(numbers(1) == numbers(1) && numbers(1) != numbers(2));
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Key::mixed(seed).0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Key::mixed(self.0).0
    }

    /// Returns a number below `below`.
    pub fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.next()) * below as u128) >> 64) as usize
    }

    /// Returns a number from 0 to 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Brings the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}
