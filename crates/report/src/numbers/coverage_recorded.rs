//! How often 95 % intervals over sampled games contain the truth. The recorded games stand for all games: as many are
//! drawn from them with replacement, again and again, and the ratio of all recorded games is the truth.
//!
//! `cargo test -p report coverage_recorded -- --nocapture` prints the table, and `COVERAGE_SETS=2000` before it makes
//! it as precise as that of the book.

use experiments::definition::Definition;
use experiments::games::Item;
use experiments::row::Row;
use experiments::store::Store;
use stats::{Design, Estimand, Estimate, Pairs, ratios};
use zobrist::Key;

use super::observations::{Group, Observations, Setting, Variant};

/// The experiments over sampled games.
const SAMPLED: [&str; 8] = [
    "sampled-middle-games",
    "sampled-middle-games-stamp",
    "sampled-middle-games-parts",
    "sampled-middle-games-lines",
    "sampled-middle-games-table",
    "sampled-endgames",
    "sampled-endgames-parts",
    "sampled-endgames-lines",
];

/// A comparison of two variants, with the pairs of every table size.
struct Compared {
    name: String,
    /// The number of positions of each game.
    lengths: Vec<usize>,
    sizes: Vec<Pairs>,
}

impl Compared {
    /// Compares every variant of the deepest searches with the first one, and with the search without a table.
    fn all(rows: &[Row], definition: &Definition) -> Vec<Self> {
        let all = Observations::of(rows, &definition.depths(rows));
        let group = Group::Ply(all.deepest().expect("searches have a depth"));
        let deepest: Vec<Setting> = all.settings().copied().filter(|setting| setting.group == group).collect();
        let with_table = deepest.iter().map(|setting| setting.variant).filter(|variant| variant.scheme.is_some());
        let mut variants: Vec<Variant> = with_table.collect();
        variants.sort();
        variants.dedup();
        let none = deepest.iter().find(|setting| setting.variant.scheme.is_none());
        let with_first = variants[1..].iter().map(|&variant| (variant, variants[0]));
        let with_none = none.into_iter().flat_map(|none| variants.iter().map(|&variant| (variant, none.variant)));
        let compared = |(variant, other): (Variant, Variant)| {
            let ours = deepest.iter().filter(|setting| setting.variant == variant);
            let theirs =
                |ours: &Setting| Setting { positions: other.scheme.and(ours.positions), variant: other, ..*ours };
            let pairs = ours.filter_map(|&ours| all.pairs_of_items(ours, &all, theirs(&ours)));
            let (items, sizes): (Vec<Vec<&Item>>, Vec<Pairs>) = pairs.unzip();
            let games = items.first()?.chunk_by(|one, next| one.game == next.game);
            let label = |variant: Variant| {
                let parts = experiments::cell::parts_name(variant.parts);
                format!("{} {parts} {}", variant.label(), variant.line)
            };
            let name = format!("{}: {} / {}", definition.name, label(variant), label(other));
            Some(Self { name, lengths: games.map(<[_]>::len).collect(), sizes })
        };
        with_first.chain(with_none).filter_map(compared).collect()
    }

    /// Returns the mean ratio over the sizes, with these games.
    fn ratio(&self, games: &[usize], estimand: Estimand) -> Estimate {
        let first = |game: usize| self.lengths[..game].iter().sum::<usize>();
        let of_game = |row: &[(u64, u64)], game: usize| row[first(game)..][..self.lengths[game]].to_vec();
        let of_size = |pairs: &Pairs| {
            let rows = pairs.counts().chunks_exact(pairs.design().positions());
            let counts = rows.flat_map(|row| games.iter().flat_map(move |&game| of_game(row, game))).collect();
            let design = Design::new(pairs.design().seeds(), games.iter().map(|&game| self.lengths[game]));
            Pairs::new(design, counts).about(estimand)
        };
        ratios(&self.sizes.iter().map(of_size).collect::<Vec<_>>(), 0).expect("every search has nodes").mean
    }

    /// Returns how many intervals contain the truth, and the median of their widths, both in percent.
    fn coverage(&self, estimand: Estimand, sets: u64) -> (f64, f64) {
        let number = self.lengths.len();
        let truth = self.ratio(&(0..number).collect::<Vec<_>>(), estimand).mean;
        let (mut hits, mut widths) = (0, Vec::new());
        for set in 0..sets {
            let draw = |game: usize| (Key::mixed(set << 32 | game as u64).0 % number as u64) as usize;
            let interval = self.ratio(&(0..number).map(draw).collect::<Vec<_>>(), estimand).interval();
            let interval = interval.expect("several games have an interval");
            hits += u32::from(interval.low <= truth && truth <= interval.high);
            widths.push(100.0 * (interval.high / interval.low - 1.0));
        }
        widths.sort_by(f64::total_cmp);
        (100.0 * f64::from(hits) / sets as f64, widths[widths.len() / 2])
    }
}

#[test]
fn coverage_recorded() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let store = Store::open(&root.join("testsets/recorded/full.rows")).unwrap().expect("it is recorded");
    let rows: Vec<Row> = store.all().unwrap().into_iter().map(|signed| signed.row).collect();
    let sets = std::env::var("COVERAGE_SETS").map_or(100, |sets| sets.parse::<u64>().expect("a number of sets"));
    // Two standard errors beyond 92 and 98 %.
    let tolerance = 2.0 * 100.0 * (0.05_f64 * 0.95 / sets as f64).sqrt();
    println!("{:<90} {:>17} {:>17}", "", "sums", "games");
    for name in SAMPLED {
        let definition = Definition::find(name).unwrap();
        let cells: std::collections::BTreeSet<_> = definition.full.cells(10).into_iter().collect();
        let of_this = rows.iter().filter(|row| cells.contains(&row.cell)).cloned().collect::<Vec<_>>();
        for compared in Compared::all(&of_this, &definition) {
            let [sums, games] = [Estimand::Sums, Estimand::Games].map(|estimand| compared.coverage(estimand, sets));
            let text = |(hits, width): (f64, f64)| format!("{hits:>6.1} % {width:>6.2} %");
            println!("{:<90} {:>17} {:>17}", compared.name, text(sums), text(games));
            let is_near = (92.0 - tolerance..=98.0 + tolerance).contains(&games.0);
            assert!(is_near, "{}: {:.1} % of the intervals of games contain the truth", compared.name, games.0);
        }
    }
}
