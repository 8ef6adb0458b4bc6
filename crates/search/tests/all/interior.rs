//! Counting the nodes above the horizon.

use search::{
    BestMove, CoreOptions, Hit, InteriorCounter, InteriorNodes, ObservedPosition, Observer, Search, Statistics,
};
use tt::{Key, TwoBig1};

use crate::counters::Counters;

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

    fn look_up<P: ObservedPosition>(&mut self, game: &P, keys: &[Key], found: Option<&Hit>) {
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
    let mut table = TwoBig1::<BestMove<u8>>::new("1K".parse().unwrap()).unwrap();
    let (mut game, mut counted) = (Counters::new(3), Counted::default());
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
    let nodes = Search::new(&mut Counters::new(3), ()).observed_by(&mut both).run(1).nodes;
    let expected = InteriorNodes { nodes: 1, generated: 1, ..InteriorNodes::default() };
    assert_eq!((nodes, both.1.nodes(&both.0)), (5, expected));
}
