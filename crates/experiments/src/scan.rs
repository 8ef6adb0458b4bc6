//! A scan: one scheme with a grid of numbers, as an experiment that is made from options instead of a file.

use anyhow::{Context as _, Result};
use schemars::JsonSchema;
use schemes::{Parameter, Positions, Scheme, Technique};
use serde::Serialize;

use crate::definition::{Placement, ReportKind};
use crate::help::with_help;
use crate::{Definition, Usage, text};

/// A number of a scheme, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanAxis {
    /// The number.
    pub parameter: Parameter,
    /// The values, ascending.
    pub values: Vec<u8>,
}

/// A point of the grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScanPoint {
    /// The numbers, in the order of the axes.
    pub values: Vec<u8>,
    /// The scheme with these numbers.
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "String")]
    pub scheme: Scheme,
}

/// The searches of a scan, which are those of an experiment of the survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanGame {
    /// Middle games of chess; the table is stamped between the positions of a game.
    Chess,
    /// Endgames of chess; the table is stamped between the positions of a game.
    ChessEndgame,
    /// Empty boards of domineering.
    Domineering,
    /// Positions of Connect Four.
    ConnectFour,
}

impl ScanGame {
    /// Returns the name, as the command line writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::ChessEndgame => "chess-endgame",
            Self::Domineering => "domineering",
            Self::ConnectFour => "connect-four",
        }
    }

    /// Returns the experiment that has the searches.
    const fn experiment(self) -> &'static str {
        match self {
            Self::Chess => "survey-chess-middle-game",
            Self::ChessEndgame => "survey-chess-endgame",
            Self::Domineering => "survey-domineering",
            Self::ConnectFour => "survey-connect-four",
        }
    }

    /// Returns the default size of the table: the searches of the quick part offer two to four times as many positions.
    const fn positions(self) -> &'static str {
        if matches!(self, Self::Domineering) { "4K" } else { "512" }
    }
}

/// A scheme with every combination of the values of some of its numbers.
///
/// ```
/// use experiments::scan::{Scan, ScanAxis, ScanGame};
/// use schemes::{Parameter, Technique};
///
/// let base = Technique::find("stockfish-18").expect("a scheme of the list");
/// let scan = Scan::new(base, vec![ScanAxis { parameter: Parameter::Age, values: vec![0, 8, 16] }])?;
/// let names: Vec<&str> = scan.points.iter().map(|point| point.scheme.name()).collect();
/// assert_eq!(names, ["stockfish-18+age-0", "stockfish-18", "stockfish-18+age-16"]);
/// // Three games of chess.
/// let definition = scan.definition(ScanGame::Chess, "stockfish --weight 0..16/8", &[], &[])?;
/// assert_eq!(definition.quick.cells(1).len(), 9);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scan {
    /// The scheme as its name says, which every point is compared with: the *default*.
    pub base: Technique,
    /// The numbers that vary.
    pub axes: Vec<ScanAxis>,
    /// The grid. The values of the last axis vary fastest.
    pub points: Vec<ScanPoint>,
}

impl Scan {
    /// The most points of a grid: every two of them are compared.
    pub const MOST_POINTS: usize = 200;

    /// Makes the grid.
    ///
    /// # Errors
    ///
    /// The scheme does not have a number, or the grid has too many points.
    pub fn new(base: Technique, axes: Vec<ScanAxis>) -> Result<Self> {
        let number: usize = axes.iter().map(|axis| axis.values.len()).product();
        if number > Self::MOST_POINTS {
            return Err(Usage::error(with_help(
                format!("the grid has {number} points: expected at most {}", Self::MOST_POINTS),
                "use a step, such as 0..16/2",
            )));
        }
        let mut grid = vec![(Vec::new(), base)];
        for ScanAxis { parameter, values } in &axes {
            let mut longer = Vec::new();
            for (known, scheme) in grid {
                for &value in values {
                    let with = scheme.with_parameter(*parameter, value);
                    let with = with.ok_or_else(|| without(base, *parameter))?;
                    longer.push(([&known[..], &[value]].concat(), with));
                }
            }
            grid = longer;
        }
        let point = |(values, scheme)| ScanPoint { values, scheme: Scheme::Technique(scheme) };
        Ok(Self { base, axes, points: grid.into_iter().map(point).collect() })
    }

    /// Returns the values of the default on the axes, if it has all of these numbers.
    #[must_use]
    pub fn default_values(&self) -> Option<Vec<u8>> {
        self.axes.iter().map(|axis| self.base.parameter(axis.parameter)).collect()
    }

    /// Returns the experiment: the searches of a game, with the default and every point. `argument` is what the user
    /// typed; empty lists of sizes and depths stand for the defaults.
    ///
    /// # Errors
    ///
    /// A table of a scheme cannot have one of the sizes.
    pub fn definition(
        &self,
        game: ScanGame,
        argument: &str,
        positions: &[Positions],
        depths: &[u8],
    ) -> Result<Definition> {
        let mut definition = Definition::find(game.experiment())?.with_depths(depths);
        let mut schemes = vec![Some(Scheme::Technique(self.base))];
        for point in &self.points {
            // The default may be a point of the grid.
            if !schemes.contains(&Some(point.scheme)) {
                schemes.push(Some(point.scheme));
            }
        }
        let sizes = if positions.is_empty() { vec![game.positions().parse()?] } else { positions.to_vec() };
        for part in [&mut definition.quick, &mut definition.full] {
            part.schemes.clone_from(&schemes);
            part.positions.clone_from(&sizes);
            part.also.clear();
        }
        let parameters: Vec<&str> = self.axes.iter().map(|axis| axis.parameter.name()).collect();
        let what = parameters.join(" and ");
        let name = format!("scan-{}-{}-{}", game.name(), self.base.name(), parameters.join("-"));
        let definition = Definition {
            title: format!("{} with other numbers: {what}", self.base.name()),
            cites: String::new(),
            ours: true,
            question: format!("With which {what} does {} need the fewest nodes?", self.base.name()),
            kind: ReportKind::Sizes,
            prose: String::new(),
            findings: String::new(),
            claims: Vec::new(),
            placement: Placement::default(),
            argument: argument.to_owned(),
            name,
            ..definition
        };
        definition.check().map_err(|(_, error)| error).context("cannot scan")?;
        Ok(definition)
    }
}

fn without(base: Technique, parameter: Parameter) -> anyhow::Error {
    let what = format!("cannot scan {}: the scheme does not have the option {parameter}-N", base.name());
    let help = match parameter {
        Parameter::PvMargin => "choose a scheme that can keep the old record, such as stockfish-18",
        _ => "choose a scheme that compares weighted sums, such as depth-4 or stockfish-18, without a same- option",
    };
    Usage::error(with_help(what, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(parameter: Parameter, values: &[u8]) -> ScanAxis {
        ScanAxis { parameter, values: values.to_vec() }
    }

    #[test]
    fn a_grid_has_every_combination_and_the_default() {
        let base = Technique::find("depth-4+age-8+refresh").unwrap();
        let scan = Scan::new(base, vec![axis(Parameter::Age, &[0, 4]), axis(Parameter::Margin, &[1, 2, 3])]).unwrap();
        let values: Vec<&[u8]> = scan.points.iter().map(|point| &point.values[..]).collect();
        assert_eq!(values, [[0, 1], [0, 2], [0, 3], [4, 1], [4, 2], [4, 3]]);
        assert_eq!(scan.points[4].scheme.name(), "depth-4+age-4+refresh+overwrite-margin-2");
        assert_eq!(scan.default_values(), None, "every record overwrites");
        for game in [ScanGame::Chess, ScanGame::ChessEndgame, ScanGame::Domineering, ScanGame::ConnectFour] {
            let definition = scan.definition(game, "x", &[], &[]).unwrap();
            assert_eq!(definition.quick.schemes[0], Some(Scheme::Technique(base)), "{}", game.name());
            assert_eq!(definition.quick.schemes.len(), 7);
        }
    }
}
