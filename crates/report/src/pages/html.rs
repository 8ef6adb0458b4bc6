//! Writes reports as one HTML file: findings, pictures, tables, and every claim with its verdict.
//!
//! The file needs neither the network nor scripts, and a content security policy forbids both. It is therefore safe to
//! share, whoever wrote the definitions, named the files or made the database. It can be read on a screen of any width,
//! light or dark, and on paper.

use std::collections::BTreeMap;

use anyhow::Result;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::claims::{Agreement, Judged, untried};
use crate::pages::elements::{beyond, quote, sentences, verdict};
use crate::pages::glossary::glossary;
use crate::pages::ledger::Ledger;
use crate::pages::{ledger_html, topics};
use crate::report::Report;
use crate::show::block::{Block, capitalised};
use crate::show::picture::Picture;
use experiments::Cell;
use experiments::definition::Topic;
use experiments::row::check_sums;
use experiments::store::Run;
use experiments::text::counted;
use experiments::text::grouped;
use experiments::text::printable;
use experiments::view::View;

const STYLE: &str = include_str!("report.css");

const TITLE: &str = "Transposition-table experiments: results";

/// What a browser may load and run for the page: its own style, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Returns the page that `command` writes, with the claims in `ledger`; `commit` is that of the program, and `tables`
/// are those over several of the experiments.
///
/// # Errors
///
/// The sum of the nodes overflows.
pub fn page(
    stored: &View,
    reports: &[Report<'_>],
    ledger: &Ledger,
    tables: &[Block],
    command: &str,
    commit: Option<&str>,
) -> Result<String> {
    check_sums(reports.iter().flat_map(|report| &report.rows))?;
    let body = html! {
        (header(stored, reports, ledger))
        main {
            @if !tables.is_empty() {
                section id="tables" {
                    h2 { "Tables over several experiments" }
                    @for block in tables { (block.html()) }
                }
            }
            @for (topic, reports) in &topics::grouped(reports) { (section(*topic, reports)) }
            (ledger_html::section(ledger, reports))
            (glossary())
            (journal(stored))
        }
        (footer(stored, command, commit))
    };
    Ok(document(TITLE, &body))
}

/// Returns a page with a title.
pub(super) fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    printable(&page.into_string()).into_owned()
}

fn header(stored: &View, reports: &[Report<'_>], ledger: &Ledger) -> Markup {
    // Experiments share cells.
    let rows: BTreeMap<&Cell, u64> =
        reports.iter().flat_map(|report| &report.rows).map(|row| (&row.cell, row.nodes)).collect();
    let (cells, nodes) = (rows.len(), rows.values().sum::<u64>());
    html! {
        header {
            h1 { (TITLE) }
            p {
                "A transposition table stores search results so that a game-tree search does not search a position "
                "again. A replacement scheme decides which positions the table keeps. The experiments count the nodes "
                "(positions visited) of the same searches with different schemes, table sizes and stored parts: fewer "
                "is better."
            }
            (findings(reports))
            p .note {
                (counted(reports.len(), "experiment")) ", " (counted(cells, "cell")) " and " (counted(nodes, "node"))
                " of " code { (stored.path().display()) } ". A cell is one configuration: a game position or set, a "
                "scheme, a table size and a key seed."
            }
            p .note {
                "Claims are statements of the sources that these data can test (" (ledger.summary()) "). A claim "
                span .agrees { "agrees" } " with our data, or " span .differs { "differs" } ", if the whole 95 % "
                "interval says so and no table size or depth contradicts it; otherwise it is "
                span .open { "undecided" } ". The intervals show how much a number would change with other positions "
                "and other key seeds. A single search has no interval: its "
                "number is shown as a " span .open { "single run" } ", without a verdict on the claim."
            }
            nav aria-label="Contents" {
                p {
                    "Also on this page: " a href="#ledger" { "every claim and its verdict" } ", "
                    a href="#glossary" { "what the words mean" } ", "
                    a href="#journal" { "the sweeps behind these results" } "."
                }
            }
        }
    }
}

/// Returns what every experiment found, one line each.
fn findings(reports: &[Report<'_>]) -> Markup {
    let rows = html! {
        @for (topic, reports) in topics::grouped(reports) {
            tr .topic {
                th colspan="3" scope="colgroup" { a href=(format!("#{}", topic.anchor())) { (topic.question()) } }
            }
            @for report in reports {
                tr {
                    td {
                        a href=(format!("#{}", report.definition.stem())) { (report.definition.full_title()) }
                        " " span .cites { (report.definition.citation()) }
                    }
                    td data-label="Finding" {
                        (capitalised(report.finding())) "."
                    }
                    td data-label="Claims" {
                        @let is_quick = report.quick_note().is_some() && report.agreement().total() > 0;
                        @if is_quick {
                            "full part, recorded: " (agreement(report.agreement_in_full())) br;
                            "quick part: "
                        }
                        (agreement(report.agreement()))
                    }
                }
            }
        }
    };
    html! {
        h2 id="findings" { "Findings" }
        @let quick = reports.iter().filter(|report| report.quick_note().is_some()).count();
        @if quick > 0 {
            p .quick {
                "Quick part: " (counted(quick, "experiment")) " ran with smaller tables and shallower searches than "
                "published. Their verdicts say nothing about the publications; the verdict of the recorded full part "
                "is shown beside each. Run the experiments with "
                code { "--full" } "."
            }
        }
        (sentences("What each experiment found", &["Experiment", "Finding", "Claims"], &[], &rows))
    }
}

/// Returns how many claims have each verdict.
fn agreement(counts: Agreement) -> Markup {
    html! {
        @if counts.total() == 0 { span .cites { "none" } }
        @for (index, (verdict, words)) in counts.counted().enumerate() {
            @if index > 0 { ", " }
            span class=(verdict.class()) { (words) }
        }
    }
}

fn section(topic: Topic, reports: &[&Report<'_>]) -> Markup {
    html! {
        section id=(topic.anchor()) {
            h2 { (topic.question()) }
            @for report in reports { (experiment(report)) }
        }
    }
}

fn experiment(report: &Report<'_>) -> Markup {
    let definition = report.definition;
    let quick = report.quick_note();
    html! {
        section id=(definition.stem()) {
            h3 { (definition.full_title()) }
            p .cites { (definition.citation()) " · " code { (definition.name) } }
            p { (definition.question) }
            p .finding { (capitalised(report.finding())) "." }
            @if let Some(quick) = &quick { p .quick { (capitalised(quick)) "." } }
            (figures(report))
            @if report.judged.iter().any(Judged::is_tried) { (claims(&report.judged, quick.as_deref())) }
            @if let Some(untried) = untried(&report.judged, quick.is_some()) { p .note { (untried) } }
            (prose(&definition.prose))
            @if report.shows_findings() { (prose(&definition.findings)) }
            @if !report.rows.is_empty() {
                details open {
                    summary { "Tables" }
                    @for block in &report.tables {
                        (block.html())
                    }
                }
                p .note { "Reproduce with " code { (report.provenance.command) } ": " (report.made_of()) }
            }
        }
    }
}

/// Returns the main picture and the effect sizes, and the others folded.
fn figures(report: &Report<'_>) -> Markup {
    let has_effects = report.pictures.get(1).is_some_and(|picture| picture.stem.ends_with("-schemes"));
    let shown = report.pictures.len().min(if has_effects { 2 } else { 1 });
    let (shown, others) = report.pictures.split_at(shown);
    html! {
        @for picture in shown { (figure(picture)) }
        @if !others.is_empty() {
            details {
                summary { (others.len()) " more " @if others.len() == 1 { "picture" } @else { "pictures" } }
                @for picture in others { (figure(picture)) }
            }
        }
    }
}

fn figure(picture: &Picture) -> Markup {
    html! { figure id=(format!("figure-{}", picture.stem)) { (PreEscaped(&picture.svg)) } }
}

fn claims(judged: &[Judged], quick: Option<&str>) -> Markup {
    let rows = html! {
        @for one in judged.iter().filter(|one| one.is_tried()) {
            tr {
                td { (quote(one.claim)) " " span .cites { (one.claim.cites()) (beyond(one)) } }
                td .verdict { (verdict(one)) }
                td { (one.evidence_text()) }
            }
        }
    };
    let quick = quick.map(|note| format!(" ({note})")).unwrap_or_default();
    let caption = format!("What the sources claim, and what we measured{quick}");
    sentences(&caption, &["Claim and our reading of it", "Verdict", "Measured here"], &[], &rows)
}

fn journal(stored: &View) -> Markup {
    let runs: &[Run] = &stored.runs;
    let listed = runs.iter().fold(0, |cells: u64, run| cells.saturating_add(run.cells));
    let unlisted = (stored.cells() as u64).saturating_sub(listed);
    let heads = ["Command", "Started (UTC)", "Commit", "Machine"];
    let numbers = ["Cells", "Nodes", "Core seconds"];
    let ([_, started, commit, machine], [cells, nodes, seconds]) = (heads, numbers);
    // A narrow window has no heads: there each cell says what it is.
    let rows = html! {
        @for run in runs {
            tr {
                td { code { (run.command) } }
                td data-label=(started) { (run.started) }
                td data-label=(commit) { (run.commit.as_deref().unwrap_or("not known")) }
                td data-label=(machine) { (run.machine) }
                td .number data-label=(cells) { (grouped(run.cells)) }
                td .number data-label=(nodes) { (grouped(run.nodes)) }
                td .number data-label=(seconds) { (format!("{:.1}", run.seconds)) }
            }
        }
    };
    html! {
        section id="journal" {
            h2 { "Sweeps behind these results" }
            @if unlisted > 0 && !runs.is_empty() {
                p .note {
                    (counted(unlisted, "row")) " are not listed here: they are older than this list, or were copied "
                    "into the database."
                }
            }
            @if runs.is_empty() {
                p { "The database does not record which sweeps made its rows." }
            } @else {
                (sentences("Every sweep that ran cells, and how many it completed", &heads, &numbers, &rows))
            }
        }
    }
}

fn footer(stored: &View, command: &str, commit: Option<&str>) -> Markup {
    html! {
        footer {
            p {
                "Written by ttlab " (env!("CARGO_PKG_VERSION"))
                @if let Some(commit) = commit { " of commit " (commit) }
                " with " code { (command) } "."
            }
            @if stored.others > 0 {
                p { "Not shown: " (counted(stored.others, "row")) " that another version of the program counted." }
            }
            @let strangers = stored.strangers();
            @if strangers > 0 {
                p {
                    "Not shown: " (counted(strangers, "row")) " that belong to other experiments. To show those of "
                    "your own experiments, name their files; to show those of your games, use --pgn."
                }
            }
        }
    }
}

fn prose(text: &str) -> Markup {
    PreEscaped(markdown(text.trim()))
}

/// HTML of Markdown that anyone may have written: HTML in it is shown as text, an image is replaced by its description,
/// and a link that leads neither to a file nor to a page of the web is its text.
fn markdown(text: &str) -> String {
    let mut links = Vec::new();
    let events = Parser::new(text).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            links.push(is_harmless(dest_url));
            links.last().is_some_and(|&kept| kept).then_some(event)
        }
        Event::End(TagEnd::Link) => links.pop().is_some_and(|kept| kept).then_some(event),
        event => Some(event),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// Returns whether following a link runs nothing: it has no scheme, or one of those named here.
fn is_harmless(link: &str) -> bool {
    // A browser does not see these characters.
    let link: String = link.chars().filter(|&c| c > ' ').collect();
    match link.split_once([':', '/', '?', '#']) {
        Some((scheme, _)) if link[scheme.len()..].starts_with(':') => {
            ["http", "https", "mailto"].iter().any(|allowed| scheme.eq_ignore_ascii_case(allowed))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_of_others_is_prose() {
        for (text, shown) in [
            ("*a* < b", "<p><em>a</em> &lt; b</p>\n"),
            ("a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"),
            ("[a](b.md#c) [d](https://e.f/g)", "<p><a href=\"b.md#c\">a</a> <a href=\"https://e.f/g\">d</a></p>\n"),
            ("[a](javascript:alert(1)) [b](x)", "<p>a <a href=\"x\">b</a></p>\n"),
            ("[*a*](JavaScript:alert(1))", "<p><em>a</em></p>\n"),
            ("[a](&#106;avascript:alert(1))", "<p>a</p>\n"),
            ("[a](<java\tscript:alert(1)>)", "<p>a</p>\n"),
            ("<data:text/html,x>", "<p>data:text/html,x</p>\n"),
            ("[a](vbscript:x)[b]", "<p>a[b]</p>\n"),
            ("<me@x.y>", "<p><a href=\"mailto:me@x.y\">me@x.y</a></p>\n"),
            ("![a](https://x.y/z.png)", "<p>a</p>\n"),
            ("![a [b](javascript:c)](d)", "<p>a b</p>\n"),
        ] {
            assert_eq!(markdown(text), shown);
        }
        let block = markdown("<script>alert('prose')</script>\n\n<img src=x onerror=alert(1)>");
        assert!(!block.contains("<script") && !block.contains("<img"), "{block}");
        assert!(block.contains("&lt;script&gt;alert('prose')&lt;/script&gt;"), "{block}");
    }
}
