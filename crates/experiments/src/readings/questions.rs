//! The questions that the sources leave open, with their answers.

use programs::{SearchOption, options};

use super::{Answer, Change, Question};

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
            scheme(
                "compete-deeper",
                "a deeper record overwrites it; otherwise the scheme decides",
                "same-compete-deeper",
            ),
            scheme("deeper", "it is kept if it is deeper", "same-deeper"),
            scheme("merge", "the deeper score and the newer move are kept", "same-merge"),
        ],
    },
    Question {
        name: "depth",
        open: "What is the depth of a position in domineering, where no search has a horizon?",
        quote: "It is based on the depths of the subtrees examined for the positions involved.",
        source: "Breuker 1998, 2.7.1",
        answers: &[
            default("plies-left", "the moves that the board has room for"),
            search("longest-line", "the longest line that was examined below it", options::DEPTH_LONGEST_LINE),
            search(
                "longest-table-line",
                "the same, with the stored length of lines that the table cut off",
                options::DEPTH_LONGEST_TABLE_LINE,
            ),
        ],
    },
    Question {
        name: "safe-moves",
        open: "Are moves searched that the opponent cannot prevent?",
        quote: "The number of safe moves is defined as the maximum number of moves that a player can make from a given \
                position in the remaining part of the game, irrespective of the moves that the opponent will make.",
        source: "Breuker 1998, 2.5.2",
        answers: &[
            default("searched", "yes, like any other move"),
            search("counted", "no: they are only counted", options::NO_SAFE_MOVES),
        ],
    },
    Question {
        name: "equal-moves",
        open: "In which order are moves of domineering with equal ordering values searched?",
        quote: "the heuristic being: the higher the ordering value, the better the move likely is",
        source: "Breuker 1998, 2.5.2",
        answers: &[default("by-rows", "row by row"), search("by-columns", "column by column", options::BY_COLUMNS)],
    },
    Question {
        name: "first-on-squares",
        open: "Who moves first on a square board of domineering, which is solved once?",
        quote: "for square boards (including standard domineering) it is irrelevant whether Vertical or Horizontal \
                starts",
        source: "Breuker 1998, 2.6.3",
        answers: &[
            default("vertical", "Vertical"),
            search("horizontal", "Horizontal, where a definition has Vertical", options::OTHER_FIRST_ON_SQUARES),
        ],
    },
    Question {
        name: "old-alpha",
        open: "Which alpha decides whether a node has failed low?",
        quote: "Details concerning enhancements, move-ordering techniques and quiescence search are omitted for \
                clarity.",
        source: "Breuker 1998, 2.5.1 and Figure 2.7",
        answers: &[
            default("narrowed", "alpha after the table look-up, with which the moves were searched"),
            search("printed", "alpha before the table look-up, as in Figure 2.7", options::OLD_ALPHA_PRINTED),
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
            search("evaluation", "it only limits the evaluation", options::QUIESCENCE_TABLE_EVALUATES),
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
            search("never", "never", options::QUIESCENCE_FULL),
            search("by-move", "each capture that cannot reach alpha is left out", options::QUIESCENCE_BY_MOVE),
        ],
    },
    Question {
        name: "history",
        open: "How long is the history table kept?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("per-root", "for all iterations of a position"),
            search("per-iteration", "for one iteration", options::HISTORY_PER_ITERATION),
            search("kept", "for all positions of a game", options::HISTORY_KEPT),
            search("none", "there is none", options::HISTORY_NONE),
        ],
    },
    Question {
        name: "history-weight",
        open: "By how much is the history of a best move increased?",
        quote: "its score is adjusted by an amount proportional to the depth of the subtree investigated",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("depth", "the depth"),
            search("one", "1", options::HISTORY_WEIGHT_1),
            search("square", "the square of the depth", options::HISTORY_WEIGHT_SQUARE),
            search("power", "2 to the power of the depth", options::HISTORY_WEIGHT_POWER),
        ],
    },
    Question {
        name: "history-nodes",
        open: "At which nodes is a move found to be best?",
        quote: "Every time a move is found to be best in a search",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("all", "at every node, also at those that fail low"),
            search("above-alpha", "at nodes that do not fail low", options::HISTORY_ABOVE_ALPHA),
        ],
    },
    Question {
        name: "history-moves",
        open: "Which moves have a history?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("all", "all moves, by player, origin and destination"),
            search("quiet", "all but captures and promotions", options::HISTORY_QUIET),
        ],
    },
    Question {
        name: "history-index",
        open: "Which moves share a history?",
        quote: "A score for every legal move encountered in the search tree is maintained.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("squares", "moves of a player from the same origin to the same destination"),
            search("piece", "moves of a piece to the same destination", options::HISTORY_BY_PIECE),
            search("shared", "moves of both players with the same squares", options::HISTORY_SHARED),
        ],
    },
    Question {
        name: "refutation",
        open: "When is a move of the refutation table tried?",
        quote: "In the next iteration, moves out of these refutation lines are tried first.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("line", "where the refutation of the root move has been followed; the table may cut lines off"),
            search("whole", "the same; a line is not replaced by its own beginning", options::REFUTATION_WHOLE),
            search("killers", "wherever it is legal at its ply", options::REFUTATION_KILLERS),
            search("none", "never", options::NO_REFUTATIONS),
        ],
    },
    Question {
        name: "first-move",
        open: "Is the move of the refutation table tried before that of the transposition table?",
        quote: "The first move to be considered is the move from the refutation table (if present).",
        source: "Breuker 1998, 2.5.1",
        answers: &[default("refutation", "yes, as published"), search("table", "no", options::REFUTATION_SECOND)],
    },
    Question {
        name: "root-order",
        open: "In which order are the moves of the root searched?",
        quote: "In addition to the move-ordering heuristics mentioned above, applied immediately after move \
                generation, the root moves are also ordered during the iterative-deepening search processes.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("last-best", "those that were best, the most recent one first; the others as at every node"),
            search("last-score", "by their scores in the previous iteration, after the best", options::ROOT_BY_SCORE),
            search("subtree-size", "by their nodes in the previous iteration, after the best", options::ROOT_BY_SIZE),
        ],
    },
    Question {
        name: "re-search",
        open: "With which window is a move searched again?",
        quote: "iterative-deepening, minimal-window, principal-variation search",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("from-value", "from the value that the minimal window returned to beta"),
            search("from-alpha", "from alpha to beta", options::RE_SEARCH_FROM_ALPHA),
        ],
    },
    Question {
        name: "aspiration",
        open: "Does the second aspiration window include the value of the first search?",
        quote: "the window is adjusted to either",
        source: "Breuker 1998, 2.5.1",
        answers: &[default("exclusive", "no, as published"), search("inclusive", "yes", options::ASPIRATION_INCLUSIVE)],
    },
    Question {
        name: "captures",
        open: "Is a bishop a higher-valued piece than a knight?",
        quote: "the highest-valued piece to be captured first; if equal, then the lowest-valued capturing piece first",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("by-kind", "yes"),
            search("by-value", "no: both are worth 3.25 pawns", options::CAPTURES_BY_VALUE),
        ],
    },
    Question {
        name: "squares",
        open: "How large are the piece-square values?",
        quote: "Each table contains positional values for that piece on every square on the board.",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("1", "those of this laboratory, at most about 20 hundredths of a pawn"),
            search("0", "there are none", options::SQUARES_0),
            search("2", "twice as large", options::SQUARES_2),
            search("4", "four times as large", options::SQUARES_4),
            search(
                "root",
                "mobility and centre control at the root, as in the article; a stamped table is also cleared",
                options::SQUARES_OF_ROOT,
            ),
        ],
    },
    Question {
        name: "horizon",
        open: "How often does a node at the horizon count?",
        quote: "the number of *all* nodes investigated, i.e., the sum of the interior nodes and the leaves",
        source: "Breuker 1998, 2.7.1",
        answers: &[
            default("once", "once"),
            search("twice", "as a leaf, and as the root of a quiescence search", options::HORIZON_TWICE),
        ],
    },
    Question {
        name: "iterations",
        open: "The nodes of which iterations count?",
        quote: "the number of *all* nodes investigated, i.e., the sum of the interior nodes and the leaves",
        source: "Breuker 1998, 2.7.1",
        answers: &[default("all", "all"), search("last", "the last one", options::LAST_ITERATION)],
    },
    Question {
        name: "fail-low-move",
        open: "Is the move of a node that fails low stored?",
        quote: "the move which caused a cut-off, or the move with the highest score",
        source: "Breuker 1998, 2.5.1",
        answers: &[
            default("stored", "yes, the move with the highest bound"),
            search("none", "no", options::NO_FAIL_LOW_MOVE),
        ],
    },
];

const fn default(name: &'static str, meaning: &'static str) -> Answer {
    Answer { name, meaning, change: Change::Nothing }
}

const fn search(name: &'static str, meaning: &'static str, option: SearchOption) -> Answer {
    Answer { name, meaning, change: Change::Search(option) }
}

const fn scheme(name: &'static str, meaning: &'static str, option: &'static str) -> Answer {
    Answer { name, meaning, change: Change::Scheme(option) }
}
