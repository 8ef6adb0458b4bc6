//! The program `ttlab`: its commands, and everything about terminals and chess programs.
//!
//! A program with custom replacement schemes depends on this crate: it registers the schemes with
//! [`experiments::scheme_list::register`] and calls [`run`]. Everything else is in [`experiments`] and [`report`].

#![forbid(unsafe_code)]

mod analyse;
mod book;
mod broken_pipe;
mod chess_match;
mod chess_program;
mod commands;
mod doctor;
mod error;
mod forecast;
mod interrupt;
mod perft;
mod play;
mod progress;
mod solve;
mod speedup;
mod uci;

pub use commands::run;
