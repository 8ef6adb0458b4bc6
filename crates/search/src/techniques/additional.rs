//! What a search does with the additional components of `[Breuker 1998, 2.7.3]`. Few searches have any, and the code of
//! the others should not be longer because of them.

use tt::{Components, Record, Score};

use crate::options::{COMPONENTS, EXTEND_CHECKS, EXTEND_CHECKS_IN_WINDOW, EXTENSION_FLAG};
use crate::{ChosenOptions, Game, GameTable, Observer, Search};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns whether the options say anything about extensions.
    #[inline(always)]
    pub(crate) fn may_extend(&self) -> bool {
        C::ANY && (self.options.has(EXTEND_CHECKS) || self.options.has(EXTEND_CHECKS_IN_WINDOW))
    }

    /// Returns whether records are offered with components.
    #[inline(always)]
    pub(crate) fn has_components(&self) -> bool {
        self.options.has(COMPONENTS) || self.options.has(EXTENSION_FLAG)
    }

    /// Returns whether to search a node one ply deeper.
    ///
    /// With a flag, the decision of the search that stored the position holds. A line is extended to at most twice the
    /// depth of the search, so that checks cannot extend it for ever.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_extended(&mut self, ply: u32, depth: u8, window: (Score, Score)) -> bool {
        if ply == 0 || ply >= 2 * u32::from(self.depth) {
            return false;
        }
        if self.options.has(EXTENSION_FLAG) {
            let key = self.key(depth);
            if let Some(known) = self.known(key).and_then(|record| Components::of(record.user)) {
                return known.extended;
            }
        }
        let in_window = self.options.has(EXTEND_CHECKS_IN_WINDOW).then_some(window);
        (in_window.is_some() || self.options.has(EXTEND_CHECKS))
            && self.game.aspects().is_some_and(|aspects| aspects.wants_extension(in_window))
    }

    /// Returns the additional components of a node, as a record stores them.
    #[cold]
    #[inline(never)]
    pub(crate) fn components(&self, ply: u32, extended: bool) -> u8 {
        let from_root = u8::try_from(ply).unwrap_or(u8::MAX);
        Components { from_root, principal: false, extended }.to_bits()
    }

    /// Marks the positions of the principal variation of a child of the root, after `mv` was searched. They are the
    /// refutation table in the table of `[Breuker 1998, footnote 32]`.
    ///
    /// Only a game that keeps lines has a principal variation.
    #[cold]
    #[inline(never)]
    pub(crate) fn mark_principal_variation(&mut self, mv: G::Move) {
        let line = [&[mv], self.lines.best(1)].concat();
        let mut undone = Vec::with_capacity(line.len());
        for mv in line {
            // The line may end with moves of another position, because of a type-1 error.
            if !self.game.is_legal(mv) {
                break;
            }
            undone.push((mv, self.game.play(mv)));
            let key = self.key(self.depth.saturating_sub(undone.len() as u8));
            if let Some(known) = self.known(key)
                && let Some(components) = Components::of(known.user)
            {
                let user = Components { principal: true, ..components }.to_bits();
                self.store(key, Record { user, ..known });
            }
        }
        for (mv, undo) in undone.into_iter().rev() {
            self.game.undo(mv, undo);
        }
    }

    /// Returns the evaluation of a leaf. If draws are distinguished, a balanced position does not have the score of a
    /// draw, but the next one.
    #[cold]
    #[inline(never)]
    pub(crate) fn not_drawn(evaluation: Score) -> Score {
        if Some(evaluation) == G::DRAW { evaluation + 1 } else { evaluation }
    }
}
