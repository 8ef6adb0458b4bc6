//! The page searches, steps and compares, without a mouse, on a phone and offline.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::chromium::chromium;
use crate::devtools::Browser;

/// The largest page in bytes.
const MAX_BYTES: u64 = 500_000;

/// Builds the page. Returns `None` where the Rust target is not installed, which it must be in CI.
fn page() -> Option<PathBuf> {
    let mut xtask = Command::new(env!("CARGO"));
    xtask.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).args(["xtask", "playground"]);
    let output = xtask.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("rustup target add") && std::env::var_os("CI").is_none() {
        eprintln!("skipped: {errors}");
        return None;
    }
    assert!(output.status.success(), "{errors}");
    let written = String::from_utf8_lossy(&output.stdout);
    Some(PathBuf::from(written.trim().strip_prefix("written: ").unwrap()))
}

/// Returns the counts of a search that this machine runs without a browser.
fn native(game: &str, scheme: &str, positions: u64) -> Value {
    let question = json!({
        "ask": "count", "game": game, "scheme": scheme, "positions": positions, "max_nodes": 20_000_000,
    });
    serde_json::from_str(&playground::answer(&question.to_string())).unwrap()
}

/// Opens the page with these choices and waits for both searches.
fn open(browser: &mut Browser, page: &Path, (game, positions): (&str, u64), schemes: [&str; 2]) {
    let [left, right] = schemes;
    let choices = format!("game={game}&positions={positions}&left={left}&right={right}");
    browser.send("Page.navigate", &json!({ "url": "about:blank" }));
    browser.send("Page.navigate", &json!({ "url": format!("file://{}#{choices}", page.display()) }));
    browser.wait_for("document.body !== null && 'ready' in document.body.dataset");
}

/// Returns the step that the page shows, and the number of steps.
fn step(browser: &mut Browser) -> (u64, u64) {
    let shown = browser.value("document.getElementById('step').textContent");
    let numbers: Vec<u64> =
        shown.as_str().unwrap().replace(',', "").split(' ').filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

/// Returns the text of all elements that a selector finds.
fn texts(browser: &mut Browser, selector: &str) -> Vec<String> {
    let found = browser.value(&format!("[...document.querySelectorAll('{selector}')].map((one) => one.innerText)"));
    serde_json::from_value(found).unwrap()
}

#[test]
fn the_page_works_by_keyboard_on_a_phone_and_offline() {
    let (Some(name), Some(page)) = (chromium(), page()) else {
        eprintln!("skipped: Chromium or the target of the page is missing");
        return;
    };
    assert!(fs::metadata(&page).unwrap().len() <= MAX_BYTES);
    let profile = tempfile::tempdir().unwrap();
    let mut browser = Browser::start(&name, profile.path());
    let phone = json!({ "width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": true });
    browser.send("Emulation.setDeviceMetricsOverride", &phone);

    for (game, positions, schemes) in [
        ("connect-four-4x5", 65_536, ["old", "two-big1"]),
        ("domineering-6x6", 256, ["big-all", "none"]),
        ("domineering-5x5", 64, ["unbounded", "lru-4"]),
        ("tic-tac-toe", 16, ["new", "two-big1"]),
        ("tic-tac-toe-3", 4, ["deep", "two-deep"]),
    ] {
        open(&mut browser, &page, (game, positions), schemes);
        let counts = schemes.map(|scheme| native(game, scheme, positions)["nodes"].as_u64().unwrap());
        let shown = texts(&mut browser, "#bars b").into_iter().map(|text| text.replace(',', ""));
        assert_eq!(shown.collect::<Vec<_>>(), counts.map(|nodes| format!("{nodes} nodes")), "{game} {schemes:?}");
        assert_eq!(browser.value("document.getElementById('stepper').hidden"), positions > 64);
        assert_eq!(browser.value("document.documentElement.scrollWidth"), 360, "{game} {schemes:?}");
        if game.starts_with("tic-tac-toe") {
            // The traces are complete: at the last step, both have counted the whole search.
            let first = step(&mut browser).0;
            browser.press("End");
            assert_eq!(texts(&mut browser, ".counters div:first-child dd"), counts.map(|nodes| nodes.to_string()));
            browser.press("Home");
            browser.press("n");
            assert_eq!(step(&mut browser).0, first, "the page opens at the first difference");
        }
    }
    the_keys_step(&mut browser);
    the_tab_key_reaches_everything(&mut browser);
    the_colours_follow_the_system(&mut browser);
    all_sizes_are_compared(&mut browser);

    assert_eq!(browser.faults(), [&Value::Null; 0]);
    let outside: Vec<_> =
        browser.requests().into_iter().filter(|url| !["file:", "blob:"].contains(&&url[..5])).collect();
    assert_eq!(outside, ["about:blank"; 0]);
}

/// The example of the primer: the first difference is a position that one table has lost and the other holds.
fn the_keys_step(browser: &mut Browser) {
    let (start, steps) = step(browser);
    assert_eq!(start, 65);
    assert_eq!(texts(browser, ".kind"), ["Probe: lost hit", "Probe: hit and cut-off"]);
    for (key, expected) in [("ArrowLeft", 64), ("ArrowRight", 65), ("Home", 0), ("n", 65), ("End", steps), ("p", 65)] {
        browser.press(key);
        assert_eq!(step(browser), (expected, steps), "{key}");
    }
    browser.press("ArrowLeft");
    assert_eq!(texts(browser, ".kind"), ["Replacement", "Stored above the old position"]);
    assert_eq!(texts(browser, ".left .replaced s"), ["P18 lost"]);
    browser.press("Home");
    browser.press(" ");
    browser.wait_for("document.getElementById('step').textContent.startsWith('step 2 ')");
    browser.press(" ");
    assert_eq!(texts(browser, "#play"), ["▶ Play"]);
}

/// The button `prev-change` is disabled, because no difference is before the second step.
fn the_tab_key_reaches_everything(browser: &mut Browser) {
    let order = "game positions left right sweep first prev play next last next-change slider left-table right-table";
    browser.value("document.activeElement.blur()");
    for expected in order.split(' ') {
        browser.press("Tab");
        assert_eq!(browser.value("document.activeElement.id"), expected);
        assert_ne!(browser.value("getComputedStyle(document.activeElement).outlineStyle"), "none", "{expected}");
    }
}

fn the_colours_follow_the_system(browser: &mut Browser) {
    let mut papers = Vec::new();
    for scheme in ["light", "dark"] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.send("Emulation.setEmulatedMedia", &features);
        papers.push(browser.value("getComputedStyle(document.body).backgroundColor"));
    }
    assert_eq!(papers, ["rgb(251, 251, 250)", "rgb(20, 23, 27)"]);
}

/// With room for all positions, both searches visit equally many nodes: their lines end in the same point.
fn all_sizes_are_compared(browser: &mut Browser) {
    browser.value("document.getElementById('sweep').focus()");
    browser.value("document.getElementById('sweep').click()");
    browser.wait_for("'swept' in document.body.dataset");
    assert_eq!(browser.value("document.activeElement.id"), "sweep");
    let label = browser.value("document.querySelector('#chart svg').getAttribute('aria-label')");
    let label = label.as_str().unwrap();
    for scheme in ["Deep: 60 with 4, ", "TwoDeep: 53 with 4, "] {
        assert!(label.contains(scheme), "{label}");
    }
    assert_eq!(label.matches("53 with 64K").count(), 2, "{label}");
    assert_eq!(browser.value("document.querySelectorAll('#chart .dot').length"), 30);
    assert_eq!(browser.value("document.documentElement.scrollWidth"), 360);
}
