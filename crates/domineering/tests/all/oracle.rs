//! Compares DOMI with a naive solver, and bit operations with naive counting.

use domineering::options::DomiOptions;
use domineering::{BoardSize, Domi, Move, Player, Position, Winner, solve};
use proptest::prelude::*;
use schemes::{Scheme, TranspositionTable};
use search::{Expansion, Game, Moves, Search};

/// A board as rows of booleans.
#[derive(Clone)]
struct Plain {
    occupied: Vec<Vec<bool>>,
}

impl Plain {
    fn new(board: BoardSize) -> Self {
        Self { occupied: vec![vec![false; board.columns() as usize]; board.rows() as usize] }
    }

    /// Returns the upper or left squares of the dominoes that `player` can place, row by row.
    fn moves(&self, player: Player) -> Vec<(usize, usize)> {
        let (down, right) = Self::step(player);
        let free = |row: usize, column: usize| {
            self.occupied.get(row).and_then(|squares| squares.get(column)).is_some_and(|occupied| !occupied)
        };
        let (rows, columns) = (self.occupied.len(), self.occupied[0].len());
        (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .filter(|&(row, column)| free(row, column) && free(row + down, column + right))
            .collect()
    }

    fn step(player: Player) -> (usize, usize) {
        if player == Player::Vertical { (1, 0) } else { (0, 1) }
    }

    fn toggle(&mut self, player: Player, (row, column): (usize, usize)) {
        let (down, right) = Self::step(player);
        self.occupied[row][column] ^= true;
        self.occupied[row + down][column + right] ^= true;
    }

    /// Returns whether the player to move wins, by exhaustive search.
    fn wins(&mut self, player: Player) -> bool {
        self.moves(player).into_iter().any(|mv| {
            self.toggle(player, mv);
            let wins = !self.wins(player.opponent());
            self.toggle(player, mv);
            wins
        })
    }

    /// Returns the maximum number of dominoes that `player` can place on squares for which `usable` is true.
    fn dominoes(&self, player: Player, usable: impl Fn(usize, usize) -> bool) -> u32 {
        let (rows, columns) = (self.occupied.len(), self.occupied[0].len());
        let (lanes, length) = if player == Player::Vertical { (columns, rows) } else { (rows, columns) };
        let mut dominoes = 0;
        for lane in 0..lanes {
            let mut run = 0;
            for i in 0..length {
                let (row, column) = if player == Player::Vertical { (i, lane) } else { (lane, i) };
                run = if !self.occupied[row][column] && usable(row, column) { run + 1 } else { 0 };
                dominoes += u32::from(run > 0 && run % 2 == 0);
            }
        }
        dominoes
    }

    fn real(&self, player: Player) -> u32 {
        self.dominoes(player, |_, _| true)
    }

    fn safe(&self, player: Player) -> u32 {
        let theirs = self.moves(player.opponent());
        let (down, right) = Self::step(player.opponent());
        self.dominoes(player, |row, column| {
            !theirs.iter().any(|&(r, c)| (r, c) == (row, column) || (r + down, c + right) == (row, column))
        })
    }
}

/// Returns a random position, reached from the empty board by one random move for each of `dice`.
fn random_position(board: BoardSize, first: Player, dice: &[u64]) -> (Plain, Position<u128>) {
    let mut plain = Plain::new(board);
    let mut position = Position::new(board, first, 1);
    for die in dice {
        let player = position.to_move();
        let moves = plain.moves(player);
        let Some(&(row, column)) = moves.get((*die as usize).checked_rem(moves.len()).unwrap_or(0)) else { break };
        plain.toggle(player, (row, column));
        position.play(Move((row * board.columns() as usize + column) as u8));
    }
    (plain, position)
}

#[test]
fn every_board_of_at_most_16_squares() {
    for rows in 1..=16 {
        for columns in 1..=16 / rows {
            let board = BoardSize::new(rows, columns).unwrap();
            for first in Player::BOTH {
                let expected = if Plain::new(board).wins(first) { Winner::First } else { Winner::Second };
                for scheme in [Scheme::TwoBig1, Scheme::Old] {
                    let mut table = TranspositionTable::<()>::new("16".parse().unwrap(), scheme).unwrap();
                    assert_eq!(solve(board, first, &mut table, (), u64::MAX).winner, Some(expected), "{board} {first}");
                }
                assert_eq!(solve(board, first, &mut (), (), u64::MAX).winner, Some(expected), "{board} {first}");
                for options in ["no-safe-moves", "by-columns", "no-safe-moves+by-columns+other-first-on-squares"] {
                    let options = DomiOptions::find(options).expect("a valid name");
                    let solution = Domi::new(board, first).solve_with(&mut (), (), options);
                    assert_eq!(solution.winner, Some(expected), "{board} {first} {options}");
                    let mover = if board.is_square() && options.iter().count() == 3 { first.opponent() } else { first };
                    let position = Position::<u64>::new(board, mover, 1);
                    assert_eq!(solution.best.is_some(), position.mobility(mover) > 0);
                    assert!(solution.best.is_none_or(|best| position.moves().any(|legal| legal == best)), "{board}");
                }
            }
        }
    }
}

/// The printed nodes of Table 2.1 under the reading of the preset `domi-1998`. On the boards left out, a few positions
/// more were lost in print.
#[test]
fn small_boards_need_exactly_the_printed_nodes() {
    let options = DomiOptions::find("no-safe-moves+by-columns+other-first-on-squares").expect("a valid name");
    let table = include_str!("../../../../testsets/published/thesis-table-2.1.csv");
    let mut exact = 0;
    for line in table.lines().skip(1) {
        let mut fields = line.split(',');
        let mut field = || fields.next().expect("three fields");
        let board: BoardSize = field().parse().expect("a board");
        let (_, printed) = (field(), field().parse::<u64>().expect("a number"));
        if printed > 40_000 || ["4x8", "5x7"].contains(&board.to_string().as_str()) {
            continue;
        }
        let firsts = if board.is_square() { &Player::BOTH[..1] } else { &Player::BOTH };
        let nodes = |&first: &Player| {
            let mut table = tt::TwoBig1::<()>::new("256K".parse().expect("a size")).expect("a small table");
            Domi::new(board, first).solve_with(&mut table, (), options).nodes
        };
        assert_eq!(firsts.iter().map(nodes).sum::<u64>(), printed, "{board}");
        exact += 1;
    }
    assert_eq!(exact, 23);
}

#[test]
fn thousands_of_positions_in_the_middle_of_a_game() {
    let mut solved = 0;
    for (number, text) in ["5x5", "4x6", "6x4", "5x6", "6x5", "6x6", "3x9", "7x5"].into_iter().enumerate() {
        let board: BoardSize = text.parse().unwrap();
        let mut table = TranspositionTable::<()>::new("256".parse().unwrap(), Scheme::TwoBig1).unwrap();
        for game in 0..400_u64 {
            let dice = zobrist::Numbers::generate(game << 8 | number as u64, board.squares() as usize);
            let dice: Vec<u64> = dice.iter().map(|key| key.0).collect();
            // Leave at most 17 empty squares for the exhaustive solver.
            let least = (board.squares() as usize - 17).div_ceil(2);
            let first = Player::BOTH[game as usize % 2];
            let (mut plain, mut position) = random_position(board, first, &dice[..least + game as usize % 4]);
            // Keys do not include the first player, so clear the table for each game.
            tt::Maintain::clear(&mut table);
            let score = Search::new(&mut position.clone(), &mut table).run(board.depth()).score;
            assert_eq!(score > 0, plain.wins(position.to_move()), "{position:?}");
            // A winning move found by a forward cut-off must win.
            let mut moves = Moves::new();
            if let Expansion::Decided { score: decided, by } = position.expand(0, &mut moves) {
                assert_eq!(decided, score, "{position:?}");
                let (row, column) = (u32::from(by.0) / board.columns(), u32::from(by.0) % board.columns());
                plain.toggle(position.to_move(), (row as usize, column as usize));
                assert_eq!(score < 0, plain.wins(position.to_move().opponent()), "{by:?} in {position:?}");
            }
            solved += 1;
        }
    }
    assert_eq!(solved, 3200);
}

proptest! {
    #[test]
    fn counts_ranks_and_cut_offs_are_those_of_the_thesis(
        rows in 1..=11_u32,
        columns in 1..=11_u32,
        vertical_first: bool,
        dice in prop::collection::vec(any::<u64>(), 0..50),
    ) {
        let board = BoardSize::new(rows, columns).unwrap();
        let first = if vertical_first { Player::Vertical } else { Player::Horizontal };
        let (mut plain, mut position) = random_position(board, first, &dice);
        for player in Player::BOTH {
            prop_assert_eq!(position.counts(player).real, plain.real(player));
            prop_assert_eq!(position.counts(player).safe, plain.safe(player));
            prop_assert_eq!(position.mobility(player) as usize, plain.moves(player).len());
        }

        let (me, you) = (position.to_move(), position.to_move().opponent());
        let before = [plain.real(you), plain.real(me), plain.safe(you), plain.safe(me)].map(|count| count as i32);
        let mut ranked = Vec::new();
        let mut winning = false;
        for mv in plain.moves(me) {
            plain.toggle(me, mv);
            let after = [plain.real(you), plain.real(me), plain.safe(you), plain.safe(me)].map(|count| count as i32);
            plain.toggle(me, mv);
            let [real_you, real_me, safe_you, safe_me] = std::array::from_fn(|i| before[i] - after[i]);
            winning |= after[3] >= after[0];
            if after[2] <= after[1] {
                let square = (mv.0 * columns as usize + mv.1) as u8;
                ranked.push((Move(square), real_you - real_me + safe_you - safe_me));
            }
        }
        ranked.sort_by_key(|&(_, ordering_value)| std::cmp::Reverse(ordering_value));

        let mut moves = Moves::new();
        match position.expand(0, &mut moves) {
            Expansion::Over(value) => prop_assert!(value == -1 && plain.moves(me).is_empty()),
            Expansion::Decided { score: 1, .. } => prop_assert!(winning),
            Expansion::Decided { .. } => prop_assert!(!winning && ranked.is_empty() && !plain.moves(me).is_empty()),
            Expansion::Children => {
                prop_assert!(!winning);
                let expected: Vec<_> = ranked.iter().map(|&(mv, value)| (mv, value + 6)).collect();
                let listed: Vec<_> = moves.iter().map(|child| (child.mv, child.rank)).collect();
                prop_assert_eq!(listed, expected);
            }
        }
    }
}

/// The depth of a record decides only what is replaced: a score is final.
#[test]
fn the_reading_of_the_depth_changes_no_result() {
    let solved = |scheme: &str, positions: &str, options: &str| {
        let scheme: Scheme = scheme.parse().expect("a scheme");
        let mut table =
            TranspositionTable::<()>::new(positions.parse().expect("a size"), scheme).expect("a small table");
        let options = DomiOptions::find(options).expect("a valid name");
        let domi = Domi::new("6x6".parse().expect("a board"), Player::Vertical);
        domi.solve_with(&mut table, (), options)
    };
    for (scheme, positions, is_equal) in [("new", "256", true), ("two-big1", "256", true), ("deep", "256", false)] {
        let plain = solved(scheme, positions, "plain");
        for options in ["depth-longest-line", "depth-longest-table-line"] {
            let other = solved(scheme, positions, options);
            assert_eq!(other.winner, plain.winner);
            assert_eq!(other.nodes == plain.nodes, is_equal, "{scheme} {positions} {options}");
        }
    }
    assert_ne!(
        solved("deep", "256", "depth-longest-line").nodes,
        solved("deep", "256", "depth-longest-table-line").nodes
    );
}
