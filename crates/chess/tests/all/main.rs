//! All tests of the public interface, in one program: each test program would compile the searches anew.

mod alibaba;
mod components;
mod conformance;
mod draws;
mod evaluation;
mod options;
mod oracles;
mod perft;
mod readers;
mod readings;
