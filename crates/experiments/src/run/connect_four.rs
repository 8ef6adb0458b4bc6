//! A cell of Connect Four: positions of a test set, each solved by the generic search with an empty table.

use std::marker::PhantomData;
use std::time::Instant;

use connect_four::Position;
use connect_four::lab::{Column, Keyed};
use search::{Payload, Search};
use tt::Table;

use super::{Found, Job, Watch};
use crate::lines::Lines;
use crate::results::Searched;

/// Solves the first `sample` positions of a set with one table, which keeps a `P` and is cleared in between.
pub(super) struct Sample<P> {
    set: Lines,
    sample: u16,
    seed: u64,
    payload: PhantomData<P>,
}

impl<P> Sample<P> {
    pub(super) fn new(set: Lines, sample: u16, seed: u64) -> Self {
        Self { set, sample, seed, payload: PhantomData }
    }
}

impl<P: Payload<Column> + PartialEq> Job for Sample<P> {
    type Payload = P;

    fn run<T: Table<Payload = P>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found {
        let started = Instant::now();
        let Self { set, sample, seed, .. } = *self;
        let (mut nodes, mut searches) = (0, Vec::new());
        for (number, line) in (0..sample).zip(set.read()) {
            if number > 0 {
                table.clear();
            }
            let position: Position = line.moves.parse().expect("a test has read it");
            let mut game = Keyed::new(position, seed);
            let depth = game.depth();
            let mut search = Search::new(&mut game, table).observed_by(&mut *watch).max_nodes(max_nodes - nodes);
            let outcome = search.run(depth);
            nodes += outcome.nodes;
            if outcome.stopped {
                (nodes, searches) = (max_nodes, Vec::new());
                break;
            }
            // It is searched to the end, whatever the number of plies.
            searches.push(Searched { position: number, depth: 0, nodes: outcome.nodes, score: outcome.score });
        }
        Found { nodes, winner: None, searches, seconds: started.elapsed().as_secs_f64() }
    }
}
