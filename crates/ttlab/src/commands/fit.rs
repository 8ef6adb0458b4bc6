//! `ttlab fit`: looks for the readings that reproduce printed numbers.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};
use schemars::JsonSchema;
use schemes::Scheme;
use serde::Serialize;

use ::report::groups::forensics::{Fit, can_choose, fits, is_printed, printed_depths};
use experiments::cell::without_effect;
use experiments::definition::Part;
use experiments::help::with_help;
use experiments::plan::{Filter, Options};
use experiments::readings::{QUESTIONS, Question, Reading, Readings};
use experiments::sweep::Sweep;
use experiments::text::counted;
use experiments::{Definition, GameKind, Usage, program};

use crate::interrupt;

use super::arguments::{Format, SchemeArg, experiments, number, parse_or_help, readings, schemes};
use super::commit;
use super::definitions::{DATABASE, all_definitions};
use super::printing::{Notes, print, print_json};
use super::sweep::{Display, note_cost};

pub(super) const EXAMPLES: &str = "\
The command takes the questions one by one. For each question, it tries every answer together with the current \
answers to the other questions, and keeps the answer with the smallest error if that lowers the error by at least \
0.001. It ends when a whole round changes nothing: no other single answer is better. With --pairs, it then also \
tries every pair of answers to two questions, and goes on from the best pair if there is a better one. The error is \
the root mean square of the logarithms of our numbers divided by the published ones. Some published numbers are left \
out of the error, to confirm the result. Searches are stored: to resume, run the same command again.

Examples:
  ttlab fit                   Tables 1 to 3 of the article, to 5 ply
  ttlab fit --depth 3,4,5,6 --scheme none,two-big1
  ttlab fit --reading alibaba-1994 --pairs --scheme none,two-big1
  ttlab fit thesis-table-2.1  the boards of the thesis";

#[derive(Args)]
pub(super) struct FitArgs {
    /// Experiments with published node counts [default: forensics-table-2 forensics-table-3]
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Search the full parts instead of the quick ones
    #[arg(long)]
    full: bool,
    /// Readings to start with, such as quiescence=never, or a preset
    #[arg(long, value_name = "QUESTION=ANSWER,...", value_parser = parse_or_help::<Readings>)]
    reading: Vec<Readings>,
    /// Search to these depths instead of those of the experiments
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Vec<u8>,
    /// Search only these replacement schemes (`ttlab schemes` lists them); `none` is the search without a table
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = schemes(), hide_possible_values = true)]
    scheme: Vec<SchemeArg>,
    /// Also change two answers at once, when no other single answer is better
    #[arg(long)]
    pairs: bool,
    /// Number of parallel jobs [default: as many as cores and memory allow]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=4096), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// By how much an answer has to lower the error. A smaller change says nothing about a program.
const MARGIN: f64 = 0.001;

/// An answer that was tried.
struct Step {
    readings: Readings,
    error: f64,
}

/// Output of `ttlab fit`.
#[derive(Serialize, JsonSchema)]
pub(super) struct FitReport {
    /// The best reading.
    readings: String,
    /// The root mean square of the logarithms of our numbers divided by the printed ones.
    error: f64,
    /// The same over the numbers that were kept out of the choice.
    error_of_others: Option<f64>,
    /// Numbers near the printed ones.
    near: usize,
    /// Numbers that equal the printed ones.
    exact: usize,
    /// Numbers that were compared.
    numbers: usize,
    /// The best reading after each question.
    steps: Vec<FitStep>,
}

/// A question that was decided.
#[derive(Serialize, JsonSchema)]
struct FitStep {
    /// The question.
    question: String,
    /// The readings after it.
    readings: String,
    /// Their error.
    error: f64,
}

pub(super) fn run(arguments: &FitArgs, notes: Notes) -> Result<()> {
    let names = ["forensics-table-2", "forensics-table-3"].map(str::to_owned);
    let definitions = all_definitions(if arguments.names.is_empty() { &names } else { &arguments.names })?;
    if let Some(other) = definitions.iter().find(|other| other.game != definitions[0].game) {
        let first = &definitions[0];
        return Err(Usage::error(with_help(
            format!("{} and {} use different games", first.name, other.name),
            "choose experiments with the same game",
        )));
    }
    if let Some(other) = definitions.iter().find(|other| !is_printed(other)) {
        let what = format!("no published node counts for {}", other.name);
        return Err(Usage::error(with_help(
            what,
            "choose an experiment with published node counts, such as thesis-table-2.1",
        )));
    }
    check_printed(arguments, &definitions)?;
    let game = definitions[0].game;
    let is_meant = |question: &&'static Question| question.readings().any(|reading| has_effect(game, reading));
    let questions: Vec<&'static Question> = QUESTIONS.iter().filter(is_meant).collect();
    let (meant, idle): (Vec<Reading>, Vec<Reading>) =
        readings(&arguments.reading)?.each().partition(|&reading| has_effect(game, reading));
    for reading in idle {
        notes.say(format_args!("ignored: the reading {reading} has no effect in {}", game.name()));
    }
    let start = meant.into_iter().fold(Readings::default(), |all, reading| all.with(reading));
    let mut search = Search {
        arguments,
        definitions: &definitions,
        notes,
        best: Step { readings: start, error: f64::INFINITY },
        found: None,
        steps: Vec::new(),
    };
    interrupt::explain_sweep(&arguments.db, 0);
    let first = questions.iter().flat_map(|question| search.answers(question));
    note_round(arguments, &definitions, first, notes)?;
    loop {
        let before = search.best.readings.clone();
        for question in &questions {
            search.try_all(&question.name, &search.answers(question))?;
        }
        if search.best.readings == before && arguments.pairs {
            search.try_all("two questions", &pairs_of_answers(&search.best.readings, &questions))?;
        }
        if search.best.readings == before {
            break;
        }
    }
    report(arguments.format, &search.best, search.found.as_ref(), search.steps)
}

/// Returns whether a reading changes something in a game.
fn has_effect(game: GameKind, reading: Reading) -> bool {
    let changes = |search| without_effect(game, None, search).iter().all(|line| !line.contains(game.name()));
    !reading.is_default() && reading.apply(None, Default::default()).is_ok_and(|(_, search)| changes(search))
}

/// Checks that every depth that was asked for has printed numbers, and that some numbers choose between readings.
fn check_printed(arguments: &FitArgs, definitions: &[Definition]) -> Result<()> {
    let searched: Vec<Definition> = definitions.iter().map(|one| chosen(arguments, one)).collect();
    let part = |definition: &'_ Definition| -> Part {
        if arguments.full { definition.full.clone() } else { definition.quick.clone() }
    };
    let depths: BTreeSet<u8> = searched.iter().flat_map(|one| printed_depths(one, &part(one))).collect();
    let choose = format!("choose from {}", depths.iter().map(u8::to_string).collect::<Vec<_>>().join(", "));
    if definitions[0].game == GameKind::Domineering && !arguments.depth.is_empty() {
        return Err(Usage::error(with_help("invalid option --depth: boards are solved", "remove --depth")));
    }
    let mut unprinted = arguments.depth.iter().filter(|depth| !depths.contains(depth) && !depths.is_empty());
    if let Some(depth) = unprinted.next() {
        let what = format!("invalid value {depth} for --depth: no node counts were published for this depth");
        return Err(Usage::error(with_help(what, choose)));
    }
    if searched.iter().any(|one| can_choose(one, &part(one))) {
        return Ok(());
    }
    let example = match definitions[0].game {
        GameKind::Domineering => "thesis-table-2.1 --scheme two-big1",
        _ => "forensics-table-2 --scheme none,two-big1",
    };
    let names: Vec<&str> = definitions.iter().map(|definition| definition.name.as_str()).collect();
    let what = format!(
        "no published node counts to choose readings by: those of {} with these options are held out or do not exist",
        names.join(" and ")
    );
    Err(Usage::error(with_help(what, format!("choose other searches, such as `{} fit {example}`", program()))))
}

/// The search for the readings with the smallest error.
struct Search<'a> {
    arguments: &'a FitArgs,
    definitions: &'a [Definition],
    notes: Notes,
    best: Step,
    /// What the best readings make of the printed numbers.
    found: Option<Fit>,
    steps: Vec<FitStep>,
}

impl Search<'_> {
    /// Returns the best readings with each answer to a question.
    fn answers(&self, question: &'static Question) -> Vec<Readings> {
        let with = question.readings().map(|reading| self.best.readings.with(reading));
        with.filter(can_be_searched).collect()
    }

    /// Tries these readings, keeps the best of them, and says so if it is a new one.
    fn try_all(&mut self, what: &str, candidates: &[Readings]) -> Result<()> {
        let fits = searched(self.arguments, self.definitions, candidates, self.notes)?;
        let error = |readings: &Readings| fits.iter().find(|fit| fit.readings == *readings)?.error(false);
        let tried = candidates.iter().filter_map(|one| Some(Step { error: error(one)?, readings: one.clone() }));
        let tried: Vec<Step> = tried.collect();
        let Some(least) = tried.iter().min_by(|a, b| a.error.total_cmp(&b.error)) else { return Ok(()) };
        // The answer that was given stays if another one is hardly better.
        let now = tried.iter().find(|one| one.readings == self.best.readings);
        let least = now.filter(|now| now.error <= least.error + MARGIN).unwrap_or(least);
        let is_better = least.readings != self.best.readings;
        self.best = Step { readings: least.readings.clone(), error: least.error };
        let Step { readings, error } = &self.best;
        if self.arguments.format == Format::Text && is_better {
            print(format_args!("{what:<18} {error:.4}  {readings}\n"))?;
        }
        self.steps.push(FitStep { question: what.to_owned(), readings: readings.to_string(), error: *error });
        self.found = fits.into_iter().find(|fit| fit.readings == *readings);
        Ok(())
    }
}

/// Returns readings, and those with other answers to any two of the questions.
fn pairs_of_answers(readings: &Readings, questions: &[&'static Question]) -> Vec<Readings> {
    let others = |from: &Readings, question: &'static Question| -> Vec<Readings> {
        let with = question.readings().map(|reading| from.with(reading));
        with.filter(|readings| readings != from).collect()
    };
    let mut all = vec![readings.clone()];
    for (number, one) in questions.iter().enumerate() {
        for changed in others(readings, one) {
            all.extend(questions[number + 1..].iter().flat_map(|other| others(&changed, other)));
        }
    }
    all.retain(can_be_searched);
    all
}

/// Returns whether the answers fit together.
fn can_be_searched(readings: &Readings) -> bool {
    readings.apply(None, Default::default()).is_ok()
}

/// Says how long the first round takes, if no answer in it is better than the present one.
fn note_round(
    arguments: &FitArgs,
    definitions: &[Definition],
    candidates: impl Iterator<Item = Readings>,
    notes: Notes,
) -> Result<()> {
    let mut all: Vec<Readings> = Vec::new();
    for readings in candidates {
        if !all.contains(&readings) {
            all.push(readings);
        }
    }
    let options = options(arguments, definitions, &all)?;
    notes.say(format_args!("the first round tries {}; later ones repeat most of them", counted(all.len(), "reading")));
    note_cost(&Sweep::new(&options)?, &options, notes)
}

/// Searches these readings, or takes them from the database, and compares them with what was printed.
fn searched(
    arguments: &FitArgs,
    definitions: &[Definition],
    candidates: &[Readings],
    notes: Notes,
) -> Result<Vec<Fit>> {
    let options = options(arguments, definitions, candidates)?;
    let display = Display { notes, options: &options, progress: RefCell::new(None) };
    let done = Sweep::new(&options)?.run(&|event| display.hear(event))?;
    super::sweep::failures(&done)?;
    Ok(fits(done.results.iter().map(|results| (results.definition, results.rows.as_slice()))))
}

/// Returns an experiment with the schemes and depths of the command line.
fn chosen(arguments: &FitArgs, definition: &Definition) -> Definition {
    let schemes: Vec<Option<Scheme>> = arguments.scheme.iter().map(|scheme| scheme.0).collect();
    definition.clone().only_schemes(&schemes).with_depths(&arguments.depth)
}

/// Returns the sweep of these readings.
fn options(arguments: &FitArgs, definitions: &[Definition], candidates: &[Readings]) -> Result<Options> {
    let under = |definition: &Definition| chosen(arguments, definition).under(candidates);
    let definitions = definitions.iter().map(under).collect::<Result<_>>()?;
    Ok(Options {
        full: arguments.full,
        filter: Filter { depths: arguments.depth.clone(), ..Filter::default() },
        jobs: arguments.jobs,
        commit: commit(),
        ..Options::of(definitions, arguments.db.clone())
    })
}

fn report(format: Format, best: &Step, found: Option<&Fit>, steps: Vec<FitStep>) -> Result<()> {
    let confirmed = found.and_then(|fit| fit.error(true));
    let (near, exact, of) = found.map_or((0, 0, 0), |fit| (fit.near(), fit.exact(), fit.residuals.len()));
    if format == Format::Json {
        return print_json(&FitReport {
            readings: best.readings.to_string(),
            error: best.error,
            error_of_others: confirmed,
            near,
            exact,
            numbers: of,
            steps,
        });
    }
    let confirmed =
        confirmed.map_or_else(String::new, |error| format!("; {error:.4} with the numbers that were held out"));
    print(format_args!(
        "\nbest reading: {}\nerror {:.4}{confirmed}; of {of} numbers {near} are near the published ones, {exact} \
         equal\n",
        best.readings, best.error
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_change_two_answers() {
        let questions: Vec<&'static Question> = QUESTIONS.iter().collect();
        let start: Readings = "quiescence=never,history=none".parse().unwrap();
        let pairs = pairs_of_answers(&start, &questions);
        let answer = |readings: &Readings, question: &Question| {
            let given = readings.each().find(|reading| reading.question.name == question.name);
            given.map(|reading| reading.to_string())
        };
        let changed = |readings: &Readings| {
            questions.iter().filter(|question| answer(readings, question) != answer(&start, question)).count()
        };
        assert_eq!(pairs[0], start);
        assert!(pairs[1..].iter().all(|readings| changed(readings) == 2));
        let times = |text: &str| pairs.iter().filter(|readings| **readings == text.parse().unwrap()).count();
        // Of two questions, one answer is given, or both, or none.
        for pair in
            ["history=none,captures=by-value", "default", "quiescence=never,history=none,squares=2,horizon=twice"]
        {
            assert_eq!(times(pair), 1, "{pair}");
        }
        assert_eq!(times("quiescence=never"), 0, "one answer");
    }
}
