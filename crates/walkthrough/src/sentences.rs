//! The sentences of a trace, which describe each event and its reason.

use schemes::{Scheme, Technique};
use tt::{Bound, Score};

use crate::places::{Places, count, ordinal};
use crate::state::Update;
use crate::trace::{End, Missed, ShownRecord};
use crate::uses::RecordUse;

/// Returns a score with its sign.
pub(crate) fn signed(score: Score) -> String {
    if score > 0 { format!("+{score}") } else { score.to_string() }
}

/// Returns a score with its bound.
pub(crate) fn scored(bound: Bound, score: Score) -> String {
    match bound {
        Bound::Exact => format!("= {}", signed(score)),
        Bound::Lower => format!("≥ {}", signed(score)),
        Bound::Upper => format!("≤ {}", signed(score)),
        _ => "no score".to_owned(),
    }
}

/// Returns the name of a position.
pub(crate) fn position(number: usize) -> String {
    format!("P{number}")
}

pub(crate) fn window(alpha: Score, beta: Score) -> String {
    format!("({}, {})", signed(alpha), signed(beta))
}

/// Returns the sentence that says what a node was found to be worth.
pub(crate) fn result(new: &ShownRecord, end: End, best: Option<String>, beta: Score) -> String {
    let name = position(new.position);
    let scored = scored(new.bound, new.score);
    let Some(mv) = best else { return format!("{name} {scored}.") };
    let nodes = count(new.nodes.into(), "node");
    if end == End::Beta {
        let reached = format!("{mv} reaches beta {}, so the other moves are cut off", signed(beta));
        return format!("{name} {scored}: {reached}. Its subtree has {nodes}.");
    }
    format!("{name} {scored}, with {mv} best. Its subtree has {nodes}.")
}

/// Describes a scheme in one sentence.
pub(crate) fn rule(scheme: Scheme) -> String {
    let technique = match scheme {
        Scheme::Technique(technique) => technique,
        Scheme::Custom(_) => return "is a custom scheme".to_owned(),
        _ => return rule_of_thesis(scheme).to_owned(),
    };
    let mut words = technique.name().split('+');
    let base = words.next().unwrap_or_default();
    let described = |all: &[(&str, &str)], word: &str| {
        all.iter().find(|(name, _)| *name == word).map(|(_, meaning)| (*meaning).to_owned())
    };
    let of_base = described(Technique::BASES, base).map(|meaning| format!("follows this rule: {meaning}"));
    let of_base = of_base.or_else(|| Some(rule_of_thesis(base.parse().ok()?).to_owned()));
    let options = words.filter_map(|word| described(Technique::OPTIONS, word));
    of_base.into_iter().chain(options).collect::<Vec<_>>().join("; ")
}

fn rule_of_thesis(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Deep => "keeps the position that was searched deeper; at equal depth the new one",
        Scheme::New => "always keeps the new position",
        Scheme::Old => "always keeps the old position",
        Scheme::Big1 => {
            "keeps the position with the bigger subtree, in which a table hit counts as one node; at equal \
                         size the new one"
        }
        Scheme::BigAll => {
            "keeps the position with the bigger subtree, in which a table hit counts as all the nodes it \
                           stands for; at equal size the new one"
        }
        Scheme::TwoDeep => {
            "keeps the position that was searched deeper in the first slot; the second slot takes the \
                            other one, so the new position is always stored"
        }
        Scheme::TwoBig1 => {
            "keeps the position with the bigger subtree in the first slot; the second slot takes the \
                            other one, so the new position is always stored"
        }
        Scheme::Technique(_) | Scheme::Custom(_) => "",
    }
}

/// The property by which a scheme compares two positions.
enum Measure {
    Depth,
    Size,
    Nothing,
}

fn measure(scheme: Scheme) -> Measure {
    match scheme {
        Scheme::Deep | Scheme::TwoDeep => Measure::Depth,
        Scheme::Big1 | Scheme::BigAll | Scheme::TwoBig1 => Measure::Size,
        Scheme::New | Scheme::Old | Scheme::Technique(_) | Scheme::Custom(_) => Measure::Nothing,
    }
}

/// Explains the decision of a scheme: how the new position compares with the old one.
fn because(scheme: Scheme, new: &ShownRecord, old: &ShownRecord) -> String {
    let (new_name, old_name) = (position(new.position), position(old.position));
    let compared = match measure(scheme) {
        Measure::Depth if new.depth == old.depth => {
            format!("both {new_name} and {old_name} have depth {}, and at equal depth the new position wins", new.depth)
        }
        Measure::Depth => {
            format!("the new position {new_name} has depth {}, the old one {old_name} has {}", new.depth, old.depth)
        }
        Measure::Size if new.nodes == old.nodes => format!(
            "the subtrees of {new_name} and {old_name} both have {}, and at equal size the new position wins",
            count(new.nodes.into(), "node")
        ),
        Measure::Size => format!(
            "the subtree of the new position {new_name} has {}, that of the old one {old_name} has {}",
            count(new.nodes.into(), "node"),
            old.nodes
        ),
        Measure::Nothing => match scheme {
            Scheme::New => "the new position always wins".to_owned(),
            Scheme::Old => "the old position always wins".to_owned(),
            _ => "the scheme has decided".to_owned(),
        },
    };
    format!("{}: {compared}", scheme.label())
}

/// Capitalizes the first letter of a sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A record that was found, or two.
pub(crate) struct HitSentence<'a> {
    pub(crate) places: &'a Places,
    /// The slots that held the position when it was found.
    pub(crate) before: &'a [usize],
    /// The slots that hold it now that the table was told of the hit.
    pub(crate) found: &'a [usize],
    /// The note of the first of these slots.
    pub(crate) note: &'a str,
    /// Whether the table changed because of the hit.
    pub(crate) is_changed: bool,
    /// The position that is looked up; the one that is found may be a reflection of it.
    pub(crate) position: usize,
    pub(crate) first: &'a ShownRecord,
    pub(crate) second: Option<&'a ShownRecord>,
    /// The depth that is needed.
    pub(crate) depth: u8,
    pub(crate) window: (Score, Score),
    pub(crate) usefulness: RecordUse,
    /// Where the position was sought.
    pub(crate) looked: &'a str,
}

impl HitSentence<'_> {
    /// Describes what was found, what follows from it, and what the hit changed in the table.
    pub(crate) fn sentences(&self) -> String {
        let &Self { places, before, position, first, second, depth, window, usefulness, looked, .. } = self;
        let slots: Vec<_> = before.iter().map(|&slot| places.slot(slot)).collect();
        let verb = if slots.len() > 1 { "hold" } else { "holds" };
        let at = slots.join(" and ");
        let stored = if first.position == position {
            format!("Hit: {at} {verb} it")
        } else {
            format!("Hit: {at} {verb} its reflection {} (looked in {looked})", self::position(first.position))
        };
        let known = |record: &ShownRecord| {
            format!("score {}, searched to depth {}", scored(record.bound, record.score), record.depth)
        };
        let also = second.map_or_else(String::new, |second| format!(", and {}", known(second)));
        let follows = match usefulness {
            RecordUse::CutOff => "The score ends the search of this node: cut-off".to_owned(),
            RecordUse::TooShallow => "The search was too shallow, so the score cannot be used".to_owned(),
            RecordUse::Nothing => format!(
                "The bound does not narrow the window {}, so the search continues",
                self::window(window.0, window.1)
            ),
            RecordUse::Narrows(alpha, beta) => {
                format!("The bound narrows the window to {}", self::window(alpha, beta))
            }
        };
        let searched = format!("{}{also}, where depth {depth} is needed", known(first));
        format!("{stored}: {searched}. {follows}.{}{}", self.moves(), self.effect())
    }

    fn moves(&self) -> String {
        if self.usefulness == RecordUse::CutOff || self.first.position != self.position {
            return String::new();
        }
        let second = self.second.and_then(|second| second.best.as_ref());
        match (self.first.best.as_ref(), second.filter(|second| Some(*second) != self.first.best.as_ref())) {
            (Some(first), Some(second)) => format!(" The stored moves {first} and {second} are tried first."),
            (Some(only), None) | (None, Some(only)) => format!(" The stored move {only} is tried first."),
            (None, None) => String::new(),
        }
    }

    fn effect(&self) -> String {
        match self.found {
            [slot] if self.is_changed && self.before != self.found => {
                format!(" The hit moves it to {}.", self.places.slot(*slot))
            }
            _ if self.is_changed => format!(" The table marks it: {}.", self.note),
            _ => String::new(),
        }
    }
}

/// The effect of a store on the table.
pub(crate) struct StoreSentence<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) places: &'a Places,
    /// The groups of slots that can hold the position; in a table of buckets, its bucket.
    pub(crate) buckets: &'a [usize],
    pub(crate) new: &'a ShownRecord,
    /// The residents of these groups before the store, the first slot first.
    pub(crate) before: &'a [ShownRecord],
    pub(crate) what: tt::Stored,
    pub(crate) update: &'a Update,
}

impl StoreSentence<'_> {
    /// Describes which positions were kept, which ones were lost, and by which rule.
    pub(crate) fn sentence(&self) -> String {
        let new = position(self.new.position);
        let Self { places, update, .. } = self;
        if !self.scheme.has_buckets() {
            return self.sentence_of_structure(&new);
        }
        let (width, bucket) = (places.width, places.list(self.buckets));
        let slot = update.taken.first().copied();
        let at = slot.map_or_else(|| bucket.clone(), |slot| places.slot(slot));
        let Some(first) = self.before.first() else {
            return format!("{} is free: {new} is stored there", capitalised(&at));
        };
        if self.scheme.built_in().is_none() && !matches!(self.what, tt::Stored::Same { .. } | tt::Stored::Ignored) {
            return self.sentence_of_technique(&new, &at, &bucket);
        }
        let old = position(first.position);
        let because = || because(self.scheme, self.new, first);
        let out = update.out.first().map(|(_, resident)| position(resident.position));
        match self.what {
            tt::Stored::Same { updated: true } => {
                format!("{} holds {new}: what is known of it is overwritten", capitalised(&at))
            }
            tt::Stored::Same { updated: false } => format!("{} holds {new}: it stays as it is", capitalised(&bucket)),
            tt::Stored::Ignored => format!("{new} is not stored"),
            tt::Stored::Kept => format!("{}, so {old} stays in {at} and {new} is not stored", because()),
            tt::Stored::Demoted { lost } => {
                let below = match out {
                    Some(out) if lost && width > 1 => {
                        format!("{old} moves down, and {out}, which was in {}, is lost", ordinal(width - 1))
                    }
                    Some(_) => format!("{old} is replaced"),
                    None => format!("{old} moves down a slot"),
                };
                format!("{}, so {new} takes {at}; {below}", because())
            }
            tt::Stored::Replaced if slot.is_some_and(|slot| slot % width == 0) => {
                format!("{}, so {old} is replaced in {at}", because())
            }
            tt::Stored::Replaced => {
                let out = out.unwrap_or_default();
                format!(
                    "{}, so {old} keeps the first slot; {new} takes {at}, and {out}, which was there, is lost",
                    because()
                )
            }
            tt::Stored::Fresh => {
                format!("{}, so {old} keeps the first slot; {new} takes {at}, which is free", because())
            }
        }
    }

    /// Says what a scheme that is not of the thesis decided. Its rule may compare any two residents.
    fn sentence_of_technique(&self, new: &str, at: &str, bucket: &str) -> String {
        let label = self.scheme.label();
        let out = self.update.out.first().map(|(_, resident)| position(resident.position));
        match (self.what, out) {
            (tt::Stored::Kept, _) => format!("{label} keeps the residents of {bucket}: {new} is not stored"),
            (tt::Stored::Demoted { .. }, Some(out)) if self.places.width > 1 => {
                format!("{label} puts {new} into {at}; others move down, and {out} is lost")
            }
            (tt::Stored::Demoted { .. }, None) => format!("{label} puts {new} into {at}; others move down"),
            (_, Some(out)) => format!("{label} evicts {out}: {new} takes {at}"),
            (_, None) => format!("{} is free: {new} is stored there", capitalised(at)),
        }
    }

    /// Says what happened in a table that is not made of buckets, by what it shows before and after the store.
    fn sentence_of_structure(&self, new: &str) -> String {
        let Self { places, update, before, .. } = self;
        let label = self.scheme.label();
        if update.taken.is_empty() {
            return match before.first() {
                None => format!("{label}: the pool is full and the list of {new} is empty, so {new} is not stored"),
                Some(_) => format!("{label} keeps the residents of {}: {new} is not stored", places.list(self.buckets)),
            };
        }
        let at: Vec<_> = update.taken.iter().map(|&slot| places.slot(slot)).collect();
        let at = at.join(" and ");
        let is_alone = update.out.is_empty() && update.moved.is_empty();
        if update.was_stored && is_alone {
            return match update.changes.is_empty() {
                true => format!("{} already holds {new} with this record", capitalised(&at)),
                false => format!("{} holds {new}: what is known of it is overwritten", capitalised(&at)),
            };
        }
        let mut clauses = vec![format!("{label} stores {new} in {at}")];
        if update.moved.len() > 2 {
            clauses.push("others move".to_owned());
        } else {
            let moved =
                |&(number, slot): &(usize, usize)| format!("{} is now in {}", position(number), places.slot(slot));
            clauses.extend(update.moved.iter().map(moved));
        }
        clauses.extend(update.out.iter().map(|(_, resident)| format!("{} is lost", position(resident.position))));
        clauses.join("; ")
    }
}

/// Explains why a position that was stored is not found in the buckets that were probed.
pub(crate) fn missed(missed: &Missed, wanted: usize, looked: &str) -> String {
    let stored = position(missed.position);
    let stored = if missed.position == wanted { stored } else { format!("its reflection {stored}") };
    let (to, step) = (position(missed.to), missed.step);
    let lost = if missed.rejected {
        format!("offered before and rejected in favour of {to} at step {step}")
    } else {
        format!("stored before and replaced by {to} at step {step}")
    };
    let would = if missed.cut_off { "would have ended" } else { "would not have ended" };
    format!("Lost hit: not found in {looked}, but {stored} was {lost}. Its score {would} this node.")
}
