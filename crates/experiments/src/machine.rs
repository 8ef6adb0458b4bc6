//! The machine: cores, instructions, memory, huge pages, free space on the disk. `None` means that the system does not
//! report the value.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::thread;

use schemars::JsonSchema;
use serde::Serialize;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};
use tt::policies::TwoLevel;
use tt::{Bound, Key, Pages, Record, Size, Table as _, TwoBig1};

use crate::text::counted;

/// Returns the processor, the number of cores that may be used, and the system: what a reader needs to judge a time.
#[must_use]
pub fn describe() -> String {
    let (name, cores) = (processor(), usable_cores());
    let name = name.as_deref().unwrap_or("unknown processor");
    format!("{name}, {}, {} {}", counted(cores, "core"), std::env::consts::OS, std::env::consts::ARCH)
}

/// Returns the name of the processor.
#[must_use]
pub fn processor() -> Option<String> {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    let name = system.cpus().first()?.brand().trim().to_owned();
    Some(name).filter(|name| !name.is_empty())
}

/// Returns the number of cores.
#[must_use]
pub fn cores() -> Option<usize> {
    let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
    Some(system.cpus().len()).filter(|&cores| cores > 0)
}

/// Returns the number of cores that this process may use.
#[must_use]
pub fn usable_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A set of instructions that makes a search faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Instructions {
    /// The name, as rustc writes it.
    pub name: &'static str,
    /// Whether the processor has them.
    pub detected: bool,
    /// Whether `ttlab` was built to use them.
    pub built: bool,
}

/// Returns the instruction sets that matter on this architecture; empty if none do, or the architecture is unknown.
#[must_use]
pub fn instructions() -> Vec<Instructions> {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! instructions {
            ($($name:tt),*) => {
                vec![$(Instructions {
                    name: $name,
                    detected: std::arch::is_x86_feature_detected!($name),
                    built: cfg!(target_feature = $name),
                }),*]
            };
        }
        instructions!["popcnt", "bmi2", "avx2"]
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

/// Bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The memory of the machine, or the limit of this process.
    pub total: u64,
    /// What is available without swapping.
    pub available: u64,
}

/// Returns the memory of the machine, or of the control group that limits the process.
#[must_use]
pub fn memory() -> Option<Room> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
    let (total, available) = (system.total_memory(), system.available_memory());
    // Without these numbers the next call would panic.
    if total == 0 {
        return None;
    }
    Some(match system.cgroup_limits() {
        Some(limits) if limits.total_memory < total => {
            let left = limits.total_memory.saturating_sub(limits.rss);
            Room { total: limits.total_memory, available: available.min(left) }
        }
        _ => Room { total, available },
    })
}

/// Returns the free bytes on the disk of `path`, which has to exist.
#[must_use]
pub fn free_space(path: &Path) -> Option<u64> {
    fs4::available_space(path).ok()
}

/// Returns when the system provides huge pages: `always`, `madvise` (on request, as for tables) or `never`.
#[must_use]
pub fn huge_pages() -> Option<String> {
    let modes = fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").ok()?;
    let (_, chosen) = modes.split_once('[')?;
    Some(chosen.split_once(']')?.0.to_owned())
}

/// Touches a table of `bytes` bytes, and returns how many of them are in huge pages.
///
/// # Errors
///
/// The memory cannot be allocated.
pub fn huge_pages_of_a_table(bytes: u64) -> io::Result<Option<u64>> {
    let table = TwoBig1::<()>::with_pages(Size::Bytes(bytes), TwoLevel::default(), Pages::Huge);
    let mut table = table.map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    let record = Record { bound: Bound::Exact, depth: 0, ..Record::default() };
    for bucket in 0..table.capacity() {
        table.store(Key(bucket), record);
    }
    let start = table.addresses().start as u64;
    let maps = fs::read_to_string("/proc/self/smaps").ok();
    Ok(maps.map(|maps| anonymous_huge_pages(&maps, start, start + bytes).min(bytes)))
}

/// Returns the huge pages of the mappings that overlap with these addresses, in bytes.
fn anonymous_huge_pages(maps: &str, start: u64, end: u64) -> u64 {
    let mut inside = false;
    let mut bytes = 0;
    for line in maps.lines() {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some((from, to)) = first.split_once('-') {
            let address = |text| u64::from_str_radix(text, 16).unwrap_or(0);
            inside = address(from) < end && address(to) > start;
        } else if inside && first == "AnonHugePages:" {
            let kibibytes = rest.trim().trim_end_matches("kB").trim().parse::<u64>();
            bytes += kibibytes.unwrap_or(0) << 10;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_known() {
        let is_sound = |room: Room| room.available > 1 << 20 && room.available <= room.total;
        assert!(!cfg!(target_os = "linux") || memory().is_some_and(is_sound));
        assert!(usable_cores() >= 1);
    }

    #[test]
    fn only_huge_pages_of_the_table_count() {
        let maps = "\
            1000-3000 rw-p 00000000 00:00 0 \nSize: 8 kB\nAnonHugePages:      2048 kB\nVmFlags: rd wr\n\
            3000-5000 rw-p 00000000 00:00 0 [heap]\nAnonHugePages:      4096 kB\n\
            7000-8000 r--p 00000000 00:00 0 /lib/x-y.so\nAnonHugePages:       512 kB\n";
        let of = |start, end| anonymous_huge_pages(maps, start, end) >> 10;
        assert_eq!(
            [of(0x1000, 0x3000), of(0x2000, 0x4000), of(0x5000, 0x7000), of(0x7800, 0x9000)],
            [2048, 6144, 0, 512]
        );
        assert_eq!(anonymous_huge_pages("", 0, u64::MAX), 0);
    }

    #[test]
    fn a_table_is_touched() {
        let bytes = 4 << 20;
        let huge = huge_pages_of_a_table(bytes).unwrap();
        assert!(!cfg!(target_os = "linux") || huge.is_some_and(|huge| huge <= bytes));
        assert_eq!(huge_pages_of_a_table(u64::MAX / 2).unwrap_err().kind(), io::ErrorKind::OutOfMemory);
    }
}
