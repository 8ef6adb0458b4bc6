//! The file of the samples: games in the order of their seeds, so that a run that was interrupted continues.
//!
//! A game is its seed and its number of samples, of four bytes each, and the samples. All numbers are little-endian.

use std::io::{self, ErrorKind, Read, Write};

use crate::TrainingSample;

/// Writes a game.
///
/// # Errors
///
/// Returns the error of the writer.
pub fn write_game(mut to: impl Write, seed: u32, samples: &[TrainingSample]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(8 + samples.len() * TrainingSample::BYTES);
    bytes.extend_from_slice(&seed.to_le_bytes());
    bytes.extend_from_slice(&(samples.len() as u32).to_le_bytes());
    bytes.extend(samples.iter().flat_map(|sample| sample.to_bytes()));
    to.write_all(&bytes)
}

/// Reads the next game; `None` at the end, and if the last game is incomplete.
///
/// # Errors
///
/// Returns the error of the reader, or `InvalidData` if the bytes are not those of samples.
pub fn read_game(mut from: impl Read) -> io::Result<Option<(u32, Vec<TrainingSample>)>> {
    let mut header = [0; 8];
    if !fill(&mut from, &mut header)? {
        return Ok(None);
    }
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let (seed, length) = (number(&header[..4]), number(&header[4..]));
    let mut samples = Vec::new();
    for _ in 0..length {
        let mut bytes = [0; TrainingSample::BYTES];
        if !fill(&mut from, &mut bytes)? {
            return Ok(None);
        }
        samples.push(TrainingSample::from_bytes(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?);
    }
    Ok(Some((seed, samples)))
}

/// Fills the buffer. Returns false if the reader ends before.
fn fill(mut from: impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, play};

    #[test]
    fn games_are_read_until_an_incomplete_one() {
        let recipe = Recipe { nodes: 100, random: 8 };
        let games: Vec<_> = (5..8).map(|seed| (seed, play(seed.into(), &recipe))).collect();
        let mut bytes = Vec::new();
        for (seed, samples) in &games {
            write_game(&mut bytes, *seed, samples).unwrap();
        }
        for (cut, whole) in [(0, 3), (1, 2), (40, 2)] {
            let mut left = &bytes[..bytes.len() - cut];
            for game in &games[..whole] {
                assert_eq!(read_game(&mut left).unwrap().as_ref(), Some(game));
            }
            assert_eq!(read_game(&mut left).unwrap(), None);
        }
        bytes[8..40].fill(0xff);
        assert_eq!(read_game(&*bytes).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
