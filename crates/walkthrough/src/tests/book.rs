//! The example of the book: the pages that show it, and the numbers in the text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use schemes::Scheme;
use search::INFINITY;
use tt::{Bound, Score};

use super::{tic_tac_toe, with};
use crate::trace::{EventKind, TraceEvent};
use crate::{Limits, Trace, record};

/// The pages of the book that show the example, with their schemes and the names of these on the command line.
const PAGES: [(&str, Scheme, &str); 3] = [
    ("trace.html", Scheme::TwoDeep, "two-deep"),
    ("trace-deep.html", Scheme::Deep, "deep"),
    ("trace-new.html", Scheme::New, "new"),
];

const PRIMER: &str = include_str!("../../../../docs/src/primer.md");
const ALPHA_BETA: &str = include_str!("../../../../docs/src/alpha-beta.md");

/// The largest page of the book in bytes.
const MAX_BYTES: usize = 100_000;

/// Returns the example: tic-tac-toe after the first move, searched to 3 plies with a table of 4 positions.
fn example(scheme: Option<Scheme>) -> Trace {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    record(&tic_tac_toe("a1"), scheme.map(|scheme| with(scheme, 4)), limits).unwrap()
}

/// Returns the page that `ttlab trace` writes, with the counters of all other schemes.
fn page(scheme: Scheme) -> String {
    let mut trace = example(Some(scheme));
    let others = Scheme::ALL.iter().copied().filter(|other| *other != scheme).map(Some);
    others.chain([None]).for_each(|other| trace.compare_with(&example(other)));
    trace.html()
}

fn path(page: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(page)
}

#[test]
fn the_pages_in_the_book_are_those_that_the_program_writes() {
    for (file, scheme, name) in PAGES {
        let expected = page(scheme);
        assert!(expected.len() < MAX_BYTES, "{file}: {} bytes", expected.len());
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(path(file), &expected).unwrap();
        }
        assert!(
            fs::read_to_string(path(file)).unwrap_or_default() == expected,
            "docs/src/{file} is not what the program writes; run `INSTA_UPDATE=always cargo test -p walkthrough book`, \
             or `cargo xtask trace tic-tac-toe a1 --depth 3 --positions 4 --scheme {name} --out docs/src/{file}`"
        );
    }
}

/// Asserts that a page of the book contains a text, with line breaks read as spaces.
fn assert_says(page: &str, text: &str) {
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(text), "the page does not say `{text}`");
}

#[test]
fn the_numbers_of_the_primer_are_those_of_the_example() {
    let row = |name: &str, trace: &Trace| {
        let totals = trace.totals();
        format!("| {name} | {} | {} |", totals.nodes, totals.lost_hits)
    };
    assert_says(PRIMER, &row("no table", &example(None)));
    for (file, scheme, _) in PAGES {
        let link = format!("[{}]({file})", scheme.label());
        assert_says(PRIMER, &row(&link, &example(Some(scheme))));
    }
    let wide = "depth-4".parse().unwrap();
    assert_says(PRIMER, &row("`depth-4`: one bucket of four slots", &example(Some(wide))));
    assert_says(PRIMER, "cargo xtask trace tic-tac-toe a1 --depth 3 --positions 4 --scheme two-deep --out trace.html");
}

fn event(scheme: Scheme, step: usize) -> TraceEvent {
    example(Some(scheme)).events[step - 1].clone()
}

/// The two losses that the primer explains, and what they cost.
#[test]
fn the_steps_of_the_primer_are_those_of_the_example() {
    let lost = |step, scheme| event(scheme, step).lost.iter().map(|lost| lost.position).collect::<Vec<_>>();

    // Deep has room for one of two positions that were searched to the same depth, and needs the other at once.
    let (p18, p26) = (18, 26);
    assert_eq!((event(Scheme::Deep, 64).kind, lost(64, Scheme::Deep)), (EventKind::Replaced, vec![p18]));
    let missed = event(Scheme::Deep, 65).missed.unwrap();
    assert_eq!((missed.position, missed.to, missed.step, missed.cut_off), (p18, p26, 64, true));
    assert_eq!(event(Scheme::TwoDeep, 64).kind, EventKind::Demoted);
    assert_eq!(event(Scheme::TwoDeep, 65).kind, EventKind::CutOff);
    assert_eq!(example(Some(Scheme::TwoDeep)).totals().lost_hits, 0);

    // New loses the same position, and then a deeper one to a shallower one.
    assert_eq!(lost(64, Scheme::New), [p18]);
    let new = event(Scheme::New, 79);
    let resident = new.changes[0].resident.as_ref().unwrap();
    assert_eq!((new.lost[0].position, new.lost[0].depth, resident.depth), (p26, 2, 1));
    assert_eq!(event(Scheme::New, 81).missed.unwrap().position, p26);
    assert_eq!(event(Scheme::Deep, 79).kind, EventKind::Rejected);

    // Each loss costs a search of 8 nodes instead of a hit.
    let nodes = [Scheme::New, Scheme::Deep, Scheme::TwoDeep].map(|scheme| example(Some(scheme)).totals().nodes);
    assert_eq!([nodes[0] - nodes[1], nodes[1] - nodes[2]], [8 - 1, 8 - 1]);

    for step in ["trace-deep.html#step=64", "trace.html#step=64", "trace-new.html#step=79"] {
        assert!(PRIMER.contains(step), "{step}");
    }
}

/// The steps that the page about the search names below its trace.
#[test]
fn the_steps_of_the_page_about_the_search_are_those_of_the_example() {
    let trace = example(Some(Scheme::TwoDeep));
    let at = |step: usize| &trace.events[step - 1];
    let value = |step: usize| trace.nodes[at(step).node].bound;
    let steps = [
        (5, EventKind::Leaf, Bound::Exact),
        (16, EventKind::Free, Bound::Exact),
        (17, EventKind::CutOff, Bound::Exact),
        (21, EventKind::Demoted, Bound::Lower),
        (26, EventKind::CutOff, Bound::Lower),
        (47, EventKind::Demoted, Bound::Upper),
        (64, EventKind::Demoted, Bound::Lower),
    ];
    for (step, kind, bound) in steps {
        assert_eq!((step, at(step).kind, value(step)), (step, kind, bound));
        assert_says(ALPHA_BETA, &format!("<a href=\"trace.html#step={step}\" target=\"trace\">Step {step}</a>"));
    }
    for (_, scheme, _) in PAGES {
        assert!(example(Some(scheme)).events.iter().all(|event| !event.text.contains("narrows")), "{scheme}");
    }
}

/// The tree of the page about the search: a position for each letter, and the score of each leaf for the player who
/// moves at the root. The last leaf of E has no score, because it is never visited.
const TREE: [(char, &str); 6] = [('A', "BC"), ('B', "DE"), ('C', "FE"), ('D', "46"), ('E', "59?"), ('F', "83")];

/// The ten lines of the page about the search.
struct TenLines {
    nodes: u32,
    table: Option<BTreeMap<char, (Score, Bound, u8)>>,
}

impl TenLines {
    fn search(&mut self, position: char, depth: u8, alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if let Some(&(score, bound, stored)) = self.table.as_ref().and_then(|table| table.get(&position))
            && stored >= depth
            && match bound {
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
                _ => true,
            }
        {
            return score;
        }
        if depth == 0 {
            return -Score::try_from(position.to_digit(10).expect("an unknown leaf is never visited")).unwrap();
        }
        let mut best = -INFINITY;
        let (_, children) = TREE.iter().find(|(parent, _)| *parent == position).unwrap();
        for child in children.chars() {
            best = best.max(-self.search(child, depth - 1, -beta, -alpha.max(best)));
            if best >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best <= alpha => Bound::Upper,
            _ if best >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if let Some(table) = &mut self.table {
            table.insert(position, (best, bound, depth));
        }
        best
    }
}

#[test]
fn the_tree_of_the_page_about_the_search_is_searched_as_it_says() {
    let run = |table| {
        let mut search = TenLines { nodes: 0, table };
        (search.search('A', 3, -INFINITY, INFINITY), search)
    };
    let (score, with) = run(Some(BTreeMap::new()));
    let records = with.table.unwrap();
    assert_eq!(score, 8);
    assert_eq!(records[&'D'], (6, Bound::Exact, 1));
    assert_eq!(records[&'E'], (9, Bound::Lower, 1));
    assert_eq!(records[&'B'], (-6, Bound::Exact, 2));
    assert_eq!(records[&'C'], (-8, Bound::Exact, 2));
    let (score, without) = run(None);
    assert_eq!(score, 8);
    let nodes = format!("The search visits {} nodes. Without a table it visits {},", with.nodes, without.nodes);
    assert_says(ALPHA_BETA, &nodes);
}
