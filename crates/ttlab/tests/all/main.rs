//! All tests of the program `ttlab`, in one program: they are linked once and run in parallel.

mod bad_input;
mod books;
mod browser;
mod chromium;
mod classes;
mod data;
mod draws;
mod fuzz;
mod games;
#[cfg(unix)]
mod hash_file;
mod lab;
mod matches;
mod messages;
mod openbench;
mod output;
mod play;
mod python;
mod reports;
mod safety;
mod shell;
#[cfg(target_os = "linux")]
mod signals;
mod sweeps;
mod table_file;
mod tutorial;
mod uci;
mod uci_protocol;
