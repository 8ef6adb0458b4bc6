//! A simple search under given rules, with a table that loses no position.

use std::collections::HashMap;

use domineering::{Class, Player, Winner};

use super::board::{Board, Count, Domino};
use super::rules::{Hits, Key, Kind, LeftOut, LookUp, Order, Rules, SafeCount, Test};

/// A search of a board stops if it needs more positions, with those that are only visited to count safe moves.
pub(crate) const LIMIT: u64 = 5_000_000;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) winner: Player,
    pub(crate) nodes: u64,
}

/// Returns the outcomes with Vertical and with Horizontal first; `None` if the two searches need too many positions.
pub(crate) fn solve_both(board: &Board, rules: Rules) -> Option<[Solved; 2]> {
    let mut search = Search::new(board, rules);
    if rules.kept_from == Some(Player::Horizontal) {
        let horizontal = search.solve(Player::Horizontal)?;
        return Some([search.solve(Player::Vertical)?, horizontal]);
    }
    Some([search.solve(Player::Vertical)?, search.solve(Player::Horizontal)?])
}

/// Returns the nodes and the class of a board; `None` if the search needs too many positions. A square board is
/// searched once: by rows with Vertical first, by columns with Horizontal first.
pub(crate) fn solve(board: &Board, rules: Rules) -> Option<(u64, Class)> {
    if board.size.is_square() {
        let first = if rules.by_columns { Player::Horizontal } else { Player::Vertical };
        let solved = Search::new(board, rules).solve(first)?;
        return Some((solved.nodes, if solved.winner == first { Class::First } else { Class::Second }));
    }
    let solved = solve_both(board, rules)?;
    let winner = |first: Player| if solved[first as usize].winner == first { Winner::First } else { Winner::Second };
    let class = Class::of(winner(Player::Vertical), winner(Player::Horizontal));
    Some((solved[0].nodes + solved[1].nodes, class))
}

/// Returns the ordering value of a move: the decrease of the opponent's counts minus that of the player's own.
pub(crate) fn ordering_value(before: [Count; 2], after: [Count; 2], player: Player) -> i32 {
    let sum = |counts: [Count; 2], player: Player| counts[player as usize].real + counts[player as usize].safe;
    let decrease = |player| sum(before, player) - sum(after, player);
    decrease(player.opponent()) - decrease(player)
}

/// A visited position.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// The moves that lead to the position.
    pub(crate) path: Vec<Domino>,
    pub(crate) empty: u64,
    pub(crate) kind: Kind,
}

/// A move that is searched.
struct Child {
    domino: Domino,
    value: i32,
    is_winning: bool,
    is_safe: bool,
    /// The counts before and after the move.
    before: [Count; 2],
    after: [Count; 2],
}

/// What the counts say about a position.
enum Expansion {
    Decided(Kind),
    Children(Vec<Child>),
}

struct Search<'b> {
    board: &'b Board,
    rules: Rules,
    table: HashMap<(u64, Option<Player>), bool>,
    least: HashMap<(u64, Player), i32>,
    in_turn: HashMap<(u64, Player, Player), i32>,
    nodes: u64,
    visited: u64,
    path: Vec<Domino>,
    /// The visited positions in the order of the visits, if they are recorded.
    visits: Option<Vec<Visit>>,
}

/// Returns the visited positions of a search.
pub(crate) fn visits(board: &Board, rules: Rules, first: Player) -> Vec<Visit> {
    let mut search = Search { visits: Some(Vec::new()), ..Search::new(board, rules) };
    search.solve(first);
    search.visits.unwrap_or_default()
}

impl<'b> Search<'b> {
    fn new(board: &'b Board, rules: Rules) -> Self {
        Self {
            board,
            rules,
            table: HashMap::new(),
            least: HashMap::new(),
            in_turn: HashMap::new(),
            nodes: 0,
            visited: 0,
            path: Vec::new(),
            visits: None,
        }
    }

    /// Solves the empty board; `None` if this needs too many positions.
    fn solve(&mut self, first: Player) -> Option<Solved> {
        if self.rules.kept_from.is_none() {
            self.table.clear();
        }
        self.nodes = 0;
        let wins = self.wins(self.board.all, first);
        self.nodes -= u64::from(self.rules.root_uncounted);
        let winner = if wins { first } else { first.opponent() };
        (!self.is_stopped()).then_some(Solved { winner, nodes: self.nodes })
    }

    fn is_stopped(&self) -> bool {
        self.visited > LIMIT
    }

    /// Returns whether the player to move wins.
    fn wins(&mut self, empty: u64, to_move: Player) -> bool {
        self.nodes += 1;
        self.visited += 1;
        if self.is_stopped() {
            return false;
        }
        let visit = self.visits.as_ref().map_or(0, Vec::len);
        if let Some(visits) = &mut self.visits {
            visits.push(Visit { path: self.path.clone(), empty, kind: Kind::Hit });
        }
        if let Some((wins, reflection)) = self.look_up(empty, to_move) {
            let is_free = match self.rules.hits {
                Hits::Counted => false,
                Hits::ReflectedFree => reflection != 0,
                Hits::Free => true,
            };
            self.nodes -= u64::from(is_free);
            return wins;
        }
        let (kind, wins) = match self.expand(empty, to_move) {
            Expansion::Decided(kind) => (kind, kind == Kind::Won),
            Expansion::Children(children) => (Kind::Expanded, self.one_wins(empty, to_move, &children)),
        };
        if let Some(visits) = &mut self.visits {
            visits[visit].kind = kind;
        }
        self.nodes -= u64::from(self.rules.uncounted.contains(&kind));
        let is_stored = match kind {
            Kind::Expanded | Kind::Hit => true,
            Kind::Won | Kind::Lost => self.rules.decided_stored,
            Kind::Over => self.rules.over_stored,
        };
        if self.rules.table && is_stored && !self.is_stopped() {
            let key = self.key(empty, to_move);
            self.table.insert(key, wins);
        }
        wins
    }

    /// Returns whether a child wins for the player to move.
    fn one_wins(&mut self, empty: u64, to_move: Player, children: &[Child]) -> bool {
        if self.rules.look_up != LookUp::No {
            for child in children {
                let found = self.look_up(empty & !child.domino.mask, to_move.opponent());
                self.nodes += u64::from(self.rules.look_up == LookUp::AllCounted);
                if found.is_some_and(|(wins, _)| !wins) {
                    self.nodes += u64::from(self.rules.look_up == LookUp::CutOffCounted);
                    return true;
                }
            }
        }
        let mut one_wins = false;
        for child in children {
            if child.is_winning {
                return true;
            }
            self.path.push(child.domino);
            let wins = !self.wins(empty & !child.domino.mask, to_move.opponent());
            self.path.pop();
            if self.is_stopped() {
                return false;
            }
            one_wins |= wins;
            if wins && !(self.rules.open_root && self.path.is_empty()) {
                return true;
            }
        }
        one_wins
    }

    /// Returns the value in the table and the number of the reflection under which it was found.
    fn look_up(&self, empty: u64, to_move: Player) -> Option<(bool, usize)> {
        if !self.rules.table {
            return None;
        }
        let (key, player) = self.key(empty, to_move);
        // Above the squares, the key may have numbers, which are the same in all reflections.
        let (squares, numbers) = (key & self.board.all, key & !self.board.all);
        let reflections = self.board.reflections(squares);
        let mut reflections = self.rules.reflections.iter().map(|&i| (reflections[i] | numbers, i));
        reflections.find_map(|(key, i)| Some((*self.table.get(&(key, player))?, i)))
    }

    fn key(&self, empty: u64, to_move: Player) -> (u64, Option<Player>) {
        let board = self.board;
        let [for_vertical, for_horizontal] = Player::BOTH.map(|player| board.safe_squares(empty, player));
        let key = match self.rules.key {
            Key::Empty => empty,
            Key::Usable => empty & !(for_vertical & for_horizontal),
            Key::Shared => {
                let [vertical, horizontal] = board.counts(empty).map(|count| count.safe as u64);
                let numbers = vertical | horizontal << 6;
                empty & !for_vertical & !for_horizontal | numbers << board.size.squares()
            }
        };
        (key, self.rules.key_has_player.then_some(to_move))
    }

    /// Makes the tests and returns the moves in the order in which they are searched.
    fn expand(&mut self, empty: u64, to_move: Player) -> Expansion {
        let moves = self.ordered_by_squares(empty, to_move);
        if moves.is_empty() {
            return Expansion::Decided(Kind::Over);
        }
        let (me, you) = (to_move as usize, to_move.opponent() as usize);
        let before = self.counts(empty, to_move);
        if self.rules.tests_on_positions {
            if suffices(self.rules.winning, before[me], before[you], true) {
                return Expansion::Decided(Kind::Won);
            }
            if suffices(self.rules.losing, before[you], before[me], false) {
                return Expansion::Decided(Kind::Lost);
            }
        }
        let safe_squares = self.board.safe_squares(empty, to_move);
        let mut children = Vec::new();
        for domino in moves {
            let is_safe = domino.mask & !safe_squares == 0;
            if is_safe && self.rules.left_out == LeftOut::SafeBeforeTests {
                continue;
            }
            let after = self.counts(empty & !domino.mask, to_move.opponent());
            let value = ordering_value(before, after, to_move);
            let mut child = Child { domino, value, is_winning: false, is_safe, before, after };
            if !self.rules.tests_on_positions {
                // Nothing is left to do for an opponent who cannot move.
                let is_over = self.rules.winning == Test::Never && after[you].real == 0;
                child.is_winning = is_over || suffices(self.rules.winning, after[me], after[you], false);
                if child.is_winning && !self.rules.winning_in_turn {
                    self.nodes += u64::from(self.rules.winning_counted);
                    return Expansion::Decided(Kind::Won);
                }
                if !child.is_winning && suffices(self.rules.losing, after[you], after[me], true) {
                    self.nodes += u64::from(self.rules.losing_counted);
                    continue;
                }
            }
            children.push(child);
        }
        self.leave_out(&mut children, empty, to_move);
        if children.is_empty() {
            return Expansion::Decided(Kind::Lost);
        }
        self.order(&mut children, empty);
        Expansion::Children(children)
    }

    fn ordered_by_squares(&self, empty: u64, to_move: Player) -> Vec<Domino> {
        let mut moves = self.board.moves(empty, to_move);
        if self.rules.by_columns {
            let columns = self.board.size.columns();
            moves.sort_by_key(|domino| (domino.square % columns, domino.square / columns));
        }
        moves
    }

    /// Removes the children that the rules leave out.
    fn leave_out(&self, children: &mut Vec<Child>, empty: u64, to_move: Player) {
        let (me, you) = (to_move as usize, to_move.opponent() as usize);
        let safe_squares = self.board.safe_squares(empty, to_move);
        let has_neighbour = |mask: u64, player, squares: u64| self.board.beside(mask, player) & squares & !mask != 0;
        let taken = |child: &Child| child.before[you].real - child.after[you].real;
        let mut safe_moves = 0;
        let mut is_left_out = |child: &Child| match self.rules.left_out {
            LeftOut::Nothing | LeftOut::SafeBeforeTests => false,
            LeftOut::Safe | LeftOut::SafeUnlessAlone => child.is_safe,
            LeftOut::SafeButOne => {
                safe_moves += u32::from(child.is_safe);
                child.is_safe && safe_moves > 1
            }
            LeftOut::SafeWithoutEffect => child.is_safe && child.before[you] == child.after[you],
            LeftOut::SafePairs => child.is_safe && !has_neighbour(child.domino.mask, to_move, safe_squares),
            LeftOut::Isolated => !Player::BOTH.iter().any(|&player| has_neighbour(child.domino.mask, player, empty)),
            LeftOut::ValueAtMost(value) => child.value <= value,
            LeftOut::CostSafeTakeNoReal => taken(child) == 0 && child.before[me].safe > child.after[me].safe,
            LeftOut::TakeNoReal => taken(child) == 0,
        };
        let is_kept: Vec<bool> = children.iter().map(|child| child.is_winning || !is_left_out(child)).collect();
        if self.rules.left_out == LeftOut::SafeUnlessAlone && !is_kept.contains(&true) {
            return children.truncate(1);
        }
        let mut is_kept = is_kept.into_iter();
        children.retain(|_| is_kept.next() == Some(true));
    }

    fn order(&self, children: &mut Vec<Child>, empty: u64) {
        match self.rules.order {
            Order::Formula => children.sort_by_key(|child| -child.value),
            Order::Reversed => children.sort_by_key(|child| child.value),
            Order::Squares => {}
        }
        if self.rules.safe_moves_last {
            children.sort_by_key(|child| child.is_safe);
        }
        if self.rules.mirrored_children_left_out {
            let mut classes = Vec::new();
            children.retain(|child| {
                let class = self.board.class(empty & !child.domino.mask);
                let is_new = !classes.contains(&class);
                classes.push(class);
                is_new
            });
        }
    }

    /// Returns the counts of Vertical and of Horizontal as the rules define them.
    fn counts(&mut self, empty: u64, to_move: Player) -> [Count; 2] {
        let mut counts = self.board.counts(empty);
        for player in Player::BOTH {
            let safe = &mut counts[player as usize].safe;
            match self.rules.safe_count {
                SafeCount::Described => {}
                SafeCount::AnySet => {
                    let least = || self.board.least_dominoes(empty, player);
                    *safe = *self.least.entry((empty, player)).or_insert_with(least);
                }
                SafeCount::InTurn => *safe = self.in_turn(empty, player, to_move),
            }
        }
        counts
    }

    /// Returns how many moves `player` can be sure of, if the players move in turn until neither of them can.
    fn in_turn(&mut self, empty: u64, player: Player, to_move: Player) -> i32 {
        let empty = self.board.class(empty);
        if let Some(&moves) = self.in_turn.get(&(empty, player, to_move)) {
            return moves;
        }
        self.visited += 1;
        if self.is_stopped() {
            return 0;
        }
        let moves = self.board.moves(empty, to_move);
        let after = |search: &mut Self| -> Vec<i32> {
            let next = to_move.opponent();
            moves.iter().map(|domino| search.in_turn(empty & !domino.mask, player, next)).collect()
        };
        let sure = if !moves.is_empty() {
            let after = after(self).into_iter();
            if to_move == player { after.max().map(|most| most + 1) } else { after.min() }.unwrap_or(0)
        } else if to_move == player || self.board.moves(empty, player).is_empty() {
            0
        } else {
            self.in_turn(empty, player, player)
        };
        self.in_turn.insert((empty, player, to_move), sure);
        sure
    }
}

/// Returns whether the safe moves of `mine` suffice against the real moves of `yours`.
fn suffices(test: Test, mine: Count, yours: Count, is_to_move: bool) -> bool {
    match test {
        Test::Never => false,
        Test::Described if is_to_move => mine.safe > yours.real,
        Test::Described => mine.safe >= yours.real,
        Test::Exchanged if is_to_move => mine.safe >= yours.real,
        Test::Exchanged => mine.safe > yours.real,
    }
}
