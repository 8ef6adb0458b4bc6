//! The program `ttlab`: its commands, and what only a person or another program at its other end needs.
//!
//! A program that registers replacement schemes of its own, see [`experiments::schemes::register`], depends on this
//! crate and calls [`run`]; everything else is in [`experiments`] and [`report`].

#![forbid(unsafe_code)]

mod analyse;
mod commands;
mod connect_four;
mod doctor;
mod perft;
mod play;
mod progress;
mod reader;
mod solve;
mod uci;

pub use commands::run;
