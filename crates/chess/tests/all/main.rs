//! All tests of the public interface.

mod draws;
mod messages;
mod oracles;
mod perft;
mod readers;
