//! Checks that any bytes are read as traces of requests or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::request_trace(bytes));
