//! The words of a report, for readers who have only the page.

use maud::{Markup, html};
use schemes::Scheme;

/// The words that every report uses, with what they mean.
const WORDS: &[(&str, &str)] = &[
    ("node", "a position that a search visits; table hits and leaves count too"),
    ("ply", "one move by one player"),
    ("subtree", "the nodes below a node, and the node itself"),
    ("size of a table", "the number of positions that it has room for"),
    ("bucket", "the slots that a key selects; a slot has room for one position"),
    ("level", "a slot of a bucket with its own rule: a scheme with two levels has two slots in a bucket"),
    ("1K", "1024 positions; 1M is 1024K"),
    ("cleared", "the table is emptied between the searches of a game, so each begins with an empty table"),
    (
        "stamped",
        "the table is kept between the searches of a game, and its positions are marked as old: a search finds them, \
         and any new position may replace them",
    ),
    ("collision", "a position that is lost because the bucket that its key selects is full"),
    ("hit", "a probe of the table that finds the position"),
    ("cut-off", "the early end of a node, because of a stored score or because a move is good enough"),
    (
        "interval",
        "the range, in brackets, that would contain the true ratio in 95 of 100 repetitions of the experiment with \
         other positions and key seeds",
    ),
    (
        "key seed",
        "the seed of the random numbers from which keys are made; another seed maps positions to other buckets",
    ),
    (
        "quick part",
        "the part of an experiment that runs in seconds; the full part has the sizes and depths of the source",
    ),
    ("single run", "a claim about one search, which has no interval: another key seed could change the verdict"),
    ("depends on the reading", "a claim that agrees or differs, depending on how we read what the source leaves open"),
    (
        "adjusted p",
        "the probability of such a verdict by chance, corrected for the other claims of the experiment; `for this \
         claim alone` if it is above 0.05",
    ),
    ("case", "one table size at one depth, or on one board; a claim about several is tested in each"),
    ("not searched", "a claim about searches that were not part of this run; the full part may decide it"),
];

/// Returns the list of schemes and words.
pub(super) fn glossary() -> Markup {
    html! {
        section id="glossary" {
            h2 { "Words" }
            dl {
                @for scheme in Scheme::ALL {
                    dt { (scheme.label()) }
                    dd { "replacement scheme: " (scheme.description().unwrap_or_default()) }
                }
                @for (word, meaning) in WORDS {
                    dt { (word) }
                    dd { (meaning) }
                }
            }
        }
    }
}
