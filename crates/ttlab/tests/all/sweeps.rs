//! Sweeps are exact: jobs, shards and kills do not change the rows.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use domineering::Winner;
use experiments::Row;
use experiments::store::Store;
use serde_json::Value;

use crate::lab::{Lab, Printed, SMALL};
use crate::tutorial::build;

const CELLS: usize = 60;

impl Lab {
    /// Runs a sweep and returns its notes.
    fn sweep(&self, db: &str, arguments: &[&str]) -> String {
        self.run_with_notes(&[&["sweep", SMALL, "--db", db, "--out", "out"], arguments].concat()).1
    }

    /// Runs a sweep and returns its JSON object.
    fn sweep_json(&self, db: &str, arguments: &[&str]) -> Value {
        self.json(&[&["sweep", SMALL, "--db", db, "--out", "out"], arguments].concat())
    }

    fn spawn(&self, db: &str) -> Child {
        let arguments = ["sweep", SMALL, "--db", db, "--out", "out", "--jobs", "1"];
        self.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }
}

/// Returns how many cells a sweep ran, and how many it took from the database.
fn cells_of(sweep: &Value) -> (usize, usize) {
    let number = |name: &str| sweep[name].as_u64().unwrap() as usize;
    (number("cells_run"), number("cells_reused"))
}

/// Returns the rows of a database without times.
fn counts(db: &Path) -> String {
    let mut text = String::new();
    for signed in Store::open(db).unwrap().unwrap().all().unwrap() {
        let winner = signed.row.winner();
        let Row { cell, nodes, statistics, .. } = signed.row;
        writeln!(text, "{cell} {} {nodes} {winner:?} {statistics:?}", signed.signature).unwrap();
    }
    text
}

#[test]
fn the_report_of_a_filtered_sweep_has_the_rows_of_its_pages() {
    let lab = Lab::new();
    lab.run(&["sweep", "--board", "2x2,3x3"]);
    let options = ["--board", "3x3", "--scheme", "none,two-big1", "--out", "few"];
    lab.run(&[&["sweep"], &options[..]].concat());
    let html = lab.read("few/report.html");
    let command = "ttlab sweep --scheme none,two-big1 --board 3x3 --db results/ttlab.sqlite --out few";
    assert!(html.contains(command), "the command is named");
    assert!(html.contains("1 experiment, 1 cell and "), "only the selected cell is shown");
    let rows = lab.read("few/thesis-table-2.1.csv");
    assert_eq!(rows.lines().count(), 2, "{rows}");
}

#[test]
fn jobs_and_shards_do_not_matter() {
    let lab = Lab::new();
    lab.sweep("one.sqlite", &["--jobs", "1"]);
    let expected = counts(&lab.path("one.sqlite"));
    assert_eq!(expected.lines().count(), CELLS);

    lab.sweep("two.sqlite", &["--jobs", "2"]);
    assert_eq!(counts(&lab.path("two.sqlite")), expected);

    for (shard, db) in [("1/3", "a.sqlite"), ("2/3", "b.sqlite"), ("3/3", "c.sqlite")] {
        lab.sweep(db, &["--shard", shard]);
        assert_eq!(counts(&lab.path(db)).lines().count(), CELLS / 3);
    }
    lab.run(&["merge", "a.sqlite", "b.sqlite", "c.sqlite", "-o", "merged.sqlite"]);
    assert_eq!(counts(&lab.path("merged.sqlite")), expected);
}

#[test]
fn a_sweep_resumes_after_any_kill() {
    let lab = Lab::new();
    lab.sweep("whole.sqlite", &["--jobs", "1"]);
    let expected = counts(&lab.path("whole.sqlite"));
    let started = Instant::now();
    lab.sweep("whole.sqlite", &[]);
    let start_up = started.elapsed();
    let started = Instant::now();
    lab.sweep("again.sqlite", &["--jobs", "1"]);
    let work = started.elapsed().saturating_sub(start_up);

    // Pseudo-random times from the start until some cells are done.
    let longest = start_up + work / 8 + Duration::from_millis(5);
    let mut random = 1970_u64;
    for _ in 0..20 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut sweep = lab.spawn("killed.sqlite");
        std::thread::sleep(longest.mul_f64((random >> 33) as f64 / (1_u64 << 31) as f64));
        sweep.kill().unwrap();
        sweep.wait().unwrap();
    }
    lab.sweep("killed.sqlite", &[]);
    assert_eq!(counts(&lab.path("killed.sqlite")), expected);
}

/// What Ctrl-C does.
#[cfg(unix)]
#[test]
fn an_interrupted_sweep_says_how_to_resume() {
    let lab = Lab::new();
    let arguments = ["sweep", "thesis-fig-2.12", "--full", "--db", "x.sqlite", "--out", "out"];
    let mut sweep = lab.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // It takes hours, and the database is created after Ctrl-C is handled.
    while !lab.path("x.sqlite").exists() {
        assert!(sweep.try_wait().unwrap().is_none(), "the sweep has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = sweep.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = sweep.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("x.sqlite") && stderr.contains("help: "), "{stderr}");
}

/// SQLite would take these names for a database in memory, or for a URI.
#[test]
fn names_that_mean_something_to_sqlite_are_files() {
    let lab = Lab::new();
    for (number, db) in [":memory:", "file:x.sqlite", "file::memory:", "file:y?mode=memory"].into_iter().enumerate() {
        lab.sweep(db, &["--full"]);
        assert_eq!(counts(&lab.path(db)).lines().count(), 1, "{db}");
        assert_eq!(lab.run(&["export", "--db", db]).lines().count(), 2, "{db}");
        let merged = format!("{db}{number}");
        lab.run(&["merge", db, "-o", &merged]);
        assert_eq!(counts(&lab.path(&merged)), counts(&lab.path(db)));
    }
    lab.run(&["merge", "file:x.sqlite", "-o", ":memory:"]);
}

/// No machine has memory for such a table.
#[test]
fn a_failed_allocation_ends_no_other_cell() {
    let lab = Lab::new();
    let small = std::fs::read_to_string(SMALL).unwrap();
    let huge = small.replacen("\"512\", \"1K\", \"4K\"", "\"1073741824G\"", 1);
    assert_ne!(huge, small);
    lab.write("huge.toml", huge);
    let sweep = ["sweep", "./huge.toml", "--db", "x.sqlite", "--out", "out", "--board", "6x6", "--scheme", "new,deep"];
    let run = |more: &[&str]| {
        let Printed { code, out, err } = lab.print(&[&sweep[..], more].concat());
        assert_eq!(code, Some(1));
        (out, err)
    };
    let (tables, notes) = run(&[]);
    assert!(tables.contains("6x6"), "{tables}");
    let last = notes.lines().last().unwrap();
    assert!(last.starts_with("error: 2 cells failed") && last.contains(": domineering board=6x6"), "{notes}");
    assert_eq!(notes.matches(": domineering board=6x6 first=vertical scheme=").count(), 3, "{notes}");
    assert_eq!(counts(&lab.path("x.sqlite")).lines().count(), 2);
    let (json, notes) = run(&["--format", "json", "-q"]);
    assert!(json.contains("\"failed\":[{\"cell\":\"domineering board=6x6 "), "{json}");
    assert_eq!(notes.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{notes}");
}

/// A row with a large seed does not add the seeds below it: they would be 49 million cells and take 2.3 GB.
#[cfg(target_os = "linux")]
#[test]
fn a_report_needs_memory_for_its_rows_alone() {
    let lab = Lab::new();
    let cell = ["--board", "6x7", "--scheme", "deep", "--positions", "1K"];
    lab.run(&[&["sweep", "thesis-fig-2.12", "--db", "x.sqlite", "--out", "out"], &cell[..]].concat());
    let mut store = Store::open(&lab.path("x.sqlite")).unwrap().unwrap();
    let mut late = store.all().unwrap().remove(0);
    late.row.cell.seed += 9_999;
    store.put(&late.row, late.signature).unwrap();
    drop(store);
    let printed = lab.limited(1_000_000, "\"$0\" report --db x.sqlite --out x.html", &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let page = lab.read("x.html");
    assert!(page.contains("--seeds 10000"), "the late row is shown");
}

#[test]
fn two_sweeps_share_a_database() {
    let lab = Lab::new();
    // The sweep that ends last overwrites the report of the other one.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| lab.sweep("shared.sqlite", &["--jobs", "1"]));
        }
    });
    assert_eq!(counts(&lab.path("shared.sqlite")).lines().count(), CELLS);
}

#[test]
fn a_cell_that_was_stopped_runs_again_when_the_limit_is_higher() {
    let lab = Lab::new();
    let filter = ["--board", "6x6", "--scheme", "new", "--positions", "256,4K"];
    let sweep = |arguments: &[&str]| lab.sweep("x.sqlite", &[&filter[..], arguments].concat());
    let dry_run = |arguments: &[&str]| {
        let plan = lab.sweep_json("x.sqlite", &[&filter[..], arguments, &["--dry-run"]].concat());
        ["done", "partial", "missing"].map(|state| plan[state].as_u64().unwrap())
    };
    assert_eq!(dry_run(&[]), [0, 0, 2]);
    assert!(!lab.path("x.sqlite").exists(), "a dry run leaves nothing behind");

    sweep(&["--max-nodes", "1K"]);
    let stopped = counts(&lab.path("x.sqlite"));
    assert_eq!(stopped.matches(" 1000 None").count(), 2, "{stopped}");
    assert_eq!(dry_run(&["--max-nodes", "1K"]), [2, 0, 0]);
    assert_eq!(dry_run(&[]), [0, 2, 0]);

    sweep(&["--max-nodes", "500"]);
    assert_eq!(counts(&lab.path("x.sqlite")), stopped, "a lower limit changes nothing");
    sweep(&[]);
    assert_eq!(counts(&lab.path("x.sqlite")).matches("Some(First)").count(), 2);
}

#[test]
fn rows_of_another_version_are_kept_and_not_used() {
    let lab = Lab::new();
    let cell = "domineering board=6x6 first=vertical scheme=new positions=256 parts=all seed=1970";
    let row = Row::new(cell.parse().unwrap(), 1, Some(Winner::Second));
    Store::create(&lab.path("x.sqlite")).unwrap().put(&row, 4711).unwrap();
    let notes = lab.sweep("x.sqlite", &["--full"]);
    assert!(["x.sqlite", "1 row ", "1 of domineering with new"].iter().all(|fact| notes.contains(fact)), "{notes}");
    assert_eq!(lab.sweep_json("x.sqlite", &["--full"])["rows_of_other_versions"], 1);
    let rows = counts(&lab.path("x.sqlite"));
    assert!(rows.lines().count() == 2 && rows.contains(" 4711 1 Some(Second)"), "{rows}");
}

#[test]
fn cells_are_run_again_and_verified() {
    let lab = Lab::new();
    lab.sweep("x.sqlite", &[]);
    let right = counts(&lab.path("x.sqlite"));
    let verified = |arguments: &[&str]| lab.sweep_json("x.sqlite", &[&["--verify"], arguments].concat());
    let number = |object: &Value| ["verified", "rows"].map(|name| object[name].as_u64().unwrap());
    assert_eq!(number(&verified(&["7"])), [7, 60]);
    assert_eq!(verified(&["7"]), verified(&["7"]));
    let samples = ["1", "2", "3"].map(|seed| verified(&["7", "--verify-seed", seed]));
    assert!(samples[0] != samples[1] || samples[1] != samples[2], "another seed selects other rows: {samples:?}");
    assert_eq!(number(&verified(&["1000"])), [60, 60]);

    // A change of one count.
    let connection = rusqlite::Connection::open(lab.path("x.sqlite")).unwrap();
    let cell: String = connection
        .query_row("SELECT cell FROM results WHERE cell LIKE '% scheme=deep %' ORDER BY cell LIMIT 1", [], |row| {
            row.get(0)
        })
        .unwrap();
    let change = "UPDATE results_data SET kept = kept + 1
                  WHERE result_id = (SELECT result_id FROM results WHERE cell = ?1)";
    connection.execute(change, [&cell]).unwrap();
    drop(connection);
    let wrong = counts(&lab.path("x.sqlite"));
    let arguments = ["sweep", SMALL, "--db", "x.sqlite", "--out", "out", "--verify", "60"];
    let Printed { code, err: error, .. } = lab.print(&arguments);
    assert_eq!(code, Some(1));
    assert!(error.contains("1 of 60 rows") && error.contains(&format!("{cell}: kept ")), "{error}");
    assert_eq!(counts(&lab.path("x.sqlite")), wrong, "nothing is changed");

    let again = lab.sweep_json("x.sqlite", &["--scheme", "deep", "--again"]);
    assert_eq!((cells_of(&again).1, again["rows_changed"].as_u64()), (0, Some(1)), "{again}");
    assert_eq!(counts(&lab.path("x.sqlite")), right);
    assert_eq!(lab.sweep_json("x.sqlite", &["--again"])["rows_changed"], 0);
}

#[test]
fn a_scheme_of_another_crate_takes_part_and_voids_no_rows() {
    let lab = Lab::new();
    let own = build("own_lab");
    let run = |weight: &str, arguments: &[&str]| {
        let mut command = lab.program(own.to_str().unwrap(), arguments);
        let printed = Printed::from(command.env("WEIGHT", weight).output().unwrap());
        assert_eq!(printed.code, Some(0), "{}", printed.err);
        printed.out
    };
    let small = ["sweep", SMALL, "--db", "x.sqlite", "--out", "out", "--format", "json", "--scheme"];
    let json = |text: String| -> Value { serde_json::from_str(&text).unwrap() };
    let sweep = |weight, schemes| json(run(weight, &[&small[..], &[schemes]].concat()));
    lab.sweep("x.sqlite", &["--scheme", "deep,two-big1"]);
    let of_others = counts(&lab.path("x.sqlite"));
    let cells = of_others.lines().count() / 2;

    assert_eq!(cells_of(&sweep("1", "aging,deep,two-big1")), (cells, 2 * cells));
    assert_eq!(cells_of(&sweep("1", "aging,deep,two-big1")), (0, 3 * cells));
    let first = counts(&lab.path("x.sqlite"));

    // Another weight makes the rows of this scheme invalid, and no others.
    let other_weight = sweep("4", "aging,deep,two-big1");
    assert_eq!(cells_of(&other_weight), (cells, 2 * cells));
    assert_eq!(other_weight["rows_of_other_versions"].as_u64(), Some(cells as u64));
    assert!(first.lines().all(|line| counts(&lab.path("x.sqlite")).contains(line)), "rows of the other weight stay");
    assert_eq!(json(run("4", &[&small[..], &["aging", "--verify", "3"]].concat()))["verified"], 3);

    run("1", &["report", SMALL, "--db", "x.sqlite", "--out", "own.html"]);
    assert!(lab.read("own.html").contains("aging"));
    let signature = |weight| {
        let rows = run(weight, &["bench", "--rows"]);
        rows.lines().find(|line| line.starts_with("chess aging ")).unwrap().to_owned()
    };
    assert!(signature("1") != signature("4"));

    // The program without the scheme keeps, copies and exports its rows.
    lab.run(&["merge", "x.sqlite", "-o", "merged.sqlite"]);
    assert_eq!(counts(&lab.path("merged.sqlite")), counts(&lab.path("x.sqlite")));
    assert_eq!(cells_of(&lab.sweep_json("x.sqlite", &["--scheme", "deep,two-big1"])), (0, 2 * cells));
    let exported = lab.run(&["export", "--db", "x.sqlite"]);
    assert_eq!(exported.matches(" scheme=aging ").count(), 2 * cells);
    lab.run(&["doctor", "--db", "x.sqlite"]);
}

#[test]
fn schemes_can_be_added_to_an_experiment() {
    let lab = Lab::new();
    let one = ["--board", "6x6", "--positions", "256", "--scheme", "deep"];
    assert_eq!(cells_of(&lab.sweep_json("x.sqlite", &one)), (1, 0));
    let added = [&one[..], &["--add-scheme", "old,depth-4,deep"]].concat();
    assert_eq!(cells_of(&lab.sweep_json("x.sqlite", &added)), (2, 1));
    let page = lab.read("out/small.md");
    assert!(page.contains("--scheme deep --add-scheme old,depth-4,deep --positions 256"), "{page}");
    assert!(page.contains("Old") && page.contains("depth-4"), "{page}");

    let all = lab.sweep_json("x.sqlite", &[&one[..], &["--add-scheme", "all"]].concat());
    let listed = lab.json(&["schemes"]);
    let number = |part: &str| listed[part].as_array().unwrap().len();
    assert_eq!(cells_of(&all), (number("schemes") + number("others") - 3, 3));
    let page = lab.read("out/small.md");
    assert!(page.contains("--add-scheme all --positions"), "{page}");
}

#[test]
fn seeds_repeat_cells() {
    let lab = Lab::new();
    lab.sweep("x.sqlite", &["--full", "--seeds", "3"]);
    let rows = counts(&lab.path("x.sqlite"));
    for seed in 1970..1973 {
        assert!(rows.contains(&format!("seed={seed} ")), "{rows}");
    }
}

#[test]
fn own_games_are_searched_and_told_apart() {
    let lab = Lab::new();
    let sweep = |moves: &str| {
        lab.write("mine.pgn", moves);
        let rule = ["--from-move", "2", "--depth", "2,3", "--scheme", "none,two-big1", "--positions", "1K"];
        let sweep = ["sweep", "--pgn", "mine.pgn", "--db", "x.sqlite", "--out", "out"];
        cells_of(&lab.json(&[&sweep[..], &rule].concat()))
    };
    assert_eq!(sweep("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), (2, 0));
    assert_eq!(sweep("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), (0, 2));
    let page = lab.read("out/mine.md");
    let command = "--pgn mine.pgn --from-move 2 --scheme none,two-big1 --positions 1K --depth 2,3";
    assert!(page.contains(command) && page.contains("4 positions"), "{page}");
    assert!(lab.path("out/mine-1K.svg").exists());

    assert_eq!(sweep("1. d4 d5 2. c4 c6 3. Nc3 Nf6 *"), (2, 0));
    assert_eq!(counts(&lab.path("x.sqlite")).matches("set=mine@").count(), 4);
    lab.run(&["merge", "x.sqlite", "-o", "y.sqlite"]);
    assert_eq!(counts(&lab.path("y.sqlite")), counts(&lab.path("x.sqlite")));
}

/// Schemes whose index allows it have tables of any size: in definitions, rows and reports, and for one search.
#[test]
fn a_size_need_not_be_a_power_of_two() {
    let lab = Lab::new();
    let small = std::fs::read_to_string(SMALL).unwrap();
    let line = |name: &str| small.lines().find(|line| line.starts_with(name)).unwrap();
    let schemes = r#"schemes = ["two-big1+mul-high", "moreland", "depth-3", "chained-deep"]"#;
    let own =
        small.replace(line("schemes = "), schemes).replace(line("positions = "), r#"positions = ["1000", "3000"]"#);
    lab.write("own.toml", own);
    let sweep = ["sweep", "./own.toml", "--db", "db", "--out", "out"];
    let text = lab.run(&sweep);
    assert!(text.contains(" 1000 ") && text.contains(" 3000"), "{text}");

    let rows = lab.rows("db");
    let sizes: Vec<u64> = rows.iter().filter_map(|signed| Some(signed.row.cell.positions?.get())).collect();
    assert!(sizes.contains(&1000) && sizes.contains(&3000) && sizes.len() == rows.len(), "{sizes:?}");
    assert_eq!(cells_of(&lab.json(&sweep)), (0, rows.len()));

    for (size, capacity) in [("--positions", "3000"), ("--memory", "3000K")] {
        lab.run(&["solve", "domineering", "4x4", "--scheme", "depth-3", size, capacity]);
    }
    let one_more = ["sweep", "./own.toml", "--db", "db", "--scheme", "two-big1"];
    assert_ne!(lab.print(&one_more).code, Some(0), "the experiment does not list the scheme");
}
