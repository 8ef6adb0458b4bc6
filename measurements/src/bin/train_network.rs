//! Trains the network of the crate `engine`: `train_network FILE EPOCHS NETWORK [RESULT_WEIGHT]`, with the games that
//! `training_games` has written to the file. It writes the network after each pass over the positions.
//!
//! The network depends on the positions and the arguments alone, not on the number of cores: each batch is divided into
//! the same parts everywhere.

#![forbid(unsafe_code)]

use std::env;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::thread;
use std::time::Instant;

use training::{Gradient, Network, Optimizer, RandomNumbers, TrainingSample, read_game};

/// The samples between two steps.
const BATCH: usize = 16_384;
/// The parts of a batch.
const PARTS: usize = 4;
/// One in so many games is not trained on, but measures the error.
const HELD_OUT: u32 = 50;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let usage = "usage: train_network FILE EPOCHS NETWORK [RESULT_WEIGHT]";
    let [path, epochs, network_path, ..] = &arguments[..] else { panic!("{usage}") };
    let epochs: u32 = epochs.parse().expect(usage);
    let result_weight: f32 = arguments.get(3).map_or(0.1, |weight| weight.parse().expect(usage));
    let mut reader = BufReader::new(File::open(path)?);
    let (mut samples, mut held_out): (Vec<TrainingSample>, Vec<TrainingSample>) = (Vec::new(), Vec::new());
    while let Some((seed, game)) = read_game(&mut reader)? {
        if seed % HELD_OUT == 0 { held_out.extend(game) } else { samples.extend(game) }
    }
    println!("{} positions, {} held out", samples.len(), held_out.len());
    let (mut network, mut optimizer, mut random) = (Network::new(1), Optimizer::default(), RandomNumbers::new(1));
    let started = Instant::now();
    for epoch in 0..epochs {
        // The steps become smaller, to a hundredth.
        let rate = 0.001 * libm::pow(0.01, f64::from(epoch) / f64::from(epochs.max(2) - 1)) as f32;
        random.shuffle(&mut samples);
        let mut error = 0.0;
        for batch in samples.chunks(BATCH) {
            let gradient = gradient(&network, batch, result_weight);
            error += gradient.error();
            optimizer.step(&mut network, &gradient, batch.len(), rate);
        }
        let held_out_error = gradient(&network, &held_out, result_weight).error() / held_out.len().max(1) as f64;
        let mean = error / samples.len().max(1) as f64;
        println!("epoch {}: error {mean:.6}, held out {held_out_error:.6}, {:?}", epoch + 1, started.elapsed());
        fs::write(network_path, network.to_bytes())?;
    }
    Ok(())
}

/// Returns the gradient of a batch, computed by several threads.
fn gradient(network: &Network, batch: &[TrainingSample], result_weight: f32) -> Gradient {
    let parts: Vec<&[TrainingSample]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let gradients: Vec<Gradient> = thread::scope(|scope| {
        let work = |part| scope.spawn(move || network.gradient(part, result_weight));
        let threads: Vec<_> = parts.into_iter().map(work).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let mut all = gradients.into_iter();
    let first = all.next().unwrap_or_else(|| network.gradient(&[], result_weight));
    all.fold(first, |mut sum, gradient| {
        sum.add(&gradient);
        sum
    })
}
