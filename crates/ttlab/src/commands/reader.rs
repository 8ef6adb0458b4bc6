//! Ends a command when the program that reads its output has ended.

use std::process;
use std::thread::Builder;

use crate::reader::wait_until_gone;

/// Ends the process with success as soon as nobody reads standard output any more.
pub(super) fn end_with_it() {
    let watch = || {
        if wait_until_gone() {
            process::exit(0);
        }
    };
    // A command is no worse without the thread.
    let _ = Builder::new().name("reader".to_owned()).spawn(watch);
}
