//! Tunes the piece-square values of the crate `engine`: `tune FILE EPOCHS > crates/engine/weights/tapered.in`, with the
//! games that `training_games` has written to the file.

#![forbid(unsafe_code)]

use std::env;
use std::fs::File;
use std::io::{self, BufReader};

use training::{TrainingSample, read_game, tune};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, epochs] = &arguments[..] else { panic!("usage: tune FILE EPOCHS") };
    let mut reader = BufReader::new(File::open(path)?);
    let mut samples: Vec<TrainingSample> = Vec::new();
    while let Some((_, game)) = read_game(&mut reader)? {
        samples.extend(game);
    }
    eprintln!("{} positions", samples.len());
    let tuned = tune(&samples, epochs.parse().expect("a number of epochs"), |epoch, error| {
        if epoch % 20 == 0 {
            eprintln!("epoch {epoch}: mean squared error {error:.6}");
        }
    });
    print!("{}", tuned.to_rust());
    Ok(())
}
