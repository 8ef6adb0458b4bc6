//! The machine that a program runs on, in words.

use std::fs;

/// The processor, how many of its cores may be used, and the system: what a reader needs to judge a time.
///
/// ```
/// assert!(experiments::machine::describe().contains(std::env::consts::OS));
/// ```
#[must_use]
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let plural = if cores == 1 { "" } else { "s" };
    format!("{}, {cores} core{plural}, {} {}", processor(), std::env::consts::OS, std::env::consts::ARCH)
}

/// The name of the processor, where the system says it.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.trim_start().strip_prefix(':'));
    name.map_or("a processor without a name", str::trim).to_owned()
}
