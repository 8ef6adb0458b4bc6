//! Shows how few lines add a table to an engine: move, score, static evaluation and depth of six positions in each
//! cache line.
//!
//! The lines of the table are those between `ANCHOR: tt` and `ANCHOR_END: tt`; a test counts them. The rest is a small
//! alpha-beta search with a quiescence search, on the board of another crate.

use cozy_chess::{Board, Move, Piece, Square};
use tt::Score;

// ANCHOR: tt-table
use tt::{Bound, Key, MoveAndEvaluation, PrivateEngineTable, Record, Size};

/// Packs a move into 16 bits, which are never all 0.
fn pack(mv: Move) -> u16 {
    mv.from as u16 | (mv.to as u16) << 6 | mv.promotion.map_or(0, |piece| piece as u16) << 12
}
// ANCHOR_END: tt-table

/// A player who is mated in the position has the score `-MATE`. Each ply before the mate counts 1 less.
const MATE: Score = 30_000;
const MATES: Score = MATE - 1_000;
const DRAW: Score = 0;

// ANCHOR: engine
struct Engine {
    table: PrivateEngineTable<MoveAndEvaluation>,
    nodes: u64,
    /// The keys of the positions before the current one.
    path: Vec<u64>,
}

impl Engine {
    /// Searches by iterative deepening, and returns the score and the best move of a position that has a legal move.
    fn think(&mut self, board: &Board, depth: u8) -> (Score, Option<Move>) {
        self.nodes = 0;
        self.table.stamp();
        let mut found = (DRAW, None);
        for depth in 1..=depth {
            found = self.search(board, depth, -MATE, MATE);
        }
        found
    }

    fn search(&mut self, board: &Board, depth: u8, alpha: Score, beta: Score) -> (Score, Option<Move>) {
        self.nodes += 1;
        let is_root = self.path.is_empty();
        if !is_root && (self.path.contains(&board.hash()) || board.halfmove_clock() >= 100) {
            return (DRAW, None);
        }
        // ANCHOR: tt-probe
        let key = Key(board.hash());
        let known = self.table.get_refreshed(key);
        if let Some(record) = known {
            let is_enough = match record.bound {
                Bound::Exact => true,
                Bound::Lower => record.score >= beta,
                Bound::Upper => record.score <= alpha,
                Bound::None => false,
            };
            if is_enough && record.depth >= depth && !is_root {
                return (record.score, None);
            }
        }
        let known = known.map(|record| record.payload);
        // ANCHOR_END: tt-probe
        let mut moves = legal_moves(board);
        if moves.is_empty() {
            return (if board.checkers().is_empty() { DRAW } else { -MATE }, None);
        }
        let evaluation = known.map_or_else(|| evaluate(board), |known| known.evaluation);
        let first = known.map_or(0, |known| known.best_move);
        let (mut best, mut best_move) = (-MATE, None);
        if depth == 0 && board.checkers().is_empty() {
            best = evaluation;
            moves.retain(|&mv| is_capture(board, mv));
        }
        moves.sort_by_key(|&mv| (pack(mv) != first, order(board, mv)));
        self.path.push(board.hash());
        for mv in moves {
            if best >= beta {
                break;
            }
            let mut child = board.clone();
            child.play_unchecked(mv);
            // Mates count 1 less here, so the window is 1 wider there.
            let (value, _) = self.search(&child, depth.saturating_sub(1), -beta - 1, 1 - alpha.max(best));
            let value = if value.abs() < MATES { -value } else { value.signum() - value };
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
        }
        self.path.pop();
        // ANCHOR: tt-store
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let payload = MoveAndEvaluation { best_move: best_move.map_or(0, pack), evaluation };
        self.table.put(key, &Record { payload, score: best, bound, depth, ..Record::default() });
        // ANCHOR_END: tt-store
        (best, best_move)
    }
}
// ANCHOR_END: engine

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// Returns whether a move takes a piece. Castling moves the king to the square of its own rook.
fn is_capture(board: &Board, mv: Move) -> bool {
    board.color_on(mv.to) == Some(!board.side_to_move())
}

/// Returns a number that is low for captures of valuable pieces by cheap ones.
fn order(board: &Board, mv: Move) -> Score {
    let value = |square: Square| board.piece_on(square).map_or(0, value);
    if is_capture(board, mv) { value(mv.from) / 16 - value(mv.to) } else { 0 }
}

fn value(piece: Piece) -> Score {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight | Piece::Bishop => 325,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// Returns the balance of material and of central pieces for the player to move.
fn evaluate(board: &Board) -> Score {
    let centre = |square: Square| {
        let from_edge = |line: usize| line.min(7 - line) as Score;
        4 * (from_edge(square.file() as usize) + from_edge(square.rank() as usize))
    };
    let of = |square: Square| match board.piece_on(square) {
        Some(Piece::King) | None => 0,
        Some(piece) => value(piece) + centre(square),
    };
    let sum = |color| board.colors(color).into_iter().map(of).sum::<Score>();
    sum(board.side_to_move()) - sum(!board.side_to_move())
}

// ANCHOR: main
fn main() -> Result<(), tt::TableError> {
    // Positions with a forced mate, by the number of plies.
    let mates = [
        (1, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"),
        (3, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        (5, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    ];
    let middle_game = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";
    for bytes in [64, 64 << 10, 3 << 20] {
        let table = PrivateEngineTable::new(Size::Bytes(bytes))?;
        let capacity = table.capacity();
        let mut engine = Engine { table, nodes: 0, path: Vec::new() };
        for (plies, fen) in mates {
            let (score, mv) = engine.think(&board(fen), plies);
            assert_eq!(score, MATE - Score::from(plies), "{fen}: {mv:?}");
        }
        // Before a new game.
        engine.table.clear();
        let (score, mv) = engine.think(&board(middle_game), 5);
        let mv = mv.expect("there is a legal move");
        println!("{capacity:>6} positions: {:>7} nodes, {mv} with {score}", engine.nodes);
    }
    Ok(())
}
// ANCHOR_END: main

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}
