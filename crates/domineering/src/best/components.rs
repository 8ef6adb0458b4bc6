//! The components of a position, and the values of small ones.
//!
//! Two squares are in the same component if a path of adjacent empty squares joins them. Components are independent: a
//! position is the sum of its components.

use super::map::Map;
use super::values::{Value, Values};
use super::view::View;
use crate::rules::bitboard::Bitboard;

/// The most squares of a component that is taken off the board.
pub(super) const SMALL: u32 = 12;

/// The values of components, computed when they are needed.
pub(super) struct Components<S> {
    pub(super) values: Values,
    /// The values of components that have been moved to the first row and the first column, as Vertical sees them.
    known: Map<S, Value>,
}

impl<S: Bitboard> Components<S> {
    pub(super) fn new() -> Self {
        Self { values: Values::new(), known: Map::default() }
    }

    /// Returns the value of a set of squares as the sum of its components.
    pub(super) fn value(&mut self, view: &View<S>, mut set: S) -> Value {
        let mut sum = Value::ZERO;
        while set != S::NONE {
            let component = view.component(set, S::square(set.lowest()), u32::MAX);
            set &= !component;
            let value = self.value_of_component(view, component);
            sum = self.values.sum(sum, value);
        }
        sum
    }

    /// Returns the value of a component.
    pub(super) fn value_of_component(&mut self, view: &View<S>, component: S) -> Value {
        let component = view.shifted_to_corner(component);
        if let Some(&known) = self.known.get(&component) {
            return known;
        }
        // Reflections have the same value.
        let least =
            view.reflections(component).map(|set| view.shifted_to_corner(set)).into_iter().fold(component, S::min);
        if least != component {
            let value = self.value_of_component(view, least);
            self.known.insert(component, value);
            return value;
        }
        let options = [&view.along, &view.across].map(|lanes| {
            let mut moves = component & lanes.before(component);
            let mut options = Vec::new();
            while moves != S::NONE {
                let first = S::square(moves.lowest());
                options.push(self.value(view, component & !(first | lanes.after(first))));
                moves = moves.without_lowest();
            }
            options
        });
        let value = self.values.value(options);
        self.known.insert(component, value);
        value
    }
}
