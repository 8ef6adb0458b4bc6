//! What the parser accepts, its errors, and how it continues after them.

use super::*;

/// Returns the results of reading a text, one for each game: the moves and the result, or the error.
fn each(text: &str) -> Vec<String> {
    each_of_bytes(text.as_bytes())
}

fn each_of_bytes(bytes: &[u8]) -> Vec<String> {
    let games = Games::new(bytes, &Keys::new(zobrist::DEFAULT_SEED));
    let text = |game: Result<PgnGame, PgnError>| match game {
        Ok(game) => format!("{} {}", sans(&game), game.result).trim_start().to_owned(),
        Err(error) => error.to_string(),
    };
    games.map(text).collect()
}

fn read_bytes(bytes: &[u8]) -> Result<Vec<PgnGame>, PgnError> {
    Games::new(bytes, &Keys::new(zobrist::DEFAULT_SEED)).collect()
}

fn sans(game: &PgnGame) -> String {
    let moves = game.positions().filter_map(|(position, mv)| Some(position.to_san(mv?)));
    moves.collect::<Vec<_>>().join(" ")
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn common_variants_are_accepted() {
    let text = [
        "\u{feff}[Event \"A \\\"B\\\"\"]",
        "[Result \"1-0\"]",
        "",
        "1. e4! {best} e5 $1 (1... c5 2. Nf3 (2. c3)) 2.Nf3 Nc6; to the end",
        "% escaped",
        "3. Bb5 a6?! 1-0",
        "",
        "[Event \"C\"]",
        "",
        "1.d4 d5 ½-½",
        "*",
    ];
    let text = text.join("\r\n");
    let games = read(&text).unwrap();
    assert_eq!(games.len(), 2, "the last result belongs to the second game");
    assert_eq!(sans(&games[0]), "e4 e5 Nf3 Nc6 Bb5 a6");
    assert_eq!(games[0].tag("Event"), Some("A \"B\""));
    assert_eq!((games[0].result.as_str(), games[0].line), ("1-0", 1));
    assert_eq!((sans(&games[1]).as_str(), games[1].result.as_str(), games[1].line), ("d4 d5", "1/2-1/2", 8));
    assert!(read("").unwrap().is_empty());
    assert_eq!(sans(&read("1.e4 1...e5 2.Nf3").unwrap()[0]), "e4 e5 Nf3");
    assert_eq!(sans(&read("1.e4\re5\r2.Nf3").unwrap()[0]), "e4 e5 Nf3");
}

#[test]
fn a_comment_may_contain_a_brace_and_a_number() {
    assert_eq!(sans(&read("{[%eval 0.3] a { b} 1. e4 e5 *").unwrap()[0]), "e4 e5");
    assert!(error("1. e4 {no end e5 2. Nf3 {x} Nc6 *").contains("unclosed comment"));
}

#[test]
fn a_result_may_follow_a_move_without_a_blank() {
    for (text, moves, result) in [
        ("1. f3 e5 2. g4 Qh4#0-1", "f3 e5 g4 Qh4#", "0-1"),
        ("1. e4 e51-0", "e4 e5", "1-0"),
        ("1. e4 e51/2-1/2\n", "e4 e5", "1/2-1/2"),
        ("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O0-1", "e4 e5 Nf3 Nf6 Be2 Be7 O-O", "0-1"),
    ] {
        let games = read(text).unwrap();
        assert_eq!((sans(&games[0]).as_str(), games[0].result.as_str()), (moves, result), "{text}");
    }
}

/// This test would take minutes if the parser scanned the whole line for each word.
#[test]
fn long_lines_are_parsed_in_linear_time() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20_000);
    let error = error(&format!("{text}Hmm"));
    assert!(error.starts_with("line 1, column 440001: "), "{error}");
    let PgnError::Game { column, .. } = super::read(&"(".repeat(400_000)).unwrap_err() else { panic!() };
    assert_eq!(column, 400_000);
}

#[test]
fn games_may_start_at_any_position() {
    let games = read("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 60\"]\n60. a8=Q+ Kd7 0-1").unwrap();
    assert_eq!(sans(&games[0]), "a8=Q+ Kd7");
    assert_eq!(games[0].positions().last().unwrap().0.fullmove_number(), 61);
}

#[test]
fn latin_1_is_accepted() {
    let games = read_bytes(b"[White \"M\xfcller\"]\n1. e4 *").unwrap();
    assert_eq!(games[0].tag("White"), Some("Müller"));
}

/// What an error quotes is not longer than a line, also if it must be escaped.
#[test]
fn long_words_are_shortened() {
    for (letter, shown) in [("x", 40), ("\u{1}", 8)] {
        assert!(error(&letter.repeat(50)).contains(&format!("`{}…`", letter.repeat(shown))));
    }
}

#[test]
fn whole_collections_are_read() {
    let games = read_bytes(include_bytes!("../../../../testsets/middlegame/vsb-1994.pgn")).unwrap();
    assert_eq!(games.len(), 6);
    let endgames = read_bytes(include_bytes!("../../../../testsets/endgame/classic-endgames.pgn")).unwrap();
    assert_eq!(endgames.len(), 16);
}

#[test]
fn an_asterisk_ends_a_word() {
    for (text, read) in [
        ("1. e4 e5*", "e4 e5 *"),
        ("1.e4*", "e4 *"),
        ("1. e4 e5!*", "e4 e5 *"),
        ("1. e4 e5 2.*", "e4 e5 *"),
        ("1. e4 {x}*", "e4 *"),
        ("**", "*"),
    ] {
        assert_eq!(each(text), [read], "{text}");
    }
    assert_eq!(each("1. e4*1. d4*"), ["e4 *", "d4 *"]);
}

#[test]
fn zeros_are_castling() {
    let read = "e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O d3 *";
    for [white, black] in [["00", "00"], ["0-0", "00!"], ["O-O", "OO"]] {
        let text = format!("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. {white} {black} 5. d3 *");
        assert_eq!(each(&text), [read], "{text}");
        assert_eq!(each(&text.replace(". ", ".")), [read], "{text}");
    }
    assert_eq!(error("1. e4 e5 2. 00 *"), "line 1, column 13: move 2 of White: illegal move `00`");
    assert_eq!(error("1. e4 000 *"), "line 1, column 7: move 1 of Black: illegal move `000`");
    assert!(error("1. e4 0 *").contains("invalid move `0`"));
}

#[test]
fn digits_are_a_move_number_only_before_a_move() {
    for text in ["1 e4 e5 2 Nf3", "1. 1. e4 1. ... e5 2 . Nf3", "1 ... e4 1... e5 2 {x} (2. d4) Nf3", "e4 e5 2 $1 Nf3"]
    {
        assert_eq!(each(text), ["e4 e5 Nf3 *"], "{text}");
    }
    for (text, column) in
        [("12 34 e4", 1), ("1. e4 2", 7), ("1. e4 2 1-0", 7), ("1. e4 e5 2 2. Nf3", 10), ("e4 7 (7. d4)", 4)]
    {
        assert!(error(text).starts_with(&format!("line 1, column {column}: unexpected ")), "{}", error(text));
    }
    // A fragment without its initial position.
    assert!(error("[Event \"x\"]\n23. Nf3 Nc6 *").contains("move number 23"));
    assert!(error("99999999999. e4 *").contains("`99999999999.`"));
    assert_eq!(each("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 23\"]\n\n23. e4 Ke7 *"), ["e4 Ke7 *"]);
}

#[test]
fn what_follows_a_result_belongs_to_the_game() {
    for (result, read) in [
        ("1/2-1/2 1/2-1/2", "1/2-1/2"),
        ("1-0 1-0", "1-0"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("0.5 - 0.5", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1 - 0", "1-0"),
        ("0 -1", "0-1"),
        ("1–0", "1-0"),
        ("½ - ½", "1/2-1/2"),
        ("1/2 1/2", "1/2-1/2"),
        ("1-0 (3. c4 *) {won} $1 - +- 7 ) ] }", "1-0"),
        ("1-0 Black resigned.\n\n0-1", "1-0"),
        ("* *\n\n*", "*"),
    ] {
        let text = format!("[Event \"1\"]\n\n1. e4 e5 {result}\n\n[Event \"2\"]\n\n1. d4 d5 *\n");
        assert_eq!(each(&text), [format!("e4 e5 {read}").as_str(), "d4 d5 *"], "{result}");
        let without_tags = format!("1. e4 e5 {result} 1. d4 d5 *");
        assert_eq!(each(&without_tags), [format!("e4 e5 {read}").as_str(), "d4 d5 *"], "{result}");
    }
    assert_eq!(each("e4 * d4 * 1 c4 *"), ["e4 *", "d4 *", "c4 *"]);
    let damaged = each("1. e4 * 1. Hmm e5 *");
    assert!(damaged.len() == 2 && damaged[1].contains("`Hmm`"), "{damaged:?}");
    // A result by mistake does not make a game of the rest.
    assert!(each("1. e4 e5 1-0 2. Nf3 Nc6 1-0")[1].contains("move number 2"));
}

#[test]
fn games_of_other_variants_are_errors() {
    let game =
        |variant: &str| each(&format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n1. Nf3 f6 2. Nd4 e6 3. Nxe6 *"));
    for variant in ["Standard", "normal", "chess", "From Position", "STANDARD CHESS", "from-position", "?", ""] {
        assert_eq!(game(variant), ["Nf3 f6 Nd4 e6 Nxe6 *"], "{variant}");
    }
    for variant in ["Atomic", "Chess960", "Fischerandom", "fischer random", "Crazyhouse", "3check"] {
        let expected = format!("line 2, column 10: unsupported variant `{variant}`: expected standard chess");
        assert_eq!(game(variant), [expected], "{variant}");
    }
    let text = "[variant \"Antichess\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e3 b5 2. Bxb5 Bb7 *\n1. d4 *";
    let read = each(text);
    assert!(read.len() == 2 && read[0].contains("`Antichess`") && read[1] == "d4 *", "{read:?}");
}

/// Each damaged game, between two others, is one error, and both others are read.
#[test]
fn a_damaged_game_costs_that_game() {
    for (damaged, place) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Ke3 Nc6 3. Nf3 1-0", "line 7, column 13"),
        ("[Event \"x\"]\n\n1. e4 {unclosed e5 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 {unclosed\ne5\n\n2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 {unclosed e5 2. Nc3 {x} Nf6 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 (1. d4 e5 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 e5) 2. Nf3 1-0", "line 7, column 9"),
        ("[Event \"x\"]\n\n1. e4 } e5 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 [%clk 1] e5 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 -- 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 --! 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 0000 2. Nf3 1-0", "line 7, column 7"),
        ("[Event \"x\"]\n\n1. e4 12 13", "line 7, column 7"),
        ("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Site \"y\"]\n\n1. e4 e5 *", "line 6, column 6"),
        ("[Event \"x]\n[Site \"y\"]\n\n[Date \"?\"]\n\n1. e4 e5 2. Nf3 1-0", "line 5, column 8"),
        ("[Event x]\n[Site y]\n[Date \"?\"]\n1. e4 e5 2. Nf3 1-0", "line 5, column 1"),
        ("[Event \"x\"\n[Site \"y\"]\n1. e4 e5 2. Nf3 1-0", "line 5, column 1"),
        ("[Event\n", "line 5, column 1"),
        ("[Event \"x\" [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4", "line 5, column 8"),
        ("[\n\n[White \"y\"]\n\n\n", "line 5, column 1"),
        ("\u{0}\u{1}ELF\u{fffd}\n\u{7f}", "line 5, column 1"),
    ] {
        let text = format!("[Event \"1\"]\n\n1. e4 e5\n\n{damaged}\n\n[Event \"3\"]\n\n1. d4 {{x}} d5 {{y}} *\n");
        let read = each(&text);
        let is_text = !damaged.starts_with('[');
        let first = if is_text { format!("{place}: move 2 of White: ") } else { "e4 e5 *".to_owned() };
        assert!(read[0].starts_with(&first), "{text}: {read:?}");
        assert_eq!(read.last().unwrap(), "d4 d5 *", "{text}: {read:?}");
        assert_eq!(read.len(), if is_text { 2 } else { 3 }, "{text}: {read:?}");
        assert!(is_text || read[1].starts_with(&format!("{place}: ")), "{text}: {read:?}");
    }
}

#[test]
fn comments_contain_what_the_standard_allows() {
    assert_eq!(each("1. e4 { see { here } e5 2. Nf3 *"), ["e4 e5 Nf3 *"]);
    let quoted = "[Event \"1\"]\n\n1. e4 {a line\n[Event \"x\"] quoted\n} e5 *\n\n[Event \"2\"]\n\n1. d4 *";
    assert_eq!(each(quoted), ["e4 e5 *", "d4 *"]);
}

#[test]
fn an_error_without_a_next_tag_ends_the_text() {
    let read = each("1. e4 * 1. e4 Ke2 Ke7 * 1. d4 *");
    assert_eq!(read[0], "e4 *");
    assert_eq!((read.len(), read[2].as_str()), (3, "d4 *"), "the end of a game with an illegal move is known");
    assert_eq!(each("1. e4 ) e5 * 1. d4 *").len(), 1);
    assert_eq!(each("{"), ["line 1, column 1: unclosed comment: expected }"]);
}

#[test]
fn quotation_marks_need_not_be_escaped() {
    for (written, value) in [
        (r#"5th "Nick" Open"#, r#"5th "Nick" Open"#),
        (r#""Nick""#, r#""Nick""#),
        (r#"a \"b\" \\ c"#, r#"a "b" \ c"#),
        (r"C:\games\", r"C:\games\"),
        ("St (B) [x] 1...c5", "St (B) [x] 1...c5"),
        ("the [ n", "the [ n"),
        ("", ""),
    ] {
        let game = read(&format!("[Event \"{written}\"]\n[Site \"s\" ] [Date\t\"?\"\n]\n1. e4 e5 *"));
        let game = game.unwrap_or_else(|error| panic!("{written}: {error}")).remove(0);
        assert_eq!((game.tag("Event"), game.tag("Site"), game.tag("Date")), (Some(value), Some("s"), Some("?")));
        assert_eq!(game.moves.len(), 2);
    }
}

/// The FEN of the first game must not be that of the second one.
#[test]
fn a_game_without_moves_ends_at_the_next_tags() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let text = format!("[Event \"1\"]\n[FEN \"{fen}\"]\n\n[Event \"2\"]\n\n[Site \"x\"]\n\n1. d4 *");
    assert_eq!(each(&text), ["*", "d4 *"]);
    assert_eq!(each("[White \"a\"]\n\n[White \"b\"]\n\n1. d4 *"), ["*", "d4 *"]);
    assert_eq!(each("[White \"a\"]\n[White \"b\"]\n\n[Black \"b\"]\n1. d4 *"), ["d4 *"]);
}

#[test]
fn concatenated_files_are_read() {
    let one = "[Event \"1\"]\r\n\r\n1. e4 e5 *";
    for (end, start) in
        [("", "\u{feff}"), ("\r\n", "\u{feff}"), ("\r\n\u{1a}", "\u{feff}"), ("\u{1a}", ""), ("\n\u{1a}\n", "")]
    {
        let text = format!("{start}{one}{end}{start}{one}{end}");
        assert_eq!(each(&text), ["e4 e5 *", "e4 e5 *"], "{text:?}");
        assert_eq!(each(&text.replace('*', "")), ["e4 e5 *", "e4 e5 *"], "{text:?}");
    }
    assert_eq!(each("\u{feff}% x\n1. e4\u{200b} e5\u{2060} *\u{1a}"), ["e4 e5 *"]);
    assert!(error("\u{feff}1. e4\u{200b} Hmm").starts_with("line 1, column 8: "));
    assert!(error("1.e4\r\rHmm\r\n").starts_with("line 3, column 1: "));
}

/// A line in Latin-1 does not change the names in UTF-8.
#[test]
fn encodings_are_those_of_lines() {
    let bytes = [
        b"\xef\xbb\xbf[White \"M\xc3\xbcller\"]\n1. e4 *\n".as_slice(),
        b"\xef\xbb\xbf[White \"Gr\xfcnfeld\"]\n1. d4 *\xef\xbb\xbf[White \"M\xfcller\"]\n1. c4 *",
    ];
    let games = read_bytes(&bytes.concat()).unwrap();
    let names: Vec<_> = games.iter().map(|game| game.tag("White").unwrap()).collect();
    assert_eq!(names, ["Müller", "Grünfeld", "Müller"]);
}

/// Reading in parts of any size makes no difference.
#[test]
fn games_are_read_in_parts() {
    let text = "\u{feff}[Event \"ü\"]\r\n\r\n1. e4\re5 {x\r\ny} 2. Hmm *\n\n[Event \"2\"]\n1. d4 d5 *\r\n";
    for size in 1..20 {
        let games = Games::new(io::BufReader::with_capacity(size, text.as_bytes()), &Keys::new(1));
        let lines: Vec<_> =
            games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.line.to_string())).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("line 5, column 7: ") && lines[1] == "7", "{size}: {lines:?}");
    }
}

#[test]
fn an_error_of_the_reader_ends_the_games() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let mut games = Games::new(io::BufReader::new(io::Read::chain(&b"1. e4 *\n1. d4\n"[..], Broken)), &Keys::new(1));
    assert!(games.next().unwrap().is_ok());
    assert!(matches!(games.next(), Some(Err(PgnError::Read(_)))));
    assert!(games.next().is_none());
}
