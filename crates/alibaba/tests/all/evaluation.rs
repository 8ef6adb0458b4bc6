//! Checks that the tables of an evaluation change neither its values nor the nodes of a search.

use alibaba::options::AlibabaOptions;
use alibaba::structured_evaluation::{Evaluation, EvaluationTables};
use alibaba::{Alibaba, Best};
use chess::{Epd, Position};
use proptest::prelude::*;
use search::Search;
use tt::TwoBig1;

const TABLES: [EvaluationTables; 3] =
    [EvaluationTables::PAWNS, EvaluationTables::MATERIAL, EvaluationTables::POSITIONS];

fn bratko_kopec() -> impl Iterator<Item = Position> {
    let suite = include_str!("../../../../testsets/suites/bratko-kopec.epd");
    suite.lines().filter(|line| !line.trim().is_empty()).map(|line| Epd::read(line).unwrap().position)
}

#[test]
fn tables_change_no_node() {
    let mut table = TwoBig1::<Best>::new("8K".parse().unwrap()).unwrap();
    for position in bratko_kopec().step_by(4) {
        let mut search = |tables| {
            tt::Maintain::clear(&mut table);
            let mut game = Alibaba::new(position.clone()).evaluated_by(Evaluation::new(tables).unwrap());
            let outcome = alibaba::deepen(Search::new(&mut game, &mut table), 4, |_, _| {});
            let usage = TABLES.map(|one| game.evaluation().unwrap().usage(one));
            ((outcome.score, outcome.best, outcome.nodes), usage)
        };
        let (without, unused) = search(EvaluationTables::empty());
        assert!(unused.iter().all(|usage| usage.look_ups == 0));
        for (number, tables) in TABLES.into_iter().enumerate() {
            let (with, usage) = search(tables);
            assert_eq!(with, without, "{tables:?} in {}", position.to_fen());
            assert!(usage[number].hits > 0 && usage[number].hits < usage[number].look_ups);
        }
        assert_eq!(search(EvaluationTables::all()).0, without, "{}", position.to_fen());
    }
}

#[test]
fn another_evaluation_is_another_search() {
    let mut table = TwoBig1::<Best>::new("8K".parse().unwrap()).unwrap();
    let mut nodes = |game: &mut Alibaba| {
        tt::Maintain::clear(&mut table);
        alibaba::deepen(Search::new(game, &mut table), 4, |_, _| {}).nodes
    };
    let printed = nodes(&mut Alibaba::new(Position::start()));
    assert_ne!(nodes(&mut Alibaba::new(Position::start()).evaluated_by(Evaluation::default())), printed);
}

#[test]
fn options_choose_the_evaluation_and_its_tables() {
    let mut table = TwoBig1::<Best>::new("8K".parse().unwrap()).unwrap();
    let mut search = |name: &str| {
        tt::Maintain::clear(&mut table);
        let options = AlibabaOptions::find(name).unwrap();
        let mut game = Alibaba::new(Position::start()).with_options(options);
        let outcome = alibaba::deepen(Search::new(&mut game, &mut table).with_options(options), 4, |_, _| {});
        let used: Vec<_> = game.evaluation().into_iter().flat_map(Evaluation::usages).collect();
        assert!(used.iter().all(|(_, usage)| 0 < usage.hits && usage.hits < usage.look_ups), "{name}: {used:?}");
        ((outcome.score, outcome.best, outcome.nodes), used.into_iter().map(|(name, _)| name).collect::<Vec<_>>())
    };
    let (of_alibaba, none) = search("root-by-score");
    assert!(none.is_empty());
    let (structured, none) = search("structured-evaluation");
    assert!(none.is_empty() && structured != of_alibaba);
    for name in ["pawn-table", "material-table", "evaluation-table", "pawn-table+material-table+evaluation-table"] {
        assert_eq!(search(name), (structured, name.split('+').collect()));
    }
    for name in ["structured-evaluation+pawn-table", "material-table+squares-2"] {
        assert_eq!(AlibabaOptions::find(name), None, "{name}");
    }
}

#[test]
fn extreme_positions_have_a_value() {
    let position = Position::from_fen("QQQQ4/QQQQQ3/8/5k2/8/8/8/K7 b - - 0 1").unwrap();
    let value = Evaluation::default().value(&position);
    assert!(value < -8_000 && chess::mate_in(value).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The values along random games are those of an evaluation without tables.
    #[test]
    fn values_along_a_game(choices in prop::collection::vec(any::<prop::sample::Index>(), 1..120)) {
        let evaluation = Evaluation::new(EvaluationTables::all()).unwrap();
        let mut position = Position::start();
        for choice in choices {
            prop_assert_eq!(evaluation.value(&position), Evaluation::default().value(&position));
            prop_assert_eq!(evaluation.value(&position), Evaluation::default().value(&position));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(*choice.get(&moves));
        }
    }
}
