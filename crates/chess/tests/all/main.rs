//! All tests of the public interface.

mod draws;
mod oracles;
mod perft;
mod readers;
