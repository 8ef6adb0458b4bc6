//! No two modules with the same parent import each other, directly or indirectly.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, outside_tests, tokens};

/// The names of a module and of the modules around it, from the top of the crate down.
type Path = Vec<String>;

/// The modules that a module imports, each with the file and the line of the first import.
type Imports = BTreeMap<Path, BTreeMap<Path, (String, usize)>>;

/// Checks that no modules import each other in a cycle: they could be read, tested and moved only as a whole.
pub(super) fn circles(files: &Files) -> Vec<Complaint> {
    let mut crates: BTreeMap<&str, BTreeMap<Path, (&str, Vec<Line>)>> = BTreeMap::new();
    for (path, lines) in files.rust("") {
        let Some((name, file)) = path.split_once("/src/") else { continue };
        let module = module(file);
        if !module.iter().any(|part| part == "tests") {
            crates.entry(name).or_default().insert(module, (path, outside_tests(lines)));
        }
    }
    crates.values().flat_map(|modules| complaints(&imports(modules))).collect()
}

/// Returns the module of a file: `a::b` of `a/b.rs` and of `a/b/mod.rs`, and the root of the crate of `lib.rs`.
fn module(file: &str) -> Path {
    let mut parts: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    parts.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
    parts
}

/// Returns the imports of the modules of a crate, as imports between modules with the same parent.
fn imports(modules: &BTreeMap<Path, (&str, Vec<Line>)>) -> Imports {
    let mut imports = Imports::new();
    for (module, (file, lines)) in modules {
        for (line, mut target) in named(lines, module) {
            while !target.is_empty() && !modules.contains_key(&target) {
                target.pop();
            }
            let shared = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if shared < module.len().min(target.len()) {
                let (from, to) = (module[..=shared].to_vec(), target[..=shared].to_vec());
                imports.entry(from).or_default().entry(to).or_insert_with(|| ((*file).to_owned(), line));
            }
        }
    }
    imports
}

/// Returns the paths in a module that begin with `crate`, `self` or `super`, as paths from the root of the crate, with
/// their lines.
fn named(lines: &[Line], module: &[String]) -> Vec<(usize, Path)> {
    let all: Vec<_> = lines.iter().flat_map(|line| tokens(&line.code).map(|token| (line.number, token))).collect();
    let mut paths = Vec::new();
    let mut rest = &all[..];
    while let [(_, token), after @ ..] = rest {
        rest = if ["crate", "self", "super"].contains(token) && is_path(after) {
            names(rest, module.to_vec(), &mut paths)
        } else {
            after
        };
    }
    paths
}

fn is_path(tokens: &[(usize, &str)]) -> bool {
    matches!(tokens, [(_, ":"), (_, ":"), ..])
}

/// Reads a path, or the tree of an import, at the start of `tokens`; `before` is the path before it. Returns the tokens
/// after it.
fn names<'a, 'b>(
    mut tokens: &'a [(usize, &'b str)],
    mut before: Path,
    paths: &mut Vec<(usize, Path)>,
) -> &'a [(usize, &'b str)] {
    while let [(line, token), after @ ..] = tokens {
        match *token {
            "{" => {
                tokens = after;
                loop {
                    match tokens {
                        [(_, "}"), after @ ..] => return after,
                        [(_, ","), after @ ..] => tokens = after,
                        [_, ..] => tokens = names(tokens, before.clone(), paths),
                        [] => return tokens,
                    }
                }
            }
            "crate" => before.clear(),
            "super" => drop(before.pop()),
            "self" => {}
            name => before.push(name.to_owned()),
        }
        if !is_path(after) {
            paths.push((*line, before));
            return behind_alias(after);
        }
        tokens = &after[2..];
    }
    tokens
}

/// Skips `as NAME`.
fn behind_alias<'a, 'b>(tokens: &'a [(usize, &'b str)]) -> &'a [(usize, &'b str)] {
    match tokens {
        [(_, "as"), _, after @ ..] => after,
        _ => tokens,
    }
}

/// Returns one complaint for each cycle, at the import in the module whose name sorts first.
fn complaints(imports: &Imports) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (module, others) in imports {
        for (other, (path, line)) in others {
            let is_closed = other > module && reaches(imports, other, module);
            if is_closed {
                let (module, other) = (module.join("::"), other.join("::"));
                let what = format!("the modules `{module}` and `{other}` import each other; move what both need");
                complaints.push(Complaint::new(path, *line, what));
            }
        }
    }
    complaints
}

fn reaches(imports: &Imports, from: &Path, to: &Path) -> bool {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            next.extend(imports.get(module).into_iter().flatten().map(|(other, _)| other));
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
        let b = ("crates/x/src/b.rs", "//! B.\nmod deep;\n");
        assert_eq!(check(&[a, b, ("crates/x/src/b/deep.rs", "//! B.\nuse crate::a;\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, ("crates/x/src/b.rs", "//! B.\nuse super::a;\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, ("crates/x/src/b.rs", "//! B.\nuse crate::c;\n")]), []);
        assert_eq!(check(&[a, ("crates/y/src/b.rs", "//! B.\nuse crate::a;\n")]), []);
    }

    #[test]
    fn modules_below_the_top() {
        let a = ("crates/x/src/m/a.rs", "//! A.\nuse super::b::B;\n");
        let to_a = |text| ("crates/x/src/m/b.rs", text);
        assert_eq!(check(&[a, to_a("//! B.\nuse crate::m::{self, c::C as D, a};\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, to_a("//! B.\nfn f() {\n    super::a::g();\n}\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, to_a("//! B.\nuse super::super::m::a;\n")]), [(a.0.to_owned(), 2)]);
        assert_eq!(check(&[a, to_a("//! B.\nuse super::c::{a, d};\n")]), []);
        assert_eq!(check(&[a, to_a("//! B.\nuse super::A;\n")]), []);
        // A module may use what stands in the module around it.
        assert_eq!(check(&[a, ("crates/x/src/m/mod.rs", "//! M.\nmod a;\nmod b;\nuse a::A;\n")]), []);
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
