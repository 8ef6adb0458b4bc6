//! `ttlab man`: manual pages from the help texts.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use roff::{Roff, roman};

use experiments::help::with_help;
use experiments::text::counted;
use experiments::{Usage, files, suggestions};

use super::printing::{Notes, print};

pub(super) const EXAMPLES: &str = "\
Examples:
  ttlab man | man -l -                     show the page of the program
  ttlab man solve domineering | man -l -   show the page of a command
  ttlab man --out ~/.local/share/man/man1  install all, for `man ttlab-sweep`";

#[derive(Args)]
pub(super) struct ManArgs {
    /// Command whose page is printed [default: the page of the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands to this directory
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &ManArgs, command: Command, notes: Notes) -> Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(directory) = &arguments.out else {
        let asked = arguments.command.iter().try_fold(&command, |command, name| below(command, name))?;
        return print(String::from_utf8_lossy(&page(asked)?.1));
    };
    files::make_directory(directory, "choose another directory with --out")?;
    let pages = write(&command, directory)?;
    notes.say(format_args!("{} written to {}", counted(pages, "page"), directory.display()));
    Ok(())
}

/// Returns the subcommands that users see.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| !below.is_hide_set())
}

/// Finds a subcommand by name.
fn below<'a>(command: &'a Command, name: &str) -> Result<&'a Command> {
    command.find_subcommand(name).ok_or_else(|| {
        let names: Vec<&str> = shown(command).map(Command::get_name).collect();
        let hint = match suggestions::nearest(name, names.iter().copied()) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None if names.is_empty() => "remove this argument".to_owned(),
            None => format!("the commands are {}", names.join(", ")),
        };
        Usage::error(with_help(format!("unknown command `{name}`"), hint))
    })
}

/// Writes the pages of a command and its subcommands, and returns their number.
fn write(command: &Command, directory: &Path) -> Result<usize> {
    let (name, page) = page(command)?;
    files::write(&directory.join(name), &page, "choose another directory with --out")?;
    shown(command).try_fold(1, |pages, below| Ok(pages + write(below, directory)?))
}

/// Returns the file name and the text of the page of a command.
fn page(command: &Command) -> Result<(String, Vec<u8>)> {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone().after_help(None::<&str>)).source(concat!("ttlab ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    sections(&after).to_writer(&mut text)?;
    Ok((man.get_filename(), text))
}

/// Converts the text after the arguments, paragraph by paragraph. Examples keep their lines.
fn sections(after: &str) -> Roff {
    let mut roff = Roff::new();
    let mut heading = "";
    for paragraph in after.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let (name, lines) = match first.split_once(':') {
            Some(("Examples" | "Example", "")) => ("EXAMPLES", rest),
            Some(("Exit codes", _)) => ("EXIT STATUS", paragraph.trim_start_matches("Exit codes: ")),
            _ => ("NOTES", paragraph),
        };
        roff.control(if name == heading { "PP" } else { "SH" }, Some(name).filter(|name| *name != heading));
        heading = name;
        if lines.lines().any(|line| line.starts_with(' ')) {
            roff.control("nf", []);
        }
        for line in lines.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff
}
