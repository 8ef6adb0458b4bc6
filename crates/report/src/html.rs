//! Reports in one HTML file: pictures, tables, verdicts and the ledger.
//!
//! The file needs no network and no scripts, and a content security policy forbids both: it may be passed on, whoever
//! wrote the definitions, named the files or made the database. It is meant for a screen of any width, light or dark,
//! and for paper.

use std::collections::BTreeMap;

use anyhow::Result;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::block::{Block, Table};
use super::claims::{Judged, Verdict, untried};
use super::ledger::Ledger;
use super::{Picture, Report, check_sums, counted, grouped};
use experiments::Cell;
use experiments::store::Run;
use experiments::text::printable;
use experiments::view::View;

const STYLE: &str = include_str!("report.css");

/// What a browser may load and run for the page: its own style, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page, that `command` writes; `commit` is that of the program.
///
/// # Errors
///
/// The rows have more nodes than can be counted.
pub fn page(stored: &View, reports: &[Report<'_>], command: &str, commit: Option<&str>) -> Result<String> {
    check_sums(reports.iter().flat_map(|report| &report.rows))?;
    let ledger = Ledger::of(reports);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Transposition tables: what the rows say" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (header(stored, reports, &ledger))
                main {
                    @for report in reports { (section(report)) }
                    (ledger_section(&ledger))
                    (journal(stored))
                }
                (footer(stored, command, commit))
            }
        }
    };
    Ok(printable(&page.into_string()).into_owned())
}

fn header(stored: &View, reports: &[Report<'_>], ledger: &Ledger) -> Markup {
    // Experiments share cells.
    let rows: BTreeMap<&Cell, u64> =
        reports.iter().flat_map(|report| &report.rows).map(|row| (&row.cell, row.nodes)).collect();
    let (cells, nodes) = (rows.len(), rows.values().sum::<u64>());
    html! {
        header {
            h1 { "Transposition tables: what the rows say" }
            p {
                (counted(reports.len(), "experiment")) ", " (counted(cells, "cell")) " and " (counted(nodes, "node"))
                " of "
                code { (stored.path().display()) } ". " (ledger.summary()) "."
            }
            p {
                "A verdict rests on 95 % intervals, found by drawing positions, and key seeds where there are several, "
                "again in pairs; where only one search was made there is no interval. A claim holds or does not if "
                "the whole interval says so, and is not decided if it reaches over."
            }
            nav aria-label="Contents" {
                h2 { "Contents" }
                ol {
                    @for report in reports {
                        li {
                            a href=(format!("#{}", report.definition.name)) { (report.definition.title) }
                            " " span .cites { (report.definition.cites) }
                        }
                    }
                    li { a href="#ledger" { "The ledger: every claim and its verdict" } }
                    li { a href="#journal" { "How the rows were made" } }
                }
            }
        }
    }
}

fn section(report: &Report<'_>) -> Markup {
    let definition = report.definition;
    html! {
        section id=(definition.name) {
            h2 { (definition.title) }
            p .cites { (definition.cites) " · " code { (definition.name) } }
            p { (definition.question) }
            (figures(report))
            @if report.judged.iter().any(Judged::is_tried) { (claims(&report.judged)) }
            @if let Some(untried) = untried(&report.judged) { p .note { (untried) } }
            (prose(&definition.prose))
            @if report.provenance.is_full { (prose(&definition.findings)) }
            @if report.rows.is_empty() {
                p { "No results yet." }
            } @else {
                details open {
                    summary { "Tables" }
                    @for block in &report.tables {
                        @match block {
                            Block::Table(table) => (self::table(table)),
                            Block::Note(line) => p .note { (line) },
                        }
                    }
                }
            }
            @if !report.rows.is_empty() {
                p .note { "Made by " code { (report.provenance.command) } ": " (report.made_of()) }
            }
        }
    }
}

/// The last picture, which is of the deepest search, and the others behind it.
fn figures(report: &Report<'_>) -> Markup {
    html! {
        @if let Some((last, others)) = report.pictures.split_last() {
            (figure(report, last))
            @if !others.is_empty() {
                details {
                    summary { (others.len()) " more " @if others.len() == 1 { "picture" } @else { "pictures" } }
                    @for picture in others { (figure(report, picture)) }
                }
            }
        }
    }
}

fn figure(report: &Report<'_>, picture: &Picture) -> Markup {
    let alt = format!("{}: {}", report.definition.title, picture.caption);
    let svg = picture.svg.replacen("<svg ", "<svg role=\"img\" aria-label=\"ALT\" ", 1);
    let alt = html! { (alt) }.into_string().replace('"', "&quot;");
    html! {
        figure id=(format!("figure-{}", picture.stem)) {
            (scroll(&picture.caption, &html! { (PreEscaped(svg.replacen("ALT", &alt, 1))) }))
        }
    }
}

/// What may be wider than the window: it scrolls by itself, by the keyboard too, and says what it is.
fn scroll(label: &str, content: &Markup) -> Markup {
    html! { div .scroll role="region" tabindex="0" aria-label=(label) { (content) } }
}

fn table(table: &Table) -> Markup {
    let drawn = html! {
        table {
            caption { (table.caption) }
            thead { tr { @for name in &table.head {
                @if name.is_empty() { td {} } @else { th scope="col" { (name) } }
            } } }
            tbody {
                @for row in &table.rows {
                    tr {
                        @if let [name, numbers @ ..] = row.as_slice() {
                            th scope="row" { (name) }
                            @for number in numbers { td { (number) } }
                        }
                    }
                }
            }
        }
    };
    scroll(&table.caption, &drawn)
}

/// A table of sentences: its rows may be as high as they need. Columns of numbers come last.
fn sentences(caption: &str, heads: &[&str], numbers: &[&str], rows: &Markup) -> Markup {
    let drawn = html! {
        table .claims {
            caption { (caption) }
            thead { tr {
                @for name in heads { th scope="col" { (name) } }
                @for name in numbers { th .number scope="col" { (name) } }
            } }
            tbody { (rows) }
        }
    };
    scroll(caption, &drawn)
}

fn claims(judged: &[Judged<'_>]) -> Markup {
    let rows = html! {
        @for one in judged.iter().filter(|one| one.is_tried()) {
            tr {
                td {
                    (one.claim.says)
                    @if let Some(cites) = &one.claim.cites { " " span .cites { (cites) } }
                }
                td { (verdict(one.verdict)) }
                td { (one.evidence) }
            }
        }
    };
    sentences("What was claimed, and what our rows say", &["Claim", "Verdict", "In our rows"], &[], &rows)
}

fn ledger_section(ledger: &Ledger) -> Markup {
    let rows = html! {
        @for entry in ledger.entries() {
            tr {
                td { (entry.says) }
                td .cites {
                    @match &entry.experiment {
                        Some(name) => a href=(format!("#{name}")) { (entry.cites) },
                        None => (entry.cites),
                    }
                }
                td { (verdict(entry.verdict)) }
                td { @if entry.verdict != Verdict::NotSearched { (entry.evidence) } }
            }
        }
    };
    let heads = ["Claim", "Where", "Verdict", "In our rows"];
    html! {
        section id="ledger" {
            h2 { "The ledger: every claim and its verdict" }
            p { (ledger.summary()) "." }
            (sentences("Every claim of the sources that can be measured", &heads, &[], &rows))
        }
    }
}

fn verdict(verdict: Verdict) -> Markup {
    let class = match verdict {
        Verdict::Agrees => "holds",
        Verdict::Differs => "fails",
        Verdict::Undecided | Verdict::NotSearched => "open",
    };
    html! { span class=(class) { (verdict.to_string()) } }
}

fn journal(stored: &View) -> Markup {
    let runs: &[Run] = &stored.runs;
    let told = runs.iter().fold(0, |cells: u64, run| cells.saturating_add(run.cells));
    let untold = (stored.cells() as u64).saturating_sub(told);
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
            h2 { "How the rows were made" }
            @if untold > 0 && !runs.is_empty() {
                p .note { (counted(untold, "row")) " without a line here: older, or copied into the database." }
            }
            @if runs.is_empty() {
                p { "The database keeps no journal of the sweeps that made its rows." }
            } @else {
                (sentences("Every sweep that ran cells, as far as it came", &heads, &numbers, &rows))
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
                p { "Not shown: " (counted(stored.others, "row")) " of other versions of the counts." }
            }
            @let strangers = stored.strangers();
            @if strangers > 0 {
                p {
                    "Not shown: " (counted(strangers, "row")) " of none of these experiments. Those of your own are "
                    "shown if you name their files, and those of your games with --pgn."
                }
            }
        }
    }
}

fn prose(text: &str) -> Markup {
    PreEscaped(markdown(text.trim()))
}

/// HTML of Markdown that anybody may have written: HTML in it is shown as it is written, an image is its description,
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

/// Whether following a link runs nothing: it has no scheme, or one of those named here.
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
