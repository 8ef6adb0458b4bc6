//! `ttlab schemes`: the replacement schemes, their options, and the options of the search.

use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use schemes::{Scheme, Technique};
use serde::Serialize;

use experiments::cell::SearchOptions;

use super::arguments::Format;
use super::printing::{print, print_json};

pub(super) const EXAMPLES: &str = "\
Every command with the option --scheme accepts these names. A name can have options, joined by +, in the order of the \
list. Instead of the numbers of age-N, margin-N, overwrite-margin-N and pv-margin-N that are listed, any number from \
0 to 255 can be used; `ttlab scan` finds the best one. A scheme with options has separate rows in the \
database, and so has a search with options (--search).

Examples:
  ttlab schemes --format json
  ttlab solve domineering 8x8 --first v --scheme stockfish-18 --memory 32M
  ttlab sweep connect-four-schemes --scheme two-big1,two-big1+same-deeper,lru-4
  ttlab sweep thesis-fig-2.12 --scheme two-big1 --search plain,mtd";

#[derive(Args)]
pub(super) struct Schemes {
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Output of `ttlab schemes`.
#[derive(Serialize, JsonSchema)]
pub(super) struct SchemeLists {
    /// The schemes of the thesis.
    schemes: Vec<Named>,
    /// The other schemes.
    others: Vec<Named>,
    /// The options that follow a scheme after `+`.
    options: Vec<Named>,
    /// The schemes that this program registered.
    custom: Vec<Named>,
    /// The options of the search.
    searches: Vec<Named>,
}

/// A name, and what it means.
#[derive(Serialize, JsonSchema)]
pub(super) struct Named {
    /// The name.
    pub(super) name: &'static str,
    /// What it means.
    pub(super) description: &'static str,
}

fn named(all: impl IntoIterator<Item = (&'static str, &'static str)>) -> Vec<Named> {
    all.into_iter().map(|(name, description)| Named { name, description }).collect()
}

pub(super) fn run(arguments: &Schemes) -> Result<()> {
    let of_thesis = Scheme::ALL.iter().map(|scheme| (scheme.name(), scheme.description().unwrap_or_default()));
    let custom = experiments::scheme_list::all().into_iter().skip(Scheme::ALL.len());
    let lists = SchemeLists {
        schemes: named(of_thesis),
        others: named(Technique::BASES.iter().copied()),
        options: named(Technique::OPTIONS.iter().copied()),
        custom: named(custom.map(|scheme| (scheme.name(), "custom"))),
        searches: named(SearchOptions::all().map(|option| (option.name(), option.description()))),
    };
    if arguments.format == Format::Json {
        return print_json(&lists);
    }
    let sections = [
        ("Schemes of the thesis", lists.schemes),
        ("Other schemes", lists.others),
        ("Options, as in two-big1+same-deeper+mul-high", lists.options),
        ("Custom schemes", lists.custom),
        ("Options of the search, as in --search mtd+cut-off-only", lists.searches),
    ];
    let mut text = String::new();
    for (title, of) in sections.iter().filter(|(_, of)| !of.is_empty()) {
        let separator = if text.is_empty() { "" } else { "\n" };
        text += &format!("{separator}{title}:\n");
        of.iter().for_each(|Named { name, description }| text += &format!("  {name:<16}  {description}\n"));
    }
    print(text)
}
