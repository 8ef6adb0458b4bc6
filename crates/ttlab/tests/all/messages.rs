//! Messages on standard error: a table of commands, and one snapshot of what they print.
//!
//! If you intend to change messages, run `INSTA_UPDATE=always cargo test -p ttlab --test all messages::` and review the
//! difference of `snapshots/all__messages__messages.snap`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::lab::{Lab, Printed, packed};

/// A command line, its exit code, and facts that its message must name, whatever its words. Arguments are separated by
/// blanks; `_` is a blank in an argument, and `''` is an empty argument.
type Case = (&'static str, i32, &'static [&'static str]);

const COMMANDS: &[Case] = &[
    ("swep", 2, &["sweep"]),
    ("solve domino 4x4", 2, &["domineering"]),
    ("sweep --ful", 2, &["--full"]),
    ("bench extra", 2, &["extra"]),
    ("solve domineering", 2, &["<BOARD>"]),
    ("merge", 2, &["--out", "<FILE>..."]),
    ("sweep --format xml", 2, &["text", "json"]),
    ("sweep --db ''", 2, &["--db"]),
    ("sweep --list --dry-run", 2, &["--list", "--dry-run"]),
    ("-q sweep -v", 2, &["--quiet", "--verbose"]),
    ("-v sweep -q", 2, &["--quiet", "--verbose"]),
    ("sweep -q -v", 2, &["--quiet", "--verbose"]),
    ("sweep --pgn x.pgn --full", 2, &["--pgn", "--full"]),
    ("completions tcsh", 2, &["zsh"]),
    ("man swep", 2, &["swep", "sweep"]),
    ("man uci x", 2, &["x"]),
    ("man nothing", 2, &["nothing"]),
];

const VALUES: &[Case] = &[
    ("sweep --seeds 0", 2, &["'0'", "--seeds", "1 to 10000"]),
    ("sweep --jobs -1", 2, &["1 to 4096"]),
    ("sweep --depth 3,x", 2, &["'x'", "--depth"]),
    ("claims --seeds -3", 2, &["1 to 10000"]),
    ("perft --depth 21", 2, &["1 to 20"]),
    ("solve domineering 4x4 --seed 99999999999999999999", 2, &["0 to 18446744073709551615"]),
    ("sweep --max-nodes 1e6", 2, &["1e6", "10M"]),
    ("sweep --pgn x.pgn --games 1,0", 2, &["'0'", "--games"]),
    ("sweep --shard 4/3", 2, &["4/3"]),
    ("sweep --shard 1x3", 2, &["I/N"]),
    ("sweep --threads 0", 2, &["--jobs"]),
    ("solve domineering 0x5", 2, &["0x5"]),
    ("solve domineering 8x88", 2, &["704", "128"]),
    ("solve domineering ''", 2, &["BOARD"]),
    ("solve domineering 8x8 --positions 3K", 2, &["3K", "2K", "4K"]),
    ("sweep --positions 8K,3K", 2, &["3K", "2K", "4K"]),
    ("solve connect-four 4 --program lab --positions 3000", 2, &["3000", "2K", "4K", "mul-high"]),
    ("solve domineering 8x8 --positions 1", 1, &["2"]),
    ("solve domineering 8x8 --positions 1048576G", 1, &[]),
    ("solve domineering 8x8 --scheme none --positions 8K", 2, &["--scheme none", "--positions"]),
    ("solve domineering --classes 3..2x5", 2, &["3..2x5", "2..8x2..30"]),
    ("solve domineering --classes 2x2 --program historic", 2, &["--program best"]),
    ("solve domineering 4x4 --classes 2x2", 2, &["<BOARD>", "--classes"]),
    ("solve domineering 4x4 --jobs 2", 2, &["--classes"]),
    ("book connect-four --board 8x8", 2, &["8x8", "72 bits", "64"]),
    ("book connect-four --plies 13", 2, &["0 to 12"]),
    ("book connect-four --board 2x5 --plies 10", 2, &["--plies 10", "10 squares"]),
    ("solve domineering 8x8 --memory 3M", 2, &["3M", "2M", "4M"]),
    ("solve domineering 8x8 --memory 64", 2, &["unit", "64M"]),
    ("solve domineering 8x8 --memory 64K --scheme unbounded", 2, &["--memory", "unbounded"]),
    ("solve domineering 8x8 --scheme two-big1+mul-high+strict", 2, &["two-big1+strict+mul-high"]),
    ("solve domineering 8x8 --scheme two-big1+key-8+key-16", 2, &["key-8 and key-16"]),
    ("readings dept", 2, &["dept", "depth"]),
    ("readings depth=longest-line", 2, &["depth=longest-line", "readings depth"]),
    ("readings depth=deepest", 2, &["deepest", "longest-line"]),
    ("readings domi-1989", 2, &["domi-1989", "domi-1998"]),
    ("sweep --reading depth", 2, &["QUESTION=ANSWER", "readings"]),
    ("sweep --reading depth=deepest", 2, &["deepest", "longest-line"]),
    ("solve domineering 4x4 --reading history=none,history=kept", 2, &["history=kept", "history=none"]),
    ("fit thesis-table-2.1 forensics-table-2", 2, &["thesis-table-2.1", "forensics-table-2", "different games"]),
    ("fit tutorial-table", 2, &["tutorial-table", "thesis-table-2.1"]),
    ("sweep thesis-fig-2.12 --until-decided --seeds 1", 2, &["--seeds 2"]),
    ("sweep thesis-fig-2.12 --until-decided --shard 1/2", 2, &["--shard 1/2", "--seeds", "merge"]),
    ("claims half-of-the-hits", 2, &["half-of-the-hits", "half-of-the-hits-cut-off"]),
    ("sweep --within 1% --dry-run", 2, &["--until-decided"]),
    ("sweep --within 1% --verify 1", 2, &["--within", "--verify"]),
    ("solve domineering 4x4 --reading history=none,history=per-root", 2, &["history=none", "history=per-root"]),
    ("fit --depth 1", 2, &["--depth", "3, 4, 5, 6, 7, 8"]),
    ("fit --depth 3,99 --reading domi-1998", 2, &["99", "3, 4, 5, 6, 7, 8"]),
    ("fit thesis-table-2.1 --depth 3", 2, &["--depth"]),
    ("fit forensics-table-2 --scheme stockfish-18", 2, &["forensics-table-2", "two-big1"]),
    ("fit forensics-table-3 --scheme two-big1", 2, &["held out", "forensics-table-2"]),
    ("fit thesis-table-2.1 --scheme none", 2, &["thesis-table-2.1", "two-big1"]),
    ("fit --reading nothing", 2, &["nothing", "QUESTION=ANSWER", "preset"]),
    ("compare deep deep", 2, &["both sides are Deep", "--with"]),
    ("compare two-bgi1 deep", 2, &["two-bgi1", "two-big1"]),
    ("compare alibaba-1994 deep", 2, &["begins with a scheme", "two-big1,alibaba-1994"]),
    ("compare deep,history=never new", 2, &["history", "never", "kept"]),
    ("compare deep new --reading history=none", 2, &["two-big1,history=none"]),
    ("compare deep new --level 2", 2, &["2", "0.5 to 0.9999"]),
    ("sweep --until-decided --within 80%", 2, &["80%", "0 to 50"]),
    ("solve domineering 4x4 --memory 32M --scheme none", 2, &["--memory", "--scheme none"]),
    ("analyse --program historic --search audit", 2, &["audit", "solve domineering"]),
    ("analyse --search mtd", 2, &["--search", "--program historic"]),
    ("analyse --reading history=none", 2, &["--reading", "--program historic"]),
    ("analyse --program historic --without iir", 2, &["--without", "--program best"]),
    ("analyse --without telepathy", 2, &["telepathy", "null-move"]),
    ("analyse --without null-mov", 2, &["null-mov", "did you mean null-move?"]),
    ("analyse --without iir --with iir", 2, &["--without and --with both name iir"]),
    ("analyse --program alibaba", 2, &["alibaba", "historic"]),
    ("match --search mtd", 2, &["--search", "--program historic"]),
    ("match --program historic --without-against iir", 2, &["--without-against", "--program-against best"]),
    ("bench threads --work connect-four --program historic", 2, &["one thread", "--work"]),
    ("analyse --threads 2 --scheme none", 2, &["--threads", "--scheme none"]),
    ("analyse --program historic --threads 2 --search false-hits-10", 2, &["false-hits-10"]),
    ("analyse --threads 2 --scheme unbounded", 1, &["unbounded", "threads"]),
    ("scan", 2, &["<SCHEME>"]),
    ("scan stockfish", 2, &["--weight", "0..16"]),
    ("scan two-big1 --weight 0..4", 2, &["two-big1", "stockfish-18"]),
    ("scan lru-4 --weight 0..4", 2, &["lru-4", "age-N", "depth-4"]),
    ("scan depth-4 --pv-margin 0..2", 2, &["pv-margin-N", "stockfish-18"]),
    ("scan stockfish --weight 0..=16", 2, &["0..=16", "0..16/4"]),
    ("scan stockfish --weight 4..2", 2, &["4..2", "--weight"]),
    ("scan stockfish --weight 0..50 --margin 0..50", 2, &["2601", "200", "/2"]),
    ("scan stockfish --weight 1 --margin 1 --pv-margin 1", 2, &["one or two"]),
    ("scan depth-4 --weight 0..2 --positions 3000", 2, &["3000", "2K", "4K"]),
    ("scan stockfish --weight 1 --db results/scan-chess-stockfish-18-age.csv", 2, &["--out"]),
    ("match --scheme two-bg1", 2, &["two-bg1", "two-big1"]),
    ("match --scheme none --positions 8K", 2, &["--positions", "--scheme none"]),
    ("match --against none --positions-against 8K", 2, &["--positions-against", "--against none"]),
    ("match --program historic --search-against audit", 2, &["audit"]),
    ("match --nodes 10K --movetime 1s", 2, &["--nodes", "--movetime"]),
    ("match --movetime 100", 2, &["100ms", "2s"]),
    ("match --sprt 5,0", 2, &["5,0", "0,5"]),
    ("match --sprt 0", 2, &["0,5"]),
    ("match --pairs 0", 2, &["'0'", "--pairs"]),
    ("match --positions 1048576G", 1, &[]),
    ("match --pairs 2 --openings one.epd", 2, &["--pairs 2", "one.epd", "1 different position"]),
    ("analyse --threads 0", 2, &["'0'", "1 to 1024"]),
    ("solve domineering 4x4 --threads 2 --scheme none", 2, &["--threads", "--scheme none"]),
    ("solve domineering 4x4 --threads 2 --audit", 2, &["--threads", "audit"]),
    ("solve connect-four 4 --program lab --search false-hits-10", 2, &["false-hits-10"]),
    ("trace tic-tac-toe --scheme lru-8 --positions 4", 1, &["4 positions", "8 positions"]),
    ("solve domineering 4x4 --scheme none --audit", 2, &["--scheme none", "--audit"]),
    ("solve domineering 8x8 --scheme two-bg1", 2, &["two-bg1", "two-big1"]),
    ("solve domineering 4x4 --without packing", 2, &["--without", "--program best"]),
    ("solve domineering 4x4 --program best --without luck", 2, &["luck", "symmetry"]),
    ("solve domineering 4x4 --program best --audit", 2, &["--audit", "--program historic"]),
    ("solve domineering 4x4 --program best --reading depth=longest-line", 2, &["--reading", "--program historic"]),
    ("solve domineering 4x4 --program best --threads 2 --scheme none", 2, &["--threads", "--scheme none"]),
    ("sweep --scheme deep,oldd", 2, &["oldd", "old"]),
    ("sweep --add-scheme deep,none", 2, &["none", "table"]),
    ("sweep --add-scheme oldd", 2, &["oldd", "old"]),
    ("sweep thesis-figg-2.12", 2, &["thesis-fig-2.12"]),
    ("sweep fig-2.12", 2, &["thesis-fig-2.12"]),
    ("sweep nothing", 2, &["--list", ".toml"]),
    ("sweep readme.md", 2, &["readme.md", ".toml"]),
    ("solve connect-four 48", 2, &["`8`", "character 2", "1 to 7"]),
    ("solve connect-four 4444444", 2, &["`4`", "character 7"]),
    ("solve connect-four 1212121", 2, &["character 7"]),
    ("play connect-four x", 2, &["`x`", "character 1"]),
    ("solve connect-four 4 --scheme deep", 2, &["--program lab", "--scheme"]),
    ("solve connect-four --board 13x8", 2, &["13x8", "112 bits", "at most 104"]),
    ("solve connect-four --board 8x8 --program historic", 1, &["72 bits", "at most 56"]),
    ("solve connect-four --file lines --board 5x5", 2, &["--file", "--board", "6x7"]),
    ("perft --fen ''", 2, &["rnbqkbnr/"]),
    ("perft --fen 8/8_w", 2, &["column 4"]),
    ("analyse 8/8/8/8/8/8/8/8_w_-_-_0_1", 2, &["White", "king"]),
    ("trace domineering 4x4 --positions 128", 2, &["128", "64"]),
    ("trace tic-tac-toe z9", 2, &["z9"]),
    ("trace-record domineering 4x4", 2, &["--out"]),
    ("trace-record chess --depth 0 -o x.trace", 2, &["'0'", "1 to 100"]),
    ("trace-record chess --position 8/8_w -o x.trace", 2, &["column 4"]),
    ("trace-record connect-four 48 -o x.trace", 2, &["`8`", "1 to 7"]),
    ("trace-record cell chess -o x.trace", 2, &["missing field `between`"]),
    ("trace-record domineering 4x4 --max-requests 0 -o x.trace", 2, &["'0'", "10M"]),
    ("trace-record domineering 4x4 --max-requests 10 -o x.trace", 1, &["10 requests", "limit of requests"]),
    ("replay x.trace --scheme none", 2, &["none"]),
    ("replay x.trace --scheme two-bg1", 2, &["two-bg1", "two-big1"]),
    ("replay x.trace y.trace --real", 2, &["--real", "several"]),
    ("replay x.trace --scheme unbounded", 2, &["unbounded", "another scheme"]),
    ("replay x.trace --scheme new,move-index-4", 2, &["move-index-4", "another scheme"]),
];

const FILTERS: &[Case] = &[
    ("sweep thesis-fig-2.12 --scheme old", 2, &["old", "big1, deep, new, two-big1, two-deep"]),
    ("sweep --board 9x9", 2, &["9x9", "2x2"]),
    ("sweep --board 9x9,4x4", 2, &["9x9"]),
    ("sweep --board 4x4 --positions 1K", 2, &[]),
    ("sweep thesis-table-2.1 --depth 7", 2, &["--depth"]),
    ("sweep article-table-2 --board 6x7", 2, &["--board"]),
    ("sweep --from-move 7", 2, &["--pgn"]),
    ("report --side white", 2, &["--pgn"]),
];

const FILES: &[Case] = &[
    ("sweep ./dir", 1, &["./dir"]),
    ("sweep bytes.toml", 1, &["bytes.toml", "UTF-8"]),
    ("sweep empty/x.toml", 1, &["empty/x.toml"]),
    ("sweep none.toml", 1, &["none.toml"]),
    ("sweep ./unknown.toml", 1, &["./unknown.toml:13:1", "`shemes`", "`schemes`"]),
    ("sweep ./syntax.toml", 1, &["./syntax.toml:2:"]),
    ("sweep ./size.toml", 1, &["./size.toml:14", "3K", "2K", "4K"]),
    ("sweep ./control.toml", 1, &["./control.toml:", "\\u{1}"]),
    ("sweep ./empty.toml", 1, &["./empty.toml:1:1"]),
    ("sweep sub/article-fig-1.toml", 2, &["sub/article-fig-1.toml"]),
    ("sweep ./small.toml ./sub/Small.toml", 2, &["small"]),
    ("sweep --pgn dir", 1, &["dir"]),
    ("sweep --pgn empty", 1, &["empty"]),
    ("sweep --pgn none.pgn", 1, &["none.pgn"]),
    ("sweep --pgn illegal.pgn", 1, &["illegal.pgn", "line 2, column 1"]),
    ("sweep --pgn mine.pgn --from-move 9", 1, &["mine.pgn", "1 game"]),
    ("sweep --pgn mine.pgn --games 2", 1, &["mine.pgn", "2", "1 game"]),
    ("sweep --pgn mine.pgn --positions 1", 1, &["1"]),
    ("testset illegal.pgn", 1, &["illegal.pgn", "line 2, column 1", "game 1 skipped"]),
    ("testset illegal.pgn -q", 1, &["illegal.pgn", "line 2, column 1"]),
    ("testset none.pgn", 1, &["none.pgn"]),
    ("testset escape.pgn --player Nobody", 1, &["\\u{1b}[31mEvil"]),
    ("testset mine.pgn -o dir", 1, &["dir", "-o"]),
    ("testset mine.pgn -o none/x.csv", 1, &["none/x.csv"]),
    ("testset mine.pgn -o mine.pgn", 2, &["mine.pgn"]),
    ("match --openings none.epd", 1, &["none.epd"]),
    ("match --openings empty", 1, &["empty", "no positions"]),
    ("match --openings lines", 1, &["lines: line 1"]),
    ("match --openings over.epd", 1, &["over.epd: line 1"]),
    ("match --openings counters.epd", 1, &["counters.epd: line 2", "column 28", "`-1`"]),
    ("match --pairs 2 --openings twice.epd", 2, &["twice.epd", "1 different position", "line 2 repeats line 1"]),
    ("match --openings one.epd --pgn one.epd", 2, &["one.epd", "--pgn"]),
    ("match --pgn none/x.pgn", 1, &["none", "--pgn"]),
    ("match --pgn dir", 1, &["dir"]),
    ("solve connect-four --file none", 1, &["none"]),
    ("solve connect-four --file empty", 1, &["44455 -3"]),
    ("solve connect-four --file bytes", 1, &["UTF-8"]),
    ("solve connect-four --file lines", 1, &["lines: line 2"]),
    ("solve connect-four --file readme.md", 1, &["readme.md: line 1", "`tables`"]),
    ("solve connect-four --file wrong", 1, &["wrong: line 1", "7", "8"]),
    ("solve connect-four --file long --max-nodes 10", 1, &["long: line 1", "10", "--max-nodes"]),
    ("readings --page none.csv", 1, &["none.csv"]),
    ("readings --page dir", 1, &["dir"]),
    ("readings --page empty", 1, &["empty", "sweep readings"]),
    ("readings --page lines", 1, &["lines", "sweep readings"]),
    ("replay none.trace", 1, &["none.trace"]),
    ("replay empty", 1, &["empty", "byte 0", "trace-record"]),
    ("replay cut.trace", 1, &["cut.trace", "byte", "trace-record"]),
    ("replay other.trace --real", 1, &["other.trace", "another version", "--real"]),
    ("replay small.trace --positions 4 --scheme depth-8", 1, &["4", "8"]),
    ("trace-record domineering 3x3 -o empty/x.trace", 1, &["empty", "--out"]),
    ("trace-record domineering 6x6 --max-nodes 10 -o x.trace", 1, &["node limit", "help: increase the node limit"]),
    ("solve domineering 4x4 --scheme depth-8 --positions 4", 1, &["4 positions", "8", "help: "]),
    ("match --scheme depth-8 --positions 4 --pairs 1", 1, &["4 positions", "8", "help: "]),
    ("man --out empty", 1, &["empty", "--out"]),
    ("sweep tutorial-table --db x.sqlite --out empty", 1, &["empty", "--out"]),
];

const DATABASES: &[Case] = &[
    ("sweep thesis-fig-2.6 --db dir", 1, &["dir"]),
    ("sweep --db text.sqlite", 1, &["text.sqlite"]),
    ("sweep tutorial-table --db made.sqlite.gz", 1, &["made.sqlite.gz"]),
    ("sweep tutorial-table --verify 1 --db none.sqlite", 1, &["none.sqlite"]),
    ("report --db none.sqlite", 1, &["none.sqlite"]),
    ("claims --db empty", 1, &["empty"]),
    ("claims --db empty.gz", 1, &["empty.gz"]),
    ("claims --db nothing.gz", 1, &["nothing.gz"]),
    ("claims --db cut.gz", 1, &["cut.gz"]),
    ("claims --db text.gz", 1, &["text.gz"]),
    ("claims --db packed-text.gz", 1, &["packed-text.gz"]),
    ("claims --db cut.sqlite", 1, &["cut.sqlite"]),
    ("claims --db half.gz", 1, &["half.gz"]),
    ("claims --db dir.gz", 1, &["dir.gz"]),
    ("export --db dir", 1, &["dir"]),
    ("export --db made.sqlite -o made.sqlite", 2, &["made.sqlite"]),
    (
        "compare none none,quiescence=never forensics-table-2 --depth 2 --db chess.sqlite",
        1,
        &["chess.sqlite", "--depth 1"],
    ),
    ("merge dir -o x", 1, &["dir"]),
    ("merge empty -o x", 1, &["empty"]),
    ("merge none.sqlite -o x", 1, &["none.sqlite"]),
    ("merge made.sqlite text.sqlite -o x.sqlite", 1, &["text.sqlite"]),
    (
        "report tutorial-table --full --db made.sqlite",
        1,
        &["made.sqlite", "sweep tutorial-table --full --db made.sqlite"],
    ),
    ("report thesis-fig-2.12 --full --db made.sqlite", 1, &["sweep thesis-fig-2.12 --full --db made.sqlite"]),
    ("report thesis-fig-2.8 --pages p --db made.sqlite", 1, &["made.sqlite"]),
    ("report tutorial-table --pages p --db partial.sqlite", 1, &["partial.sqlite", "--dry-run"]),
    ("report --pgn mine.pgn --db made.sqlite", 1, &["made.sqlite"]),
    ("report --db made.sqlite --out empty/x.html", 1, &["empty"]),
    ("report thesis-fig-2.21 --db made.sqlite", 2, &["thesis-fig-2."]),
];

/// Commands that succeed, with the notes that they print.
const NOTES: &[Case] = &[
    ("testset mine.pgn -o out/mine.csv", 0, &["2 positions", "1 game"]),
    ("testset mine.pgn -o out/quiet.csv -q", 0, &[]),
    ("scan depth-4 --weight 4 --in domineering --dry-run -q --db out/scan.sqlite", 0, &[]),
    ("match --nodes 10 --openings one.epd --pgn out/games.pgn", 0, &["written: out/games.pgn"]),
    ("match --nodes 10 --openings one.epd --program historic --scheme none --search keys-bch", 0, &["keys-bch"]),
    ("man --out out/man", 0, &["out/man"]),
    ("report tutorial-table --db made.sqlite --out out/report.html", 0, &["written: out/report.html"]),
    ("trace domineering 3x3 --out out/trace.html", 0, &["written: out/trace.html"]),
    ("trace domineering 4x4 --events 5 --out out/trace.html", 0, &["5 events", "--events"]),
    ("trace domineering 3x4 --scheme depth-8 --positions 64 --out out/trace.html", 0, &["no position was lost"]),
    ("trace domineering 6x6 --max-nodes 10 --out out/trace.html", 0, &["node limit", "--max-nodes"]),
    ("trace-record domineering 4x4 -o out/x.trace", 0, &["written: out/x.trace", "requests", "nodes"]),
    ("replay small.trace --scheme new --real", 0, &[]),
    ("replay other.trace --scheme new", 0, &["other.trace", "another version"]),
    ("sweep tutorial-table --dry-run --db made.sqlite", 0, &[]),
    (
        "fit ./boards.toml --scheme two-big1 --reading quiescence=never --db out/fit.sqlite",
        0,
        &["quiescence=never", "in domineering"],
    ),
    ("sweep thesis-fig-2.12 --until-decided --dry-run --db none.sqlite", 0, &["2 key seeds", "32"]),
    (
        "sweep tutorial-table --reading history=none --max-nodes 1 --db made.sqlite --out out/swept",
        0,
        &["history=none", "no effect in tutorial-table"],
    ),
    ("solve domineering 4x4 --search whole-positions", 0, &["+whole"]),
    ("solve domineering 4x4 --scheme two-big1+whole", 0, &["whole-positions"]),
    ("solve domineering 4x4 --scheme none --search keys-bch+side-bit", 0, &["keys-bch", "side-bit"]),
    ("solve domineering 4x4 --scheme none --reading same-position=compete", 0, &["same-position=compete"]),
    ("analyse --program historic --depth 1 --scheme depth-3 --search side-bit", 0, &["side-bit", "depth-3"]),
    ("solve connect-four 52753311433677442422121 --program lab --search components", 0, &["+components"]),
];

fn print(lab: &Lab, command: &str) -> Printed {
    let word = |word: &str| if word == "''" { String::new() } else { word.replace('_', " ") };
    let words: Vec<String> = command.split(' ').map(word).collect();
    lab.print(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The files of a directory with their contents.
fn files(directory: &Path) -> BTreeMap<std::path::PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            all.extend(files(&entry));
            all.insert(entry, Vec::new());
        } else {
            all.insert(entry.clone(), fs::read(entry).unwrap());
        }
    }
    all
}

/// A directory with the files that the commands name.
fn directory() -> Lab {
    const SMALL: &str = include_str!("small.toml");
    let boards = SMALL
        .replacen("kind = \"sizes\"", "kind = \"boards\"\npublished = \"thesis-table-2.1.csv\"", 1)
        .replacen("[\"6x6\", \"5x7\", \"7x5\"]", "[\"2x2\", \"2x3\"]", 1)
        .replacen("\"vertical\"", "\"both\"", 1)
        .replacen("[\"256\", \"512\", \"1K\", \"4K\"]", "[\"2048K\"]", 1);
    let lab = Lab::new();
    for name in ["dir", "dir.gz", "sub", "out"] {
        fs::create_dir(lab.path(name)).unwrap();
    }
    for (name, text) in [
        ("empty", ""),
        ("empty.gz", ""),
        ("empty.toml", ""),
        ("lines", "44455 -3\nxx\n"),
        ("wrong", "52753311433677442422121 7\n"),
        ("long", "4 -1\n"),
        ("readme.md", "# Transposition tables\n"),
        ("mine.pgn", "1. e4 e5 *"),
        ("one.epd", "8/8/4k3/8/8/4K3/4P3/8 w - - hmvc 98;\n"),
        ("counters.epd", "4k3/8/8/8/8/8/8/4K2R w K - 3 4\n4k3/8/8/8/8/8/8/4K2R w - - -1 1\n"),
        ("twice.epd", "4k3/8/8/8/8/8/8/4K2R w K - 3 4\n4k3/8/8/8/8/8/8/4K2R w K - id \"x\";\n"),
        ("over.epd", "7k/5Q2/8/8/8/8/8/K7 b - -\n"),
        ("illegal.pgn", "1. e4\ne7"),
        ("escape.pgn", "[White \"\u{1b}[31mEvil\"]\n[Black \"B\"]\n1. e4 *\n"),
        ("small.toml", SMALL),
        ("sub/Small.toml", SMALL),
        ("sub/article-fig-1.toml", SMALL),
        ("boards.toml", &boards),
        ("unknown.toml", &SMALL.replacen("\nschemes", "\nshemes", 1)),
        ("size.toml", &SMALL.replacen("256", "3K", 1)),
        ("syntax.toml", &SMALL.replacen('=', "", 1)),
        ("control.toml", &SMALL.replacen("Small boards", "a\\u0001b", 1)),
    ] {
        lab.write(name, text);
    }
    lab.write("bytes", [0xff, 0xfe, 0]);
    lab.write("bytes.toml", [0xff, 0xfe, 0]);
    let text = "This is not a database. ".repeat(100);
    lab.write("text.sqlite", &text);
    for command in [
        "sweep tutorial-table --max-nodes 1 --db made.sqlite --out swept -q",
        "sweep forensics-table-2 --scheme none --depth 1 --db chess.sqlite --out swept -q",
        "sweep tutorial-table --shard 1/2 --max-nodes 1 --db partial.sqlite --out swept -q",
        "trace-record domineering 3x3 -o small.trace -q",
    ] {
        lab.run(&command.split(' ').collect::<Vec<_>>());
    }
    let trace = fs::read(lab.path("small.trace")).unwrap();
    lab.write("cut.trace", &trace[..trace.len() - 1]);
    let mut other = replay::RequestTrace::from_bytes(&trace).unwrap();
    assert!(other.header.insert("signature".to_owned(), "4711".to_owned()).is_some());
    lab.write("other.trace", other.to_bytes());
    let made = fs::read(lab.path("made.sqlite")).unwrap();
    lab.write("made.sqlite.gz", packed(&made));
    lab.write("nothing.gz", packed(&[]));
    lab.write("cut.gz", &packed(&made)[..packed(&made).len() / 2]);
    lab.write("text.gz", text.as_bytes());
    lab.write("packed-text.gz", packed(text.as_bytes()));
    lab.write("cut.sqlite", &made[..made.len() / 2]);
    lab.write("half.gz", packed(&made[..made.len() / 2]));
    lab
}

#[test]
fn messages() {
    let lab = directory();
    let mut before = files(&lab.path("."));
    let (mut shown, mut problems) = (String::new(), Vec::new());
    for &(command, code, facts) in [COMMANDS, VALUES, FILTERS, FILES, DATABASES, NOTES].into_iter().flatten() {
        let Printed { code: ended, out, err: message } = print(&lab, command);
        let mut check = |is_met: bool, what: &str| {
            if !is_met {
                problems.push(format!("{command}: {what}: {message}"));
            }
        };
        check(ended == Some(code), "another exit code");
        check(code == 0 || out.is_empty(), "prints to standard output");
        // Notes may precede an error.
        check(message.lines().any(|line| line.starts_with("error: ")) == (code != 0), "an error, or none");
        facts.iter().for_each(|fact| check(message.contains(fact), &format!("does not name `{fact}`")));
        if code != 0 {
            let after = files(&lab.path("."));
            check(after == before, "changes a file");
            before = after;
        }
        // clap ends a message with an empty line where its own layout has one.
        writeln!(shown, "$ ttlab {command}\n[{code}]\n{}\n", message.trim_end()).unwrap();
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    insta::assert_snapshot!("messages", shown);
}
