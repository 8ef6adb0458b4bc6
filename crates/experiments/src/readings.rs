//! Readings: what the sources leave open about the printed programs, and the admissible alternatives.
//!
//! Every reading but the default is an option of the search or of the scheme, so that a row records it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use programs::{SearchOption, SearchOptions};
use tt::Scheme;

use crate::names::unknown;
use crate::program;
use crate::tables::{in_order, read_scheme, scheme_name};
use crate::text::with_help;

/// A question that the sources leave open.
#[derive(Debug)]
pub struct Question {
    /// The name, such as `depth`.
    pub name: &'static str,
    /// What is open.
    pub open: &'static str,
    /// The sentence that leaves it open, word for word.
    pub quote: &'static str,
    /// Where the sentence is.
    pub source: &'static str,
    /// The answers. The first one is the default of this laboratory.
    pub answers: &'static [Answer],
}

/// An answer to a [`Question`].
#[derive(Debug)]
pub struct Answer {
    /// The name, such as `longest-line`.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    change: Change,
}

/// What an answer changes.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Search(SearchOption),
    /// An option of every scheme.
    Scheme(&'static str),
}

/// A question with the answer that was chosen, such as `depth=longest-line`.
///
/// ```
/// use experiments::readings::Reading;
///
/// let reading: Reading = "depth=longest-line".parse()?;
/// assert_eq!(reading.to_string(), "depth=longest-line");
/// assert!("depth=deepest".parse::<Reading>().unwrap_err().to_string().contains("longest-line"));
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The question.
    pub question: &'static Question,
    /// The answer.
    pub answer: &'static Answer,
}

impl Reading {
    /// Returns a scheme and options of a search with this reading. A search without a table has no scheme to change.
    ///
    /// # Errors
    ///
    /// The reading cannot be combined with the scheme or with an option of the search.
    pub fn apply(self, scheme: Option<Scheme>, search: SearchOptions) -> Result<(Option<Scheme>, SearchOptions)> {
        match self.answer.change {
            Change::Nothing => Ok((scheme, search)),
            Change::Search(option) if search.contains(option) => Ok((scheme, search)),
            Change::Search(option) => match search.with(option) {
                Ok(search) => Ok((scheme, search)),
                Err(other) => {
                    let what = format!("the reading {self} cannot be combined with {}", other.name());
                    Err(Error::msg(with_help(what, "choose one of them")))
                }
            },
            Change::Scheme(option) => {
                let with_option = scheme.map(|scheme| with_option(scheme, option)).transpose();
                let scheme = with_option.with_context(|| format!("the reading {self}"))?;
                Ok((scheme, search))
            }
        }
    }
}

/// Returns a scheme with one more option.
fn with_option(scheme: Scheme, option: &str) -> Result<Scheme> {
    let mut words = scheme.name().split('+');
    let base = words.next().unwrap_or_default();
    let name = [&[base], &in_order(words.chain([option]))[..]].concat().join("+");
    read_scheme(&name)?.with_context(|| format!("{} has no option", scheme_name(Some(scheme))))
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.question.name, self.answer.name)
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl FromStr for Reading {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let Some((name, answer)) = text.split_once('=') else {
            let what = format!("invalid reading `{text}`: expected QUESTION=ANSWER, such as depth=longest-line");
            return Err(Error::msg(with_help(what, format!("run `{} readings` to list them", program()))));
        };
        let question = question(name)?;
        let answers = || question.answers.iter().map(|answer| answer.name);
        let found = question.answers.iter().find(|one| one.name == answer);
        let answer = found.ok_or_else(|| {
            let what =
                format!("unknown answer to {name} `{answer}`: expected {}", answers().collect::<Vec<_>>().join(", "));
            Error::msg(with_help(what, format!("run `{} readings {name}` to read what they mean", program())))
        })?;
        Ok(Self { question, answer })
    }
}

/// Returns the question with this name.
///
/// # Errors
///
/// There is none. The error suggests the nearest one.
pub fn question(name: &str) -> Result<&'static Question> {
    let names = QUESTIONS.iter().map(|question| question.name);
    let found = QUESTIONS.iter().find(|question| question.name == name);
    found.ok_or_else(|| Error::msg(unknown("question", name, names, "")))
}

const fn default(name: &'static str, meaning: &'static str) -> Answer {
    Answer { name, meaning, change: Change::Nothing }
}

const fn search(name: &'static str, meaning: &'static str, option: SearchOption) -> Answer {
    Answer { name, meaning, change: Change::Search(option) }
}

const fn scheme(name: &'static str, meaning: &'static str, option: &'static str) -> Answer {
    Answer { name, meaning, change: Change::Scheme(option) }
}

/// Everything that the sources leave open and that changes a count.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "same-position",
        open: "What happens to the record of a position that is stored again?",
        quote: "When a collision occurs, a choice has to be made which of the two positions involved should be \
                preserved in the transposition table.",
        source: "Breuker 1998, 2.4.2",
        answers: &[
            default("overwrite", "the new record overwrites it"),
            scheme("compete", "the scheme decides, and two levels may hold a position twice", "same-compete"),
            scheme("deeper", "it stays if it is deeper", "same-deeper"),
            scheme("merge", "the deeper score and the newer move stay", "same-merge"),
        ],
    },
    Question {
        name: "depth",
        open: "What is the depth of a position in domineering, where no search has a horizon?",
        quote: "It is based on the depths of the subtrees examined for the positions involved.",
        source: "Breuker 1998, 2.7.1",
        answers: &[
            default("plies-left", "the moves that the board has room for"),
            search("longest-line", "the longest line that was examined below it", SearchOption::DepthLongestLine),
            search(
                "longest-table-line",
                "the same, with the stored length of lines that the table cut off",
                SearchOption::DepthLongestTableLine,
            ),
        ],
    },
    Question {
        name: "old-alpha",
        open: "Which alpha decides whether a node has failed low?",
        quote: "Details concerning enhancements, move-ordering techniques and quiescence search are omitted for \
                clarity.",
        source: "Breuker 1998, 2.5.1 and Figure 2.7",
        answers: &[
            default("narrowed", "that after the table narrowed the window, with which the moves were searched"),
            search("printed", "that before, as Figure 2.7 prints", SearchOption::OldAlphaPrinted),
        ],
    },
    Question {
        name: "quiescence-table",
        open: "What does a record do below the horizon?",
        quote: "Since the evaluation function is also used in the quiescence search, the transposition table is used \
                in the quiescence search as well.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("search", "it ends the node or narrows the window, as above the horizon"),
            search("evaluation", "it limits the evaluation alone", SearchOption::QuiescenceTableEvaluates),
        ],
    },
    Question {
        name: "quiescence",
        open: "When does a quiescence search end early?",
        quote: "a quiescence search may be terminated early, viz. as soon as it becomes clear that all moves to be \
                generated will be disadvantageous",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("before-generation", "if the most valuable piece, a promotion and two pawns cannot reach alpha"),
            search("never", "never", SearchOption::QuiescenceFull),
            search("by-move", "each capture that cannot reach alpha is left out", SearchOption::QuiescenceByMove),
        ],
    },
    Question {
        name: "history",
        open: "How long is the history table kept?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("per-root", "for all iterations of a position"),
            search("per-iteration", "for one iteration", SearchOption::HistoryPerIteration),
            search("kept", "for all positions of a game", SearchOption::HistoryKept),
            search("none", "there is none", SearchOption::HistoryNone),
        ],
    },
    Question {
        name: "history-weight",
        open: "By how much is the history of a best move increased?",
        quote: "its score is adjusted by an amount proportional to the depth of the subtree investigated",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("depth", "the depth"),
            search("one", "1", SearchOption::HistoryWeightOne),
            search("square", "the square of the depth", SearchOption::HistoryWeightSquare),
            search("power", "2 to the power of the depth", SearchOption::HistoryWeightPower),
        ],
    },
    Question {
        name: "history-nodes",
        open: "At which nodes is a move found to be best?",
        quote: "Every time a move is found to be best in a search",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("all", "at every node, also at those that fail low"),
            search("above-alpha", "at nodes that do not fail low", SearchOption::HistoryAboveAlpha),
        ],
    },
    Question {
        name: "history-moves",
        open: "Which moves have a history?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("all", "all moves, by player, origin and destination"),
            search("quiet", "all but captures and promotions", SearchOption::HistoryQuiet),
        ],
    },
    Question {
        name: "history-index",
        open: "Which moves share a history?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("squares", "moves of a player from the same origin to the same destination"),
            search("piece", "moves of a piece to the same destination", SearchOption::HistoryByPiece),
            search("shared", "moves of both players with the same squares", SearchOption::HistoryShared),
        ],
    },
    Question {
        name: "refutation",
        open: "When is a move of the refutation table tried?",
        quote: "In the next iteration, moves out of these refutation lines are tried first.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("line", "where the refutation of the root move has been followed; the table may cut lines off"),
            search("whole", "the same; a line is not replaced by its own beginning", SearchOption::RefutationWhole),
            search("killers", "wherever it is legal at its ply", SearchOption::RefutationKillers),
            search("none", "never", SearchOption::NoRefutations),
        ],
    },
    Question {
        name: "first-move",
        open: "Is the move of the refutation table tried before that of the transposition table?",
        quote: "The first move to be considered is the move from the refutation table (if present).",
        source: "Breuker 1998, 2.5.1",
        answers: &[default("refutation", "yes, as printed"), search("table", "no", SearchOption::RefutationSecond)],
    },
    Question {
        name: "re-search",
        open: "With which window is a move searched again?",
        quote: "iterative-deepening, minimal-window, principal-variation search",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("from-value", "from the value that the minimal window returned to beta"),
            search("from-alpha", "from alpha to beta", SearchOption::ReSearchFromAlpha),
        ],
    },
    Question {
        name: "aspiration",
        open: "Does the second aspiration window include the value of the first search?",
        quote: "the window is adjusted to either",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("exclusive", "no, as printed"),
            search("inclusive", "yes", SearchOption::AspirationInclusive),
        ],
    },
    Question {
        name: "captures",
        open: "Is a bishop a higher-valued piece than a knight?",
        quote: "the highest-valued piece to be captured first; if equal, then the lowest-valued capturing piece first",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("by-kind", "yes"),
            search("by-value", "no: both have 3.25 pawns", SearchOption::CapturesByValue),
        ],
    },
    Question {
        name: "squares",
        open: "How large are the piece-square values?",
        quote: "Each table contains positional values for that piece on every square on the board.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("1", "those of this laboratory, at most about 20 hundredths of a pawn"),
            search("0", "there are none", SearchOption::SquaresNone),
            search("2", "twice as large", SearchOption::SquaresDouble),
            search("4", "four times as large", SearchOption::SquaresQuadruple),
            search("root", "mobility and centre control at the root, as in the article", SearchOption::SquaresOfRoot),
        ],
    },
    Question {
        name: "horizon",
        open: "How often does a node at the horizon count?",
        quote: "the number of *all* nodes investigated, i.e., the sum of the interior nodes and the leaves",
        source: "Breuker 1998, 2.7.1",
        answers: &[
            default("once", "once"),
            search("twice", "as a leaf, and as the root of a quiescence search", SearchOption::HorizonTwice),
        ],
    },
    Question {
        name: "iterations",
        open: "The nodes of which iterations count?",
        quote: "the number of *all* nodes investigated, i.e., the sum of the interior nodes and the leaves",
        source: "Breuker 1998, 2.7.1",
        answers: &[default("all", "all"), search("last", "the last one", SearchOption::LastIteration)],
    },
    Question {
        name: "fail-low-move",
        open: "Is the move of a node that fails low stored?",
        quote: "a move with the highest score",
        source: "Breuker 1998, 2.3.2",
        answers: &[
            default("stored", "yes, the move with the highest bound"),
            search("none", "no", SearchOption::NoFailLowMove),
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_answer_can_be_chosen_and_is_recorded() {
        let mut seen = BTreeSet::new();
        for question in QUESTIONS {
            assert!(question.answers.len() > 1, "{}", question.name);
            for (index, answer) in question.answers.iter().enumerate() {
                let reading: Reading = format!("{}={}", question.name, answer.name).parse().unwrap();
                for scheme in Scheme::ALL.iter().copied().map(Some).chain([None]) {
                    let (changed, search) = reading.apply(scheme, SearchOptions::PLAIN).unwrap();
                    let is_default = (changed, search) == (scheme, SearchOptions::PLAIN);
                    let is_of_scheme = matches!(answer.change, Change::Scheme(_)) && scheme.is_none();
                    assert_eq!(is_default, index == 0 || is_of_scheme, "{reading}");
                    assert_eq!(reading.apply(changed, search).unwrap(), (changed, search), "{reading}: twice");
                    if !is_default {
                        assert!(seen.insert((changed, search)), "{reading}: as another one");
                    }
                }
            }
        }
    }

    #[test]
    fn readings_that_exclude_each_other_are_errors() {
        let read = |text: &str| text.parse::<Reading>().unwrap();
        let (_, search) = read("history=none").apply(None, SearchOptions::PLAIN).unwrap();
        assert!(read("history=kept").apply(None, search).unwrap_err().to_string().contains("history-none"));
        let error = |text: &str| text.parse::<Reading>().unwrap_err().to_string();
        assert!(error("depth").contains("QUESTION=ANSWER"));
        assert!(error("dept=longest-line").contains("depth"));
    }
}
