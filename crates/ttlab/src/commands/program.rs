//! Which program searches, and how: arguments that several commands share.

use std::fmt::Display;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use engine::Techniques;
use experiments::Usage;
use experiments::help::with_help;
use programs::SearchOptions;
use programs::chess::Program;
use programs::chess::versus::SideProgram;

use super::arguments::{searches, techniques};

/// A chess program, and how it searches.
#[derive(Args, Clone, Copy)]
pub(super) struct ProgramArgs {
    /// Program: `best`, the strongest one, or `historic`, ALIBABA
    #[arg(long, value_name = "PROGRAM", default_value_t, value_parser = programs(), hide_possible_values = true)]
    pub(super) program: Program,
    /// Best program: techniques to switch off, separated by commas, to measure their effect
    #[arg(long, value_name = "TECHNIQUES", value_parser = techniques(), hide_possible_values = true)]
    #[arg(long_help = without_help())]
    pub(super) without: Option<Techniques>,
    /// Best program: techniques to use in addition, such as `pv-cutoffs`
    #[arg(long, value_name = "TECHNIQUES", value_parser = techniques(), hide_possible_values = true)]
    pub(super) with: Option<Techniques>,
    /// Historic program: options of the search, joined by `+`; `ttlab schemes` lists them [default: plain]
    #[arg(long, value_name = "OPTIONS", value_parser = searches(), hide_possible_values = true)]
    pub(super) search: Option<SearchOptions>,
    /// Historic program: which draws the search sees [default: rules]
    #[arg(long, value_name = "WHICH")]
    pub(super) draws: Option<DrawsArg>,
}

/// Which draws the search of ALIBABA sees.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DrawsArg {
    /// Those of the rules: stored scores respect the halfmove clock and the positions of the game, and insufficient
    /// material is a draw (the search options `draw-keys` and `dead-draws`)
    Rules,
    /// Those that the program of 1994 sees: repetitions and fifty moves on the path, unless the table has a score
    Printed,
}

/// Parses the names of the programs of a game.
pub(super) fn programs() -> impl TypedValueParser<Value = Program> {
    PossibleValuesParser::new(Program::ALL.map(Program::name)).try_map(|name| name.parse::<Program>())
}

/// Returns the help of `--without`, which explains each technique.
fn without_help() -> String {
    let standard = |technique| if Techniques::STANDARD.contains(technique) { "" } else { " (only with --with)" };
    let lines = Techniques::NAMES.iter().map(|&(technique, name, meaning)| {
        let note = standard(technique);
        format!("\n  {name:<22}{meaning}{note}")
    });
    format!(
        "Best program: techniques to switch off, separated by commas, to measure their effect. `{}` stands for all \
         that let the table change the depth of a search:{}",
        Techniques::TABLE_DEPTH_NAME,
        lines.collect::<String>()
    )
}

impl ProgramArgs {
    /// Checks that one of `programs` uses each of these options that is given. Their names end with `suffix`.
    pub(super) fn check(&self, suffix: &str, programs: &[Program]) -> Result<()> {
        let options = [
            ("--without", self.without.is_some(), Program::Best),
            ("--with", self.with.is_some(), Program::Best),
            ("--search", self.search.is_some(), Program::Historic),
            ("--draws", self.draws.is_some(), Program::Historic),
        ];
        let both = self.without.zip(self.with).map_or(Techniques::empty(), |(without, with)| without & with);
        if !both.is_empty() {
            let what = format!("--without{suffix} and --with{suffix} both name {both}");
            return Err(Usage::error(with_help(what, "remove it from one of them")));
        }
        let wrong = options.into_iter().find(|(_, is_given, program)| *is_given && !programs.contains(program));
        wrong.map_or(Ok(()), |(option, _, program)| {
            Err(requires(&format!("{option}{suffix}"), &format!("--program{suffix}"), program))
        })
    }

    /// Returns these options, and those of `other` where there is none and which they do not contradict.
    pub(super) fn or(self, other: Self) -> Self {
        let none = Techniques::empty();
        let except =
            |theirs: Option<Techniques>, ours: Option<Techniques>| theirs.map(|all| all - ours.unwrap_or(none));
        Self {
            program: self.program,
            without: self.without.or(except(other.without, self.with)),
            with: self.with.or(except(other.with, self.without)),
            search: self.search.or(other.search),
            draws: self.draws.or(other.draws),
        }
    }

    /// Returns the program with these techniques, or with these draws and options of the search.
    pub(super) fn chosen(&self, search: SearchOptions) -> SideProgram {
        let none = Techniques::empty();
        match self.program {
            Program::Best => {
                SideProgram::Engine((Techniques::STANDARD - self.without.unwrap_or(none)) | self.with.unwrap_or(none))
            }
            Program::Historic if self.draws == Some(DrawsArg::Printed) => SideProgram::Alibaba(search),
            Program::Historic => SideProgram::Alibaba(programs::chess::playing(search)),
        }
    }
}

/// Returns the error of an option that another program uses, which `flag` chooses.
pub(super) fn requires(option: &str, flag: &str, program: impl Display) -> anyhow::Error {
    let what = format!("{option} requires {flag} {program}");
    Usage::error(with_help(what, format!("add {flag} {program}, or remove {option}")))
}
