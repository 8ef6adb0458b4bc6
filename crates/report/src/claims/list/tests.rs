//! Checks that apply to every claim.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::judges;
use crate::claims::all;
use crate::claims::claim::{Judge, Source};
use crate::claims::data::{Data, Here, Lab};
use experiments::definition::Definition;

/// The sentences of a source that are quoted, by section, without the shape of their white space.
fn section(source: Source, section: &str) -> String {
    let stem = source.name().to_lowercase().replace(' ', "-");
    let quotes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testsets/published/quotes");
    let extract = std::fs::read_to_string(format!("{quotes}/{stem}.txt")).unwrap();
    let heading = format!("\n[{section}]\n");
    let start = extract.find(&heading).unwrap_or_else(|| panic!("{source} has no section {section}")) + heading.len();
    let end = extract[start..].find("\n[").map_or(extract.len(), |end| start + end);
    extract[start..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_quote_is_in_the_extract_of_its_source() {
    for claim in all() {
        let quote = claim.quote.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(section(claim.source, &claim.section).contains(&quote), "{}: {quote}", claim.name);
    }
}

#[test]
fn names_are_unique_and_readings_are_sentences() {
    let mut names = BTreeSet::new();
    for claim in all() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        assert!(claim.name.chars().all(is_name) && names.insert(claim.name.as_str()), "{}", claim.name);
        for text in [&claim.reading, &claim.note, &claim.would_change].into_iter().filter(|text| !text.is_empty()) {
            assert!(text.ends_with(['.', '"']) && !text.contains("  "), "{}: {text}", claim.name);
        }
        assert!(!claim.reading.is_empty() && !claim.quote.is_empty(), "{}", claim.name);
    }
    let mut judged: Vec<&str> = judges::all().map(|(name, _)| name).collect();
    judged.sort_unstable();
    assert_eq!(judged, names.into_iter().collect::<Vec<_>>(), "each is judged in one way");
}

#[test]
fn places_are_experiments() {
    let names: BTreeSet<&str> = Definition::names().collect();
    for claim in all() {
        let all = [&claim.experiments[..], &claim.beyond, &claim.with].concat();
        assert!(all.iter().all(|name| names.contains(name.as_str())), "{}: {all:?}", claim.name);
        let is_arithmetic = matches!(claim.judge, Judge::Arithmetic(_));
        assert_eq!(is_arithmetic, claim.experiments.is_empty() && claim.beyond.is_empty(), "{}", claim.name);
        let both: Vec<&String> = claim.experiments.iter().filter(|name| claim.beyond.contains(name)).collect();
        assert!(both.is_empty(), "{}: {both:?}", claim.name);
    }
}

/// A sweep reads the rows of these experiments, too.
#[test]
fn a_claim_lists_the_experiments_that_it_compares_with() {
    for claim in all() {
        let asked = RefCell::new(BTreeSet::new());
        for name in claim.experiments.iter().chain(&claim.beyond) {
            let definition = Definition::find(name).unwrap();
            let others = |other: &Definition| {
                asked.borrow_mut().insert(other.name.clone());
                Vec::new()
            };
            let lab = Lab::new(&others);
            claim.judge.of_rows(&Here { data: &Data::each(&definition, &[]).unwrap()[0], lab: &lab }).unwrap();
        }
        let listed: BTreeSet<String> = claim.with.iter().cloned().collect();
        assert_eq!(*asked.borrow(), listed, "{}", claim.name);
    }
}
