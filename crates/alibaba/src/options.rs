//! The options of ALIBABA: what the thesis leaves open about a chess program, and its tables for evaluations.
//!
//! The options of the search itself are in [`search::options`].

use search::{OptionSet, OptionTables, SearchOption};

search::option_table! {
    /// Most engines do so. The plain search waits for the third time.
    32 REPEAT_ONCE "repeat-once" "a position that occurs for the second time is a draw";
    39 DEAD_DRAWS "dead-draws" "a position in which neither player can mate is a draw";
    /// It is computed at every leaf, without tables: the reference of the next three options.
    41 STRUCTURED_EVALUATION "structured-evaluation"
        "the evaluation also considers pawn structure, material, mobility and the king's shelter";
    /// It changes no value and no count.
    42 PAWN_TABLE "pawn-table" "structured-evaluation with a table for pawn structures";
    43 MATERIAL_TABLE "material-table" "structured-evaluation with a table for material";
    44 EVALUATION_TABLE "evaluation-table" "structured-evaluation with a table for whole positions";
    /// Captures are searched even if none seems to reach alpha.
    48 QUIESCENCE_FULL "quiescence-full" "quiescence does not end early";
    49 QUIESCENCE_BY_MOVE "quiescence-by-move"
        "quiescence omits each capture that cannot reach alpha, instead of all or none";
    50 HISTORY_NONE "history-none" "no history table";
    51 HISTORY_PER_ITERATION "history-per-iteration" "the history table is cleared before each iteration";
    52 HISTORY_KEPT "history-kept" "the history table is kept from position to position";
    53 HISTORY_WEIGHT_1 "history-weight-1" "each best move adds 1 to its history, not the depth";
    54 HISTORY_WEIGHT_SQUARE "history-weight-square" "each best move adds the square of the depth to its history";
    55 HISTORY_WEIGHT_POWER "history-weight-power" "each best move adds 2 to the power of the depth to its history";
    57 HISTORY_QUIET "history-quiet" "captures and promotions add nothing to the history";
    /// The plain index is origin and destination.
    58 HISTORY_BY_PIECE "history-by-piece" "the history is indexed by piece and destination";
    59 HISTORY_SHARED "history-shared" "both players share one history";
    /// See [`Aspiration::Inclusive`](search::Aspiration::Inclusive).
    64 ASPIRATION_INCLUSIVE "aspiration-inclusive" "the second aspiration window includes the value of the first";
    65 CAPTURES_BY_VALUE "captures-by-value" "captures are ordered by value: knights equal bishops";
    /// The best move remains first. Most of these scores are upper bounds.
    66 ROOT_BY_SCORE "root-by-score" "root moves are ordered by their scores in the previous iteration";
    /// The best move remains first.
    67 ROOT_BY_SIZE "root-by-size" "root moves are ordered by their nodes in the previous iteration";
    68 SQUARES_0 "squares-0" "the evaluation is only material";
    69 SQUARES_2 "squares-2" "piece-square values are doubled";
    70 SQUARES_4 "squares-4" "piece-square values are multiplied by 4";
    /// See `[Breuker 1994, 4.3]`.
    71 SQUARES_OF_ROOT "squares-of-root" "piece-square values come from mobility and centre control at the root";

    alternatives {
        // The tables are those of the structured evaluation, which has its own piece-square values.
        STRUCTURED_EVALUATION | PAWN_TABLE;
        STRUCTURED_EVALUATION | MATERIAL_TABLE;
        STRUCTURED_EVALUATION | EVALUATION_TABLE;
        STRUCTURED_EVALUATION | SQUARES_0 | SQUARES_2 | SQUARES_4 | SQUARES_OF_ROOT;
        PAWN_TABLE | SQUARES_0 | SQUARES_2 | SQUARES_4 | SQUARES_OF_ROOT;
        MATERIAL_TABLE | SQUARES_0 | SQUARES_2 | SQUARES_4 | SQUARES_OF_ROOT;
        EVALUATION_TABLE | SQUARES_0 | SQUARES_2 | SQUARES_4 | SQUARES_OF_ROOT;
        QUIESCENCE_FULL | QUIESCENCE_BY_MOVE;
        HISTORY_NONE | HISTORY_PER_ITERATION | HISTORY_KEPT;
        HISTORY_WEIGHT_1 | HISTORY_WEIGHT_SQUARE | HISTORY_WEIGHT_POWER;
        ROOT_BY_SCORE | ROOT_BY_SIZE;
    }
}

/// The tables of the search and of ALIBABA.
///
/// ```
/// use alibaba::options::AlibabaOptions;
///
/// assert!(AlibabaOptions::find("mtd+repeat-once").is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfAlibaba;

impl OptionTables for OfAlibaba {
    const TABLES: &'static [&'static [SearchOption]] = &[search::options::ALL, ALL];
}

/// A set of options of the search and of ALIBABA.
pub type AlibabaOptions = OptionSet<OfAlibaba>;
