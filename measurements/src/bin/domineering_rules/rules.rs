//! The rules of a search, with one switch for each rule that can be changed.

use domineering::Player;

/// The rules of a search. [`PLAIN`](Self::PLAIN) is the search that the thesis describes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Whether moves of equal ordering value are tried by columns, and not by rows.
    pub(crate) by_columns: bool,
    /// The order of the moves.
    pub(crate) order: Order,
    /// Whether safe moves come after all other moves.
    pub(crate) safe_moves_last: bool,
    /// The moves that are neither searched nor discarded by a count.
    pub(crate) left_out: LeftOut,
    /// Whether children that are reflections of earlier children are left out.
    pub(crate) mirrored_children_left_out: bool,
    /// Whether a move wins if, after it, the player's safe moves are at least the opponent's real moves.
    pub(crate) winning: Test,
    /// Whether a move loses if, after it, the opponent's safe moves are more than the player's real moves.
    pub(crate) losing: Test,
    /// Whether the tests are made once in each position, and not after each move.
    pub(crate) tests_on_positions: bool,
    /// Whether a winning move is found only when its turn comes.
    pub(crate) winning_in_turn: bool,
    /// Whether all moves of the root are searched.
    pub(crate) open_root: bool,
    /// What the number of safe moves is.
    pub(crate) safe_count: SafeCount,
    /// Whether there is a table.
    pub(crate) table: bool,
    /// The reflections under which a position is looked up: 0 is the position itself, 1 swaps left and right, 2 swaps
    /// top and bottom, 3 does both.
    pub(crate) reflections: &'static [usize],
    /// What the key of a position consists of.
    pub(crate) key: Key,
    /// Whether the player to move is part of the key.
    pub(crate) key_has_player: bool,
    /// Which search comes first, if the second one keeps its table.
    pub(crate) kept_from: Option<Player>,
    /// Whether positions without a move are stored.
    pub(crate) over_stored: bool,
    /// Whether positions that the counts decide are stored.
    pub(crate) decided_stored: bool,
    /// The table hits that are counted as nodes.
    pub(crate) hits: Hits,
    /// Whether all children are looked up before the first one is searched.
    pub(crate) look_up: LookUp,
    /// The kinds of positions that are not counted as nodes.
    pub(crate) uncounted: &'static [Kind],
    /// Whether the root is not counted as a node.
    pub(crate) root_uncounted: bool,
    /// Whether losing moves are counted as nodes.
    pub(crate) losing_counted: bool,
    /// Whether winning moves are counted as nodes.
    pub(crate) winning_counted: bool,
}

impl Rules {
    /// The search that the thesis describes, with moves of equal ordering value by rows.
    pub(crate) const PLAIN: Self = Self {
        by_columns: false,
        order: Order::Formula,
        safe_moves_last: false,
        left_out: LeftOut::Nothing,
        mirrored_children_left_out: false,
        winning: Test::Described,
        losing: Test::Described,
        tests_on_positions: false,
        winning_in_turn: false,
        open_root: false,
        safe_count: SafeCount::Described,
        table: true,
        reflections: &[0, 1, 2, 3],
        key: Key::Empty,
        key_has_player: false,
        kept_from: None,
        over_stored: false,
        decided_stored: true,
        hits: Hits::Counted,
        look_up: LookUp::No,
        uncounted: &[],
        root_uncounted: false,
        losing_counted: false,
        winning_counted: false,
    };

    /// Returns the same rules with moves of equal ordering value by columns.
    pub(crate) const fn by_columns(self) -> Self {
        Self { by_columns: true, ..self }
    }

    /// Returns the plain search without some moves.
    pub(crate) const fn without(left_out: LeftOut) -> Self {
        Self { left_out, ..Self::PLAIN }
    }
}

/// The order of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The highest ordering value first.
    Formula,
    /// The lowest ordering value first.
    Reversed,
    /// Square by square.
    Squares,
}

/// The moves that are left out, unless they win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftOut {
    Nothing,
    /// Safe moves.
    Safe,
    /// Safe moves, except the first one if no other move remains.
    SafeUnlessAlone,
    /// Safe moves, even if they win.
    SafeBeforeTests,
    /// Safe moves, except the first one.
    SafeButOne,
    /// Safe moves that leave both counts of the opponent unchanged.
    SafeWithoutEffect,
    /// Safe moves on two squares whose neighbours in the player's direction are not safe.
    SafePairs,
    /// Moves on two squares without an empty neighbour.
    Isolated,
    /// Moves of this ordering value or less.
    ValueAtMost(i32),
    /// Moves that cost a safe move and take no real move.
    CostSafeTakeNoReal,
    /// Moves that take no real move.
    TakeNoReal,
}

/// When the safe moves of a player suffice against the real moves of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// Safe moves that equal the real moves suffice for the player who does not have to move.
    Described,
    /// Safe moves that equal the real moves suffice for the player who has to move.
    Exchanged,
    /// They do not matter.
    Never,
}

/// What the number of safe moves is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SafeCount {
    /// The most dominoes on the squares that the opponent cannot cover.
    Described,
    /// The fewest dominoes that fit after the opponent placed any set of dominoes.
    AnySet,
    /// The number of moves that a player can be sure of if the players move in turn.
    InTurn,
}

/// What the key of a position consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// The empty squares.
    Empty,
    /// The empty squares that a player can cover.
    Usable,
    /// The empty squares that both players can cover, and the numbers of safe moves.
    Shared,
}

/// The table hits that are counted as nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hits {
    Counted,
    /// Hits of a reflection are not counted.
    ReflectedFree,
    Free,
}

/// Whether all children are looked up first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookUp {
    No,
    /// They are, and the look-ups are not nodes.
    Free,
    /// They are, and the look-up that ends the parent is a node.
    CutOffCounted,
    /// They are, and each look-up is a node.
    AllCounted,
}

/// How the search of a position ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Children were visited.
    Expanded,
    /// The table has the position, or a reflection of it.
    Hit,
    /// A move, or the position itself, wins by the counts.
    Won,
    /// No move remains.
    Lost,
    /// The player cannot move.
    Over,
}
