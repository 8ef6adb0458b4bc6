//! The solver compared with exhaustive search.

use std::collections::HashMap;

use super::components::Components;
use super::values::Value;
use super::*;

/// The winners of all positions of a board, by exhaustive search.
struct Exhaustive {
    views: Views<u64>,
    /// The set of squares in the view of Horizontal.
    turned: Vec<u32>,
    /// Whether the player to move wins, for each set of empty squares.
    won: [Vec<bool>; 2],
}

impl Exhaustive {
    fn new(board: BoardSize) -> Self {
        let views = Views::new(board, zobrist::DEFAULT_SEED);
        let sets = 1 << board.squares();
        let mut turned = vec![0; sets];
        let mut won = [vec![false; sets], vec![false; sets]];
        let dominoes = [0, 1].map(|player: usize| {
            let step = [board.columns(), 1][player];
            let first = (0..board.squares()).filter(move |square| {
                [square / board.columns() + 1 < board.rows(), square % board.columns() + 1 < board.columns()][player]
            });
            first.map(|square| 1_usize << square | 1 << (square + step)).collect::<Vec<_>>()
        });
        for set in 1..sets {
            turned[set] = turned[set & (set - 1)] | 1 << views.of[0].turned(set.trailing_zeros());
            for player in [0, 1] {
                won[player][set] =
                    dominoes[player].iter().any(|&domino| set & domino == domino && !won[1 - player][set ^ domino]);
            }
        }
        Self { views, turned, won }
    }

    fn states(&self) -> impl Iterator<Item = (State<u64>, bool)> {
        (0..self.turned.len()).flat_map(|set| {
            [0, 1].map(|mover| {
                let empty = [set as u64, u64::from(self.turned[set])];
                (State { empty, mover, value: Value::ZERO }, self.won[mover][set])
            })
        })
    }
}

fn search(board: BoardSize, techniques: Techniques) -> Search<u64, tt::TwoBig1<()>, (), Plain> {
    let table = tt::TwoBig1::new("1K".parse().unwrap()).unwrap();
    Search::new(BestSolver { techniques, ..BestSolver::new(board, Player::Vertical) }, table, (), Plain)
}

/// Checks what is proved about a position, with small components on the board and off it. Returns whether the winner is
/// proved, and the number of moves that threats refute.
fn check_position<S: Bitboard, T: Table<Payload = ()>>(
    search: &mut Search<S, T, (), Plain>,
    state: &State<S>,
    won: bool,
    mut is_won: impl FnMut(&State<S>) -> bool,
) -> (bool, u32) {
    let board = search.views.of[state.mover].board;
    let mut settled = *state;
    search.settle(&mut settled, state.empty[0]);
    let (mut is_proved, mut number) = (false, 0);
    for on_board in [*state, settled] {
        let proved = search.prove(&on_board, &mut [0; 2]);
        assert!(proved.is_none_or(|proved| proved == won), "{board}: {on_board:?}: proved {proved:?}");
        is_proved |= proved.is_some();

        let empty = on_board.empty[state.mover];
        let moves = empty & search.views.of[state.mover].along.before(empty);
        let offer = search.knowledge.components.values.offer(on_board.value, 1 - state.mover);
        let not_refuted = search.not_refuted(&on_board, moves, offer, [0; 2]);
        assert_eq!(not_refuted & !moves, S::NONE, "{board}: {on_board:?}");
        let mut refuted = moves & !not_refuted;
        number += refuted.count();
        while refuted != S::NONE {
            let child = search.views.after(state, refuted.lowest());
            assert!(is_won(&child), "{board}: {on_board:?}: {} is not refuted", refuted.lowest());
            refuted = refuted.without_lowest();
        }
    }
    (is_proved, number)
}

/// Checks every proof and every move that a threat refutes, and that a player who wins has a winning move that is not
/// safe.
fn check_all_positions(rows: u32, columns: u32, techniques: Techniques) {
    let board = BoardSize::new(rows, columns).unwrap();
    let all = Exhaustive::new(board);
    let mut search = search(board, techniques);
    let (mut proofs, mut threats) = (0_u64, 0);
    for (state, won) in all.states() {
        let is_won = |child: &State<u64>| all.won[child.mover][child.empty[0] as usize];
        let (is_proved, refuted) = check_position(&mut search, &state, won, is_won);
        proofs += u64::from(is_proved);
        threats += refuted;
        let outlook = all.views.of[state.mover].outlook(state.empty[state.mover]);
        let mut moves = outlook.moves & !outlook.safe_moves & !outlook.losing();
        if won && outlook.winning() == 0 {
            let mut wins = false;
            while moves != 0 {
                let child = all.views.after(&state, moves.lowest());
                wins |= !all.won[child.mover][child.empty[0] as usize];
                moves = moves.without_lowest();
            }
            assert!(wins, "{board}: {state:?}: only safe moves win");
        }
    }
    assert!(proofs > all.turned.len() as u64, "{board}: only {proofs} proofs");
    let has_threats = techniques.contains(Techniques::PACKING) && rows > 1 && columns > 1;
    assert_eq!(threats > 0, has_threats, "{board}: {threats} moves refuted by threats");
}

#[test]
fn proofs_name_the_right_winner() {
    for (rows, columns) in [(2, 8), (8, 2), (3, 5), (5, 3), (4, 4), (1, 9), (9, 1), (3, 6), (6, 3)] {
        check_all_positions(rows, columns, Techniques::all());
    }
}

#[test]
fn bands_alone_prove_the_right_winner() {
    for (rows, columns) in [(2, 7), (7, 2), (3, 5), (5, 3), (4, 4), (1, 9), (9, 1)] {
        check_all_positions(rows, columns, Techniques::BANDS | Techniques::TALL_BANDS);
    }
}

#[test]
fn proofs_without_bands_name_the_right_winner() {
    for (rows, columns) in [(2, 7), (7, 2), (3, 5), (5, 3), (4, 4), (1, 9), (9, 1)] {
        check_all_positions(rows, columns, Techniques::all() - Techniques::BANDS);
    }
}

#[test]
fn values_name_the_right_winner_of_every_sum() {
    for (rows, columns) in [(1, 9), (3, 5), (5, 3), (2, 7), (7, 2)] {
        let board = BoardSize::new(rows, columns).unwrap();
        let all = Exhaustive::new(board);
        let mut components = Components::new();
        for (state, won) in all.states() {
            let value = components.value(&all.views.of[0], state.empty[0]);
            assert_eq!(components.values.is_win(value, state.mover), won, "{board}: {state:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes: all positions of boards with up to 25 squares"]
fn proofs_name_the_right_winner_on_larger_boards() {
    for (rows, columns) in [(4, 5), (5, 4), (3, 7), (7, 3), (2, 11), (11, 2), (4, 6), (6, 4), (3, 8), (5, 5)] {
        check_all_positions(rows, columns, Techniques::all());
    }
}

#[test]
fn every_technique_can_be_switched_off() {
    let every_one = (0..Techniques::NAMES.len()).map(|number| Techniques::from_bits_truncate(1 << number));
    for without in every_one.chain([Techniques::empty(), Techniques::all()]) {
        for (rows, columns) in [(3, 4), (4, 3)] {
            let board = BoardSize::new(rows, columns).unwrap();
            let mut search = search(board, Techniques::all() - without);
            for (state, won) in Exhaustive::new(board).states() {
                let key = search.key(&state);
                assert_eq!(search.search(&state, key, 0, [0; 2]), won, "{board} without {without}: {state:?}");
            }
        }
    }
}

/// Returns whether the player to move wins, by exhaustive search, and checks the proof and the threats of every
/// position on the way.
fn wins<S: Bitboard>(
    search: &mut Search<S, (), (), Plain>,
    state: &State<S>,
    known: &mut HashMap<(S, usize), bool>,
) -> bool {
    let key = (state.empty[0], state.mover);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let empty = state.empty[state.mover];
    let mut moves = empty & search.views.of[state.mover].along.before(empty);
    let mut won = false;
    while moves != S::NONE {
        let child = search.views.after(state, moves.lowest());
        won |= !wins(search, &child, known);
        moves = moves.without_lowest();
    }
    known.insert(key, won);
    check_position(search, state, won, |child| known[&(child.empty[0], child.mover)]);
    won
}

/// Checks positions of a large board, in which about one square in four is empty.
fn check_some_positions<S: Bitboard>(board: &str, number: u64) {
    let board: BoardSize = board.parse().unwrap();
    let mut search = Search::<S, _, _, _>::new(BestSolver::new(board, Player::Vertical), (), (), Plain);
    let mut proofs = 0;
    for seed in 0..number {
        let mut empty = [S::NONE; 2];
        // Parts of rows, so that there are long runs, until 20 squares are empty.
        for draw in (0..).map(|draw| Key::mixed(Key::mixed(seed).0 ^ draw).0) {
            let (start, length) = ((draw >> 32) as u32 % board.squares(), 1 + (draw as u32 >> 8) % 6);
            let end = (start + length).min((start / board.columns() + 1) * board.columns());
            for square in start..end {
                empty[0] |= S::square(square);
                empty[1] |= S::square(search.views.of[0].turned(square));
            }
            if empty[0].count() >= 20 {
                break;
            }
        }
        for mover in [0, 1] {
            let state = State { empty, mover, value: Value::ZERO };
            let won = wins(&mut search, &state, &mut HashMap::new());
            let key = search.key(&state);
            assert_eq!(search.search(&state, key, 0, [0; 2]), won, "{board}: {state:?}");
            proofs += u32::from(search.prove(&state, &mut [0; 2]).is_some());
        }
    }
    assert!(proofs > 0, "{board}: no proofs");
}

#[test]
fn positions_of_large_boards_have_the_right_winner() {
    for board in ["6x7", "8x8", "4x16", "16x4"] {
        check_some_positions::<u64>(board, 60);
    }
    for board in ["9x9", "8x16"] {
        check_some_positions::<u128>(board, 60);
    }
}

#[test]
fn what_was_learned_before_changes_no_count() {
    let nodes = |(board, first, techniques): (&str, Player, Techniques)| {
        let mut table = tt::TwoBig1::<()>::new("1K".parse().unwrap()).unwrap();
        let solver = BestSolver { techniques, ..BestSolver::new(board.parse().unwrap(), first) };
        solver.solve(&mut table, ()).nodes
    };
    let without_tall_bands = Techniques::all() - Techniques::TALL_BANDS;
    let searches = [
        ("6x8", Player::Vertical, Techniques::all()),
        ("6x8", Player::Horizontal, Techniques::all()),
        ("7x7", Player::Vertical, Techniques::all()),
        ("7x7", Player::Vertical, without_tall_bands),
        ("7x7", Player::Vertical, Techniques::all()),
        ("7x7", Player::Vertical, Techniques::all()),
        ("5x5", Player::Vertical, Techniques::all()),
    ];
    let alone = searches.map(|search| std::thread::spawn(move || nodes(search)).join().unwrap());
    assert_eq!(searches.map(nodes), alone);
    assert_eq!(searches.map(nodes), alone);
    assert!(alone[0] > 1_000 && alone[2] < alone[3], "{alone:?}");
}
