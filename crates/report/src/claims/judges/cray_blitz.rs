//! What others found with Cray Blitz, as the thesis quotes them `[Breuker 1998, 2.3.2]`.

use super::Judge::Rows;
use super::Judges;
use super::judgement::number;
use super::thresholds::{Unit, about, more_than, percent};

pub(super) const JUDGES: Judges = &[
    (&["cray-blitz-generates-moves-at-35-percent"], Rows(|data| data.all().generated_by_depth(percent(35.0).only()))),
    (&["cray-blitz-finds-30-percent"], Rows(|data| data.all().found_by_depth(percent(30.0)))),
    (&["cray-blitz-finds-90-percent"], Rows(|data| data.all().most_found(more_than(0.9, Unit::Percent)))),
    (
        &["cray-blitz-searches-4-million-nodes"],
        Rows(|data| {
            let nodes = data.at(&[33]).with(&["1024K"]).millions_of_nodes();
            number(nodes, about(4.0, 1.0).only(), "million nodes:")
        }),
    ),
];
