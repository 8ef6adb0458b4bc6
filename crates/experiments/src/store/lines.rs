//! Rows as lines of text, which people and git can compare: the form in which this repository keeps recorded rows.
//!
//! ```text
//! # rows of ttlab 1: ...
//! run 6 2720285372 64.36 ["2026-11-21 21:22:28","ttlab sweep thesis-fig-2.8",null,"AMD EPYC, 2 cores",null]
//! signature chess plain deep 6092580857134531434
//! chess set=vsb-1994 game=1 depth=3 between=stamp line=1
//!  deep 8K all 1975 0.00335 ,,,286,101,493,176,22,1,,,,,253,77,,147,-2 3: 3736,3076,[..] 53,39,[..] f2f4,e1f1,[..]
//! ```
//!
//! A line of the journal has cells, nodes, seconds, and the other columns of `runs` as JSON. A signature is that of a
//! solver with the options of the search, the [programs](crate::GameCell::programs) that the cell names, and a
//! scheme. A line that begins with a blank is a cell. The line above the cells is the beginning of their text, up to
//! the scheme. Their fields are the scheme, the positions of the table (`-` without one), its parts, the seed, the
//! seconds in three digits, and the counts: the nodes, the winner (1 or 2), those of `counts`, and those of
//! `interior_counts` if the row has them. A count is empty if it is what it usually is, which `usual` returns, and a
//! number with a sign is the difference from that, if this is shorter. Then come the searches, if positions were
//! searched: the depth of each, or the depths from 1 on (`1-8:`), and their nodes, scores and best moves; or
//! `played:` and the counts of games, if games were played. A line that begins with two blanks has the examined
//! searches of the cell above.
//!
//! A line depends on its cell alone, and lines are sorted: other rows change no line, and the same rows are the same
//! text on every machine.
//!
//! Packed databases added 5 to 9 MB to the repository with each new version, and git cannot show their differences. The
//! text is less than a third as large when compressed, and is read in half the time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::{FromStr, Split};

use anyhow::{Context, Result, anyhow, bail, ensure};
use programs::Audit;
use schemes::{Positions, Scheme};

use super::{Run, Signed};
use crate::cell::{check_size, parts_name, read_parts, scheme_name};
use crate::row::{
    Ending, Examined, InteriorNodes, PLAYED_COUNTS, PlayedPairs, Searched, Statistics, Winner, played, statistics,
};
use crate::{Cell, Row, scheme_list};

/// The beginning of a text of rows.
pub(super) const MAGIC: &str = "# rows of ttlab 1";

/// The first line.
const HEAD: &str = "# rows of ttlab 1: `ttlab merge THIS -o FILE.sqlite` makes a database of them, \
                    `ttlab export --lines` writes such a file";

/// The rows and the journal of a text.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) rows: Vec<Signed>,
    pub(super) runs: Vec<Run>,
}

/// What comes before the counts of games.
pub(super) const PLAYED: &str = "played:";

/// What a count means, and what it usually is: an empty field stands for that.
pub(super) struct Count {
    pub(super) name: &'static str,
    /// A sum of counts that come before it, as in `a + b - c`; `deepest` is the sum of the nodes of the last depth of
    /// each position.
    pub(super) usual: &'static str,
    pub(super) meaning: &'static str,
}

const fn count(name: &'static str, usual: &'static str, meaning: &'static str) -> Count {
    Count { name, usual, meaning }
}

/// The counts of a line, in order. [`usual`] computes what the schema says that they usually are.
pub(super) const COUNTS: [Count; 13] = [
    count("nodes", "deepest", "nodes visited, including the root and table hits; the limit if the search was stopped"),
    count("winner", "0", "who wins a board; null if it was not solved"),
    count("look_ups", "nodes", "positions that were looked up"),
    count("hits", "0", "look-ups that found the position"),
    count("cutoffs", "0", "hits that ended the search of the position"),
    count("fresh", "0", "positions stored in an empty slot"),
    count("same", "0", "positions stored over an older result of the same position"),
    count("replaced", "0", "positions stored over another position"),
    count("kept", "0", "positions not stored, because the scheme kept the residents"),
    count("demoted", "0", "positions stored in the first slot, whose resident moved to the second slot"),
    count("collisions", "replaced + kept", "stores by which a position was lost"),
    count("fill", "fresh", "positions in the table at the end"),
    count("guided", "0", "nodes not found in the table and searched first along the line of an ancestor"),
];

/// The counts of nodes above the horizon, in the order of a line.
pub(super) const INTERIOR: [Count; 5] = [
    count("interior_hits", "hits", "nodes above the horizon that were in the table"),
    count("interior_cutoffs", "cutoffs", "nodes above the horizon that a score from the table ended"),
    count(
        "interior",
        "interior_cutoffs + fresh + same + replaced + kept + demoted",
        "nodes above the horizon: with a depth of at least one ply, and looked up",
    ),
    count("table_moves", "0", "nodes above the horizon that the table's move ended"),
    count("generated", "interior - interior_cutoffs - table_moves", "nodes whose moves were generated"),
];

/// Returns rows and a journal as text.
///
/// # Errors
///
/// Rows of one solver and one scheme have different signatures, or what they say does not fit the form.
pub fn write_lines(rows: &[Signed], runs: &[Run]) -> Result<String> {
    let mut text = format!("{HEAD}\n");
    for Run { started, command, commit, machine, cells, nodes, seconds, id } in runs {
        let texts = serde_json::to_string(&(started, command, commit, machine, id))?;
        writeln!(text, "run {cells} {nodes} {seconds} {texts}")?;
    }
    let mut signatures = BTreeMap::new();
    let mut cells = BTreeMap::new();
    for Signed { signature, row } in rows {
        let whole = row.cell.to_string();
        let (group, _) = whole.split_once(" scheme=").context("a cell without a scheme")?;
        let solver = group.split(' ').next().unwrap_or_default().to_owned();
        let (search, scheme) = (search_and_programs(&row.cell), scheme_name(row.cell.scheme));
        let known = signatures.insert((solver, search, scheme), *signature);
        ensure!(known.is_none_or(|known| known == *signature), "{whole} is of another version than other rows");
        let key = (scheme, row.cell.positions.map(Positions::get), parts_name(row.cell.parts), row.cell.seed);
        cells.entry(group.to_owned()).or_insert_with(BTreeMap::new).insert(key, row);
    }
    for ((solver, search, scheme), signature) in signatures {
        writeln!(text, "signature {solver} {search} {scheme} {signature}")?;
    }
    for (group, cells) in cells {
        writeln!(text, "{group}")?;
        for ((scheme, _, parts, seed), row) in cells {
            let positions = row.cell.positions.map_or_else(|| "-".to_owned(), |positions| positions.to_string());
            write!(text, " {scheme} {positions} {parts} {seed} {}", rounded(row.seconds))?;
            write_counts(&mut text, row)?;
            if let Some(counts) = row.played_counts() {
                write!(text, " {PLAYED} {}", joined(&counts, |count| *count))?;
            }
            write_searches(&mut text, row).with_context(|| row.cell.to_string())?;
            text.push('\n');
            write_examined(&mut text, &row.examined)?;
        }
    }
    Ok(text)
}

/// Returns the options of the search, and after a slash the programs that the cell names, if it names some.
fn search_and_programs(cell: &Cell) -> String {
    let (search, programs) = (cell.search, cell.game.programs());
    if programs.is_empty() { search.to_string() } else { format!("{search}/{programs}") }
}

/// Returns seconds in three digits.
fn rounded(seconds: f64) -> f64 {
    format!("{seconds:.2e}").parse().unwrap_or(seconds)
}

/// Returns the counts of a row after the nodes and the winner.
fn counts(row: &Row) -> [u64; 11] {
    let mut counts = [row.guided; 11];
    counts[..10].copy_from_slice(&row.table_counts());
    counts
}

/// Returns what a count usually is, given the nodes and the counts before it: of [`counts`], or 0.
pub(super) fn usual(i: usize, nodes: u64, before: &[u64]) -> u64 {
    match i {
        0 => nodes,
        // A position is lost when it is replaced or not stored.
        8 => before[5].saturating_add(before[6]),
        // Each fresh position filled a slot.
        9 => before[3],
        _ => 0,
    }
}

/// Returns the counts of nodes above the horizon, in the order of a line.
fn interior_counts(interior: InteriorNodes) -> [u64; 5] {
    let InteriorNodes { nodes, hits, cutoffs, table_moves, generated } = interior;
    [hits, cutoffs, nodes, table_moves, generated]
}

/// As [`usual`], for the nodes above the horizon.
pub(super) fn usual_interior(i: usize, statistics: &Statistics, before: &[u64]) -> u64 {
    let Statistics { hits, cutoffs, fresh, same, replaced, kept, demoted, .. } = *statistics;
    match i {
        0 => hits,
        1 => cutoffs,
        // Those that are not cut off are stored.
        2 => [before[1], fresh, same, replaced, kept, demoted].into_iter().fold(0, u64::saturating_add),
        // Those that neither a score nor the table's move ended.
        4 => before[2].saturating_sub(before[1]).saturating_sub(before[3]),
        _ => 0,
    }
}

/// Returns the nodes of the deepest searches.
fn nodes_of(searches: &[Searched]) -> u64 {
    let is_deepest =
        |(i, search): &(usize, &Searched)| searches.get(i + 1).is_none_or(|next| next.position != search.position);
    searches.iter().enumerate().filter(is_deepest).map(|(_, search)| search.nodes).sum()
}

fn write_counts(text: &mut String, row: &Row) -> Result<()> {
    let mut separator = ' ';
    let mut count = |count: u64, usual: Option<u64>| {
        text.push(separator);
        separator = ',';
        let Some(usual) = usual else { return write!(text, "{count}") };
        let (number, difference) = (count.to_string(), format!("{:+}", i128::from(count) - i128::from(usual)));
        match count == usual {
            true => Ok(()),
            false if difference.len() < number.len() => text.write_str(&difference),
            false => text.write_str(&number),
        }
    };
    count(row.nodes, Some(row.searches()).filter(|searches| !searches.is_empty()).map(nodes_of))?;
    let winner = row.winner().map_or(0, |winner| if winner == Winner::First { 1 } else { 2 });
    count(winner, Some(0))?;
    let counts = counts(row);
    for (i, &number) in counts.iter().enumerate() {
        count(number, Some(usual(i, row.nodes, &counts)))?;
    }
    if let Some(interior) = row.interior {
        let counts = interior_counts(interior);
        for (i, &number) in counts.iter().enumerate() {
            count(number, Some(usual_interior(i, &row.statistics, &counts)))?;
        }
    }
    Ok(())
}

fn write_searches(text: &mut String, row: &Row) -> Result<()> {
    let searches = row.searches();
    let Some(last) = searches.last() else { return Ok(()) };
    let first = searches[0].depth;
    let depths = if first == last.depth { first..=first } else { 1..=last.depth };
    let expected = (0..=last.position).flat_map(|position| depths.clone().map(move |depth| (position, depth)));
    let is_regular = searches.iter().map(|search| (search.position, search.depth)).eq(expected);
    ensure!(is_regular, "the searches are not of all positions to the same depths");
    let range = if first == last.depth { first.to_string() } else { format!("1-{}", last.depth) };
    let [nodes, scores] = [joined(searches, |search| search.nodes), joined(searches, |search| search.score)];
    write!(text, " {range}: {nodes} {scores}")?;
    if searches.iter().any(|search| search.best.is_some()) {
        let best = |search: &Searched| search.best.map(|best| best.to_string()).unwrap_or_default();
        write!(text, " {}", joined(searches, best))?;
    }
    Ok(())
}

fn joined<T, D: ToString>(items: &[T], field: impl Fn(&T) -> D) -> String {
    items.iter().map(|item| field(item).to_string()).collect::<Vec<_>>().join(",")
}

fn write_examined(text: &mut String, examined: &[Examined]) -> Result<()> {
    if examined.is_empty() {
        return Ok(());
    }
    text.push(' ');
    for Examined { position, depth, score, best, audit, injected } in examined {
        let Audit { type_1_errors, collisions, positions, absent_probes, residents } = audit;
        let best = best.as_deref().unwrap_or_default();
        ensure!(!best.contains([' ', ',', '\n']), "the move `{best}` has a blank or a comma");
        write!(text, " {position},{depth},{score},{best},{type_1_errors},{collisions},{positions},{absent_probes}")?;
        write!(text, ",{residents},{injected}")?;
    }
    text.push('\n');
    Ok(())
}

impl Lines {
    /// Reads what [`write_lines`] wrote.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut reader = Reader::default();
        for (number, line) in text.lines().enumerate() {
            reader.read(line).with_context(|| format!("line {}", number + 1))?;
        }
        Ok(Self { rows: reader.rows, runs: reader.runs })
    }
}

/// What was read so far.
#[derive(Default)]
struct Reader<'a> {
    rows: Vec<Signed>,
    runs: Vec<Run>,
    /// The signature of each solver with options of the search and a scheme, and the scheme.
    signatures: BTreeMap<(&'a str, &'a str, &'a str), (u64, Option<Scheme>)>,
    /// The names of the solver, and of the options of the search and the programs, and a cell with all of these.
    group: Option<(&'a str, String, Cell)>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: &'a str) -> Result<()> {
        if let Some(examined) = line.strip_prefix("  ") {
            let Signed { row, .. } = self.rows.last_mut().context("examined searches without a cell")?;
            row.examined = examined.split(' ').map(read_examined).collect::<Result<_>>()?;
        } else if let Some(cell) = line.strip_prefix(' ') {
            let row = self.cell(cell)?;
            self.rows.push(row);
        } else if let Some(run) = line.strip_prefix("run ") {
            let mut fields = Fields(run.splitn(4, ' '));
            let (cells, nodes, seconds) = (fields.number()?, fields.number()?, fields.number()?);
            let (started, command, commit, machine, id) = serde_json::from_str(fields.text()?)?;
            self.runs.push(Run { started, command, commit, machine, cells, nodes, seconds, id });
        } else if let Some(signature) = line.strip_prefix("signature ") {
            let mut fields = Fields::of(signature);
            let (solver, search, name) = (fields.text()?, fields.text()?, fields.text()?);
            // This program may not have the scheme.
            self.signatures.insert((solver, search, name), (fields.number()?, scheme_list::stored(name)));
        } else if !line.starts_with('#') {
            let cell = Cell::stored(&format!("{line} scheme=none parts=all seed=0"))?;
            self.group = Some((line.split(' ').next().unwrap_or_default(), search_and_programs(&cell), cell));
        }
        Ok(())
    }

    fn cell(&self, line: &str) -> Result<Signed> {
        let (solver, search, group) = self.group.as_ref().context("a cell without the beginning of its text")?;
        let mut fields = Fields::of(line);
        let name = fields.text()?;
        let known = self.signatures.get(&(*solver, search.as_str(), name));
        let &(signature, scheme) = known.with_context(|| format!("no signature of {solver} {search} {name}"))?;
        let positions = Some(fields.text()?).filter(|&positions| positions != "-");
        let (positions, parts) = (positions.map(exact::<Positions>).transpose()?, fields.text()?);
        if let Some((scheme, positions)) = scheme.zip(positions) {
            check_size(scheme, positions)?;
        }
        let (seed, seconds) = (fields.number()?, fields.number()?);
        let cell = Cell { scheme, positions, parts: read_parts(parts)?, seed, ..group.clone() };
        ensure!(parts_name(cell.parts) == parts, "invalid parts `{parts}`");
        let counts = fields.text()?;
        let next = fields.0.clone().next();
        let games = next.filter(|&next| next == PLAYED).map(|_| read_played(&mut fields)).transpose()?;
        let searches = next.filter(|&next| next != PLAYED).map(|_| read_searches(&mut fields)).transpose()?;
        let (mut row, winner) = read_counts(cell, seconds, counts, searches.as_deref())?;
        let games = games.map(Ending::Played);
        row.ending = games.or(searches.map(Ending::Searched)).unwrap_or_else(|| winner.into());
        ensure!(fields.0.next().is_none(), "unexpected field at the end");
        Ok(Signed { signature: crate::signature::current(&row.cell, signature), row })
    }
}

/// The fields of a line.
struct Fields<I>(I);

impl<'a> Fields<Split<'a, char>> {
    fn of(line: &'a str) -> Self {
        Self(line.split(' '))
    }
}

impl<'a, I: Iterator<Item = &'a str>> Fields<I> {
    fn text(&mut self) -> Result<&'a str> {
        self.0.next().context("missing field")
    }

    fn number<T: FromStr>(&mut self) -> Result<T> {
        number(self.text()?)
    }
}

/// Reads a value that has only one text.
fn exact<T: FromStr + ToString>(text: &str) -> Result<T> {
    let value: T = number(text)?;
    ensure!(value.to_string() == text, "invalid size `{text}`");
    Ok(value)
}

fn number<T: FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| anyhow!("invalid number `{text}`"))
}

/// Returns a row without its ending, and the winner.
fn read_counts(cell: Cell, seconds: f64, text: &str, searches: Option<&[Searched]>) -> Result<(Row, Option<Winner>)> {
    let mut fields = text.split(',');
    let mut count = |usual: Option<u64>| match (fields.next().context("missing count")?, usual) {
        ("", Some(usual)) => Ok(usual),
        (difference, Some(usual)) if difference.starts_with(['+', '-']) => {
            usual.checked_add_signed(number(difference)?).with_context(|| format!("invalid difference {difference}"))
        }
        (count, _) => number(count),
    };
    let nodes = count(searches.map(nodes_of))?;
    let winner = match count(Some(0))? {
        0 => None,
        1 => Some(Winner::First),
        2 => Some(Winner::Second),
        other => bail!("invalid winner {other}"),
    };
    let mut counts = [0; 11];
    for i in 0..counts.len() {
        counts[i] = count(Some(usual(i, nodes, &counts)))?;
    }
    let [table @ .., guided] = counts;
    let statistics = statistics(table);
    let mut interior = None;
    if text.bytes().filter(|&byte| byte == b',').count() > counts.len() + 1 {
        let mut counts = [0; 5];
        for i in 0..counts.len() {
            counts[i] = count(Some(usual_interior(i, &statistics, &counts)))?;
        }
        let [hits, cutoffs, nodes, table_moves, generated] = counts;
        interior = Some(InteriorNodes { nodes, hits, cutoffs, table_moves, generated });
    }
    ensure!(fields.next().is_none(), "too many counts");
    let (ending, examined) = (Ending::Stopped, Vec::new());
    Ok((Row { cell, nodes, ending, statistics, guided, interior, examined, seconds }, winner))
}

fn read_searches(fields: &mut Fields<Split<'_, char>>) -> Result<Vec<Searched>> {
    let depths = fields.text()?.strip_suffix(':').context("missing depths of the searches")?;
    let depths = match depths.strip_prefix("1-") {
        Some(last) => 1..=number(last)?,
        None => number(depths)?..=number(depths)?,
    };
    let of_position = usize::from(depths.end() - depths.start()) + 1;
    let (nodes, scores) = (fields.text()?, fields.text()?);
    let mut best = fields.0.next().map(|best| best.split(','));
    let mut scores = scores.split(',');
    let mut searches = Vec::new();
    for (i, nodes) in nodes.split(',').enumerate() {
        let best = match &mut best {
            Some(best) => best.next().context("too few best moves")?,
            None => "",
        };
        searches.push(Searched {
            position: u16::try_from(i / of_position)?,
            depth: depths.start() + (i % of_position) as u8,
            nodes: number(nodes)?,
            score: number(scores.next().context("too few scores")?)?,
            best: if best.is_empty() { None } else { Some(number(best)?) },
        });
    }
    let is_over = scores.next().is_none() && best.is_none_or(|mut best| best.next().is_none());
    ensure!(is_over && searches.len() % of_position == 0, "the numbers of nodes, scores and moves differ");
    Ok(searches)
}

/// Reads the counts of games.
fn read_played(fields: &mut Fields<Split<'_, char>>) -> Result<PlayedPairs> {
    let (_, counts) = (fields.text()?, fields.text()?);
    let counts = counts.split(',').map(number).collect::<Result<Vec<u64>>>()?;
    Ok(played(counts.try_into().map_err(|_| anyhow!("expected {} counts of games", PLAYED_COUNTS.len()))?))
}

fn read_examined(text: &str) -> Result<Examined> {
    let mut fields = Fields(text.split(','));
    Ok(Examined {
        position: fields.number()?,
        depth: fields.number()?,
        score: fields.number()?,
        best: Some(fields.text()?).filter(|best| !best.is_empty()).map(str::to_owned),
        audit: Audit {
            type_1_errors: fields.number()?,
            collisions: fields.number()?,
            positions: fields.number()?,
            absent_probes: fields.number()?,
            residents: fields.number()?,
        },
        injected: fields.number()?,
    })
}
