//! Nodes above the horizon: whether they are in the table, and whether their moves are generated.

use tt::Statistics;

use crate::Observer;

/// The nodes above the horizon, by what the table saves there.
///
/// These are the nodes with a depth of at least one ply that are looked up. A node whose game is over by the path to it
/// is not looked up. The search tries the moves that it knows before it generates the others, so that these numbers
/// are what `[Nelson 1985]` and `[Hyatt 1990]` speak of, as `[Breuker 1998, 2.3.2]` quotes them.
///
/// ```
/// use search::{InteriorCounter, InteriorNodes};
/// use tt::Statistics;
///
/// let statistics = Statistics { look_ups: 9, hits: 4, cutoffs: 3, ..Statistics::default() };
/// let interior = InteriorCounter::default().nodes(&statistics);
/// assert_eq!(interior, InteriorNodes { nodes: 9, hits: 4, cutoffs: 3, table_moves: 0, generated: 6 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InteriorNodes {
    /// The nodes.
    pub nodes: u64,
    /// Those that the table had a record of.
    pub hits: u64,
    /// Those that a score from the table ended.
    pub cutoffs: u64,
    /// Those that the move of the table ended: it reached beta, and the moves were not generated.
    pub table_moves: u64,
    /// Those whose moves were generated. The others were ended by another move that was known: that of the refutation
    /// table, of an ancestor's line or of a second record.
    pub generated: u64,
}

/// Counts, together with [`Statistics`], the [nodes above the horizon](InteriorNodes).
///
/// It counts the look-ups of other nodes, of which a game without a [horizon](crate::Game::HAS_HORIZON) has none, and
/// subtracts them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{InteriorCounter, Search};
/// use tt::Statistics;
///
/// let mut both = (Statistics::default(), InteriorCounter::default());
/// Search::new(&mut Nim::new(7), &mut ()).observed_by(&mut both).run(7);
/// let interior = both.1.nodes(&both.0);
/// assert_eq!(interior.generated, interior.nodes, "without a table, every node needs its moves");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InteriorCounter {
    /// Look-ups that are not those of nodes above the horizon, and those of them that found and ended something.
    others: [u64; 3],
    refused: u64,
    table_moves: u64,
    other_moves: u64,
}

impl InteriorCounter {
    /// Returns the counts, if `statistics` observed the same searches. If a search was stopped, the nodes on its path
    /// count as if their moves had been generated.
    #[must_use]
    pub fn nodes(&self, statistics: &Statistics) -> InteriorNodes {
        let [look_ups, hits, ended] = self.others;
        let nodes = statistics.look_ups.saturating_sub(look_ups);
        let cutoffs = statistics.cutoffs.saturating_sub(ended);
        InteriorNodes {
            nodes,
            hits: statistics.hits.saturating_sub(hits + self.refused),
            cutoffs,
            table_moves: self.table_moves,
            generated: nodes.saturating_sub(cutoffs + self.table_moves + self.other_moves),
        }
    }
}

impl Observer for InteriorCounter {
    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        let [look_ups, hits, of_score] = &mut self.others;
        *look_ups += 1;
        *hits += u64::from(found);
        *of_score += u64::from(ended);
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        if of_table {
            self.table_moves += 1;
        } else {
            self.other_moves += 1;
        }
    }

    #[inline]
    fn refused(&mut self) {
        self.refused += 1;
    }
}

#[cfg(test)]
mod tests {
    use tt::{Key, TwoBig1};

    use super::*;
    use crate::{BestMove, CoreOptions, Expansion, Game, Moves, Score, Search};

    /// A tree whose leaves have the sum of the moves, in which paths with the same moves lead to the same position.
    struct Sums {
        path: Vec<u16>,
        keys: [Key; 1],
    }

    impl Sums {
        fn new() -> Self {
            Self { path: Vec::new(), keys: [Key::mixed(0)] }
        }

        fn renew(&mut self) {
            let mut sorted = self.path.clone();
            sorted.sort_unstable();
            self.keys = [Key::mixed(sorted.iter().fold(self.path.len() as u64, |code, &mv| code * 8 + u64::from(mv)))];
        }
    }

    impl Game for Sums {
        type Move = u16;
        type Undo = ();

        fn keys(&self) -> &[Key] {
            &self.keys
        }

        fn play(&mut self, mv: u16) {
            self.path.push(mv);
            self.renew();
        }

        fn undo(&mut self, _: u16, (): ()) {
            self.path.pop();
            self.renew();
        }

        fn expand(&mut self, _: u32, moves: &mut Moves<u16>) -> Expansion<u16> {
            (0..4).for_each(|mv| moves.push(mv, 0));
            Expansion::Children
        }

        fn evaluate(&self) -> Score {
            self.path.iter().map(|&mv| (mv * mv) as Score % 5).sum()
        }
    }

    /// Counts the nodes above the horizon of iterations to 5 plies in another way: by their distance from the root.
    #[derive(Default)]
    struct Counted {
        counter: InteriorCounter,
        statistics: Statistics,
        ply: u32,
        depth: u32,
        interior: [u64; 3],
    }

    impl Observer for Counted {
        fn node(&mut self, ply: u32) {
            self.ply = ply;
        }

        fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&crate::Hit>) {
            self.statistics.look_up(game, keys, found);
            if self.ply < self.depth {
                self.interior[0] += 1;
                self.interior[1] += u64::from(found.is_some());
            }
        }

        fn cutoff(&mut self) {
            self.statistics.cutoff();
            self.interior[2] += u64::from(self.ply < self.depth);
        }

        fn was_not_interior(&mut self, found: bool, ended: bool) {
            self.counter.was_not_interior(found, ended);
        }

        fn known_move_sufficed(&mut self, of_table: bool) {
            self.counter.known_move_sufficed(of_table);
        }
    }

    fn search(options: &str) -> (InteriorNodes, Counted) {
        let mut table = TwoBig1::<BestMove<u16>>::new("1K".parse().unwrap()).unwrap();
        let (mut game, mut counted) = (Sums::new(), Counted::default());
        let options = CoreOptions::find(options).unwrap();
        for depth in 1..=5 {
            counted.depth = depth.into();
            Search::new(&mut game, &mut table).with_options(options).observed_by(&mut counted).run(depth);
        }
        (counted.counter.nodes(&counted.statistics), counted)
    }

    #[test]
    fn the_nodes_are_those_above_the_horizon() {
        let (interior, counted) = search("plain");
        let InteriorNodes { nodes, hits, cutoffs, table_moves, generated } = interior;
        assert_eq!([nodes, hits, cutoffs], counted.interior);
        assert!(nodes < counted.statistics.look_ups && hits < nodes);
        assert_eq!(nodes, cutoffs + table_moves + generated, "the game keeps no lines");
        assert!(table_moves > 0 && cutoffs + table_moves < hits, "{interior:?}");
    }

    #[test]
    fn children_that_are_looked_up_in_advance_are_not_nodes() {
        let (interior, counted) = search("etc-1");
        assert!(interior.nodes < counted.interior[0] && interior.hits < interior.nodes, "{interior:?}");
        assert_eq!(interior.nodes, interior.cutoffs + interior.table_moves + interior.generated);
    }

    #[test]
    fn without_a_table_every_node_generates_its_moves() {
        let mut both = (Statistics::default(), InteriorCounter::default());
        let nodes = Search::new(&mut Sums::new(), ()).observed_by(&mut both).run(1).nodes;
        let expected = InteriorNodes { nodes: 1, generated: 1, ..InteriorNodes::default() };
        assert_eq!((nodes, both.1.nodes(&both.0)), (5, expected));
    }
}
