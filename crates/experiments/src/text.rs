//! Formatting numbers, and making foreign texts safe to show.

use std::borrow::Cow;
use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serializer};

/// Formats a number with a comma between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Serializes a value as text.
///
/// # Errors
///
/// The text cannot be written.
pub fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Breaks a text between words into lines of at most so many columns; a longer word has a line of its own.
///
/// ```
/// assert_eq!(experiments::text::wrapped("one two  three", 7), ["one two", "three"]);
/// ```
#[must_use]
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Formats a number and a noun, with an s if the number is not 1.
///
/// ```
/// use experiments::text::counted;
///
/// assert_eq!([1_usize, 2000].map(|games| counted(games, "game")), ["1 game", "2,000 games"]);
/// ```
#[must_use]
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Formats a speed in nodes per second.
///
/// ```
/// use experiments::text::speed;
///
/// assert_eq!(speed(24_600.0), "25 thousand nodes/s");
/// assert_eq!(speed(4_815_000.0), "4.8 million nodes/s");
/// ```
#[must_use]
pub fn speed(nodes_per_second: f64) -> String {
    if nodes_per_second < 1e5 {
        format!("{:.0} thousand nodes/s", nodes_per_second / 1e3)
    } else {
        format!("{:.1} million nodes/s", nodes_per_second / 1e6)
    }
}

/// Escapes the control characters of a text other than line feeds and tabs: a terminal would obey them, and XML cannot
/// contain them.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unprintable(c) && !matches!(c, '\n' | '\t'))
}

/// Escapes a foreign text for a CSV file that a spreadsheet may open: control characters are escaped, and a text that a
/// spreadsheet would take for a formula gets a leading apostrophe.
#[must_use]
pub fn spreadsheet_cell(text: &str) -> Cow<'_, str> {
    let escaped = escaped(text, is_unprintable);
    if escaped.starts_with(['=', '+', '-', '@']) { format!("'{escaped}").into() } else { escaped }
}

/// Returns whether it is a control character, or one of the two others that XML forbids.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return text.into();
    }
    let escape = |c: char| if is_escaped(c) { c.escape_unicode().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// Reads a sentence or several, which may be broken into lines.
///
/// # Errors
///
/// It is not a string.
pub fn read_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(String::deserialize(deserializer)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Formats a difference in Elo, with a sign.
///
/// ```
/// use experiments::text::elo_text;
///
/// assert_eq!([12.34, -0.01, f64::NEG_INFINITY].map(elo_text), ["+12.3", "+0.0", "-infinity"]);
/// ```
#[must_use]
pub fn elo_text(elo: f64) -> String {
    if elo.is_infinite() {
        if elo > 0.0 { "+infinity" } else { "-infinity" }.to_owned()
    } else {
        // Zero has no negative sign.
        format!("{:+.1}", if elo.abs() < 0.05 { 0.0 } else { elo })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_formulas_are_escaped() {
        assert_eq!(printable("\u{7f}\u{9b}2J\u{0}\u{ffff} ü → x"), "\\u{7f}\\u{9b}2J\\u{0}\\u{ffff} ü → x");
        assert_eq!(printable("a\tb\n\u{1b}[31mred\r"), "a\tb\n\\u{1b}[31mred\\u{d}");
        for (text, cell) in [
            ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "\\u{9}=1"),
            ("\r\n=1", "\\u{d}\\u{a}=1"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(spreadsheet_cell(text), cell);
        }
    }

    #[test]
    fn thousands_are_separated() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (100_000, "100,000")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }
}
