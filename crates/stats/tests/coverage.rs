//! How often intervals contain the truth, on synthetic counts.
//!
//! `cargo test -p stats --test coverage -- --nocapture` prints the tables, and `COVERAGE_SETS=10000` before it makes
//! them as precise as those of the book.

mod synthetic;

use stats::{Design, Estimate, Interval, Pairs, holm, level_at_look, measure, ratios, simultaneous};
use synthetic::{Model, Random};

/// Returns the number of data sets of each model. With 800, the standard error of a coverage of 95 % is 0.8 %.
fn sets() -> u64 {
    std::env::var("COVERAGE_SETS").map_or(800, |sets| sets.parse().expect("a number of data sets"))
}

/// The games of the 94 positions of `[Breuker 1998, 2.6.2]`.
const GAMES: [usize; 6] = [6, 18, 20, 24, 15, 11];

fn contains(interval: Interval, number: f64) -> bool {
    interval.low <= number && number <= interval.high
}

fn measured(pairs: &Pairs) -> Estimate {
    ratios(std::slice::from_ref(pairs), 0).unwrap().mean
}

/// Returns how many of the intervals contain the truth, how many of those from draws do, and the median of the widths
/// of the intervals as a factor.
fn coverage(model: &Model) -> (f64, f64, f64) {
    let mut random = Random::new(1);
    let (mut hits, mut hits_of_draws, mut widths) = (0, 0, Vec::new());
    for _ in 0..sets() {
        let ratio = measured(&model.pairs(&mut random));
        let interval = ratio.interval().unwrap();
        hits += u32::from(contains(interval, model.truth()));
        hits_of_draws += u32::from(contains(ratio.percentiles(0.95).unwrap(), model.truth()));
        widths.push((interval.high / interval.low).sqrt());
    }
    widths.sort_by(f64::total_cmp);
    let part = |hits: u32| f64::from(hits) / sets() as f64;
    (part(hits), part(hits_of_draws), widths[widths.len() / 2])
}

#[test]
fn intervals_contain_the_truth() {
    let one = |games: &[usize], rho: f64| Model::games(games, [0.5, rho]);
    let alone = |seeds| one(&[1], 0.0).with_seeds(seeds, 0.0, 0.3);
    let different = |games: &[usize]| Model { by_game: 0.07, ..one(games, 0.3) };
    let models = [
        ("18 positions, 1 game, rho = 0", one(&[18], 0.0)),
        ("18 positions, 1 game, rho = 0.3", one(&[18], 0.3)),
        ("18 positions, 1 game, rho = 0.4", one(&[18], 0.4)),
        ("18 positions, 1 game, rho = 0.5", one(&[18], 0.5)),
        ("21 positions, 1 game, rho = 0.3", one(&[21], 0.3)),
        ("21 positions, 1 game, rho = 0.5", one(&[21], 0.5)),
        ("38 positions, 2 games, rho = 0.3", one(&[18, 20], 0.3)),
        ("94 positions, 6 games, rho = 0", one(&GAMES, 0.0)),
        ("94 positions, 6 games, rho = 0.3", one(&GAMES, 0.3)),
        ("94 positions, 6 games, rho = 0.5", one(&GAMES, 0.5)),
        ("94 positions, 6 unlike games, rho = 0.3", different(&GAMES)),
        ("200 independent positions", one(&[1; 200], 0.0)),
        ("5 seeds x 1 position", alone(5)),
        ("10 seeds x 1 position", alone(10)),
        ("10 seeds x 18 positions, rho = 0.3", one(&[18], 0.3).with_seeds(10, 0.05, 0.1)),
        ("10 seeds x 18 positions, mostly seeds", one(&[18], 0.3).with_seeds(10, 0.3, 0.1)),
        ("5 seeds x 94 positions, rho = 0.3", one(&GAMES, 0.3).with_seeds(5, 0.05, 0.1)),
    ];
    println!("{:<42} {:>9} {:>11} {:>11}", "", "coverage", "half width", "percentiles");
    let found = models.map(|(name, model)| {
        let (hits, of_draws, factor) = coverage(&model);
        let numbers = [hits, factor - 1.0, of_draws].map(|number| 100.0 * number);
        println!("{name:<42} {:>7.1} % {:>9.1} % {:>9.1} %", numbers[0], numbers[1], numbers[2]);
        (name, hits)
    });
    for (name, hits) in found {
        assert!((0.93..0.99).contains(&hits), "{name}: {hits}");
    }
}

#[test]
fn simultaneous_intervals_contain_all_truths() {
    println!("{:<42} {:>9} {:>9}", "", "together", "each");
    let found = [
        ("7 ratios, 18 positions, 1 game", Model::games(&[18], [0.5, 0.3]), 7, 0.5),
        ("7 ratios, 94 positions, 6 games", Model::games(&GAMES, [0.5, 0.3]), 7, 0.5),
        ("20 ratios, 94 positions, 6 games", Model::games(&GAMES, [0.5, 0.3]), 20, 0.0),
        ("7 ratios, 5 seeds x 1 position", Model::games(&[1], [0.0, 0.0]).with_seeds(5, 0.0, 0.3), 7, 0.5),
    ]
    .map(|(name, model, variants, shared)| {
        let mut random = Random::new(2);
        let (mut all, mut each) = (0, 0);
        for _ in 0..sets() / 2 {
            let ratios = ratios(&model.variants(variants, shared, &mut random), 0).unwrap().each;
            let intervals = simultaneous(&ratios, 0.95);
            all += u64::from(intervals.iter().all(|interval| contains(interval.unwrap(), model.truth())));
            each += u64::from(ratios.iter().all(|ratio| contains(ratio.interval().unwrap(), model.truth())));
        }
        let part = |hits: u64| 100.0 * hits as f64 / (sets() / 2) as f64;
        println!("{name:<42} {:>7.1} % {:>7.1} %", part(all), part(each));
        (name, part(all), part(each))
    });
    for (name, all, each) in found {
        assert!(all >= 93.0 && each < 80.0, "{name}: {all}");
    }
}

#[test]
fn holm_keeps_the_error_of_the_family() {
    let model = Model::games(&GAMES, [0.5, 0.3]);
    let mut random = Random::new(3);
    let (mut wrong, mut wrong_alone) = (0, 0);
    for _ in 0..sets() / 4 {
        let ratios = ratios(&model.variants(10, 0.3, &mut random), 0).unwrap().each;
        let p_values: Vec<f64> = ratios.iter().map(|ratio| ratio.p_value(model.truth()).unwrap()).collect();
        wrong += u64::from(holm(&p_values).iter().any(|p| *p <= 0.05));
        wrong_alone += u64::from(p_values.iter().any(|p| *p <= 0.05));
    }
    let part = |number: u64| number as f64 / (sets() / 4) as f64;
    println!(
        "{:<42} {:>7.1} % {:>7.1} %",
        "a wrong rejection of 10: Holm, each",
        100.0 * part(wrong),
        100.0 * part(wrong_alone)
    );
    assert!(part(wrong) <= 0.06 && part(wrong_alone) > 0.15, "{wrong} {wrong_alone}");
}

/// Searches with one key seed after the other, until the interval of the ratio does not contain the truth.
#[test]
fn looks_keep_the_error_of_the_level() {
    let model = |seeds| Model::games(&[1], [0.0, 0.0]).with_seeds(seeds, 0.0, 0.3);
    let mut random = Random::new(4);
    let (mut wrong, mut wrong_alone) = (0, 0);
    for _ in 0..sets() / 2 {
        let (pairs, truth) = (model(20).pairs(&mut random), model(20).truth());
        let (mut is_wrong, mut is_wrong_alone) = (false, false);
        for (look, seeds) in (1..).zip(3..=20) {
            let so_far = Pairs::new(Design::new(seeds, [1]), pairs.counts()[..seeds].to_vec());
            let ratio = measured(&so_far);
            is_wrong |= !contains(ratio.interval_at(level_at_look(0.95, look)).unwrap(), truth);
            is_wrong_alone |= !contains(ratio.interval().unwrap(), truth);
        }
        (wrong, wrong_alone) = (wrong + u64::from(is_wrong), wrong_alone + u64::from(is_wrong_alone));
    }
    let part = |number: u64| number as f64 / (sets() / 2) as f64;
    println!(
        "{:<42} {:>7.1} % {:>7.1} %",
        "wrong at one of 18 looks: spent, 95 %",
        100.0 * part(wrong),
        100.0 * part(wrong_alone)
    );
    assert!(part(wrong) <= 0.06 && part(wrong_alone) > 0.1, "{wrong} {wrong_alone}");
}

/// Six schemes of which four are equally good: the worst and the best seem to be further apart than they are.
#[test]
fn spreads_contain_the_truth() {
    let model = Model::games(&GAMES, [0.5, 0.3]);
    let factors = [1.0, 1.0, 1.0, 1.0, 1.1, 1.2];
    let mut random = Random::new(5);
    let (mut hits, mut means) = (0, 0.0);
    for _ in 0..sets() / 4 {
        let variants = model.variants(factors.len(), 0.5, &mut random);
        let design = variants[0].design().clone();
        let nodes: Vec<Vec<f64>> = variants
            .iter()
            .zip(factors)
            .map(|(pairs, factor)| pairs.counts().iter().map(|pair| factor * pair.0 as f64).collect())
            .collect();
        let spread = measure(std::slice::from_ref(&design), 0, |weights| {
            let sums = nodes.iter().map(|nodes| weights.sum(&design, nodes));
            let (least, most) = sums.fold((f64::MAX, 0.0_f64), |(least, most), sum| (least.min(sum), most.max(sum)));
            most / least
        });
        means += spread.mean;
        hits += u64::from(contains(spread.bias_corrected().interval().unwrap(), 1.2));
    }
    let part = 100.0 * hits as f64 / (sets() / 4) as f64;
    let mean = 100.0 * (means / (sets() / 4) as f64 - 1.0);
    println!("{:<42} {part:>7.1} %   (on average {mean:.1} %)", "a spread of 20 %, 94 positions, 6 games");
    assert!(part >= 92.0, "{part}");
}
