//! `ttlab schemes`: the replacement schemes, their options, and the options of the search.

use anyhow::Result;
use clap::Args;
use schemes::{Scheme, Technique};
use serde_json::{Map, Value, json};

use experiments::cell::SearchOptions;

use super::arguments::{Format, print, print_json};

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

pub(super) fn run(arguments: &Schemes) -> Result<()> {
    let of_thesis: Vec<_> =
        Scheme::ALL.iter().map(|scheme| (scheme.name(), scheme.description().unwrap_or_default())).collect();
    let custom: Vec<_> = experiments::scheme_list::all().into_iter().skip(Scheme::ALL.len()).collect();
    let custom: Vec<_> = custom.iter().map(|scheme| (scheme.name(), "custom")).collect();
    let searches: Vec<_> = SearchOptions::all().map(|option| (option.name(), option.description())).collect();
    let sections = [
        ("Schemes of the thesis", "schemes", &of_thesis[..]),
        ("Other schemes", "others", Technique::BASES),
        ("Options, as in two-big1+same-deeper+mul-high", "options", Technique::OPTIONS),
        ("Custom schemes", "custom", &custom),
        ("Options of the search, as in --search mtd+cut-off-only", "searches", &searches),
    ];
    if arguments.format == Format::Json {
        let list = |of: &[(&str, &str)]| -> Value {
            of.iter().map(|(name, what)| json!({ "name": name, "description": what })).collect()
        };
        let object: Map<_, _> = sections.iter().map(|(_, key, of)| ((*key).to_owned(), list(of))).collect();
        return print_json(&object.into());
    }
    let mut text = String::new();
    for (title, _, of) in sections.iter().filter(|(.., of)| !of.is_empty()) {
        let separator = if text.is_empty() { "" } else { "\n" };
        text += &format!("{separator}{title}:\n");
        of.iter().for_each(|(name, what)| text += &format!("  {name:<16}  {what}\n"));
    }
    print(text)
}
