//! The trainer of the network: stochastic gradient descent with Adam `[Kingma and Ba 2015]`.
//!
//! The network sees the board once from each side: which piece of whose is where, 768 inputs, of which up to 32 are 1.
//! Both views use the same weights for [`HIDDEN`] units, whose outputs are clipped to 0 and 1 and squared. The outputs
//! of both views, that of the player to move first, are weighted and added.

use chess::{Colour, Piece, Square};

use crate::TrainingSample;
use crate::random::RandomNumbers;

/// The inputs of a view.
pub const INPUTS: usize = 768;
/// The units of a view.
pub const HIDDEN: usize = 64;
/// The groups of positions by the number of their pieces, each with its own output weights.
pub const GROUPS: usize = 8;
/// Hundredths of a pawn for which the network's output is 1, and the expected result 73 %.
pub const SCALE: f32 = 173.7;
/// A weight of a unit in the file is a multiple of 1/255.
const UNIT_GRAIN: f32 = 255.0;
/// An output weight in the file is a multiple of 1/64.
const OUTPUT_GRAIN: f32 = 64.0;
/// No weight is greater, so that sums of 16 bits do not overflow.
const MOST_WEIGHT: f32 = 1.98;

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    values: Vec<f32>,
}

/// Where the parts of the weights begin.
const BIASES: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
const OUTPUT_BIASES: usize = OUTPUTS + 2 * HIDDEN * GROUPS;
const PARAMETERS: usize = OUTPUT_BIASES + GROUPS;

/// Returns the group of a position.
fn group(pieces: usize) -> usize {
    pieces.saturating_sub(2) * GROUPS / 31
}

/// Returns the input of a piece in the view of White, or of Black.
fn input(piece: Piece, square: Square, of_black: bool) -> usize {
    let is_theirs = (piece.colour() == Colour::Black) != of_black;
    384 * usize::from(is_theirs) + 64 * piece.piece_type() as usize + (square.index() ^ if of_black { 56 } else { 0 })
}

fn expected(output: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-output))
}

/// The sum of gradients of some samples.
#[derive(Clone, Debug)]
pub struct Gradient {
    values: Vec<f32>,
    error: f64,
}

impl Gradient {
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.error += other.error;
        for (sum, value) in self.values.iter_mut().zip(&other.values) {
            *sum += value;
        }
    }

    /// Returns the sum of the squared errors.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }
}

impl Network {
    /// Creates a network with random weights.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = RandomNumbers::new(seed);
        let mut values = vec![0.0; PARAMETERS];
        for (index, value) in values.iter_mut().enumerate().take(OUTPUT_BIASES) {
            let spread = if index < BIASES {
                0.1
            } else if index < OUTPUTS {
                0.0
            } else {
                0.1
            };
            *value = (random.fraction() as f32 * 2.0 - 1.0) * spread;
        }
        Self { values }
    }

    /// Returns the gradient of the samples. `result_weight` is the weight of the result of the game in the target,
    /// between 0 and 1; the rest is that of the score of the search.
    #[must_use]
    pub fn gradient(&self, samples: &[TrainingSample], result_weight: f32) -> Gradient {
        let mut gradient = Gradient { values: vec![0.0; PARAMETERS], error: 0.0 };
        let mut inputs = [[0; 32]; 2];
        for sample in samples {
            let mut length = 0;
            for (piece, square) in sample.pieces() {
                inputs[0][length] = input(piece, square, false);
                inputs[1][length] = input(piece, square, true);
                length += 1;
            }
            let target = result_weight * f32::from(sample.half_points()) / 2.0
                + (1.0 - result_weight) * expected(f32::from(sample.score()) / SCALE);
            self.add_gradient(&inputs, length, target, &mut gradient);
        }
        gradient
    }

    fn add_gradient(&self, inputs: &[[usize; 32]; 2], length: usize, target: f32, gradient: &mut Gradient) {
        let group = group(length);
        let mut sums = [[0.0_f32; HIDDEN]; 2];
        for (view, sums) in sums.iter_mut().enumerate() {
            sums.copy_from_slice(&self.values[BIASES..OUTPUTS]);
            for &input in &inputs[view][..length] {
                let weights = &self.values[input * HIDDEN..(input + 1) * HIDDEN];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
        let start = OUTPUTS + 2 * HIDDEN * group;
        let outputs = &self.values[start..start + 2 * HIDDEN];
        let mut output = self.values[OUTPUT_BIASES + group];
        for (sum, weight) in sums.iter().flatten().zip(outputs) {
            let clipped = sum.clamp(0.0, 1.0);
            output += clipped * clipped * weight;
        }
        let result = expected(output);
        let difference = result - target;
        gradient.error += f64::from(difference * difference);
        let slope = 2.0 * difference * result * (1.0 - result);
        gradient.values[OUTPUT_BIASES + group] += slope;
        for view in 0..2 {
            let mut slopes = [0.0_f32; HIDDEN];
            for unit in 0..HIDDEN {
                let clipped = sums[view][unit].clamp(0.0, 1.0);
                gradient.values[start + view * HIDDEN + unit] += slope * clipped * clipped;
                let is_open = sums[view][unit] > 0.0 && sums[view][unit] < 1.0;
                slopes[unit] = if is_open { slope * outputs[view * HIDDEN + unit] * 2.0 * clipped } else { 0.0 };
            }
            for (sum, slope) in gradient.values[BIASES..OUTPUTS].iter_mut().zip(&slopes) {
                *sum += slope;
            }
            for &input in &inputs[view][..length] {
                let own = &mut gradient.values[input * HIDDEN..(input + 1) * HIDDEN];
                for (sum, slope) in own.iter_mut().zip(&slopes) {
                    *sum += slope;
                }
            }
        }
    }

    /// Returns the network as the file that the evaluation includes: integers of 16 bits.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let of = |(index, &value): (usize, &f32)| {
            let grain = match index {
                0..OUTPUTS => UNIT_GRAIN,
                OUTPUTS..OUTPUT_BIASES => OUTPUT_GRAIN,
                _ => UNIT_GRAIN * OUTPUT_GRAIN,
            };
            (libm::roundf(value * grain) as i16).to_le_bytes()
        };
        self.values.iter().enumerate().flat_map(of).collect()
    }
}

/// The optimizer: steps depend on the means of each gradient and of its square.
#[derive(Clone, Debug)]
pub struct Optimizer {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Default for Optimizer {
    fn default() -> Self {
        Self { means: vec![0.0; PARAMETERS], squares: vec![0.0; PARAMETERS], steps: 0 }
    }
}

impl Optimizer {
    /// Changes the weights against the gradient of `samples` samples.
    pub fn step(&mut self, network: &mut Network, gradient: &Gradient, samples: usize, rate: f32) {
        const DECAY: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let corrections = (
            1.0 - libm::pow(f64::from(DECAY.0), self.steps.into()) as f32,
            1.0 - libm::pow(f64::from(DECAY.1), self.steps.into()) as f32,
        );
        let share = 1.0 / samples.max(1) as f32;
        for (index, value) in network.values.iter_mut().enumerate() {
            let slope = gradient.values[index] * share;
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * slope;
            *square = DECAY.1 * *square + (1.0 - DECAY.1) * slope * slope;
            *value -= rate * (*mean / corrections.0) / ((*square / corrections.1).sqrt() + 1e-8);
            *value = value.clamp(-MOST_WEIGHT, MOST_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    /// The gradient is the slope of the error.
    #[test]
    fn gradients_are_slopes() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1").unwrap();
        let samples = [TrainingSample::new(&position, 30, 2)];
        let network = Network::new(3);
        let gradient = network.gradient(&samples, 0.5);
        for index in [0, 5 * HIDDEN + 7, BIASES + 3, OUTPUTS + 2 * HIDDEN * 7 + 9, OUTPUT_BIASES + 7] {
            let mut errors = [0.0; 2];
            for (error, step) in errors.iter_mut().zip([-0.01, 0.01]) {
                let mut changed = network.clone();
                changed.values[index] += step;
                *error = changed.gradient(&samples, 0.5).error();
            }
            let slope = (errors[1] - errors[0]) / 0.02;
            let found = f64::from(gradient.values[index]);
            assert!((slope - found).abs() <= 0.02 * slope.abs() + 1e-5, "{index}: {slope} {found}");
        }
    }

    #[test]
    fn training_lowers_the_error() {
        let sample = |fen: &str, half_points| TrainingSample::new(&Position::from_fen(fen).unwrap(), 0, half_points);
        let samples = [
            sample("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 2),
            sample("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 0),
            sample("n3k3/8/8/8/8/8/8/B3K3 w - - 0 1", 1),
        ];
        let (mut network, mut optimizer) = (Network::new(1), Optimizer::default());
        let before = network.gradient(&samples, 1.0).error();
        for _ in 0..50 {
            let gradient = network.gradient(&samples, 1.0);
            optimizer.step(&mut network, &gradient, samples.len(), 0.01);
        }
        assert!(network.gradient(&samples, 1.0).error() < before / 10.0);
        assert_eq!(network.to_bytes().len(), 2 * PARAMETERS);
    }

    #[test]
    fn all_numbers_of_pieces_have_a_group() {
        assert_eq!([2, 5, 6, 31, 32].map(group), [0, 0, 1, 7, 7]);
    }
}
