//! Checks that any bytes are read as table files or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz::table_file(bytes));
