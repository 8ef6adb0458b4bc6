//! Possible explanations of why our node counts differ from the printed ones, each with a prediction that can fail and
//! with what was measured.

use std::collections::{BTreeMap, BTreeSet};

use experiments::cell::GameKind;
use experiments::definition::Definition;
use experiments::published::Hits;
use experiments::readings::Readings;
use schemes::Scheme;

use crate::groups::forensics::{Fit, fits_of};
use crate::numbers::observations::{Group, Variant};
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;
use crate::show::hits;

/// What the columns mean.
const NOTE: &str = "\
Each explanation of the difference between our numbers and the published ones predicts what its reading changes, if
everything else has our defaults. Unless it says otherwise, the counts are those of Tables 1 and 2, without a table and
with TwoBig1.";

/// An explanation of the difference.
struct Hypothesis {
    /// What the printed program may have done.
    says: &'static str,
    /// What then has to be found.
    predicts: &'static str,
    /// The readings, as [`Readings`] reads them.
    readings: &'static [&'static str],
    measure: fn(&Case<'_>) -> Option<Measured>,
}

/// The numbers that a hypothesis is about.
struct Case<'f> {
    default: &'f Fit,
    /// Those of its readings that were searched.
    fits: Vec<&'f Fit>,
    /// Domineering, under each reading of the depth: nodes of Big1 over Deep, and of TwoBig1 over TwoDeep.
    big_over_deep: &'f BTreeMap<Readings, [f64; 2]>,
}

/// What was found, and whether it was predicted.
struct Measured {
    is_predicted: bool,
    text: String,
}

impl Measured {
    fn new(is_predicted: bool, text: String) -> Option<Self> {
        Some(Self { is_predicted, text })
    }

    fn told(self, says: &str, predicts: &str) -> String {
        let verdict = if self.is_predicted { "as predicted" } else { "not as predicted" };
        format!("{says}.\n  Predicts: {predicts}.\n  Found: {verdict}; {}.", self.text)
    }
}

const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        says: "The scheme decided about a stored position",
        predicts: "at 4 and 5 ply, three quarters of the pairs of schemes are equal where the published ones are",
        readings: &["same-position=compete"],
        measure: |case| case.has_the_classes(),
    },
    Hypothesis {
        says: "The scheme decided about a stored position, unless the new record was deeper",
        predicts: "at 4 and 5 ply, three quarters of the pairs of schemes are equal where the published ones are",
        readings: &["same-position=compete-deeper"],
        measure: |case| case.has_the_classes(),
    },
    Hypothesis {
        says: "A stored record of the same position stayed if it was deeper, or both were merged",
        predicts: "another count with a table by more than 1 %",
        readings: &["same-position=deeper", "same-position=merge"],
        measure: |case| {
            let most = case.largest_change()?;
            Measured::new(most > 0.01, format!("at most {:.1} %", 100.0 * most))
        },
    },
    Hypothesis {
        says: "Only the last iteration was counted",
        predicts: "ours / published varies by less than 8 % from depth to depth",
        readings: &["iterations=last"],
        measure: |case| {
            let (mean, spread) = case.fits.first()?.mean_and_spread();
            Measured::new(spread < 0.08, format!("spread {spread:.3}, mean {mean:.2}"))
        },
    },
    Hypothesis {
        says: "Nodes at the horizon were counted twice",
        predicts: "every count is within a tenth of the published one, with all iterations or the last one",
        readings: &["horizon=twice", "horizon=twice,iterations=last"],
        measure: |case| {
            let each = case.each(|fit| worst(fit).map(|worst| (worst <= 1.1, format!("off by up to {worst:.2}"))));
            case.any(each)
        },
    },
    Hypothesis {
        says: "There was no history table, or it was kept for longer or shorter",
        predicts: "the error falls to less than half",
        readings: &["history=none", "history=per-iteration", "history=kept"],
        measure: |case| case.halves_the_error(),
    },
    Hypothesis {
        says: "The history table used other update rules",
        predicts: "the error falls to less than half",
        readings: &[
            "history-weight=one",
            "history-weight=square",
            "history-weight=power",
            "history-nodes=above-alpha",
            "history-moves=quiet",
            "history-index=piece",
            "history-index=shared",
        ],
        measure: |case| case.halves_the_error(),
    },
    Hypothesis {
        says: "Quiescence never ended early",
        predicts: "1.13 to 1.17 times the nodes at every depth",
        readings: &["quiescence=never"],
        measure: |case| {
            let changes = case.changes(case.fits.first()?);
            let is_in = changes.iter().all(|change| (1.13..=1.17).contains(change));
            Measured::new(is_in && !changes.is_empty(), format!("{} times", range(&changes)?))
        },
    },
    Hypothesis {
        says: "Quiescence left out single captures",
        predicts: "more nodes than ours, as published",
        readings: &["quiescence=by-move"],
        measure: |case| case.adds_nodes(),
    },
    Hypothesis {
        says: "Piece-square values were larger",
        predicts: "more nodes than ours, as published",
        readings: &["squares=2", "squares=4"],
        measure: |case| case.adds_nodes(),
    },
    Hypothesis {
        says: "Piece-square values came from the root, or there were none",
        predicts: "more nodes than ours, as published",
        readings: &["squares=root", "squares=0"],
        measure: |case| case.adds_nodes(),
    },
    Hypothesis {
        says: "Refutations were used otherwise",
        predicts: "at 3 ply a table costs nodes, as published (1.049 times those without one)",
        readings: &["refutation=whole", "refutation=killers", "refutation=none", "first-move=table"],
        measure: |case| {
            let of = |fit: &Fit, scheme| counts(fit, scheme).get(&3).copied();
            let cost = |fit: &Fit| Some(of(fit, Some(Scheme::TwoBig1))? / of(fit, None)?);
            case.any(case.each(|fit| cost(fit).map(|cost| (cost > 1.0, format!("{cost:.3}")))))
        },
    },
    Hypothesis {
        says: "Root moves were ordered by their scores, or by their nodes, in the previous iteration",
        predicts: "less than 3 % at every depth",
        readings: &["root-order=last-score", "root-order=subtree-size"],
        measure: |case| case.changes_less_than(0.03),
    },
    Hypothesis {
        says: "Other windows and another order of captures",
        predicts: "less than 3 % at every depth",
        readings: &["re-search=from-alpha", "aspiration=inclusive", "captures=by-value"],
        measure: |case| case.changes_less_than(0.03),
    },
    Hypothesis {
        says: "Figure 2.7 to the letter: old alpha, and the table in quiescence",
        predicts: "less than 1 % at every depth",
        readings: &[
            "old-alpha=printed",
            "quiescence-table=evaluation",
            "old-alpha=printed,quiescence-table=evaluation",
        ],
        measure: |case| case.changes_less_than(0.01),
    },
    Hypothesis {
        says: "No move of a node that fails low was stored",
        predicts: "less than 2 % at every depth",
        readings: &["fail-low-move=none"],
        measure: |case| case.changes_less_than(0.02),
    },
    Hypothesis {
        says: "Depth in domineering is the longest line",
        predicts: "Big1 needs fewer nodes than Deep, and TwoBig1 fewer than TwoDeep",
        readings: &["depth=longest-line"],
        measure: |case| {
            let of = |text: &str| case.big_over_deep.get(&text.parse().ok()?).copied();
            let (longest, default) = (of("depth=longest-line")?, of("default")?);
            let text = |[one, two]: [f64; 2]| format!("{one:.3} and {two:.3}");
            let is_predicted = longest.iter().all(|ratio| *ratio < 1.0);
            Measured::new(is_predicted, format!("{}; default {}", text(longest), text(default)))
        },
    },
    Hypothesis {
        says: "DOMI counted safe moves, and ordered equal moves by columns",
        predicts: "20 boards exactly as published",
        readings: &["domi-1998"],
        measure: |case| {
            let fit = case.fits.first()?;
            let (exact, of) = (fit.exact(), fit.residuals.len());
            Measured::new(exact >= 20, format!("{exact} of {of}; default {}", case.default.exact()))
        },
    },
];

impl Case<'_> {
    /// Returns nodes under a reading divided by those of the default, without a table and with TwoBig1.
    fn changes(&self, fit: &Fit) -> Vec<f64> {
        let of = |scheme| {
            let default = counts(self.default, scheme);
            let ratio = |(depth, nodes): (u8, f64)| default.get(&depth).map(|default| nodes / default);
            counts(fit, scheme).into_iter().filter_map(ratio).collect::<Vec<_>>()
        };
        [of(None), of(Some(Scheme::TwoBig1))].concat()
    }

    /// Returns the largest part by which a count changes, under any reading.
    fn largest_change(&self) -> Option<f64> {
        let all = self.fits.iter().flat_map(|fit| self.changes(fit)).map(|ratio| (ratio - 1.0).abs());
        all.max_by(f64::total_cmp)
    }

    fn changes_less_than(&self, most: f64) -> Option<Measured> {
        let change = self.largest_change()?;
        Measured::new(change < most, format!("at most {:.1} %", 100.0 * change))
    }

    /// Measures each reading: whether it does what was predicted, and its number.
    fn each(&self, of: impl Fn(&Fit) -> Option<(bool, String)>) -> Vec<(String, bool, String)> {
        let one = |fit: &&Fit| of(fit).map(|(is, text)| (fit.readings.name(), is, text));
        self.fits.iter().filter_map(one).collect()
    }

    /// One of the readings has to do what was predicted.
    fn any(&self, each: Vec<(String, bool, String)>) -> Option<Measured> {
        let is_predicted = each.iter().any(|(_, is, _)| *is);
        let texts: Vec<String> = each.into_iter().map(|(name, _, text)| format!("{name} {text}")).collect();
        (!texts.is_empty()).then(|| Measured { is_predicted, text: texts.join(", ") })
    }

    /// Compares the error of each reading with that of the default over the same numbers.
    fn halves_the_error(&self) -> Option<Measured> {
        let of = |fit: &Fit| {
            let (error, default) = (fit.error(false)?, self.default.where_in(fit).error(false)?);
            Some((error < 0.5 * default, format!("{error:.3} instead of {default:.3}")))
        };
        self.any(self.each(of))
    }

    fn has_the_classes(&self) -> Option<Measured> {
        let [(same, of), (default, _)] = [self.fits.first()?.classes(), self.default.classes()];
        let text = format!("{same} of {of} pairs; default {default}");
        (of > 0).then_some(Measured { is_predicted: 4 * same >= 3 * of, text })
    }

    fn adds_nodes(&self) -> Option<Measured> {
        let of = |fit: &Fit| {
            let changes = self.changes(fit);
            Some((changes.iter().all(|ratio| *ratio > 1.0), format!("{} times", range(&changes)?)))
        };
        self.any(self.each(of))
    }
}

/// Returns the counts of Tables 1 and 2 by depth.
fn counts(fit: &Fit, scheme: Option<Scheme>) -> BTreeMap<u8, f64> {
    let of = fit.residuals.iter().filter(|one| one.scheme == scheme && !one.confirms);
    of.filter_map(|one| if let Group::Ply(depth) = one.group { Some((depth, one.ours)) } else { None }).collect()
}

/// Returns the largest factor between ours and the printed number, of those without a table and with TwoBig1.
fn worst(fit: &Fit) -> Option<f64> {
    let all = fit.residuals.iter().filter(|one| !one.confirms && matches!(one.scheme, None | Some(Scheme::TwoBig1)));
    all.map(|one| one.ratio().max(one.ratio().recip())).max_by(f64::total_cmp)
}

/// Returns `0.93 to 1.07`.
fn range(numbers: &[f64]) -> Option<String> {
    let least = numbers.iter().copied().min_by(f64::total_cmp)?;
    let most = numbers.iter().copied().max_by(f64::total_cmp)?;
    Some(format!("{least:.2} to {most:.2}"))
}

/// Makes the table of the hypotheses whose searches were made.
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let mut fits = fits_of(reports);
    fits.retain(|fit| fit.other_scheme.is_none());
    let big_over_deep = big_over_deep(reports);
    let rows = HYPOTHESES.iter().filter_map(|hypothesis| {
        let readings = hypothesis.readings.iter().filter_map(|text| text.parse::<Readings>().ok());
        let searched: Vec<&Fit> =
            readings.filter_map(|readings| fits.iter().find(|fit| fit.readings == readings)).collect();
        let game = searched.first().map_or(GameKind::Domineering, |fit| fit.game);
        let default = fits.iter().find(|fit| fit.game == game && fit.readings.is_default())?;
        let case = Case { default, fits: searched, big_over_deep: &big_over_deep };
        Some((hypothesis.measure)(&case)?.told(hypothesis.says, hypothesis.predicts))
    });
    let rows: Vec<String> = rows.chain(remarks_about_hits(reports)).chain(lines_of_moves(reports)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    [NOTE.to_owned()].into_iter().chain(rows).map(Block::Note).collect()
}

/// Returns the geometric means over boards and sizes, by reading.
fn big_over_deep(reports: &[Report<'_>]) -> BTreeMap<Readings, [f64; 2]> {
    let mut sums: BTreeMap<Readings, [(f64, usize); 2]> = BTreeMap::new();
    // The boards of Table 2.1 are too easy for its table to tell schemes apart.
    let is_meant = |definition: &Definition| definition.game == GameKind::Domineering && definition.published.is_none();
    for report in reports.iter().filter(|report| is_meant(report.definition)) {
        let totals = Totals::of(report.definition, &report.rows);
        for setting in totals.counts.keys() {
            let Variant { search, scheme, .. } = setting.variant;
            let (readings, scheme, _) = Readings::of(scheme, search);
            let pairs = [(Scheme::Big1, Scheme::Deep), (Scheme::TwoBig1, Scheme::TwoDeep)];
            let Some(level) = pairs.iter().position(|(big, _)| scheme == Some(*big)) else { continue };
            let Ok((deep, _)) = readings.apply(Some(pairs[level].1), search) else { continue };
            let other = Variant { scheme: deep, ..setting.variant };
            let Some(ratio) = totals.ratio(setting.variant, other, setting.positions, setting.group) else { continue };
            let (sum, number) = &mut sums.entry(readings).or_default()[level];
            (*sum, *number) = (*sum + libm::log(ratio.mean), *number + 1);
        }
    }
    let mean = |(sum, number): (f64, usize)| libm::exp(sum / number as f64);
    let is_known = |sums: &[(f64, usize); 2]| sums.iter().all(|(_, number)| *number > 0);
    sums.into_iter().filter(|(_, sums)| is_known(sums)).map(|(readings, sums)| (readings, sums.map(mean))).collect()
}

/// Says at which depths our hits are as frequent as the thesis remarks.
fn remarks_about_hits(reports: &[Report<'_>]) -> Option<String> {
    let report = reports.iter().find(|report| report.definition.name == "hits-by-depth")?;
    let remarks = Hits::read().ok()?;
    let depths: BTreeSet<u8> = report.rows.iter().filter_map(|row| row.cell.game.depth()).collect();
    let (mut texts, mut holds_at) = (Vec::new(), Vec::new());
    for depth in depths {
        let found = hits::hits(&report.rows, &remarks, depth).remove(&Readings::default())?;
        let numbers: Vec<f64> = found.into_iter().collect::<Option<_>>()?;
        let each = || remarks.iter().zip(&numbers);
        if each().all(|(remark, number)| remark.distance(*number) == 0.0) {
            holds_at.push(depth);
        }
        let numbers: Vec<String> = each().map(|(remark, number)| hits::number_of_hits(remark, *number)).collect();
        texts.push(format!("at {depth} ply {}", numbers.join(", ")));
    }
    let says = "The remarks about hits speak of searches to 7 ply";
    let predicts = "about half of the hits cut off, and exact scores are found tens of times and bounds tens of \
                    thousands of times, at 7 ply and at no other depth";
    let measured = Measured { is_predicted: holds_at == [Hits::DEPTH], text: texts.join("; ") };
    (!measured.text.is_empty()).then(|| measured.told(says, predicts))
}

/// Experiments that repeat the searches of a figure with many key seeds, what they search, the largest change of nodes
/// that is predicted for lines of five moves, and the part of the nodes that they leave in print.
const LINES: [(&str, &str, f64, f64); 2] =
    [("forensics-lines-middle-game", "middle game", 0.01, 0.95), ("forensics-lines-endgame", "endgame", 0.02, 0.88)];

/// How many key seeds tell chance from an effect.
const SEEDS: usize = 20;

/// Says whether lines of five moves save nodes, and whether chance alone saves as much as published.
fn lines_of_moves(reports: &[Report<'_>]) -> Vec<String> {
    let (mut means, mut extremes) = (Vec::new(), Vec::new());
    let (mut is_nothing, mut is_chance) = (true, true);
    for (name, game, most, printed) in LINES {
        let Some(report) = reports.iter().find(|report| report.definition.name == name) else { return Vec::new() };
        let mut nodes: BTreeMap<(u8, u64), u64> = BTreeMap::new();
        nodes.extend(report.rows.iter().map(|row| ((row.cell.game.line(), row.cell.seed), row.nodes)));
        let ratio = |(&(line, seed), &of_five): (&(u8, u64), &u64)| {
            nodes.get(&(1, seed)).filter(|_| line == 5).map(|of_one| of_five as f64 / *of_one as f64)
        };
        let ratios: Vec<f64> = nodes.iter().filter_map(ratio).collect();
        let Some(range) = range(&ratios).filter(|_| ratios.len() >= SEEDS) else { return Vec::new() };
        let number = ratios.len() as f64;
        let mean = ratios.iter().sum::<f64>() / number;
        let squares: f64 = ratios.iter().map(|ratio| (ratio - mean) * (ratio - mean)).sum();
        let deviation = (squares / (number - 1.0)).sqrt();
        let as_few = ratios.iter().filter(|ratio| **ratio <= printed).count();
        is_nothing &= (mean - 1.0).abs() <= most;
        is_chance &= as_few > 0;
        means.push(format!("{game} {mean:.3} times the nodes"));
        extremes.push(format!(
            "{game} {range}, with a standard deviation of {deviation:.3}; {as_few} of {} seeds save as much",
            ratios.len()
        ));
    }
    let changes = "over 20 key seeds, they change the nodes by at most 1 % in the middle game and 2 % in the endgame";
    let seeds = "of 20 key seeds, at least one saves as much as published: 5 and 12 %";
    let of = |is_predicted, texts: &[String]| Measured { is_predicted, text: texts.join("; ") };
    vec![
        of(is_nothing, &means).told("Lines of five moves save no nodes on average", changes),
        of(is_chance, &extremes).told("The nodes that lines of five moves save in print are chance", seeds),
    ]
}

#[cfg(test)]
mod tests {
    use experiments::Row;
    use experiments::row::Statistics;

    use super::*;
    use crate::samples::{chess, definition, report, row, row_of_positions};

    #[test]
    fn remarks_about_hits_hold_at_one_depth() {
        let definition = definition("hits-by-depth");
        let hit = |depth, parts: &str, hits, cutoffs| {
            let cell = chess(&format!("game=2 depth={depth} positions=256K parts={parts}"));
            Row { statistics: Statistics { hits, cutoffs, ..Statistics::default() }, ..row_of_positions(&cell, &[1]) }
        };
        let at = |depth, [all, exact, bounds]: [u64; 3]| {
            [hit(depth, "all", 100, all), hit(depth, "exact", exact, 0), hit(depth, "bounds", bounds, 0)]
        };
        let told = |rows: &[Row]| remarks_about_hits(&[report(&definition, rows).unwrap()]);
        let text = told(&[at(7, [46, 57, 64_000]), at(8, [80, 57, 64_000])].concat()).unwrap();
        let found = "Found: as predicted; at 7 ply 46 %, 57, 64,000; at 8 ply 80 %, 57, 64,000.";
        assert!(text.ends_with(found), "{text}");
        let both = told(&[at(7, [46, 57, 64_000]), at(8, [55, 57, 64_000])].concat()).unwrap();
        assert!(both.contains("not as predicted"), "{both}");
        assert_eq!(told(&at(7, [46, 57, 64_000])[..2]), None, "a remark without searches");
    }

    /// Lines of five moves need 0.85 times the nodes with the first of the key seeds, and more with the others.
    #[test]
    fn lines_that_save_with_one_key_seed_save_by_chance() {
        let definitions = LINES.map(|(name, ..)| definition(name));
        let with = |seeds: u64, others: u64| {
            let of_line = |line: u8, nodes: &dyn Fn(u64) -> u64| {
                let cell = |seed| chess(&format!("game=2 depth=8 line={line} positions=256K seed={seed}"));
                (0..seeds).map(|seed| row(&cell(seed), nodes(seed), None)).collect::<Vec<_>>()
            };
            let five = |seed| if seed == 0 { 850 } else { others };
            let rows = [of_line(1, &|_| 1000), of_line(3, &|_| 100), of_line(5, &five)].concat();
            lines_of_moves(&definitions.each_ref().map(|definition| report(definition, &rows).unwrap()))
        };
        let told = with(20, 1008);
        let found = [
            "as predicted; middle game 1.000 times the nodes; endgame 1.000 times the nodes.",
            "as predicted; middle game 0.85 to 1.01, with a standard deviation of 0.035; 1 of 20 seeds save as much; \
             endgame 0.85 to 1.01, with a standard deviation of 0.035; 1 of 20 seeds save as much.",
        ];
        for (text, found) in told.iter().zip(found) {
            assert!(text.ends_with(&format!("Found: {found}")), "{text}");
        }
        assert!(with(20, 1050)[0].contains("not as predicted"));
        assert_eq!(with(19, 1008), [""; 0], "too few key seeds");
    }
}
