//! The web page: one file, which needs no other files and no network.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::trace::{ComparedTable, EventKind, Trace};

const STYLE: &str = concat!(include_str!("common.css"), include_str!("page.css"));
const SCRIPT: &str = concat!(include_str!("common.js"), include_str!("page.js"));

/// The SHA-256 hashes of the style and the script in base64. A browser accepts no other style or script. A test fails
/// if the hashes are wrong, and prints the correct ones.
const STYLE_HASH: &str = "OQr62k6zgynBGHMtFwTNJ+4MBq4WgfFYdNlGgVM1ANg=";
const SCRIPT_HASH: &str = "TfPji8yx4BD0IoQugqll9rGE3yxYZjxEj2W1lKjhIKw=";

impl Trace {
    /// Writes a web page that shows the trace step by step, forwards and backwards.
    ///
    /// The page is one file without references to other files. Its content security policy allows only its own script
    /// and style, identified by their hashes. The URL can contain the step to start with, for example
    /// `trace.html#step=120`.
    #[must_use]
    pub fn html(&self) -> String {
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{SCRIPT_HASH}'; style-src 'sha256-{STYLE_HASH}'; \
             base-uri 'none'; form-action 'none'"
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.game) ", " (self.table_name()) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    (self.header())
                    (self.controls())
                    main {
                        section.wide.strip aria-label="Counters" { dl #counters .counters {} }
                        div.column {
                            (now())
                            (tree())
                        }
                        div.column {
                            @if self.table.is_some() { (table()) }
                            (self.lost_hits())
                            (self.legend())
                        }
                        (self.comparison_card())
                    }
                    footer { p { (self.search_line()) } }
                    script type="application/json" id="trace" { (PreEscaped(self.embedded())) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    /// Returns the data as JSON that cannot end the script element.
    fn embedded(&self) -> String {
        self.json().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
    }

    fn header(&self) -> Markup {
        html! {
            header {
                h1 { (self.game) ", " (self.table_name()) }
                @match &self.table {
                    Some(table) => p {
                        strong { (table.label) } " " (table.rule) ". "
                        (table.summary) "."
                    },
                    None => p { "The search has no table." },
                }
                p { "Scores are for the player to move. " (self.scores.replace(" -", " −")) "." }
                @for notice in self.notices() { p.notice { strong { (notice) } } }
                noscript { p.notice { "This page needs JavaScript. The same trace can be written as text." } }
            }
        }
    }

    fn comparison_card(&self) -> Markup {
        let rows: Vec<ComparedTable> =
            std::iter::once(self.compared()).chain(self.comparison.iter().cloned()).collect();
        html! {
            section.wide {
                h2 { "Final counters" @if rows.len() > 1 { " compared: the same search with other tables" } }
                div.scroll tabindex="0" role="region" aria-label="Final counters" {
                    table {
                        thead { tr {
                            th scope="col" { "Table" }
                            @for label in &self.counters { th scope="col" title=(label.meaning) { (label.name) } }
                        } }
                        tbody {
                            @for (i, row) in rows.iter().enumerate() {
                                tr.this[i == 0] {
                                    th scope="row" {
                                        (row.name)
                                        @if i == 0 && rows.len() > 1 { " (this page)" }
                                        @if let Some(nodes) = row.stopped_at { " (stopped at " (nodes) " nodes)" }
                                    }
                                    @for (_, value) in row.totals.all() { td { (value) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn controls(&self) -> Markup {
        let (loses, cuts) = (self.has(EventKind::LostHit), self.has(EventKind::CutOff));
        html! {
            nav.bar aria-label="Steps" {
                div.controls {
                    button #first type="button" title="First step (Home)" aria-label="First step" { "|◀" }
                    button #prev type="button" title="Step back (left arrow)" aria-label="Step back" { "◀ Back" }
                    button #play type="button" title="Play or pause (space)" { "▶ Play" }
                    button #next type="button" title="Step forward (right arrow)" aria-label="Step forward" { "Next ▶" }
                    button #last type="button" title="Last step (End)" aria-label="Last step" { "▶|" }
                    label {
                        span.optional { "Speed " }
                        select #speed aria-label="Steps per second" {
                            @for value in ["0.5", "1", "2", "5", "20"] {
                                option value=(value) selected[value == "2"] { (value) " / s" }
                            }
                        }
                    }
                    span.gap {}
                    button #prev-lost type="button" hidden[!loses] title="Lost hit before (P)" {
                        "◀ Lost" span.optional { " hit" }
                    }
                    button #next-lost type="button" hidden[!loses] title="Next lost hit (N)" {
                        "Lost " span.optional { "hit " } "▶"
                    }
                    output #step for="slider" {}
                }
                div.track {
                    svg #ticks preserveAspectRatio="none" aria-hidden="true" {}
                    input #slider type="range" min="0" value="0" step="1" aria-label="Step";
                }
                p.key {
                    @if loses || cuts { "Marks:" }
                    @if loses { i.lost {} "lost hit" }
                    @if cuts { i.cut {} "cut-off by the table" }
                    span.optional {
                        @if loses || cuts { ". " }
                        "Keys: " kbd { "←" } " " kbd { "→" } " step, " kbd { "space" } " play, "
                        @if loses { kbd { "N" } " " kbd { "P" } " lost hits, " }
                        kbd { "Home" } " " kbd { "End" }
                    }
                }
            }
        }
    }

    fn lost_hits(&self) -> Markup {
        let meaning = match self.has(EventKind::LostHit) {
            true => "Probes that missed because the table had lost the position.",
            false => "No probe missed because the table had lost the position.",
        };
        html! {
            details.card hidden[self.table.is_none()] open {
                summary #lost-head { "Lost hits" }
                p.key { (meaning) }
                ul #lost-list .list {}
            }
        }
    }

    fn legend(&self) -> Markup {
        html! {
            details.card {
                summary { "How to read this page" }
                dl.words {
                    @for (word, meaning) in self.words() { dt { (word) } dd { (meaning) } }
                }
            }
        }
    }
}

fn now() -> Markup {
    html! {
        section.now aria-label="Current step" {
            figure #board {}
            div.words {
                h2 { span #kind .kind {} }
                p #sentence aria-live="polite" {}
                div #others .others {}
            }
        }
    }
}

fn table() -> Markup {
    html! {
        section.table-card {
            div.head { h2 { "The table" } span #fill .key {} }
            div #table-box .table-box tabindex="0" role="region" aria-label="The table" { ul #buckets .buckets {} }
        }
    }
}

fn tree() -> Markup {
    html! {
        section.tree-card {
            div.head {
                h2 { "The tree so far" }
                label { input #unfold type="checkbox"; " unfold everything" }
            }
            div #tree-box .tree-box tabindex="0" role="region" aria-label="The tree so far" { ul #tree .tree {} }
        }
    }
}
