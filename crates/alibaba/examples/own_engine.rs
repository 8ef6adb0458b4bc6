//! Shows how to use the table in your own engine: a small alpha-beta search with the board of another crate.
//!
//! The book's page "Use the table in your engine" explains this example.

use cozy_chess::{Board, Move, Piece};
use tt::policies::TwoLevel;
use tt::{Bound, Key, Pages, Record, Score, Table, TableError, TwoBig1};

// ANCHOR: scores
/// A player who is mated `n` plies from the root has the score `n - MATE`.
const MATE: Score = 30_000;
/// Scores with at least this absolute value are mate scores.
const MATES: Score = MATE - 1_000;
const DRAW: Score = 0;

/// Converts a score at distance `ply` from the root to a table score, in which mates are relative to the position.
fn to_table(score: Score, ply: Score) -> Score {
    if score.abs() < MATES { score } else { score + ply * score.signum() }
}

/// The inverse of `to_table`.
fn from_table(score: Score, ply: Score) -> Score {
    if score.abs() < MATES { score } else { score - ply * score.signum() }
}
// ANCHOR_END: scores

// ANCHOR: moves
/// Packs a move into two bytes. The result is never 0, because no move leads from a1 to a1.
fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
// ANCHOR_END: moves

// ANCHOR: engine
/// What the table did for a search.
#[derive(Default)]
struct Counts {
    hits: u64,
    cutoffs: u64,
    collisions: u64,
}

struct Engine {
    table: TwoBig1<u16>,
    counts: Counts,
    nodes: u64,
    max_nodes: u64,
    /// The keys of the positions on the path from the root to the current position.
    path: Vec<Key>,
    best: Option<Move>,
}

impl Engine {
    fn new(positions: &str) -> Result<Self, TableError> {
        let table = TwoBig1::with_pages(positions.parse()?, TwoLevel::default(), Pages::Huge)?;
        let (counts, path) = (Counts::default(), Vec::new());
        Ok(Self { table, counts, nodes: 0, max_nodes: u64::MAX, path, best: None })
    }

    /// Searches by iterative deepening up to `depth` plies and returns score and move of the deepest completed search.
    fn think(&mut self, board: &Board, depth: u8) -> Option<(Score, Move)> {
        // Positions from earlier searches can still be found, but are replaced first.
        self.table.stamp();
        (self.counts, self.nodes, self.best) = (Counts::default(), 0, None);
        let mut found = None;
        for depth in 1..=depth {
            self.path.clear();
            let Some(score) = self.search(board, depth, 0, -MATE, MATE) else { break };
            found = Some((score, self.best?));
        }
        found
    }

    /// Prepares for a new game, which does not need the positions of this one.
    fn new_game(&mut self) {
        self.table.clear();
    }
}
// ANCHOR_END: engine

// ANCHOR: search
impl Engine {
    /// Returns `None` if the node limit is reached. Positions whose search was not completed are not stored.
    fn search(&mut self, board: &Board, depth: u8, ply: Score, alpha: Score, beta: Score) -> Option<Score> {
        if self.nodes == self.max_nodes {
            return None;
        }
        self.nodes += 1;
        let before = self.nodes;
        let key = Key(board.hash());

        // Check the rules first: draws depend on the path, which the table does not know.
        if ply > 0 && (self.path.contains(&key) || board.halfmove_clock() >= 100) {
            return Some(DRAW);
        }

        // Probe the table. Do not cut off at the root, because the search must return a move there.
        let known = self.table.probe(key);
        if let Some(record) = known {
            self.counts.hits += 1;
            let score = from_table(record.score, ply);
            let is_enough = match record.bound {
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                Bound::Exact => true,
                Bound::None => false,
            };
            if is_enough && record.depth >= depth && ply > 0 {
                self.counts.cutoffs += 1;
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
        // The table move only affects the order of the legal moves, so a move of another position does no harm.
        let suggested = known.map_or(0, |record| record.payload);
        moves.sort_by_key(|&mv| (pack(mv) != suggested, board.piece_on(mv.to).is_none()));

        self.path.push(key);
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
        self.path.pop();

        // Store the result. The bound depends on the window with which this node was entered.
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let nodes = u32::try_from(self.nodes - before + 1).unwrap_or(u32::MAX);
        let record =
            Record { payload: pack(best_move), score: to_table(best, ply), bound, depth, nodes, ..Record::default() };
        let stored = self.table.store(key, record);
        self.counts.collisions += u64::from(stored.is_collision());
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

/// Returns the material balance for the player to move.
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
    // With only kings and blocked pawns there are many transpositions. A table of two positions is almost useless.
    let blocked = board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    for positions in ["2", "256", "64K"] {
        let mut engine = Engine::new(positions)?;
        let (score, _) = engine.think(&blocked, 14).expect("there is a legal move");
        assert_eq!(score, 100, "a table saves nodes and changes no score");
        let Counts { hits, cutoffs, collisions } = engine.counts;
        print!("{positions:>3} positions: {:>7} nodes, {hits:>6} found, {cutoffs:>6} cut off, ", engine.nodes);
        println!("{collisions:>7} lost, {:.0} % full", f64::from(engine.table.hashfull()) / 10.0);
    }

    // White mates in five plies. Two plies later it is a mate in three plies, which the table already knows.
    let mut engine = Engine::new("64K")?;
    let mut game = board(MATE_IN_FIVE);
    for plies in [5, 3, 1] {
        let (score, mv) = engine.think(&game, plies).expect("there is a legal move");
        assert_eq!(score, MATE - Score::from(plies));
        let known = engine.nodes;
        let mut other = Engine::new("64K")?;
        other.think(&game, plies);
        let unit = if plies == 1 { "ply" } else { "plies" };
        println!("{mv} mates in {plies} {unit}: {known} nodes, {} with an empty table", other.nodes);
        game.play(mv);
        if let Some((_, reply)) = engine.think(&game, plies - 1) {
            game.play(reply);
        }
    }

    // A stopped search does not store incorrect results.
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
