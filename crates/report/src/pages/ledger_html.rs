//! The ledger of all claims as a section of the HTML report. It links to the experiments that the report has.

use std::collections::BTreeSet;

use experiments::definition::stem;
use maud::{Markup, html};

use crate::claims::Claim;
use crate::pages::elements::{beyond, quote, sentences, verdict};
use crate::pages::ledger::{Ledger, would_change};
use crate::pages::standing::{Entry, Standing};
use crate::report::Report;

pub(super) fn section(ledger: &Ledger, reports: &[Report<'_>]) -> Markup {
    let shown: BTreeSet<String> = reports.iter().map(|report| report.definition.stem()).collect();
    let rows = html! {
        @for (section, entries) in ledger.sections() {
            tr .topic { th colspan="4" scope="colgroup" { (section) } }
            @for entry in entries { (claim_rows(entry, &shown)) }
        }
    };
    let heads = ["Claim and our reading of it", "Experiment", "Verdict", "Measured here"];
    html! {
        section id="ledger" {
            h2 { "Every claim and its verdict" }
            p { (ledger.summary()) "." }
            (standings(ledger))
            p .note {
                "A claim is quoted word for word; the reading says what has to hold of our rows. The claims of one "
                "experiment are a family: a verdict with an adjusted p above 0.05 (Holm's method) holds for its claim "
                "alone. The intervals are 95 % intervals; those of claims that compare schemes pair by pair have ends "
                "that are each exceeded with a probability of 5 %."
            }
            (sentences("Every claim of the sources that can be measured", &heads, &[], &rows))
        }
    }
}

/// Returns the rows of a claim: one for each experiment, for each reading, and for the printed numbers.
fn claim_rows(entry: &Entry, shown: &BTreeSet<String>) -> Markup {
    let Entry { claim, verdicts, printed } = entry;
    html! {
        @for (index, one) in verdicts.iter().enumerate() {
            tr id=[(index == 0).then(|| anchor_of(claim))] {
                td {
                    @if index == 0 {
                        (quote(claim))
                        @if !claim.note.is_empty() { br; span .note { "Note: " (claim.note) } }
                        @if let Some(would_change) = would_change(claim, verdicts) {
                            br; span .note { "What would change it: " (would_change) }
                        }
                        @if !claim.contradicts_print.is_empty() {
                            br; span .note { "Printed numbers contradict it: " (claim.contradicts_print) }
                        }
                    }
                    @else { "\u{201c}" (claim.short_quote()) "\u{201d}" }
                }
                td .cites {
                    @match &one.experiment {
                        Some(name) => { (link(name, name, shown)) (beyond(one)) },
                        None => "arithmetic",
                    }
                }
                td .verdict { (verdict(one)) }
                td { @if one.is_tried() && one.under.is_empty() { (one.evidence_text()) } }
            }
            @for under in &one.under {
                tr {
                    td {}
                    td .cites {
                        @let stem = stem(one.experiment.as_deref().unwrap_or_default(), under.reading.as_deref());
                        (link(&stem, under.reading_name(), shown))
                    }
                    td .verdict { (verdict(under)) }
                    td { (under.evidence_text()) }
                }
            }
        }
        @for one in printed {
            tr {
                td {}
                td .cites { "printed numbers of " (one.experiment.as_deref().unwrap_or_default()) }
                td .verdict { (verdict(one)) }
                td { (one.evidence) }
            }
        }
    }
}

/// Returns the words, as a link to an experiment if the report has it.
fn link(stem: &str, words: &str, shown: &BTreeSet<String>) -> Markup {
    html! {
        @if shown.contains(stem) { a href=(format!("#{stem}")) { (words) } } @else { (words) }
    }
}

/// Says what the verdicts on each claim say together, on the positions of its source and elsewhere.
fn standings(ledger: &Ledger) -> Markup {
    let domains = ledger.domains();
    let list = |of: Vec<(&Entry, bool)>| {
        html! {
            @if of.is_empty() { "none" }
            @for (index, (entry, is_marked)) in of.into_iter().enumerate() {
                @if index > 0 { ", " }
                a href=(format!("#{}", anchor_of(entry.claim))) { (entry.claim.name) }
                @if is_marked { "*" }
            }
        }
    };
    let groups = |of_each: [Vec<(&Entry, bool)>; 4]| {
        html! {
            dl {
                @for (standing, of) in Standing::ALL.into_iter().zip(of_each) {
                    dt { (standing.name()) " (" (of.len()) ")" } dd { (list(of)) }
                }
            }
        }
    };
    let own = Standing::ALL.map(|standing| {
        let of = ledger.entries().iter().filter(|entry| entry.has_own() && entry.standing() == standing);
        of.map(|entry| (entry, false)).collect()
    });
    let elsewhere = Standing::ALL.map(|standing| {
        let of = ledger.entries().iter().filter(|entry| entry.elsewhere() == Some(standing));
        of.map(|entry| (entry, entry.standing() != standing)).collect()
    });
    html! {
        @if !domains.is_empty() {
            p { (domains) ". " (ledger.together()) "." }
            details {
                summary { "What agrees, differs and is undecided" }
                p {
                    "A claim is judged on its source's own game and positions first. It agrees if one experiment there "
                    "agrees and none differs, and differs if it is the other way round. What other games and positions "
                    "say changes nothing: the source does not speak of them. A verdict that holds for its claim alone "
                    "does not count. Verdicts over one to six games are about these games, and not about all."
                }
                (groups(own))
                p {
                    "In other games and positions; a star marks those that are not decided in the same way on the "
                    "source's own positions:"
                }
                (groups(elsewhere))
            }
        }
    }
}

fn anchor_of(claim: &Claim) -> String {
    format!("claim-{}", claim.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_have_anchors_and_link_to_what_is_there() {
        let page = section(&Ledger::of(&[]), &[]).into_string();
        assert!(page.contains("<tr id=\"claim-32-bits-are-too-few\">") && !page.contains("href=\"#thesis"), "{page}");
        let shown = BTreeSet::from(["thesis-fig-2.8".to_owned()]);
        let words = |stem| link(stem, "words", &shown).into_string();
        assert_eq!([words("thesis-fig-2.8"), words("none")], ["<a href=\"#thesis-fig-2.8\">words</a>", "words"]);
    }
}
