//! Records of single searches, if a job asks for them: the result at the root, and the audit of the table.

use replay::RequestRecorder;
use schemes::FalseHits;
use search::{Audit, Auditor, Observer};
use tt::Score;

use crate::watched::{Watch, Watcher};

/// The result of one search of a test position, and the audit of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The number of the position in its game, from 0.
    pub position: u16,
    /// Plies; 0 for a position that is solved.
    pub depth: u8,
    /// The value of the position, for the player to move. In domineering it is 1 if the first player wins, and else -1.
    pub score: Score,
    /// The best move as the game writes it; `None` if the search did not find one.
    pub best: Option<String>,
    /// What happened to the table in all searches of the position together; all zero if the table was not audited.
    pub audit: Audit,
    /// False hits that were injected into all searches of the position together.
    pub injected: u64,
}

/// Watches a job, audits its table or records its requests if that is wanted, and records each search.
pub(crate) struct Examiner<'w, 'n> {
    watch: &'w mut Watch<'n>,
    auditor: Option<Auditor>,
    requests: Option<&'w mut RequestRecorder>,
    /// The audit before the present position.
    before: Audit,
    rule: Option<FalseHits>,
    /// The injected false hits before the present position.
    injected_before: u64,
    examined: Option<Vec<Examined>>,
}

impl<'w, 'n> Examiner<'w, 'n> {
    /// Creates an observer that records each search if the table is audited or has false hits.
    pub(crate) fn new(watch: &'w mut Watch<'n>, auditor: Option<Auditor>, rule: Option<FalseHits>) -> Self {
        let examined = (auditor.is_some() || rule.is_some()).then(Vec::new);
        Self { watch, auditor, requests: None, before: Audit::default(), rule, injected_before: 0, examined }
    }

    /// Creates an observer that records the requests to the table.
    pub(crate) fn recording(watch: &'w mut Watch<'n>, requests: &'w mut RequestRecorder) -> Self {
        Self { requests: Some(requests), ..Self::new(watch, None, None) }
    }

    fn injected(&self) -> u64 {
        self.rule.as_ref().map_or(0, FalseHits::count)
    }

    pub(crate) fn audit(&self) -> Audit {
        self.auditor.as_ref().map_or_else(Audit::default, Auditor::audit)
    }

    pub(crate) fn into_examined(self) -> Vec<Examined> {
        self.examined.unwrap_or_default()
    }
}

impl Watcher for &mut Examiner<'_, '_> {
    fn observer(&mut self) -> impl Observer {
        (&mut *self.watch, (&mut self.auditor, self.requests.as_deref_mut()))
    }

    fn searched(&mut self, position: u16, depth: u8, score: Score, best: Option<String>) {
        let audit = self.audit().since(&self.before);
        let injected = self.injected() - self.injected_before;
        if let Some(examined) = &mut self.examined {
            examined.push(Examined { position, depth, score, best, audit, injected });
        }
    }

    fn next_position(&mut self, cleared: bool) {
        self.before = self.audit();
        self.injected_before = self.injected();
        if let Some(auditor) = self.auditor.as_mut().filter(|_| cleared) {
            auditor.cleared();
        }
    }

    fn is_recording(&self) -> bool {
        self.examined.is_some()
    }
}
