//! Stamping, and searches to 8 ply `[Breuker 1998, 2.7.1]`.

use ::schemes::Scheme;

use super::Judge::{Beside, Rows};
use super::judgement::{self, each_pair, number, on_average, same_shape};
use super::thresholds::{BELOW_ONE, Range, about, saving};
use super::{Data, Here, Judgement, Judges, RIVALS, TwoBig1};

pub(super) const JUDGES: Judges = &[
    (
        &["shapes-are-alike", "article-shapes-are-alike"],
        Beside(|here| Ok(same_shape(here.deepest().nodes_per(&here.elsewhere(cleared(here))?.all())))),
    ),
    (
        &["the-order-is-invariant", "article-the-order-is-invariant"],
        Beside(|here| Ok(same_order(here, here.elsewhere(cleared(here))?.as_ref()))),
    ),
    (
        &["a-persistent-edge", "article-a-persistent-edge"],
        Beside(|here| Ok(persistent_edge(here, here.elsewhere(cleared(here))?.as_ref()))),
    ),
    (&["stamping-saves-2-percent"], Beside(|here| stamped(here, saving(2.0)))),
    (&["article-stamping-has-a-slight-edge"], Beside(|here| stamped(here, BELOW_ONE))),
    (
        &["8-ply-results-are-scaled"],
        Rows(|data| {
            let schemes: Vec<Option<Scheme>> = Scheme::ALL.iter().copied().map(Some).collect();
            on_average(data.at(&[8]).deepening(&schemes, 4), about(4.0, 1.0))
        }),
    ),
];

/// Judges the nodes with stamping divided by those without, in the deepest searches: their mean, and not each scheme.
fn stamped(here: &Here<'_>, range: Range) -> anyhow::Result<Judgement> {
    // The figures are of 7 ply, and the printed numbers of several depths.
    let searches = if here.name == "article-table-3" { here.at(&[7]) } else { here.deepest() };
    let found = searches.nodes_per(&here.elsewhere(cleared(here))?.all());
    Ok(number(found.map(|found| found.mean), range, "times the nodes with stamping:"))
}

/// Returns the experiment with the same searches and a cleared table.
fn cleared(data: &Data) -> &'static str {
    match &*data.name {
        "thesis-8-ply-stamp" => "thesis-8-ply-clear",
        "article-fig-2" => "article-fig-1",
        "article-table-3" => "article-table-2",
        "sampled-middle-games-stamp" => "sampled-middle-games",
        _ => "thesis-fig-2.8",
    }
}

/// Compares the order of the schemes here and there, in the deepest searches.
fn same_order(here: &Data, there: &Data) -> Judgement {
    judgement::same_order(|one, other| [here, there].map(|data| data.deepest().nodes(&[one], &[other])))
}

/// Compares TwoBig1 with each other scheme, here and there.
fn persistent_edge(here: &Data, there: &Data) -> Judgement {
    let [here, there] = [(here, "stamped"), (there, "cleared")].map(|(data, what)| {
        let found = data.deepest().nodes(&[TwoBig1], RIVALS)?;
        Some(found.named(what))
    });
    match (here, there) {
        (Some(here), Some(there)) => each_pair(Some(here.and(Some(there))), BELOW_ONE),
        _ => Judgement::nothing(),
    }
}
