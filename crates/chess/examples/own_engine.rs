//! The table in an engine that takes nothing else from here: a small alpha-beta on the board of another crate.
//!
//! The book's page "Use the table in your engine" goes through it.

use cozy_chess::{Board, Move, Piece};
use tt::{Bound, Key, Pages, Record, Score, Statistics, Table, TableError, TranspositionTable, TwoBig1};

// ANCHOR: scores
/// A player who is mated `n` plies from the root has `n - MATE`.
const MATE: Score = 30_000;
/// Scores beyond this are mates.
const MATES: Score = MATE - 1_000;
const DRAW: Score = 0;

/// A score as the table keeps it, found at a distance of `ply` from the root: mates are counted from the position.
fn to_table(score: Score, ply: Score) -> Score {
    if score.abs() < MATES { score } else { score + ply * score.signum() }
}

/// The reverse of `to_table`.
fn from_table(score: Score, ply: Score) -> Score {
    if score.abs() < MATES { score } else { score - ply * score.signum() }
}
// ANCHOR_END: scores

// ANCHOR: moves
/// A move in two bytes; none is 0, for no move leads from a1 to a1.
fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
// ANCHOR_END: moves

// ANCHOR: engine
struct Engine {
    table: TranspositionTable<TwoBig1, u16>,
    statistics: Statistics,
    nodes: u64,
    max_nodes: u64,
    /// The keys of the positions from the root to the present one.
    way: Vec<Key>,
    best: Option<Move>,
}

impl Engine {
    fn new(positions: &str) -> Result<Self, TableError> {
        let table = TranspositionTable::with_pages(positions.parse()?, TwoBig1::default(), Pages::Huge)?;
        let (statistics, way) = (Statistics::default(), Vec::new());
        Ok(Self { table, statistics, nodes: 0, max_nodes: u64::MAX, way, best: None })
    }

    /// Searches one ply deep, then two, up to `depth`: the score and the move of the deepest search that ended.
    fn think(&mut self, board: &Board, depth: u8) -> Option<(Score, Move)> {
        // What earlier searches found serves on, and gives way first.
        self.table.stamp();
        (self.statistics, self.nodes, self.best) = (Statistics::default(), 0, None);
        let mut found = None;
        for depth in 1..=depth {
            self.way.clear();
            let Some(score) = self.search(board, depth, 0, -MATE, MATE) else { break };
            found = Some((score, self.best?));
        }
        found
    }

    /// The next game has nothing to do with this one.
    fn new_game(&mut self) {
        self.table.clear();
    }
}
// ANCHOR_END: engine

// ANCHOR: search
impl Engine {
    /// `None` if the limit of nodes was reached. What was not searched to the end is not stored.
    fn search(&mut self, board: &Board, depth: u8, ply: Score, alpha: Score, beta: Score) -> Option<Score> {
        if self.nodes == self.max_nodes {
            return None;
        }
        self.nodes += 1;
        let before = self.nodes;
        let key = Key(board.hash());

        // The rules first: a table knows positions, and not the way to them.
        if ply > 0 && (self.way.contains(&key) || board.halfmove_clock() >= 100) {
            return Some(DRAW);
        }

        // Probe. Not at the root, for there a move is wanted.
        self.statistics.look_ups += 1;
        let known = self.table.probe(key);
        if let Some(record) = known {
            self.statistics.hits += 1;
            let score = from_table(record.score, ply);
            let is_enough = match record.bound {
                Bound::LOWER => score >= beta,
                Bound::UPPER => score <= alpha,
                bound => bound == Bound::EXACT,
            };
            if is_enough && record.depth >= depth && ply > 0 {
                self.statistics.cutoffs += 1;
                return Some(score);
            }
        }

        let mut moves = legal_moves(board);
        if moves.is_empty() {
            return Some(if board.checkers().is_empty() { DRAW } else { ply - MATE });
        }
        if depth == 0 {
            return Some(material(board));
        }
        // A move of the table is looked for among the legal ones, so one of another position does no harm.
        let suggested = known.map_or(0, |record| record.payload);
        moves.sort_by_key(|&mv| (pack(mv) != suggested, board.piece_on(mv.to).is_none()));

        self.way.push(key);
        let (mut best, mut best_move) = (-MATE, moves[0]);
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            self.table.prefetch(Key(child.hash()));
            let value = -self.search(&child, depth - 1, ply + 1, -beta, -alpha.max(best))?;
            if value > best {
                (best, best_move) = (value, mv);
            }
            if best >= beta {
                break;
            }
        }
        self.way.pop();

        // Store. The bound is judged by the window that this node was entered with.
        let bound = if best >= beta {
            Bound::LOWER
        } else if best <= alpha {
            Bound::UPPER
        } else {
            Bound::EXACT
        };
        let nodes = u32::try_from(self.nodes - before + 1).unwrap_or(u32::MAX);
        let record = Record { payload: pack(best_move), score: to_table(best, ply), bound, depth, nodes };
        let stored = self.table.store(key, record);
        self.statistics.add_store(stored);
        if ply == 0 {
            self.best = Some(best_move);
        }
        Some(best)
    }
}
// ANCHOR_END: search

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// The difference of material, for the player to move.
fn material(board: &Board) -> Score {
    let values =
        [(Piece::Pawn, 100), (Piece::Knight, 325), (Piece::Bishop, 325), (Piece::Rook, 500), (Piece::Queen, 900)];
    let us = board.colors(board.side_to_move());
    let count = |piece| {
        let pieces = board.pieces(piece);
        (pieces & us).len() as Score - (pieces & !us).len() as Score
    };
    values.into_iter().map(|(piece, value)| value * count(piece)).sum()
}

// ANCHOR: main
fn main() -> Result<(), TableError> {
    // Kings and blocked pawns: hardly anything but transpositions. A table of two positions is hardly one.
    let blocked = board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    for positions in ["2", "256", "64K"] {
        let mut engine = Engine::new(positions)?;
        let (score, _) = engine.think(&blocked, 14).expect("there is a move");
        assert_eq!(score, 100, "a table saves nodes and changes no score");
        let Statistics { hits, cutoffs, collisions, .. } = engine.statistics;
        print!("{positions:>3} positions: {:>7} nodes, {hits:>6} found, {cutoffs:>6} cut off, ", engine.nodes);
        println!("{collisions:>7} lost, {:.0} % full", f64::from(engine.table.hashfull()) / 10.0);
    }

    // White mates in five plies. Two plies later it is a mate in three, and the table has found it already.
    let mut engine = Engine::new("64K")?;
    let mut game = board(MATE_IN_FIVE);
    for plies in [5, 3, 1] {
        let (score, mv) = engine.think(&game, plies).expect("there is a move");
        assert_eq!(score, MATE - Score::from(plies));
        let known = engine.nodes;
        let mut other = Engine::new("64K")?;
        other.think(&game, plies);
        println!("{mv} mates in {plies} plies: {known} nodes, {} with an empty table", other.nodes);
        game.play(mv);
        if let Some((_, reply)) = engine.think(&game, plies - 1) {
            game.play(reply);
        }
    }

    // A search that was stopped leaves nothing wrong behind.
    engine.new_game();
    assert_eq!(engine.table.fill(), 0);
    engine.max_nodes = 1_000;
    engine.think(&board(MATE_IN_FIVE), 5);
    engine.max_nodes = u64::MAX;
    assert_eq!(engine.think(&board(MATE_IN_FIVE), 5).map(|(score, _)| score), Some(MATE - 5));
    Ok(())
}

const MATE_IN_FIVE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
// ANCHOR_END: main

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}
