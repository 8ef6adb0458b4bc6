//! All tests of the public interface, in one program: each test program would compile the searches anew.

mod best;
mod conformance;
mod oracle;
mod play;
