//! Random openings, judged by a search with another table.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use chess::Keys;
use programs::SearchOptions;
use programs::chess::versus::SideProgram;
use programs::chess::{Analyser, AnalyserSettings, random_opening};
use schemes::Scheme;
use tt::Size;

#[test]
fn openings_are_legal_and_level_and_differ() {
    let mut all = BTreeSet::new();
    for seed in 0..12 {
        let opening = random_opening(seed, Keys::new(seed)).unwrap();
        let mut position = opening.start.clone();
        for &mv in &opening.moves {
            assert!(position.is_legal(mv));
            position.play(mv);
        }
        assert_eq!((opening.moves.len(), position.keys().seed()), (8, seed));
        let (program, scheme) = (SideProgram::Alibaba(SearchOptions::PLAIN), Some(Scheme::Deep));
        let settings = AnalyserSettings { program, scheme, size: Size::Positions(8192), key_seed: 0 };
        let never = AtomicBool::new(false);
        let mut analyser = Analyser::new(settings).unwrap();
        let outcome = analyser.analyse(&position, 4, u64::MAX, &never, &mut |_, _, _, _| false).outcome;
        assert!(outcome.score.abs() <= 60, "another table changes little: {}", outcome.score);
        all.insert(position.to_epd());
    }
    assert_eq!(all.len(), 12);
}
