//! The axes of pictures.

use experiments::text::grouped;
use schemes::Positions;

/// An axis and its labels.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ticks: Vec<(f64, String)>,
    /// What is shown along it.
    pub(super) title: String,
    pub(super) is_log: bool,
}

impl Axis {
    /// Returns where a value lies: 0 at the start of the axis, 1 at its end.
    pub(super) fn part(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.is_log { libm::log2(value) } else { value };
        (scaled(value) - scaled(self.from)) / (scaled(self.to) - scaled(self.from))
    }
}

/// Returns the axis of table sizes, with labels at powers of two.
pub(super) fn sizes(sizes: &[u64]) -> Axis {
    let low = sizes.first().map_or(0, |&size| size.max(1).ilog2());
    let high = sizes.last().map_or(0, |&size| size.max(1).ilog2() + u32::from(!size.max(1).is_power_of_two()));
    let label = |bits| Positions::new(1_u64 << bits).map_or_else(|_| String::new(), |size| size.to_string());
    let half = std::f64::consts::SQRT_2;
    let power = |bits: u32| libm::exp2(f64::from(bits));
    Axis {
        from: power(low) / half,
        to: power(high) * half,
        ticks: (low..=high).map(|bits| (power(bits), label(bits))).collect(),
        title: "table size (positions; K = 1024)".to_owned(),
        is_log: true,
    }
}

/// Returns the axis of loads, which are given in thousandths and per this much room.
pub(super) fn loads(thousandths: &[u64], room: &str) -> Axis {
    const TICKS: [f64; 13] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1_000.0];
    let ends = [thousandths.first(), thousandths.last()].map(|load| load.map_or(1.0, |&load| load.max(1) as f64));
    let (from, to) = (ends[0] / 1.2, ends[1] * 1.2);
    let ticks = TICKS.into_iter().map(|tick| (1_000.0 * tick, tick.to_string()));
    Axis {
        from,
        to,
        ticks: ticks.filter(|(at, _)| (from..=to).contains(at)).collect(),
        title: format!("load: distinct positions {room} (logarithmic)"),
        is_log: true,
    }
}

/// Returns the axis of depths.
pub(super) fn depths(depths: &[u64]) -> Axis {
    let (low, high) = (depths.first().copied().unwrap_or(0), depths.last().copied().unwrap_or(0));
    Axis {
        from: low as f64 - 0.5,
        to: high as f64 + 0.5,
        ticks: (low..=high).map(|depth| (depth as f64, depth.to_string())).collect(),
        title: "depth of the search (plies)".to_owned(),
        is_log: false,
    }
}

/// Returns the axis of nodes: linear from zero, unless the largest number is more than twenty times the smallest; then
/// it is logarithmic, because the small ones would lie on the axis.
pub(super) fn nodes(least: f64, most: f64) -> Axis {
    let (unit, name) = match most {
        _ if most >= 2e6 => (1e6, "nodes (millions)"),
        _ if most >= 2e3 => (1e3, "nodes (thousands)"),
        _ => (1.0, "nodes"),
    };
    // Shortest digits after a rounding that takes the noise away: 0.05, 2.5, 5, 1,000.
    let label = |nodes: f64| {
        let value = (nodes / unit * 1e9).round() / 1e9;
        if value.fract() == 0.0 { grouped(value as u64) } else { value.to_string() }
    };
    if most > 20.0 * least && least > 0.0 {
        let decades = libm::log10(least).floor() as i32..=libm::log10(most).ceil() as i32;
        let decades = decades.map(|decade| libm::pow(10.0, f64::from(decade)));
        let all: Vec<f64> = decades.flat_map(|decade| [decade, 2.0 * decade, 5.0 * decade]).collect();
        return logarithmic(&all, label, (least, most), format!("{name}, logarithmic"));
    }
    let most = most.max(1.0);
    let decade = libm::pow(10.0, libm::log10(most / 5.0).floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * decade);
    let step = steps.into_iter().find(|step| most / step <= 7.0).unwrap_or(10.0 * decade);
    // A little room above the highest marker.
    let count = (most * 1.02 / step).ceil() as u32;
    let ticks = (0..=count).map(|n| f64::from(n) * step).map(|at| (at, label(at))).collect();
    Axis { from: 0.0, to: f64::from(count) * step, ticks, title: name.to_owned(), is_log: false }
}

/// Returns the axis of nodes relative to no table: from zero, past one.
pub(super) fn benefit(most: f64) -> Axis {
    let tenths = (most.max(1.0) * 1.02 * 10.0).ceil() as u32;
    let step = (tenths / 6).max(1);
    let ticks = (0..=tenths).step_by(step as usize).map(|n| (f64::from(n) / 10.0, format!("{} %", 10 * n)));
    Axis {
        from: 0.0,
        to: f64::from(tenths) / 10.0,
        ticks: ticks.collect(),
        title: "nodes, in percent of those without a table".to_owned(),
        is_log: false,
    }
}

/// Returns the axis of ratios to a reference, as percent more nodes: linear, or logarithmic where they reach 1.8.
pub(super) fn more(least: f64, most: f64, reference: &str) -> Axis {
    let percent = |ratio: f64| {
        let percent = libm::round(1e3 * (ratio - 1.0)) / 10.0;
        let sign = if percent > 0.0 { "+" } else { "" };
        format!("{sign}{} %", if percent >= 1e3 { grouped(percent as u64) } else { percent.to_string() })
    };
    let title = format!("more nodes than {reference}");
    if most < 1.8 && least > 0.5 {
        let axis = ratios(least, most, &title, 6.0);
        return Axis { ticks: axis.ticks.iter().map(|(at, _)| (*at, percent(*at))).collect(), ..axis };
    }
    const TICKS: [f64; 14] = [0.1, 0.2, 0.5, 1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 11.0, 21.0, 51.0, 101.0];
    let (from, to) = (least.min(1.0) / 1.04, most.max(1.0) * 1.06);
    let ticks = TICKS.iter().filter(|tick| (from..=to).contains(*tick)).map(|tick| (*tick, percent(*tick)));
    Axis { from, to, ticks: ticks.collect(), title: format!("{title} (logarithmic)"), is_log: true }
}

/// The lowest excess on the axis of [`excess`].
pub(super) const LEAST_EXCESS: f64 = 0.001;

/// Returns the axis of ratios less one, as percent more nodes, which is logarithmic from 0.1 % on: small differences
/// are seen beside large ones.
pub(super) fn excess(most: f64, reference: &str) -> Axis {
    const TICKS: [f64; 13] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1_000.0];
    let to = most.max(0.01) * 1.15;
    let label = |tick: f64| match tick {
        LEAST_EXCESS => "≤ 0.1 %".to_owned(),
        tick => format!("+{} %", libm::round(1e3 * tick) / 10.0),
    };
    let ticks = TICKS.into_iter().filter(|tick| *tick <= to).map(|tick| (tick, label(tick))).collect();
    let title = format!("more nodes than {reference} (logarithmic)");
    Axis { from: LEAST_EXCESS / 1.15, to, ticks, title, is_log: true }
}

/// Returns the axis of ratios near 1, with about so many steps: linear, or logarithmic where they reach 2.5.
pub(super) fn ratios(least: f64, most: f64, title: &str, steps_at_most: f64) -> Axis {
    if most >= 2.5 || least <= 0.4 {
        const TICKS: [f64; 15] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1e3, 1e4];
        return logarithmic(&TICKS, |tick| tick.to_string(), (least, most), format!("{title}, logarithmic"));
    }
    let (least, most) = (least.min(0.995), most.max(1.005));
    let steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
    let step = steps.into_iter().find(|step| (most - least) / step <= steps_at_most).unwrap_or(1.0);
    let (first, last) = ((least / step + 1e-6).floor() as i32, (most / step - 1e-6).ceil() as i32);
    let digits = if step < 0.01 { 3 } else { 2 };
    let ticks = (first..=last).map(|n| f64::from(n) * step).map(|at| (at, format!("{at:.digits$}"))).collect();
    Axis { from: f64::from(first) * step, to: f64::from(last) * step, ticks, title: title.to_owned(), is_log: false }
}

/// Returns the axis of ours divided by the printed numbers: logarithmic, and at least from a half to two.
pub(super) fn printed(ratios: impl Iterator<Item = f64> + Clone) -> Axis {
    const TICKS: [f64; 15] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 0.8, 1.0, 1.25, 2.0, 5.0, 10.0, 20.0, 100.0, 1000.0];
    let range = (ratios.clone().fold(0.5, f64::min), ratios.fold(2.0, f64::max));
    logarithmic(&TICKS, |tick| tick.to_string(), range, "nodes: ours / published (logarithmic)".to_owned())
}

/// Returns a logarithmic axis from one of these ticks to another, which hold all numbers of a range.
fn logarithmic(all: &[f64], label: impl Fn(f64) -> String, (least, most): (f64, f64), title: String) -> Axis {
    let from = all.iter().copied().rfind(|tick| *tick <= least).unwrap_or(least);
    let to = all.iter().copied().find(|tick| *tick >= most).unwrap_or(most);
    let ticks = all.iter().filter(|tick| (from..=to).contains(tick)).map(|tick| (*tick, label(*tick))).collect();
    Axis { from, to, ticks, title, is_log: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn the_axis_of_nodes_is_linear_from_zero_unless_that_hides_something() {
        let axis = nodes(300e6, 2_600e6);
        assert_eq!((axis.from, axis.title.as_str(), axis.is_log), (0.0, "nodes (millions)", false));
        assert_eq!(labels(&axis), ["0", "500", "1,000", "1,500", "2,000", "2,500", "3,000"]);
        let axis = nodes(1_200.0, 60_000.0);
        assert_eq!((axis.title.as_str(), axis.is_log), ("nodes (thousands), logarithmic", true));
        assert_eq!(labels(&axis), ["1", "2", "5", "10", "20", "50", "100"]);
        for (least, most) in [(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (1.0, 1e12), (7.0, 141.0), (999.0, 2000.0)] {
            let axis = nodes(least, most);
            assert!((3..=40).contains(&axis.ticks.len()), "{least} {most} {:?}", axis.ticks);
            assert!(axis.from < axis.to && axis.ticks.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn the_axis_of_sizes_holds_every_size() {
        for all in [&[1024_u64][..], &[1024, 4096], &[1000, 3000], &[3000], &[1, 65_537]] {
            let axis = sizes(all);
            assert!(all.iter().all(|&size| axis.from < size as f64 && (size as f64) < axis.to), "{all:?} {axis:?}");
        }
        assert_eq!(labels(&sizes(&[1000, 3000])), ["512", "1K", "2K", "4K"]);
    }

    #[test]
    fn the_axis_of_loads_has_labels_at_the_loads() {
        let axis = loads(&[64, 250, 1_000, 31_000], "per position of room");
        assert_eq!(labels(&axis), ["0.1", "0.3", "1", "3", "10", "30"]);
        assert!(axis.from < 64.0 && 31_000.0 < axis.to && axis.part(64.0) > 0.0);
    }

    #[test]
    fn axes_of_ratios_hold_every_number() {
        for ratio in [0.0004, 0.3, 0.9, 1.0, 1.2, 3.0, 5000.0] {
            let axis = printed([ratio].into_iter());
            assert!((axis.from..=axis.to).contains(&ratio) && axis.from <= 0.5 && axis.to >= 2.0, "{ratio}");
        }
        for (least, most) in [(1.0, 1.0), (0.98, 1.26), (1.0, 2.4), (0.999, 1.001), (1.0, 6.2), (0.2, 1.0)] {
            for axis in [ratios(least, most, "x", 8.0), more(least, most, "x")] {
                assert!(axis.from <= least && most <= axis.to && (2..=10).contains(&axis.ticks.len()), "{axis:?}");
            }
        }
        assert_eq!(labels(&more(1.0, 6.2, "Old")), ["0 %", "+20 %", "+50 %", "+100 %", "+200 %", "+300 %", "+500 %"]);
        assert_eq!(labels(&more(0.999, 1.012, "Old"))[..3], ["-0.5 %", "0 %", "+0.5 %"]);
        assert_eq!(labels(&excess(0.47, "Old")), ["≤ 0.1 %", "+0.3 %", "+1 %", "+3 %", "+10 %", "+30 %"]);
        assert_eq!(
            labels(&ratios(0.97, 1.12, "x", 8.0)),
            ["0.96", "0.98", "1.00", "1.02", "1.04", "1.06", "1.08", "1.10", "1.12"]
        );
    }
}
