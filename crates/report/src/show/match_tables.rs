//! The results of games between two sides: a row for every variant.

use experiments::definition::{Definition, Part};
use experiments::games::{Contestant, MatchCell};
use experiments::row::{PlayedPairs, Row, Work};
use experiments::text::{elo_text, grouped};
use stats::Pentanomial;

use crate::show::block::Block;

/// The blocks of one variant against its base, added up.
struct Score {
    base: Contestant,
    variant: Contestant,
    played: PlayedPairs,
}

/// Returns a table for every base, and what they say in one sentence.
pub(crate) fn show(definition: &Definition, rows: &[Row]) -> (Vec<Block>, String) {
    let scores = scores(definition, rows);
    let mut blocks = Vec::new();
    let mut bases: Vec<Contestant> = scores.iter().map(|score| score.base).collect();
    bases.dedup();
    for base in bases {
        let rows =
            scores.iter().filter(|score| score.base == base).map(|score| (score.variant.label(&base), line(score)));
        let heads = ["Elo", "95 % interval", "pairs", "0", "1/2", "1", "1 1/2", "2", "plies"];
        let mut work = Work::default();
        scores.iter().filter(|score| score.base == base).for_each(|score| work += score.played.work[1]);
        let title = format!("games against {}, {:.1} ply on average", base.words(), work.depth_per_move());
        blocks.push(Block::matrix(title, heads, rows));
    }
    if !blocks.is_empty() {
        let note =
            "0 to 2: pairs in which the variant has scored these points; plies: mean depth, less that of the base";
        blocks.push(Block::Note(note.to_owned()));
    }
    (blocks, finding(&scores).unwrap_or_else(|| "no pair of games has ended".to_owned()))
}

/// Adds up the blocks of every variant, in the order of the definition.
fn scores(definition: &Definition, rows: &[Row]) -> Vec<Score> {
    let cells = [&definition.full, &definition.quick].into_iter().flat_map(Part::each_cell);
    let mut scores: Vec<Score> = Vec::new();
    let mut add = |cell: &MatchCell, played: PlayedPairs| {
        let is_known = |score: &&mut Score| (score.base, score.variant) == (cell.base, cell.variant);
        match scores.iter_mut().find(is_known) {
            Some(score) => score.played += played,
            None => scores.push(Score { base: cell.base, variant: cell.variant, played }),
        }
    };
    for cell in cells {
        cell.game.chess_match().into_iter().for_each(|cell| add(cell, PlayedPairs::default()));
    }
    for row in rows {
        row.cell.game.chess_match().zip(row.ending.played()).into_iter().for_each(|(cell, played)| add(cell, *played));
    }
    scores.retain(|score| score.pairs().pairs() > 0);
    scores
}

impl Score {
    fn pairs(&self) -> Pentanomial {
        Pentanomial(self.played.counts)
    }
}

fn line(score: &Score) -> Vec<String> {
    let pairs = score.pairs();
    let interval = pairs.elo_interval();
    let interval = interval.map(|interval| format!("{} to {}", elo_text(interval.low), elo_text(interval.high)));
    let mut line = vec![pairs.elo().map(elo_text).unwrap_or_default(), interval.unwrap_or_default()];
    line.push(grouped(pairs.pairs()));
    line.extend(pairs.0.map(grouped));
    let [variant, base] = score.played.work.map(|work| work.depth_per_move());
    line.push(format!("{:+.2}", variant - base).replace("-0.00", "+0.00"));
    line
}

/// Returns how many variants differ from the base, and the one with the lowest Elo.
fn finding(scores: &[Score]) -> Option<String> {
    let weaker = |score: &&Score| score.pairs().elo_interval().is_some_and(|interval| interval.high < 0.0);
    let stronger = |score: &&Score| score.pairs().elo_interval().is_some_and(|interval| interval.low > 0.0);
    let (weaker, stronger) = (scores.iter().filter(weaker).count(), scores.iter().filter(stronger).count());
    let last = scores.iter().min_by(|a, b| a.pairs().elo().partial_cmp(&b.pairs().elo()).expect("Elo is a number"))?;
    let (label, elo) = (last.variant.label(&last.base), elo_text(last.pairs().elo()?));
    Some(format!(
        "of {} variants, {weaker} are weaker than the base and {stronger} stronger, each at 95 %; \
         the lowest is {label} ({elo} Elo)",
        scores.len()
    ))
}

#[cfg(test)]
mod tests {
    use experiments::row::Ending;

    use super::*;
    use crate::samples::{checked, line as words_of, row};

    const TEXT: &str = r#"
        title = "x"
        ours = true
        question = "x"
        game = "chess-match"
        between-searches = "stamp"
        kind = "match"
        prose = "x"
        [quick]
        block = 20
        [[quick.matches]]
        pairs = 40
        base = { scheme = "depth-4+age-8", table = "16KiB", nodes = 5000 }
        variants = [{ scheme = "size-4" }, { without = "iir" }]
    "#;

    #[test]
    fn blocks_are_added_up_in_the_order_of_the_definition() {
        let definition = Definition::read("x", "x.toml", TEXT).unwrap();
        let counts = [[1, 4, 10, 4, 1], [0, 4, 12, 3, 1], [2, 8, 10, 0, 0], [1, 9, 10, 0, 0]];
        let rows: Vec<Row> = definition
            .quick
            .cells(1)
            .into_iter()
            .zip(counts)
            .map(|(cell, counts)| {
                let ending = Ending::Played(PlayedPairs { counts, ..PlayedPairs::default() });
                Row { ending, ..row(&cell.to_string(), 1, None) }
            })
            .collect();
        let mut reversed = rows.clone();
        reversed.reverse();
        let (blocks, finding) = show(&definition, &rows);
        assert_eq!(show(&definition, &reversed), (blocks.clone(), finding.clone()));
        let text = checked(&blocks);
        assert!(text.contains("games against depth-4+age-8, 16KiB, 5,000 nodes a move, 0.0 ply on average"), "{text}");
        assert_eq!(words_of(&text, "size-4")[5..], ["40", "1", "8", "22", "7", "2", "+0.00"]);
        assert_eq!(words_of(&text, "without iir")[6..], ["40", "3", "17", "20", "0", "0", "+0.00"]);
        assert!(text.find("size-4") < text.find("without iir"));
        assert!(finding.starts_with(
            "of 2 variants, 1 are weaker than the base and 0 stronger, each at 95 %; the lowest is without"
        ));
        assert_eq!(show(&definition, &[]), (Vec::new(), "no pair of games has ended".to_owned()));
    }
}
