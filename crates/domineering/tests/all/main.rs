//! All tests of the public interface, in one program: separate test programs would each compile the searches.

mod best;
mod conformance;
mod oracle;
mod play;
mod rules;
mod sums;
