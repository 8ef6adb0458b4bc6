//! The network: a small neural network that is updated move by move `[Nasu 2018]`, in integers, so that its result is
//! the same on every machine.
//!
//! It sees the board once from each side: which piece of whose is where. Each of the 768 inputs that is present adds
//! its weights to the sums of the view; the sums are clipped, squared, weighted, and added. The crate `training` has
//! trained it by the program's own games.

use chess::{Bitboard, Colour, Piece, Position, Square};

use super::change::Change;

/// The inputs of a view.
const INPUTS: usize = 768;
/// The sums of a view.
const HIDDEN: usize = 64;
/// The groups of positions by the number of their pieces, each with its own output weights.
const GROUPS: usize = 8;
/// A sum is clipped here. It stands for 1.
const CLIP: i32 = 255;
/// The output weight that stands for 1.
const OUTPUT_GRAIN: i32 = 64;
/// Hundredths of a pawn for an output of 1, times 10.
const SCALE: i32 = 1_737;

/// The sums of one view.
type View = [i16; HIDDEN];

/// The weights, in the order of the file.
#[repr(align(64))]
struct Network {
    inputs: [View; INPUTS],
    biases: View,
    outputs: [[[i16; HIDDEN]; 2]; GROUPS],
    output_biases: [i16; GROUPS],
}

static NETWORK: Network = network(include_bytes!("../../weights/network.bin"));

/// Reads numbers of 16 bits.
const fn number(bytes: &[u8], index: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
}

const fn view(bytes: &[u8], start: usize) -> View {
    let mut view = [0; HIDDEN];
    let mut unit = 0;
    while unit < HIDDEN {
        view[unit] = number(bytes, start + unit);
        unit += 1;
    }
    view
}

const fn network(bytes: &[u8]) -> Network {
    const PARAMETERS: usize = INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN * GROUPS + GROUPS;
    assert!(bytes.len() == 2 * PARAMETERS, "the file of the network has another size");
    let mut network = Network {
        inputs: [[0; HIDDEN]; INPUTS],
        biases: view(bytes, INPUTS * HIDDEN),
        outputs: [[[0; HIDDEN]; 2]; GROUPS],
        output_biases: [0; GROUPS],
    };
    let mut input = 0;
    while input < INPUTS {
        network.inputs[input] = view(bytes, input * HIDDEN);
        input += 1;
    }
    let start = (INPUTS + 1) * HIDDEN;
    let mut group = 0;
    while group < GROUPS {
        network.outputs[group][0] = view(bytes, start + 2 * group * HIDDEN);
        network.outputs[group][1] = view(bytes, start + (2 * group + 1) * HIDDEN);
        network.output_biases[group] = number(bytes, start + 2 * GROUPS * HIDDEN + group);
        group += 1;
    }
    network
}

/// The sums of the views of White and Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Views([View; 2]);

/// Returns the input of a piece in the view of a side.
#[inline]
fn input(piece: Piece, square: Square, side: Colour) -> &'static View {
    let is_theirs = usize::from(piece.colour() != side);
    let turned = square.index() ^ if side == Colour::Black { 56 } else { 0 };
    &NETWORK.inputs[384 * is_theirs + 64 * piece.piece_type() as usize + turned]
}

impl Views {
    pub(super) fn of(position: &Position) -> Self {
        let mut views = Self([NETWORK.biases; 2]);
        for square in position.occupied().iter() {
            if let Some(piece) = position.piece_on(square) {
                for side in Colour::BOTH {
                    for (sum, weight) in views.0[side as usize].iter_mut().zip(input(piece, square, side)) {
                        *sum += weight;
                    }
                }
            }
        }
        views
    }

    /// Returns the views after a move.
    #[inline]
    pub(super) fn after(&self, change: &Change) -> Self {
        let mut views = *self;
        for side in Colour::BOTH {
            let sums = &mut views.0[side as usize];
            let of = |&(piece, square): &(Piece, Square)| input(piece, square, side);
            for (removed, added) in change.removed.iter().map(of).zip(change.added.iter().map(of)) {
                for unit in 0..HIDDEN {
                    sums[unit] += added[unit] - removed[unit];
                }
            }
            for removed in change.removed.iter().map(of).skip(change.added.len()) {
                for unit in 0..HIDDEN {
                    sums[unit] -= removed[unit];
                }
            }
        }
        views
    }

    /// Returns the value for the player to move.
    #[inline]
    pub(super) fn value(&self, to_move: Colour, occupied: Bitboard) -> i32 {
        let group = (occupied.len() as usize).saturating_sub(2) * GROUPS / 31 % GROUPS;
        let outputs = &NETWORK.outputs[group];
        let own = weighted(&self.0[to_move as usize], &outputs[0]);
        let theirs = weighted(&self.0[!to_move as usize], &outputs[1]);
        let output = (own + theirs) / CLIP + i32::from(NETWORK.output_biases[group]);
        output * SCALE / (10 * CLIP * OUTPUT_GRAIN)
    }
}

/// Returns the sum of the clipped, squared and weighted sums.
#[inline]
fn weighted(sums: &View, weights: &View) -> i32 {
    let mut all = 0;
    for unit in 0..HIDDEN {
        let clipped = sums[unit].clamp(0, CLIP as i16);
        // The weights are so small that the product has 16 bits, which is twice as fast.
        all += i32::from(clipped.wrapping_mul(weights[unit])) * i32::from(clipped);
    }
    all
}

/// No weight is so great that a product of 16 bits overflows.
const _: () = {
    let bytes = include_bytes!("../../weights/network.bin");
    let mut index = (INPUTS + 1) * HIDDEN;
    while index < (INPUTS + 1) * HIDDEN + 2 * GROUPS * HIDDEN {
        assert!(number(bytes, index).unsigned_abs() as i32 * CLIP <= i16::MAX as i32);
        index += 1;
    }
};
