//! The most that one bucket can save: weighted interval scheduling for one slot, a flow of minimum cost for several.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A stretch of one position. At most one stretch begins at a time, and at most one ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The nodes that are saved at the end.
    pub(crate) saved: u32,
    /// Whether the position can enter the bucket at the start. Otherwise it must be there since the end of the stretch
    /// that ends at this start.
    pub(crate) enters: bool,
}

/// Returns the most nodes that a bucket with `width` slots can save. The spans are sorted by their start.
///
/// Each slot is a unit of flow through the times in order. At each time, it is free or holds the position of the event
/// at that time. A slot that holds a position until the end of its span saves nodes. The matrix of such a flow is
/// totally unimodular, so the best flow holds no fraction of a position.
pub(crate) fn most_saved(spans: &[Span], width: usize) -> u64 {
    let network = Network::new(spans);
    // Spans that can all be held need no search.
    if network.most_at_once <= width {
        return spans.iter().map(|span| u64::from(span.saved)).sum();
    }
    if width == 1 { network.cheapest_costs()[network.target()].unsigned_abs() } else { network.flow(width) }
}

/// No event, or no path.
const NONE: u32 = u32::MAX;
const UNREACHED: i64 = i64::MAX / 4;

/// The times of a bucket. Each has two nodes: a slot is free (the even numbers), or it holds the position of the event
/// at this time (the odd numbers). The cost of a span is the negative number of nodes that it saves.
struct Network {
    times: usize,
    /// For each time, the span that begins there, as the time of its end; or `NONE`.
    ends: Vec<u32>,
    /// For each time, the span that ends there, as the time of its start; or `NONE`.
    starts: Vec<u32>,
    /// The cost of the span that begins at a time.
    costs: Vec<i64>,
    /// Whether the position can enter at a time.
    enters: Vec<bool>,
    /// The largest number of spans that overlap.
    most_at_once: usize,
    /// The flow from a free slot to the next time.
    free: Vec<u32>,
    /// Whether a slot holds a position until the end of the span that begins at a time.
    held: Vec<bool>,
    /// Whether a position enters at a time, and whether one leaves.
    entered: Vec<bool>,
    left: Vec<bool>,
}

impl Network {
    fn new(spans: &[Span]) -> Self {
        let mut all: Vec<u32> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
        all.sort_unstable();
        all.dedup();
        let times = all.len();
        let place = |time| all.binary_search(&time).unwrap_or_default();
        let (mut ends, mut starts) = (vec![NONE; times], vec![NONE; times]);
        let (mut costs, mut enters) = (vec![0; times], vec![false; times]);
        for span in spans {
            let (start, end) = (place(span.start), place(span.end));
            (ends[start], starts[end]) = (end as u32, start as u32);
            costs[start] = -i64::from(span.saved);
            enters[start] = span.enters;
        }
        let (mut now, mut most_at_once) = (0, 0);
        for time in 0..times {
            now -= usize::from(starts[time] != NONE);
            now += usize::from(ends[time] != NONE);
            most_at_once = most_at_once.max(now);
        }
        let (free, held) = (vec![0; times], vec![false; times]);
        let (entered, left) = (vec![false; times], vec![false; times]);
        Self { times, ends, starts, costs, enters, most_at_once, free, held, entered, left }
    }

    /// Returns the cost of the cheapest path from the first time to each node, without any flow.
    fn cheapest_costs(&self) -> Vec<i64> {
        let mut cost = vec![UNREACHED; 2 * self.times];
        for time in 0..self.times {
            let mut free = if time == 0 { 0 } else { cost[2 * time - 2] };
            let mut holds = UNREACHED;
            if self.starts[time] != NONE {
                let start = self.starts[time] as usize;
                holds = cost[2 * start + 1] + self.costs[start];
                free = free.min(holds);
            }
            if self.enters[time] {
                holds = holds.min(free);
            }
            (cost[2 * time], cost[2 * time + 1]) = (free, holds.min(UNREACHED));
        }
        cost
    }

    /// Returns the node of a free slot at the last time.
    fn target(&self) -> usize {
        2 * self.times - 2
    }

    /// Returns what the best flow of `width` slots saves, by successive cheapest paths.
    fn flow(mut self, width: usize) -> u64 {
        let (source, target) = (0, self.target());
        let mut potential = self.cheapest_costs();
        let mut saved = 0;
        for slot in 0..width {
            let (cost, previous) = self.cheapest_path(source, &potential, slot as u32);
            // The costs of the nodes that cannot be reached do not matter.
            for (potential, cost) in potential.iter_mut().zip(&cost).filter(|(_, cost)| **cost < UNREACHED) {
                *potential += cost;
            }
            let gain = -(potential[target] - potential[source]);
            if gain <= 0 {
                break;
            }
            saved += gain.unsigned_abs();
            let mut node = target;
            while node != source {
                let before = previous[node] as usize;
                self.push(before, node);
                node = before;
            }
        }
        saved
    }

    /// Returns the reduced cost of the cheapest path to each node, and the node before it.
    fn cheapest_path(&self, source: usize, potential: &[i64], used: u32) -> (Vec<i64>, Vec<u32>) {
        let mut cost = vec![UNREACHED; 2 * self.times];
        let mut previous = vec![NONE; 2 * self.times];
        let mut queue = BinaryHeap::from([Reverse((0, source))]);
        cost[source] = 0;
        while let Some(Reverse((so_far, node))) = queue.pop() {
            if so_far > cost[node] {
                continue;
            }
            self.arcs(node, used, |next, arc| {
                if potential[next] >= UNREACHED {
                    return;
                }
                let through = so_far + arc + potential[node] - potential[next];
                if through < cost[next] {
                    cost[next] = through;
                    previous[next] = node as u32;
                    queue.push(Reverse((through, next)));
                }
            });
        }
        (cost, previous)
    }

    /// Calls `visit` with each node that a unit of flow can go to, and the cost. `used` slots have flow already.
    fn arcs(&self, node: usize, used: u32, mut visit: impl FnMut(usize, i64)) {
        let time = node / 2;
        if node.is_multiple_of(2) {
            if time + 1 < self.times {
                visit(node + 2, 0);
            }
            if time > 0 && self.free[time - 1] > 0 {
                visit(node - 2, 0);
            }
            if self.enters[time] && !self.entered[time] || self.left[time] {
                visit(node + 1, 0);
            }
            return;
        }
        if self.ends[time] != NONE && !self.held[time] {
            visit(2 * self.ends[time] as usize + 1, self.costs[time]);
        }
        if used > 0 && self.starts[time] != NONE && self.held[self.starts[time] as usize] {
            let start = self.starts[time] as usize;
            visit(2 * start + 1, -self.costs[start]);
        }
        // A slot becomes free, or the position does not enter after all.
        if !self.left[time] || self.entered[time] {
            visit(node - 1, 0);
        }
    }

    /// Sends a unit of flow from one node to another.
    fn push(&mut self, from: usize, to: usize) {
        let (time, other) = (from / 2, to / 2);
        match (from.is_multiple_of(2), to.is_multiple_of(2)) {
            (true, true) if other > time => self.free[time] += 1,
            (true, true) => self.free[other] -= 1,
            (true, false) if self.left[time] => self.left[time] = false,
            (true, false) => self.entered[time] = true,
            (false, true) if self.entered[time] => self.entered[time] = false,
            (false, true) => self.left[time] = true,
            (false, false) if other > time => self.held[time] = true,
            (false, false) => self.held[other] = false,
        }
    }
}
