//! Tests of definitions.

use std::fs;
use std::path::Path;

use super::embedded::EMBEDDED;
use super::*;
use crate::Cell;
use crate::help::shown;

const FIGURE: &str = include_str!("../../definitions/thesis-fig-2.12.toml");

fn error(from: &str, to: &str) -> String {
    assert!(FIGURE.contains(from), "{from}");
    shown(&Definition::read("x", "x.toml", &FIGURE.replacen(from, to, 1)).unwrap_err())
}

#[test]
fn the_embedded_definitions_are_valid() {
    let all = Definition::all().unwrap();
    assert_eq!(
        all.iter().map(|d| d.full.cells(1).len()).collect::<Vec<_>>(),
        [
            384, 20, 20, 56, 280, 7, 8, 43, 45, 26, 84, 35, 11, 30, 80, 52, 1960, 440, 2700, 720, 500, 42, 7, 49, 14,
            366, 40, 21, 272, 5, 2, 40, 15, 54, 299, 45, 9, 54, 12, 480, 80, 400, 70, 60, 3360, 600, 240, 3360, 600,
            240, 3360, 360, 252, 240, 4320, 4320, 230, 299, 506, 322, 9720, 252, 252, 84, 168, 8, 336, 1680, 36, 448,
            20, 31, 31, 30, 30, 63, 12, 6
        ]
    );
    assert_eq!(Definition::find("thesis-fig-2.12").unwrap().full.cells(3).len(), 60);
    for definition in all {
        assert!(!definition.prose.is_empty(), "{}", definition.name);
    }
}

#[test]
fn every_file_in_the_directory_is_embedded() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
    let stems = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    let mut stems: Vec<_> = stems.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    stems.sort();
    let mut carried: Vec<_> = EMBEDDED.iter().map(|(name, _)| *name).collect();
    carried.sort_unstable();
    assert_eq!(stems, carried);
}

#[test]
fn an_error_says_where_and_what() {
    let scheme = error("\"two-big1\", ", "\"two-bg1\", ");
    assert!(scheme.contains("two-big1?") && scheme.starts_with("x.toml:"), "{scheme}");
    assert!(error("\"6x7\"", "\"12x12\"").contains("144 squares"));
    assert!(error("[\"6x7\", \"7x7\"]", "[]").contains("`boards`"));
    assert!(error("boards = [\"6x7\", \"7x7\"]", "").contains("missing field `boards`"));
    assert!(error("[\"1K\", \"2K\", \"4K\", \"8K\", \"16K\"]", "[]").contains("`quick`"));
    assert!(error("\"clear\"", "\"stamp\"").contains("expected \"clear\""));
    let line = FIGURE.lines().position(|line| line.starts_with("positions = ")).unwrap() + 1;
    let small = error("\"1K\"", "\"1\"");
    assert!(small.starts_with(&format!("x.toml:{line}:1: ")) && small.contains("2 positions"), "{small}");
    assert!(error("\nkind", "\npublished = \"no.csv\"\nkind").contains("`no.csv`"));
    assert!(error("\"clear\"", "\"cleer\"").contains("clear?"));
    assert!(error("first = \"vertical\"", "").contains("missing field `first`"));
    assert!(error("\"sizes\"", "\"depths\"").contains("\"boards\" or \"sizes\""));
}

#[test]
fn a_field_of_another_game_is_unknown() {
    let line = FIGURE.lines().position(|line| line == "[quick]").unwrap() + 2;
    let unknown = error("[quick]\n", "[quick]\ndepths = [3]\n");
    assert!(unknown.starts_with(&format!("x.toml:{line}:1: unknown field `depths`, expected one of")), "{unknown}");
    assert!(unknown.contains("`boards`") && !unknown.contains("`sample`"), "{unknown}");
    let another = error("\"domineering\"", "\"chess\"");
    assert!(another.contains("unknown field `boards`"), "{another}");
    assert!(error("\"domineering\"", "\"ches\"").contains("chess?"));
}

#[test]
fn searches_are_a_factor() {
    let quick = |to: &str| {
        let text = FIGURE.replacen("[quick]\n", &format!("[quick]\n{to}\n"), 1);
        Definition::read("x", "x.toml", &text).map(|definition| definition.quick.cells(1))
    };
    let plain = quick("").unwrap();
    assert!(plain.iter().all(|cell| cell.search.is_plain() && !cell.to_string().contains("search=")));
    assert_eq!(quick("searches = [\"plain\"]").unwrap(), plain);
    let twice = quick("searches = [\"plain\", \"mtd\"]").unwrap();
    let (first, second) = twice.split_at(plain.len());
    assert_eq!(first, plain);
    let without = |cell: &Cell| Cell { search: SearchOptions::PLAIN, ..cell.clone() };
    assert_eq!(second.iter().map(without).collect::<Vec<_>>(), plain);
    assert!(second.iter().all(|cell| cell.to_string().contains(" search=mtd scheme=")));

    // Further combinations add cells, each once.
    let also = "also = [{ schemes = [\"two-big1\", \"lru-4\"], searches = [\"plain\", \"mtd+cut-off-only\"] }]";
    let also = quick(also).unwrap();
    let of_sizes = 2 * 5;
    assert_eq!(also[..plain.len()], plain);
    assert_eq!(also.len(), plain.len() + 3 * of_sizes, "two-big1 with plain is there already");

    let error = |to: &str| shown(&quick(to).unwrap_err());
    let unknown = error("searches = [\"mtf\"]");
    assert!(unknown.contains("`mtf`") && unknown.ends_with("mtd?"), "{unknown}");
    assert!(error("searches = [\"cut-off-only+mtd\"]").ends_with("mtd+cut-off-only?"));
    assert!(error("searches = []").contains("`searches` is empty"));
    assert!(error("also = [{ schemes = [\"new\"], search = [\"mtd\"] }]").contains("searches?"));

    let tutorial = include_str!("../../definitions/tutorial-table.toml");
    let with = tutorial.replacen("[quick]\n", "[quick]\nsearches = [\"mtd\"]\n", 1);
    assert!(shown(&Definition::read("x", "x.toml", &with).unwrap_err()).contains("options"));
}

#[test]
fn searches_of_the_command_line_are_added() {
    let new: Vec<SearchOptions> = SearchOptions::find("mtd+etc-1+refuse-illegal").into_iter().collect();
    for definition in Definition::all().unwrap() {
        let cells = |definition: &Definition| definition.quick.cells(1).len();
        let with = definition.clone().with_searches(&new);
        let has_options = definition.quick.game.has_options();
        assert_eq!(cells(&with) > cells(&definition), has_options, "{}", definition.name);
        assert_eq!(cells(&with.clone().with_searches(&new)), cells(&with));
    }
}

#[test]
fn a_definition_may_have_one_part() {
    let (without, _) = FIGURE.split_once("[full]").unwrap();
    let definition = Definition::read("x", "x.toml", without).unwrap();
    assert_eq!(definition.full.cells(1), definition.quick.cells(1));
}

#[test]
fn a_definition_has_claims_about_its_schemes() {
    let with = |claims: &str| {
        let text = FIGURE.replacen("prose", &format!("claims = [{claims}]\nprose"), 1);
        Definition::read("x", "x.toml", &text)
    };
    let claims = with("\"two-big1/deep below 0.95\", \"new/deep above 1.1\"").unwrap().claims;
    assert_eq!((claims.len(), claims[1].is_below, claims[1].limit), (2, false, 1.1));
    let line = FIGURE.lines().position(|line| line.starts_with("prose")).unwrap() + 1;
    let error = |claim: &str| shown(&with(&format!("\"{claim}\"")).unwrap_err());
    let invalid =
        ["two-big1 below 1", "two-big1/deep under 1", "none/deep below 1", "new/deep below 0", "new/deep below x"];
    for claim in invalid {
        assert!(error(claim).starts_with(&format!("x.toml:{line}:")) && error(claim).contains(claim), "{claim}");
    }
    assert!(error("two-big1/depp below 1").contains("deep?"));
    assert!(
        error("old/deep below 1").starts_with(&format!("x.toml:{line}:1: "))
            && error("old/deep below 1").contains("old")
    );
}

#[test]
fn control_characters_are_refused() {
    for (field, from) in
        [("title", "title = \""), ("cites", "cites = \""), ("question", "question = \""), ("prose", "prose = \"\"\"")]
    {
        let line = FIGURE.lines().position(|line| line.starts_with(from)).unwrap() + 1;
        let error = error(from, &format!("{from}\\u0001"));
        assert!(error.starts_with(&format!("x.toml:{line}:")), "{field}: {error}");
        assert!(error.contains("\\u{1}"), "{field}: {error}");
    }
    assert!(error("title = \"", "title = \"\\n").contains("\\u{a}"));
}

#[test]
fn a_search_without_a_table_is_one_cell() {
    let text = FIGURE.replacen("\"two-big1\", ", "\"none\", ", 1);
    let definition = Definition::read("x", "x.toml", &text).unwrap();
    let cells = definition.quick.cells(1);
    assert_eq!(cells.len(), 2 * (1 + 4 * 5));
    assert_eq!(cells.iter().filter(|cell| cell.scheme.is_none()).count(), 2);
}
