//! The report in a browser: nothing overflows or overlaps, everything is legible, and every picture is shown.
//!
//! One size is tested every day. Four windows, paper and the checker itself are weekly:
//! `cargo test -p ttlab --test all browser:: -- --include-ignored`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::chromium::chromium;
use crate::lab::Lab;

/// Returns the report of a small sweep of every game.
fn report(lab: &Lab) -> String {
    let names = ["article-fig-1", "thesis-fig-2.10", "thesis-fig-2.12", "thesis-fig-2.14", "thesis-table-2.1"];
    let others = ["connect-four-schemes", "tutorial-table"];
    lab.run(&[&["sweep", "--db", "x.sqlite", "--max-nodes", "1M"], &names[..], &others[..]].concat());
    lab.run(&["report", "--db", "x.sqlite"]);
    lab.read("results/report.html")
}

/// The content security policy of the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

fn findings(browser: &str, page: &Path, profile: &Path, options: &[&str]) -> String {
    let shown = dom(browser, page, profile, options);
    let found = shown.split("<pre id=\"findings\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    found.unwrap_or_else(|| panic!("no findings: {shown}")).to_owned()
}

/// Returns the page after its scripts have run.
fn dom(browser: &str, page: &Path, profile: &Path, options: &[&str]) -> String {
    let mut command = Command::new(browser);
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--dump-dom"]).args(options);
    command.arg(format!("--user-data-dir={}", profile.display())).arg(format!("file://{}", page.display()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_report_can_be_read() {
    let Some(browser) = chromium() else {
        eprintln!("skipped: Chromium is missing");
        return;
    };
    let lab = Lab::new();
    let html = report(&lab);
    check(&browser, &lab, &html, &[(1280, "light", "1")]);
}

/// Checks the layout in windows of these widths and colours.
fn check(browser: &str, lab: &Lab, html: &str, windows: &[(u32, &str, &str)]) {
    let pictures = html.matches("<svg ").count();
    assert!(pictures > 5);
    let script = format!("<script>{}</script></body>", include_str!("browser.js"));
    let allowed = POLICY.replace("style-src", "script-src 'unsafe-inline'; style-src");
    assert!(html.contains(POLICY));
    let (page, profile) = (lab.path("checked.html"), lab.path("profile"));
    fs::write(&page, html.replace(POLICY, &allowed).replace("</body>", &script)).unwrap();
    for (width, colours, scheme) in windows {
        let (size, scheme) =
            (format!("--window-size={width},900"), format!("--blink-settings=preferredColorScheme={scheme}"));
        let found = findings(browser, &page, &profile, &[&size, &scheme]);
        // The first line names pictures, colours and the width, which may differ a little from the wanted one.
        let (head, rest) = found.split_once('\n').unwrap_or((&found, ""));
        assert!(head.starts_with(&format!("{pictures} pictures, {colours}, ")), "{head}");
        assert_eq!(rest, "", "{head}");
    }
}

#[test]
#[ignore = "weekly"]
fn a_report_can_be_read_everywhere() {
    let Some(browser) = chromium() else {
        eprintln!("skipped: Chromium is missing");
        return;
    };
    let lab = Lab::new();
    let html = report(&lab);
    for outside in ["<script", "<link", "src=", "@import", "url("] {
        assert!(!html.contains(outside), "the report is one file, without {outside}");
    }

    let page = lab.path("checked.html");
    let profile = lab.path("profile");
    let mark = "<img src=\"data:,\" onerror=\"document.body.id='run'\"><script>document.body.id='run'</script></body>";
    let marked = html.replace("</body>", mark);
    for (html, runs) in [(&marked, false), (&marked.replace(POLICY, ""), true)] {
        fs::write(&page, html).unwrap();
        assert_eq!(
            dom(&browser, &page, &profile, &[]).contains("<body id=\"run\">"),
            runs,
            "the policy forbids scripts"
        );
    }

    let windows = [(1280, "light", "1"), (400, "light", "1"), (1280, "dark", "0"), (400, "dark", "0")];
    check(&browser, &lab, &html, &windows);
}

/// Returns the number of pages of the PDF.
fn sheets(browser: &str, page: &Path, profile: &Path) -> usize {
    let pdf = page.with_extension("pdf");
    let mut command = Command::new(browser);
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]);
    command.arg(format!("--print-to-pdf={}", pdf.display())).arg(format!("--user-data-dir={}", profile.display()));
    let output = command.arg(format!("file://{}", page.display())).output().unwrap();
    let bytes = fs::read(pdf).unwrap_or_else(|_| panic!("no PDF: {}", String::from_utf8_lossy(&output.stderr)));
    String::from_utf8_lossy(&bytes).matches("/Type /Page\n").count()
}

#[test]
#[ignore = "weekly"]
fn paper_shows_what_a_screen_folds() {
    let Some(browser) = chromium() else { return };
    let lab = Lab::new();
    let html = report(&lab);
    let sheets = |name: &str, html: &str| {
        let page = lab.path(name);
        fs::write(&page, html).unwrap();
        sheets(&browser, &page, &lab.path("profile"))
    };
    assert!(html.contains("<details>"));
    let folded = sheets("folded.html", &html);
    assert!(folded > 5, "{folded}");
    assert_eq!(folded, sheets("open.html", &html.replace("<details>", "<details open>")));
    assert!(folded > sheets("hidden.html", &html.replace("::details-content", "::unknown")));
}

/// The checker finds faults: without this test, the others might never fail.
#[test]
#[ignore = "weekly"]
fn faults_are_noticed() {
    let Some(browser) = chromium() else { return };
    let lab = Lab::new();
    let page = lab.path("bad.html");
    let body = "<p style=\"width:3000px;color:#ccc;background:#fff\">wide and pale</p><a href=\"#x\">nowhere</a>\
                <div class=\"scroll\">a wide table</div>\
                <table><thead></thead><tr><td class=\"number\" style=\"text-align:left\">7</td></tr></table>\
                <svg width=\"400\" height=\"200\"><rect fill=\"#FFFFFF\"/><text x=\"9\" y=\"50\">one word</text>\
                <text x=\"12\" y=\"52\">another</text></svg>";
    let script = format!("<html><body>{body}<script>{}</script></body></html>", include_str!("browser.js"));
    fs::write(&page, script).unwrap();
    let found = findings(&browser, &page, &lab.path("profile"), &["--window-size=800,600"]);
    for fault in [
        "sticks out of the window",
        "hard to read",
        "leads nowhere",
        "lies over",
        "no words in its place",
        "does not find it",
        "is a number, and stands left",
    ] {
        assert!(found.contains(fault), "{fault}: {found}");
    }
}
