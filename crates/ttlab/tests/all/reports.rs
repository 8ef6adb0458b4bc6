//! Reports, claims and exports of a database.

use std::fs;
use std::process::Command;

use experiments::store::Store;
use experiments::text::grouped;
use serde_json::Value;

use crate::lab::{COMMIT, Lab, TTLAB, packed, quick_twice};

const NAMES: [&str; 2] = ["thesis-fig-2.12", "tutorial-table"];

/// Returns a directory with the results of two experiments in `x.sqlite`.
fn swept() -> Lab {
    let lab = Lab::new();
    lab.run(&["sweep", NAMES[0], NAMES[1], "--db", "x.sqlite", "--max-nodes", "200K"]);
    lab
}

#[test]
fn a_report_says_everything_and_the_same_each_time() {
    let lab = swept();
    let (out, notes) = lab.run_with_notes(&["report", "--db", "x.sqlite"]);
    assert!(out.is_empty() && notes.contains("results/report.html"), "{out}{notes}");
    let html = lab.read("results/report.html");
    for part in [
        "Replacement schemes in domineering",
        "wo-level replacement schemes work much better",
        "ttlab sweep thesis-fig-2.12 tutorial-table --max-nodes 200K",
        COMMIT,
        "Breuker 1998, 2.4.2",
    ] {
        assert!(html.contains(part), "{part}");
    }
    lab.run(&["report", "--db", "x.sqlite", "--out", "deep/again.html", "--pictures", "pics"]);
    assert_eq!(html, lab.read("deep/again.html"));
    assert!(lab.path("pics/thesis-fig-2.12-6x7.svg").exists());
    let png = lab.print(&["report", "--db", "x.sqlite", "--out", "p.html", "--pictures", "pngs", "--png"]);
    if cfg!(feature = "png") {
        assert!(fs::read(lab.path("pngs/thesis-fig-2.12-6x7.png")).unwrap().starts_with(b"\x89PNG"));
    } else {
        assert!(png.err.contains("cargo run --release -p ttlab --features png"));
    }

    lab.write("x.sqlite.gz", packed(&fs::read(lab.path("x.sqlite")).unwrap()));
    lab.run(&["report", "--db", "x.sqlite.gz", "--out", "packed.html"]);
    let packed = lab.read("packed.html");
    assert_eq!(packed.replace("x.sqlite.gz", "x.sqlite"), html);
    assert!(lab.path("x.sqlite.gz").exists());
}

#[test]
fn cells_that_experiments_share_count_once() {
    let lab = Lab::new();
    let small = quick_twice();
    lab.write("one.toml", &small);
    // Most of its cells are those of the first.
    let other = small.replace("\"new\"]", "\"new\", \"old\"]").replace("\"256\", ", "");
    lab.write("other.toml", other);
    lab.run(&["sweep", "./one.toml", "./other.toml", "--db", "x.sqlite", "--out", "swept"]);
    let rows = lab.rows("x.sqlite");
    let nodes = rows.iter().map(|signed| signed.row.nodes).sum::<u64>();
    lab.run(&["report", "./one.toml", "./other.toml", "--db", "x.sqlite"]);
    let html = lab.read("results/report.html");
    for fact in ["2 experiments".to_owned(), format!("{} cells", rows.len()), grouped(nodes)] {
        assert!(html.contains(&fact), "{fact}");
    }
}

#[test]
fn pages_are_made_of_whole_experiments_alone() {
    let lab = swept();
    let (_, written) = lab.run_with_notes(&["report", "--db", "x.sqlite", "--pages", "pages"]);
    let expected = ["thesis-fig-2.12-6x7.svg", "thesis-fig-2.12.md", "tutorial-table.md", "claims.csv"];
    assert!(expected.iter().all(|name| written.contains(name)), "{written}");
    // A sweep writes the same, and the rows, which the page has a command for.
    lab.run(&["sweep", NAMES[0], "--db", "x.sqlite", "--max-nodes", "200K", "--out", "swept"]);
    let read = |name: &str| lab.read(name);
    let export = ["export", NAMES[0], "--db", "x.sqlite"];
    assert_eq!(lab.run(&export), read("swept/thesis-fig-2.12.csv"));
    let command = format!("`ttlab {}`", export.join(" "));
    let link = "[thesis-fig-2.12.csv](thesis-fig-2.12.csv)";
    assert_eq!(read("pages/thesis-fig-2.12.md"), read("swept/thesis-fig-2.12.md").replace(link, &command));
    assert!(!lab.path("pages/thesis-fig-2.12.csv").exists());
    let quiet = lab.run_with_notes(&["--quiet", "report", NAMES[1], "--db", "x.sqlite", "--pages", "pages"]);
    assert_eq!(quiet, (String::new(), String::new()));
}

#[test]
fn own_games_are_reported() {
    let lab = Lab::new();
    lab.write("mine.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *");
    let games = ["--pgn", "mine.pgn", "--from-move", "3", "--between", "stamp"];
    let sizes = ["--scheme", "none,depth-4,deep,two-big1", "--positions", "64,1K", "--depth", "2,3"];
    lab.run(&[&["sweep", "--db", "x.sqlite", "--seeds", "2"], &games[..], &sizes].concat());
    lab.run(&[&["report", "--db", "x.sqlite"], &games[..]].concat());
    let html = lab.read("results/report.html");
    for part in [
        "Replacement schemes in the games of mine",
        "2 ply",
        "3 ply",
        "4 positions",
        "ttlab sweep --pgn mine.pgn --between stamp --from-move 3 --scheme none,two-big1,deep,depth-4 --positions \
         64,1K --depth 2,3 --seeds 2</code>",
        "ttlab report --pgn mine.pgn --between stamp --from-move 3 --db x.sqlite</code>",
        "25 cells",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let pages = [&["report", "--db", "x.sqlite", "--pages", "pages"], &games[..]].concat();
    assert!(lab.run_with_notes(&pages).1.contains("pages/mine.md") && !lab.path("pages/claims.csv").exists());
    let message = |arguments: &[&str]| lab.complaint(&[&["report", "--db", "x.sqlite"], arguments].concat(), 1);
    assert!(message(&[]).contains("--pgn"));
    assert!(message(&["--pgn", "mine.pgn"]).contains("x.sqlite"));
}

#[test]
fn the_ledger_is_printed_and_parsed() {
    let lab = swept();
    let (text, notes) = lab.run_with_notes(&["claims", "--db", "x.sqlite"]);
    let (of_experiment, shared) = ("\n    thesis-fig-2.12: quick: ", "readings-domineering");
    assert!(notes.contains("left out: ") && notes.contains(shared) && !text.contains(shared), "{notes}{text}");
    assert!(text.contains("\n    thesis-table-2.1: not searched; "), "no claim of a source is left out: {text}");
    assert!(lab.run(&["claims", shared, "--db", "x.sqlite"]).contains(" cells were run"));
    assert!(text.contains("  \"two-level replacement schemes work much better than one-level schemes.\""), "{text}");
    assert!(text.contains(of_experiment), "{text}");
    assert!(text.trim_end().lines().last().unwrap().contains(", 11 of them arithmetic: "), "{text}");
    let notes = lab.run_with_notes(&["claims", "--db", "x.sqlite", "--seeds", "20"]).1;
    assert_eq!(notes.matches("x.sqlite has only 1 of 20 key seeds").count(), 1, "{notes}");
    let notes = lab.run_with_notes(&["compare", "two-big1", "deep", "--db", "x.sqlite", "--seeds", "2"]).1;
    assert!(notes.contains("x.sqlite has only 1 of 2 key seeds"), "{notes}");
    let one = lab.run(&["claims", "half-of-the-hits-cut-off", "--db", "x.sqlite"]);
    assert!(one.contains("(half-of-the-hits-cut-off)\n") && one.contains("\n1 claim, "), "{one}");
    let object = lab.json(&["claims", "--db", "x.sqlite"]);
    let claims = object["claims"].as_array().unwrap();
    let verdicts: Vec<&Value> = claims.iter().flat_map(|claim| claim["verdicts"].as_array().unwrap()).collect();
    assert!(text.contains(&format!("{} claims, {} verdicts", claims.len(), verdicts.len())), "{text}");
    for claim in claims {
        assert!(
            claim["quote"].as_str().unwrap().len() > 10 && claim["reading"].as_str().unwrap().len() > 10,
            "{claim}"
        );
    }
    let count = |verdict: &str| verdicts.iter().filter(|one| one["verdict"] == verdict).count();
    assert!(count("agrees") >= 5 && count("not searched") > 50);
    // The rows are those of quick parts.
    let quick = verdicts.iter().filter(|one| one["quick"] == true && !one["recorded"].is_null()).count();
    assert_eq!(quick, 5, "those of Figure 2.12");
}

/// The rows of a reading have their own page, with the schemes that the definition names and their own key seeds.
#[test]
fn a_report_shows_the_readings_that_have_all_rows() {
    let lab = Lab::new();
    let (quick, _) = include_str!("small.toml").split_once("[full]").unwrap();
    let definition = quick.replacen("game = ", "reported-under = [\"domi-1998\"]\ngame = ", 1);
    lab.write("small.toml", definition);
    let report = |lab: &Lab| {
        lab.run(&["report", "small.toml", "--db", "x.sqlite", "--pages", "pages"]);
        lab.path("pages/small-domi-1998.md").exists()
    };
    lab.run(&["sweep", "small.toml", "--db", "x.sqlite"]);
    assert!(!report(&lab));
    let sweep = ["sweep", "small.toml", "--db", "x.sqlite", "--reading", "domi-1998"];
    lab.run(&[&sweep[..], &["--scheme", "new"]].concat());
    assert!(!report(&lab), "some cells are missing");
    let printed = lab.run(&[&sweep[..], &["--seeds", "2"]].concat());
    assert!(printed.contains(", under domi-1998\n") && !printed.contains("by-columns"), "{printed}");
    assert!(report(&lab));
    let page = lab.read("pages/small-domi-1998.md");
    assert!(page.contains("mean over 2 key seeds") && page.contains("--seeds 2 --reading domi-1998`"), "{page}");
    assert!(!page.contains("by-columns"), "{page}");
    let rows = lab.run(&["export", "small.toml", "--db", "x.sqlite"]);
    assert!(rows.contains("no-safe-moves+by-columns"), "{rows}");
}

#[test]
fn rows_and_searches_are_exported() {
    let lab = swept();
    let rows = lab.run(&["export", "--db", "x.sqlite"]);
    assert!(rows.starts_with("cell,signature,game,board,"), "{rows}");
    let stored = lab.rows("x.sqlite");
    assert_eq!(rows.lines().count(), 1 + stored.len());
    lab.run(&["export", "--db", "x.sqlite", "--searches", "-o", "s.csv"]);
    let searches = lab.read("s.csv");
    assert!(searches.starts_with("cell,signature,position,depth,nodes,score,best\nconnect-four-tutorial set=end-easy"));
    assert_eq!(searches.lines().count(), 1 + stored.iter().map(|signed| signed.row.searches().len()).sum::<usize>());
    assert!(lab.complaint(&["export", "--db", "x.sqlite", "--full"], 2).contains("name of an experiment"));
}

#[test]
fn rows_as_text_are_read_like_a_database() {
    let lab = swept();
    lab.run(&["export", "--db", "x.sqlite", "--lines", "-o", "x.rows"]);
    lab.run(&["merge", "x.rows", "-o", "y.sqlite"]);
    for db in ["x.rows", "y.sqlite"] {
        let rows = lab.read("x.rows");
        assert_eq!(lab.run(&["export", "--db", db, "--lines"]), rows, "{db}");
        assert_eq!(lab.run(&["claims", "--db", db]), lab.run(&["claims", "--db", "x.sqlite"]), "{db}");
    }
    let searches = lab.run(&["export", "--db", "x.sqlite", "--searches"]);
    assert_eq!(lab.run(&["export", "--db", "y.sqlite", "--searches"]), searches);
    let message = lab.complaint(&["sweep", NAMES[0], "--db", "x.rows"], 1);
    assert!(message.contains("`ttlab merge x.rows -o FILE.sqlite`"), "{message}");
}

#[test]
fn the_journal_counts_what_a_sweep_ran() {
    let lab = swept();
    lab.run(&["sweep", NAMES[0], "--db", "x.sqlite", "--max-nodes", "200K"]);
    lab.run(&["merge", "x.sqlite", "-o", "y.sqlite"]);
    lab.run(&["merge", "x.sqlite", "-o", "y.sqlite"]);
    for db in ["x.sqlite", "y.sqlite"] {
        let store = Store::open(&lab.path(db)).unwrap().unwrap();
        let (runs, rows) = (store.runs().unwrap(), store.all().unwrap());
        assert_eq!(runs.len(), 1, "a sweep that has nothing to do leaves no line");
        assert_eq!(runs[0].commit.as_deref(), Some(COMMIT));
        assert_eq!(runs[0].cells, rows.len() as u64);
        assert_eq!(runs[0].nodes, rows.iter().map(|signed| signed.row.nodes).sum::<u64>());
    }
}

#[test]
fn a_fresh_clone_has_recorded_rows_to_read() {
    let output = |command: &str| {
        let mut ttlab = Command::new(TTLAB);
        ttlab.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).args([command, "--db", "none.sqlite"]);
        String::from_utf8(ttlab.output().unwrap().stderr).unwrap()
    };
    for (command, options) in [("report", " --full"), ("claims", " --full"), ("export", "")] {
        let message = output(command);
        assert!(message.contains(&format!("`--db testsets/recorded/full.rows{options}`")), "{message}");
    }
}
