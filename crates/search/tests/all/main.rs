//! All tests of the public interface, in one program: separate test programs would each compile the searches.

mod conformance;
mod contracts;
mod counters;
mod cutoffs;
mod equivalence;
mod hints;
mod history;
mod moreland;
mod options;
