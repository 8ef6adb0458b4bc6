//! What the page calls: a question and its answer pass through one buffer in the memory of the module.
//!
//! The page asks for room for its question ([`room`]), writes the question there, calls [`answer`], and reads the
//! answer at [`start`]. It makes one call at a time, because each worker of the page has a module of its own.

use std::sync::{Mutex, PoisonError};

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for a question of `len` bytes of UTF-8, and returns its address.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn room(len: usize) -> *mut u8 {
    let mut buffer = BUFFER.lock().unwrap_or_else(PoisonError::into_inner);
    buffer.clear();
    buffer.resize(len, 0);
    buffer.as_mut_ptr()
}

/// Answers the question, and returns the length of the answer in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let mut buffer = BUFFER.lock().unwrap_or_else(PoisonError::into_inner);
    *buffer = crate::answer(&String::from_utf8_lossy(&buffer)).into_bytes();
    buffer.len()
}

/// Returns the address of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn start() -> *const u8 {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}
