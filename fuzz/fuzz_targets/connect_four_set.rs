//! Checks that any bytes are read as test sets of Connect Four or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::connect_four_set(bytes));
