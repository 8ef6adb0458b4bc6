//! The strongest solver.
//!
//! Use this module to solve boards. To compare replacement schemes with published results, use [`Domi`](crate::Domi).
//!
//! The solver adds the following [techniques](Techniques) to alpha-beta with a transposition table:
//!
//! - A win is proved without search by packing regions in which a player is certain to place enough dominoes
//!   (`best/packing.rs`). The idea is that of `[Bullock 2002]`.
//! - Before a child is searched, all children are looked up in the table, and the solver tries to prove that one of the
//!   moves wins. It tries to prove that a move loses only when its child is about to be searched. Children that are
//!   decided are not entered and do not count as nodes.
//! - One threat of the opponent refutes many moves at once (`best/threat.rs`).
//! - A second proof cuts the board into bands of one or two rows, or of three if the number of rows is odd. The
//!   components of bands have known values (`best/bands.rs`).
//! - Small components are taken off the board, and their values are added (`best/settle.rs`).
//! - Safe moves, which the opponent cannot prevent, are not searched (`[Bullock 2002]`).
//! - Moves are ordered by their effects on the real and safe moves of both players, as in DOMI, and then by their
//!   squares: second rows and columns from the edge first. Moves that are always tried in the same order lead to the
//!   same positions more often.
//! - Reflected positions have the same key, and so do positions that differ only in squares that one player alone can
//!   use (`best/state.rs`).

mod bands;
mod components;
mod knowledge;
mod map;
mod offer;
mod packing;
mod proof;
mod settle;
mod share;
mod state;
mod technique;
mod threat;
mod values;
mod view;

pub use technique::{Techniques, UnknownTechnique};

use knowledge::Knowledge;
use search::{ChosenOptions, HitSize, Observer, Plain};
use state::{State, Views};
use tt::{Bound, Key, MAX_NODES, Record, Table};

use crate::rules::bitboard::Bitboard;
use crate::{BoardSize, Move, Player, Solution, Winner};

/// The strongest solver, with its settings.
///
/// The table must be empty, or contain only positions of the same board, seed and techniques.
///
/// ```
/// use domineering::{Player, Winner, best::BestSolver};
///
/// let mut table = tt::TwoBig1::<()>::new("64K".parse()?)?;
/// let solution = BestSolver::new("7x7".parse()?, Player::Vertical).solve(&mut table, ());
/// assert_eq!(solution.winner, Some(Winner::First));
/// assert!(solution.nodes < 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BestSolver {
    /// The board.
    pub board: BoardSize,
    /// Who moves first.
    pub first: Player,
    /// The seed of the keys.
    pub seed: u64,
    /// The search stops before it visits more nodes.
    pub max_nodes: u64,
    /// What a cut-off by the table adds to the size of a subtree.
    pub hit_size: HitSize,
    /// The techniques in use.
    pub techniques: Techniques,
}

impl BestSolver {
    /// Returns the solver with all techniques, the default seed and no node limit. A table hit counts as one node.
    #[must_use]
    pub fn new(board: BoardSize, first: Player) -> Self {
        let (seed, max_nodes) = (zobrist::DEFAULT_SEED, u64::MAX);
        Self { board, first, seed, max_nodes, hit_size: HitSize::One, techniques: Techniques::all() }
    }

    /// Returns a number that depends on everything that a position's key depends on.
    ///
    /// ```
    /// use domineering::{Domi, Player, best::BestSolver};
    ///
    /// let best = BestSolver::new("5x5".parse()?, Player::Vertical);
    /// assert_ne!(best.keys(), BestSolver { seed: 7, ..best }.keys());
    /// assert_ne!(best.keys(), Domi::new(best.board, best.first).keys());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keys(self) -> Key {
        fn of<S: Bitboard>(settings: BestSolver) -> Key {
            let views = Views::<S>::new(settings.board, settings.seed);
            let start = views.start(settings.first);
            let mut moves = views.of[start.mover].outlook(start.empty[start.mover]).moves;
            let mut sum = views.key(&start, 0, settings.techniques);
            while moves != S::NONE {
                let child = views.after(&start, moves.lowest());
                sum = Key::mixed(sum.0 ^ views.key(&child, 0, settings.techniques).0);
                moves = moves.without_lowest();
            }
            sum
        }
        if self.fits_64() { of::<u64>(self) } else { of::<u128>(self) }
    }

    fn fits_64(self) -> bool {
        self.board.squares() <= u64::CAPACITY
    }

    /// Solves the empty board.
    pub fn solve(self, table: impl Table<Payload = ()>, observer: impl Observer) -> Solution {
        self.solve_with(table, observer, Plain)
    }

    /// Solves the empty board, in a thread of a team if `options` are those of a [`Member`](search::Member). Options of
    /// the generic search have no effect.
    ///
    /// The observer is notified of nodes and cut-offs. `search::Counted` counts what happens to the table.
    pub fn solve_with(
        self,
        table: impl Table<Payload = ()>,
        observer: impl Observer,
        options: impl ChosenOptions,
    ) -> Solution {
        if self.fits_64() {
            Search::<u64, _, _, _>::new(self, table, observer, options).run()
        } else {
            Search::<u128, _, _, _>::new(self, table, observer, options).run()
        }
    }
}

struct Search<S, T, O, C> {
    settings: BestSolver,
    views: Views<S>,
    knowledge: Knowledge<S>,
    /// The priority of each square, as each player sees it.
    priorities: [Box<[i16]>; 2],
    table: T,
    observer: O,
    options: C,
    /// The children to search of all nodes on the path from the root to the current node.
    children: Vec<Child<S>>,
    /// The moves of the current node, best first, while its children are listed.
    ranked: Vec<(i32, u32)>,
    nodes: u64,
    /// The nodes, and what cut-offs by the table add to them.
    size: u64,
    stopped: bool,
    /// The best move at the root.
    best: Option<u32>,
}

#[derive(Clone, Copy)]
struct Child<S> {
    state: State<S>,
    key: Key,
    /// The upper square of the domino, or a move in a component that is off the board.
    square: u32,
    /// What each player lacks for a proof, or an estimate. For the player to move, it is that of the parent.
    lacks: [u32; 2],
}

/// A proof is not tried for a child if its player lacked more than this for one at an earlier node on the path.
const FAR: u32 = 3;

/// The factor of the effects of a move, greater than the difference of two priorities.
const EFFECTS: i32 = 256;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    fn new(settings: BestSolver, table: T, observer: O, options: C) -> Self {
        let views = Views::new(settings.board, settings.seed);
        let priorities = [0, 1].map(|player: usize| priorities(views.of[player].board));
        let children = Vec::with_capacity(1024);
        let (nodes, size, stopped, best) = (0, 0, false, None);
        let knowledge = Knowledge::recalled(&views, settings.techniques);
        Self {
            settings,
            views,
            knowledge,
            priorities,
            table,
            observer,
            options,
            children,
            ranked: Vec::with_capacity(256),
            nodes,
            size,
            stopped,
            best,
        }
    }

    fn run(mut self) -> Solution {
        let root = self.views.start(self.settings.first);
        let key = self.key(&root);
        let won = self.search(&root, key, 0, [0; 2]);
        let winner = if won { Winner::First } else { Winner::Second };
        let board = self.views.of[root.mover].board;
        let best = self.best.map(|square| match self.settings.first {
            Player::Vertical => Move(square as u8),
            Player::Horizontal => Move(((square % board.columns()) * board.rows() + square / board.columns()) as u8),
        });
        self.knowledge.keep();
        Solution { winner: (!self.stopped).then_some(winner), nodes: self.nodes, best }
    }

    #[inline]
    fn uses(&self, technique: Techniques) -> bool {
        self.settings.techniques.contains(technique)
    }

    #[inline]
    fn key(&self, state: &State<S>) -> Key {
        let value = self.knowledge.components.values.hash(state.value, state.mover);
        self.views.key(state, value, self.settings.techniques)
    }

    /// Returns the record of a position with its winner. A table may keep records without their scores.
    #[inline]
    fn probe(&self, key: Key) -> Option<Record<()>> {
        self.table.probe(key).filter(|record| record.bound == Bound::Exact)
    }

    /// Notes a cut-off by the position with this key, which can add `nodes` to the size of the subtree.
    #[inline]
    fn found(&mut self, key: Key, nodes: u32) {
        self.table.hit(key);
        self.observer.cutoff();
        if self.settings.hit_size == HitSize::Stored {
            self.size += u64::from(nodes);
        }
    }

    /// Returns how many plies the game can last at most, `ply` plies after the root.
    #[inline]
    fn depth(&self, ply: u32) -> u8 {
        self.settings.board.depth().saturating_sub(ply as u8)
    }

    /// Returns whether the player to move wins.
    fn search(&mut self, state: &State<S>, key: Key, ply: u32, mut lacks: [u32; 2]) -> bool {
        if self.nodes == self.settings.max_nodes || self.observer.wants_stop() || C::IN_TEAM && self.is_team_over() {
            self.stopped = true;
            return false;
        }
        let size_before = self.size;
        self.nodes += 1;
        self.size += 1;
        self.observer.node(ply);
        if ply > 0 {
            if let Some(Record { score, nodes, .. }) = self.probe(key) {
                self.found(key, nodes.saturating_sub(1));
                return score > 0;
            }
            if !self.uses(Techniques::LOOK_AHEAD)
                && let Some(won) = self.prove(state, &mut lacks)
            {
                return won;
            }
        }
        let first = self.children.len();
        let won = self.expand(state, ply, lacks) || self.search_children(first, ply);
        self.children.truncate(first);
        if !self.stopped {
            let nodes = (self.size - size_before).min(u64::from(MAX_NODES)) as u32;
            let score = if won { 1 } else { -1 };
            // Every result is final. The depth only says how long the game can still last.
            let depth = self.depth(ply);
            self.table.store(key, Record { score, bound: Bound::Exact, depth, nodes, ..Record::default() });
        }
        won
    }

    /// Lists the children to search, best first. Returns true if one is known to win, or if there is a winning move.
    fn expand(&mut self, state: &State<S>, ply: u32, lacks: [u32; 2]) -> bool {
        let outlook = self.views.of[state.mover].outlook(state.empty[state.mover]);
        let certain = [0, 1].map(|player| self.knowledge.components.values.certain(state.value, player));
        let (own, other) = (certain[state.mover], certain[1 - state.mover]);
        let winning = outlook.winning_with(own);
        if ply == 0 && outlook.moves != S::NONE {
            self.best = Some(if winning == S::NONE { outlook.moves } else { winning }.lowest());
        }
        if winning != S::NONE {
            return true;
        }
        // An integer consists of safe moves, so the search does not try it.
        let is_integer = self.knowledge.components.values.is_integer(state.value);
        if is_integer && own > 0 && own - 1 + outlook.own.safe as i32 >= outlook.opponent.real as i32 {
            return true;
        }
        let mut moves = outlook.moves & !outlook.losing_with(other);
        if self.uses(Techniques::NO_SAFE_MOVES) {
            moves &= !outlook.safe_moves;
        }
        if self.uses(Techniques::THREATS) && ply > 0 {
            let offer = self.knowledge.components.values.offer(state.value, 1 - state.mover);
            moves = self.not_refuted(state, moves, offer, lacks);
        }
        let first = self.children.len();
        let (effects, squares) = (self.uses(Techniques::EFFECTS), self.uses(Techniques::SQUARES));
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        outlook.by_rank(moves, |square, rank| {
            let effect = if effects { EFFECTS * i32::from(rank) } else { 0 };
            let priority = if squares { i32::from(self.priorities[state.mover][square as usize]) } else { 0 };
            ranked.push((-effect - priority, square));
        });
        if !is_integer {
            self.rank_options(state, &mut ranked);
        }
        ranked.sort_unstable();
        let won =
            ranked.iter().any(|&(_, square)| self.list_child(state, square, lacks) && self.is_won_by(square, ply));
        self.ranked = ranked;
        if won {
            return true;
        }
        for i in first..self.children.len() {
            let key = self.key(&self.children[i].state);
            self.children[i].key = key;
            self.table.prefetch(key);
        }
        self.uses(Techniques::ETC) && self.look_up_children(first, ply)
    }

    /// Lists the child after a move. Returns whether it is known to lose.
    #[inline]
    fn list_child(&mut self, state: &State<S>, square: u32, mut lacks: [u32; 2]) -> bool {
        let child = self.after(state, square);
        if self.uses(Techniques::LOOK_AHEAD) && self.is_proved(&child, state.mover, &mut lacks) {
            return true;
        }
        self.children.push(Child { state: child, key: Key::default(), square, lacks });
        false
    }

    /// Looks up the children from number `first` on. Returns true if one is known to win, and else removes those that
    /// are known to lose.
    fn look_up_children(&mut self, first: usize, ply: u32) -> bool {
        let mut kept = first;
        for i in first..self.children.len() {
            let child = self.children[i];
            match self.probe(child.key) {
                Some(record) if record.score < 0 => {
                    self.found(child.key, record.nodes);
                    return self.is_won_by(child.square, ply);
                }
                Some(record) => self.found(child.key, record.nodes),
                None => {
                    self.children[kept] = child;
                    kept += 1;
                }
            }
        }
        self.children.truncate(kept);
        false
    }

    fn search_children(&mut self, first: usize, ply: u32) -> bool {
        if C::IN_TEAM {
            return self.share_children(first, ply);
        }
        (first..self.children.len()).any(|i| self.is_won_by_child(i, ply))
    }

    /// Searches a child, and returns whether it is lost for its player to move.
    #[inline]
    fn is_won_by_child(&mut self, i: usize, ply: u32) -> bool {
        if self.stopped {
            return false;
        }
        let Child { state, key, square, mut lacks } = self.children[i];
        // Most listed children are never searched, so proofs that the opponent wins can wait until here.
        if self.uses(Techniques::LOOK_AHEAD) && self.is_proved(&state, state.mover, &mut lacks) {
            return false;
        }
        let is_lost = !self.search(&state, key, ply + 1, lacks);
        // A search that was stopped has no result.
        is_lost && !self.stopped && self.is_won_by(square, ply)
    }

    fn is_won_by(&mut self, square: u32, ply: u32) -> bool {
        if ply == 0 {
            self.best = Some(square);
        }
        true
    }
}

/// Returns the priorities of moves by their upper squares: first every other column, beginning with the second from the
/// edge, and in each column every other row, beginning at the edge.
fn priorities(board: BoardSize) -> Box<[i16]> {
    let (rows, columns) = (board.rows() as i16, board.columns() as i16);
    let priority = |row: i16, column: i16| {
        let (from_side, from_end) = (column.min(columns - 1 - column), row.min(rows - 2 - row));
        let of_column = if from_side % 2 == 1 { 16 - from_side } else { 8 - from_side };
        let of_row = if from_end % 2 == 0 { 16 - from_end } else { 8 - from_end };
        4 * of_column + of_row
    };
    (0..rows * columns).map(|square| priority(square / columns, square % columns)).collect()
}

#[cfg(test)]
mod tests;
