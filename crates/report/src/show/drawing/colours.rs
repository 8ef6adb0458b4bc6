//! The colours of pictures on light and on dark paper.
//!
//! The attributes of a picture have the colours for light paper, so that every program can show it. A style adds those
//! for dark paper, for browsers whose reader prefers a dark page. The selectors begin with a class, because the style
//! of a picture that is part of a page is valid on the whole page.

use std::fmt::Write;

pub(super) const PAPER: &str = "#FFFFFF";
pub(super) const INK: &str = "#222222";
pub(super) const FAINT: &str = "#555555";
pub(super) const GRID: &str = "#DDDDDD";
pub(super) const FRAME: &str = "#888888";
pub(super) const BAND: &str = "#E3EEF6";
pub(super) const BLUE: &str = "#0A4A85";
pub(super) const GREEN: &str = "#00965A";
pub(super) const RED: &str = "#E04A00";
pub(super) const PINK: &str = "#E6399B";
pub(super) const BROWN: &str = "#6B4A00";
pub(super) const VIOLET: &str = "#8E44D9";
/// The colour of text on a cell of a heat map, whose colour is the same on dark paper.
pub(super) const ON_CELL: &str = "#1A1A1A";

/// The class of a picture.
pub(super) const CLASS: &str = "table-picture";

/// Each colour, and what it becomes on dark paper. The hues are those of `[Okabe and Ito 2008]`, which colour-blind
/// readers can tell apart; they are darker here, or lighter on dark paper, so that every one is seen.
pub(super) const ON_DARK: [(&str, &str); 12] = [
    (PAPER, "#16191D"),
    (INK, "#E6E6E6"),
    (FAINT, "#B4B4B4"),
    (GRID, "#3A4047"),
    (FRAME, "#78808A"),
    (BAND, "#24323D"),
    (BLUE, "#4A9CFF"),
    (GREEN, "#2FE39A"),
    (RED, "#FF8052"),
    (PINK, "#D873C2"),
    (BROWN, "#FFC320"),
    (VIOLET, "#C9B0FF"),
];

/// Returns the style of a picture: the colours on dark paper of all that it uses.
pub(super) fn style(svg: &str) -> String {
    let mut rules = String::new();
    for (light, dark) in ON_DARK {
        for attribute in ["fill", "stroke"] {
            let selector = format!("{attribute}=\"{light}\"");
            if svg.contains(&selector) {
                let _ = write!(rules, ".{CLASS} [{selector}]{{{attribute}:{dark}}}");
            }
        }
    }
    format!("<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>")
}
