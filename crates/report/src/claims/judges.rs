//! By which rows each claim is judged, by topic. A claim that two sources make is judged alike. `judgement` has the
//! rules by which numbers become verdicts.

mod arithmetic;
mod benefit;
mod cray_blitz;
mod domineering;
mod lines;
mod merits;
mod pons;
mod schemes;
mod sizes;
mod stamping;

use ::schemes::Scheme;

use super::claim::Judge;
use super::data::{Data, Here};
use super::judgement::Judgement;
use super::ratios::Comparison;
use super::{boards, judgement, thresholds};

use Scheme::{Big1, BigAll, Deep, New, Old, TwoBig1, TwoDeep};

/// How claims of these names are judged.
type Judges = &'static [(&'static [&'static str], Judge)];

const ALL: [Judges; 10] = [
    arithmetic::JUDGES,
    benefit::JUDGES,
    cray_blitz::JUDGES,
    domineering::JUDGES,
    lines::JUDGES,
    merits::JUDGES,
    pons::JUDGES,
    schemes::JUDGES,
    sizes::JUDGES,
    stamping::JUDGES,
];

/// Returns the names of all claims that can be judged, and how.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Judge)> {
    ALL.into_iter().flatten().flat_map(|&(names, judge)| names.iter().map(move |&name| (name, judge)))
}

/// The schemes with two levels.
const TWO_LEVELS: &[Scheme] = &[TwoBig1, TwoDeep];

/// The schemes with one level.
const ONE_LEVEL: &[Scheme] = &[Big1, BigAll, Deep, New, Old];

/// All schemes but TwoBig1.
const RIVALS: &[Scheme] = &[TwoDeep, Big1, BigAll, Deep, New, Old];

/// The one-level schemes that were searched in domineering.
const ONE_LEVEL_IN_DOMINEERING: &[Scheme] = &[Big1, Deep, New];

/// The schemes other than TwoBig1 that were searched in domineering.
const RIVALS_IN_DOMINEERING: &[Scheme] = &[TwoDeep, Big1, Deep, New];
