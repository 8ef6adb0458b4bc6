//! A cell of Connect Four: positions of a test set, each solved with an empty table, by the generic search or as the
//! tutorial does.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Result;
use connect_four::lab::{Keyed, Square};
use connect_four::{Position, tutorial};
use search::{Payload, Search};
use tt::{Score, Table};

use super::{Found, Job, Nodes, Watch};
use crate::cell::Window;
use crate::connect_four_set::ConnectFourSet;
use crate::row::Searched;

/// Solves the first `sample` positions of a set with one table, which keeps a `P` and is cleared in between.
pub(super) struct Sample<P> {
    set: ConnectFourSet,
    sample: u16,
    seed: u64,
    payload: PhantomData<P>,
}

impl<P> Sample<P> {
    pub(super) fn new(set: ConnectFourSet, sample: u16, seed: u64) -> Self {
        Self { set, sample, seed, payload: PhantomData }
    }
}

impl<P: Payload<Square> + PartialEq> Job for Sample<P> {
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
            let search = Search::new(&mut game, table).as_printed();
            let mut search = search.observed_by(&mut *watch).max_nodes(max_nodes - nodes);
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

/// Solves the first `sample` positions of a set as the tutorial does.
pub(super) fn tutorial(
    set: ConnectFourSet,
    sample: u16,
    window: Window,
    max_nodes: u64,
    reported: &Nodes,
) -> Result<Found> {
    let started = Instant::now();
    let (mut nodes, mut searches) = (0, Vec::new());
    for (position, line) in (0..sample).zip(set.read()) {
        let mut solver = tutorial::Solver::new()?.max_nodes(max_nodes - nodes);
        let start: Position = line.moves.parse().expect("a test has read it");
        let solution = match window {
            Window::Strong => solver.solve(&start),
            Window::Weak => solver.solve_weak(&start),
        };
        nodes += solution.nodes;
        reported.0.fetch_add(solution.nodes, Ordering::Relaxed);
        let Some(score) = solution.score.and_then(|score| Score::try_from(score).ok()) else {
            (nodes, searches) = (max_nodes, Vec::new());
            break;
        };
        searches.push(Searched { position, depth: 0, nodes: solution.nodes, score });
    }
    Ok(Found { nodes, winner: None, searches, seconds: started.elapsed().as_secs_f64() })
}
