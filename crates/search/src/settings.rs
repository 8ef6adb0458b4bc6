//! What a search does where the literature leaves a choice.

use schemes::Scheme;

/// The search window for all children except the first.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Search, Window};
///
/// // Both find the same value, but visit different nodes.
/// let mut nodes = [Window::Full, Window::Minimal].map(|window| {
///     let outcome = Search::new(&mut Nim::new(9), &mut ()).window(window).run(9);
///     assert_eq!(outcome.score, 1);
///     outcome.nodes
/// });
/// assert_ne!(nodes[0], nodes[1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// The full window, as in plain alpha-beta.
    #[default]
    Full,
    /// A minimal window, followed by a re-search with the full window if the value is inside that window, as in
    /// principal-variation search. This is NegaScout (`[Reinefeld 1989]`), except that a child whose value is inside
    /// the window is always searched again. Reinefeld omits the re-search near the horizon, because he assumes that
    /// leaves have exact values. Bounds from the table violate this assumption.
    Minimal,
}

/// How the search uses a bound from the table.
///
/// A bound that does not cause a cut-off still limits the value of a node. The thesis therefore narrows the window to
/// the bound, which saves nodes. But the bound may come from a deeper search, and the window of the parent is not
/// narrowed. A value that is exact for the narrowed window is then only a bound for the parent, which can mistake it
/// for an exact score, store it as such, and choose its move by it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{BoundUse, Search};
///
/// let mut table = tt::TwoBig1::<()>::new("64".parse()?)?;
/// let outcome = Search::new(&mut Nim::new(9), &mut table).bound_use(BoundUse::Narrow).run(9);
/// assert_eq!((outcome.score, outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundUse {
    /// A bound causes a cut-off or is ignored. A score that is stored as exact is always the exact result of a search.
    #[default]
    CutOff,
    /// As printed (`[Breuker 1998, Figure 2.7]`): a bound from the table narrows the window and limits the evaluation
    /// of a leaf, and a bound found with a minimal window narrows the window of the re-search.
    Narrow,
}

/// How the search handles a table hit at the root that could cause a cut-off.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{BestMove, RootHit, Search};
///
/// let mut table = tt::TwoBig1::<BestMove<u8>>::new("64".parse()?)?;
/// let mut game = Nim::new(21);
/// let mut search = Search::new(&mut game, &mut table).root_hit(RootHit::CutOff);
/// search.run(21);
/// // The second search answers from the table.
/// let again = search.run(21);
/// assert_eq!((again.best, again.nodes), (Some(1), 1));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootHit {
    /// Always search the root. The search then detects draws by repetition after a root move, even if the table has a
    /// score for the root.
    #[default]
    Search,
    /// Return the score and the move from the table, as at every other node. If the table has no legal move, search the
    /// root.
    CutOff,
}

/// The number of nodes that a cut-off by the table adds to the subtree sizes of the nodes above (`[Breuker 1998,
/// 2.7.1]`).
///
/// It changes the sizes that the table stores, and thus the decisions of schemes that compare them. It does not change
/// the number of nodes that the search reports, which counts the hit as one node.
///
/// ```
/// use search::HitSize;
/// use schemes::Scheme;
///
/// assert_eq!(HitSize::from(Scheme::BigAll), HitSize::Stored);
/// assert_eq!(HitSize::from(Scheme::Big1), HitSize::One);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HitSize {
    /// One node: the concept BIG1.
    #[default]
    One,
    /// All nodes of the stored subtree: the concept BIGALL.
    Stored,
}

impl From<Scheme> for HitSize {
    /// Returns what the scheme counts: [`Stored`](Self::Stored) for BIGALL.
    fn from(scheme: Scheme) -> Self {
        if scheme.counts_stored_nodes() { Self::Stored } else { Self::One }
    }
}
