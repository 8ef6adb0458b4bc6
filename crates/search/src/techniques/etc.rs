//! Enhanced transposition cut-offs.

use tt::{Bound, Key, Record, Score};

use crate::options::{ETC_1, ETC_2, ETC_3, EXACT_DEPTH};
use crate::{ChosenOptions, Expansion, Game, GameTable, Hit, HitSize, Observer, Ranked, Search};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns whether the options ask for a look at the children of a node before they are searched.
    #[inline(always)]
    pub(crate) fn tries_transpositions(&self, ply: u32, depth: u8) -> bool {
        let is_enough = |option, plies| self.options.has(option) && depth > plies;
        ply > 0 && (is_enough(ETC_1, 1) || is_enough(ETC_2, 2) || is_enough(ETC_3, 3))
    }

    /// Returns a move to a position that is in the table with a bound that reaches beta, and the bound, if there is
    /// one. The position after the move is not entered, and does not count as a node.
    pub(crate) fn find_cutoff(&mut self, ply: u32, depth: u8, beta: Score) -> Option<(G::Move, Score)> {
        let first = self.moves.begin();
        if !matches!(self.game.expand(ply, &mut self.moves), Expansion::Children) {
            // The search finds the same afterwards.
            self.moves.end(first);
            return None;
        }
        self.moves.sort();
        let mut next = first;
        let mut found = None;
        while found.is_none()
            && let Some(Ranked { mv, .. }) = self.moves.at(next)
        {
            next += 1;
            let undo = self.game.play(mv);
            // The path to the child may end the game, whatever the table has.
            let record = if self.game.outcome(ply + 1).is_none() { self.cutoff_of(ply + 1, depth, beta) } else { None };
            self.game.undo(mv, undo);
            found = record.map(|record| (mv, record));
        }
        self.moves.end(first);
        let (mv, record) = found?;
        self.observer.cutoff();
        if self.hit_size == HitSize::Stored {
            self.size += u64::from(record.nodes);
        }
        if G::KEEPS_LINES {
            self.lines.enter(ply as usize + 1);
            self.lines.found(ply as usize, mv);
        }
        Some((mv, -record.score))
    }

    /// Returns whether a record is deep enough for a child of a node with this depth.
    #[inline(always)]
    fn is_enough_after(&self, depth: u8, record: &Record<T::Payload>) -> bool {
        record.depth == depth - 1 || record.depth >= depth && !self.options.has(EXACT_DEPTH)
    }

    /// Returns a record of the position, a child of a node with this depth and beta, if its score reaches beta.
    fn cutoff_of(&mut self, ply: u32, depth: u8, beta: Score) -> Option<Record<T::Payload>> {
        let draws = self.draw_key(depth - 1);
        let is_identified = self.identify_if_needed(usize::MAX);
        let game = &*self.game;
        let keys = if is_identified { &self.identification.keys } else { game.keys() };
        for (reflection, key) in keys.iter().enumerate() {
            let key = Key(key.0 ^ draws.both());
            if C::ANY {
                self.identification.tell(reflection, &mut self.table);
            }
            let Some((record, second)) = self.table.probe_both(key) else { continue };
            self.observer.look_up(game, keys, Some(&Hit { reflection, key, record: record.without_payload() }));
            self.observer.was_not_interior(true, false);
            for mut record in [Some(record), second].into_iter().flatten() {
                record.bound = self.bound_before_draw(&record, draws);
                record.score = G::score_from_table(record.score, ply);
                let is_enough =
                    self.is_enough_after(depth, &record) && record.bound != Bound::None && record.bound.is_upper();
                if is_enough && -record.score >= beta {
                    self.table.hit(key);
                    return Some(record);
                }
            }
            return None;
        }
        self.observer.look_up(game, keys, None);
        self.observer.was_not_interior(false, false);
        None
    }
}

#[cfg(test)]
mod tests {
    use tt::{Table as _, TwoBig1};

    use super::*;
    use crate::{BestMove, CoreOptions, Moves, PackedMoves as _};

    /// Every move leads to one of two positions, each with its value.
    struct Fork {
        path: Vec<u16>,
        keys: [Key; 1],
    }

    impl Fork {
        fn new() -> Self {
            Self { path: Vec::new(), keys: [Self::key(&[])] }
        }

        fn key(path: &[u16]) -> Key {
            Key::mixed(path.iter().fold(1, |code, &mv| code * 4 + u64::from(mv)))
        }
    }

    impl Game for Fork {
        type Move = u16;
        type Undo = ();

        fn keys(&self) -> &[Key] {
            &self.keys
        }

        fn play(&mut self, mv: u16) {
            self.path.push(mv);
            self.keys = [Self::key(&self.path)];
        }

        fn undo(&mut self, _: u16, (): ()) {
            self.path.pop();
            self.keys = [Self::key(&self.path)];
        }

        fn expand(&mut self, _: u32, moves: &mut Moves<u16>) -> Expansion<u16> {
            (0..3).for_each(|mv| moves.push(mv, 0));
            Expansion::Children
        }

        fn evaluate(&self) -> Score {
            self.path.iter().map(|&mv| mv as Score).sum()
        }
    }

    /// Counts the nodes at each distance from the root.
    #[derive(Default)]
    struct Plies([u32; 6], u32);

    impl Observer for Plies {
        fn node(&mut self, ply: u32) {
            self.0[ply as usize] += 1;
        }

        fn cutoff(&mut self) {
            self.1 += 1;
        }
    }

    /// Searches with the root window (0, 1), and a record about the position after the moves 0 and 2.
    fn search(options: &str, bound: Bound, score: Score, depth: u8) -> (Plies, Score) {
        let mut table = TwoBig1::<BestMove<u16>>::new("1K".parse().unwrap()).unwrap();
        let record = Record { payload: BestMove::from_line(&[1]), score, bound, depth, nodes: 9, ..Record::default() };
        table.store(Fork::key(&[0, 2]), record);
        let (mut game, mut plies) = (Fork::new(), Plies::default());
        let options = CoreOptions::find(options).unwrap();
        let mut search = Search::new(&mut game, &mut table).with_options(options).observed_by(&mut plies);
        let value = search.run_within(5, 0, 1).score;
        (plies, value)
    }

    #[test]
    fn a_child_in_the_table_cuts_off_before_any_child_is_entered() {
        // After move 0 the window is (-1, 0), so that the score -1 or less of a grandchild refutes it.
        let entered = |options, bound, score, depth| search(options, bound, score, depth).0;
        let plain = entered("plain", Bound::Upper, 0, 4);
        for options in ["etc-1", "etc-2", "etc-3"] {
            let with = entered(options, Bound::Upper, 0, 4);
            assert!(with.0.iter().sum::<u32>() < plain.0.iter().sum::<u32>(), "{options}: {:?} {:?}", with.0, plain.0);
            assert!(with.1 > 0);
            // A record that is too shallow, or a bound of the other kind, does not cut off.
            for (bound, score, depth) in [(Bound::Upper, 0, 2), (Bound::Lower, 0, 4), (Bound::Upper, 9, 4)] {
                let (with, plain) = (search(options, bound, score, depth), search("plain", bound, score, depth));
                assert_eq!(with.1, plain.1, "{options}, {bound:?}, {score}, {depth}");
            }
        }
    }
}
