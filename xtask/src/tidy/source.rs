//! Splits Rust source into code, literals and comments, so that each check sees only what it needs.

/// A line in three parts. Each part has blanks in the columns of the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) code: String,
    pub(super) literal: String,
    pub(super) comment: String,
}

/// Splits a source file into lines.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut lines = vec![Line { number: 1, ..Line::default() }];
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, length) = piece(rest);
        let (head, tail) = rest.split_at(length);
        for (i, part) in head.split('\n').enumerate() {
            if i > 0 {
                lines.push(Line { number: lines.len() + 1, ..Line::default() });
            }
            let line = lines.last_mut().expect("there is a first line");
            let blank = " ".repeat(part.chars().count());
            line.code.push_str(if kind == Kind::Code { part } else { &blank });
            line.literal.push_str(if kind == Kind::Literal { part } else { &blank });
            line.comment.push_str(if kind == Kind::Comment { part } else { &blank });
        }
        rest = tail;
    }
    lines
}

/// Returns the lines outside of items with `#[cfg(test)]`.
pub(super) fn outside_tests(lines: &[Line]) -> Vec<Line> {
    let mut outside = Vec::new();
    let mut lines = lines.iter();
    while let Some(line) = lines.next() {
        if !line.code.trim_start().starts_with("#[cfg(test)]") {
            outside.push(line.clone());
            continue;
        }
        // The item ends at its semicolon or its closing brace, whichever comes first outside all brackets.
        let mut depth = 0;
        let mut code = line.code.replacen("#[cfg(test)]", "", 1);
        while !ends_item(&code, &mut depth) {
            let Some(next) = lines.next() else { break };
            code.clone_from(&next.code);
        }
    }
    outside
}

/// Returns the identifiers and keywords in a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    tokens(line).filter(|token| token.starts_with(is_word))
}

/// Returns the tokens of a line as the checks need them: words, and every other character by itself.
pub(super) fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.trim_start();
    std::iter::from_fn(move || {
        let sign = rest.chars().next()?.len_utf8();
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (token, tail) = rest.split_at(word.max(sign));
        rest = tail.trim_start();
        Some(token)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn ends_item(code: &str, depth: &mut usize) -> bool {
    for c in code.chars() {
        match c {
            '{' | '(' | '[' => *depth += 1,
            ')' | ']' => *depth = depth.saturating_sub(1),
            '}' => {
                *depth = depth.saturating_sub(1);
                if *depth == 0 {
                    return true;
                }
            }
            ';' if *depth == 0 => return true,
            _ => {}
        }
    }
    false
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Literal,
    Comment,
}

/// Returns the kind of the first part of a text, and its length in bytes.
fn piece(text: &str) -> (Kind, usize) {
    if text.starts_with("//") {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return (Kind::Comment, block_comment(text));
    }
    if let Some(length) = raw_string(text) {
        return (Kind::Literal, length);
    }
    if text.starts_with('"') {
        return (Kind::Literal, quoted(text, '"'));
    }
    if let Some(after) = text.strip_prefix('\'') {
        // A character, unless it is a lifetime: `'a'`, `'\n'`, but `'a`.
        let mut chars = after.chars();
        let (first, second) = (chars.next(), chars.next());
        let character = first == Some('\\') || second == Some('\'');
        return if character { (Kind::Literal, quoted(text, '\'')) } else { (Kind::Code, 1) };
    }
    let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
    (Kind::Code, if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) })
}

/// Returns the length of a comment, which may contain others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Returns the length of a raw literal such as `r"…"` or `br#"…"#`.
fn raw_string(text: &str) -> Option<usize> {
    let start = ["r", "br", "cr"].iter().find_map(|prefix| text.strip_prefix(prefix))?;
    let inner = start.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(start.len() - inner.len()));
    let inner = inner.strip_prefix('"')?;
    let open = text.len() - inner.len();
    Some(inner.find(&end).map_or(text.len(), |close| open + close + end.len()))
}

/// Returns the length of a literal in quotes, with its escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code, literals and comments of a text, without the blanks.
    fn split(text: &str) -> [String; 3] {
        let lines = lines(text);
        let part = |part: fn(&Line) -> &str| {
            lines.iter().flat_map(|line| part(line).split_whitespace()).collect::<Vec<_>>().join(" ")
        };
        [part(|line| &line.code), part(|line| &line.literal), part(|line| &line.comment)]
    }

    #[test]
    fn a_line_is_split_into_its_parts() {
        assert_eq!(split("let a = \"x // y\"; // z"), ["let a = ;", "\"x // y\"", "// z"]);
        assert_eq!(split("a /* b /* c */ d */ e"), ["a e", "", "/* b /* c */ d */"]);
        assert_eq!(split(r###"f(r#"a " b"#, br"\")"###), ["f( , )", r###"r#"a " b"# br"\""###, ""]);
        assert_eq!(split(r#""a\"b" c"#), ["c", r#""a\"b""#, ""]);
        assert_eq!(split(r"x('a', '\'', '\u{41}') y"), ["x( , , ) y", r"'a' '\'' '\u{41}'", ""]);
        assert_eq!(split("fn f<'a>(x: &'a str) r#type"), ["fn f<'a>(x: &'a str) r#type", "", ""]);
    }

    #[test]
    fn columns_and_numbers_are_kept() {
        let lines = lines("a \"é\"\n  b // c\n");
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].code, "a    ");
        assert_eq!(
            lines[1],
            Line { number: 2, code: "  b ".to_owned() + "    ", literal: " ".repeat(8), comment: "    // c".into() }
        );
    }

    #[test]
    fn tests_are_left_out_and_what_follows_is_not() {
        let text = "one\n#[cfg(test)]\nmod tests;\ntwo\n#[cfg(test)]\nimpl [u8; 3] {\n  fn f() { x; }\n}\nthree\n";
        let outside: Vec<_> = outside_tests(&lines(text)).into_iter().map(|line| line.code).collect();
        assert_eq!(outside, ["one", "two", "three", ""]);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(tokens(" std::{é};").collect::<Vec<_>>(), ["std", ":", ":", "{", "é", "}", ";"]);
        assert_eq!(words("Move::MOVE as r_move(&self)").collect::<Vec<_>>(), ["Move", "MOVE", "as", "r_move", "self"]);
    }
}
