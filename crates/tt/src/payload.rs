//! What a table stores with a position for the game: usually a move.

use crate::Score;

/// Data of a game that a table stores with a position and returns unchanged, such as a move.
///
/// Implement it for the type that represents your moves in a table. It is implemented for `()` and for unsigned
/// integers, whose value 0 means that there is no data. [`MoveAndEvaluation`] is a payload for engines.
///
/// ```
/// use tt::Payload;
///
/// /// A move and the number of the thread that found it, in 16 bits.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct MoveOfThread { from: u8, to: u8, thread: u8 }
///
/// impl Payload for MoveOfThread {
///     const BITS: u32 = 16;
///     const NONE: Self = Self { from: 0, to: 0, thread: 0 };
///
///     fn to_bits(self) -> u128 {
///         u128::from(self.from) | u128::from(self.to) << 6 | u128::from(self.thread) << 12
///     }
///
///     fn from_bits(bits: u128) -> Self {
///         Self { from: bits as u8 & 0x3f, to: (bits >> 6) as u8 & 0x3f, thread: (bits >> 12) as u8 }
///     }
/// }
///
/// let payload = MoveOfThread { from: 12, to: 28, thread: 3 };
/// assert_eq!(MoveOfThread::from_bits(payload.to_bits()), payload);
/// ```
///
/// A table of another type is an error when the program is compiled:
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy, PartialEq)]
/// struct Move(u16);
///
/// // error: a table cannot store `Move`
/// let table = tt::TwoBig1::<Move>::new("8K".parse()?)?;
/// # Ok::<(), tt::TableError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a table cannot store `{Self}`",
    label = "`tt::Payload` is not implemented",
    note = "implement `tt::Payload`: the number of bits, and the conversions to and from bits"
)]
pub trait Payload: Copy + PartialEq + Send + Sync + 'static {
    /// The number of bits of a value, at most 128.
    const BITS: u32;
    /// The value that means no data.
    const NONE: Self;

    /// Returns the value as bits. All bits from number [`BITS`](Self::BITS) on must be zero; a table panics in a debug
    /// build if one is not, and ignores it in a release build.
    fn to_bits(self) -> u128;

    /// Returns the value whose bits [`to_bits`](Self::to_bits) returned.
    fn from_bits(bits: u128) -> Self;

    /// Returns what a policy that keeps moves stores when a record with this payload meets a record of the same
    /// position with the payload `old`: `old` if this is [`NONE`](Self::NONE), which is the default, and this
    /// otherwise.
    ///
    /// A payload of several parts implements it part by part, like [`MoveAndEvaluation`]: a record without a move has
    /// an evaluation, and must not erase the move of the old record.
    #[inline]
    #[must_use]
    fn keeping(self, old: Self) -> Self {
        if self == Self::NONE { old } else { self }
    }
}

/// Returns the bits of a payload. Every layout uses it, so that no payload changes other components of a record.
///
/// ```
/// assert_eq!(tt::bits(0x0c1c_u16), 0x0c1c);
/// ```
#[inline]
pub fn bits<P: Payload>(payload: P) -> u128 {
    let bits = payload.to_bits();
    debug_assert!(bits == masked(bits, P::BITS), "a payload of {} bits has the bits {bits:#x}", P::BITS);
    masked(bits, P::BITS)
}

/// Returns the `number` lowest bits.
#[inline]
const fn masked(bits: u128, number: u32) -> u128 {
    if number >= u128::BITS { bits } else { bits & ((1 << number) - 1) }
}

impl Payload for () {
    const BITS: u32 = 0;
    const NONE: Self = ();

    #[inline]
    fn to_bits(self) -> u128 {
        0
    }

    #[inline]
    fn from_bits(_: u128) -> Self {}
}

macro_rules! payload {
    ($($integer:ty),*) => {$(
        impl Payload for $integer {
            const BITS: u32 = <$integer>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn to_bits(self) -> u128 {
                self.into()
            }

            #[inline]
            fn from_bits(bits: u128) -> Self {
                bits as $integer
            }
        }
    )*};
}

payload!(u8, u16, u32, u64);

/// A move and a static evaluation, as engines store them, in 32 bits.
///
/// A policy that keeps the old move of a position also keeps it if the new record has an evaluation but no move, as
/// those of nodes that fail low do.
///
/// ```
/// use tt::layouts::Engine;
/// use tt::policies::Weighted;
/// use tt::{Bound, Buckets, Key, MoveAndEvaluation, MulHigh, Record, Size};
///
/// type Table = Buckets<Engine<MoveAndEvaluation>, Weighted, 4, MulHigh>;
/// let mut table = Table::with_policy(Size::mib(1), Weighted::STOCKFISH_18)?;
/// let record = |best_move, evaluation, depth| {
///     let payload = MoveAndEvaluation { best_move, evaluation };
///     Record { payload, score: 40, bound: Bound::Upper, depth, ..Record::default() }
/// };
/// table.put(Key::mixed(1), &record(777, 35, 20));
/// table.put(Key::mixed(1), &record(0, 36, 18));
/// let found = table.get(Key::mixed(1)).expect("it was just stored");
/// assert_eq!((found.payload, found.depth), (MoveAndEvaluation { best_move: 777, evaluation: 36 }, 18));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveAndEvaluation {
    /// The best move, packed by the engine; 0 if there is none.
    pub best_move: u16,
    /// The static evaluation. An engine that does not evaluate some positions, such as those in check, stores
    /// [`NO_EVALUATION`](Self::NO_EVALUATION) for them.
    pub evaluation: Score,
}

impl MoveAndEvaluation {
    /// The evaluation of a position that has none, such as one in check, by convention.
    pub const NO_EVALUATION: Score = Score::MIN;
}

impl Payload for MoveAndEvaluation {
    const BITS: u32 = 32;
    const NONE: Self = Self { best_move: 0, evaluation: 0 };

    #[inline]
    fn to_bits(self) -> u128 {
        // Not from `i16` to `u128`, which would extend the sign.
        u128::from(self.best_move) | u128::from(self.evaluation as u16) << 16
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self { best_move: bits as u16, evaluation: (bits >> 16) as Score }
    }

    /// Returns this evaluation, and this move or else the old one.
    #[inline]
    fn keeping(self, old: Self) -> Self {
        Self { best_move: self.best_move.keeping(old.best_move), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_above_the_size_of_a_payload_are_masked() {
        for number in 0..=128 {
            let bits = masked(u128::MAX, number);
            assert_eq!((bits.count_ones(), bits.trailing_ones()), (number, number));
        }
        assert_eq!(masked(-35_i16 as u128, 16), 0xffdd);
        assert_eq!(masked(0xffdd, 16), 0xffdd);
    }
}
