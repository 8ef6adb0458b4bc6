//! `ttlab claims`: what the rows of a database say about the claims of the sources.

use anyhow::Result;
use clap::Args;
use experiments::help::with_help;
use experiments::suggestions::nearest;
use experiments::{Definition, Usage};
use report::claims::Claim;
use report::pages::ledger::Ledger;
use report::pages::verdicts::JudgedClaim;
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::{Format, experiments_and_claims};
use super::definitions::all_definitions;
use super::printing::{Notes, print, print_json};
use super::report::{RowsArgs, note_left_out, reports, withdraw_incomplete};
use crate::progress::Waiting;

const NAMES: &str = "Claims, experiments or groups: names, or paths of TOML files [default: all with complete results]";

pub(super) const EXAMPLES: &str = "\
Each published claim is quoted, with our reading of it and a verdict for each experiment that measures it. The \
verdict is `agrees` if the whole 95 % interval is in the claimed range, `differs` if it is outside, and `undecided` \
if it crosses the boundary. A number without an interval is a `single run`. The intervals come from \
a jackknife over key seeds and games or positions; see docs/src/methods.md.

Examples:
  ttlab claims
  ttlab claims thesis-fig-2.8 --db all.sqlite --full
  ttlab claims --full                            recorded rows, if no others
  ttlab claims half-of-the-hits-cut-off --full   one claim, by its name
  ttlab claims --format json";

/// The arguments of `ttlab claims`.
#[derive(Args)]
#[command(mut_arg("names", |names| names.help(NAMES).value_parser(experiments_and_claims())))]
pub(super) struct Claims {
    #[command(flatten)]
    source: RowsArgs,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Output of `ttlab claims`.
#[derive(Serialize, JsonSchema)]
pub(super) struct JudgedClaims<'a> {
    /// The claims of the selected experiments. Without a selection: every claim that can be measured.
    claims: Vec<JudgedClaim<'a>>,
    /// Rows of the database that this program does not use, for example because another version of a scheme counted
    /// them.
    rows_of_other_versions: usize,
}

pub(super) fn run(arguments: &Claims, notes: Notes) -> Result<()> {
    let source = &arguments.source.or_recorded(notes);
    let named = NamedClaims::of(&source.names)?;
    let waiting = Waiting::new("checking the claims", notes.progress);
    let stored = source.open_with(named.definitions()?)?;
    let mut reports = reports(&stored, true)?;
    let incomplete = if named.experiments.is_empty() { withdraw_incomplete(&mut reports) } else { Vec::new() };
    let mut ledger = Ledger::of(&reports);
    named.retain(&mut ledger);
    drop(waiting);
    source.notes(&stored, &reports).iter().for_each(|line| notes.say(format_args!("{line}")));
    note_left_out(&incomplete, notes);
    match arguments.format {
        Format::Text => {
            let mut text = Vec::new();
            ledger.print(&mut text)?;
            print(String::from_utf8_lossy(&text))
        }
        Format::Json => print_json(&JudgedClaims {
            claims: ledger.judged_claims().collect(),
            rows_of_other_versions: stored.others,
        }),
    }
}

/// The names of a command line: claims and experiments.
struct NamedClaims {
    claims: Vec<&'static Claim>,
    experiments: Vec<Definition>,
}

impl NamedClaims {
    fn of(names: &[String]) -> Result<Self> {
        let (mut claims, mut experiments) = (Vec::new(), Vec::new());
        for name in names {
            match report::claims::all().find(|claim| claim.name == *name) {
                Some(claim) => claims.push(claim),
                None => experiments.push(name.clone()),
            }
        }
        let definitions = if experiments.is_empty() { Ok(Vec::new()) } else { all_definitions(&experiments) };
        let definitions = definitions.map_err(|error| {
            let claims = || report::claims::all().map(|claim| claim.name.as_str());
            let known = || Definition::names().chain(Definition::groups()).chain(claims());
            let meant = |name: &&String| nearest(name, known()).is_some_and(|meant| claims().any(|one| one == meant));
            let Some(name) = experiments.iter().find(meant) else { return error };
            let help = format!("did you mean {}?", nearest(name, claims()).unwrap_or_default());
            Usage::error(with_help(format!("unknown claim or experiment `{name}`"), help))
        });
        Ok(Self { claims, experiments: definitions? })
    }

    /// Returns the experiments that are named, and those in which the named claims are judged; all without names.
    fn definitions(&self) -> Result<Vec<Definition>> {
        let mut all = self.experiments.clone();
        for name in self.claims.iter().flat_map(|claim| claim.experiments.iter().chain(&claim.beyond)) {
            if !all.iter().any(|known| known.name == *name) {
                all.push(Definition::find(name)?);
            }
        }
        if all.is_empty() && self.claims.is_empty() { all_definitions(&[]) } else { Ok(all) }
    }

    /// Leaves out what was not named, if claims were.
    fn retain(&self, ledger: &mut Ledger) {
        let of_experiment = |claim: &Claim| self.experiments.iter().any(|one| claim.is_judged_in(&one.name));
        let is_named = |claim: &Claim| self.claims.iter().any(|named| named.name == claim.name);
        if !self.claims.is_empty() {
            ledger.retain(|claim| is_named(claim) || of_experiment(claim));
        }
    }
}
