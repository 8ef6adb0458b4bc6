//! What others found with Cray Blitz, as the thesis quotes them `[Breuker 1998, 2.3.2]`.

use super::thresholds::{Unit, about, more_than, percent};
use super::{Claim, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "cray-blitz-generates-moves-at-35-percent", Thesis "2.3.2" {
        quote: "Nelson (1985) states that \"In normal situations the move generator is called only about 35% of the \
            time, the other 65% being handled by the transposition-table move.\"",
        reading: "At each depth, moves are generated at no more than 38.5 % of the nodes above the horizon that no \
            score from the table ends.",
        note: "The statement is about the program of Nelson. The quote does not name a depth, so each depth is a \
            reading of it.",
        would_change: "The program, or a search as deep as that of Cray Blitz with its move ordering: at 3 to 7 \
            ply, fewer than a quarter of the nodes that need a move are spared the generator.",
        experiments: ["cray-blitz-middle-game"],
        judge: |data| data.all().generated_by_depth(percent(35.0).only()),
    }
    "cray-blitz-finds-30-percent", Thesis "2.3.2" {
        quote: "Hyatt et al. (1990) show that \"these rules let Cray Blitz find about 30% of typical middle-game \
            positions in the transposition table, and well beyond 90% in certain endgame positions.\"",
        reading: "In middle games, at each depth, the table has a record of 27.3 to 33 % of the nodes above the \
            horizon.",
        note: "The statement is about the program of Hyatt. The quote does not name a depth, so each depth is a \
            reading of it.",
        would_change: "A named depth: the part grows from 24 % at 4 ply to 43 % at 7, and is about 30 % at 3 and 6 \
            ply.",
        experiments: ["cray-blitz-middle-game"],
        judge: |data| data.all().found_by_depth(percent(30.0)),
    }
    "cray-blitz-finds-90-percent", Thesis "2.3.2" {
        quote: "Hyatt et al. (1990) show that \"these rules let Cray Blitz find about 30% of typical middle-game \
            positions in the transposition table, and well beyond 90% in certain endgame positions.\"",
        reading: "In endgames, the table has a record of more than 90 % of the nodes above the horizon in at least one \
            game at one depth.",
        note: "The statement is about the program of Hyatt. The quote does not name the positions: those of a test set \
            can confirm it, but not refute it.",
        experiments: ["cray-blitz-endgame", "cray-blitz-fine-70"],
        judge: |data| data.all().most_found(more_than(0.9, Unit::Percent)),
    }
    "cray-blitz-searches-4-million-nodes", Thesis "2.3.2" {
        quote: "However, Hyatt et al. (1984) show that CRAY BLITZ searches only about 4×10^6 nodes when searching this \
            position to a depth of 33 ply (reached in only 65 seconds on a Cray X-MP).",
        reading: "With TwoBig1 and 1024K positions, a search of Fine's problem no. 70 to 33 ply takes at most 4.5×10^6 \
            nodes.",
        note: "The statement is about the program of Hyatt.",
        experiments: ["fine-70"],
        judge: |data| {
            let nodes = data.at(&[33]).with(&["1024K"]).millions_of_nodes();
            judgement::number(nodes, about(4.0, 1.0).only(), "million nodes:")
        },
    }
};
