//! Observation of a search.

pub(crate) mod audit;
pub(crate) mod counted;
pub(crate) mod cutoffs;
pub(crate) mod interior;
pub(crate) mod statistics;

use tt::{Key, Record, Score, Stored};

use crate::{Game, Whole};

/// A position as an observer sees it. Every [`Game`] is one.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// use search::ObservedPosition;
///
/// assert_eq!(nim::Nim::score_to_table(1, 7), 1, "this game stores its scores as they are");
/// ```
pub trait ObservedPosition {
    /// Returns the full position, like [`Game::whole`].
    fn whole(&self, reflection: usize) -> Option<Whole>;

    /// Converts a score for the table, like [`Game::score_to_table`].
    fn score_to_table(score: Score, ply: u32) -> Score;

    /// Converts a score from the table, like [`Game::score_from_table`].
    fn score_from_table(score: Score, ply: u32) -> Score;
}

impl<G: Game> ObservedPosition for G {
    fn whole(&self, reflection: usize) -> Option<Whole> {
        G::whole(self, reflection)
    }

    #[inline]
    fn score_to_table(score: Score, ply: u32) -> Score {
        G::score_to_table(score, ply)
    }

    #[inline]
    fn score_from_table(score: Score, ply: u32) -> Score {
        G::score_from_table(score, ply)
    }
}

/// A record that a search found in its table.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Hit, ObservedPosition, Observer, Search};
/// use tt::{Key, TwoBig1};
///
/// /// Adds the depths of all records that are found.
/// struct Depths(u64);
///
/// impl Observer for Depths {
///     fn look_up<P: ObservedPosition>(&mut self, _: &P, _: &[Key], found: Option<&Hit>) {
///         self.0 += found.map_or(0, |hit| u64::from(hit.record.depth));
///     }
/// }
///
/// let mut depths = Depths(0);
/// let mut table = TwoBig1::<()>::new("64".parse()?)?;
/// Search::new(&mut Nim::new(9), &mut table).observed_by(&mut depths).run(9);
/// assert!(depths.0 > 0);
/// # Ok::<(), tt::TableError>(())
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

/// Declares the trait, and what passes its events on: it comes from the same list, so that it cannot forget one.
macro_rules! observer {
    (
        $(#[$of_trait:meta])*
        trait Observer {
            $(
                $(#[$of_event:meta])*
                fn $event:ident $(<$P:ident: $ObservedPosition:ident>)? (&mut self $(, $name:ident: $type:ty)*);
            )*
        }
    ) => {
        $(#[$of_trait])*
        pub trait Observer {
            $(
                $(#[$of_event])*
                #[inline]
                fn $event $(<$P: $ObservedPosition>)? (&mut self $(, $name: $type)*) {
                    $(let _ = $name;)*
                }
            )*

            /// Returns whether to stop the search. The search calls it at every node.
            #[inline]
            fn wants_stop(&mut self) -> bool {
                false
            }
        }

        impl<O: Observer> Observer for &mut O {
            $(
                #[inline]
                fn $event $(<$P: $ObservedPosition>)? (&mut self $(, $name: $type)*) {
                    O::$event(self $(, $name)*);
                }
            )*

            #[inline]
            fn wants_stop(&mut self) -> bool {
                O::wants_stop(self)
            }
        }

        impl<A: Observer, B: Observer> Observer for (A, B) {
            $(
                #[inline]
                fn $event $(<$P: $ObservedPosition>)? (&mut self $(, $name: $type)*) {
                    self.0.$event($($name),*);
                    self.1.$event($($name),*);
                }
            )*

            #[inline]
            fn wants_stop(&mut self) -> bool {
                // Both are asked, because an observer may count the questions.
                let first = self.0.wants_stop();
                self.1.wants_stop() || first
            }
        }

        impl<O: Observer> Observer for Option<O> {
            $(
                #[inline]
                fn $event $(<$P: $ObservedPosition>)? (&mut self $(, $name: $type)*) {
                    if let Some(observer) = self {
                        observer.$event($($name),*);
                    }
                }
            )*

            #[inline]
            fn wants_stop(&mut self) -> bool {
                self.as_mut().is_some_and(Observer::wants_stop)
            }
        }
    };
}

observer! {
    /// An observer that is notified of the steps of a search. By default, every method does nothing and has no cost.
    ///
    /// The type `()` ignores all events, [`Statistics`](crate::Statistics) counts table operations, and
    /// [`Audit`](crate::Audit) checks every hit against the full position. A pair of observers notifies both.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
    /// # use nim::Nim;
    /// use search::{Observer, Search, Statistics};
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
    trait Observer {
        /// Called when the search enters a node at distance `ply` from the root.
        fn node(&mut self, ply: u32);

        /// Called at a node before [`look_up`](Self::look_up), with the depth and the window for which the node needs a
        /// value.
        fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score));

        /// Called after the search has probed the table for `position`, with the record if there is one.
        /// `keys` are those of the position and its reflections; the search probes them in turn until it finds a
        /// record.
        fn look_up<P: ObservedPosition>(&mut self, position: &P, keys: &[Key], found: Option<&Hit>);

        /// Called when a score from the table causes a cut-off.
        fn cutoff(&mut self);

        /// Called after [`look_up`](Self::look_up) if it was not that of a node above the horizon: the position is a
        /// leaf, a node of the quiescence search, or a child that is looked up for an enhanced transposition cut-off.
        /// `found` says whether there was a record that was not refused, and `ended` whether its score ended the node.
        fn was_not_interior(&mut self, found: bool, ended: bool);

        /// Called at a node above the horizon if a move that the search knows reaches beta, so that it does not
        /// generate the others. `of_table` says whether it is the move of the position's record.
        fn known_move_sufficed(&mut self, of_table: bool);

        /// Called when a position is not in the table and its first move comes from the stored line of an ancestor.
        fn guided(&mut self);

        /// Called after [`look_up`](Self::look_up) if the record was refused because its move is illegal, which only
        /// the option [`REFUSE_ILLEGAL`](crate::options::REFUSE_ILLEGAL) does.
        fn refused(&mut self);

        /// Called after `position` was offered to the table under `key`, with the record offered and what
        /// the table did.
        fn store<P: ObservedPosition>(&mut self, position: &P, key: Key, record: &Record<()>, stored: Stored);
    }
}

impl Observer for () {}
