//! What a trace counts.

use schemars::JsonSchema;
use serde::Serialize;

/// The name and the explanation of a counter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Label {
    /// Its field in the counts.
    pub(crate) key: Counter,
    /// Its name in texts.
    pub(crate) name: &'static str,
    /// What it counts.
    pub(crate) meaning: &'static str,
}

macro_rules! counters {
    ($($(#[doc = $doc:literal])* $field:ident, $variant:ident, $name:literal, $meaning:literal;)*) => {
        /// The counts of table operations up to a step.
        ///
        /// ```
        /// let counters = walkthrough::Counters { probes: 10, hits: 4, ..Default::default() };
        /// assert!(counters.hits < counters.probes);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
        pub struct Counters {
            $($(#[doc = $doc])* pub $field: u64,)*
        }

        /// A counter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Counter {
            $($variant,)*
        }

        impl Counters {
            pub(crate) fn add(&mut self, counter: Counter) {
                match counter {
                    $(Counter::$variant => self.$field += 1,)*
                }
            }

            /// Iterates over all counters with their values.
            pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$(($name, self.$field),)*].into_iter()
            }
        }

        pub(crate) fn labels() -> Vec<Label> {
            vec![$(Label { key: Counter::$variant, name: $name, meaning: $meaning },)*]
        }
    };
}

counters! {
    /// Nodes visited.
    nodes, Nodes, "Nodes", "calls of the search function";
    /// Positions looked up in the table.
    probes, Probes, "Probes", "positions looked up in the table";
    /// Probes that found the position.
    hits, Hits, "Hits", "probes that found the position";
    /// Hits whose score ended the node.
    cut_offs, CutOffs, "Cut-offs", "hits whose score ended the node";
    /// Probes that missed although the position was offered to the table before.
    lost_hits, LostHits, "Lost hits", "probes that missed because the table had lost the position";
    /// Lost hits whose score would have ended the node.
    lost_cut_offs, LostCutOffs, "Lost cut-offs", "lost hits whose score would have ended the node";
    /// Positions offered to the table.
    stores, Stores, "Stores", "positions offered to the table";
    /// Positions lost: replaced or rejected.
    lost, Lost, "Positions lost", "positions replaced or rejected";
    /// Residents that were replaced.
    replacements, Replacements, "Replacements", "residents evicted from the table";
    /// New positions that were not stored.
    rejections, Rejections, "Rejections", "new positions that were not stored";
    /// Stores that took the first slot and moved a resident down.
    demotions, Demotions, "Demotions", "stores that took the first slot and moved a resident down";
}
