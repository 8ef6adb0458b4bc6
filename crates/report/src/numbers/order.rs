//! The order of schemes in tables and legends.

use experiments::definition::Definition;
use schemes::Scheme;

/// The order of schemes in tables and legends, which is that of the definition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order(Vec<Option<Scheme>>);

impl Order {
    /// Takes the order of the full part, followed by schemes that only the quick part has.
    #[must_use]
    pub(crate) fn of(definition: &Definition) -> Self {
        Self(definition.full.all_schemes().chain(definition.quick.all_schemes()).collect())
    }

    /// Returns the sort key of a scheme; schemes that are not listed come last.
    pub(crate) fn rank(&self, scheme: Option<Scheme>) -> (usize, Option<Scheme>) {
        (self.0.iter().position(|&listed| listed == scheme).unwrap_or(self.0.len()), scheme)
    }
}
