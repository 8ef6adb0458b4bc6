//! `ttlab man`: the help as manual pages.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use roff::{Roff, roman};

use experiments::{Usage, files, names};

use super::arguments::{Notes, print};

pub(super) const EXAMPLES: &str = "\
Examples:
  ttlab man | man -l -                     the page of the whole program
  ttlab man solve domineering | man -l -   that of a command
  ttlab man --out ~/.local/share/man/man1  install them, for `man ttlab-sweep`";

#[derive(Args)]
pub(super) struct Pages {
    /// The command whose page is printed; the page of the whole program if there is none
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder, which is made if need be
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Pages, command: Command, notes: Notes) -> Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.out else {
        let asked = arguments.command.iter().try_fold(&command, |command, name| below(command, name))?;
        return print(String::from_utf8_lossy(&page(asked)?.1));
    };
    files::make_folder(folder, "choose another with --out")?;
    let pages = write(&command, folder)?;
    notes.say(format_args!("{pages} pages written to {}", folder.display()));
    Ok(())
}

/// The command of this name below another one.
fn below<'a>(command: &'a Command, name: &str) -> Result<&'a Command> {
    command.find_subcommand(name).ok_or_else(|| {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let hint = match names::nearest(name, names.iter().copied()) {
            Some(nearest) => format!("did you mean {nearest}?"),
            None if names.is_empty() => "leave it out".to_owned(),
            None => format!("there are {}", names.join(", ")),
        };
        Usage::error(format!("no command is called `{name}`; {hint}"))
    })
}

/// Writes the pages of a command and of those below it, and says how many there are.
fn write(command: &Command, folder: &Path) -> Result<usize> {
    let (name, page) = page(command)?;
    files::write(&folder.join(name), &page, "choose another folder with --out")?;
    command.get_subcommands().try_fold(1, |pages, below| Ok(pages + write(below, folder)?))
}

/// The page of a command, and the name of its file.
fn page(command: &Command) -> Result<(String, Vec<u8>)> {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone().after_help(None::<&str>)).source(concat!("ttlab ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    sections(&after).to_writer(&mut text)?;
    Ok((man.get_filename(), text))
}

/// What stands after the arguments, paragraph by paragraph; examples keep their lines.
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
