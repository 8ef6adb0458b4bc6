//! No two modules of a crate import each other, directly or in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, outside_tests, tokens};

/// The modules that a module imports, each with the file and the line of the first import.
type Imports = BTreeMap<String, BTreeMap<String, (String, usize)>>;

/// A circle of modules can be read, tested and moved only as a whole.
pub(super) fn circles(files: &Files) -> Vec<Complaint> {
    let mut crates: BTreeMap<String, Imports> = BTreeMap::new();
    for (path, lines) in files.rust("crates/") {
        let Some((name, file)) = path.trim_start_matches("crates/").split_once("/src/") else { continue };
        let module = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if ["lib", "main"].contains(&module) || file.split('/').any(|part| part == "tests.rs") {
            continue;
        }
        let imports = crates.entry(name.to_owned()).or_default().entry(module.to_owned()).or_default();
        let is_top = !file.contains('/');
        for (line, other) in imported(&outside_tests(lines), is_top) {
            imports.entry(other).or_insert_with(|| (path.to_owned(), line));
        }
    }
    crates.values().flat_map(complaints).collect()
}

/// The names behind `crate::`, and in a file at the top behind `super::`, with their lines.
fn imported(lines: &[Line], is_top: bool) -> Vec<(usize, String)> {
    let all: Vec<_> = lines.iter().flat_map(|line| tokens(&line.code).map(|token| (line.number, token))).collect();
    let mut names = Vec::new();
    for (place, &(_, token)) in all.iter().enumerate() {
        if !(token == "crate" || is_top && token == "super") {
            continue;
        }
        match all[place + 1..] {
            [(_, ":"), (_, ":"), (_, "{"), ref group @ ..] => {
                let mut depth = 0;
                let mut begins = true;
                for &(line, token) in group {
                    match token {
                        "{" => depth += 1,
                        "}" if depth == 0 => break,
                        "}" => depth -= 1,
                        "," if depth == 0 => begins = true,
                        _ if begins && depth == 0 => {
                            names.push((line, token.to_owned()));
                            begins = false;
                        }
                        _ => {}
                    }
                }
            }
            [(_, ":"), (_, ":"), (line, name), ..] => names.push((line, name.to_owned())),
            _ => {}
        }
    }
    names
}

/// One complaint for each import that closes a circle, at the import that stands in the module that sorts first.
fn complaints(imports: &Imports) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (module, others) in imports {
        for (other, (path, line)) in others {
            let is_closed = other > module && reaches(imports, other, module);
            if is_closed {
                let what = format!("the modules `{module}` and `{other}` import each other; move what both need");
                complaints.push(Complaint::new(path, *line, what));
            }
        }
    }
    complaints
}

fn reaches(imports: &Imports, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            next.extend(imports.get(module).into_iter().flatten().map(|(other, _)| other.as_str()));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> Vec<(String, usize)> {
        let files = Files::from_slice(files);
        circles(&files).into_iter().map(|complaint| (complaint.file, complaint.line)).collect()
    }

    #[test]
    fn two_modules_that_import_each_other() {
        let a = ("crates/x/src/a.rs", "//! A.\nuse crate::b::B;\n");
        assert_eq!(check(&[a, ("crates/x/src/b.rs", "//! B.\nuse crate::{Root, a::A};\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, ("crates/x/src/b/deep.rs", "//! B.\nuse crate::a;\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, ("crates/x/src/b.rs", "//! B.\nuse super::a;\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, ("crates/x/src/b.rs", "//! B.\nuse crate::c;\n")]), []);
        assert_eq!(check(&[a, ("crates/y/src/b.rs", "//! B.\nuse crate::a;\n")]), []);
    }

    #[test]
    fn a_circle_of_three() {
        let files = [
            ("crates/x/src/a.rs", "//! A.\nuse crate::b;\n"),
            ("crates/x/src/b.rs", "//! B.\nuse crate::c;\n"),
            ("crates/x/src/c.rs", "//! C.\nuse crate::a;\n"),
        ];
        assert_eq!(check(&files).len(), 2);
    }

    #[test]
    fn tests_may_import_anything() {
        let b = "//! B.\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n";
        assert_eq!(check(&[("crates/x/src/a.rs", "//! A.\nuse crate::b;\n"), ("crates/x/src/b.rs", b)]), []);
    }
}
