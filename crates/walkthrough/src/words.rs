//! The words and signs of a trace with their meanings, for the readers of the page.

use tt::Bound;

use crate::sentences;
use crate::trace::{EventKind, ShownRecord, Trace};

/// What the table may write beside the record of a slot: the words, and their meaning.
const NOTES: [(&[&str], &str); 4] = [
    (
        &["visited", "hand"],
        "SIEVE: the position was found since the hand passed it; where the hand looks for a victim next.",
    ),
    (&["small", "main"], "S3-FIFO: the queue of the position, and how often it was found."),
    (&["list", "next"], "A chained pool: the list of the position, and the next slot of that list."),
    (&["root", "left", "right"], "The overflow tree: where the node is."),
];

/// The meaning of a depth.
const DEPTHS: &str = "The plies to which a stored position was searched, or that are left to search.";

impl Trace {
    /// Returns the words and signs that occur in this trace, with their meanings.
    pub(crate) fn words(&self) -> Vec<(String, String)> {
        let mut words = Vec::new();
        let mut say = |word: &str, meaning: &str| words.push((word.to_owned(), meaning.to_owned()));
        say(
            &sentences::position(self.positions.len().saturating_sub(1)),
            "A position. Positions are numbered in the order of first visits.",
        );
        if let Some(root) = self.nodes.first() {
            let window = sentences::window(root.alpha, root.beta).replace('-', "−");
            say(&window, "A window, from alpha to beta. Of a value outside it, the search learns only a bound.");
        }
        if let Some((signs, kinds)) = self.signs() {
            say(&signs, &kinds);
        }
        say("depth", if self.table.is_some() { DEPTHS } else { "The plies that are left to search." });
        if let Some(table) = &self.table {
            let is_compared = table.rule.contains("subtree");
            let nodes = "The size of the subtree of a stored position.";
            say("nodes", &format!("{nodes}{}", if is_compared { " The scheme compares it." } else { "" }));
        }
        if self.events.iter().any(|event| event.text.contains("reflection")) {
            say("reflection", "A mirror image of a position. Both have the same score, so the search looks for both.");
        }
        if self.has(EventKind::LostHit) {
            say(
                "lost hit",
                "A probe that misses although the position had been stored or offered: the table had replaced or \
                 rejected it. The search has to do the work again.",
            );
        }
        for (notes, meaning) in NOTES {
            let is_in = |record: &ShownRecord| record.note.split([' ', ',']).any(|word| notes.contains(&word));
            if self.residents().any(is_in) {
                say(&notes.join(", "), meaning);
            }
        }
        if self.nodes.iter().any(|node| node.squares.len() == 2) {
            say(
                "a covered square",
                "The table knows which squares are covered, not by which dominoes: different dominoes can lead to the \
                 same position.",
            );
        }
        words
    }

    /// Returns whether an event of this kind occurs.
    pub(crate) fn has(&self, kind: EventKind) -> bool {
        self.events.iter().any(|event| event.kind == kind)
    }

    /// Iterates over the records that the table held at any step.
    fn residents(&self) -> impl Iterator<Item = &ShownRecord> {
        self.events.iter().flat_map(|event| &event.changes).filter_map(|change| change.resident.as_ref())
    }

    /// Returns an example of each kind of score that occurs, and the names of these kinds.
    fn signs(&self) -> Option<(String, String)> {
        let kinds =
            [(Bound::Exact, "an exact score"), (Bound::Lower, "a lower bound"), (Bound::Upper, "an upper bound")];
        let (mut signs, mut names) = (Vec::new(), Vec::new());
        for (bound, name) in kinds {
            let values = self.nodes.iter().filter(|node| node.bound == bound).filter_map(|node| node.value);
            let mut values = values.chain(self.residents().filter(|held| held.bound == bound).map(|held| held.score));
            if let Some(value) = values.next() {
                signs.push(sentences::scored(bound, value).replace('-', "−"));
                names.push(name);
            }
        }
        let (signs, names) = (signs.join(", "), names.join(", "));
        let (first, rest) = names.split_at_checked(1)?;
        Some((signs, format!("{}{rest}.", first.to_uppercase())))
    }
}
