//! The result of a scan: the nodes at every point of a grid, relative to the default, and the best point.

use std::collections::BTreeSet;

use anyhow::Result;
use csv::WriterBuilder;
use experiments::definition::Definition;
use experiments::row::Row;
use experiments::scan::{Scan, ScanPoint};
use experiments::text::counted;
use schemars::JsonSchema;
use schemes::{Parameter, Positions, Scheme};
use serde::{Serialize, Serializer};
use stats::{Estimate, Interval, Pairs, against_best, simultaneous};

use crate::numbers::effects::scope;
use crate::numbers::observations::{Group, Observations, Setting, Variant};
use crate::show::block::Block;
use crate::show::compare::text;
use crate::show::drawing::{Bar, HeatMap, RatioRow, RowMark, Words, forest};
use crate::show::picture::Picture;

/// A point of the grid of a scan, and its nodes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PointResult {
    /// The point.
    #[serde(flatten)]
    pub point: ScanPoint,
    /// Nodes relative to the default: the geometric mean over depths or boards, and table sizes.
    #[serde(serialize_with = "mean")]
    #[schemars(with = "f64")]
    pub ratio: Estimate,
    /// The interval of the ratio. The intervals of all points hold together with a probability of 95 %. null if a
    /// single position was searched with one key seed.
    #[serde(serialize_with = "ends")]
    #[schemars(with = "Option<[f64; 2]>")]
    pub interval: Option<Interval>,
    /// Whether simultaneous intervals do not exclude that the point is the best one.
    pub may_be_best: bool,
}

fn mean<S: Serializer>(estimate: &Estimate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(estimate.mean)
}

fn ends<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    interval.map(|of| [of.low, of.high]).serialize(serializer)
}

/// The result of a scan.
#[derive(Clone, Debug)]
pub struct ScanResult {
    /// The points that were searched, in the order of the grid.
    pub points: Vec<PointResult>,
    /// The index of the point with the fewest nodes.
    pub best: usize,
    /// The index of the default, if it is a point of the grid.
    pub default: Option<usize>,
    scan: Scan,
    title: String,
    /// The game, the depths and the table sizes.
    searched: String,
    stem: String,
}

/// How the best point compares with the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanVerdict {
    /// It needs fewer nodes.
    Fewer,
    /// The default is the best point.
    Default,
    /// The interval of its ratio contains 1.
    Undecided,
}

impl ScanVerdict {
    /// Every verdict.
    pub const ALL: [Self; 3] = [Self::Fewer, Self::Default, Self::Undecided];

    /// Returns the name, as JSON has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fewer => "fewer",
            Self::Default => "default",
            Self::Undecided => "undecided",
        }
    }
}

/// Returns what a user calls a number.
#[must_use]
pub const fn axis_name(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Age => "weight",
        Parameter::Margin => "margin",
        Parameter::StoreMargin => "store-margin",
        Parameter::PvMargin => "pv-margin",
    }
}

impl ScanResult {
    /// Compares all points with the default; `None` if it was not searched, or no point was.
    #[must_use]
    pub fn of(scan: &Scan, definition: &Definition, rows: &[Row]) -> Option<Self> {
        let all = Observations::of(rows, &definition.depths(rows));
        let groups: Vec<Group> =
            all.settings().map(|setting| setting.group).collect::<BTreeSet<_>>().into_iter().collect();
        let sizes: Vec<Positions> =
            all.settings().filter_map(|setting| setting.positions).collect::<BTreeSet<_>>().into_iter().collect();
        let with = |scheme| Variant { scheme: Some(scheme), ..Variant::NO_TABLE };
        let default = Scheme::Technique(scan.base);
        let ratio = |point: &ScanPoint| {
            let is_of = |setting: &&Setting| setting.variant == with(point.scheme);
            let pairs = |setting: &Setting| all.pairs(*setting, &all, Setting { variant: with(default), ..*setting });
            let pairs: Vec<Pairs> = all.settings().filter(is_of).filter_map(pairs).collect();
            Some((point.clone(), stats::ratios(&pairs, 0)?.mean))
        };
        let (points, ratios): (Vec<ScanPoint>, Vec<Estimate>) = scan.points.iter().filter_map(ratio).unzip();
        let best = (0..points.len()).min_by(|&one, &other| ratios[one].mean.total_cmp(&ratios[other].mean))?;
        let intervals = simultaneous(&ratios, Estimate::LEVEL);
        let may_be_best = candidates(&ratios);
        let each = points.into_iter().zip(ratios).zip(intervals).zip(may_be_best);
        let points: Vec<PointResult> = each
            .map(|(((point, ratio), interval), may_be_best)| PointResult { point, ratio, interval, may_be_best })
            .collect();
        Some(Self {
            best,
            default: points.iter().position(|one| one.point.scheme == default),
            points,
            scan: scan.clone(),
            title: definition.title.clone(),
            searched: format!("{} {}", definition.game.title(), scope(&groups, &sizes)),
            stem: definition.stem(),
        })
    }

    /// Returns how the best point compares with the default.
    #[must_use]
    pub fn verdict(&self) -> ScanVerdict {
        let best = &self.points[self.best];
        match best.interval {
            _ if best.ratio.mean >= 1.0 => ScanVerdict::Default,
            Some(Interval { high, .. }) if high < 1.0 => ScanVerdict::Fewer,
            _ => ScanVerdict::Undecided,
        }
    }

    /// Returns a table of ratios, and sentences about the best point.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        let caption = format!("nodes relative to {}", self.scan.base.name());
        let table = match self.scan.axes.as_slice() {
            [_, columns] => {
                let heads = columns.values.iter().map(|value| format!("{} {value}", axis_name(columns.parameter)));
                let (names, cells) = self.grid(|one| format!("{:.3}{}", one.ratio.mean, self.mark(one)));
                let cells = cells.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect());
                Block::matrix(caption, heads, names.into_iter().zip(cells))
            }
            _ => {
                let text = |one| vec![format!("{}{}", simultaneous_text(one), self.mark(one))];
                let rows = self.points.iter().map(|one| (self.name(one), text(one)));
                Block::matrix(caption, ["ratio [simultaneous 95 % interval]"], rows)
            }
        };
        vec![table, Block::Note(self.sentences())]
    }

    /// Returns the best point and its interval in words.
    #[must_use]
    pub fn sentences(&self) -> String {
        let best = &self.points[self.best];
        let verdict = match self.verdict() {
            ScanVerdict::Fewer => "decided: it needs fewer nodes than the default",
            ScanVerdict::Default => "no point needs fewer nodes than the default",
            ScanVerdict::Undecided => {
                "undecided: the interval contains 1\n\
                 deeper searches (--depth), smaller tables (--positions), more --seeds or --full may decide"
            }
        };
        let alike = self.points.iter().filter(|one| one.may_be_best).count();
        let default = match self.default {
            Some(default) => format!("default: {}", self.name(&self.points[default])),
            None => format!("default: {}, which is not a point of the grid", self.scan.base.name()),
        };
        format!(
            "\n* best point   = not distinguishable from it ({} of {})\n{default}\n\
             best: {} needs {} times the nodes of the default\n{verdict}",
            alike,
            counted(self.points.len(), "point"),
            self.name(best),
            simultaneous_text(best),
        )
    }

    /// Draws a heat map, or intervals if one number varies.
    ///
    /// # Errors
    ///
    /// The picture cannot be drawn.
    pub fn picture(&self) -> Result<Picture> {
        let relative = format!("nodes relative to {}", self.scan.base.name());
        let svg = match self.scan.axes.as_slice() {
            [rows, columns] => {
                let (names, ratios) = self.grid(|one| one.ratio.mean);
                let values = columns.values.iter().map(ToString::to_string).collect::<Vec<_>>();
                let at = |index: usize| {
                    let [row, column] = self.points[index].point.values[..] else { return None };
                    let place = |values: &[u8], value| values.iter().position(|&known| known == value);
                    place(&rows.values, row).zip(place(&columns.values, column))
                };
                let frames = ". Thick frame: the best point. Thin frame: the default.";
                HeatMap {
                    words: &self.words(&format!("{}: {relative}{frames}", self.searched)),
                    axes: [axis_name(columns.parameter), axis_name(rows.parameter)],
                    columns: &values,
                    rows: &names.iter().map(|name| last_word(name).to_owned()).collect::<Vec<_>>(),
                    ratios: &ratios,
                    best: at(self.best),
                    default: self.default.and_then(at),
                }
                .draw()?
            }
            _ => {
                let row = |one: &PointResult| {
                    let mean = one.ratio.mean;
                    let (low, high) = one.interval.map_or((mean, mean), |of| (of.low, of.high));
                    let ratio = Bar { low, mean, high };
                    let mark = if one.point == self.points[self.best].point { RowMark::Exact } else { RowMark::Plain };
                    RatioRow { name: self.name(one), ratio, text: simultaneous_text(one), mark }
                };
                let words =
                    self.words(&format!("{}. Simultaneous 95 % intervals. Blue: the best point.", self.searched));
                forest(&words, &self.points.iter().map(row).collect::<Vec<_>>(), &relative)?
            }
        };
        Ok(Picture { stem: self.stem.clone(), svg, caption: relative })
    }

    fn words(&self, note: &str) -> Words {
        let name = self.name(&self.points[self.best]);
        let percent = 100.0 * (1.0 - self.points[self.best].ratio.mean);
        let title = match self.verdict() {
            ScanVerdict::Fewer => format!("{name} needs {percent:.1} % fewer nodes than the default"),
            ScanVerdict::Default => "No point needs fewer nodes than the default".to_owned(),
            ScanVerdict::Undecided => format!("Undecided: {name} may need fewer nodes than the default"),
        };
        Words { title, source: format!("{}; ours.", self.title), note: note.replace(" ply", " plies") }
    }

    /// Returns the points as comma-separated values.
    ///
    /// # Errors
    ///
    /// The values cannot be written.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = WriterBuilder::new().from_writer(Vec::new());
        let axes = self.scan.axes.iter().map(|axis| axis_name(axis.parameter));
        writer.write_record(["scheme"].into_iter().chain(axes).chain(["ratio", "low", "high", "may_be_best"]))?;
        for one in &self.points {
            let ends = one.interval.map(|of| [of.low, of.high].map(|end| end.to_string())).unwrap_or_default();
            let mut record = vec![one.point.scheme.name().to_owned()];
            record.extend(one.point.values.iter().map(ToString::to_string));
            record.push(one.ratio.mean.to_string());
            record.extend(ends);
            record.push(one.may_be_best.to_string());
            writer.write_record(&record)?;
        }
        Ok(writer.into_inner()?)
    }

    /// Returns a value for each point: names of rows, and the values row by row.
    fn grid<T>(&self, value: impl Fn(&PointResult) -> T) -> (Vec<String>, Vec<Vec<Option<T>>>) {
        let [rows, columns] = self.scan.axes.as_slice() else { return (Vec::new(), Vec::new()) };
        let at = |row: u8, column: u8| self.points.iter().find(|one| one.point.values == [row, column]).map(&value);
        let cells = |&row: &u8| columns.values.iter().map(|&column| at(row, column)).collect();
        let name = |value: &u8| format!("{} {value}", axis_name(rows.parameter));
        (rows.values.iter().map(name).collect(), rows.values.iter().map(cells).collect())
    }

    /// Returns the values of a point: `weight 8, margin 3`.
    fn name(&self, one: &PointResult) -> String {
        let each = self.scan.axes.iter().zip(&one.point.values);
        each.map(|(axis, value)| format!("{} {value}", axis_name(axis.parameter))).collect::<Vec<_>>().join(", ")
    }

    fn mark(&self, one: &PointResult) -> &'static str {
        match (one.point == self.points[self.best].point, one.may_be_best) {
            (true, _) => " *",
            (false, true) => " =",
            (false, false) => "  ",
        }
    }
}

fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

fn simultaneous_text(one: &PointResult) -> String {
    match one.interval {
        Some(Interval { low, high }) => format!("{:.3} [{low:.3}, {high:.3}]", one.ratio.mean),
        None => text(&one.ratio, Estimate::LEVEL),
    }
}

/// Returns for each ratio whether it may be the least.
fn candidates(ratios: &[Estimate]) -> Vec<bool> {
    // Points whose schemes decide alike have equal counts, and are compared once.
    let mut different: Vec<&Estimate> = Vec::new();
    let number = |ratio| {
        different.iter().position(|known| *known == ratio).unwrap_or_else(|| {
            different.push(ratio);
            different.len() - 1
        })
    };
    let numbers: Vec<usize> = ratios.iter().map(number).collect();
    let least = ratios.iter().map(|ratio| ratio.mean).fold(f64::INFINITY, f64::min);
    let of_different: Vec<Estimate> = different.into_iter().cloned().collect();
    let intervals = against_best(&of_different, Estimate::LEVEL);
    let may_be = |number: usize| match &intervals {
        Some(intervals) => intervals[number].low <= 1.0,
        // Without intervals, only equal numbers cannot be told apart.
        None => of_different[number].mean <= least,
    };
    numbers.into_iter().map(may_be).collect()
}
