//! The native module of the Python package `ttlab`, which `ttlab/_native.pyi` describes.
//!
//! It converts arguments and results, and calls what the commands of the program `ttlab` call.

#![forbid(unsafe_code)]
#![expect(clippy::needless_pass_by_value, reason = "what comes from Python is converted to values")]

mod call;
mod chess;
mod connect_four;
mod domineering;
mod experiments;
mod recording;
mod rows;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::chess::{Analysis, Depth, Position, analyse};
    #[pymodule_export]
    use crate::connect_four::{ConnectFourSolution, ConnectFourSolver, Solution, solve_connect_four};
    #[pymodule_export]
    use crate::domineering::{DomineeringSolution, solve_domineering};
    #[pymodule_export]
    use crate::experiments::{experiments, read_rows, run_cell, run_experiment};
    #[pymodule_export]
    use crate::recording::Recording;
    #[pymodule_export]
    use crate::rows::{Comparison, NativeRows};
    #[pymodule_export]
    use crate::table::{Record, Table, mixed_key, schemes};
}
