//! Analysing a position by either program, depth by depth.

use std::sync::atomic::{AtomicBool, Ordering};

use alibaba::structured_evaluation::{Evaluation, TableUsage};
use alibaba::{Alibaba, Playing};
use chess::{Move, Position};
use engine::{ChessMemory, StandardTechniques, Techniques};
use schemes::{EvaluationTable, Masked, Parts, Scheme, TranspositionTable};
use search::{ChosenOptions, HitSize, Outcome, Plain, Search, Seeded, Statistics, Team};
use tt::{Inspect, Maintain, Pages, Size, TableError};

use super::versus::SideProgram;
use super::{ChessTable, EngineTable, Hear, Observed, Stops, Watched, playing};
use crate::{SearchOptions, with_or_without};

/// How often a search used a table for evaluations, with the name of the search option that chooses the table.
pub type EvaluationUsage = (&'static str, TableUsage);

/// What an [`Analyser`] uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalyserSettings {
    /// The program, with how it searches.
    pub program: SideProgram,
    /// The replacement scheme of its table; `None` searches without a table.
    pub scheme: Option<Scheme>,
    /// The size of its table.
    pub size: Size,
    /// The seed of keys that options of ALIBABA compute.
    pub key_seed: u64,
}

/// A program with its options and its table, which analyses positions.
///
/// ```
/// use engine::Techniques;
/// use programs::chess::versus::SideProgram;
/// use programs::chess::{Analyser, AnalyserSettings, Program};
///
/// let (program, scheme) = (SideProgram::Engine(Techniques::STANDARD), Some(Program::Best.scheme()));
/// let settings = AnalyserSettings { program, scheme, size: tt::Size::mib(1), key_seed: 1970 };
/// let position = chess::Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let never = std::sync::atomic::AtomicBool::new(false);
/// let mut analyser = Analyser::new(settings)?;
/// let analysis = analyser.analyse(&position, 4, u64::MAX, &never, &mut |_, _, line, _| line.is_empty());
/// assert_eq!(analysis.outcome.score, chess::MATE - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyser(Kind);

#[derive(Debug)]
enum Kind {
    Engine { techniques: Techniques, table: EngineTable },
    Alibaba { options: Seeded<SearchOptions>, table: ChessTable },
}

/// What a thread found.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// The outcome of the last completed depth, with the nodes of this thread.
    pub outcome: Outcome<Move>,
    /// The requests of this thread to the table, and the positions in the table if there is one thread.
    pub statistics: Statistics,
    /// How often this thread used each of the tables for evaluations that its options choose.
    pub evaluations: Vec<EvaluationUsage>,
}

impl Analyser {
    /// Creates a program with an empty table, in huge pages if the system provides them.
    ///
    /// # Errors
    ///
    /// The table cannot be allocated.
    pub fn new(settings: AnalyserSettings) -> Result<Self, TableError> {
        let AnalyserSettings { program, scheme, size, key_seed } = settings;
        Ok(Self(match program {
            SideProgram::Engine(techniques) => {
                Kind::Engine { techniques, table: super::engine_table(scheme, size, Parts::all())? }
            }
            SideProgram::Alibaba(options) => {
                let (scheme, size, parts) = with_or_without(scheme, size, Parts::all());
                let options = Seeded { options, key_seed };
                Kind::Alibaba { options, table: super::table(scheme, size, parts)? }
            }
        }))
    }

    /// Creates a program whose table threads share: give each [`another`](Self::another).
    ///
    /// # Errors
    ///
    /// The table cannot be allocated, or threads cannot share it.
    pub(super) fn shared(settings: AnalyserSettings) -> Result<Self, TableError> {
        let AnalyserSettings { program, scheme, size, key_seed } = settings;
        let (scheme, size, parts) = with_or_without(scheme, size, Parts::all());
        let pages = Pages::Huge;
        Ok(Self(match program {
            SideProgram::Engine(techniques) => {
                let table = EvaluationTable::shared_with_evaluations(size, scheme, pages, true)?;
                Kind::Engine { techniques, table: Masked::new(table, parts) }
            }
            SideProgram::Alibaba(options) => {
                let table = TranspositionTable::shared(size, scheme, pages)?;
                Kind::Alibaba { options: Seeded { options, key_seed }, table: Masked::new(table, parts) }
            }
        }))
    }

    /// Returns a program with the same options and the same table, for another thread, if the table is shared.
    pub(super) fn another(&self) -> Option<Self> {
        Some(Self(match &self.0 {
            Kind::Engine { techniques, table } => {
                Kind::Engine { techniques: *techniques, table: Masked::new(table.get_ref().handle()?, table.parts()) }
            }
            Kind::Alibaba { options, table } => {
                Kind::Alibaba { options: *options, table: Masked::new(table.get_ref().handle()?, table.parts()) }
            }
        }))
    }

    /// Removes the positions of the table.
    pub fn clear_table(&mut self) {
        match &mut self.0 {
            Kind::Engine { table, .. } => table.clear(),
            Kind::Alibaba { table, .. } => table.clear(),
        }
    }

    /// Returns the number of positions in the table, and that of its slots.
    #[must_use]
    pub fn fill_and_capacity(&self) -> (u64, u64) {
        match &self.0 {
            Kind::Engine { table, .. } => (table.fill(), table.capacity()),
            Kind::Alibaba { table, .. } => (table.fill(), table.capacity()),
        }
    }

    /// Searches a position to increasing depths up to `depth`. `report` receives each depth, and returns whether to
    /// stop. The search also stops soon after `stop` is set, and before it visits more than `max_nodes` nodes.
    pub fn analyse(
        &mut self,
        position: &Position,
        depth: u8,
        max_nodes: u64,
        stop: &AtomicBool,
        report: Hear<'_>,
    ) -> Analysed {
        let is_over = AtomicBool::new(false);
        let mut nodes = 0;
        let mut hear = |depth: u8, outcome: &Outcome<Move>, line: &[Move]| {
            nodes += outcome.nodes;
            is_over.store(report(depth, outcome.score, line, nodes), Ordering::Relaxed);
        };
        let mut is_stopped = |_| stop.load(Ordering::Relaxed);
        let stops = (Watched::new(&is_over, &mut is_stopped), None);
        let found = self.search(position, (depth, max_nodes), None, stops, &mut hear);
        let statistics = Statistics { fill: self.fill_and_capacity().0, ..found.statistics };
        Analysed { statistics, ..found }
    }

    /// Searches a position, as a thread of a team if there is one, whose number is given.
    pub(super) fn search(
        &mut self,
        position: &Position,
        (depth, max_nodes): (u8, u64),
        team: Option<(&Team, u32)>,
        stops: Stops<'_>,
        hear: HearDepth<'_>,
    ) -> Analysed {
        let mut statistics = Statistics::default();
        let observer = (Some(&mut statistics), stops);
        let (outcome, evaluations) = match &mut self.0 {
            Kind::Engine { techniques, table } => {
                let mut memory = ChessMemory::new(position);
                let member = team.map(|(team, number)| team.member(number, Plain));
                let search = engine::ChessSearch::new(position, &mut memory, table).in_team(member);
                let search = search.observed_by(observer).max_nodes(max_nodes);
                let outcome = if *techniques == Techniques::STANDARD {
                    search.with_techniques(StandardTechniques).deepen(depth, hear)
                } else {
                    search.with_techniques(*techniques).deepen(depth, hear)
                };
                (outcome, Vec::new())
            }
            Kind::Alibaba { options, table } => {
                let alibaba = OfAlibaba { position, table, team, depth, max_nodes, observer, hear };
                if options.options == playing(SearchOptions::PLAIN) {
                    alibaba.search(Playing)
                } else {
                    alibaba.search(*options)
                }
            }
        };
        Analysed { outcome, statistics, evaluations }
    }
}

/// A search of ALIBABA, as a thread of a team if there is one.
struct OfAlibaba<'a, 'w> {
    position: &'a Position,
    table: &'a mut ChessTable,
    team: Option<(&'a Team, u32)>,
    depth: u8,
    max_nodes: u64,
    observer: Observed<'a, 'w>,
    hear: HearDepth<'a>,
}

impl OfAlibaba<'_, '_> {
    /// Searches iteratively, as the printed program does.
    fn search(self, options: impl ChosenOptions) -> (Outcome<Move>, Vec<EvaluationUsage>) {
        let Self { position, table, team, depth, max_nodes, observer, hear } = self;
        let hit_size = HitSize::counting(table.get_ref().scheme().counts_stored_nodes());
        let mut game = Alibaba::new(position.clone()).with_options(options);
        let search = Search::new(&mut game, table).with_options(options).hit_size(hit_size);
        let search = search.observed_by(observer).max_nodes(max_nodes);
        let hear = |iteration: &search::Iteration<Move>, line: &[Move]| hear(iteration.depth, &iteration.outcome, line);
        let outcome = match team {
            None => alibaba::deepen(search, depth, hear),
            Some((team, number)) => alibaba::deepen(search.with_options(team.member(number, options)), depth, hear),
        };
        (outcome, game.evaluation().into_iter().flat_map(Evaluation::usages).collect())
    }
}

/// Called after each depth with its outcome and its principal variation.
pub(super) type HearDepth<'a> = &'a mut dyn FnMut(u8, &Outcome<Move>, &[Move]);
