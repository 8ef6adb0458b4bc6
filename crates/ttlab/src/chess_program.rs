//! What is printed about a chess program.

use engine::Techniques;
use programs::chess::Program;
use programs::chess::versus::SideProgram;
use schemars::JsonSchema;
use serde::Serialize;

/// A chess program, with how it searches.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChessProgram {
    /// The program: `best` or `historic`.
    #[schemars(extend("enum" = ["best", "historic"]))]
    program: &'static str,
    /// Techniques of the best program that are switched off, separated by commas. null for the historic one.
    without: Option<String>,
    /// Techniques that are used in addition, separated by commas. null for the historic program.
    with: Option<String>,
    /// Options of the search of the historic program, joined by `+`; `plain` without options. null for the best one.
    search: Option<String>,
}

impl From<SideProgram> for ChessProgram {
    fn from(program: SideProgram) -> Self {
        match program {
            SideProgram::Engine(techniques) => Self {
                program: Program::Best.name(),
                without: Some((Techniques::STANDARD - techniques).to_string()),
                with: Some((techniques - Techniques::STANDARD).to_string()),
                search: None,
            },
            SideProgram::Alibaba(search) => {
                Self { program: Program::Historic.name(), without: None, with: None, search: Some(search.to_string()) }
            }
        }
    }
}
