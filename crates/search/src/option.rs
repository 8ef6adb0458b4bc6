//! Named options of a search: techniques that the printed algorithm does not have, and other readings of what the
//! sources leave open.

mod combinations;

/// A technique or a reading of the sources that changes a search, with a name such as `mtd`.
///
/// ```
/// use search::SearchOption;
///
/// assert_eq!(SearchOption::find("mtd"), Some(SearchOption::Mtd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SearchOption {
    /// `mtd`: every iteration is an MTD(f), a sequence of searches with zero-width windows that [`iteration`] starts at
    /// the value of the previous iteration (`[Plaat 1995]`). It replaces aspiration windows.
    ///
    /// [`iteration`]: crate::iteration
    Mtd,
    /// `etc-1`: enhanced transposition cut-offs at nodes more than one ply from the leaves. If a bound in the table for
    /// a child reaches beta, the node ends before a child is entered (`[Plaat 1996]`). The root is searched.
    Etc1,
    /// `etc-2`: like [`Etc1`](Self::Etc1), at nodes more than two plies from the leaves, as Plaat et al. recommend.
    Etc2,
    /// `etc-3`: like [`Etc1`](Self::Etc1), at nodes more than three plies from the leaves.
    Etc3,
    /// `pv-table`: a separate table stores the lines of nodes with exact values (`[Hyatt 2014]`). A node that an exact
    /// score from the table ends takes its line from there, and a node without a stored move searches the first move of
    /// the line first.
    PvTable,
    /// `refuse-illegal`: a record whose move is illegal in the position is refused with its score, because it belongs
    /// to another position (`[Breuker 1998, 2.4.2]`). The plain search ignores only the move. The move of a reflected
    /// position is not known.
    RefuseIllegal,
    /// `moreland`: the functions of `[Moreland 2001]`. His `AlphaBeta` returns and records alpha or beta
    /// ([`FailHard`]), and records leaves ([`StoreLeaves`]). His `ProbeHash` uses a bound only for a cut-off
    /// ([`CutOffOnly`]), and `AlphaBeta` records no move if all moves failed low ([`NoFailLowMove`]). For his
    /// replacement and index, combine it with the schemes `moreland` or `moreland-always`.
    ///
    /// [`FailHard`]: Self::FailHard
    /// [`CutOffOnly`]: Self::CutOffOnly
    /// [`NoFailLowMove`]: Self::NoFailLowMove
    /// [`StoreLeaves`]: Self::StoreLeaves
    Moreland,
    /// `fail-hard`: a node returns and stores alpha instead of a lower value, and beta instead of a higher one. The
    /// plain search is fail-soft: it returns and stores the bound that it has found.
    FailHard,
    /// `cut-off-only`: a bound from the table causes a cut-off or is ignored; see [`BoundUse::CutOff`].
    ///
    /// [`BoundUse::CutOff`]: crate::BoundUse::CutOff
    CutOffOnly,
    /// `no-fail-low-move`: a node whose value is not above alpha is stored without a move (`[Moreland 2001]`). The
    /// plain search stores the move with the highest bound.
    NoFailLowMove,
    /// `store-leaves`: the nodes at the horizon are stored with the depth 0 (`[Moreland 2001]`).
    StoreLeaves,
    /// `store-quiescence`: the nodes at the horizon and in quiescence are stored with the depth 0, with the best move,
    /// which a quiescence search then searches first. The thesis stores nothing there (`[Breuker 1998, 2.5.1]`).
    StoreQuiescence,
    /// `audit`: every hit is compared with the full position; see [`Auditor`](crate::Auditor). It changes no count.
    Audit,
    /// `false-hits-none`: the results at the root are recorded as with false hits, of which there are none.
    FalseHitsNone,
    /// `false-hits-1000000`: one in a million probes of absent positions finds another position; see
    /// `schemes::FalseHits`.
    FalseHits1000000,
    /// `false-hits-100000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 100,000.
    FalseHits100000,
    /// `false-hits-10000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 10,000.
    FalseHits10000,
    /// `false-hits-1000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 1,000.
    FalseHits1000,
    /// `false-hits-100`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 100.
    FalseHits100,
    /// `false-hits-10`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 10.
    FalseHits10,
    /// `date-none`: the table is neither cleared nor stamped between two positions.
    DateNone,
    /// `date-conversions`: the table is stamped between two positions only if a conversion move was played, after which
    /// no earlier position can occur again (`[Breuker 1998, footnote 31]`).
    DateConversions,
    /// `components`: the table gets the distance from the root and a flag for extensions with each record, and the
    /// positions of the principal variations of root moves are marked (`[Breuker 1998, 2.7.3]`).
    OfferComponents,
    /// `no-refutations`: the search does not use its refutation table.
    NoRefutations,
    /// `extend-checks`: a node whose position [wants it](crate::Game::wants_extension) is searched one ply deeper.
    ExtendChecks,
    /// `extend-checks-in-window`: as [`ExtendChecks`](Self::ExtendChecks), if the value may be inside the window.
    ExtendChecksInWindow,
    /// `extension-flag`: the table has a flag whether a position was extended. A position in the table is extended if
    /// it was extended before (`[Breuker 1998, 2.7.3]`).
    ExtensionFlag,
    /// `proved-draws`: a leaf never has the [value of a draw](crate::Game::DRAW), so that a score of a draw is that of
    /// a drawn position. Such a score in the table is used at every depth (`[Breuker 1998, 2.7.3]`).
    ProvedDraws,
    /// `keys-random`: the keys are not those of the game. Each bit of the [whole position](crate::Game::whole) has a
    /// random number, and the key is the exclusive-or of those of the bits that are set. It is the reference of the
    /// next two options.
    KeysRandom,
    /// `keys-bch`: as [`KeysRandom`](Self::KeysRandom), with numbers from a BCH code, so that positions with few
    /// different bits have different keys (`[Warnock and Wendroff 1988]`).
    KeysBch,
    /// `keys-sum`: as [`KeysRandom`](Self::KeysRandom), with the sum of the numbers instead of the exclusive-or.
    KeysSum,
    /// `side-bit`: the lowest bit of each key says [who is to move](crate::Game::is_second_to_move). A table whose
    /// index is the low bits has a half for each player, as if there were two tables (`[Breuker 1998, 2.4.1]`).
    SideBit,
    /// `repeat-once`: in chess, a position that occurs for the second time is a draw, as in most engines. The plain
    /// search waits for the third time.
    RepeatOnce,
    /// `exact-depth`: the score of a record is used only at its own depth, and not at smaller ones, so that a search
    /// never mixes depths (`[Moreland 2001]`).
    ExactDepth,
    /// `clock-keys`: a part of each key is the number of moves [since the last irreversible
    /// one](crate::Game::clock), in steps of eight plies from the 14th ply, as in Stockfish.
    ClockKeys,
    /// `path-keys`: a part of each key is what the value of a position depends on besides the position itself: the
    /// [earlier positions](crate::Game::path) that can recur. Positions on different paths are different positions.
    PathKeys,
    /// `no-path-scores`: the score of a node is not stored if it depends on a draw, by repetition or by the fifty-move
    /// rule, that the moves before the node have caused. The move is stored.
    NoPathScores,
    /// `simulate-paths`: as [`PathKeys`](Self::PathKeys), but the score of the same position on another path is used,
    /// too, if a simulated search confirms it on the present path (`[Kishimoto and Müller 2004]`). Each record is
    /// stored twice, for its path and for any path.
    SimulatePaths,
    /// `draw-keys`: the [clock](crate::Game::clock) is a part of a key where it can reach its limit within the depth of
    /// the search, and so are the positions of the game whose next occurrence is a draw; see
    /// [`Game::draw_key`](crate::Game::draw_key). The score of a win or a loss is used only if the clock leaves [time
    /// for it](crate::Game::is_decided_in_time), whatever the clock of its record was.
    DrawKeys,
    /// `dead-draws`: in chess, a position in which neither player can mate, whatever both play, is a draw.
    DeadDraws,
    /// `clock-slots`: the lowest three bits of each key are the number of moves [since the last irreversible
    /// one](crate::Game::clock), in steps of 16 plies. Half of the keys count them upwards from 1, and the others
    /// downwards from 7, as the slots in a bucket of Velvet. For a table whose index is the low bits.
    ClockSlots,
    /// `structured-evaluation`: in chess, the evaluation also looks at pawn structure, material, mobility and the
    /// king's shelter. It is computed at every leaf, without tables: the reference of the next three options.
    StructuredEvaluation,
    /// `pawn-table`: the evaluation of [`StructuredEvaluation`](Self::StructuredEvaluation), with a table for the
    /// values of pawn structures. It changes no value and no count.
    PawnTable,
    /// `material-table`: as [`PawnTable`](Self::PawnTable), for the values of material.
    MaterialTable,
    /// `evaluation-table`: as [`PawnTable`](Self::PawnTable), for the values of whole positions.
    EvaluationTable,
    /// `whole-positions`: the table gets the whole position with each key, so that it can compare positions
    /// (`[Breuker 1998, 2.4.2]`). Only schemes with the option `whole` do.
    WholePositions,
    /// `old-alpha-printed`: the bound of a record is decided by alpha before the table narrows the window, as `[Breuker
    /// 1998, Figure 2.7]` prints it.
    OldAlphaPrinted,
    /// `quiescence-table-evaluates`: below the horizon, a record limits the evaluation and does not end a node.
    QuiescenceTableEvaluates,
    /// `quiescence-full`: in chess, the quiescence search searches captures even if none seems to reach alpha.
    QuiescenceFull,
    /// `quiescence-by-move`: in chess, the quiescence search omits each capture that seems not to reach alpha. The
    /// plain search omits all or none.
    QuiescenceByMove,
    /// `history-none`: in chess, there is no history table.
    HistoryNone,
    /// `history-per-iteration`: in chess, the history table is cleared before each iteration.
    HistoryPerIteration,
    /// `history-kept`: in chess, the history table of the previous position of a game is kept.
    HistoryKept,
    /// `history-weight-1`: in chess, each best move adds 1 to its history instead of the depth.
    HistoryWeightOne,
    /// `history-weight-square`: in chess, each best move adds the square of the depth to its history.
    HistoryWeightSquare,
    /// `history-weight-power`: in chess, each best move adds 2 to the power of the depth to its history.
    HistoryWeightPower,
    /// `history-above-alpha`: the best move of a node that fails low is not learnt.
    HistoryAboveAlpha,
    /// `history-quiet`: in chess, captures and promotions add nothing to the history.
    HistoryQuiet,
    /// `history-by-piece`: in chess, the history table is indexed by piece and destination instead of origin and
    /// destination.
    HistoryByPiece,
    /// `history-shared`: in chess, both players share one history table.
    HistoryShared,
    /// `refutation-killers`: at each ply below a root move, the move of its refutation at this ply is tried wherever it
    /// is legal. The plain search follows the line.
    RefutationKillers,
    /// `refutation-whole`: a refutation is not replaced by a line that is its beginning, where the table has cut it
    /// off.
    RefutationWhole,
    /// `refutation-second`: the move of the table is tried before that of the refutation.
    RefutationSecond,
    /// `re-search-from-alpha`: a minimal-window search that fails high is repeated from alpha instead of from its
    /// value.
    ReSearchFromAlpha,
    /// `aspiration-inclusive`: the second aspiration window includes the value that the first search returned; see
    /// [`Aspiration::Inclusive`](crate::Aspiration::Inclusive).
    AspirationInclusive,
    /// `captures-by-value`: in chess, captures are ordered by the values of the pieces, so that a knight equals a
    /// bishop.
    CapturesByValue,
    /// `root-by-score`: in chess, the moves of the root after the best one are ordered by their scores in the previous
    /// iteration, highest first. Most of these scores are upper bounds.
    RootByScore,
    /// `root-by-size`: in chess, the moves of the root after the best one are ordered by the number of nodes that each
    /// needed in the previous iteration, largest first.
    RootBySize,
    /// `squares-0`: in chess, the evaluation has no piece-square values.
    SquaresNone,
    /// `squares-2`: in chess, piece-square values are doubled.
    SquaresDouble,
    /// `squares-4`: in chess, piece-square values are multiplied by 4.
    SquaresQuadruple,
    /// `squares-of-root`: in chess, piece-square values are computed at the root from mobility and centre control
    /// (`[Breuker 1994, 4.3]`).
    SquaresOfRoot,
    /// `horizon-twice`: a node at the horizon counts twice, as a leaf and as the root of a quiescence search.
    HorizonTwice,
    /// `last-iteration`: in chess, only the nodes of the last iteration count.
    LastIteration,
    /// `depth-longest-line`: the depth of a record is the length of the longest line that was examined below the
    /// position, where a record from the table has the length 0. A record ends a node only if its score is the highest
    /// or lowest one. Only for games without a horizon, which are always searched to the end.
    DepthLongestLine,
    /// `depth-longest-table-line`: as [`DepthLongestLine`](Self::DepthLongestLine), where a record from the table has
    /// its stored length.
    DepthLongestTableLine,
    /// `no-safe-moves`: in domineering, a move on two squares that the opponent cannot cover is not searched; it only
    /// counts.
    NoSafeMoves,
    /// `by-columns`: in domineering, moves of equal rank are searched column by column instead of row by row.
    ByColumns,
    /// `other-first-on-squares`: in domineering, a square board is searched with the other player moving first, which
    /// has the same result by symmetry.
    OtherFirstOnSquares,
}

use SearchOption::{
    AspirationInclusive, Audit, ByColumns, CapturesByValue, ClockKeys, ClockSlots, CutOffOnly, DateConversions,
    DateNone, DeadDraws, DepthLongestLine, DepthLongestTableLine, DrawKeys, Etc1, Etc2, Etc3, EvaluationTable,
    ExactDepth, ExtendChecks, ExtendChecksInWindow, ExtensionFlag, FailHard, FalseHits10, FalseHits100, FalseHits1000,
    FalseHits10000, FalseHits100000, FalseHits1000000, FalseHitsNone, HistoryAboveAlpha, HistoryByPiece, HistoryKept,
    HistoryNone, HistoryPerIteration, HistoryQuiet, HistoryShared, HistoryWeightOne, HistoryWeightPower,
    HistoryWeightSquare, HorizonTwice, KeysBch, KeysRandom, KeysSum, LastIteration, MaterialTable, Moreland, Mtd,
    NoFailLowMove, NoPathScores, NoRefutations, NoSafeMoves, OfferComponents, OldAlphaPrinted, OtherFirstOnSquares,
    PathKeys, PawnTable, ProvedDraws, PvTable, QuiescenceByMove, QuiescenceFull, QuiescenceTableEvaluates,
    ReSearchFromAlpha, RefuseIllegal, RefutationKillers, RefutationSecond, RefutationWhole, RepeatOnce, RootByScore,
    RootBySize, SideBit, SimulatePaths, SquaresDouble, SquaresNone, SquaresOfRoot, SquaresQuadruple, StoreLeaves,
    StoreQuiescence, StructuredEvaluation, WholePositions,
};

/// What [`SearchOption::Moreland`] consists of.
pub(crate) const OF_MORELAND: u128 = FailHard.bit() | CutOffOnly.bit() | NoFailLowMove.bit() | StoreLeaves.bit();

impl SearchOption {
    /// All options, in the order in which a name has them.
    pub const ALL: &[Self] = &[
        Mtd,
        Etc1,
        Etc2,
        Etc3,
        PvTable,
        RefuseIllegal,
        Moreland,
        FailHard,
        CutOffOnly,
        NoFailLowMove,
        StoreLeaves,
        StoreQuiescence,
        Audit,
        FalseHitsNone,
        FalseHits1000000,
        FalseHits100000,
        FalseHits10000,
        FalseHits1000,
        FalseHits100,
        FalseHits10,
        DateNone,
        DateConversions,
        OfferComponents,
        NoRefutations,
        ExtendChecks,
        ExtendChecksInWindow,
        ExtensionFlag,
        ProvedDraws,
        KeysRandom,
        KeysBch,
        KeysSum,
        SideBit,
        RepeatOnce,
        ExactDepth,
        ClockKeys,
        PathKeys,
        NoPathScores,
        SimulatePaths,
        DrawKeys,
        DeadDraws,
        ClockSlots,
        StructuredEvaluation,
        PawnTable,
        MaterialTable,
        EvaluationTable,
        WholePositions,
        OldAlphaPrinted,
        QuiescenceTableEvaluates,
        QuiescenceFull,
        QuiescenceByMove,
        HistoryNone,
        HistoryPerIteration,
        HistoryKept,
        HistoryWeightOne,
        HistoryWeightSquare,
        HistoryWeightPower,
        HistoryAboveAlpha,
        HistoryQuiet,
        HistoryByPiece,
        HistoryShared,
        RefutationKillers,
        RefutationWhole,
        RefutationSecond,
        ReSearchFromAlpha,
        AspirationInclusive,
        CapturesByValue,
        RootByScore,
        RootBySize,
        SquaresNone,
        SquaresDouble,
        SquaresQuadruple,
        SquaresOfRoot,
        HorizonTwice,
        LastIteration,
        DepthLongestLine,
        DepthLongestTableLine,
        NoSafeMoves,
        ByColumns,
        OtherFirstOnSquares,
    ];

    /// Returns the option with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.name() == name)
    }

    /// Returns the name: lower-case letters, digits and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.described().0
    }

    /// Returns what the option does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.described().1
    }

    const fn described(self) -> (&'static str, &'static str) {
        match self {
            Mtd => ("mtd", "MTD(f): a sequence of zero-width windows that starts at the previous value"),
            Etc1 => ("etc-1", "enhanced transposition cut-offs more than one ply from the leaves"),
            Etc2 => ("etc-2", "enhanced transposition cut-offs more than two plies from the leaves"),
            Etc3 => ("etc-3", "enhanced transposition cut-offs more than three plies from the leaves"),
            PvTable => ("pv-table", "a separate table keeps the lines of exact nodes"),
            RefuseIllegal => ("refuse-illegal", "a record with an illegal move is ignored as a whole"),
            Moreland => ("moreland", "fail-hard+cut-off-only+no-fail-low-move+store-leaves"),
            FailHard => ("fail-hard", "values are limited to the window"),
            CutOffOnly => ("cut-off-only", "a bound from the table cuts off or is ignored"),
            NoFailLowMove => ("no-fail-low-move", "a node that fails low is stored without a move"),
            StoreLeaves => ("store-leaves", "nodes at the horizon are stored"),
            StoreQuiescence => ("store-quiescence", "nodes at the horizon and in quiescence are stored"),
            Audit => ("audit", "hits are compared with the full position, and false hits are counted"),
            FalseHitsNone => ("false-hits-none", "the root's move and score are recorded, without false hits"),
            FalseHits1000000 => {
                ("false-hits-1000000", "one in 1,000,000 probes of absent positions finds another position")
            }
            FalseHits100000 => {
                ("false-hits-100000", "one in 100,000 probes of absent positions finds another position")
            }
            FalseHits10000 => ("false-hits-10000", "one in 10,000 probes of absent positions finds another position"),
            FalseHits1000 => ("false-hits-1000", "one in 1,000 probes of absent positions finds another position"),
            FalseHits100 => ("false-hits-100", "one in 100 probes of absent positions finds another position"),
            FalseHits10 => ("false-hits-10", "one in 10 probes of absent positions finds another position"),
            DateNone => ("date-none", "positions of earlier searches do not age"),
            DateConversions => {
                ("date-conversions", "positions of earlier searches age when a capture or a pawn move is played")
            }
            OfferComponents => {
                ("components", "the table receives the distance from the root, and principal variations are marked")
            }
            NoRefutations => ("no-refutations", "the search does not use its refutation table"),
            ExtendChecks => ("extend-checks", "a position in check is searched one ply deeper"),
            ExtendChecksInWindow => (
                "extend-checks-in-window",
                "a position in check is searched one ply deeper if its value is near the window",
            ),
            ExtensionFlag => ("extension-flag", "a position in the table is extended if it was extended before"),
            ProvedDraws => ("proved-draws", "a stored score of a drawn position is used at every depth"),
            KeysRandom => ("keys-random", "keys are computed from whole positions, by random numbers"),
            KeysBch => ("keys-bch", "keys are computed from whole positions, by numbers of a BCH code"),
            KeysSum => ("keys-sum", "keys are computed from whole positions, as sums of random numbers"),
            SideBit => ("side-bit", "each player has half of a table that is indexed by the low bits"),
            RepeatOnce => ("repeat-once", "a position that occurs for the second time is a draw"),
            ExactDepth => {
                ("exact-depth", "a score from the table is used only if its depth is exactly the depth needed")
            }
            ClockKeys => ("clock-keys", "keys contain the moves since the last capture or pawn move, in steps of four"),
            PathKeys => ("path-keys", "keys contain the earlier positions that can recur"),
            NoPathScores => {
                ("no-path-scores", "scores that depend on a repetition of an earlier position are not stored")
            }
            SimulatePaths => {
                ("simulate-paths", "a score from another path is used if a simulated search confirms it on this one")
            }
            DrawKeys => ("draw-keys", "keys contain what the fifty-move rule and earlier positions make of a score"),
            DeadDraws => ("dead-draws", "a position in which neither player can mate is a draw"),
            ClockSlots => ("clock-slots", "the moves since the last capture or pawn move select one of 8 slots"),
            StructuredEvaluation => (
                "structured-evaluation",
                "the evaluation also considers pawn structure, material, mobility and the king's shelter",
            ),
            PawnTable => ("pawn-table", "structured-evaluation with a table for pawn structures"),
            MaterialTable => ("material-table", "structured-evaluation with a table for material"),
            EvaluationTable => ("evaluation-table", "structured-evaluation with a table for whole positions"),
            WholePositions => ("whole-positions", "the table receives whole positions; for schemes with `whole`"),
            reading => reading.described_reading(),
        }
    }

    const fn described_reading(self) -> (&'static str, &'static str) {
        match self {
            OldAlphaPrinted => (
                "old-alpha-printed",
                "a node has failed low if its value is at most the alpha before the table narrowed the window",
            ),
            QuiescenceTableEvaluates => {
                ("quiescence-table-evaluates", "below the horizon, a record limits the evaluation and ends no node")
            }
            QuiescenceFull => ("quiescence-full", "quiescence does not end early"),
            QuiescenceByMove => {
                ("quiescence-by-move", "quiescence omits each capture that cannot reach alpha, instead of all or none")
            }
            HistoryNone => ("history-none", "no history table"),
            HistoryPerIteration => ("history-per-iteration", "the history table is cleared before each iteration"),
            HistoryKept => ("history-kept", "the history table is kept from position to position"),
            HistoryWeightOne => ("history-weight-1", "each best move adds 1 to its history, not the depth"),
            HistoryWeightSquare => {
                ("history-weight-square", "each best move adds the square of the depth to its history")
            }
            HistoryWeightPower => {
                ("history-weight-power", "each best move adds 2 to the power of the depth to its history")
            }
            HistoryAboveAlpha => ("history-above-alpha", "nodes that fail low add nothing to the history"),
            HistoryQuiet => ("history-quiet", "captures and promotions add nothing to the history"),
            HistoryByPiece => ("history-by-piece", "the history is indexed by piece and destination"),
            HistoryShared => ("history-shared", "both players share one history"),
            RefutationKillers => {
                ("refutation-killers", "a move of a refutation is tried wherever it is legal at its ply")
            }
            RefutationWhole => {
                ("refutation-whole", "a refutation is not replaced by a shorter line with the same first moves")
            }
            RefutationSecond => ("refutation-second", "the move of the table is tried before that of the refutation"),
            ReSearchFromAlpha => ("re-search-from-alpha", "a move is searched again with the whole window"),
            AspirationInclusive => {
                ("aspiration-inclusive", "the second aspiration window includes the value of the first")
            }
            CapturesByValue => ("captures-by-value", "captures are ordered by value: knights equal bishops"),
            RootByScore => ("root-by-score", "root moves are ordered by their scores in the previous iteration"),
            RootBySize => ("root-by-size", "root moves are ordered by their nodes in the previous iteration"),
            SquaresNone => ("squares-0", "the evaluation is only material"),
            SquaresDouble => ("squares-2", "piece-square values are doubled"),
            SquaresQuadruple => ("squares-4", "piece-square values are multiplied by 4"),
            SquaresOfRoot => {
                ("squares-of-root", "piece-square values come from mobility and centre control at the root")
            }
            HorizonTwice => ("horizon-twice", "a node at the horizon counts twice"),
            LastIteration => ("last-iteration", "only the nodes of the last iteration count"),
            DepthLongestLine => (
                "depth-longest-line",
                "the depth of a record is the longest line examined, for games without a horizon",
            ),
            DepthLongestTableLine => {
                ("depth-longest-table-line", "the same, where a record from the table has its stored length")
            }
            NoSafeMoves => ("no-safe-moves", "moves on squares that the opponent cannot cover are not searched"),
            ByColumns => ("by-columns", "moves of equal rank are searched column by column"),
            OtherFirstOnSquares => ("other-first-on-squares", "on square boards, the other player moves first"),
            // The others are techniques.
            _ => ("", ""),
        }
    }

    /// Returns the bit of the option in a set.
    pub(crate) const fn bit(self) -> u128 {
        1 << self as u8
    }
}
