//! The rows of the table: a name and the rules that it stands for.

use domineering::Player;

use super::rules::{Hits, Key, Kind, LeftOut, LookUp, Order, Rules, SafeCount, Test};

const PLAIN: Rules = Rules::PLAIN;

/// Every rule that was tried, by rows unless the name says otherwise.
pub(crate) const ROWS: &[(&str, Rules)] = &[
    ("As described (plain), by rows", PLAIN),
    ("Plain, equal moves by columns", PLAIN.by_columns()),
    ("**Safe moves counted, not searched, by rows**", Rules::without(LeftOut::Safe)),
    ("**Safe moves counted, not searched, by columns**", Rules::without(LeftOut::Safe).by_columns()),
    (
        "The same, but one is searched if no other move is left; by columns",
        Rules::without(LeftOut::SafeUnlessAlone).by_columns(),
    ),
    (
        "The same, dropped before the cut-offs are tested; by columns",
        Rules::without(LeftOut::SafeBeforeTests).by_columns(),
    ),
    ("Only one safe move is searched", Rules::without(LeftOut::SafeButOne)),
    ("Safe moves are searched last", Rules { safe_moves_last: true, ..PLAIN }),
    ("Safe moves dropped if the opponent's counts do not change", Rules::without(LeftOut::SafeWithoutEffect)),
    ("The same, by columns", Rules::without(LeftOut::SafeWithoutEffect).by_columns()),
    ("Safe moves dropped if their safe run has two squares", Rules::without(LeftOut::SafePairs)),
    ("The same, by columns", Rules::without(LeftOut::SafePairs).by_columns()),
    ("Dominoes without an empty square around them dropped", Rules::without(LeftOut::Isolated)),
    ("The same, by columns", Rules::without(LeftOut::Isolated).by_columns()),
    ("Moves of ordering value -3 or less dropped", Rules::without(LeftOut::ValueAtMost(-3))),
    ("Moves of ordering value -2 or less dropped", Rules::without(LeftOut::ValueAtMost(-2))),
    ("Moves dropped that cost a safe move and take no real move", Rules::without(LeftOut::CostSafeTakeNoReal)),
    ("The same, by columns", Rules::without(LeftOut::CostSafeTakeNoReal).by_columns()),
    ("All moves dropped that take no real move", Rules::without(LeftOut::TakeNoReal)),
    ("Table hits not counted", Rules { hits: Hits::Free, ..PLAIN }),
    ("Reflected hits not counted", Rules { hits: Hits::ReflectedFree, ..PLAIN }),
    ("No table", Rules { table: false, ..PLAIN }),
    ("Table without reflections", Rules { reflections: &[0], ..PLAIN }),
    ("Only the left-right reflection", Rules { reflections: &[0, 1], ..PLAIN }),
    ("Only the top-bottom reflection", Rules { reflections: &[0, 2], ..PLAIN }),
    ("Both, but not one after the other", Rules { reflections: &[0, 1, 2], ..PLAIN }),
    ("All children looked up first, not counted", Rules { look_up: LookUp::Free, ..PLAIN }),
    ("The same, the look-up that cuts off counted", Rules { look_up: LookUp::CutOffCounted, ..PLAIN }),
    ("The same, all look-ups counted", Rules { look_up: LookUp::AllCounted, ..PLAIN }),
    ("Children that are reflections of others dropped", Rules { mirrored_children_left_out: true, ..PLAIN }),
    ("Table kept from Vertical first to Horizontal first", Rules { kept_from: Some(Player::Vertical), ..PLAIN }),
    ("Table kept from Horizontal first to Vertical first", Rules { kept_from: Some(Player::Horizontal), ..PLAIN }),
    (
        "Table kept, the player to move is part of the key",
        Rules { kept_from: Some(Player::Vertical), key_has_player: true, ..PLAIN },
    ),
    ("Winning if safe > real, losing if safe > real", Rules { winning: Test::Exchanged, ..PLAIN }),
    ("Winning if safe >= real, losing if safe >= real", Rules { losing: Test::Exchanged, ..PLAIN }),
    (
        "Winning if safe > real, losing if safe >= real",
        Rules { winning: Test::Exchanged, losing: Test::Exchanged, ..PLAIN },
    ),
    ("No test for losing moves", Rules { losing: Test::Never, ..PLAIN }),
    ("No test for winning moves (unless no opposing real move is left)", Rules { winning: Test::Never, ..PLAIN }),
    ("Neither test", Rules { winning: Test::Never, losing: Test::Never, ..PLAIN }),
    ("Tests on the position itself, not after each move", Rules { tests_on_positions: true, ..PLAIN }),
    (
        "The same, with > and >= exchanged",
        Rules { tests_on_positions: true, winning: Test::Exchanged, losing: Test::Exchanged, ..PLAIN },
    ),
    ("Winning move found only when its turn comes", Rules { winning_in_turn: true, ..PLAIN }),
    ("Safe = the least that any set of opposing dominoes leaves", Rules { safe_count: SafeCount::AnySet, ..PLAIN }),
    ("Safe = the moves guaranteed in alternating play", Rules { safe_count: SafeCount::InTurn, ..PLAIN }),
    ("Terminal nodes not counted: no move is left", Rules { uncounted: &[Kind::Over], ..PLAIN }),
    ("The same: ended by a winning move", Rules { uncounted: &[Kind::Won], ..PLAIN }),
    ("The same: all moves lose", Rules { uncounted: &[Kind::Lost], ..PLAIN }),
    ("The same: all three kinds", Rules { uncounted: &[Kind::Over, Kind::Won, Kind::Lost], ..PLAIN }),
    ("Root not counted", Rules { root_uncounted: true, ..PLAIN }),
    ("Positions without a move stored", Rules { over_stored: true, ..PLAIN }),
    ("Positions decided by the counts not stored", Rules { decided_stored: false, ..PLAIN }),
    ("Losing moves counted as nodes", Rules { losing_counted: true, ..PLAIN }),
    ("Winning moves counted as nodes", Rules { winning_counted: true, ..PLAIN }),
    ("No ordering formula, by rows", Rules { order: Order::Squares, ..PLAIN }),
    ("Formula reversed", Rules { order: Order::Reversed, ..PLAIN }),
    ("Window open at the root (all its moves searched)", Rules { open_root: true, ..PLAIN }),
    ("Squares that neither player can cover are filled in the key", Rules { key: Key::Usable, ..PLAIN }),
    ("Squares of one player only enter the key by their number", Rules { key: Key::Shared, ..PLAIN }),
];

/// The rules whose counts on larger boards are shown, by columns.
pub(crate) const ON_LARGER_BOARDS: &[(&str, Rules)] = &[
    ("As described (plain)", PLAIN.by_columns()),
    ("**Safe moves counted, not searched**", Rules::without(LeftOut::Safe).by_columns()),
    ("The same, but one is searched if no other move is left", Rules::without(LeftOut::SafeUnlessAlone).by_columns()),
    ("The same, dropped before the cut-offs are tested", Rules::without(LeftOut::SafeBeforeTests).by_columns()),
    (
        "Safe moves dropped if the opponent's counts do not change",
        Rules::without(LeftOut::SafeWithoutEffect).by_columns(),
    ),
    ("Safe moves dropped if their safe run has two squares", Rules::without(LeftOut::SafePairs).by_columns()),
    ("Moves of ordering value -3 or less dropped", Rules::without(LeftOut::ValueAtMost(-3)).by_columns()),
    (
        "Moves dropped that cost a safe move and take no real move",
        Rules::without(LeftOut::CostSafeTakeNoReal).by_columns(),
    ),
];
