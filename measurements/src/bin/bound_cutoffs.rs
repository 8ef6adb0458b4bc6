//! Asks what raises the cut-offs by bounds, which the last sentence of `[Breuker 1998, 2.8]` recommends to study.
//!
//! Searches middle-game positions by iterative deepening, each with an empty table, in several ways that differ in one
//! thing from the first: what the table stores, which records it keeps, or how the search uses them. Prints how many
//! nodes each way needs, and how many of those above the horizon the table ends by an exact value, a lower or an upper
//! bound or the record of a child, or has a record of that does not end the node: because its bound is inside the
//! window, or because it is too shallow. The arguments are the depth and the size of the table.
//!
//!     cargo run --release -p measurements --bin bound_cutoffs -- 6 64K

#![forbid(unsafe_code)]

use alibaba::{ASPIRATION, Alibaba, Best};
use chess::Position;
use schemes::{Masked, Parts, Positions, Scheme, TranspositionTable};
use search::{
    Aspiration, BoundUse, CoreOptions, CutoffCounter, Cutoffs, InteriorCounter, Search, Statistics, Window, iterate,
};

/// The 94 middle-game positions of the thesis, of which every fourth is searched.
const POSITIONS: &str = include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv");

/// A way to search. The first one is that of the thesis, with which the others are compared.
struct Way {
    says: &'static str,
    scheme: &'static str,
    parts: Parts,
    window: Window,
    bound_use: BoundUse,
    options: &'static str,
}

const OF_THESIS: Way = Way {
    says: "as in the thesis",
    scheme: "two-big1",
    parts: Parts::all(),
    window: Window::Minimal,
    bound_use: BoundUse::Narrow,
    options: "plain",
};

const WAYS: &[Way] = &[
    OF_THESIS,
    // What the table knows.
    Way { says: "only moves", parts: Parts::MOVE, ..OF_THESIS },
    Way { says: "no bounds", parts: Parts::MOVE.union(Parts::EXACT), ..OF_THESIS },
    Way { says: "no exact values", parts: Parts::MOVE.union(Parts::BOUNDS), ..OF_THESIS },
    Way { says: "no moves", parts: Parts::SCORE, ..OF_THESIS },
    // Which records it keeps.
    Way { says: "the deeper record stays", scheme: "two-big1+same-deeper", ..OF_THESIS },
    Way { says: "a margin of 2 plies", scheme: "two-big1+same-within-2", ..OF_THESIS },
    Way { says: "two bounds in a record", scheme: "two-big1+two-bounds", ..OF_THESIS },
    Way { says: "no table limit", scheme: "unbounded", ..OF_THESIS },
    // How the search uses them.
    Way { says: "bounds do not narrow", bound_use: BoundUse::CutOff, ..OF_THESIS },
    Way { says: "full windows", window: Window::Full, ..OF_THESIS },
    Way { says: "fail-hard", options: "fail-hard", ..OF_THESIS },
    Way { says: "leaves are stored", options: "store-leaves", ..OF_THESIS },
    Way { says: "quiescence is stored", options: "store-quiescence", ..OF_THESIS },
    Way { says: "ETC above 2 plies", options: "etc-2", ..OF_THESIS },
    Way { says: "ETC above 1 ply", options: "etc-1", ..OF_THESIS },
    Way { says: "MTD(f)", options: "mtd", ..OF_THESIS },
    Way { says: "MTD(f), two bounds", scheme: "two-big1+two-bounds", options: "mtd", ..OF_THESIS },
    Way { says: "MTD(f), two bounds, ETC", scheme: "two-big1+two-bounds", options: "mtd+etc-2", ..OF_THESIS },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let size: Positions = arguments.next().as_deref().unwrap_or("64K").parse()?;
    let mut positions = Vec::new();
    for line in POSITIONS.lines().skip(1).step_by(4) {
        positions.push(Position::from_fen(line.split(',').nth(3).ok_or("a line without a position")?)?);
    }
    println!("{} positions, {depth} plies, {size} positions in the table", positions.len());
    println!("                          nodes    ended by, in % of the nodes above the horizon     not ended, %");
    println!("                          / first   exact   lower   upper   child   bounds    inside  shallow");
    let mut first = None;
    for way in WAYS {
        let Searched { nodes, above_horizon, cutoffs } = searched(way, &positions, depth, size)?;
        let Cutoffs { shallow, loose, exact, lower, upper, transpositions } = cutoffs;
        let ratio = nodes as f64 / *first.get_or_insert(nodes) as f64;
        let [exact, lower, upper, child, bounds, loose, shallow] =
            [exact, lower, upper, transpositions, cutoffs.by_bounds(), loose, shallow]
                .map(|part| 100.0 * part as f64 / above_horizon as f64);
        println!(
            "{:<25} {ratio:>7.3}  {exact:>6.2}  {lower:>6.2}  {upper:>6.2}  {child:>6.2}  {bounds:>7.2}  {loose:>8.2}  \
             {shallow:>7.2}",
            way.says
        );
    }
    Ok(())
}

/// What was counted in all iterations of all positions.
struct Searched {
    nodes: u64,
    above_horizon: u64,
    cutoffs: Cutoffs,
}

fn searched(
    way: &Way,
    positions: &[Position],
    depth: u8,
    size: Positions,
) -> Result<Searched, Box<dyn std::error::Error>> {
    let scheme: Scheme = way.scheme.parse()?;
    let options = CoreOptions::find(way.options).ok_or("unknown option of the search")?;
    let mut observers = (CutoffCounter::above_horizon(), (Statistics::default(), InteriorCounter::default()));
    let mut nodes = 0;
    for position in positions {
        let mut table = Masked::new(TranspositionTable::<Best>::new(size.into(), scheme)?, way.parts);
        let mut game = Alibaba::new(position.clone()).with_options(options);
        let search = Search::new(&mut game, &mut table).with_options(options).as_printed();
        let search = search.window(way.window).bound_use(way.bound_use);
        let mut search = search.observed_by(&mut observers);
        nodes += iterate(&mut search, depth, Aspiration::Printed(ASPIRATION), |_, _| {}).nodes;
    }
    let (counter, (statistics, interior)) = observers;
    Ok(Searched { nodes, above_horizon: interior.nodes(&statistics).nodes, cutoffs: counter.cutoffs() })
}
