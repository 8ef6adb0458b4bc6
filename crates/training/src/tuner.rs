//! The tuner: logistic regression of the results of games on the pieces and their squares.

use std::fmt::Write as _;

use chess::{Colour, PieceType};

use crate::TrainingSample;

/// The parameters: a value in the middle game and one in the endgame for each type and square.
const PARAMETERS: usize = 6 * 64 * 2;
/// The weights of all pieces at the beginning, as in the evaluation.
const ALL_PIECES: f64 = 24.0;
/// Hundredths of a pawn for which a result is ten times as likely.
const SCALE: f64 = 400.0;
/// The first step of a parameter, in hundredths of a pawn.
const STEP: f64 = 4.0;
/// The decay of the means of gradients and of their squares, `[Kingma and Ba 2015]`.
const DECAY: (f64, f64) = (0.9, 0.999);

/// What the tuner has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// For each type from pawn to king, the values of the squares a1 to h8 in the middle game and in the endgame.
    pub weights: [[[i16; 2]; 64]; 6],
    /// The mean squared error of the expected results.
    pub error: f64,
}

impl Tuned {
    /// Returns the weights as the array that the evaluation includes.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let mut text = "[\n".to_owned();
        for kind in &self.weights {
            text.push_str("    [\n");
            for rank in kind.chunks(8) {
                let values: Vec<String> = rank.iter().map(|value| format!("{value:?}")).collect();
                let _ = writeln!(text, "        {},", values.join(", "));
            }
            text.push_str("    ],\n");
        }
        text + "]\n"
    }
}

/// The features of a sample: for each piece, its parameter pair and the sign.
struct Features {
    start: usize,
    length: u8,
    /// The share of the middle game.
    middle_game: f32,
    result: f32,
}

/// Fits the values to the results of the samples in `epochs` passes of gradient descent. `hear` receives each pass and
/// its mean squared error.
///
/// A step of a parameter depends on the means of its gradient and its square, so that rare squares are learnt, too.
#[must_use]
pub fn tune(samples: &[TrainingSample], epochs: u32, mut hear: impl FnMut(u32, f64)) -> Tuned {
    let (features, indices) = features(samples);
    let mut values = start();
    let (mut means, mut squares) = (vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]);
    let mut error = 0.0;
    for epoch in 1..=epochs {
        let mut gradient = vec![0.0_f64; PARAMETERS];
        error = 0.0;
        for of_sample in &features {
            let own = &indices[of_sample.start..of_sample.start + usize::from(of_sample.length)];
            let (middle_game, endgame) = (f64::from(of_sample.middle_game), 1.0 - f64::from(of_sample.middle_game));
            let score: f64 = own
                .iter()
                .map(|&index| {
                    let (pair, sign) = (usize::from(index >> 1), if index & 1 == 0 { 1.0 } else { -1.0 });
                    sign * (values[2 * pair] * middle_game + values[2 * pair + 1] * endgame)
                })
                .sum();
            let expected = 1.0 / (1.0 + libm::exp(-score * std::f64::consts::LN_10 / SCALE));
            let difference = expected - f64::from(of_sample.result);
            error += difference * difference;
            let slope = difference * expected * (1.0 - expected);
            for &index in own {
                let (pair, sign) = (usize::from(index >> 1), if index & 1 == 0 { 1.0 } else { -1.0 });
                gradient[2 * pair] += slope * sign * middle_game;
                gradient[2 * pair + 1] += slope * sign * endgame;
            }
        }
        error /= features.len().max(1) as f64;
        hear(epoch, error);
        let rate = STEP / f64::from(1 + epoch / 100);
        let corrections = (1.0 - libm::pow(DECAY.0, f64::from(epoch)), 1.0 - libm::pow(DECAY.1, f64::from(epoch)));
        for (index, value) in values.iter_mut().enumerate() {
            let slope = gradient[index] / features.len().max(1) as f64;
            means[index] = DECAY.0 * means[index] + (1.0 - DECAY.0) * slope;
            squares[index] = DECAY.1 * squares[index] + (1.0 - DECAY.1) * slope * slope;
            *value -= rate * (means[index] / corrections.0) / ((squares[index] / corrections.1).sqrt() + 1e-9);
        }
    }
    let weights = std::array::from_fn(|kind| {
        std::array::from_fn(|square| {
            std::array::from_fn(|phase| libm::round(values[2 * (64 * kind + square) + phase]) as i16)
        })
    });
    Tuned { weights, error }
}

/// The values with which tuning begins: material alone.
fn start() -> Vec<f64> {
    let material = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];
    material.into_iter().flat_map(|value| [value; 128]).collect()
}

fn features(samples: &[TrainingSample]) -> (Vec<Features>, Vec<u16>) {
    let mut indices: Vec<u16> = Vec::with_capacity(samples.len() * 20);
    let of_sample = |sample: &TrainingSample| {
        let start = indices.len();
        let mut phase = 0;
        for (piece, square) in sample.pieces() {
            let is_own = piece.colour() == Colour::White;
            let square = square.index() ^ if is_own { 0 } else { 56 };
            let pair = 64 * piece.piece_type() as usize + square;
            indices.push((pair << 1) as u16 | u16::from(!is_own));
            phase += match piece.piece_type() {
                PieceType::Knight | PieceType::Bishop => 1,
                PieceType::Rook => 2,
                PieceType::Queen => 4,
                PieceType::Pawn | PieceType::King => 0,
            };
        }
        Features {
            start,
            length: (indices.len() - start) as u8,
            middle_game: (f64::from(phase) / ALL_PIECES).min(1.0) as f32,
            result: f32::from(sample.half_points()) / 2.0,
        }
    };
    let features = samples.iter().map(of_sample).collect();
    (features, indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    /// Who has the queen wins, and who has the bishop against a knight draws.
    #[test]
    fn values_follow_the_results() {
        let sample = |fen: &str, half_points| TrainingSample::new(&Position::from_fen(fen).unwrap(), 0, half_points);
        let samples = [
            sample("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 2),
            sample("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 0),
            sample("n3k3/8/8/8/8/8/8/B3K3 w - - 0 1", 1),
            sample("n3k3/8/8/8/8/8/8/B3K3 b - - 0 1", 1),
        ];
        let tuned = tune(&samples, 200, |_, _| {});
        assert!(tuned.weights[4][0][1] > 1_000 && tuned.error < 0.01);
        assert_eq!(tuned.weights[3], [[500; 2]; 64], "no sample has a rook");
    }

    #[test]
    fn weights_are_an_array() {
        let text = tune(&[], 0, |_, _| {}).to_rust();
        assert_eq!((text.lines().count(), text.matches("[100, 100]").count()), (6 * 10 + 2, 64));
    }
}
