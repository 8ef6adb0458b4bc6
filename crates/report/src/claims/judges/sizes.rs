//! The size of the table in chess `[Breuker 1998, 2.7 and 2.7.1]`. That a ply multiplies the tree by four is an
//! assumption of the thesis, after `[Thompson 1982]` and `[Junghanns 1997]`.

use ::schemes::Scheme;

use super::Judge::Rows;
use super::judgement::{doubled, number, on_average, quotient};
use super::thresholds::{BELOW_ONE, Range, SAME, Unit, about, at_least, percent, saving};
use super::{Data, Judgement, Judges, TwoBig1};
use crate::claims::sizes::Suggested::{From, Is, UpTo};

pub(super) const JUDGES: Judges = &[
    (&["doubling-reduces-the-tree"], Rows(|data| doubled(data.all().doubling(Scheme::ALL, 0), BELOW_ONE))),
    (
        &["a-doubling-saves-only-7-percent"],
        Rows(|data| doubled(data.at(&[7]).doubling(Scheme::ALL, 0), saving(7.0).only_saved())),
    ),
    (&["a-doubling-saves-5-percent"], Rows(|data| doubled(data.at(&[7]).doubling(Scheme::ALL, 0), saving(5.0)))),
    (&["nodes-level-out"], Rows(level_out)),
    (&["no-gain-before-1024K", "article-nodes-tend-to-constancy"], Rows(|data| levelled(data, &["512K", "1024K"]))),
    (&["spread-shrinks", "article-spread-shrinks"], Rows(spread_shrinks)),
    (
        &["spread-of-3-percent-from-512K", "article-spread-of-3-percent-from-512K"],
        Rows(|data| spread_of(data, &["512K", "1024K"], percent(3.0).only())),
    ),
    (&["spread-of-21-percent-at-8K"], Rows(|data| spread_of(data, &["8K"], at_least(0.21, Unit::Percent)))),
    (&["article-spread-of-23-percent-at-8K"], Rows(|data| spread_of(data, &["8K"], at_least(0.23, Unit::Percent)))),
    (
        &["the-deeper-the-larger"],
        Rows(|data| {
            let [deep, shallow] = [7, 5].map(|depth| data.at(&[depth]).doubling(Scheme::ALL, 0).map(|one| one.mean));
            quotient(deep, shallow, BELOW_ONE, ["times the nodes at 7 ply", "at 5 ply"])
        }),
    ),
    (&["little-to-gain-beyond-256K"], Rows(|data| levelled(data, &["256K", "512K", "1024K"]))),
    (
        &["a-ply-multiplies-by-4"],
        Rows(|data| {
            let searched = data.all().nodes_per_no_table(&[TwoBig1]).is_some();
            let scheme = if searched { None } else { Some(TwoBig1) };
            on_average(data.all().deepening(&[scheme], 1), about(4.0, 1.0))
        }),
    ),
    (
        &["suggested-sizes-in-middle-games"],
        Rows(|data| data.suggested(&[(3, UpTo(8)), (4, Is(16)), (5, Is(32)), (6, Is(32)), (7, Is(256))])),
    ),
    (
        &["suggested-sizes-in-endgames"],
        Rows(|data| {
            data.suggested(&[
                (3, UpTo(8)),
                (4, UpTo(8)),
                (5, UpTo(8)),
                (6, Is(32)),
                (7, Is(64)),
                (8, Is(512)),
                (9, From(1024)),
                (10, From(1024)),
            ])
        }),
    ),
];

/// Judges whether these sizes need the same nodes at 7 ply.
fn levelled(data: &Data, sizes: &[&str]) -> Judgement {
    doubled(data.at(&[7]).with(sizes).doubling(Scheme::ALL, 0), SAME)
}

/// Compares the last doubling with the first.
fn level_out(data: &Data) -> Judgement {
    let [last, first] = [["512K", "1024K"], ["8K", "16K"]]
        .map(|sizes| data.deepest().with(&sizes).doubling(Scheme::ALL, 0).map(|one| one.mean));
    quotient(first, last, BELOW_ONE, ["times the nodes from 8K to 16K", "from 512K to 1024K"])
}

/// Compares the spread in large tables with that in the smallest.
fn spread_shrinks(data: &Data) -> Judgement {
    let [large, small] = [&["512K", "1024K"][..], &["8K"]].map(|sizes| data.deepest().with(sizes).spread());
    quotient(large, small, BELOW_ONE, ["is the spread with 512K and 1024K positions", "with 8K"])
}

/// Measures the spread at 7 ply.
fn spread_of(data: &Data, sizes: &[&str], range: Range) -> Judgement {
    number(data.at(&[7]).with(sizes).spread(), range, "the nodes of the worst scheme exceed those of the best by")
}
