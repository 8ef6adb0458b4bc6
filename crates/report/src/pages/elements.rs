//! The elements of the HTML report that more than one of its sections has.

use maud::{Markup, html};

use crate::claims::{Claim, Judged};
use crate::show::block::scroll;

/// Returns a table of sentences: its rows may be as high as they need. Columns of numbers come last.
pub(super) fn sentences(caption: &str, heads: &[&str], numbers: &[&str], rows: &Markup) -> Markup {
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

pub(super) fn quote(claim: &Claim) -> Markup {
    html! { "\u{201c}" (claim.quote) "\u{201d}" br; span .note { (claim.reading) } }
}

pub(super) fn beyond(one: &Judged) -> &'static str {
    if one.is_of_source() { "" } else { "; beyond the source" }
}

pub(super) fn verdict(one: &Judged) -> Markup {
    let (verdict, notes) = one.verdict_and_notes();
    html! {
        span class=(one.verdict.class()) { (verdict) }
        @if !notes.is_empty() { br; span .note { (notes) } }
    }
}
