//! Which options need a table, and which cannot be combined.

use super::SearchOption;
use super::SearchOption::{
    ClockKeys, ClockSlots, CutOffOnly, DateConversions, DateNone, DeadDraws, DepthLongestLine, DepthLongestTableLine,
    DrawKeys, Etc1, Etc2, Etc3, EvaluationTable, ExtendChecks, ExtendChecksInWindow, ExtensionFlag, FailHard,
    FalseHits10, FalseHits100, FalseHits1000, FalseHits10000, FalseHits100000, FalseHits1000000, FalseHitsNone,
    HistoryKept, HistoryNone, HistoryPerIteration, HistoryWeightOne, HistoryWeightPower, HistoryWeightSquare, KeysBch,
    KeysRandom, KeysSum, MaterialTable, Moreland, Mtd, NoFailLowMove, NoPathScores, NoRefutations, OldAlphaPrinted,
    PathKeys, PawnTable, ProvedDraws, PvTable, QuiescenceByMove, QuiescenceFull, QuiescenceTableEvaluates,
    RefutationKillers, RefutationSecond, RefutationWhole, RepeatOnce, RootByScore, RootBySize, SideBit, SimulatePaths,
    SquaresDouble, SquaresNone, SquaresOfRoot, SquaresQuadruple, StoreLeaves, StoreQuiescence, StructuredEvaluation,
    WholePositions,
};

impl SearchOption {
    /// Returns whether the option changes only what a search does with its table. Without a table, it has no effect.
    ///
    /// ```
    /// use search::SearchOption;
    ///
    /// assert!(SearchOption::CutOffOnly.needs_table());
    /// assert!(!SearchOption::FailHard.needs_table());
    /// ```
    #[must_use]
    pub const fn needs_table(self) -> bool {
        let is_reading = self as u8 > WholePositions as u8;
        let is_of_table = matches!(
            self,
            OldAlphaPrinted
                | QuiescenceTableEvaluates
                | RefutationSecond
                | RefutationWhole
                | DepthLongestLine
                | DepthLongestTableLine
        );
        let is_of_search = matches!(
            self,
            Mtd | PvTable
                | Moreland
                | FailHard
                | NoRefutations
                | ExtendChecks
                | ExtendChecksInWindow
                | ProvedDraws
                | RepeatOnce
                | DeadDraws
                | StructuredEvaluation
                | PawnTable
                | MaterialTable
                | EvaluationTable
        );
        if is_reading { is_of_table } else { !is_of_search }
    }

    /// Returns whether the two options cannot be combined.
    #[must_use]
    pub const fn excludes(self, other: Self) -> bool {
        const SQUARES: u128 = SquaresNone.bit() | SquaresDouble.bit() | SquaresQuadruple.bit() | SquaresOfRoot.bit();
        const OF_PATHS: u128 = ClockKeys.bit() | PathKeys.bit() | SimulatePaths.bit() | DrawKeys.bit();
        // Of each set a search has at most one.
        const ALTERNATIVES: [u128; 34] = [
            Etc1.bit() | Etc2.bit() | Etc3.bit(),
            StoreLeaves.bit() | StoreQuiescence.bit(),
            Moreland.bit() | FailHard.bit(),
            Moreland.bit() | CutOffOnly.bit(),
            Moreland.bit() | NoFailLowMove.bit(),
            Moreland.bit() | StoreLeaves.bit() | StoreQuiescence.bit(),
            FalseHitsNone.bit()
                | FalseHits1000000.bit()
                | FalseHits100000.bit()
                | FalseHits10000.bit()
                | FalseHits1000.bit()
                | FalseHits100.bit()
                | FalseHits10.bit(),
            DateNone.bit() | DateConversions.bit(),
            ExtendChecks.bit() | ExtendChecksInWindow.bit(),
            KeysRandom.bit() | KeysBch.bit() | KeysSum.bit(),
            OF_PATHS,
            // A simulated search does not follow draws, extend or measure lines, and needs the position's own key.
            SimulatePaths.bit() | NoPathScores.bit(),
            SimulatePaths.bit() | ExtendChecks.bit() | ExtendChecksInWindow.bit(),
            SimulatePaths.bit() | DepthLongestLine.bit() | DepthLongestTableLine.bit(),
            SimulatePaths.bit() | SideBit.bit() | ClockSlots.bit(),
            SimulatePaths.bit() | WholePositions.bit() | ExtensionFlag.bit(),
            // Two set the lowest bits of a key, and the third changes all bits.
            SideBit.bit() | ClockSlots.bit() | DrawKeys.bit(),
            // A whole position has no clock.
            WholePositions.bit() | DrawKeys.bit(),
            // The flag is looked up by key.
            WholePositions.bit() | ExtensionFlag.bit(),
            // The tables are those of the structured evaluation, which has its own piece-square values.
            StructuredEvaluation.bit() | PawnTable.bit(),
            StructuredEvaluation.bit() | MaterialTable.bit(),
            StructuredEvaluation.bit() | EvaluationTable.bit(),
            StructuredEvaluation.bit() | SQUARES,
            PawnTable.bit() | SQUARES,
            MaterialTable.bit() | SQUARES,
            EvaluationTable.bit() | SQUARES,
            QuiescenceFull.bit() | QuiescenceByMove.bit(),
            HistoryNone.bit() | HistoryPerIteration.bit() | HistoryKept.bit(),
            HistoryWeightOne.bit() | HistoryWeightSquare.bit() | HistoryWeightPower.bit(),
            NoRefutations.bit() | RefutationKillers.bit() | RefutationWhole.bit(),
            NoRefutations.bit() | RefutationSecond.bit(),
            RootByScore.bit() | RootBySize.bit(),
            SQUARES,
            DepthLongestLine.bit() | DepthLongestTableLine.bit(),
        ];
        let both = self.bit() | other.bit();
        let mut index = 0;
        while index < ALTERNATIVES.len() {
            if both & ALTERNATIVES[index] == both {
                return true;
            }
            index += 1;
        }
        self as u8 == other as u8
    }
}
