//! Which pictures an experiment has, and what they say.

use anyhow::Result;
use experiments::definition::{Definition, ReportKind};
use experiments::text::counted;
use schemes::Positions;

use crate::numbers::board_summary::Seeds;
use crate::numbers::effects::{Effect, Effects, Varied};
use crate::numbers::observations::Group;
use crate::numbers::printed_boards::{Compared, compare, published};
use crate::numbers::totals::Totals;
use crate::show::board_tables::setting_text;
use crate::show::drawing::{self, Across, Bar, MOST_CURVES, RatioRow, RowMark, Words};
use crate::show::finding::fewest;
use crate::show::picture::Picture;
use crate::show::plot::{BARS, Place, Plot, SINGLE, left_out, plies, shortened, title_of};
use stats::Estimand;

/// With more curves than this, the points above a single place cannot be told apart.
const MOST_POINTS: usize = 8;

/// Returns the pictures of an experiment: the main one first, then the effect sizes of its schemes, then the others.
/// `finding` is what the experiment found.
///
/// # Errors
///
/// Printed figures cannot be read, or there is nothing to draw.
pub(crate) fn pictures(
    definition: &Definition,
    totals: &Totals,
    effects: Option<&Effects>,
    finding: &str,
) -> Result<Vec<Picture>> {
    let all = effects;
    let effects = effects.filter(|effects| {
        matches!(effects.varied, Varied::Schemes | Varied::Searches) && definition.kind != ReportKind::Boards
    });
    let places = if definition.kind == ReportKind::Depths { totals.groups.len() } else { totals.sizes.len() };
    // Only some of many variants can be drawn as curves; the rows of the effect sizes have them all.
    let are_many = places == 1 && totals.variants.len() > MOST_POINTS || totals.variants.len() > 3 * MOST_CURVES;
    if let Some(effects) = effects.filter(|_| are_many) {
        return Ok(vec![schemes(definition, totals, effects)?]);
    }
    let mut pictures = match definition.kind {
        ReportKind::Means | ReportKind::Techniques | ReportKind::Match => Vec::new(),
        ReportKind::Boards => boards(definition, totals)?,
        ReportKind::Sizes | ReportKind::Loads => by_size(definition, totals, all, finding)?,
        ReportKind::Depths => by_depth(definition, totals, all, finding)?,
    };
    // The last one shows the deepest searches.
    if !pictures.is_empty() {
        pictures.rotate_right(1);
    }
    if let Some(effects) = effects {
        pictures.insert(pictures.len().min(1), schemes(definition, totals, effects)?);
    }
    Ok(pictures)
}

/// Ours divided by the printed nodes, for each board.
fn boards(definition: &Definition, totals: &Totals) -> Result<Vec<Picture>> {
    // At most one setting is that of the printed nodes.
    for (setting, boards) in compare(&totals.boards, published(definition)?.as_ref()) {
        let row = |one: &Compared| {
            let (ratio, is_exact) = (one.ratio()?, one.is_exact());
            Some(RatioRow {
                name: one.board.to_string(),
                ratio: Bar { low: ratio, mean: ratio, high: ratio },
                text: if is_exact { "1".to_owned() } else { format!("{ratio:.3}") },
                mark: if is_exact { RowMark::Exact } else { RowMark::Other },
            })
        };
        let rows: Vec<RatioRow> = boards.iter().filter_map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let seeds: Seeds = boards.iter().map(|one| one.ours.seeds).collect();
        let seeds = if seeds.are_several() { format!(", means over {seeds}") } else { String::new() };
        let near = rows.iter().filter(|row| (0.8..=1.25).contains(&row.ratio.mean)).count();
        let exact = rows.iter().filter(|row| row.mark == RowMark::Exact).count();
        let near = format!("{near} of {} need within a quarter of the published nodes", counted(rows.len(), "board"));
        let note =
            format!("{}{seeds}.{}", setting_text(setting, totals.common.names), left_out(boards.len() - rows.len()));
        let words = Words::new(definition, &[format!("{near}, {exact} of them exactly as many"), near], note);
        let svg = drawing::boards(&words, &rows)?;
        return Ok(vec![Picture { stem: definition.name.clone(), svg, caption: words.caption() }]);
    }
    Ok(Vec::new())
}

/// Nodes against table size, a picture for each group.
fn by_size(definition: &Definition, totals: &Totals, effects: Option<&Effects>, finding: &str) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &group in &totals.groups {
        let place = |&size: &Positions| Place { at: size.get(), size, group };
        let plot = Plot {
            definition,
            totals,
            effects,
            across: Across::Size,
            places: totals.sizes.iter().map(place).collect(),
            what: totals.heading_of(group),
            stem: group.stem(),
        };
        pictures.extend(plot.picture(finding)?);
    }
    Ok(pictures)
}

/// Nodes against depth, a picture for each size.
fn by_depth(
    definition: &Definition,
    totals: &Totals,
    effects: Option<&Effects>,
    finding: &str,
) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &size in &totals.sizes {
        let place = |&group: &Group| match group {
            Group::Ply(depth) => Some(Place { at: u64::from(depth), size, group }),
            _ => None,
        };
        let plot = Plot {
            definition,
            totals,
            effects,
            across: Across::Depth,
            places: totals.groups.iter().filter_map(place).collect(),
            what: format!("on {}, with a table of {size} positions", totals.heading()),
            stem: size.to_string(),
        };
        pictures.extend(plot.picture(finding)?);
    }
    Ok(pictures)
}

/// Returns the effect sizes of the schemes.
fn schemes(definition: &Definition, totals: &Totals, effects: &Effects) -> Result<Picture> {
    let labels: Vec<String> = effects.all.iter().map(|effect| totals.short_label(effect.variant)).collect();
    // What all names begin with is said once.
    let shared = labels[0].split_once(", ").map_or("", |(shared, _)| shared);
    let shared = format!("{shared}, ");
    let is_shared = labels.len() > 1 && labels.iter().all(|label| label.starts_with(&shared));
    let row = |(effect, label): (&Effect, &String)| RatioRow {
        name: if is_shared { label[shared.len()..].to_owned() } else { label.clone() },
        ratio: Bar::from(&effect.ratio),
        text: if Some(effect) == effects.all.first() { "1".to_owned() } else { effect.ratio.text() },
        mark: RowMark::Plain,
    };
    let (rows, fewer) = shortened(effects.all.iter().zip(&labels).map(row).collect());
    let all_with = if is_shared { format!(" All with {}.", shared.trim_end_matches(", ")) } else { String::new() };
    let interval = if totals.are_single_searches(definition.game) { SINGLE } else { BARS };
    let mean = if effects.sizes.len() * effects.groups.len() > 1 { " (geometric mean)" } else { "" };
    let about = if effects.estimand == Estimand::Games { " in a typical game" } else { "" };
    let what = effects.varied.noun();
    let common = totals.common.sentence();
    let note = plies(&format!(
        "Nodes relative to the best {what}{about} {}{mean}.{common}{all_with}{interval}{fewer}",
        effects.scope()
    ));
    let (first, last) = (&rows[0].name, &rows[rows.len() - 1]);
    let more = format!("needs {:.2} times", last.ratio.mean);
    let short = format!("{first} needs the fewest nodes; {} {more} as many", last.name);
    let shorter = format!("The worst {what} {more} the nodes of the best one");
    let found = fewest(effects, totals.common.names).map(|found| title_of(&found));
    let titles: Vec<String> = found.into_iter().chain((!is_shared).then_some(short)).chain([shorter]).collect();
    let words = Words::new(definition, &titles, note);
    let svg = drawing::forest(&words, &rows, &format!("nodes relative to the best {what}"))?;
    Ok(Picture { stem: format!("{}-schemes", definition.name), svg, caption: words.caption() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{definition, rows_of_schemes};

    /// Draws searches at 7 ply by scheme, size, and the nodes of each of six positions.
    fn drawn(all: &[(&str, &str, [u64; 6])]) -> Vec<Picture> {
        let definition = definition("thesis-fig-2.8");
        let totals = Totals::of(&definition, &rows_of_schemes("between=clear", all));
        pictures(&definition, &totals, Effects::against_best(&totals.each).as_ref(), "found (7 ply)").unwrap()
    }

    #[test]
    fn curves_are_drawn_as_differences_and_the_title_states_them() {
        let (even, more) = ([100; 6], [104, 105, 106, 104, 105, 106]);
        let close = [("two-big1", "8K", even), ("deep", "8K", more), ("two-big1", "16K", even), ("deep", "16K", even)];
        let pictures = drawn(&close);
        let [main, effects, ..] = pictures.as_slice() else { panic!("{}", pictures.len()) };
        assert!(main.svg.contains(">more nodes than TwoBig1<"), "{}", main.svg);
        let title = "Deep needs 5.0 % more nodes than TwoBig1 with 8K positions, and with 16K all need as many. ";
        assert!(main.caption.starts_with(title), "{}", main.caption);
        assert!(main.caption.contains("relative to TwoBig1. Bars: individual 95 % intervals."), "{}", main.caption);
        assert_eq!(effects.stem, "thesis-fig-2.8-schemes");
        assert!(
            effects.caption.starts_with("TwoBig1 needs the fewest nodes; Deep needs 2.5 % more. ")
                && effects.caption.contains("the best scheme at 7 plies, with tables of 8K to 16K positions")
        );

        let apart = [("two-big1", "8K", even), ("deep", "8K", [200; 6])];
        let title = "Deep needs 2.0 times the nodes of TwoBig1. ";
        assert!(drawn(&apart)[0].caption.starts_with(title));
        let same = [("two-big1", "8K", even), ("deep", "8K", even)];
        assert!(drawn(&same)[0].caption.starts_with("All schemes need the same number of nodes (within 0.05 %). "));
    }
}
