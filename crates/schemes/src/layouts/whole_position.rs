//! A whole position, which verifies a record without any risk of a false hit.

/// The encoding of a whole position, for a table that stores it with each record (`[Breuker 1998, 2.4.2]`).
///
/// Different positions have different encodings, so a table that compares them never returns the record of another
/// position.
///
/// ```
/// use schemes::layouts::WholePosition;
///
/// let position = WholePosition::new(b"7k/8/8/8/8/8/8/K7 w").expect("at most 47 bytes");
/// assert_ne!(Some(position), WholePosition::new(b"7k/8/8/8/8/8/8/K7 b"));
/// assert_eq!(WholePosition::new(&[0; 48]), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WholePosition([u64; Self::WORDS]);

impl WholePosition {
    /// The maximum length of an encoding in bytes. With one byte for its length and a record of 16 bytes, it fills a
    /// cache line of 64 bytes.
    pub const MAX_LEN: usize = 47;

    /// The number of words of an encoding.
    pub const WORDS: usize = 6;

    /// Returns the position with this encoding; `None` if it is longer than [`MAX_LEN`](Self::MAX_LEN).
    #[must_use]
    pub fn new(encoding: &[u8]) -> Option<Self> {
        let mut bytes = [0; Self::MAX_LEN + 1];
        bytes[..Self::MAX_LEN].get_mut(..encoding.len())?.copy_from_slice(encoding);
        // Otherwise, an encoding that ends with a zero would be the same without it.
        bytes[Self::MAX_LEN] = encoding.len() as u8;
        let (words, _) = bytes.as_chunks::<8>();
        Some(Self(std::array::from_fn(|index| u64::from_le_bytes(words[index]))))
    }

    pub(super) fn words(&self) -> &[u64; Self::WORDS] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_encodings_are_different_positions() {
        let zeros = [0; WholePosition::MAX_LEN + 1];
        let mut seen: Vec<_> = (0..=WholePosition::MAX_LEN).map(|len| WholePosition::new(&zeros[..len])).collect();
        for index in 0..WholePosition::MAX_LEN {
            let mut encoding = zeros;
            encoding[index] = 1;
            seen.push(WholePosition::new(&encoding[..WholePosition::MAX_LEN]));
        }
        for (number, position) in seen.iter().enumerate() {
            assert!(position.is_some() && !seen[..number].contains(position), "number {number}");
        }
        assert_eq!(WholePosition::new(&zeros), None);
    }
}
