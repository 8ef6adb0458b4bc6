//! Private tables that are saved and loaded.

use std::io::{Read, Seek, Write};

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
        let header = self.header(contents, state)?;
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
        table.read_from(from, &header)?;
        Ok(table)
    }

    /// Replaces the content of the table by that of a file that [`save`](Self::save) has written from a table of the
    /// same type and size. No memory for a second table is needed: the file is read once to verify it, and then again.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use tt::{Bound, Contents, Key, Maintain, Record, Table, TwoBig1};
    ///
    /// let contents = Contents { text: "my game", keys: Key(0x9d39_247e_3377_6d41), version: 1 };
    /// let mut table = TwoBig1::<u16>::new("64K".parse()?)?;
    /// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, ..Record::default() };
    /// table.store(Key::mixed(1), record);
    /// let mut file = Cursor::new(Vec::new());
    /// table.save(contents, &mut file)?;
    /// table.clear();
    /// table.restore(contents, &mut file)?;
    /// assert_eq!(table.probe(Key::mixed(1)), Some(record));
    /// # Ok::<(), tt::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load), and if the table has another size. The table does not change then, unless the file
    /// changes while it is read: then the table is empty.
    pub fn restore(&mut self, contents: Contents<'_>, mut from: impl Read + Seek) -> Result<(), FileError> {
        let header = self.header(contents, FileState::default())?.verify(&mut from, self.words())?;
        self.clear();
        self.read_from(from, &header).inspect_err(|_| self.clear())
    }

    const BUCKET_WORDS: usize = Self::BUCKET_BYTES / size_of::<u64>();

    /// Returns the number of words of all buckets.
    fn words(&self) -> u64 {
        self.index.buckets() * Self::BUCKET_WORDS as u64
    }

    fn header(&self, contents: Contents<'_>, state: FileState) -> Result<Header, FileError> {
        Header::of::<L, I>(contents, NO_GUARD, W, self.index, state)
    }

    /// Reads the words of a file after its header into an empty table.
    fn read_from(&mut self, from: impl Read, header: &Header) -> Result<(), FileError> {
        let mut words = Reader::new(from, header, self.words());
        for number in 0..self.buckets.len() {
            let read = words.bucket(Self::BUCKET_WORDS)?;
            self.buckets[number] = L::Words::bucket_from_fn(|word| u64::from_le_bytes(read[word]));
            if !L::is_free(&self.read(number)[0]) {
                self.buckets.mark_written(number);
            }
        }
        words.finish()?;
        self.generation = header.state.generation as u8;
        self.dice = header.state.dice;
        Ok(())
    }
}
