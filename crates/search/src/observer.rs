//! Observation of a search.

pub(crate) mod audit;
pub(crate) mod cutoffs;
pub(crate) mod interior;

use tt::{Key, Record, Score, Statistics, Stored};

use crate::Game;

/// A record that a search found in its table.
///
/// ```
/// use search::{Game, Hit, Observer};
/// use tt::Key;
///
/// /// Adds the depths of all records that are found.
/// struct Depths(u64);
///
/// impl Observer for Depths {
///     fn look_up<G: Game>(&mut self, _: &G, _: &[Key], found: Option<&Hit>) {
///         self.0 += found.map_or(0, |hit| u64::from(hit.record.depth));
///     }
/// }
/// # assert_eq!(Depths(0).0, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the key under which the record was found: 0 is the position's own key, the others are those of its
    /// reflections.
    pub reflection: usize,
    /// The key.
    pub key: Key,
    /// The record, without its payload. Its score is as the table stores it.
    pub record: Record<()>,
}

/// An observer that is notified of the steps of a search. By default, every method does nothing and has no cost.
///
/// The type `()` ignores all events, `tt::Statistics` counts table operations, and [`Audit`](crate::Audit) checks every
/// hit against the full position. A pair of observers notifies both.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Observer, Search};
/// use tt::Statistics;
///
/// /// Records the maximum distance from the root.
/// #[derive(Default)]
/// struct Deepest(u32);
///
/// impl Observer for Deepest {
///     fn node(&mut self, ply: u32) {
///         self.0 = self.0.max(ply);
///     }
/// }
///
/// let mut both = (Deepest::default(), Statistics::default());
/// let nodes = Search::new(&mut Nim::new(5), &mut ()).observed_by(&mut both).run(3).nodes;
/// assert_eq!((both.0.0, both.1.look_ups), (3, nodes));
/// ```
pub trait Observer {
    /// Called when the search enters a node at distance `ply` from the root.
    #[inline]
    fn node(&mut self, ply: u32) {
        let _ = ply;
    }

    /// Called at a node before [`look_up`](Self::look_up), with the depth and the window for which the node needs a
    /// value.
    #[inline]
    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        let _ = (ply, depth, window);
    }

    /// Called after the search has probed the table for the position of `game`, with the record if there is one. `keys`
    /// are those of the position and its reflections; the search probes them in turn until it finds a record.
    #[inline]
    fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&Hit>) {
        let _ = (game, keys, found);
    }

    /// Called when a score from the table causes a cut-off.
    #[inline]
    fn cutoff(&mut self) {}

    /// Called after [`look_up`](Self::look_up) if it was not that of a node above the horizon: the position is a leaf,
    /// a node of the quiescence search, or a child that is looked up for an enhanced transposition cut-off. `found`
    /// says whether there was a record that was not refused, and `ended` whether its score ended the node.
    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        let _ = (found, ended);
    }

    /// Called at a node above the horizon if a move that the search knows reaches beta, so that it does not generate
    /// the others. `of_table` says whether it is the move of the position's record.
    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        let _ = of_table;
    }

    /// Called when a position is not in the table and its first move comes from the stored line of an ancestor.
    #[inline]
    fn guided(&mut self) {}

    /// Returns whether to stop the search. The search calls it at every node.
    #[inline]
    fn wants_stop(&mut self) -> bool {
        false
    }

    /// Called after [`look_up`](Self::look_up) if the record was refused because its move is illegal, which only the
    /// option [`REFUSE_ILLEGAL`](crate::options::REFUSE_ILLEGAL) does.
    #[inline]
    fn refused(&mut self) {}

    /// Called after the position of `game` was offered to the table under `key`, with the record offered and what the
    /// table did.
    #[inline]
    fn store<G: Game>(&mut self, game: &G, key: Key, record: &Record<()>, stored: Stored) {
        let _ = (game, key, record, stored);
    }
}

impl Observer for () {}

impl Observer for Statistics {
    #[inline]
    fn look_up<G: Game>(&mut self, _: &G, _: &[Key], found: Option<&Hit>) {
        self.look_ups += 1;
        self.hits += u64::from(found.is_some());
    }

    #[inline]
    fn cutoff(&mut self) {
        self.cutoffs += 1;
    }

    #[inline]
    fn store<G: Game>(&mut self, _: &G, _: Key, _: &Record<()>, stored: Stored) {
        self.add_store(stored);
    }
}

impl<O: Observer> Observer for &mut O {
    #[inline]
    fn node(&mut self, ply: u32) {
        O::node(self, ply);
    }

    #[inline]
    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        O::will_look_up(self, ply, depth, window);
    }

    #[inline]
    fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&Hit>) {
        O::look_up(self, game, keys, found);
    }

    #[inline]
    fn cutoff(&mut self) {
        O::cutoff(self);
    }

    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        O::was_not_interior(self, found, ended);
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        O::known_move_sufficed(self, of_table);
    }

    #[inline]
    fn guided(&mut self) {
        O::guided(self);
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        O::wants_stop(self)
    }

    #[inline]
    fn refused(&mut self) {
        O::refused(self);
    }

    #[inline]
    fn store<G: Game>(&mut self, game: &G, key: Key, record: &Record<()>, stored: Stored) {
        O::store(self, game, key, record, stored);
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn node(&mut self, ply: u32) {
        self.0.node(ply);
        self.1.node(ply);
    }

    #[inline]
    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        self.0.will_look_up(ply, depth, window);
        self.1.will_look_up(ply, depth, window);
    }

    #[inline]
    fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&Hit>) {
        self.0.look_up(game, keys, found);
        self.1.look_up(game, keys, found);
    }

    #[inline]
    fn cutoff(&mut self) {
        self.0.cutoff();
        self.1.cutoff();
    }

    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        self.0.was_not_interior(found, ended);
        self.1.was_not_interior(found, ended);
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        self.0.known_move_sufficed(of_table);
        self.1.known_move_sufficed(of_table);
    }

    #[inline]
    fn guided(&mut self) {
        self.0.guided();
        self.1.guided();
    }

    #[inline]
    fn refused(&mut self) {
        self.0.refused();
        self.1.refused();
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        // Both are asked, because an observer may count the questions.
        let first = self.0.wants_stop();
        self.1.wants_stop() || first
    }

    #[inline]
    fn store<G: Game>(&mut self, game: &G, key: Key, record: &Record<()>, stored: Stored) {
        self.0.store(game, key, record, stored);
        self.1.store(game, key, record, stored);
    }
}

impl<O: Observer> Observer for Option<O> {
    #[inline]
    fn node(&mut self, ply: u32) {
        if let Some(observer) = self {
            observer.node(ply);
        }
    }

    #[inline]
    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        if let Some(observer) = self {
            observer.will_look_up(ply, depth, window);
        }
    }

    #[inline]
    fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&Hit>) {
        if let Some(observer) = self {
            observer.look_up(game, keys, found);
        }
    }

    #[inline]
    fn cutoff(&mut self) {
        if let Some(observer) = self {
            observer.cutoff();
        }
    }

    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        if let Some(observer) = self {
            observer.was_not_interior(found, ended);
        }
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        if let Some(observer) = self {
            observer.known_move_sufficed(of_table);
        }
    }

    #[inline]
    fn guided(&mut self) {
        if let Some(observer) = self {
            observer.guided();
        }
    }

    #[inline]
    fn refused(&mut self) {
        if let Some(observer) = self {
            observer.refused();
        }
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        self.as_mut().is_some_and(Observer::wants_stop)
    }

    #[inline]
    fn store<G: Game>(&mut self, game: &G, key: Key, record: &Record<()>, stored: Stored) {
        if let Some(observer) = self {
            observer.store(game, key, record, stored);
        }
    }
}
