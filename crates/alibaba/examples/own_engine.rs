//! Shows how a search uses the recommended table: a small alpha-beta search with the board of another crate.
//!
//! The book's page "Put it in your engine" explains this example and the file `engine_hash.rs`.

use cozy_chess::{Board, Move, Piece};
use tt::{Bound, MoveAndEvaluation, Record, Score, Size, TableError};

use hash::{Hash, Known, MATE};

// It has a `main` of its own, and what this engine does not need.
#[allow(dead_code, unreachable_pub)]
#[path = "../../tt/examples/engine_hash.rs"]
mod hash;

const DRAW: Score = 0;

// ANCHOR: moves
/// Packs a move into 16 bits. The result is never 0, because no move leads from a1 to a1.
fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
// ANCHOR_END: moves

struct Engine {
    hash: Hash,
    nodes: u64,
    max_nodes: u64,
    found: u64,
    cut_off: u64,
    /// The keys of the positions on the path from the root to the current position.
    path: Vec<u64>,
    best: Option<Move>,
}

impl Engine {
    fn new(size: Size) -> Result<Self, TableError> {
        let hash = Hash::new(size)?;
        Ok(Self { hash, nodes: 0, max_nodes: u64::MAX, found: 0, cut_off: 0, path: Vec::new(), best: None })
    }

    // ANCHOR: think
    /// Searches by iterative deepening up to `depth` plies and returns score and move of the deepest completed search.
    fn think(&mut self, board: &Board, depth: u8) -> Option<(Score, Move)> {
        self.hash.start_search();
        (self.nodes, self.found, self.cut_off, self.best) = (0, 0, 0, None);
        let mut found = None;
        for depth in 1..=depth {
            self.path.clear();
            let Some(score) = self.search(board, depth, 0, -MATE, MATE) else { break };
            found = Some((score, self.best?));
        }
        found
    }
    // ANCHOR_END: think

    // ANCHOR: search
    /// Returns `None` if the node limit is reached. Positions whose search was not completed are not stored.
    fn search(&mut self, board: &Board, depth: u8, ply: Score, alpha: Score, beta: Score) -> Option<Score> {
        if self.nodes == self.max_nodes {
            return None;
        }
        self.nodes += 1;

        // Check the rules first: draws depend on the path, which the table does not know.
        let key = board.hash();
        if ply > 0 && (self.path.contains(&key) || is_fifty_move_draw(board)) {
            return Some(DRAW);
        }

        // Probe the table. Do not cut off at the root, because the search must return a move there.
        let known = self.hash.probe(key, ply);
        self.found += u64::from(known.is_some());
        if let Some(known) = known.filter(|known| ply > 0 && known.depth >= depth)
            && known.bound.decides(known.score, (alpha, beta))
        {
            self.cut_off += 1;
            return Some(known.score);
        }

        let mut moves = legal_moves(board);
        if moves.is_empty() {
            return Some(if board.checkers().is_empty() { DRAW } else { ply - MATE });
        }
        let known_evaluation = known.map(|known| known.payload.evaluation);
        let known_evaluation = known_evaluation.filter(|&known| known != MoveAndEvaluation::NO_EVALUATION);
        let evaluation = known_evaluation.unwrap_or_else(|| material(board));
        if depth == 0 {
            let payload = MoveAndEvaluation { best_move: 0, evaluation };
            self.hash.store(key, ply, Known { payload, score: evaluation, bound: Bound::Exact, ..Record::default() });
            return Some(evaluation);
        }
        // The table move only affects the order of the legal moves, so a move of another position does no harm.
        let suggested = known.map_or(0, |known| known.payload.best_move);
        moves.sort_by_key(|&mv| (pack(mv) != suggested, board.piece_on(mv.to).is_none()));

        self.path.push(key);
        let (mut best, mut best_move) = (-MATE, moves[0]);
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            self.hash.prefetch(child.hash());
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
        let payload = MoveAndEvaluation { best_move: pack(best_move), evaluation };
        self.hash.store(key, ply, Known { payload, score: best, bound, depth, ..Record::default() });
        if ply == 0 {
            self.best = Some(best_move);
        }
        Some(best)
    }
    // ANCHOR_END: search
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// Returns whether the game is a draw by the fifty-move rule. A mate on the hundredth ply wins.
fn is_fifty_move_draw(board: &Board) -> bool {
    board.halfmove_clock() >= 100 && (board.checkers().is_empty() || !legal_moves(board).is_empty())
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

// ANCHOR: play
/// Returns the position after a move of the table and its key, if the move is legal.
fn play(board: &Board, packed: u16) -> Option<(Board, u64)> {
    let mv = legal_moves(board).into_iter().find(|&mv| pack(mv) == packed)?;
    let mut next = board.clone();
    next.play_unchecked(mv);
    let key = next.hash();
    Some((next, key))
}
// ANCHOR_END: play

fn main() -> Result<(), TableError> {
    // With only kings and blocked pawns there are many transpositions. A table of six positions is almost useless.
    let blocked = board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    for size in [Size::Bytes(64), Size::Bytes(4 << 10), Size::mib(1)] {
        let mut engine = Engine::new(size)?;
        let (score, _) = engine.think(&blocked, 14).expect("there is a legal move");
        assert_eq!(score, 100, "a table saves nodes and changes no score");
        let Engine { nodes, found, cut_off, .. } = engine;
        println!("{:>8}: {nodes:>7} nodes, {found:>6} found, {cut_off:>6} cut off", size.to_string());
    }

    // White mates in five plies. Two plies later it is a mate in three plies, which the table already knows.
    let mut engine = Engine::new(Size::mib(16))?;
    let mut game = board(MATE_IN_FIVE);
    for plies in [5, 3, 1] {
        let (score, mv) = engine.think(&game, plies).expect("there is a legal move");
        assert_eq!(score, MATE - Score::from(plies));
        let known = engine.nodes;
        let line = engine.hash.line((game.clone(), game.hash()), plies.into(), play).len();
        let mut other = Engine::new(Size::mib(16))?;
        other.think(&game, plies);
        println!(
            "{mv}, {plies}-ply mate: {known} nodes, {} with an empty table; line of {line} in the table",
            other.nodes
        );
        game.play(mv);
        if let Some((_, reply)) = engine.think(&game, plies - 1) {
            game.play(reply);
        }
    }

    // A stopped search does not store incorrect results.
    engine.hash.clear(2);
    engine.max_nodes = 1_000;
    engine.think(&board(MATE_IN_FIVE), 5);
    engine.max_nodes = u64::MAX;
    assert_eq!(engine.think(&board(MATE_IN_FIVE), 5).map(|(score, _)| score), Some(MATE - 5));
    Ok(())
}

const MATE_IN_FIVE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}
