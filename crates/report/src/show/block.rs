//! Tables and notes, and how they are written: as text for terminals and Markdown pages, and as HTML.

use std::io::Write;

use anyhow::Result;
use comfy_table::{Cell, CellAlignment, LineStyle, Table as Drawn, TableStyle};
use maud::{Markup, html};

/// The width of a table on a terminal, in columns.
const COLUMNS: usize = 100;

/// A rule below the head, and no other lines.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table, or a line of text between tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A table.
    Table(TextTable),
    /// A remark on the table above.
    Note(String),
}

/// Names in the first column, numbers in the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// What the numbers are.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many values in each row as there are columns; unknown values are empty.
    pub rows: Vec<Vec<String>>,
}

impl Block {
    /// Makes a table with a name for every row, and for every column except the first.
    pub(crate) fn matrix(
        caption: impl Into<String>,
        heads: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = (impl Into<String>, Vec<String>)>,
    ) -> Self {
        let head = std::iter::once(String::new()).chain(heads.into_iter().map(Into::into)).collect();
        let row = |(name, cells): (_, Vec<String>)| std::iter::once(Into::into(name)).chain(cells).collect();
        Self::Table(TextTable { caption: caption.into(), head, rows: rows.into_iter().map(row).collect() })
    }

    /// Returns whether all of its values are empty.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Table(table) if table.rows.iter().all(|row| row[1..].iter().all(String::is_empty)))
    }

    /// Prints the block for a terminal of 100 columns, without colour.
    ///
    /// # Errors
    ///
    /// `out` cannot be written to.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        match self {
            Self::Table(table) => table.print(out),
            Self::Note(line) => Ok(writeln!(out, "{line}")?),
        }
    }

    /// Writes the block as HTML.
    pub(crate) fn html(&self) -> Markup {
        match self {
            Self::Table(table) => table.html(),
            Self::Note(line) => html! { p .note { (line) } },
        }
    }
}

impl TextTable {
    /// Writes the table as HTML.
    fn html(&self) -> Markup {
        let drawn = html! {
            table {
                caption { (self.caption) }
                thead { tr { @for name in &self.head {
                    @if name.is_empty() { td {} } @else { th scope="col" { (name) } }
                } } }
                tbody {
                    @for row in &self.rows {
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
        scroll(&self.caption, &drawn)
    }

    /// Prints the table, split between columns if it is too wide.
    fn print(&self, out: &mut dyn Write) -> Result<()> {
        let width = |column: usize| {
            let texts = self.rows.iter().chain([&self.head]).map(|row| row[column].chars().count());
            texts.max().unwrap_or(0)
        };
        writeln!(out, "\n{}", self.caption)?;
        let mut start = 1;
        while start < self.head.len() {
            if start > 1 {
                writeln!(out)?;
            }
            let mut wide = width(0) + 1 + width(start) + 2;
            let mut end = start + 1;
            while end < self.head.len() && wide + width(end) + 2 <= COLUMNS {
                wide += width(end) + 2;
                end += 1;
            }
            let part = |row: &Vec<String>| {
                let texts = [&row[..1], &row[start..end]].concat();
                texts.iter().enumerate().map(|(column, text)| aligned(column, text)).collect::<Vec<Cell>>()
            };
            let mut drawn = Drawn::new();
            drawn.load_style(STYLE).set_header(part(&self.head));
            drawn.add_rows(self.rows.iter().map(part));
            for (index, column) in drawn.column_iter_mut().enumerate() {
                // A style may have a line between columns, which is blank here.
                column.set_padding((if index == 0 { 0 } else { 1 }, 0));
            }
            writeln!(out, "{}", drawn.trim_fmt())?;
            start = end;
        }
        Ok(())
    }
}

/// Makes content that may be wider than the window scroll by itself, also by keyboard, with a label.
pub(crate) fn scroll(label: &str, content: &Markup) -> Markup {
    html! { div .scroll role="region" tabindex="0" aria-label=(label) { (content) } }
}

/// Escapes a text as one cell of a Markdown table.
pub(crate) fn markdown_cell(text: &str) -> String {
    markdown_text(text).replace('|', "\\|")
}

/// Escapes a text as one line of Markdown without HTML.
pub(crate) fn markdown_text(text: &str) -> String {
    without_tags(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Escapes HTML tags in Markdown.
pub(crate) fn without_tags(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown.chars().peekable();
    while let Some(c) = rest.next() {
        let is_tag = |next: &char| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?');
        if c == '<' && rest.peek().is_some_and(is_tag) {
            text.push_str("&lt;");
        } else {
            text.push(c);
        }
    }
    text
}

/// Writes a text as inline code in Markdown, between more backquotes than it contains in a row.
pub(crate) fn markdown_code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(most + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Escapes a file name as the target of a Markdown link.
pub(crate) fn markdown_link(name: &str) -> String {
    let mut link = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() || "-._~+=@,".contains(c) {
            link.push(c);
        } else {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| link += &format!("%{byte:02X}"));
        }
    }
    link
}

/// Names are aligned left, numbers and letters right.
fn aligned(column: usize, text: &str) -> Cell {
    Cell::new(text).set_alignment(if column == 0 { CellAlignment::Left } else { CellAlignment::Right })
}

/// Returns a sentence with a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_markdown_stays_one_cell() {
        assert_eq!(markdown_cell("|a| < 2\n  or ||"), "\\|a\\| < 2 or \\|\\|");
    }

    #[test]
    fn names_of_others_stay_text() {
        assert_eq!(markdown_text("1 < 2, <b>, </b>, <!-- and\n<3"), "1 < 2, &lt;b>, &lt;/b>, &lt;!-- and <3");
        for (text, code) in [("a", "`a`"), ("a`b", "``a`b``"), ("``a", "``` ``a ```"), ("a`<b>`", "`` a`<b>` ``")] {
            assert_eq!(markdown_code(text), code);
        }
        assert_eq!(markdown_link("fig-2.12-8x8.svg"), "fig-2.12-8x8.svg");
        assert_eq!(markdown_link("g`<a b>(ü).svg"), "g%60%3Ca%20b%3E%28ü%29.svg");
    }

    #[test]
    fn a_wide_table_is_cut_between_columns() {
        let heads: Vec<String> = (0..20).map(|i| format!("head {i}")).collect();
        let rows = ["one", "two"].map(|name| (name, vec!["1,234,567".to_owned(); 20]));
        let mut out = Vec::new();
        Block::matrix("numbers", heads.clone(), rows).print(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        assert_eq!(text.matches("\none").count(), 3, "{text}");
        assert!(heads.iter().all(|head| text.contains(head)), "{text}");
    }
}
