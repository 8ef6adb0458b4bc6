//! What the solver learns about components and bands while it searches.
//!
//! Values and offers depend on the board and on the techniques alone, and no result depends on what is known already.
//! So the next search of the same board in the same thread starts with what the last one has learned: computing it
//! takes longer than a small search, and an experiment solves a board with many tables.

use std::any::Any;
use std::cell::Cell;

use super::bands::Bands;
use super::components::Components;
use super::state::Views;
use super::technique::Techniques;
use crate::BoardSize;
use crate::rules::bitboard::Bitboard;

pub(super) struct Knowledge<S> {
    board: BoardSize,
    techniques: Techniques,
    /// The values of components that are off the board.
    pub(super) components: Components<S>,
    /// The bands of Vertical and of Horizontal, or of both on a square board.
    pub(super) bands: Box<[Bands]>,
}

thread_local! {
    /// What the last search of this thread has learned.
    static LAST: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
}

impl<S: Bitboard> Knowledge<S> {
    fn new(views: &Views<S>, techniques: Techniques) -> Self {
        let board = views.of[0].board;
        let players = if board.is_square() { 1 } else { 2 };
        let bands = (0..players).map(|player: usize| Bands::new(views.of[player].board, techniques)).collect();
        Self { board, techniques, components: Components::new(), bands }
    }

    /// Returns what the last search of this thread has learned if it searched the same board, or else nothing but the
    /// empty maps.
    pub(super) fn recalled(views: &Views<S>, techniques: Techniques) -> Self {
        let board = views.of[0].board;
        let last = LAST.take().and_then(|last| last.downcast::<Self>().ok());
        let same = last.filter(|last| last.board == board && last.techniques == techniques);
        same.map_or_else(|| Self::new(views, techniques), |last| *last)
    }

    /// Keeps the knowledge for the next search of this thread.
    pub(super) fn keep(self) {
        LAST.set(Some(Box::new(self)));
    }
}
