//! The sentences of a trace, which describe each event and its reason.

use tt::{Bound, Scheme, Score, Technique};

use crate::trace::{End, Missed, Resident};

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

pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the sentence that says what a node was found to be worth.
pub(crate) fn result(new: &Resident, end: End, best: Option<String>, beta: Score) -> String {
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

/// Lists the numbers of buckets, as in `bucket 3`, `buckets 3 and 5`, `buckets 1, 2 and 4`.
pub(crate) fn buckets(numbers: &[usize]) -> String {
    let mut different: Vec<usize> = Vec::new();
    for &number in numbers {
        if !different.contains(&number) {
            different.push(number);
        }
    }
    let texts: Vec<_> = different.iter().map(ToString::to_string).collect();
    match texts.split_last() {
        None => "no bucket".to_owned(),
        Some((last, [])) => format!("bucket {last}"),
        Some((last, others)) => format!("buckets {} and {last}", others.join(", ")),
    }
}

/// Returns a slot in words.
pub(crate) fn slot(slot: usize) -> String {
    match slot {
        0 => "the first slot".to_owned(),
        1 => "the second slot".to_owned(),
        other => format!("slot {}", other + 1),
    }
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
    let of_base = described(Technique::BASES, base).map(|meaning| format!("has {meaning}"));
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
fn because(scheme: Scheme, new: &Resident, old: &Resident) -> String {
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

/// The effect of a store on a bucket.
pub(crate) struct Stored<'a> {
    pub(crate) scheme: Scheme,
    pub(crate) bucket: usize,
    pub(crate) width: usize,
    pub(crate) new: &'a Resident,
    /// The positions of the bucket before the store, the first slot first.
    pub(crate) before: &'a [Resident],
    pub(crate) what: tt::Stored,
    /// The slot that the new position took.
    pub(crate) slot: Option<usize>,
    /// The resident that was replaced.
    pub(crate) out: Option<&'a Resident>,
}

impl Stored<'_> {
    /// Describes which positions were kept, which one was lost, and by which rule.
    pub(crate) fn sentence(&self) -> String {
        let new = position(self.new.position);
        let at = match self.slot {
            Some(taken) if self.width > 1 => format!("{} of bucket {}", slot(taken), self.bucket),
            _ => format!("bucket {}", self.bucket),
        };
        let Some(first) = self.before.first() else {
            return format!("{} is free: {new} is stored there", capitalised(&at));
        };
        if self.scheme.built_in().is_none() && !matches!(self.what, tt::Stored::Same { .. } | tt::Stored::Ignored) {
            return self.sentence_of_technique(&new, &at);
        }
        let old = position(first.position);
        let because = || because(self.scheme, self.new, first);
        match self.what {
            tt::Stored::Same { updated: true } => {
                format!("{} holds {new}: what is known of it is overwritten", capitalised(&at))
            }
            tt::Stored::Same { updated: false } => format!("Bucket {} holds {new}: it stays as it is", self.bucket),
            tt::Stored::Ignored => format!("{new} is not stored"),
            tt::Stored::Kept => format!("{}, so {old} stays in {at} and {new} is not stored", because()),
            tt::Stored::Demoted { lost } => {
                let below = match self.out {
                    Some(out) if lost && self.width > 1 => {
                        let last = slot(self.width - 1);
                        format!("{old} moves down, and {}, which was in {last}, is lost", position(out.position))
                    }
                    Some(_) => format!("{old} is replaced"),
                    None => format!("{old} moves down a slot"),
                };
                format!("{}, so {new} takes {at}; {below}", because())
            }
            tt::Stored::Replaced if self.slot == Some(0) => format!("{}, so {old} is replaced in {at}", because()),
            tt::Stored::Replaced => {
                let out = self.out.map_or_else(String::new, |out| position(out.position));
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
    fn sentence_of_technique(&self, new: &str, at: &str) -> String {
        let label = self.scheme.label();
        let out = self.out.map(|out| position(out.position));
        match (self.what, out) {
            (tt::Stored::Kept, _) => {
                format!("{label} keeps the residents of bucket {}: {new} is not stored", self.bucket)
            }
            (tt::Stored::Demoted { .. }, Some(out)) if self.width > 1 => {
                format!("{label} puts {new} into {at}; others move down, and {out} is lost")
            }
            (tt::Stored::Demoted { .. }, None) => format!("{label} puts {new} into {at}; others move down"),
            (_, Some(out)) => format!("{label} evicts {out}: {new} takes {at}"),
            (_, None) => format!("{} is free: {new} is stored there", capitalised(at)),
        }
    }
}

/// Explains why a position that was stored is not found in the buckets that were probed.
pub(crate) fn missed(missed: &Missed, wanted: usize, looked: &str) -> String {
    let stored = position(missed.position);
    let stored = if missed.position == wanted { stored } else { format!("its reflection {stored}") };
    let (to, step) = (position(missed.to), missed.step);
    let lost = if missed.refused {
        format!("offered before and refused in favour of {to} at step {step}")
    } else {
        format!("stored before and replaced by {to} at step {step}")
    };
    let would = if missed.cut_off { "would have ended" } else { "would not have ended" };
    format!("Lost hit: not found in {looked}, but {stored} was {lost}. Its score {would} this node.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_entries() {
        for (numbers, text) in [
            (&[][..], "no bucket"),
            (&[3], "bucket 3"),
            (&[3, 3, 3], "bucket 3"),
            (&[3, 1, 3], "buckets 3 and 1"),
            (&[0, 2, 1, 5], "buckets 0, 2, 1 and 5"),
        ] {
            assert_eq!(buckets(numbers), text);
        }
    }
}
