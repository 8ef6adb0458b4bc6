//! The browser that tests run, here and in `playground`.

use std::process::Command;

/// Returns a browser that runs without a screen, if one is installed. In CI it must be.
pub(crate) fn chromium() -> Option<String> {
    let names = std::env::var("CHROMIUM")
        .into_iter()
        .chain(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(str::to_owned));
    let runs = |name: &String| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let found = names.into_iter().find(runs);
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "Chromium is missing: install it, or set CHROMIUM");
    found
}
