//! Ends a command when the program that reads its output has exited.

use std::process;
use std::thread::Builder;

use crate::broken_pipe::wait_until_gone;

/// Exits with success as soon as standard output is closed.
pub(super) fn end_with_reader() {
    let watch = || {
        if wait_until_gone() {
            process::exit(0);
        }
    };
    // Without the thread, a closed output is noticed when the next line is written.
    let _ = Builder::new().name("reader".to_owned()).spawn(watch);
}
