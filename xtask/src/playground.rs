//! Builds the playground: one HTML file with its script, its style and its WebAssembly module.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{Usage, repo, say};

/// The name of the page.
pub(crate) const PAGE: &str = "playground.html";

const TARGET: &str = "wasm32-unknown-unknown";

/// The profile that the module is built with.
const PROFILE: &str = "playground";

/// The page, which has a mark for each of its parts, such as `{{page.css}}`.
const PAGE_SOURCE: &str = "crates/playground/page/page.html";
const PARTS: [(&str, &str); 6] = [
    ("common.css", "crates/walkthrough/src/common.css"),
    ("page.css", "crates/playground/page/page.css"),
    ("worker.js", "crates/playground/page/worker.js"),
    ("common.js", "crates/walkthrough/src/common.js"),
    ("timeline.js", "crates/playground/page/timeline.js"),
    ("page.js", "crates/playground/page/page.js"),
];

/// The mark for the module, compressed by gzip, in base64.
const MODULE: &str = "{{module}}";

/// The largest page in bytes.
const MAX_BYTES: usize = 500_000;

/// Builds the page and prints where it is.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    if !args.is_empty() {
        return Err(Usage::error("unexpected argument of `playground`: it takes none"));
    }
    let page = build()?;
    say(format_args!("written: {}", page.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the page below the directory of builds, and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    let module = module()?;
    let bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    let read = |path: &str| fs::read_to_string(repo::root().join(path)).with_context(|| format!("cannot read {path}"));
    let mut page = read(PAGE_SOURCE)?;
    for (part, path) in PARTS {
        page = filled(&page, &format!("{{{{{part}}}}}"), read(path)?.trim_end())?;
    }
    page = filled(&page, MODULE, &packed(&bytes)?)?;
    if page.len() > MAX_BYTES {
        bail!("the playground has {} bytes: expected at most {MAX_BYTES}", page.len());
    }
    let path = module.with_file_name(PAGE);
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Builds the WebAssembly module, and returns its path.
fn module() -> Result<PathBuf> {
    if !repo::has_target(TARGET)? {
        bail!(
            "cannot build the playground: the Rust target {TARGET} is not installed\nhelp: rustup target add {TARGET}"
        );
    }
    let mut cargo = repo::cargo();
    cargo.args(["rustc", "--package", "playground", "--lib", "--crate-type", "cdylib", "--locked", "--quiet"]);
    // Flags for the processor of this machine are not for the module.
    cargo
        .args(["--target", TARGET, "--profile", PROFILE])
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    repo::run(&mut cargo)?;
    Ok(repo::target()?.join(TARGET).join(PROFILE).join("playground.wasm"))
}

/// Replaces the only mark of this kind in a page.
fn filled(page: &str, mark: &str, content: &str) -> Result<String> {
    match page.split(mark).collect::<Vec<_>>()[..] {
        [before, after] => Ok([before, content, after].concat()),
        _ => bail!("{PAGE_SOURCE} does not have exactly one {mark}"),
    }
}

/// Returns the module compressed by gzip, in base64.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)
        .and_then(|()| gzip.finish())
        .map(|packed| BASE64_STANDARD.encode(packed))
        .context("cannot pack")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_replaced_once() {
        assert_eq!(filled("a {{b}} c", "{{b}}", "{{b}}").unwrap(), "a {{b}} c");
        assert_eq!(filled("a {{b}} c", "{{b}}", "x").unwrap(), "a x c");
        for page in ["a", "{{b}} {{b}}"] {
            assert!(filled(page, "{{b}}", "x").is_err());
        }
    }

    #[test]
    fn a_module_is_packed() {
        // The first bytes of every gzip file.
        let packed = BASE64_STANDARD.decode(packed(&[7; 1000]).unwrap()).unwrap();
        assert_eq!(packed[..3], [0x1f, 0x8b, 8]);
        assert!(packed.len() < 100);
    }
}
