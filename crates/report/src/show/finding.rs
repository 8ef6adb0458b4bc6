//! What an experiment found, in one short sentence that is computed from its rows. The findings of a definition are
//! prose.

use std::collections::BTreeMap;

use experiments::board::Board;
use experiments::definition::{Definition, ReportKind};
use schemes::Parts;

use crate::numbers::board_summary::geometric_mean;
use crate::numbers::effects::{Effect, Effects, Varied};
use crate::numbers::names::Names;
use crate::numbers::printed_boards::{Compared, PrintedRatios, ResultMatch, TableSetting};
use crate::numbers::set_means::SetMean;
use crate::show::interior;
use experiments::readings::Readings;
use experiments::row::Row;
use experiments::text::counted;
use stats::{Estimand, Estimate};

/// The most characters of a finding, unless several schemes are tied for the first place.
const LONGEST: usize = 90;

/// The most schemes tied for the first place that are listed.
const LISTED: usize = 3;

/// What a finding is computed from.
pub(crate) struct Facts<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) against_best: Option<&'a Effects>,
    pub(crate) against_no_table: Option<&'a Effects>,
    pub(crate) boards: &'a [Compared],
    pub(crate) means: &'a [SetMean],
    pub(crate) rows: &'a [Row],
}

impl Facts<'_> {
    /// Returns the sentence, without a full stop.
    pub(crate) fn finding(&self) -> String {
        let names = Names::of(self.definition);
        let found = match (self.definition.kind, self.against_best, self.against_no_table) {
            (ReportKind::Means, ..) => means(self.means),
            (ReportKind::Boards, ..) => boards(self.boards),
            (_, _, Some(without)) if without.varied == Varied::Parts => parts(without, names),
            (_, _, Some(without)) => benefit(without, names),
            (_, Some(effects), None) if effects.varied == Varied::Lines => lines(effects),
            (_, Some(effects), None) => fewest(effects, names),
            (_, None, None) => interior::finding(self.rows),
        };
        found.unwrap_or_else(|| "too few finished searches to compare".to_owned())
    }
}

/// Which variants need the fewest nodes, and how many more the last one needs.
pub(super) fn fewest(effects: &Effects, names: Names) -> Option<String> {
    let (worst, leaders) = (effects.all.last()?, effects.leaders());
    let name = |effect: &Effect| effects.label(effect.variant, names);
    let (first, last, more) = (name(&effects.all[0]), name(worst), more(worst.ratio.mean));
    if leaders == effects.all.len() {
        let difference = match worst.ratio.mean {
            ratio if ratio < 1.0005 => "less than 0.05 % of the nodes".to_owned(),
            _ => format!("{last} needs {more} {first}"),
        };
        return Some(with_scope(format!("no measurable difference: {difference}"), effects));
    }
    if leaders > LISTED {
        let what = effects.varied.noun();
        let more = more.replace(" more than", " more nodes than").replace(" as many as", " as many nodes as");
        return Some(with_scope(
            format!("no {what} is clearly best; {last} needs {more} the one with the fewest"),
            effects,
        ));
    }
    let names: Vec<String> = effects.all[..leaders].iter().map(name).collect();
    let more = more.trim_end_matches(" as").trim_end_matches(" than");
    let sentence = match names.as_slice() {
        [one] => format!("{one} needs the fewest nodes; {last} needs {more}"),
        [others @ .., one] => {
            let more =
                if more.ends_with("many") { format!("{more} nodes") } else { more.replace("more", "more nodes") };
            format!("{} and {one} are tied; {last} needs {more}", others.join(", "))
        }
        [] => return None,
    };
    Some(with_scope(sentence, effects))
}

/// Returns what each part of a table saves.
fn parts(without: &Effects, names: Names) -> Option<String> {
    let both = without.with_parts(Parts::all())?;
    let alone: Vec<&Effect> =
        [Parts::SCORE, Parts::MOVE].into_iter().filter_map(|parts| without.with_parts(parts)).collect();
    // Different savings are not printed as equal if a digit or two tell them apart.
    let percent = |effect: &Effect, digits: usize| format!("{:.digits$} %", 100.0 * (1.0 - effect.ratio.mean));
    let is_apart = |digits: &usize| alone.iter().all(|effect| percent(effect, *digits) != percent(both, *digits));
    let digits = (0..3).find(is_apart).unwrap_or(0);
    let saved = |effect: &Effect| percent(effect, digits);
    let mut sentence = format!("{} save {} of the nodes", without.label(both.variant, names), saved(both));
    for effect in alone {
        sentence += &format!(", the {} {}", without.label(effect.variant, names), saved(effect));
    }
    Some(with_scope(sentence, without))
}

/// Returns what a table saves.
fn benefit(without: &Effects, names: Names) -> Option<String> {
    let (best, worst) = (without.all.first()?, without.all.last()?);
    let label = |effect: &Effect| without.label(effect.variant, names);
    let sentence = if without.all.len() > 1 && saving(&best.ratio) == saving(&worst.ratio) {
        format!("a table saves {} of the nodes with every scheme", saving(&best.ratio))
    } else if without.all.len() > 1 {
        let least = match worst.ratio.mean {
            ratio if ratio > 1.0 => format!("needs {:.0} % more", 100.0 * (ratio - 1.0)),
            _ => format!("saves {}", saving(&worst.ratio)),
        };
        let (best, saved, worst) = (label(best), saving(&best.ratio), label(worst));
        let what = without.varied.noun();
        format!("{best} saves {saved} of the nodes; {worst}, the worst {what}, {least}")
    } else {
        let size = without.sizes.last()?;
        format!("{size} positions save {} of the nodes", saving(&best.ratio))
    };
    Some(with_scope(sentence, without))
}

/// Returns a sentence about whether longer lines save nodes.
fn lines(effects: &Effects) -> Option<String> {
    let find = |line: u8| effects.all.iter().find(|effect| effect.variant.line == line);
    let lengths = || effects.all.iter().map(|effect| effect.variant.line);
    let (shortest, longest) = (lengths().min()?, lengths().max()?);
    let ratio = find(longest)?.ratio.over(&find(shortest)?.ratio);
    let (low, high) = ratio.interval().map_or((ratio.mean, ratio.mean), |interval| (interval.low, interval.high));
    let percent = 100.0 * (ratio.mean - 1.0);
    let sentence = if low <= 1.0 && 1.0 <= high {
        let difference = if percent.abs() < 0.05 { "less than 0.05".to_owned() } else { format!("{percent:+.1}") };
        format!("no measurable gain from storing {longest} moves (instead of {shortest}): {difference} % of the nodes")
    } else {
        format!("storing {longest} moves (instead of {shortest}) changes the nodes by {percent:+.1} %")
    };
    Some(with_scope(sentence, effects))
}

/// How solved boards, in the order of their settings, compare with the printed ones, or with a search without a table.
fn boards(boards: &[Compared]) -> Option<String> {
    // A board that was solved several times counts once, as the worst of its results.
    let mut results: BTreeMap<Board, ResultMatch> = BTreeMap::new();
    for one in boards.iter().filter(|one| one.result_match() != ResultMatch::Unknown) {
        let result = results.entry(one.board).or_insert(ResultMatch::Same);
        *result = (*result).max(one.result_match());
    }
    let matches = |wanted: ResultMatch| results.values().filter(|&&result| result == wanted).count();
    let known = results.len();
    if known == 0 {
        return without_table(boards);
    }
    let misprints = match matches(ResultMatch::Misprint) {
        0 => String::new(),
        number => format!(" ({})", counted(number, "misprint")),
    };
    let end = format!("{} of {} as published{misprints}", matches(ResultMatch::Same), end(known));
    let mean = |boards: &[Compared]| {
        let TableSetting { scheme, search, .. } = boards[0].setting;
        let readings = Readings::of(scheme, search).0;
        let name = if readings.is_default() { String::new() } else { format!(" with {}", readings.name()) };
        PrintedRatios::of(boards).map(|ratios| (ratios.mean, name))
    };
    let of_settings = boards.chunk_by(|one, next| one.setting == next.setting);
    let means: Vec<(f64, String)> = of_settings.filter_map(mean).collect();
    let nodes = means.iter().enumerate().map(|(number, (mean, name))| {
        let what = if number == 0 { " times the published nodes" } else { "" };
        format!("{mean:.2}{what}{name}")
    });
    let nodes: Vec<String> = nodes.collect();
    Some(if nodes.is_empty() { end } else { format!("{end}; {}", nodes.join(", ")) })
}

fn end(boards: usize) -> String {
    format!("{} {}", counted(boards, "board"), if boards == 1 { "ends" } else { "end" })
}

/// Returns how many times as many nodes boards need without a table.
fn without_table(boards: &[Compared]) -> Option<String> {
    let nodes = |one: &Compared| one.ours.nodes.known().map(|spread| spread.mean);
    let ratio = |none: &Compared| -> Option<(Board, f64)> {
        let with_table = boards.iter().find(|one| one.board == none.board && one.setting.scheme.is_some())?;
        Some((none.board, nodes(none)? / nodes(with_table)?))
    };
    let ratios: Vec<(Board, f64)> =
        boards.iter().filter(|one| one.setting.scheme.is_none()).filter_map(ratio).collect();
    let mean = geometric_mean(&ratios.iter().map(|(_, ratio)| *ratio).collect::<Vec<_>>())?;
    let (board, most) = ratios.iter().max_by_key(|(board, _)| board.squares())?;
    let boards = counted(ratios.len(), "board");
    Some(format!("{mean:.1} times the nodes are needed without one (mean of {boards}), and {most:.0} times on {board}"))
}

/// Returns what both bounds change, or whether means are the printed ones.
fn means(means: &[SetMean]) -> Option<String> {
    if let Some((least, most)) = SetMean::both_per_upper(means) {
        return Some(format!("with both bounds, the solver visits {least:.2} to {most:.2} times the positions"));
    }
    let known: Vec<bool> = means.iter().filter_map(SetMean::is_as_printed).collect();
    let same = known.iter().filter(|&&is_same| is_same).count();
    Some(match (same, known.len()) {
        (_, 0) if means.is_empty() => return None,
        (_, 0) => "only parts of the test sets were solved; the published means are of whole sets".to_owned(),
        (same, of) if same == of => format!("all {of} means equal the published ones to the published digits"),
        (same, of) => format!("{same} of {of} means equal the published ones to the published digits"),
    })
}

/// Adds what the ratios are about, and the depth of the searches, if there is room.
fn with_scope(sentence: String, effects: &Effects) -> String {
    let about = if effects.estimand == Estimand::Games { "typical game, " } else { "" };
    match effects.groups.as_slice() {
        [one] if format!("{sentence} ({one})").chars().count() <= LONGEST => format!("{sentence} ({about}{one})"),
        _ => sentence,
    }
}

/// Returns a ratio above 1, to be followed by what the nodes are compared with: `1.25 times as many as`, `3.1 % more
/// than`.
fn more(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 1.1 => format!("{:.1} % more than", 100.0 * (ratio - 1.0)),
        ratio if ratio < 2.0 => format!("{ratio:.2} times as many as"),
        ratio => format!("{ratio:.1} times as many as"),
    }
}

/// Returns what a ratio below 1 saves.
fn saving(ratio: &Estimate) -> String {
    format!("{:.0} %", 100.0 * (1.0 - ratio.mean))
}

#[cfg(test)]
mod tests {
    use experiments::row::Winner;

    use super::*;
    use crate::numbers::observations::Observations;
    use crate::samples::{self, definition, row, row_of_positions};

    /// Rows of six positions at 8 ply, by what differs, and the nodes of each position.
    fn chess(all: &[(&str, [u64; 6])]) -> Vec<Row> {
        all.iter().map(|(cell, nodes)| row_of_positions(&samples::chess(&format!("depth=8 {cell}")), nodes)).collect()
    }

    fn found(name: &str, rows: &[Row]) -> String {
        let definition = definition(name);
        let all = Observations::of(rows, &[8].into());
        let (best, none) = (Effects::against_best(&all), Effects::against_no_table(&all));
        let facts = Facts {
            definition: &definition,
            against_best: best.as_ref(),
            against_no_table: none.as_ref(),
            boards: &[],
            means: &SetMean::all(rows).unwrap(),
            rows,
        };
        facts.finding()
    }

    #[test]
    fn the_best_and_the_worst_scheme_are_named() {
        let of = |scheme: &str| format!("line=1 scheme={scheme} positions=8K parts=all");
        let [big1, deep, old] = ["two-big1", "deep", "old"].map(of);
        let even = [100; 6];
        let rows = |second, third| chess(&[(&big1, even), (&deep, second), (&old, third)]);
        let name = "thesis-fig-2.9";
        let nodes = [105, 106, 107, 105, 106, 107];
        let finding = found(name, &rows(nodes, [150; 6]));
        assert_eq!(finding, "TwoBig1 needs the fewest nodes; Old needs 1.50 times as many (8 ply)");
        let finding = found(name, &rows([90, 110, 90, 110, 100, 101], [300; 6]));
        assert_eq!(finding, "TwoBig1 and Deep are tied; Old needs 3.0 times as many nodes (8 ply)");
        let finding = found(name, &rows([90, 110, 90, 110, 100, 101], [80, 120, 80, 120, 100, 103]));
        assert_eq!(finding, "no measurable difference: Old needs 0.5 % more than TwoBig1 (8 ply)");
        let [new, two_deep] = ["new", "two-deep"].map(of);
        let tied = [90, 110, 90, 110, 100, 101];
        let five = [(&*big1, even), (&*deep, tied), (&*new, tied), (&*two_deep, tied), (&*old, [150; 6])];
        let finding = found(name, &chess(&five));
        assert_eq!(finding, "no scheme is clearly best; Old needs 1.50 times as many nodes as the one with the fewest");
        let finding = found(name, &chess(&[(&big1, even)]));
        assert_eq!(finding, "too few finished searches to compare");
    }

    #[test]
    fn savings_and_lines_are_told() {
        let none = ("line=1 scheme=none parts=all", [100; 6]);
        let of = |parts: &str| format!("line=1 scheme=two-big1 positions=8K parts={parts}");
        let [all, score, mv] = ["all", "score", "move"].map(of);
        let rows = chess(&[none, (&all, [42; 6]), (&score, [45; 6]), (&mv, [76; 6])]);
        assert_eq!(
            found("thesis-fig-2.13", &rows),
            "score and move save 58 % of the nodes, the score alone 55 %, the move alone 24 % (8 ply)"
        );
        assert_eq!(found("thesis-fig-2.10", &rows[..2]), "8K positions save 58 % of the nodes (8 ply)");
        let line = |line| format!("line={line} scheme=two-big1 positions=8K parts=all");
        let rows = chess(&[(&line(1), [100; 6]), (&line(5), [99, 101, 98, 100, 102, 101])]);
        assert_eq!(
            found("thesis-fig-2.15", &rows),
            "no measurable gain from storing 5 moves (instead of 1): +0.2 % of the nodes (8 ply)"
        );
    }

    #[test]
    fn boards_are_compared_with_a_search_without_a_table() {
        let cell = |scheme: &str| format!("domineering board=5x5 first=vertical scheme={scheme} parts=all seed=1970");
        let rows = [("two-big1 positions=2048K", 100), ("none", 400)]
            .map(|(scheme, nodes)| row(&cell(scheme), nodes, Some(Winner::Second)));
        let definition = definition("domineering-without-table");
        let summary = crate::numbers::board_summary::BoardSummary::of(&definition, &rows);
        let compared: Vec<Compared> =
            crate::numbers::printed_boards::compare(&summary, None).into_values().flatten().collect();
        let found = boards(&compared).unwrap();
        assert_eq!(found, "4.0 times the nodes are needed without one (mean of 1 board), and 4 times on 5x5");
    }
}
