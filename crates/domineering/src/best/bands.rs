//! A proof by bands: the packer, whose dominoes are upright, keeps each of its dominoes within a band of adjacent rows.
//!
//! Dominoes of the opponent never leave a row, so the bands are independent, and so are the components of each band.
//! The packer forgoes moves, which can only harm it: the position is worth at least the sum of the bands to the packer.
//! The [offers](Offer) of small components come from their values.
//!
//! Safe moves need no band. A square at the end of an odd number of safe squares is not part of a safe move, so it is
//! left in its row.

use super::components::Components;
use super::map::Map;
use super::offer::Offer;
use super::technique::Techniques;
use super::view::View;
use crate::BoardSize;
use crate::rules::bitboard::Bitboard;

/// The offers of all bands of some height, which are computed when they are needed.
struct Band {
    view: View<u64>,
    /// Larger components only offer that the packer does not move there.
    largest: u32,
    components: Components<u64>,
    /// The stored offer of each set of squares, if there are few sets. 0 if it is unknown.
    direct: Vec<u64>,
    others: Map<u64, Offer>,
}

/// There is room for the offers of all sets of at most this many squares.
const DIRECT: u32 = 20;

impl Band {
    /// Returns the bands of this height, or `None` if a band has too many squares.
    fn new(height: u32, columns: u32, largest: u32) -> Option<Self> {
        let squares = height * columns;
        let board = BoardSize::new(height, columns).ok().filter(|_| squares <= u64::CAPACITY)?;
        let direct = if squares <= DIRECT { vec![0; 1 << squares] } else { Vec::new() };
        Some(Self { view: View::new(board), largest, components: Components::new(), direct, others: Map::default() })
    }

    #[inline]
    fn offer(&mut self, squares: u64) -> Offer {
        let known = self.direct.get(squares as usize).and_then(|&number| Offer::stored(number));
        known.unwrap_or_else(|| self.slow_offer(squares))
    }

    #[inline(never)]
    fn slow_offer(&mut self, squares: u64) -> Offer {
        if let Some(&known) = self.others.get(&squares) {
            return known;
        }
        let mut offer = Offer::NOTHING;
        let mut rest = squares;
        while rest != 0 {
            let component = self.view.component(rest, 1 << rest.lowest(), u32::MAX);
            rest ^= component;
            offer = offer
                + if component.count() > self.largest {
                    Offer::integer(-((component & !self.view.across.even_from_first(component)).count() as i32))
                } else {
                    let value = self.components.value_of_component(&self.view, component);
                    self.components.values.offer(value, 0)
                };
        }
        match self.direct.get_mut(squares as usize) {
            Some(place) => *place = offer.to_store(),
            None => self.others.insert(squares, offer),
        }
        offer
    }
}

/// The largest component of a band of two rows whose value is computed.
const LARGEST_IN_TWO: u32 = 24;

/// The largest component of a band of three rows whose value is computed.
const LARGEST_IN_THREE: u32 = 15;

/// The bands of all boards with the same number of columns.
pub(super) struct Bands {
    two: Option<Band>,
    three: Option<Band>,
}

impl Bands {
    /// Returns the bands of two rows and, if the number of rows is odd, those of three.
    pub(super) fn new(board: BoardSize, techniques: Techniques) -> Self {
        let has_two = techniques.contains(Techniques::BANDS);
        let has_three = has_two && techniques.contains(Techniques::TALL_BANDS) && board.rows() % 2 == 1;
        let band = |has: bool, height, largest| if has { Band::new(height, board.columns(), largest) } else { None };
        Self { two: band(has_two, 2, LARGEST_IN_TWO), three: band(has_three, 3, LARGEST_IN_THREE) }
    }

    /// Returns the gain of the best bands of one, two or three rows together with `off_board`: how many more dominoes
    /// than the opponent the packer, who moves `first` or second, is certain to place.
    pub(super) fn gain<S: Bitboard>(&mut self, view: &View<S>, empty: S, off_board: Offer, first: bool) -> i32 {
        let View { board, along, across, .. } = view;
        let safe = empty & !across.after(empty) & !across.before(empty);
        let even_from_top = view.every_other(safe, false);
        let spare = even_from_top & !along.before(safe);
        let open = empty & !safe | spare;
        let real = open & !across.even_from_first(open);

        let columns = board.columns();
        let rows = |set: S, row: u32, height: u32| (set >> (row * columns) & S::below(height * columns)).words()[0];
        // The best bands that end three rows, two and one before the current one.
        let mut best = [off_board + Offer::integer((safe & !even_from_top).count() as i32); 3];
        // The best bands that end in the current row, if the last one has one row, two or three.
        let mut offers = best;
        for row in 0..board.rows() {
            offers = [best[2] + Offer::integer(-(rows(real, row, 1).count() as i32)); 3];
            if row >= 1
                && let Some(two) = &mut self.two
            {
                offers[1] = best[1] + two.offer(rows(open, row - 1, 2));
                offers[2] = offers[1];
            }
            if row >= 2
                && let Some(three) = &mut self.three
            {
                offers[2] = best[0] + three.offer(rows(open, row - 2, 3));
            }
            best = [best[1], best[2], offers[0].or(offers[1]).or(offers[2])];
        }
        // The offer with the greatest mean is best if others are added, but it need not gain most.
        let [one, two, three] = offers.map(|offer| offer.gain(first));
        one.max(two).max(three)
    }
}
