//! The whole recipe on a small sample: games, their file, piece-square values, and a network.

use training::{Network, Optimizer, Recipe, TrainingSample, play, read_game, tune, write_game};

/// The weight of the results of games in what the network learns.
const RESULT_WEIGHT: f32 = 0.1;

#[test]
fn own_games_teach_both_evaluations() {
    let recipe = Recipe { nodes: 300, ..Recipe::default() };
    let mut file = Vec::new();
    for seed in 0..64 {
        write_game(&mut file, seed, &play(seed.into(), &recipe)).unwrap();
    }
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut reader = &file[..];
    while let Some((seed, game)) = read_game(&mut reader).unwrap() {
        if seed % 4 == 0 { held_out.extend(game) } else { samples.extend(game) }
    }
    assert!(samples.len() > 1_000 && held_out.len() > 300, "{} and {} positions", samples.len(), held_out.len());

    // The network learns what also holds in games that it has not seen.
    let (mut network, mut optimizer) = (Network::new(1), Optimizer::default());
    let error =
        |network: &Network, of: &[TrainingSample]| network.gradient(of, RESULT_WEIGHT).error() / of.len() as f64;
    let before = [error(&network, &samples), error(&network, &held_out)];
    for _ in 0..4 {
        for batch in samples.chunks(64) {
            let gradient = network.gradient(batch, RESULT_WEIGHT);
            optimizer.step(&mut network, &gradient, batch.len(), 0.001);
        }
    }
    let after = [error(&network, &samples), error(&network, &held_out)];
    assert!(after[0] < before[0] / 2.0 && after[1] < before[1], "{before:?} {after:?}");

    // The errors of the tuner fall from round to round.
    let mut errors = Vec::new();
    let tuned = tune(&samples, 20, |_, error| errors.push(error));
    assert!(tuned.error < errors[0], "{} {errors:?}", tuned.error);
}
