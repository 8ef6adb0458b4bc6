//! Estimates for positions of Connect Four that cannot be solved: a search to a small depth, with a heuristic
//! evaluation.

use connect_four::lab::{Keyed, Square};
use connect_four::{BoardSize, Player, Position, Shape as _};
use search::{Aspects, Aspiration, Expansion, Game, Moves, Search, iteration};
use tt::{Key, Score, TwoBig1};

use crate::Error;

/// What an exact score counts in an estimate. Heuristic values are smaller.
const UNIT: Score = 100;

/// The seed of the keys.
const SEED: u64 = 1970;

/// The positions of the table.
const POSITIONS: &str = "64K";

/// The shape of every board: a faster one for small boards would be another copy of the search, and see no deeper.
type AnyBoard = BoardSize<u128>;

/// The game of the generic search, with an evaluation.
struct Estimated(Keyed<AnyBoard>);

impl Game for Estimated {
    type Move = Square;
    type Undo = <Keyed<AnyBoard> as Game>::Undo;

    const LOWEST: Score = UNIT * <Keyed<AnyBoard> as Game>::LOWEST;
    const HIGHEST: Score = UNIT * <Keyed<AnyBoard> as Game>::HIGHEST;

    fn keys(&self) -> &[Key] {
        self.0.keys()
    }

    fn aspects(&self) -> Option<&dyn Aspects> {
        self.0.aspects()
    }

    fn play(&mut self, square: Square) -> Self::Undo {
        self.0.play(square)
    }

    fn undo(&mut self, square: Square, undo: Self::Undo) {
        self.0.undo(square, undo);
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<Square>) -> Expansion<Square> {
        match self.0.expand(ply, moves) {
            Expansion::Decided { score, by } => Expansion::Decided { score: UNIT * score, by },
            Expansion::Over(score) => Expansion::Over(UNIT * score),
            Expansion::Children => Expansion::Children,
        }
    }

    /// Returns the difference between the players' threats, and between their stones near the centre.
    ///
    /// A square on which a player wins is worth more in a row that this player fills if the other columns are full: the
    /// odd rows belong to the first player, and the even rows to the second.
    fn evaluate(&self) -> Score {
        let position = self.0.position();
        if let Some(score) = position.final_score() {
            return UNIT * score as Score;
        }
        let shape = position.shape();
        let number = |squares: u128| squares.count_ones() as Score;
        let even = if shape.rows().is_multiple_of(2) { shape.upper() } else { shape.all() ^ shape.upper() };
        let threats = |squares: u128, player: Player| -> Score {
            let rows = if player == Player::Second { even } else { shape.all() ^ even };
            9 * number(squares & rows) + 4 * number(squares & !rows)
        };
        let central = |stones: u128| -> Score {
            let most = shape.columns();
            let of = |column: u32| {
                let from_centre = (2 * column + 1).abs_diff(most) / 2;
                let worth = (most / 2).saturating_sub(from_centre) as Score;
                worth * number(stones & shape.column(column))
            };
            (0..most).map(of).sum()
        };
        let empty = position.empty();
        let (us, them) = match position.to_move() {
            Player::First => (Player::First, Player::Second),
            Player::Second => (Player::Second, Player::First),
        };
        let own = threats(position.own_threats() & empty, us) + central(position.own()) / 2;
        let theirs = threats(position.their_threats() & empty, them) + central(position.theirs()) / 2;
        (own - theirs).clamp(1 - UNIT, UNIT - 1)
    }

    fn is_legal(&mut self, square: Square) -> bool {
        self.0.is_legal(square)
    }
}

/// Returns the column that a search of at most `max_nodes` nodes finds best, and the plies to which it searched. The
/// search becomes deeper ply by ply.
///
/// # Errors
///
/// The table cannot be allocated.
pub(super) fn estimate(position: &Position<AnyBoard>, max_nodes: u64) -> Result<(Option<u32>, u8), Error> {
    let mut game = Estimated(Keyed::new(*position, SEED));
    let (most, mut left) = (game.0.depth(), max_nodes);
    let mut table = TwoBig1::<Square>::new(POSITIONS.parse()?)?;
    let mut best = (None, 0);
    for depth in 1..=most {
        let mut search = Search::new(&mut game, &mut table).max_nodes(left);
        let outcome = iteration(&mut search, depth, Aspiration::Off, None).outcome;
        left = left.saturating_sub(outcome.nodes);
        if outcome.stopped {
            break;
        }
        best = (outcome.best.map(|square| square.column(position.shape())).or(best.0), depth);
        if outcome.score.abs() >= UNIT || left == 0 {
            break;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position<AnyBoard> {
        Position::read("6x7".parse().unwrap(), moves).unwrap()
    }

    fn column(moves: &str, max_nodes: u64) -> (Option<u32>, u8) {
        estimate(&position(moves), max_nodes).unwrap()
    }

    #[test]
    fn an_estimate_starts_in_the_centre_and_sees_wins_and_threats() {
        let (first, depth) = column("", 100_000);
        assert_eq!(first, Some(3));
        assert!(depth >= 6, "{depth}");
        // Three in a row with both ends free: any answer loses, and the attacker wins at once.
        assert!([Some(2), Some(6)].contains(&column("445566", 10_000).0));
        // Two stones in the bottom row with free squares on both sides must be stopped.
        assert!([Some(2), Some(5)].contains(&column("415", 100_000).0));
        assert_eq!(column("4433", 0).0, None, "no node, no move");
    }

    #[test]
    fn the_game_evaluates_both_sides_alike() {
        for moves in ["", "4", "4433", "123456", "1122335"] {
            let position = position(moves);
            let value = |position| Estimated(Keyed::new(position, 1)).evaluate();
            assert_eq!(value(position), value(position.mirrored()), "{moves}");
            assert!(value(position).abs() < UNIT, "{moves}");
        }
    }
}
