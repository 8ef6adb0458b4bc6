//! The marks at the start and the end of text files.

/// Removes byte-order marks, which begin a file, and 0x1A, which DOS wrote at the end of a file. They occur inside a
/// text if files were concatenated; there they end a line.
pub(super) fn without_marks(text: String) -> String {
    const MARKS: [char; 2] = ['\u{feff}', '\u{1a}'];
    if !text.contains(MARKS) {
        return text;
    }
    text.split(MARKS).fold(String::with_capacity(text.len()), |mut joined, part| {
        let is_inside = !joined.is_empty() && !joined.ends_with('\n') && !part.is_empty();
        if is_inside && !part.starts_with(['\r', '\n']) {
            joined.push('\n');
        }
        joined + part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_files_are_removed() {
        for (text, read) in [
            ("\u{feff}a\r\nb", "a\r\nb"),
            ("a\n\u{1a}", "a\n"),
            ("a\u{1a}\r\n", "a\r\n"),
            ("\u{feff}a\u{1a}\u{feff}b\n\u{feff}c\u{1a}", "a\nb\nc"),
            ("\u{feff}", ""),
        ] {
            assert_eq!(without_marks(text.to_owned()), read, "{text:?}");
        }
    }
}
