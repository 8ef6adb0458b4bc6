//! All tests of the public interface, in one program: each test program would compile the searches anew.

mod conformance;
mod contracts;
mod counters;
mod equivalence;
mod hints;
mod moreland;
mod options;
