//! What separates words in texts that other programs wrote.

/// Returns whether a character is whitespace, a mark at the start or the end of a file (the byte-order mark, and 0x1A
/// as DOS wrote it), or has no width. The marks occur inside a text if files were concatenated.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}
