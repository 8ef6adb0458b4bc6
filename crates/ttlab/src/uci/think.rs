//! The search of `go`: iterative deepening until a limit is reached, with its output.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use alibaba::Playing;
use chess::{Move, Position, perft};
use experiments::help::ErrorWithHelp;
use experiments::parallel::with_helpers;
use search::{ChosenOptions as _, NodeLimit, Outcome, Score, Team};

use super::go::GoLimits;
use super::output::{note, say};
use programs::chess::{Completed, Farthest, Player, PlayerSearch, first_ranked, legal_line};

/// How often a search prints its speed.
const NEWS: Duration = Duration::from_secs(1);
/// The clock does not end a search before so many nodes, which take about a millisecond.
const FIRST: u64 = 1_000;
/// Plies of a perft between two checks for `stop`, which take some milliseconds.
const PERFT_STEP: u32 = 3;

/// Signals from the engine to a running search.
#[derive(Debug, Default)]
pub(super) struct Control {
    stop: AtomicBool,
    /// When the client sent `ponderhit`.
    hit: OnceLock<Instant>,
}

impl Control {
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn ponder_hit(&self) {
        // A second `ponderhit` changes nothing.
        let _ = self.hit.set(Instant::now());
    }
}

/// One search.
#[derive(Debug)]
pub(super) struct UciSearch {
    pub(super) position: Position,
    pub(super) limits: GoLimits,
    /// The number of lines (`MultiPV`).
    pub(super) lines: usize,
    /// Whether a table is in use.
    pub(super) has_table: bool,
    /// The number of threads, if the table is shared.
    pub(super) threads: u32,
    /// When the client sent `go`.
    pub(super) started: Instant,
}

/// What the threads of a search have together besides the table.
struct Together {
    limit: NodeLimit,
    /// The nodes of the helpers so far.
    helped: AtomicU64,
    farthest: Farthest,
}

impl Together {
    fn new(nodes: u64) -> Self {
        Self { limit: NodeLimit::new(nodes), helped: AtomicU64::new(0), farthest: Farthest::default() }
    }

    fn helped(&self) -> u64 {
        self.helped.load(Ordering::Relaxed)
    }
}

/// A root move with its score and its line, which begins with the move.
#[derive(Clone, Debug)]
struct Found {
    score: Score,
    line: Vec<Move>,
}

/// Searches, prints lines, and returns the line with the best move.
///
/// # Errors
///
/// Standard output is closed.
pub(super) fn think(job: &UciSearch, player: &mut Player, control: &Control) -> io::Result<String> {
    let found = job.deepen_together(player, control)?;
    let best = best_move(job, found, player);
    // The records stay for the next search, stamped.
    player.stamp();
    Ok(best)
}

/// Returns the `bestmove` line.
fn best_move(job: &UciSearch, mut found: Vec<Move>, player: &Player) -> String {
    let mut position = job.position.clone();
    let Some(&best) = found.first() else { return "bestmove 0000".to_owned() };
    if found.len() == 1 {
        // The table may know a reply.
        position.play(best);
        found.extend(player.known_move(&position));
    }
    match found.get(1) {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

impl UciSearch {
    /// Returns the time used on the engine's clock; `None` while it ponders.
    fn elapsed(&self, control: &Control) -> Option<Duration> {
        if self.limits.ponder { control.hit.get().map(Instant::elapsed) } else { Some(self.started.elapsed()) }
    }

    /// Returns whether the time is up.
    fn is_late(&self, control: &Control) -> bool {
        self.limits.time.is_some_and(|time| self.elapsed(control).is_some_and(|elapsed| elapsed >= time.most))
    }

    /// Searches with all threads. The others help the one that reports.
    fn deepen_together(&self, player: &mut Player, control: &Control) -> io::Result<Vec<Move>> {
        let program = player.program();
        let team = programs::chess::team(program, program.parallel());
        let all = Together::new(self.limits.nodes);
        let others: Vec<Player> = (1..self.threads).filter_map(|_| player.another(&self.position)).collect();
        if others.is_empty() {
            return self.deepen(player, control, None, &all);
        }
        let help = |(number, mut player)| self.help(number, &mut player, &team, control, &all);
        let lead = |started: io::Result<()>| {
            if let Err(error) = started {
                note(&ErrorWithHelp::of(&error.into()).on_one_line())?;
            }
            self.deepen(player, control, Some(&team), &all)
        };
        with_helpers((1..).zip(others), help, || team.stop(), lead).0
    }

    /// Searches until the team is stopped, or to the last depth, and then stops the team.
    fn help(&self, number: u32, player: &mut Player, team: &Team, control: &Control, all: &Together) {
        let mut before = 0;
        let mut beat = |nodes: u64| {
            all.helped.fetch_add(nodes - before, Ordering::Relaxed);
            before = nodes;
            // With more threads than cores, the leader may not be running.
            if self.is_late(control) {
                team.stop();
            }
            false
        };
        let member = team.member(number, Playing);
        let stops = (&control.stop, &mut beat as &mut dyn FnMut(u64) -> bool);
        let mut search = player.search(&self.position, Some(member), &all.limit, stops, self.is_exact());
        search.set_root_moves(self.limits.moves.clone());
        let (mut depth, mut expected) = (0, None);
        while depth < self.limits.depth {
            depth = member.next_depth(depth).min(self.limits.depth);
            let outcome = search.iteration(depth, expected);
            if outcome.stopped {
                return;
            }
            expected = Some(outcome.score);
            if let Some(best) = outcome.best {
                let line = line_of(&self.position, best, search.line());
                all.farthest.add(Completed { depth, outcome, line });
            }
        }
        if self.may_take_over() {
            team.stop();
        }
    }

    /// Returns whether the result of a helper can replace that of the leader.
    fn may_take_over(&self) -> bool {
        self.lines == 1 && self.limits.mate.is_none()
    }

    /// Searches with increasing depth and returns the best line, which is empty if there is no legal move.
    fn deepen(
        &self,
        player: &mut Player,
        control: &Control,
        team: Option<&Team>,
        all: &Together,
    ) -> io::Result<Vec<Move>> {
        let legal = self.position.legal_moves();
        if legal.is_empty() {
            say(if self.position.in_check() { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" })?;
            return Ok(Vec::new());
        }
        let moves = self.limits.moves.as_ref().unwrap_or(&legal);
        let at_once = player.known_move(&self.position).filter(|mv| moves.contains(mv));
        let at_once = at_once.unwrap_or_else(|| first_ranked(&self.position, moves));
        let mut watch = Watch { job: self, control, news: NEWS };
        let mut beat = |nodes| watch.is_over(nodes + all.helped());
        let member = team.map(|team| team.member(0, Playing));
        let stops = (&control.stop, &mut beat as &mut dyn FnMut(u64) -> bool);
        let mut search = player.search(&self.position, member, &all.limit, stops, self.is_exact());
        search.set_root_moves(self.limits.moves.clone());
        let (mut own_nodes, mut nodes, mut stability) = (0, 0, Stability::default());
        let mut found: Vec<Found> = Vec::new();
        for depth in 1..=self.limits.depth {
            // Tell the others.
            if let Some(member) = member {
                member.next_depth(depth - 1);
            }
            let mut lines: Vec<Found> = Vec::new();
            for number in 0..self.lines.min(moves.len()) {
                if number > 0 {
                    // Search the moves that have no line yet.
                    let left = moves.iter().filter(|&&mv| lines.iter().all(|found| found.line[0] != mv));
                    search.set_root_moves(Some(left.copied().collect()));
                }
                let expected = found.get(number).map(|before| before.score);
                let outcome = search.iteration(depth, expected);
                own_nodes += outcome.nodes;
                nodes = own_nodes + all.helped();
                if let Some(best) = outcome.best
                    && (!outcome.stopped || found.is_empty() && number == 0)
                {
                    lines.push(Found { score: outcome.score, line: line_of(&self.position, best, search.line()) });
                }
                if outcome.stopped {
                    // Use an interrupted iteration only if no other is finished.
                    if let (true, Some(first)) = (found.is_empty(), lines.first()) {
                        self.report(depth, None, first, " lowerbound", nodes, &search)?;
                        return Ok(lines.swap_remove(0).line);
                    }
                    let line = found.into_iter().next().map_or_else(|| vec![at_once], |best| best.line);
                    let line = self.interrupted(depth, &outcome, line, nodes, &search)?;
                    return self.farthest(depth - 1, line, nodes, &search, all);
                }
            }
            lines.sort_by_key(|found| std::cmp::Reverse(found.score));
            for (number, line) in lines.iter().enumerate() {
                self.report(depth, Some(number).filter(|_| self.lines > 1), line, "", nodes, &search)?;
            }
            found = lines;
            search.set_root_moves(self.limits.moves.clone());
            if self.has_enough(depth, &found[0], moves.len(), control, &search, &mut stability) {
                return self.farthest(depth, found.swap_remove(0).line, nodes, &search, all);
            }
        }
        Ok(found.into_iter().next().map_or_else(|| vec![at_once], |best| best.line))
    }

    /// Returns the line of an interrupted iteration if it has found a better move than the last complete one, and
    /// otherwise that one's `line`.
    fn interrupted(
        &self,
        depth: u8,
        outcome: &Outcome<Move>,
        line: Vec<Move>,
        nodes: u64,
        search: &PlayerSearch<'_>,
    ) -> io::Result<Vec<Move>> {
        let better = outcome.best.filter(|&best| line.first() != Some(&best));
        let Some(best) = better.filter(|_| search.starts_with_the_best() && self.may_take_over()) else {
            return Ok(line);
        };
        let found = Found { score: outcome.score, line: line_of(&self.position, best, search.line()) };
        // Clients read the line of a move from a line with a score that is not marked as a bound.
        self.report(depth, None, &found, "", nodes, search)?;
        Ok(found.line)
    }

    /// Returns the line of a helper that has completed a search beyond this depth, or else the given one.
    fn farthest(
        &self,
        depth: u8,
        line: Vec<Move>,
        nodes: u64,
        search: &PlayerSearch<'_>,
        all: &Together,
    ) -> io::Result<Vec<Move>> {
        let Some(Completed { depth, outcome, line }) = all.farthest.beyond(depth).filter(|_| self.may_take_over())
        else {
            return Ok(line);
        };
        let found = Found { score: outcome.score, line };
        self.report(depth, None, &found, "", nodes, search)?;
        Ok(found.line)
    }

    /// Returns whether the search ends without another iteration.
    fn has_enough(
        &self,
        depth: u8,
        found: &Found,
        moves: usize,
        control: &Control,
        search: &PlayerSearch<'_>,
        stability: &mut Stability,
    ) -> bool {
        let mate = search.mate_in(found.score, depth).filter(|mate| 2 * mate.unsigned_abs() <= u32::from(depth) + 1);
        if let (Some(wanted), Some(mate)) = (self.limits.mate, mate) {
            return mate > 0 && mate as u32 <= wanted;
        }
        stability.add(found.line[0]);
        let Some(enough) = self.limits.time.and_then(|time| time.enough) else { return false };
        let enough = match search.effort(found.line[0]) {
            Some(effort) if depth > 6 => enough.mul_f64(stability.factor() * (1.5 - effort) * 1.35),
            _ => enough,
        };
        moves == 1 || mate.is_some() || self.elapsed(control).is_some_and(|elapsed| elapsed >= enough)
    }

    /// Returns whether the search must not overlook a mate.
    fn is_exact(&self) -> bool {
        self.limits.mate.is_some()
    }

    /// Prints an `info` line.
    fn report(
        &self,
        depth: u8,
        number: Option<usize>,
        found: &Found,
        bound: &str,
        nodes: u64,
        search: &PlayerSearch<'_>,
    ) -> io::Result<()> {
        let number = number.map_or_else(String::new, |number| format!(" multipv {}", number + 1));
        // A mate that only the table knows is shown as an advantage of about 300 pawns.
        let score = match search.mate_in(found.score, depth) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", found.score),
        };
        let hash = if self.has_table { format!(" hashfull {}", search.hashfull()) } else { String::new() };
        let line = spaced(&found.line);
        let speed = self.speed(nodes);
        let deepest = search.deepest().map_or_else(String::new, |ply| format!(" seldepth {ply}"));
        say(&format!("info depth {depth}{number}{deepest} score {score}{bound} {speed}{hash} pv{line}"))
    }

    /// Returns nodes, nodes per second and time.
    fn speed(&self, nodes: u64) -> String {
        let elapsed = self.started.elapsed();
        let per_second = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        format!("nodes {nodes} nps {per_second} time {}", elapsed.as_millis())
    }
}

/// Returns the moves with a space before each.
fn spaced(line: &[Move]) -> String {
    line.iter().map(|mv| format!(" {mv}")).collect()
}

/// Returns the legal part of `line`, or `best` if it begins with another move.
fn line_of(start: &Position, best: Move, line: &[Move]) -> Vec<Move> {
    let line = if line.first() == Some(&best) { line } else { &[best] };
    legal_line(start, line).map(|(_, mv)| mv).collect()
}

/// For how many iterations the best move has been the same.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    iterations: u32,
}

impl Stability {
    fn add(&mut self, best: Move) {
        self.iterations = if self.best == Some(best) { self.iterations + 1 } else { 0 };
        self.best = Some(best);
    }

    /// Returns the factor of the time that a move takes: a move that stays the best one needs less.
    fn factor(&self) -> f64 {
        1.25 - 0.1 * f64::from(self.iterations.min(5))
    }
}

/// Checks the clock and prints the speed.
struct Watch<'a> {
    job: &'a UciSearch,
    control: &'a Control,
    /// When to print next.
    news: Duration,
}

impl Watch<'_> {
    /// Returns whether the search must stop after `nodes` nodes.
    fn is_over(&mut self, nodes: u64) -> bool {
        // A client expects a score with every move. On a busy machine, the clock may run out before the first ply ends.
        let mut is_over = nodes >= FIRST && self.job.is_late(self.control);
        if self.job.started.elapsed() >= self.news {
            self.news += NEWS;
            // Without a reader the search is pointless.
            is_over |= say(&format!("info {}", self.job.speed(nodes))).is_err();
        }
        is_over
    }
}

/// Counts the leaves `depth` plies below each move, prints them, and returns the line with their sum.
///
/// # Errors
///
/// Standard output is closed.
pub(super) fn divide(mut position: Position, depth: u32, control: &Control) -> io::Result<String> {
    let mut all = 0;
    for mv in position.legal_moves() {
        let undo = position.play(mv);
        let leaves = count(&mut position, depth - 1, control);
        position.undo(mv, undo);
        let Some(leaves) = leaves else { return Ok("info string perft was stopped".to_owned()) };
        all += leaves;
        say(&format!("{mv}: {leaves}"))?;
    }
    Ok(format!("\nNodes searched: {all}\n"))
}

/// Returns the leaves `depth` plies below `position`; `None` if the count was stopped.
fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if control.stopped() {
        return None;
    }
    if depth <= PERFT_STEP {
        return Some(perft(position, depth, false));
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let undo = position.play(mv);
        let below = count(position, depth - 1, control);
        position.undo(mv, undo);
        leaves += below?;
    }
    Some(leaves)
}

#[cfg(test)]
mod tests {
    use programs::chess::Program;
    use search::Parallel;

    use super::*;
    use crate::uci::clock::{Clock, Time};
    use crate::uci::go::{self, Go};
    use crate::uci::options::Settings;

    #[test]
    fn every_thread_stops_all_when_the_time_is_up() {
        let position = Position::start();
        let (Go::Search(limits), _) = go::read("infinite", &position, Duration::ZERO, &mut Clock::default()) else {
            panic!("no search");
        };
        let time = Some(Time { most: Duration::ZERO, enough: None });
        let limits = GoLimits { time, ..limits };
        let job = UciSearch { position, limits, lines: 1, has_table: true, threads: 2, started: Instant::now() };
        let team = programs::chess::team(Program::Best, Parallel::Abdada);
        let all = Together::new(u64::MAX);
        let mut player = Settings::default().player(&job.position).unwrap();
        job.help(1, &mut player, &team, &Control::default(), &all);
        assert!(team.is_stopped());
    }
}
