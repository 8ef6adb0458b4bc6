//! A cell of chess: the positions of a game, searched one after another by ALIBABA.

use std::marker::PhantomData;
use std::time::Instant;

use chess::alibaba::{self, Alibaba};
use chess::{Keys, Move, Position};
use search::Payload;
use tt::Table;

use super::{Found, Job, Watch};
use crate::cell::Between;
use crate::row::Searched;

/// Searches `positions` in order with one table, which keeps a `P` with each position.
pub(super) struct Positions<P> {
    positions: Vec<Position>,
    depth: u8,
    between: Between,
    payload: PhantomData<P>,
}

impl<P> Positions<P> {
    /// The positions of these FENs, hashed with numbers from `seed`.
    ///
    /// # Panics
    ///
    /// Panics if one of them is wrong, which a set excludes.
    pub(super) fn new(fens: &[String], depth: u8, between: Between, seed: u64) -> Self {
        let keys = Keys::new(seed);
        let read = |fen: &String| Position::from_fen_with(fen, keys.clone()).expect("a test set has legal positions");
        Self { positions: fens.iter().map(read).collect(), depth, between, payload: PhantomData }
    }
}

impl<P: Payload<Move> + PartialEq> Job for Positions<P> {
    type Payload = P;

    fn run<T: Table<Payload = P>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found {
        let started = Instant::now();
        let mut searches = Vec::new();
        let (mut nodes, mut stopped) = (0, false);
        for (number, position) in (0..).zip(&self.positions) {
            if number > 0 {
                match self.between {
                    Between::Clear => table.clear(),
                    Between::Stamp => table.stamp(),
                }
            }
            let mut game = Alibaba::new(position.clone());
            let mut of_position = 0;
            let outcome =
                alibaba::search(&mut game, table, &mut *watch, self.depth, max_nodes - nodes, |iteration, _| {
                    of_position += iteration.outcome.nodes;
                    // A stamped table has seen earlier positions searched to the whole depth: then less says nothing.
                    if self.between == Between::Clear || iteration.depth == self.depth {
                        let (depth, score) = (iteration.depth, iteration.outcome.score);
                        searches.push(Searched { position: number, depth, nodes: of_position, score });
                    }
                });
            nodes += of_position;
            if outcome.stopped {
                stopped = true;
                break;
            }
        }
        if stopped {
            (nodes, searches) = (max_nodes, Vec::new());
        }
        Found { nodes, winner: None, searches, seconds: started.elapsed().as_secs_f64() }
    }
}
