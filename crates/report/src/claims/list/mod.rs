//! The claims, by source and topic.

mod article;
mod cray_blitz;
mod key_errors;
mod moreland;
mod pons;
mod thesis_benefit;
mod thesis_domineering;
mod thesis_lines;
mod thesis_merits;
mod thesis_schemes;
mod thesis_sizes;
mod thesis_stamping;
mod wiki;

use schemes::Scheme;

use super::claim::Claim;
use super::data::{Data, Here};
use super::judgement::Judgement;
use super::ratios::Comparison;
use super::{boards, judgement, thresholds};

use Scheme::{Big1, BigAll, Deep, New, Old, TwoBig1, TwoDeep};

/// Every claim.
pub(super) const ALL: &[&[Claim]] = &[
    thesis_benefit::CLAIMS,
    cray_blitz::CLAIMS,
    key_errors::CLAIMS,
    thesis_sizes::CLAIMS,
    thesis_schemes::CLAIMS,
    thesis_stamping::CLAIMS,
    thesis_domineering::CLAIMS,
    thesis_merits::CLAIMS,
    thesis_lines::CLAIMS,
    article::CLAIMS,
    moreland::CLAIMS,
    pons::CLAIMS,
    wiki::CLAIMS,
];

/// Why a conclusion about Figure 2.8 is judged elsewhere.
const CARRIED: &str = "The thesis carries this conclusion over: \"the 7-ply search conclusions given above are \
    confirmed by the 8-ply search results\", and \"the conclusions given for the middle-game experiment also hold for \
    the endgame, with one exception\", which is that of Big and Deep.";

/// Why a conclusion about Figure 2.8 is judged in endgames.
const ENDGAME: &str = "The thesis carries this conclusion over: \"the conclusions given for the middle-game experiment \
    also hold for the endgame, with one exception\", which is that of Big and Deep.";

/// Why a conclusion about middle games is judged in endgames.
const ANALOGOUS: &str = "The thesis carries this conclusion over to endgames: \"The results of the experiments on the \
    endgame positions are analogous to the results of the experiments on the middle-game positions\".";

/// Where the means are whose searches the experiment leaves out.
const HOURS: &str = "The searches take hours. They were run separately, and the page about Connect Four has the mean.";

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

/// Returns the schemes without one of them.
fn without(scheme: Scheme) -> Vec<Scheme> {
    Scheme::ALL.iter().copied().filter(|&other| other != scheme).collect()
}

/// Compares the concept Big with the concept Deep, on one level and on two.
fn big_per_deep(data: &Data) -> Option<Comparison> {
    let searches = data.deepest();
    let two_levels = searches.nodes(&[TwoBig1], &[TwoDeep]);
    match searches.nodes(&[Big1, BigAll], &[Deep]) {
        Some(one_level) => Some(one_level.and(two_levels)),
        None => two_levels,
    }
}

#[cfg(test)]
mod tests;
