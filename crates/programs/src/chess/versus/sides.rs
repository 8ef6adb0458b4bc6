//! The sides of a game: either program, with its table and what it has learnt in the game.

use std::sync::atomic::AtomicBool;

use alibaba::{Alibaba, Playing};
use chess::{Move, Position, searched_mate_in};
use engine::{ChessMemory, Chosen, StandardTechniques, Techniques};
use schemes::{EvaluationTable, Masked, Parts};
use search::{Aspiration, ChosenOptions, HitSize, Search, Seeded, Window, iteration};
use tt::{Maintain, Pages, TableError};

use super::{MatchSide, Referee, SideProgram};
use crate::chess::player::first_of;
use crate::chess::{ChessTable, EngineTable, Observed, Watched, first_ranked, playing, stamp, table};
use crate::options::{self, SearchOptions};
use crate::played::Work;
use crate::with_or_without;

/// No search is deeper, however few nodes an iteration takes.
const MOST_DEPTH: u8 = 100;

/// A side with its table and what it has learnt in the game.
struct Player<C> {
    game: Alibaba<C>,
    table: ChessTable,
    options: C,
    nodes: u64,
    forgets: bool,
    /// The position of its previous move.
    before: Option<Position>,
}

/// A side with any options.
pub(super) trait Thinks {
    /// Returns a move in `position`, in which the game is not over, and what was searched.
    fn think(&mut self, position: &Position, referee: &mut dyn Referee) -> (Move, Work);
}

/// A side that plays with the strongest program.
struct EnginePlayer<C> {
    memory: ChessMemory,
    table: EngineTable,
    chosen: C,
    nodes: u64,
    forgets: bool,
    /// Whether this is its first move.
    is_first: bool,
}

/// Creates a side.
pub(super) fn player(side: &MatchSide, start: &Position) -> Result<Box<dyn Thinks>, TableError> {
    let &MatchSide { program, scheme, size, nodes, forgets } = side;
    let (scheme, size, parts) = with_or_without(scheme, size, Parts::all());
    match program {
        SideProgram::Engine(techniques) => {
            let (memory, is_first) = (ChessMemory::new(start), true);
            let table = Masked::new(EvaluationTable::with_evaluations(size, scheme, Pages::Default)?, parts);
            Ok(if techniques == Techniques::STANDARD {
                Box::new(EnginePlayer { memory, table, chosen: StandardTechniques, nodes, forgets, is_first })
            } else {
                Box::new(EnginePlayer { memory, table, chosen: techniques, nodes, forgets, is_first })
            })
        }
        SideProgram::Alibaba(search) => {
            let table = table(scheme, size, parts)?;
            let game = Alibaba::new(start.clone());
            Ok(if search == playing(SearchOptions::PLAIN) {
                let game = game.with_options(Playing);
                Box::new(Player { game, table, options: Playing, nodes, forgets, before: None })
            } else {
                let options = Seeded { options: search, key_seed: start.keys().seed() };
                Box::new(Player { game: game.with_options(options), table, options, nodes, forgets, before: None })
            })
        }
    }
}

impl<C: Chosen> Thinks for EnginePlayer<C> {
    fn think(&mut self, position: &Position, referee: &mut dyn Referee) -> (Move, Work) {
        if self.forgets {
            self.table.clear();
        } else if !self.is_first {
            self.table.stamp();
        }
        self.is_first = false;
        let mut is_time_up = |_| referee.is_time_up();
        let never = AtomicBool::new(false);
        let observer: Observed<'_, '_> = (None, (Watched::new(&never, &mut is_time_up), None));
        let search = engine::ChessSearch::new(position, &mut self.memory, &mut self.table).with_techniques(self.chosen);
        let mut search = search.observed_by(observer).max_nodes(self.nodes);
        let mut best = None;
        let mut work = Work { moves: 1, nodes: 0, depths: 0 };
        let mut expected = None;
        for depth in 1..=MOST_DEPTH {
            let outcome = search.iteration(depth, expected);
            work.nodes += outcome.nodes;
            // An interrupted iteration has searched the best move of the last one first.
            best = outcome.best.or(best);
            if outcome.stopped {
                break;
            }
            work.depths += 1;
            expected = Some(outcome.score);
            if searched_mate_in(outcome.score, depth).is_some() {
                break;
            }
        }
        (best.unwrap_or_else(|| first_ranked(position, &position.legal_moves())), work)
    }
}

impl<C: ChosenOptions> Thinks for Player<C> {
    fn think(&mut self, position: &Position, referee: &mut dyn Referee) -> (Move, Work) {
        if let Some(before) = self.before.replace(position.without_history()) {
            // Scores with the piece-square values of another root would be wrong.
            if self.forgets || self.options.has(options::SQUARES_OF_ROOT) {
                self.table.clear();
            } else {
                stamp(&before, position, &mut self.table, self.options);
            }
        }
        self.game.turn_to(position.clone());
        let mut best = first_of(&mut self.game, |_| true).expect("the game is not over");
        let mut work = Work { moves: 1, nodes: 0, depths: 0 };
        let hit_size = HitSize::counting(self.table.get_ref().scheme().counts_stored_nodes());
        let search = Search::new(&mut self.game, &mut self.table).with_options(self.options);
        let search = search.window(Window::Minimal).hit_size(hit_size).max_nodes(self.nodes);
        let mut is_time_up = |_| referee.is_time_up();
        let never = AtomicBool::new(false);
        let observer: Observed<'_, '_> = (None, (Watched::new(&never, &mut is_time_up), None));
        let mut search = search.observed_by(observer);
        let mut expected = None;
        for depth in 1..=MOST_DEPTH {
            let outcome = iteration(&mut search, depth, Aspiration::Inclusive(alibaba::ASPIRATION), expected).outcome;
            work.nodes += outcome.nodes;
            if outcome.stopped && depth > 1 {
                break;
            }
            best = outcome.best.unwrap_or(best);
            if outcome.stopped {
                break;
            }
            work.depths += 1;
            expected = Some(outcome.score);
            // A mate within the search depth is the shortest one.
            if searched_mate_in(outcome.score, depth).is_some() {
                break;
            }
        }
        (best, work)
    }
}
