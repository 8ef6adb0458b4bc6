//! How often intervals contain the truth, on synthetic counts.
//!
//! `cargo test -p stats --test coverage -- --nocapture` prints the tables.

mod synthetic;

use stats::{Estimate, Interval, Pairs, holm, level_at_look, measure, ratios, simultaneous};
use synthetic::{Model, Random};

/// The number of data sets of each model: the standard error of a coverage of 95 % is 0.7 %.
const SETS: u64 = 1_000;

/// The games of the 94 positions of `[Breuker 1998, 2.6.2]`.
const GAMES: [usize; 6] = [6, 18, 20, 24, 15, 11];

fn contains(interval: Interval, number: f64) -> bool {
    interval.low <= number && number <= interval.high
}

fn measured(pairs: &Pairs) -> Estimate {
    ratios(std::slice::from_ref(pairs), 0).unwrap().mean
}

/// Returns how many of the intervals contain the truth, and the median of their widths as a factor.
fn coverage(model: &Model) -> (f64, f64) {
    let mut random = Random::new(1);
    let (mut hits, mut widths) = (0, Vec::new());
    for _ in 0..SETS {
        let interval = measured(&model.pairs(&mut random)).interval().unwrap();
        hits += u32::from(contains(interval, model.truth()));
        widths.push(libm::sqrt(interval.high / interval.low));
    }
    widths.sort_by(f64::total_cmp);
    (f64::from(hits) / SETS as f64, widths[widths.len() / 2])
}

#[test]
fn intervals_contain_the_truth() {
    let one = |games: &[usize], rho: f64| Model::games(games, [0.5, rho]);
    let alone = |seeds| one(&[1], 0.0).with_seeds(seeds, 0.0, 0.3);
    let different = |games: &[usize]| Model { by_game: 0.07, ..one(games, 0.3) };
    let models = [
        ("18 positions, 1 game, rho = 0", one(&[18], 0.0), 0.93),
        ("18 positions, 1 game, rho = 0.3", one(&[18], 0.3), 0.93),
        ("18 positions, 1 game, rho = 0.4", one(&[18], 0.4), 0.93),
        ("18 positions, 1 game, rho = 0.5", one(&[18], 0.5), 0.92),
        ("21 positions, 1 game, rho = 0.3", one(&[21], 0.3), 0.93),
        ("21 positions, 1 game, rho = 0.5", one(&[21], 0.5), 0.92),
        ("38 positions, 2 games, rho = 0.3", one(&[18, 20], 0.3), 0.93),
        ("94 positions, 6 games, rho = 0", one(&GAMES, 0.0), 0.93),
        ("94 positions, 6 games, rho = 0.3", one(&GAMES, 0.3), 0.93),
        ("94 positions, 6 games, rho = 0.5", one(&GAMES, 0.5), 0.93),
        ("94 positions, 6 unlike games, rho = 0.3", different(&GAMES), 0.93),
        ("200 independent positions", one(&[1; 200], 0.0), 0.93),
        ("5 seeds x 1 position", alone(5), 0.93),
        ("10 seeds x 1 position", alone(10), 0.93),
        ("10 seeds x 18 positions, rho = 0.3", one(&[18], 0.3).with_seeds(10, 0.05, 0.1), 0.93),
        ("10 seeds x 18 positions, mostly seeds", one(&[18], 0.3).with_seeds(10, 0.3, 0.1), 0.93),
        ("5 seeds x 94 positions, rho = 0.3", one(&GAMES, 0.3).with_seeds(5, 0.05, 0.1), 0.93),
    ];
    println!("{:<42} {:>9} {:>11}", "", "coverage", "half width");
    let found = models.map(|(name, model, least)| {
        let (hits, factor) = coverage(&model);
        println!("{name:<42} {:>7.1} % {:>9.1} %", 100.0 * hits, 100.0 * (factor - 1.0));
        (name, hits, least)
    });
    for (name, hits, least) in found {
        assert!(hits >= least && hits < 0.99, "{name}: {hits}");
    }
}
