//! Measures the speed of the chess program, and what it costs to choose its table at run time:
//! `engine_speed TABLE DEPTH FILE [tables]`.
//!
//! `TABLE` is `written`, a table that is written out here for this search alone; `type`, the same table as a type of
//! the crate `tt`; `engine`, the table for engines; or the name of a scheme. The first two and `depth-4+age-8` store
//! the same records and print the same number of nodes. `FILE` has a position on each line, in EPD or FEN, which is
//! searched to `DEPTH` plies; the table of 16 MiB is kept. With `tables`, the search evaluates by piece-square tables
//! instead of the network. Run the program under `valgrind --tool=callgrind` to count instructions.

#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use chess::{Epd, Position};
use engine::{ChessMemory, ChessSearch, Chosen, MAX_DEPTH, StandardTechniques, Techniques};
use schemes::EvaluationTable;
use tt::layouts::Engine;
use tt::policies::Weighted;
use tt::{Bound, Buckets, Key, Maintain, MoveAndEvaluation, Pages, PrivateEngineTable, Record, Size, Stored, Table};

/// [`Techniques::STANDARD`] with piece-square tables, chosen at compile time.
#[derive(Clone, Copy)]
struct WithTables;

impl Chosen for WithTables {
    #[inline(always)]
    fn has(self, technique: Techniques) -> bool {
        Techniques::STANDARD.difference(Techniques::NETWORK).contains(technique)
    }
}

/// A slot of [`Written`] in 16 bytes.
#[derive(Clone, Copy)]
struct Slot {
    /// The high 48 bits of the key, the depth, and the number of the search.
    head: u64,
    best_move: u16,
    evaluation: i16,
    score: i16,
    /// 0 in a free slot.
    bound: u8,
    is_pv: bool,
}

/// A bucket in a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Buckets of four positions. The one with the least depth minus 8 for each search since is replaced.
struct Written {
    buckets: Box<[Bucket]>,
    search: u8,
}

/// The bits of a key that are verified.
const VERIFIED: u64 = !0 << 16;

impl Written {
    fn new(bytes: usize) -> Self {
        let free = Slot { head: 0, best_move: 0, evaluation: 0, score: 0, bound: 0, is_pv: false };
        Self { buckets: vec![Bucket([free; 4]); bytes / size_of::<Bucket>()].into(), search: 0 }
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        key.0 as usize & (self.buckets.len() - 1)
    }
}

impl Table for Written {
    type Payload = MoveAndEvaluation;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<MoveAndEvaluation>> {
        let Bucket(slots) = &self.buckets[self.place(key)];
        let slot = slots.iter().find(|slot| slot.bound != 0 && (slot.head ^ key.0) & VERIFIED == 0)?;
        Some(Record {
            payload: MoveAndEvaluation { best_move: slot.best_move, evaluation: slot.evaluation },
            score: slot.score,
            bound: Bound::from_number(slot.bound.into()),
            depth: (slot.head >> 8) as u8,
            is_pv: slot.is_pv,
            ..Record::default()
        })
    }

    #[inline]
    fn store(&mut self, key: Key, record: Record<MoveAndEvaluation>) -> Stored {
        let (place, search) = (self.place(key), self.search);
        let Bucket(slots) = &mut self.buckets[place];
        let same = slots.iter().position(|slot| slot.bound != 0 && (slot.head ^ key.0) & VERIFIED == 0);
        let worth = |slot: &Slot| match slot.bound {
            0 => i32::MIN,
            _ => i32::from((slot.head >> 8) as u8) - 8 * i32::from(search.wrapping_sub(slot.head as u8)),
        };
        let mut victim = same.unwrap_or(0);
        if same.is_none() {
            for other in 1..4 {
                if worth(&slots[other]) < worth(&slots[victim]) {
                    victim = other;
                }
            }
        }
        slots[victim] = Slot {
            head: key.0 & VERIFIED | u64::from(record.depth) << 8 | u64::from(search),
            best_move: record.payload.best_move,
            evaluation: record.payload.evaluation,
            score: record.score,
            bound: record.bound.number(),
            is_pv: record.is_pv,
        };
        Stored::Fresh
    }
}

impl Maintain for Written {
    fn stamp(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    fn clear(&mut self) {
        *self = Self::new(size_of_val(&*self.buckets));
    }
}

/// What the searches of all positions took.
#[derive(Default)]
struct Total {
    nodes: u64,
    time: Duration,
}

impl Total {
    /// Searches all positions one after another with the same table.
    fn of<C: Chosen, T: Table<Payload = MoveAndEvaluation> + Maintain>(
        positions: &[Position],
        depth: u8,
        chosen: C,
        mut table: T,
    ) -> Self {
        let mut total = Self::default();
        for position in positions {
            let mut memory = ChessMemory::new(position);
            let search = ChessSearch::new(position, &mut memory, &mut table).with_techniques(chosen);
            let started = Instant::now();
            total.nodes += search.deepen(depth, |_, _, _| {}).nodes;
            total.time += started.elapsed();
            table.stamp();
        }
        total
    }

    fn with<C: Chosen>(positions: &[Position], depth: u8, chosen: C, table: &str) -> Self {
        let size = Size::mib(16);
        match table {
            "written" => Self::of(positions, depth, chosen, Written::new(16 << 20)),
            "type" => {
                let policy = Weighted { age: 8, ..Weighted::SHALLOWEST };
                let table = Buckets::<Engine<MoveAndEvaluation>, _, 4>::with_policy(size, policy);
                Self::of(positions, depth, chosen, table.expect("16 MiB of memory"))
            }
            "engine" => {
                let table = PrivateEngineTable::<MoveAndEvaluation>::new(size).expect("16 MiB of memory");
                Self::of(positions, depth, chosen, table)
            }
            scheme => {
                let scheme = scheme.parse().expect("`written`, `type`, `engine` or a scheme");
                let table = EvaluationTable::with_evaluations(size, scheme, Pages::Default).expect("16 MiB of memory");
                Self::of(positions, depth, chosen, table)
            }
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: engine_speed TABLE DEPTH FILE [tables]";
    let [table, depth, file, tables @ ..] = &arguments[..] else { panic!("{usage}") };
    let depth = depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth)).expect(usage);
    let text = std::fs::read_to_string(file).expect("a file of positions");
    let lines = text.lines().filter(|line| !line.is_empty());
    let positions: Vec<Position> =
        lines.map(|line| Epd::read(line).expect("a position on each line").position).collect();
    let Total { nodes, time } = match tables {
        [] => Total::with(&positions, depth, StandardTechniques, table),
        [word] if word == "tables" => Total::with(&positions, depth, WithTables, table),
        _ => panic!("{usage}"),
    };
    println!("{nodes} nodes, {:.0} a second", nodes as f64 / time.as_secs_f64());
}
