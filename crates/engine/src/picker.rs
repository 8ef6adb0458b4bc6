//! The order in which a node tries its moves, which are generated in stages: few nodes need them all.

use chess::{CheckSquares, Move, PieceType, Position};
use smallvec::SmallVec;

use crate::exchange;
use crate::history::{History, PieceTo};
use crate::technique::{Chosen, Techniques};

/// What a quiet move that gives check must not lose in its exchange, in hundredths of a pawn.
const CHECK_THRESHOLD: i32 = -75;
/// What such a check adds to the rank of a quiet move, which is the sum of its histories.
const CHECK_RANK: i32 = 12_000;

/// The rank of a move and its place in the list, as one number: greater is earlier. Of two moves with the same rank,
/// the later one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(i32);

impl Ranked {
    /// Has been selected.
    const GONE: Self = Self(i32::MIN);

    /// The list has at most 256 moves, and ranks have at most 23 bits and a sign.
    #[inline]
    fn new(rank: i32, place: usize) -> Self {
        Self(rank << 8 | place as i32)
    }

    #[inline]
    fn place(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// What a move is, as far as its order tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The move of the table.
    Table,
    Noisy,
    GoodNoisy,
    /// A killer or counter move.
    Known,
    Quiets,
    Quiet,
    /// A capture that loses material.
    BadNoisy,
}

/// What the search knows of the moves of a node before it generates them.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    /// The move of the table, which is legal.
    pub(crate) of_table: Option<Move>,
    /// The killers and the counter move, if they are quiet here.
    pub(crate) known: [Option<Move>; 3],
    /// The moves that led to the position, the last one first.
    pub(crate) path: [PieceTo; 2],
}

/// The moves of a node, in order.
pub(crate) struct Picker {
    stage: Stage,
    hints: Hints,
    /// The next of the known moves.
    next_known: usize,
    moves: SmallVec<[Move; 64]>,
    ranked: SmallVec<[Ranked; 64]>,
    /// The next of the bad captures.
    next_bad: usize,
    bad: SmallVec<[Move; 16]>,
    /// The exchange that a good capture has to win.
    threshold: i32,
    /// Whether only captures and promotions that do not lose material are returned.
    only_good_noisy: bool,
    /// Whether the quiet moves that are left are skipped.
    skips_quiet: bool,
    /// The squares from which a move gives check, once they are asked for.
    checks: Option<CheckSquares>,
}

impl Picker {
    /// Returns all legal moves.
    pub(crate) fn all(hints: Hints) -> Self {
        Self {
            stage: Stage::Table,
            hints,
            next_known: 0,
            moves: SmallVec::new(),
            ranked: SmallVec::new(),
            next_bad: 0,
            bad: SmallVec::new(),
            threshold: 0,
            only_good_noisy: false,
            skips_quiet: false,
            checks: None,
        }
    }

    /// Returns the captures and promotions that win `threshold` in their exchange.
    pub(crate) fn noisy(of_table: Option<Move>, threshold: i32) -> Self {
        let hints = Hints { of_table, known: [None; 3], path: [PieceTo::NONE; 2] };
        Self { threshold, only_good_noisy: true, ..Self::all(hints) }
    }

    /// Skips the quiet moves that are left.
    #[inline]
    pub(crate) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Returns the squares from which a move gives check.
    #[inline]
    pub(crate) fn checks(&mut self, position: &Position) -> &CheckSquares {
        self.checks.get_or_insert_with(|| CheckSquares::of(position))
    }

    /// Returns the next move, with its stage.
    #[inline]
    pub(crate) fn next(
        &mut self,
        position: &Position,
        history: &History,
        chosen: impl Chosen,
    ) -> Option<(Move, Stage)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Noisy;
                    if let Some(mv) = self.hints.of_table {
                        return Some((mv, Stage::Table));
                    }
                }
                Stage::Noisy => {
                    self.rank_noisy(position, history, chosen);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    while let Some(mv) = self.select() {
                        if Some(mv) == self.hints.of_table {
                            continue;
                        }
                        if exchange::wins(position, mv, self.threshold) {
                            return Some((mv, Stage::GoodNoisy));
                        }
                        self.bad.push(mv);
                    }
                    if self.only_good_noisy {
                        return None;
                    }
                    self.stage = Stage::Known;
                }
                Stage::Known => {
                    if let Some(&known) = self.hints.known.get(self.next_known) {
                        let before = &self.hints.known[..self.next_known];
                        self.next_known += 1;
                        let Some(mv) = known else { continue };
                        if self.skips_quiet || known == self.hints.of_table || before.contains(&known) {
                            continue;
                        }
                        if is_quiet(position, mv) && position.is_legal(mv) {
                            return Some((mv, Stage::Known));
                        }
                    } else {
                        self.stage = Stage::Quiets;
                    }
                }
                Stage::Quiets => {
                    if !self.skips_quiet {
                        self.rank_quiet(position, history, chosen);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skips_quiet
                        && let Some(mv) = self.select()
                    {
                        if Some(mv) == self.hints.of_table || self.hints.known.contains(&Some(mv)) {
                            continue;
                        }
                        return Some((mv, Stage::Quiet));
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let mv = *self.bad.get(self.next_bad)?;
                    self.next_bad += 1;
                    return Some((mv, Stage::BadNoisy));
                }
            }
        }
    }

    /// Removes the move with the greatest rank.
    #[inline]
    fn select(&mut self) -> Option<Move> {
        let greatest = self.ranked.iter().copied().max().filter(|&greatest| greatest != Ranked::GONE)?;
        *self.ranked.get_mut(greatest.place())? = Ranked::GONE;
        self.moves.get(greatest.place()).copied()
    }

    // Beside `next` instead of inside it, so that entering `next` stays cheap.
    #[inline(never)]
    fn rank_noisy(&mut self, position: &Position, history: &History, chosen: impl Chosen) {
        position.each_noisy_move(|mv| self.moves.push(mv));
        for (place, &mv) in self.moves.iter().enumerate() {
            let moved = position.piece_on(mv.from()).map_or(0, |piece| piece.piece_type() as i32);
            let promotion = if mv.promotion() == Some(PieceType::Queen) { 1_000 } else { 0 };
            let learnt = if chosen.has(Techniques::CAPTURE_HISTORY) { history.capture(position, mv) / 16 } else { 0 };
            let rank = 8 * (exchange::captured(position, mv) + promotion) - moved + learnt;
            self.ranked.push(Ranked::new(rank, place));
        }
    }

    #[inline(never)]
    fn rank_quiet(&mut self, position: &Position, history: &History, chosen: impl Chosen) {
        self.moves.clear();
        self.ranked.clear();
        position.each_quiet_move(|mv| self.moves.push(mv));
        let checks = *self.checks(position);
        let history = history.quiet(position.to_move(), self.hints.path);
        for (place, &mv) in self.moves.iter().enumerate() {
            let is_first = chosen.has(Techniques::CHECKS_FIRST)
                && checks.has(position, mv)
                && exchange::wins(position, mv, CHECK_THRESHOLD);
            let rank = history.of(position, mv, chosen) + if is_first { CHECK_RANK } else { 0 };
            self.ranked.push(Ranked::new(rank, place));
        }
    }
}

/// Returns whether a move is neither a capture nor a promotion.
#[inline]
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    position.piece_on(mv.to()).is_none() && mv.promotion().is_none() && !mv.is_en_passant()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::technique::StandardTechniques;

    /// Whatever the hints are, each legal move is returned once.
    #[test]
    fn every_legal_move_is_tried_once() {
        for fen in [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let legal = position.legal_moves();
            let foreign = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap().legal_moves();
            for &of_table in &legal {
                for &other in legal.iter().chain(&foreign) {
                    let known = [Some(other), Some(of_table), foreign.first().copied()];
                    let hints = Hints { of_table: Some(of_table), known, path: [PieceTo::NONE; 2] };
                    let mut picker = Picker::all(hints);
                    let next = || picker.next(&position, &History::new(), StandardTechniques);
                    if other != legal[0] && other != foreign[0] {
                        continue;
                    }
                    let mut all: Vec<Move> = std::iter::from_fn(next).map(|(mv, _)| mv).collect();
                    assert_eq!(all.first(), Some(&of_table));
                    all.sort_unstable();
                    let mut expected = legal.clone();
                    expected.sort_unstable();
                    assert_eq!(all, expected, "{fen}");
                }
            }
        }
    }
}
