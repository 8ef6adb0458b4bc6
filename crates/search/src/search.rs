//! A search of one position: its options, and running it.

use tt::{Score, Table};

use crate::techniques::pv_table::PvTable;
use crate::techniques::whole_keys::Identification;
use crate::variations::Variations;
use crate::{
    BoundUse, ChosenOptions, Game, HitSize, Moves, Observer, Outcome, PackedMoves, Plain, RootHit, Window, options,
};

/// An upper bound of all scores. Its negation is a lower bound.
pub const INFINITY: Score = Score::MAX;

/// A search of one position.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score};
/// # struct Coin;
/// # impl Game for Coin {
/// #     type Move = Score;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &[tt::Key(1)] }
/// #     fn play(&mut self, _: Score) {}
/// #     fn undo(&mut self, _: Score, (): ()) {}
/// #     fn expand(&mut self, _: u32, _: &mut Moves<Score>) -> Expansion<Score> { Expansion::Over(5) }
/// #     fn evaluate(&self) -> Score { 5 }
/// # }
/// # let mut game = Coin;
/// use search::{Search, Window};
///
/// let mut statistics = search::Statistics::default();
/// let outcome = Search::new(&mut game, &mut ())
///     .observed_by(&mut statistics)
///     .window(Window::Minimal)
///     .max_nodes(1_000_000)
///     .run(8);
/// assert_eq!((outcome.score, outcome.nodes, outcome.stopped), (5, 1, false));
/// assert_eq!(statistics.look_ups, 1);
/// ```
pub struct Search<'a, G: Game, T, O = (), C = Plain> {
    pub(crate) game: &'a mut G,
    pub(crate) table: T,
    pub(crate) observer: O,
    pub(crate) options: C,
    pub(crate) window: Window,
    pub(crate) bound_use: BoundUse,
    pub(crate) root_hit: RootHit,
    pub(crate) hit_size: HitSize,
    /// The maximum number of moves of a line that the table stores.
    pub(crate) stored_moves: usize,
    /// The moves to search at the root; `None` means all moves.
    pub(crate) root_moves: Option<Vec<G::Move>>,
    pub(crate) max_nodes: u64,
    pub(crate) nodes: u64,
    /// A counter like `nodes`, except that a cut-off by the table adds the number of nodes that the table returns. Its
    /// differences are the subtree sizes that replacement schemes compare.
    pub(crate) size: u64,
    /// The number of nodes when the search of the previous root move ended.
    pub(crate) nodes_before_move: u64,
    /// The best root move so far, and its value.
    pub(crate) best: Option<(G::Move, Score)>,
    pub(crate) lines: Variations<G::Move>,
    /// The children of all nodes on the path from the root to the current node.
    pub(crate) moves: Moves<G::Move>,
    /// Moves that another thread is searching, of all positions on the current path.
    pub(crate) deferred: Vec<G::Move>,
    /// The number of nodes on the path that are in quiescence, with an option that asks for it.
    pub(crate) quiescence: u32,
    /// The lines of exact nodes, with the option [`PV_TABLE`](crate::options::PV_TABLE).
    pub(crate) variations: PvTable<G::Move>,
    /// What identifies the present position, with an option that does not use the keys of the game.
    pub(crate) identification: Identification,
    /// The longest lines below the nodes on the path, with an option that stores them.
    pub(crate) longest: Vec<u8>,
    /// The distances from the root of the earliest positions that the values of the nodes on the path depend on, with
    /// an option that asks for it.
    pub(crate) reaches: Vec<u32>,
    pub(crate) stopped: bool,
    /// The depth of the present run.
    pub(crate) depth: u8,
}

/// A table for searches of the game `G`: its payload takes the game's moves. No type implements it by hand.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{GameTable, Search};
///
/// fn solve(heap: u8, table: impl GameTable<Nim>) -> i16 {
///     Search::new(&mut Nim::new(heap), table).run(heap).score
/// }
///
/// assert_eq!(solve(7, ()), 1);
/// ```
pub trait GameTable<G: Game>: Table<Payload: PackedMoves<G::Move>> {}

impl<G: Game, T: Table<Payload: PackedMoves<G::Move>>> GameTable<G> for T {}

impl<'a, G: Game, T: Table> Search<'a, G, T> {
    /// Creates a search of the current position of `game`, with plain alpha-beta, [`BoundUse::CutOff`],
    /// [`RootHit::Search`] and no node limit.
    pub fn new(game: &'a mut G, table: T) -> Self {
        Self::with(game, table, (), Plain)
    }
}

impl<'a, G: Game, T, O, C> Search<'a, G, T, O, C> {
    /// Returns a search that has not run.
    fn with(game: &'a mut G, table: T, observer: O, options: C) -> Self {
        Self {
            game,
            table,
            observer,
            options,
            window: Window::Full,
            bound_use: BoundUse::default(),
            root_hit: RootHit::default(),
            hit_size: HitSize::default(),
            stored_moves: usize::MAX,
            root_moves: None,
            max_nodes: u64::MAX,
            nodes: 0,
            size: 0,
            nodes_before_move: 0,
            best: None,
            lines: Variations::new(),
            moves: Moves::new(),
            deferred: Vec::new(),
            quiescence: 0,
            variations: PvTable::default(),
            identification: Identification::default(),
            longest: Vec::new(),
            reaches: Vec::new(),
            stopped: false,
            depth: 0,
        }
    }
}

impl<'a, G: Game, T: Table, O, C: ChosenOptions> Search<'a, G, T, O, C> {
    /// Sets the observer, which is notified of the steps of the search, before its first run.
    #[must_use]
    pub fn observed_by<P: Observer>(self, observer: P) -> Search<'a, G, T, P, C> {
        let options = self.options;
        self.converted(|_| observer, options)
    }

    /// Sets the options, which are techniques that the printed algorithm does not have, before the first run.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
    /// # use nim::Nim;
    /// use search::{Aspiration, Search, CoreOptions, iteration};
    ///
    /// let options = CoreOptions::find("mtd").expect("a valid name");
    /// let mut game = Nim::new(21);
    /// let mut search = Search::new(&mut game, ()).with_options(options);
    /// assert_eq!(iteration(&mut search, 21, Aspiration::Off, None).outcome.score, 1);
    /// ```
    #[must_use]
    pub fn with_options<D: ChosenOptions>(mut self, options: D) -> Search<'a, G, T, O, D> {
        if options.has(options::CUT_OFF_ONLY) {
            self.bound_use = BoundUse::CutOff;
        }
        self.converted(|observer| observer, options)
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> C {
        self.options
    }

    /// Returns a search of the same position with these settings, another observer and other options.
    fn converted<P, D>(self, observer: impl FnOnce(O) -> P, options: D) -> Search<'a, G, T, P, D> {
        Search {
            window: self.window,
            bound_use: self.bound_use,
            root_hit: self.root_hit,
            hit_size: self.hit_size,
            stored_moves: self.stored_moves,
            root_moves: self.root_moves,
            max_nodes: self.max_nodes,
            ..Search::with(self.game, self.table, observer(self.observer), options)
        }
    }

    /// Selects the options of the printed algorithm that are not the defaults: [`BoundUse::Narrow`] and
    /// [`RootHit::CutOff`]. The option [`CUT_OFF_ONLY`](crate::options::CUT_OFF_ONLY) stays in effect.
    #[must_use]
    pub fn as_printed(self) -> Self {
        let narrows = !self.options.has(options::CUT_OFF_ONLY);
        self.bound_use(if narrows { BoundUse::Narrow } else { BoundUse::CutOff }).root_hit(RootHit::CutOff)
    }

    /// Sets how the search uses bounds from the table.
    #[must_use]
    pub fn bound_use(mut self, bound_use: BoundUse) -> Self {
        self.bound_use = bound_use;
        self
    }

    /// Sets how the search handles a table hit at the root.
    #[must_use]
    pub fn root_hit(mut self, root_hit: RootHit) -> Self {
        self.root_hit = root_hit;
        self
    }

    /// Sets what a cut-off by the table adds to the size of a subtree.
    #[must_use]
    pub fn hit_size(mut self, hit_size: HitSize) -> Self {
        self.hit_size = hit_size;
        self
    }

    /// Sets how many moves of the best line the table stores at most, if its payload has room for them
    /// (`[Breuker 1998, 2.7.3]`). By default, it stores as many as the payload takes.
    #[must_use]
    pub fn stored_moves(mut self, moves: usize) -> Self {
        self.stored_moves = moves;
        self
    }

    /// Sets the search window for all children except the first.
    #[must_use]
    pub fn window(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// Sets the node limit, which applies to all runs of this search together.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Restricts the search at the root to `moves`, which must be legal. `None` removes the restriction.
    ///
    /// A restricted search neither uses nor changes the table's record of the root.
    ///
    /// # Panics
    ///
    /// Panics if `moves` is an empty list.
    pub fn set_root_moves(&mut self, moves: Option<Vec<G::Move>>) {
        assert!(moves.as_ref().is_none_or(|moves| !moves.is_empty()), "no root move to search");
        self.root_moves = moves;
    }
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Searches the root to a depth of `depth` plies.
    pub fn run(&mut self, depth: u8) -> Outcome<G::Move> {
        self.run_within(depth, G::LOWEST, G::HIGHEST)
    }

    /// Searches the root to a depth of `depth` plies with the window from `alpha` to `beta`.
    ///
    /// A score of at most `alpha` is an upper bound of the value (the search fails low), and a score of at least `beta`
    /// is a lower bound (the search fails high). The outcome counts only the nodes of this run.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
    /// # use nim::Nim;
    /// use search::Search;
    ///
    /// // Determine whether the value is greater than 0. The scores are bounds.
    /// assert!(Search::new(&mut Nim::new(6), &mut ()).run_within(6, 0, 1).score >= 1);
    /// assert!(Search::new(&mut Nim::new(8), &mut ()).run_within(8, 0, 1).score <= 0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics unless `-INFINITY <= alpha < beta`, or if the game returns a value below `-INFINITY`, which has no
    /// negation.
    pub fn run_within(&mut self, depth: u8, alpha: Score, beta: Score) -> Outcome<G::Move> {
        const { assert!(-INFINITY <= G::LOWEST && G::LOWEST < G::HIGHEST, "a game needs at least two values") };
        assert!(-INFINITY <= alpha && alpha < beta, "the window ({alpha}, {beta}) is empty or below {}", -INFINITY);
        let before = self.nodes;
        // The root itself counts one.
        self.nodes_before_move = before + 1;
        self.best = None;
        self.stopped = false;
        self.depth = depth;
        self.moves.end(0);
        self.deferred.clear();
        if G::KEEPS_LINES {
            self.lines.enter(0);
        }
        let score = match self.root_moves.take() {
            None => self.alpha_beta(0, depth, alpha, beta),
            Some(moves) => {
                let score = self.part_of_root(&moves, depth, alpha, beta);
                self.root_moves = Some(moves);
                score
            }
        };
        let best = self.best;
        Outcome {
            score: best.filter(|_| self.stopped).map_or(score, |(_, value)| value),
            best: best.map(|(mv, _)| mv),
            nodes: self.nodes - before,
            stopped: self.stopped,
        }
    }

    /// Returns the best line that the last run found. It is empty if the game does not [keep lines](Game::KEEPS_LINES).
    ///
    /// A line that leads to a cut-off by the table ends with the moves that the table stores for that position.
    #[must_use]
    pub fn line(&self) -> &[G::Move] {
        self.lines.best(0)
    }

    /// Returns the game that is searched, at the root position.
    pub fn game(&self) -> &G {
        self.game
    }

    /// Returns the table that the search uses.
    pub fn table(&self) -> &T {
        &self.table
    }
}
