//! A picture, and the files that it is written to.

use std::path::{Path, PathBuf};

use anyhow::Result;
use experiments::files;

/// What a user may do about a directory that cannot be written to.
pub(crate) const OTHER_DIRECTORY: &str = "choose another directory";

/// A picture and its file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file without `.svg`.
    pub stem: String,
    /// The text of the file.
    pub svg: String,
    /// What it shows, in words.
    pub caption: String,
}

impl Picture {
    /// Writes the picture into `dir` as SVG, and if asked also as PNG. Returns the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or the program was built [without PNG](Self::png).
    pub fn write_files(&self, dir: &Path, with_png: bool) -> Result<Vec<PathBuf>> {
        files::make_directory(dir, OTHER_DIRECTORY)?;
        let file = |ending| dir.join(format!("{}.{ending}", self.stem));
        let mut written = vec![files::write(&file("svg"), self.svg.as_bytes(), OTHER_DIRECTORY)?];
        if with_png {
            written.push(files::write(&file("png"), &self.png()?, OTHER_DIRECTORY)?);
        }
        Ok(written)
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The program was built without the feature `png`, or the picture cannot be drawn.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>> {
        super::png::render(&self.svg)
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The program was built without the feature `png`, or the picture cannot be drawn.
    #[cfg(not(feature = "png"))]
    pub fn png(&self) -> Result<Vec<u8>> {
        anyhow::bail!(experiments::help::with_help(
            format_args!("cannot write {}.png: this program was built without PNG", self.stem),
            "run `cargo run --release -p ttlab --features png -- report --pictures DIR --png`",
        ))
    }
}
