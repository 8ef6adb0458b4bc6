//! The tables of the experiments on verified key bits: false hits beside their predictions, and what they change
//! (`[Hyatt and Cozzie 2005]`).

use std::collections::{BTreeMap, BTreeSet};

use experiments::cell::{SearchOption, SearchOptions, options};
use experiments::row::{Examined, Row};
use experiments::text::grouped;
use experiments::{Cell, GameCell};
use stats::{Design, Estimate, percent_of};
use zobrist::collisions::{KeySpace, approximate_expected_errors, approximate_probability_of_error};

use crate::report::Report;
use crate::show::block::Block;

/// A ratio is printed if at least this many false hits are expected: with fewer, it says nothing.
const FEWEST: f64 = 1.0;

/// What the columns of the tables are.
const NOTE: &str = "\
rule: the false hits expected if each probe of an absent position makes one with probability b / 2^k,
with b positions in a bucket and k verified bits. filled: the same with the positions in the bucket
at that moment.
eq. 2.2: the errors of equation 2.2, with the positions that had to be stored and keys of k and the
index bits. A column with x divides the measured by the expected number. % with one: the searches
with a false hit, beside the probability of equation 2.1. In brackets: 95 % intervals over
positions and key seeds, and by Wilson's formula for percentages.";

/// The options that compute other keys than those of the game, in the order of the table.
const KEYS: [(Option<SearchOption>, &str); 4] = [
    (None, "of the game"),
    (Some(options::KEYS_RANDOM), "random, XOR"),
    (Some(options::KEYS_BCH), "BCH code, XOR"),
    (Some(options::KEYS_SUM), "random, sum"),
];

/// Returns the tables of several experiments: the false hits of audited searches by verified bits and by positions per
/// bucket, and how often injected false hits change the result of a search.
#[must_use]
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for report in reports {
        let searches = audited(&report.rows, None);
        if !searches.is_empty() {
            let game = report.definition.short_title();
            blocks.push(by_bits(game, &searches));
            blocks.push(by_width(game, &searches));
            blocks.extend(by_keys(game, &report.rows));
        }
    }
    if !blocks.is_empty() {
        blocks.push(Block::Note(NOTE.to_owned()));
    }
    blocks.extend(changes(reports));
    blocks
}

/// The audited searches with one table: those of each position with each key seed.
struct Audited<'r> {
    bits: u32,
    width: u64,
    positions: u64,
    /// Whether the searches are those of a game, and not of independent positions.
    is_game: bool,
    /// A row for each key seed, with the deepest search of each position.
    searches: Vec<Vec<&'r Examined>>,
}

impl Audited<'_> {
    /// Returns the number of verified bits that distinguish positions of one bucket, as a factor.
    fn one_in(&self) -> f64 {
        libm::ldexp(1.0, self.bits as i32)
    }

    /// Returns the number of different keys: of the verified bits and those of the index, of 64 at most. A number of
    /// buckets that is not a
    /// power of two counts as the next smaller one.
    fn keys(&self) -> KeySpace {
        KeySpace::bits((self.bits + (self.positions / self.width).ilog2()).min(64))
    }

    /// Returns what the searches are a sample of.
    fn design(&self) -> Design {
        let (seeds, positions) = (self.searches.len(), self.searches[0].len());
        if self.is_game { Design::new(seeds, [positions]) } else { Design::independent(seeds, positions) }
    }

    fn each(&self) -> impl Iterator<Item = &Examined> {
        self.searches.iter().flatten().copied()
    }
}

/// Returns the false hits of a search by the rule for a full bucket.
fn by_rule(one: &Audited<'_>, search: &Examined) -> f64 {
    search.audit.absent_probes as f64 * one.width as f64 / one.one_in()
}

/// Returns the false hits of a search by the positions that were in the buckets.
fn by_residents(one: &Audited<'_>, search: &Examined) -> f64 {
    search.audit.residents as f64 / one.one_in()
}

/// Returns the errors of a search by equation 2.2.
fn by_equation(one: &Audited<'_>, search: &Examined) -> f64 {
    approximate_expected_errors(search.audit.positions, one.keys())
}

/// Collects the audited searches with the same table and the same positions, whose keys this option computes.
fn audited(rows: &[Row], keys: Option<SearchOption>) -> Vec<Audited<'_>> {
    let of_keys = |row: &&Row| {
        let computed = KEYS.iter().filter_map(|(option, _)| *option).find(|&option| row.cell.search.contains(option));
        row.is_complete() && row.cell.search.contains(options::AUDIT) && computed == keys
    };
    let mut all = BTreeMap::<(u32, u64, u64, &GameCell), BTreeMap<u64, Vec<&Examined>>>::new();
    for row in rows.iter().filter(of_keys) {
        let Some((scheme, positions)) = row.cell.scheme.zip(row.cell.positions) else { continue };
        let deepest: BTreeMap<u16, &Examined> = row.examined.iter().map(|search| (search.position, search)).collect();
        let key = (scheme.key_bits(), scheme.width() as u64, positions.get(), &row.cell.game);
        all.entry(key).or_default().insert(row.cell.seed, deepest.into_values().collect());
    }
    let each = all.into_iter().map(|((bits, width, positions, game), of_seeds)| Audited {
        bits,
        width,
        positions,
        is_game: game.sequence().is_some(),
        searches: of_seeds.into_values().collect(),
    });
    each.collect()
}

/// Returns the ratio of the sums of two numbers of each search, with an interval over positions and key seeds.
fn ratio(
    all: &[&Audited<'_>],
    measured: impl Fn(&Examined) -> f64,
    expected: impl Fn(&Audited<'_>, &Examined) -> f64,
) -> Estimate {
    let designs: Vec<Design> = all.iter().map(|one| one.design()).collect();
    let numbers: Vec<(Vec<f64>, Vec<f64>)> = all
        .iter()
        .map(|one| (one.each().map(&measured).collect(), one.each().map(|search| expected(one, search)).collect()))
        .collect();
    stats::measure(&designs, 0, |weights| {
        let each = || numbers.iter().zip(&designs);
        let first: f64 = each().map(|((first, _), of)| weights.sum(of, first)).sum();
        let second: f64 = each().map(|((_, second), of)| weights.sum(of, second)).sum();
        first / second
    })
}

fn false_hits(search: &Examined) -> f64 {
    search.audit.type_1_errors as f64
}

/// Returns a number with about three digits.
fn short(number: f64) -> String {
    match number {
        100.0.. => grouped(number.round() as u64),
        10.0..100.0 => format!("{number:.1}"),
        0.01..10.0 => format!("{number:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{number:.0e}"),
    }
}

/// Returns a ratio with its interval; empty if hardly anything is expected.
fn ratio_text(estimate: &Estimate, expected: f64) -> String {
    if expected < FEWEST {
        return String::new();
    }
    // Without events there is no variation. So few events have a Poisson distribution.
    let interval = match estimate.interval() {
        _ if estimate.mean == 0.0 => format!(" [0.00, {:.2}]", NONE_OF / expected),
        Some(interval) => format!(" [{:.2}, {:.2}]", interval.low, interval.high),
        None => String::new(),
    };
    format!("{:.2}{interval}", estimate.mean)
}

/// The upper end of an exact 95 % interval of the mean of a Poisson distribution without an event: `-ln(0.025)`.
const NONE_OF: f64 = 3.69;

/// Returns the false hits of several tables divided by those that are expected, with an interval; empty without a
/// table.
fn ratio_to(all: &[&Audited<'_>], expected: fn(&Audited<'_>, &Examined) -> f64) -> String {
    if all.is_empty() {
        return String::new();
    }
    let sum = all.iter().flat_map(|one| one.each().map(|search| expected(one, search))).sum();
    ratio_text(&ratio(all, false_hits, expected), sum)
}

/// Returns the false hits by verified bits, over all tables.
fn by_bits(game: &str, all: &[Audited<'_>]) -> Block {
    let heads =
        ["false hits", "per million", "rule", "x rule", "x filled", "eq. 2.2", "x eq. 2.2", "% with one", "eq. 2.1, %"];
    let bits: BTreeSet<u32> = all.iter().map(|one| one.bits).collect();
    let row = |bits: u32| {
        let of_bits: Vec<&Audited<'_>> = all.iter().filter(|one| one.bits == bits).collect();
        let sum = |number: &dyn Fn(&Audited<'_>, &Examined) -> f64| -> f64 {
            of_bits.iter().flat_map(|one| one.each().map(|search| number(one, search))).sum()
        };
        let measured = sum(&|_, search| false_hits(search));
        let absent = sum(&|_, search| search.audit.absent_probes as f64);
        let (rule, filled, equation) = (sum(&by_rule), sum(&by_residents), sum(&by_equation));
        let searches: Vec<_> = of_bits.iter().flat_map(|one| one.each()).collect();
        let with_one = searches.iter().filter(|search| search.audit.type_1_errors > 0).count();
        let probable = sum(&|one, search| approximate_probability_of_error(search.audit.positions, one.keys()));
        let cells = vec![
            grouped(measured as u64),
            short(measured / absent * 1e6),
            short(rule),
            ratio_text(&ratio(&of_bits, false_hits, by_rule), rule),
            ratio_text(&ratio(&of_bits, false_hits, by_residents), filled),
            short(equation),
            ratio_text(&ratio(&of_bits, false_hits, by_equation), equation),
            percent_of(with_one as u64, searches.len() as u64),
            format!("{:.1}", 100.0 * probable / searches.len() as f64),
        ];
        (format!("{bits} bits"), cells)
    };
    Block::matrix(format!("{game}: false hits, by verified bits"), heads, bits.into_iter().map(row))
}

/// Returns the false hits divided by the rule `b / 2^k`, by positions per bucket and by table size.
fn by_width(game: &str, all: &[Audited<'_>]) -> Block {
    let bits: BTreeSet<u32> = all.iter().map(|one| one.bits).collect();
    let tables: BTreeSet<(u64, u64)> = all.iter().map(|one| (one.width, one.positions)).collect();
    let heads = tables.iter().map(|(width, positions)| format!("b = {width}, {}", grouped(*positions)));
    let row = |bits: u32| {
        let cell = |&(width, positions): &(u64, u64)| {
            let is_such = |one: &&Audited<'_>| (one.bits, one.width, one.positions) == (bits, width, positions);
            let such: Vec<&Audited<'_>> = all.iter().filter(is_such).collect();
            ratio_to(&such, by_rule)
        };
        (format!("{bits} bits"), tables.iter().map(cell).collect::<Vec<String>>())
    };
    let rows = bits.into_iter().map(row).filter(|(_, cells)| cells.iter().any(|text| !text.is_empty()));
    let caption = format!("{game}: false hits divided by b / 2^k, by positions per bucket b and in the table");
    Block::matrix(caption, heads, rows)
}

/// Returns the false hits divided by those that are expected, by how the keys are computed and by verified bits; `None`
/// without searches with computed keys.
fn by_keys(game: &str, rows: &[Row]) -> Option<Block> {
    let all = KEYS.map(|(option, name)| (name, audited(rows, option)));
    let computed: BTreeSet<(u64, u32)> =
        all[1..].iter().flat_map(|(_, all)| all.iter().map(|one| (one.width, one.bits))).collect();
    let heads = computed.iter().map(|(_, bits)| format!("{bits} bits"));
    let row = |(name, all): &(&'static str, Vec<Audited<'_>>)| {
        let of = |&(width, bits): &(u64, u32)| {
            let such: Vec<_> = all.iter().filter(|one| (one.width, one.bits) == (width, bits)).collect();
            ratio_to(&such, by_residents)
        };
        (*name, computed.iter().map(of).collect())
    };
    let caption = format!("{game}: false hits divided by those expected (x filled), by keys");
    (!computed.is_empty()).then(|| Block::matrix(caption, heads, all.iter().map(row)))
}

/// How many searches injected false hits changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Changed {
    searches: u64,
    scores: u64,
    moves: u64,
    /// False hits in all searches of the position.
    injected: u64,
}

/// Compares searches with injected false hits with the same searches without, by depth and by rate.
fn changed(rows: &[Row]) -> BTreeMap<(u8, u64), Changed> {
    let key = |cell: &Cell| Cell { search: SearchOptions::PLAIN, ..cell.clone() };
    let rate = |row: &Row| options::false_hits(row.cell.search).filter(|_| row.is_complete());
    let without: BTreeMap<Cell, &Row> =
        rows.iter().filter(|row| rate(row) == Some(0)).map(|row| (key(&row.cell), row)).collect();
    let mut all = BTreeMap::<(u8, u64), Changed>::new();
    for row in rows {
        let Some(one_in) = rate(row).filter(|&one_in| one_in > 0) else { continue };
        let Some(reference) = without.get(&key(&row.cell)) else { continue };
        for (with, without) in row.examined.iter().zip(&reference.examined) {
            let of = all.entry((with.depth, one_in)).or_default();
            of.searches += 1;
            of.scores += u64::from(with.score != without.score);
            of.moves += u64::from(with.best != without.best);
            of.injected += with.injected;
        }
    }
    all
}

/// Returns how often false hits change scores and moves: a row for each game and depth, and a column for each rate.
fn changes(reports: &[Report<'_>]) -> Vec<Block> {
    let mut of_games = Vec::new();
    for report in reports {
        let all = changed(&report.rows);
        let depths: BTreeSet<u8> = all.keys().map(|(depth, _)| *depth).collect();
        for depth in depths {
            let title = report.definition.short_title();
            let name = if depth == 0 { title.to_owned() } else { format!("{title}, {depth} ply") };
            let of_depth = all.iter().filter(|((of, _), _)| *of == depth);
            of_games.push((name, of_depth.map(|(&(_, rate), &changed)| (rate, changed)).collect::<BTreeMap<_, _>>()));
        }
    }
    let rates: BTreeSet<u64> = of_games.iter().flat_map(|(_, of)| of.keys().copied()).collect();
    if rates.is_empty() {
        return Vec::new();
    }
    let matrix = |caption: &str, text: &dyn Fn(&Changed) -> String| {
        let row = |(name, of): &(String, BTreeMap<u64, Changed>)| {
            let cell = |rate| of.get(rate).map_or_else(String::new, text);
            (name.clone(), rates.iter().rev().map(cell).collect())
        };
        let heads = rates.iter().rev().map(|&rate| format!("1 in {}", grouped(rate)));
        Block::matrix(caption, heads, of_games.iter().map(row))
    };
    let scores =
        matrix("% of searches whose score changes, by rate of false hits", &|of| percent_of(of.scores, of.searches));
    let moves =
        matrix("% of searches whose move changes, by rate of false hits", &|of| percent_of(of.moves, of.searches));
    let numbers = matrix("number of searches, and mean number of false hits in all searches of a position", &|of| {
        format!("{} with {}", grouped(of.searches), short(of.injected as f64 / of.searches as f64))
    });
    let note = "A rate of 1 in N is that of the probes of absent positions whose bucket holds another position.";
    vec![scores, moves, numbers, Block::Note(note.to_owned())]
}

#[cfg(test)]
mod tests {
    use experiments::row::Audit;
    use experiments::row::Ending;

    use super::*;

    fn row(search: &str, scheme: &str, seed: u64, examined: Vec<Examined>) -> Row {
        let cell = format!("depth=2 between=clear search={search} scheme={scheme} positions=1K seed={seed}");
        let ending = Ending::Searched(Vec::new());
        Row { examined, ..Row::new(crate::samples::chess(&cell).parse().unwrap(), 10, ending) }
    }

    fn search(position: u16, depth: u8, score: i16, best: &str, audit: Audit) -> Examined {
        Examined { position, depth, score, best: Some(best.to_owned()), audit, injected: 3 }
    }

    #[test]
    fn false_hits_are_divided_by_what_was_expected() {
        let audit = |errors| Audit {
            type_1_errors: errors,
            collisions: 0,
            positions: 1_000,
            absent_probes: 25_600,
            residents: 12_800,
        };
        let searches = |errors: [u64; 2]| {
            let of = |position: u16| search(position, 2, 0, "a", audit(errors[usize::from(position)]));
            // The shallower search of a position is not counted again.
            vec![Examined { depth: 1, ..of(0) }, of(0), of(1)]
        };
        let rows = [row("audit", "new+key-8", 1, searches([30, 60])), row("audit", "new+key-8", 2, searches([70, 40]))];
        let all = audited(&rows, None);
        let [one] = all.as_slice() else { panic!("one table") };
        assert_eq!((one.bits, one.width, one.positions, one.searches.len()), (8, 1, 1024, 2));
        // 100 false hits are expected in each of four searches, and 50 by the residents.
        assert_eq!((by_rule(one, one.searches[0][0]), by_residents(one, one.searches[0][0])), (100.0, 50.0));
        let ratio = ratio(&[one], false_hits, by_rule);
        assert!((ratio.mean - 0.5).abs() < 1e-12);
        let range = ratio.interval().unwrap();
        assert!(range.low < 0.5 && range.high > 0.5 && range.low >= 0.1 && range.high <= 2.0, "{range:?}");
        // With 18 bits, M^2 / 2N is 1.9.
        assert!((by_equation(one, one.searches[0][0]) - 1.9).abs() < 0.1);
        let text = crate::samples::checked(&[by_bits("chess", &all), by_width("chess", &all)]);
        assert!(text.contains("100.0 [51.0, 100.0]"), "every search has a false hit\n{text}");
        assert!(text.contains("b = 1, 1,024"), "{text}");
    }

    #[test]
    fn false_hits_are_shown_by_keys() {
        let searches = |errors| {
            let audit = Audit { type_1_errors: errors, absent_probes: 25_600, residents: 25_600, ..Audit::default() };
            vec![search(0, 2, 0, "a", audit)]
        };
        let plain = row("audit", "new+key-8", 1, searches(200));
        assert!(by_keys("chess", std::slice::from_ref(&plain)).is_none());
        let bch = row("audit+keys-bch", "new+key-8", 1, searches(50));
        let text = crate::samples::checked(&[by_keys("chess", &[plain, bch]).expect("a table")]);
        let ratio = |name: &str| text.lines().find(|line| line.contains(name)).map(|line| line.contains("0.50"));
        assert_eq!((ratio("BCH"), ratio("of the game")), (Some(true), Some(false)), "{text}");
        assert!(text.contains("2.00"), "{text}");
    }

    #[test]
    fn changes_are_counted_by_depth_and_rate() {
        let none = Audit::default();
        let of = |depth, score, best: &str| search(0, depth, score, best, none);
        let rows = [
            row("false-hits-none", "two-big1", 1, vec![of(1, 5, "a"), of(2, 7, "b")]),
            row("false-hits-1000", "two-big1", 1, vec![of(1, 5, "a"), of(2, 8, "b")]),
            row("false-hits-10", "two-big1", 1, vec![of(1, 5, "c"), of(2, 9, "c")]),
            // Without its reference, it is not compared.
            row("false-hits-10", "two-big1", 2, vec![of(1, 5, "c"), of(2, 9, "c")]),
        ];
        let counted = |scores, moves| Changed { searches: 1, scores, moves, injected: 3 };
        let expected = [
            ((1, 10), counted(0, 1)),
            ((1, 1_000), counted(0, 0)),
            ((2, 10), counted(1, 1)),
            ((2, 1_000), counted(1, 0)),
        ];
        assert_eq!(changed(&rows), BTreeMap::from(expected));
    }

    #[test]
    fn numbers_have_about_three_digits() {
        let texts = [0.0, 1e-7, 0.004, 0.5, 12.34, 1_234.5].map(short);
        assert_eq!(texts, ["0", "1e-7", "4e-3", "0.50", "12.3", "1,235"]);
    }
}
