//! The page: what it may load, what it holds, and how large it is.

use base64::prelude::{BASE64_STANDARD as STANDARD, Engine as _};
use schemes::Scheme;
use schemes::policies::Custom;
use sha2::{Digest as _, Sha256};
use tt::policies::{Deep, OneLevel};

use super::{connect_four, domineering, tic_tac_toe, with};
use crate::{Limits, Trace, record};

fn trace() -> Trace {
    record(&domineering("4x4"), Some(with(Scheme::TwoDeep, 8)), Limits::default()).unwrap()
}

/// The text between two marks.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    page.split_once(begin).unwrap().1.split_once(end).unwrap().0
}

#[test]
fn the_page_is_the_same_every_time_and_needs_nothing_else() {
    let page = trace().html();
    assert_eq!(page, trace().html());
    for outside in ["http:", "https:", "//www", "url(", "@import", "<link", "<img", "<iframe", " src=", " href="] {
        assert!(!page.contains(outside), "{outside}");
    }
    for way in ["innerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "unsafe-inline", " onclick="] {
        assert!(!page.contains(way), "{way}");
    }
}

/// A browser runs the style and the script if these hashes are those of their text, and refuses them otherwise.
#[test]
fn the_policy_names_the_hashes_of_style_and_script() {
    let page = trace().html();
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let style = between(&page, "<style>", "</style>");
    let script = between(&page, "<script>", "</script>");
    let expected = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        STANDARD.encode(Sha256::digest(script)),
        STANDARD.encode(Sha256::digest(style))
    );
    assert_eq!(policy, expected, "a style or a script has changed: copy the hashes into html.rs");
}

#[test]
fn the_data_of_the_page_are_those_of_the_json() {
    for game in [domineering("4x4"), connect_four("4x4", "2233"), tic_tac_toe("")] {
        for table in [None, Some(with(Scheme::Big1, 16))] {
            let trace = record(&game, table, Limits::default()).unwrap();
            let page = trace.html();
            let data = between(&page, "<script type=\"application/json\" id=\"trace\">", "</script>");
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            assert_eq!(read(data), read(&trace.json()));
            assert_eq!(read(data)["events"].as_array().unwrap().len(), trace.steps());
        }
    }
}

#[test]
fn names_are_escaped() {
    let evil = Scheme::Custom(Custom::new("</script><b onclick=\"x\">&amp;", OneLevel(Deep)));
    let mut trace = record(&tic_tac_toe("b2 a1 a3 c1"), Some(with(evil, 4)), Limits::default()).unwrap();
    trace.compare_with(&trace.clone());
    let page = trace.html();
    assert!(!page.contains("<b onclick") && !page.contains("</script><b"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;&amp;amp;"));
}

#[test]
fn the_default_limits_keep_the_page_small() {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    for game in [connect_four("6x7", ""), connect_four("6x9", ""), domineering("8x8"), tic_tac_toe("")] {
        for scheme in [Scheme::Big1, Scheme::TwoBig1] {
            let bytes = record(&game, Some(with(scheme, 64)), limits).unwrap().html().len();
            assert!(bytes < 5_000_000, "{game}: {bytes} bytes");
        }
    }
}

/// The page explains what occurs in its trace, and nothing else.
#[test]
fn the_words_are_those_of_the_trace() {
    let words = |game, scheme: &str| {
        let trace = record(&game, Some(with(scheme.parse().unwrap(), 8)), Limits::default()).unwrap();
        trace.words().into_iter().map(|(word, _)| word).collect::<Vec<_>>()
    };
    let deep = words(domineering("4x4"), "deep");
    for word in ["(−1, +1)", "= +1", "depth", "nodes", "reflection", "lost hit", "a covered square"] {
        assert!(deep.iter().any(|known| known.starts_with(word)), "{word}: {deep:?}");
    }
    assert_eq!(deep.len(), 8, "{deep:?}");
    let sieve = words(tic_tac_toe("a1"), "sieve-4");
    assert!(sieve.contains(&"visited, hand".to_owned()), "{sieve:?}");
    assert!(sieve.contains(&"= 0, ≥ 0, ≤ 0".to_owned()), "{sieve:?}");
    assert!(!sieve.contains(&"a covered square".to_owned()), "{sieve:?}");

    let none = record(&domineering("3x3"), None, Limits::default()).unwrap();
    assert_eq!(none.words().len(), 4, "{:?}", none.words());
}
