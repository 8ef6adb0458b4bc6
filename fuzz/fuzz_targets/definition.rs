//! Checks that any bytes are read as definitions of experiments or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::definition(bytes));
