//! The table of a cell in words: the replacement scheme, the options of the search, and the parts of the table that the
//! search uses.

use anyhow::{Context, Error, Result};
use programs::{SearchOption, SearchOptions, options};
use schemes::{Parts, Positions, Scheme, Technique};
use tt::TableError;

use crate::help::with_help;
use crate::suggestions::{did_you_mean, nearest, unknown};
use crate::{GameKind, program, scheme_list};

/// Returns the name of a scheme, or `none` for the search without a table.
#[must_use]
pub fn scheme_name(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("none", Scheme::name)
}

/// Reads the name of a scheme, or `none` for a search without a table.
///
/// # Errors
///
/// The name is unknown. The error suggests the nearest one.
pub fn read_scheme(name: &str) -> Result<Option<Scheme>> {
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    if let Some(scheme) = scheme_list::find(name) {
        return Ok(Some(scheme));
    }
    if let Some(option) = name.split('+').skip(1).find(|option| !is_option(&scheme_list::in_usual_case(option))) {
        let options = Technique::OPTIONS.iter().map(|(option, _)| *option);
        return Err(Error::new(unknown("option of a scheme", option, options, "")));
    }
    if let Some((base, options)) = name.split_once('+').filter(|(base, _)| scheme_list::find(base).is_some()) {
        return Err(unfit(name, base, &scheme_list::in_usual_case(options)));
    }
    let all = scheme_list::all();
    let names = all.iter().map(|scheme| scheme.name()).chain(["none"]);
    let bases = Technique::BASES.iter().map(|(base, _)| *base);
    Err(Error::new(match nearest(&name.to_ascii_lowercase(), names.clone().chain(bases)) {
        Some(nearest) => with_help(format!("unknown replacement scheme `{name}`"), did_you_mean(nearest)),
        None => with_help(
            format!("unknown replacement scheme `{name}`: expected {}", names.collect::<Vec<_>>().join(", ")),
            format!("run `{} schemes` to list more schemes, and options", program()),
        ),
    }))
}

/// Checks that a table of this scheme can have this size.
///
/// ```
/// use experiments::cell::{check_size, read_scheme};
///
/// let scheme = |name| read_scheme(name).map(Option::unwrap);
/// assert!(check_size(scheme("two-big1+mul-high")?, "3000".parse()?).is_ok());
/// let error = check_size(scheme("two-big1")?, "3000".parse()?).unwrap_err();
/// assert!(error.to_string().contains("2K or 4K"));
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
///
/// The scheme cannot have the size. The error suggests other sizes.
pub fn check_size(scheme: Scheme, positions: Positions) -> Result<()> {
    let any = format!("{scheme}+mul-high");
    Err(match scheme.check_size(positions.get()) {
        Ok(()) => return Ok(()),
        Err(TableError::SmallerThanABucket { width, .. }) => {
            Error::msg(format!("invalid table size {positions}: {scheme} needs at least {width} positions"))
        }
        Err(TableError::Unsupported { below, above, .. }) => {
            let [below, above] = [Positions::new(below)?, Positions::new(above)?];
            let expected = if below.get().is_power_of_two() { "a power of two, such as " } else { "" };
            let what = format!("invalid table size {positions} for {scheme}: expected {expected}{below} or {above}");
            match scheme_list::find(&any) {
                Some(_) => Error::new(with_help(what, format!("{any} allows every size"))),
                None => Error::msg(what),
            }
        }
        Err(error) => error.into(),
    })
}

/// Returns options of a scheme in the order in which a name has them, each of them once.
pub(crate) fn in_order<'a>(options: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut in_order: Vec<&str> = options.collect();
    in_order.sort_by_key(|option| Technique::place_of_option(option));
    in_order.dedup();
    in_order
}

/// Returns the error of a scheme whose base and options exist, but not together or in this order.
fn unfit(name: &str, base: &str, options: &str) -> Error {
    let in_order = in_order(options.split('+'));
    let ordered = [&[base], &in_order[..]].concat().join("+");
    if Technique::find(&ordered).is_some() {
        let what = format!("invalid scheme `{name}`: the options are in the wrong order or repeated");
        return Error::new(with_help(what, did_you_mean(&ordered)));
    }
    let alone = in_order.iter().find(|option| Technique::find(&format!("{base}+{option}")).is_none());
    let pairs =
        in_order.iter().enumerate().flat_map(|(i, one)| in_order[i + 1..].iter().map(move |other| (one, other)));
    let mut pairs = pairs.filter(|(one, other)| Technique::find(&format!("{base}+{one}+{other}")).is_none());
    let why = match (alone, pairs.next()) {
        (Some(option), _) => format!("{option} does not fit {base}{}", why_not(option)),
        (None, Some((one, other))) => format!("{one} and {other} cannot be combined"),
        (None, None) => "these options cannot be combined".to_owned(),
    };
    let help = format!("remove an option; `{} schemes` lists them all", program());
    Error::new(with_help(format!("invalid scheme `{name}`: {why}"), help))
}

/// Returns why an option does not fit a base, after a colon.
fn why_not(option: &str) -> &'static str {
    match option {
        "same-overwrite" => ": it overwrites a record of the same position in any case",
        "same-compete" | "same-compete-deeper" => ": its table holds no position twice",
        _ if option.starts_with("same-") => ": its rule ignores what a record is worth",
        "compact" | "packed" => ": this layout does not store what its rule reads",
        _ => "",
    }
}

/// Returns what changes nothing in a search of this game with this table, as sentences without a full stop.
#[must_use]
pub fn without_effect(game: GameKind, scheme: Option<Scheme>, search: SearchOptions) -> Vec<String> {
    let (own, of_others): (Vec<_>, Vec<_>) = search.iter().partition(|&option| game.has_effect(option));
    let mut all: Vec<String> = of_others
        .into_iter()
        .map(|option| format!("the search option {} has no effect in {}", option.name(), game.name()))
        .collect();
    all.extend(without_effect_in(scheme, &own));
    all.extend(scheme.into_iter().flat_map(|scheme| idle_components(game, scheme, &own)));
    all
}

fn without_effect_in(scheme: Option<Scheme>, search: &[SearchOption]) -> Vec<String> {
    let Some(scheme) = scheme else {
        let idle = search.iter().filter(|option| option.needs_table());
        return idle
            .map(|option| format!("the search option {} has no effect without a table", option.name()))
            .collect();
    };
    const NEED_COMPONENTS: [SearchOption; 2] = [options::COMPONENTS, options::EXTENSION_FLAG];
    let no_effect = |option: SearchOption, why: &str| {
        format!("the search option {} has no effect with the scheme {scheme}: {why}", option.name())
    };
    let mut all: Vec<String> = search
        .iter()
        .filter_map(|&option| {
            let why = if option == options::WHOLE_POSITIONS && !scheme.stores_positions() {
                "it stores no positions; add +whole to the scheme"
            } else if NEED_COMPONENTS.contains(&option) && !scheme.stores_components() {
                "it stores no components; add +components to the scheme"
            } else if option == options::SIDE_BIT && !scheme.uses_low_bits() {
                "the lowest bit of a key does not select the bucket"
            } else if option == options::CLOCK_SLOTS && !scheme.uses_low_bits() {
                "the lowest bits of a key do not select the bucket"
            } else {
                return None;
            };
            Some(no_effect(option, why))
        })
        .collect();
    if scheme.stores_positions() && !search.contains(&options::WHOLE_POSITIONS) {
        all.push(format!("the scheme {scheme} compares only keys: add the search option whole-positions"));
    }
    all
}

/// Returns which options of a scheme have no effect, because a search does not say what they are about.
fn idle_components(game: GameKind, scheme: Scheme, search: &[SearchOption]) -> Vec<String> {
    let offers_components = search.contains(&options::COMPONENTS);
    let idle = |&option: &&str| match option {
        "date" if !game.profile().can_stamp => Some("the table is cleared between searches".to_owned()),
        "principal" if !game.has_horizon() => Some(format!("the search keeps no lines in {}", game.name())),
        "per-side" if !search.contains(&options::SIDE_BIT) => Some("add the search option side-bit".to_owned()),
        "near-root" | "principal" if !offers_components => Some("add the search option components".to_owned()),
        _ => None,
    };
    let options: Vec<&str> = scheme.name().split('+').skip(1).collect();
    let reasons = options.iter().filter_map(|option| Some((option, idle(option)?)));
    reasons.map(|(option, why)| format!("the option {option} of the scheme {scheme} has no effect: {why}")).collect()
}

fn is_option(word: &str) -> bool {
    Technique::place_of_option(word).is_some()
}

/// Reads the names of search options, joined by `+`, or `plain`.
///
/// # Errors
///
/// A name is unknown, or the options cannot be combined. The error suggests the nearest name, or the order of a valid
/// one.
pub fn read_search(name: &str) -> Result<SearchOptions> {
    if let Some(options) = SearchOptions::find(name) {
        return Ok(options);
    }
    let mut options = SearchOptions::PLAIN;
    for word in name.split('+') {
        let Some(option) = SearchOptions::option(word) else {
            let names: Vec<_> = ["plain"].into_iter().chain(SearchOptions::all().map(SearchOption::name)).collect();
            if word == "plain" {
                let what = format!("invalid search `{name}`: plain cannot be combined with options");
                return Err(Error::new(with_help(what, "remove plain")));
            }
            return Err(Error::new(unknown("search option", word, names.into_iter(), "")));
        };
        options = options.with(option).map_err(|other| {
            let (one, other) = (other.name(), option.name());
            let what = format!("invalid search `{name}`: {one} and {other} cannot be combined");
            Error::new(with_help(what, "remove one of them"))
        })?;
    }
    let what = format!("invalid search `{name}`: the options are in the wrong order");
    Err(Error::new(with_help(what, did_you_mean(&options.to_string()))))
}

const PART_NAMES: [(Parts, &str); 5] = [
    (Parts::all(), "all"),
    (Parts::SCORE, "score"),
    (Parts::MOVE, "move"),
    (Parts::EXACT, "exact"),
    (Parts::BOUNDS, "bounds"),
];

/// Returns the parts of a table as words joined by `+`: `all`, `score`, `move+bounds`.
#[must_use]
pub fn parts_name(parts: Parts) -> String {
    let mut left = parts;
    let mut names = Vec::new();
    for (part, name) in PART_NAMES {
        if left.contains(part) {
            left.remove(part);
            names.push(name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

/// Reads what [`parts_name`] writes.
///
/// # Errors
///
/// A word is not a part of a table.
pub fn read_parts(text: &str) -> Result<Parts> {
    if text == "none" {
        return Ok(Parts::empty());
    }
    text.split('+').try_fold(Parts::empty(), |sum, word| {
        let part = PART_NAMES.iter().find(|(_, name)| *name == word).map(|(part, _)| *part);
        let part = part.with_context(|| {
            format!("unknown part of a table `{word}`: expected all, score, move, exact, bounds or none")
        })?;
        Ok(sum | part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Definition;
    use crate::help::shown;

    #[test]
    fn errors_of_schemes_say_which_options_do_not_fit() {
        for (name, expected) in [
            ("two-big1+strict+strict", "did you mean two-big1+strict?"),
            ("new+strict", "strict does not fit new"),
            ("NEW+Strict", "strict does not fit"),
            ("two-big1+strict+log-nodes+whole", "log-nodes and whole cannot be combined"),
            ("unbounded+memory", "memory does not fit unbounded"),
            ("chained-deep+same-compete", "same-compete does not fit chained-deep: its table holds no position twice"),
            ("deep+same-overwrite", "same-overwrite does not fit deep: it overwrites"),
            ("sieve-4+same-deeper", "same-deeper does not fit sieve-4: its rule ignores"),
            ("size-4+compact", "compact does not fit size-4: this layout does not store"),
            ("deep+key-32+compact", "key-32 and compact cannot be combined"),
            ("deep+protect-1K+compact", "protect-1K and compact cannot be combined"),
        ] {
            let error = shown(&read_scheme(name).unwrap_err());
            assert!(error.contains(expected), "{name}: {error}");
        }
    }

    #[test]
    fn what_has_no_effect_is_named() {
        let in_game = |game, scheme: &str, search: &str| {
            without_effect(game, read_scheme(scheme).unwrap(), read_search(search).unwrap())
        };
        let without = |scheme: &str, search: &str| in_game(GameKind::Chess, scheme, search);
        for (game, option) in [
            (GameKind::Domineering, "extend-checks"),
            (GameKind::ConnectFour, "store-quiescence"),
            (GameKind::Chess, "depth-longest-line"),
            (GameKind::ConnectFour, "history-none"),
            (GameKind::Domineering, "refuse-illegal"),
            (GameKind::Domineering, "no-fail-low-move"),
            (GameKind::Domineering, "pv-table"),
            (GameKind::Domineering, "proved-draws"),
            (GameKind::ConnectFour, "proved-draws"),
            (GameKind::ConnectFour, "evaluation-table"),
        ] {
            let all = in_game(game, "two-big1", option);
            assert!(matches!(&all[..], [one] if one.contains("has no effect in ")), "{option}: {all:?}");
        }
        for (game, scheme, search) in [
            (GameKind::Domineering, "deep", "depth-longest-line"),
            (GameKind::ConnectFour, "two-big1", "refuse-illegal"),
            (GameKind::ConnectFour, "two-big1+near-root", "components"),
            (GameKind::Chess, "two-big1+date", "plain"),
            (GameKind::Chess, "two-big1+principal", "components"),
        ] {
            assert_eq!(in_game(game, scheme, search), Vec::<String>::new(), "{scheme} {search}");
        }
        for (game, scheme, search, part) in [
            (GameKind::Chess, "two-big1+near-root", "plain", "near-root of the scheme"),
            (GameKind::Chess, "two-big1+principal", "plain", "add the search option components"),
            (GameKind::Domineering, "two-big1+date", "plain", "the table is cleared"),
            (GameKind::ConnectFour, "two-big1+principal", "components", "no lines in connect-four"),
        ] {
            let all = in_game(game, scheme, search);
            assert!(matches!(&all[..], [one] if one.contains(part)), "{scheme} {search}: {all:?}");
        }
        for (scheme, search, part) in [
            ("two-big1", "whole-positions", "whole-positions has no effect with the scheme two-big1"),
            ("two-big1+whole", "plain", "add the search option whole-positions"),
            ("two-big1+mul-high", "side-bit", "side-bit has no effect"),
            ("stockfish-18", "side-bit", "side-bit has no effect"),
            ("two-big1", "components", "add +components"),
            ("none", "keys-bch", "keys-bch has no effect without a table"),
        ] {
            let all = without(scheme, search);
            assert!(matches!(&all[..], [one] if one.contains(part)), "{scheme} {search}: {all:?}");
        }
        for (scheme, search) in
            [("two-big1+whole", "whole-positions"), ("moreland", "side-bit"), ("none", "mtd"), ("none", "pawn-table")]
        {
            assert_eq!(without(scheme, search), Vec::<String>::new());
        }
    }

    #[test]
    fn everything_has_an_effect_in_the_built_in_experiments() {
        for definition in Definition::all().unwrap() {
            for cell in [&definition.quick, &definition.full].into_iter().flat_map(|part| part.cells(1)) {
                assert_eq!(
                    without_effect(cell.game(), cell.scheme, cell.search),
                    Vec::<String>::new(),
                    "{}: {cell}",
                    definition.name
                );
            }
        }
    }
}
