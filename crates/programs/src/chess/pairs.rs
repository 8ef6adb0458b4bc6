//! Pairs of games of chess between two searches, as a job.

use chess::{Colour, Keys};
use tt::{Key, TableError};

use super::random_opening;
use super::versus::{MatchSide, Opening, Referee, play};
use crate::Error;
use crate::job::Measurable;
use crate::played::{PlayedPairs, Work};
use crate::task::{MeasuredTable, Task};
use crate::watched::{Ending, JobResult, Nodes};

/// Some pairs of a match between two sides, whose tables the sides have themselves. It has no options.
///
/// A pair depends on the sides, the seed and its number, and not on other pairs: a match can be divided.
///
/// ```
/// use programs::chess::MatchJob;
/// use programs::chess::versus::{MatchSide, SideProgram};
/// use programs::{Nodes, SearchOptions, run};
///
/// let program = SideProgram::Engine(engine::Techniques::STANDARD);
/// let scheme = Some("depth-4+age-8".parse()?);
/// let side = MatchSide { program, scheme, size: "16KiB".parse()?, nodes: 50, forgets: false };
/// let job = MatchJob { sides: [side, MatchSide { nodes: 40, ..side }], seed: 1, first: 7, pairs: 1 };
/// let measured = run(&job.into(), None, SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0)?;
/// let played = measured.ending.played().expect("there is no limit");
/// assert_eq!(played.counts.iter().sum::<u64>(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchJob {
    /// Both sides. The results are those of the first one, which has White in the first game of a pair.
    pub sides: [MatchSide; 2],
    /// The seed of the random openings and of the keys.
    pub seed: u64,
    /// The number of the first pair, from 0.
    pub first: u64,
    /// How many pairs are played.
    pub pairs: u64,
}

impl MatchJob {
    /// Plays the pairs, unless they may take more than `max_nodes` nodes.
    fn play(&self, max_nodes: u64, reported: &Nodes) -> Result<JobResult, TableError> {
        let [first, second] = &self.sides;
        let most = first.nodes.max(second.nodes);
        let mut limit = GameLimit { left: max_nodes, most, reported };
        let mut played = PlayedPairs::default();
        for number in self.first..self.first + self.pairs {
            let opening = opening_of_pair(self.seed, number)?;
            let mut half_points = 0;
            for colour in [Colour::White, Colour::Black] {
                let sides = if colour == Colour::White { [first, second] } else { [second, first] };
                let Some(game) = play(&opening, sides, &mut limit)? else { return Ok(JobResult::stopped(max_nodes)) };
                half_points += game.end.half_points(colour);
                for (work, colour) in played.work.iter_mut().zip([colour, !colour]) {
                    *work += game.work[colour as usize];
                }
            }
            played.counts[half_points] += 1;
        }
        let nodes = played.work.iter().map(|work| work.nodes).sum();
        Ok(JobResult { nodes, ending: Ending::Played(played), best: None })
    }
}

impl Measurable for MatchJob {
    fn with_table(&self, task: &mut Task<'_>, _: MeasuredTable) -> Result<JobResult, Error> {
        self.without_table(task)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let max_nodes = task.max_nodes;
        Ok(task.timed(|watch| self.play(max_nodes, watch.1.reported()))?)
    }

    fn has_options(&self) -> bool {
        false
    }
}

/// Ends games before their searches visit too many nodes, and reports the nodes.
struct GameLimit<'a> {
    left: u64,
    /// The most nodes of a move.
    most: u64,
    reported: &'a Nodes,
}

impl Referee for GameLimit<'_> {
    fn begins_move(&mut self) -> bool {
        self.left >= self.most
    }

    fn moved(&mut self, work: Work) {
        self.left = self.left.saturating_sub(work.nodes);
        self.reported.add(work.nodes);
    }
}

/// Returns the random opening of a pair of a match with this seed. Its keys are those of the pair.
///
/// ```
/// use programs::chess::opening_of_pair;
///
/// let [one, other] = [0, 1].map(|number| opening_of_pair(1970, number).expect("a small table is allocated"));
/// assert_ne!(one.moves, other.moves);
/// ```
///
/// # Errors
///
/// The table of a search cannot be allocated.
pub fn opening_of_pair(seed: u64, number: u64) -> Result<Opening, TableError> {
    random_opening(seed_of_pair(seed, number), keys_of_pair(seed, number))
}

/// Returns the keys of both games of a pair of a match with this seed.
///
/// ```
/// use programs::chess::keys_of_pair;
///
/// assert_ne!(keys_of_pair(1970, 0).seed(), keys_of_pair(1970, 1).seed());
/// ```
#[must_use]
pub fn keys_of_pair(seed: u64, number: u64) -> Keys {
    Keys::new(Key::mixed(!seed_of_pair(seed, number)).0)
}

fn seed_of_pair(seed: u64, number: u64) -> u64 {
    Key::mixed(seed).0.wrapping_add(number)
}
