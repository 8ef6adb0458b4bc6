//! Private tables that are saved and loaded.

use std::io::{Read, Write};

use super::Buckets;
use crate::file_format::{FileState, Header, Reader, Writer};
use crate::{Contents, FileError, Index, Layout, Pages, Policy, Words};

/// The name of the guard of a private table, which has none.
const NO_GUARD: &str = "none";

impl<L: Layout, R: Policy<W>, const W: usize, I: Index> Buckets<L, R, W, I> {
    /// Writes the table to a file or a stream, from which [`load`](Self::load) reads it.
    ///
    /// ```
    /// use tt::policies::TwoLevel;
    /// use tt::{Bound, Contents, Key, Pages, Record, Table, TwoBig1};
    ///
    /// let contents = Contents { text: "my game", keys: Key(0x9d39_247e_3377_6d41), version: 1 };
    /// let mut table = TwoBig1::<u16>::new("64K".parse()?)?;
    /// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, ..Record::default() };
    /// table.store(Key::mixed(1), record);
    ///
    /// let mut file = Vec::new();
    /// table.save(contents, &mut file)?;
    /// let loaded = TwoBig1::<u16>::load(contents, TwoLevel::default(), Pages::Default, &file[..])?;
    /// assert_eq!(loaded.probe(Key::mixed(1)), Some(record));
    /// # Ok::<(), tt::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `to`, or an error if the description of the contents is invalid.
    pub fn save(&self, contents: Contents<'_>, to: impl Write) -> Result<(), FileError> {
        let state = FileState { generation: self.generation.into(), dice: self.dice, tally: 0 };
        let header = Header::of::<L, I>(contents, NO_GUARD, W, self.index, state)?;
        let mut writer = Writer::new(to, &header)?;
        for bucket in self.buckets.iter() {
            L::Words::words_of(bucket).iter().try_for_each(|&word| writer.word(word))?;
        }
        writer.finish()?;
        Ok(())
    }

    /// Reads a table that [`save`](Self::save) has written.
    ///
    /// # Errors
    ///
    /// Returns the error of `from`; or an error if the table is of another type or has other contents, if a part is
    /// missing or damaged, or if memory allocation fails.
    pub fn load(contents: Contents<'_>, policy: R, pages: Pages, mut from: impl Read) -> Result<Self, FileError> {
        let index = |size| Self::index_for(size, I::at_most);
        let (header, index) = Header::expect::<L, I>(contents, NO_GUARD, W, index, &mut from)?;
        let mut table = Self::with_index(index, policy, pages)?;
        let of_bucket = Self::BUCKET_BYTES / size_of::<u64>();
        let mut words = Reader::new(from, &header, index.buckets() * of_bucket as u64);
        for number in 0..table.buckets.len() {
            let read = words.bucket(of_bucket)?;
            table.buckets[number] = L::Words::bucket_from_fn(|word| u64::from_le_bytes(read[word]));
            if !L::is_free(&table.read(number)[0]) {
                table.buckets.mark_written(number);
            }
        }
        words.finish()?;
        table.generation = header.state.generation as u8;
        table.dice = header.state.dice;
        Ok(table)
    }
}
