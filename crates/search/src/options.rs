//! The options of a search: techniques that the printed algorithm does not have, and other readings of what the sources
//! leave open. A game and a program have [tables](crate::option_table) of their own.
//!
//! Each crate defines its options in one table, so that this crate names nothing that only one game has. The numbers
//! are the order in the names of rows and the bits of a set: no two tables use the same one. A set says by its type
//! which tables it takes names from.

pub(crate) mod chosen;
pub(crate) mod option;
pub(crate) mod set;

crate::option_table! {
    /// [`iteration`](crate::iteration) starts it (`[Plaat 1995]`). It replaces aspiration windows.
    0 MTD "mtd" "MTD(f): a sequence of zero-width windows that starts at the previous value";
    /// If a bound in the table for a child reaches beta, the node ends before a child is entered (`[Plaat 1996]`). The
    /// root is searched.
    1 ETC_1 "etc-1" (table) "enhanced transposition cut-offs more than one ply from the leaves";
    /// Plaat et al. recommend this number.
    2 ETC_2 "etc-2" (table) "enhanced transposition cut-offs more than two plies from the leaves";
    3 ETC_3 "etc-3" (table) "enhanced transposition cut-offs more than three plies from the leaves";
    /// A node that an exact score from the table ends takes its line from there, and a node without a stored move
    /// searches the first move of the line first (`[Hyatt 2014]`).
    4 PV_TABLE "pv-table" "a separate table keeps the lines of exact nodes";
    /// Such a record belongs to another position (`[Breuker 1998, 2.4.2]`). The plain search ignores only the move. The
    /// move of a reflected position is not known.
    5 REFUSE_ILLEGAL "refuse-illegal" (table) "a record with an illegal move is ignored as a whole";
    /// These are the functions of `[Moreland 2001]`. His `AlphaBeta` returns and records alpha or beta ([`FAIL_HARD`]),
    /// and records leaves ([`STORE_LEAVES`]). His `ProbeHash` uses a bound only for a cut-off ([`CUT_OFF_ONLY`]), and
    /// `AlphaBeta` records no move if all moves failed low ([`NO_FAIL_LOW_MOVE`]). For his replacement and index,
    /// combine it with the schemes `moreland` or `moreland-always`.
    6 MORELAND "moreland" "fail-hard+cut-off-only+no-fail-low-move+store-leaves";
    /// A node returns and stores alpha instead of a lower value, and beta instead of a higher one. The plain search is
    /// fail-soft: it returns and stores the bound that it has found.
    7 FAIL_HARD "fail-hard" "values are limited to the window";
    /// See [`BoundUse::CutOff`](crate::BoundUse::CutOff).
    8 CUT_OFF_ONLY "cut-off-only" (table) "a bound from the table cuts off or is ignored";
    /// Its value is not above alpha (`[Moreland 2001]`). The plain search stores the move with the highest bound.
    9 NO_FAIL_LOW_MOVE "no-fail-low-move" (table) "a node that fails low is stored without a move";
    /// Their depth is 0 (`[Moreland 2001]`).
    10 STORE_LEAVES "store-leaves" (table) "nodes at the horizon are stored";
    /// Their depth is 0, and a quiescence search searches the stored move first. The thesis stores nothing there
    /// (`[Breuker 1998, 2.5.1]`).
    11 STORE_QUIESCENCE "store-quiescence" (table) "nodes at the horizon and in quiescence are stored";
    /// The table also receives a flag for extensions (`[Breuker 1998, 2.7.3]`).
    22 COMPONENTS "components" (table)
        "the table receives the distance from the root, and principal variations are marked";
    23 NO_REFUTATIONS "no-refutations" "the search does not use its refutation table";
    /// The game says [which positions](crate::Aspects::wants_extension) these are.
    24 EXTEND_CHECKS "extend-checks" "a position in check is searched one ply deeper";
    25 EXTEND_CHECKS_IN_WINDOW "extend-checks-in-window"
        "a position in check is searched one ply deeper if its value is near the window";
    /// The table has a flag for that (`[Breuker 1998, 2.7.3]`).
    26 EXTENSION_FLAG "extension-flag" (table) "a position in the table is extended if it was extended before";
    /// A leaf never has the [value of a draw](crate::Game::DRAW), so that a score of a draw is that of a drawn position
    /// (`[Breuker 1998, 2.7.3]`).
    27 PROVED_DRAWS "proved-draws" "a stored score of a drawn position is used at every depth";
    /// Each bit of the [whole position](crate::Game::whole) has a number, and the key is the exclusive-or of those of
    /// the bits that are set. It is the reference of the next two options.
    28 KEYS_RANDOM "keys-random" (table) "keys are computed from whole positions, by random numbers";
    /// As [`KEYS_RANDOM`]. Positions with few different bits have different keys (`[Warnock and Wendroff 1988]`).
    29 KEYS_BCH "keys-bch" (table) "keys are computed from whole positions, by numbers of a BCH code";
    /// As [`KEYS_RANDOM`], with the sum instead of the exclusive-or.
    30 KEYS_SUM "keys-sum" (table) "keys are computed from whole positions, as sums of random numbers";
    /// The lowest bit of each key says [who is to move](crate::Aspects::is_second_to_move), as if there were two tables
    /// (`[Breuker 1998, 2.4.1]`).
    31 SIDE_BIT "side-bit" (table) "each player has half of a table that is indexed by the low bits";
    /// It is not used at smaller depths, so that a search never mixes depths (`[Moreland 2001]`).
    33 EXACT_DEPTH "exact-depth" (table) "a score from the table is used only if its depth is exactly the depth needed";
    /// The steps of the [clock](crate::Aspects::clock) are eight plies, from the 14th ply, as in Stockfish.
    34 CLOCK_KEYS "clock-keys" (table) "keys contain the moves since the last irreversible one, in steps of four";
    /// A part of each key is what the value depends on besides the position: the [earlier
    /// positions](crate::Aspects::path). Positions on different paths are different positions.
    35 PATH_KEYS "path-keys" (table) "keys contain the earlier positions that can recur";
    /// The moves before the node have caused such a draw, by repetition or by the clock. The move is stored.
    36 NO_PATH_SCORES "no-path-scores" (table)
        "scores that depend on a repetition of an earlier position are not stored";
    /// Keys are those of [`PATH_KEYS`] (`[Kishimoto and Müller 2004]`). Each record is stored twice, for its path and
    /// for any path.
    37 SIMULATE_PATHS "simulate-paths" (table)
        "a score from another path is used if a simulated search confirms it on this one";
    /// The [clock](crate::Aspects::clock) is a part of a key where it can reach its limit within the depth of the
    /// search, and so are the positions of the game whose next occurrence is a draw; see
    /// [`Game::draw_key`](crate::Game::draw_key). The score of a win or a loss is used only if the clock leaves
    /// [time for it](crate::Game::is_decided_in_time), whatever the clock of its record was.
    38 DRAW_KEYS "draw-keys" (table) "keys contain what the rules about draws and earlier positions make of a score";
    /// The lowest three bits of each key are the [clock](crate::Aspects::clock), in steps of 16 plies. Half of the keys
    /// count them upwards from 1, and the others downwards from 7, as the slots in a bucket of Velvet. For a table
    /// whose index is the low bits.
    40 CLOCK_SLOTS "clock-slots" (table) "the moves since the last irreversible one select one of 8 slots";
    /// The table can compare positions (`[Breuker 1998, 2.4.2]`).
    45 WHOLE_POSITIONS "whole-positions" (table) "the table receives whole positions; for schemes with `whole`";
    /// This is the comparison of `[Breuker 1998, Figure 2.7]`.
    46 OLD_ALPHA_PRINTED "old-alpha-printed" (table)
        "a node has failed low if its value is at most the alpha before the table narrowed the window";
    47 QUIESCENCE_TABLE_EVALUATES "quiescence-table-evaluates" (table)
        "below the horizon, a record limits the evaluation and ends no node";
    56 HISTORY_ABOVE_ALPHA "history-above-alpha" "nodes that fail low add nothing to the history";
    /// The plain search follows the line.
    60 REFUTATION_KILLERS "refutation-killers" "a move of a refutation is tried wherever it is legal at its ply";
    /// The table has cut such a line off.
    61 REFUTATION_WHOLE "refutation-whole" (table)
        "a refutation is not replaced by a shorter line with the same first moves";
    62 REFUTATION_SECOND "refutation-second" (table) "the move of the table is tried before that of the refutation";
    /// After a minimal-window search that fails high, the plain search starts at its value.
    63 RE_SEARCH_FROM_ALPHA "re-search-from-alpha" "a move is searched again with the whole window";
    /// It is a leaf, and the root of a quiescence search.
    72 HORIZON_TWICE "horizon-twice" "a node at the horizon counts twice";
    /// A record from the table has the length 0, and ends a node only if its score is the highest or lowest one.
    74 DEPTH_LONGEST_LINE "depth-longest-line" (table)
        "the depth of a record is the longest line examined, for games without a horizon";
    75 DEPTH_LONGEST_TABLE_LINE "depth-longest-table-line" (table)
        "the same, where a record from the table has its stored length";

    alternatives {
        ETC_1 | ETC_2 | ETC_3;
        STORE_LEAVES | STORE_QUIESCENCE;
        MORELAND | FAIL_HARD;
        MORELAND | CUT_OFF_ONLY;
        MORELAND | NO_FAIL_LOW_MOVE;
        MORELAND | STORE_LEAVES | STORE_QUIESCENCE;
        EXTEND_CHECKS | EXTEND_CHECKS_IN_WINDOW;
        KEYS_RANDOM | KEYS_BCH | KEYS_SUM;
        CLOCK_KEYS | PATH_KEYS | SIMULATE_PATHS | DRAW_KEYS;
        // A simulated search does not follow draws, extend or measure lines, and needs the position's own key.
        SIMULATE_PATHS | NO_PATH_SCORES;
        SIMULATE_PATHS | EXTEND_CHECKS | EXTEND_CHECKS_IN_WINDOW;
        SIMULATE_PATHS | DEPTH_LONGEST_LINE | DEPTH_LONGEST_TABLE_LINE;
        SIMULATE_PATHS | SIDE_BIT | CLOCK_SLOTS;
        SIMULATE_PATHS | WHOLE_POSITIONS | EXTENSION_FLAG;
        // Two set the lowest bits of a key, and the third changes all bits.
        SIDE_BIT | CLOCK_SLOTS | DRAW_KEYS;
        // A whole position has no clock.
        WHOLE_POSITIONS | DRAW_KEYS;
        // The flag is looked up by key.
        WHOLE_POSITIONS | EXTENSION_FLAG;
        NO_REFUTATIONS | REFUTATION_KILLERS | REFUTATION_WHOLE;
        NO_REFUTATIONS | REFUTATION_SECOND;
        DEPTH_LONGEST_LINE | DEPTH_LONGEST_TABLE_LINE;
    }
}

/// What [`MORELAND`] consists of.
pub(crate) const OF_MORELAND: u128 = FAIL_HARD.bit() | CUT_OFF_ONLY.bit() | NO_FAIL_LOW_MOVE.bit() | STORE_LEAVES.bit();
