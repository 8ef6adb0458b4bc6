//! A shared table in a file, which outlives the process: saved and loaded, or used in place.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Shared, words_of};
use crate::file_format::{CHECKSUM, FileState, HEADER, Header, Reader, STATE, Writer};
use crate::guard::Atom;
use crate::interface::out_of_memory;
use crate::memory::{Memory, allocate_file, file_too_large, too_large};
use crate::{Contents, FileError, Guard, Index, Layout, Pages, Policy, Size};

/// The most bytes that the buckets of a file can have: the file fits into the address space.
const LARGEST: u64 = isize::MAX as u64 - (HEADER + CHECKSUM) as u64;

/// The file of a table that is used in place. It is locked while it is open.
pub(super) struct Home {
    file: File,
    header: Memory<AtomicU64>,
}

impl Home {
    /// Opens the file of a table with this header and this number of bytes: see [`Shared::in_file`].
    fn open(file: File, header: &Header, bytes: u64) -> Result<Self, FileError> {
        let prepared = prepare(&file, header, bytes);
        let header = prepared.and_then(|()| Ok(Memory::of_file(&file, 0, HEADER / size_of::<u64>())?));
        match header {
            Ok(header) => Ok(Self { file, header }),
            Err(error) => {
                unlock(&file);
                Err(error)
            }
        }
    }

    /// Adds the checksum, which `sum` returns, after this number of words. It is compiled once for all types of tables.
    fn close(&self, words: u64, sum: &mut dyn FnMut(&Header) -> io::Result<[u8; CHECKSUM]>) -> Result<(), FileError> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        if let Some(header) = Header::read(file)? {
            let sum = sum(&header)?;
            file.seek(SeekFrom::Start(HEADER as u64 + words * 8))?;
            file.write_all(&sum)?;
        }
        Ok(())
    }

    fn state(&self) -> FileState {
        let word = |number: usize| self.header[STATE + number].get();
        FileState { generation: word(1), dice: word(2), tally: word(3) }
    }

    pub(super) fn generation_and_dice(&self) -> (u8, u64) {
        let FileState { generation, dice, .. } = self.state();
        (generation as u8, dice)
    }

    pub(super) fn set_generation(&self, generation: u8) {
        self.header[STATE + 1].set(generation.into());
    }

    fn set_dice(&self, dice: u64) {
        self.header[STATE + 2].set(dice);
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard> Shared<L, R, W, I, G> {
    /// Writes the table to a file or a stream, from which [`load`](Self::load) reads it. Records that threads change
    /// during the call may be missing. With the guard [`Checksum`](crate::Checksum), so may others of the same bucket.
    ///
    /// ```
    /// use tt::layouts::Thesis;
    /// use tt::policies::{Big, TwoLevel};
    /// use tt::{Bound, Contents, Key, Pages, Record, Shared};
    ///
    /// type Table = Shared<Thesis<u16>, TwoLevel<Big>, 2>;
    /// let contents = Contents { text: "my game", keys: Key(0x9d39_247e_3377_6d41), version: 1 };
    /// let table = Table::new("64K".parse()?)?;
    /// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, ..Record::default() };
    /// table.put(Key::mixed(1), &record);
    ///
    /// let mut file = Vec::new();
    /// table.save(contents, &mut file)?;
    /// let loaded = Table::load(contents, TwoLevel::default(), Pages::Default, &file[..])?;
    /// assert_eq!(loaded.get(Key::mixed(1)), Some(record));
    ///
    /// let other = Contents { version: 2, ..contents };
    /// let error = Table::load(other, TwoLevel::default(), Pages::Default, &file[..]).err().expect("another version");
    /// assert!(error.to_string().starts_with("written by another version of the program"));
    /// # Ok::<(), tt::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `to`, or an error if the description of the contents is invalid.
    pub fn save(&self, contents: Contents<'_>, to: impl Write) -> Result<(), FileError> {
        self.write(&self.header(contents, self.index)?, to)?;
        Ok(())
    }

    /// Reads a table that [`save`](Self::save) has written, or the file of a table that was [closed](Self::in_file).
    ///
    /// # Errors
    ///
    /// Returns the error of `from`; or an error if the table is of another type or has other contents, if a part is
    /// missing or damaged, or if memory allocation fails.
    pub fn load(contents: Contents<'_>, policy: R, pages: Pages, mut from: impl Read) -> Result<Self, FileError> {
        let index = |size| Self::index_for(size, I::at_most);
        let (header, index) = Header::expect::<L, I>(contents, G::NAME, W, index, &mut from)?;
        let table = Self::unwritten(index, policy, pages)?;
        table.read_from(from, &header)?;
        Ok(table)
    }

    /// Replaces the content of the table by that of a file that [`save`](Self::save) has written from a table of the
    /// same type and size, like [`Buckets::restore`](crate::Buckets::restore). Records that another thread stores
    /// meanwhile are lost. A table that is [in a file](Self::in_file) stays in it, and if the process is killed
    /// meanwhile, that file has old and new records.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load), and if the table has another size. The table does not change then, unless the file
    /// changes while it is read: then the table is empty.
    pub fn restore(&self, contents: Contents<'_>, mut from: impl Read + Seek) -> Result<(), FileError> {
        let header = self.header(contents, self.index)?.verify(&mut from, self.words())?;
        self.read_from(from, &header).inspect_err(|_| self.clear())
    }

    /// Reads the words of a file after its header.
    fn read_from(&self, from: impl Read, header: &Header) -> Result<(), FileError> {
        let mut words = Reader::new(from, header, self.words());
        let of_bucket = size_of::<G::Bucket<L::Words, W>>() / size_of::<u64>();
        for bucket in self.buckets.iter() {
            let read = words.bucket(of_bucket)?.iter().map(|&bytes| u64::from_le_bytes(bytes));
            for (word, read) in words_of::<L, W, G>(bucket).zip(read) {
                word.set(read);
            }
        }
        words.finish()?;
        let generation = header.state.generation as u8;
        self.generation.store(generation, Ordering::Relaxed);
        if let Some(home) = &self.home {
            home.set_generation(generation);
        }
        self.dice.store(header.state.dice, Ordering::Relaxed);
        Ok(())
    }

    /// Uses a file as the memory of a table, which is created if the file is empty. The file must be open for reading
    /// and writing. What is stored in the table is in the file if the program is killed, and the next program that
    /// opens the file finds it. If the whole system fails, some of it may be lost; if it fails soon after the file was
    /// opened or closed, the file may be damaged, which the next program reports. The guard of a table recognises
    /// records that were not written as a whole.
    ///
    /// When the table is dropped, a checksum is added, which is verified when the file is opened again. The file is
    /// locked meanwhile. No program may shorten it: the operating system would end this program.
    ///
    /// The space of the whole file is allocated on the device, so that a full device is an error here and not the end
    /// of the program later. On systems other than Linux, this is only so for a new file, not for a sparse copy.
    ///
    /// ```no_run
    /// use std::fs::File;
    /// use std::sync::atomic::Ordering;
    /// use tt::layouts::Thesis;
    /// use tt::policies::{Big, TwoLevel};
    /// use tt::{Contents, Key, Shared};
    ///
    /// let contents = Contents { text: "my game", keys: Key(0x9d39_247e_3377_6d41), version: 1 };
    /// let file = File::options().read(true).write(true).create(true).truncate(false).open("my.tt")?;
    /// type Table = Shared<Thesis<u16>, TwoLevel<Big>, 2>;
    /// let table = Table::in_file(file, contents, "64K".parse()?, TwoLevel::default())?;
    /// let nodes = table.tally().expect("it has a file").load(Ordering::Relaxed);
    /// println!("{} positions of earlier searches, which visited {nodes} nodes", table.fill());
    /// # Ok::<(), tt::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, written or mapped to memory, such as on a big-endian machine; if
    /// another program uses it; or if it contains anything other than a table of this type, size and contents, or is
    /// damaged. A file that is refused is not changed. If the table cannot be created, the file is empty.
    pub fn in_file(file: File, contents: Contents<'_>, size: Size, policy: R) -> Result<Self, FileError> {
        Self::in_file_with_index(file, contents, Self::index_for(size, I::at_most)?, policy)
    }

    /// Returns a number that is kept in the [file](Self::in_file) of the table, for the program to use, such as the
    /// nodes that were visited to fill it. It is 0 at first. `None` if the table is in memory.
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        self.home.as_ref().map(|home| &home.header[STATE + 3])
    }

    /// As [`in_file`](Self::in_file), for a table with an index that has parameters.
    ///
    /// # Errors
    ///
    /// As for [`in_file`](Self::in_file).
    pub fn in_file_with_index(file: File, contents: Contents<'_>, index: I, policy: R) -> Result<Self, FileError> {
        if cfg!(target_endian = "big") {
            return Err(io::Error::from(ErrorKind::Unsupported).into());
        }
        let new = Header::of::<L, I>(contents, G::NAME, W, index, FileState::default())?;
        let of_bucket = size_of::<G::Bucket<L::Words, W>>();
        let bytes = index.buckets().checked_mul(of_bucket as u64).filter(|&bytes| bytes <= LARGEST);
        let bytes = bytes.ok_or_else(|| out_of_memory(index, W, of_bucket, too_large()))?;
        let home = Home::open(file, &new, bytes)?;
        let buckets = usize::try_from(index.buckets()).map_err(|_| file_too_large())?;
        let buckets = Memory::of_file(&home.file, HEADER as u64, buckets)?;
        Ok(Self::of_buckets(buckets, index, policy, Some(home)))
    }
}

impl<L: Layout, R, const W: usize, I, G: Guard> Shared<L, R, W, I, G> {
    fn header(&self, contents: Contents<'_>, index: impl Index) -> Result<Header, FileError> {
        let tally = self.home.as_ref().map_or(0, |home| home.state().tally);
        let generation = self.generation.load(Ordering::Relaxed).into();
        let state = FileState { generation, dice: self.dice.load(Ordering::Relaxed), tally };
        Header::of::<L, _>(contents, G::NAME, W, index, state)
    }

    /// Returns the number of words of all buckets.
    fn words(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64 / 8
    }

    /// Writes a file, and returns its checksum.
    fn write(&self, header: &Header, to: impl Write) -> io::Result<[u8; CHECKSUM]> {
        let mut writer = Writer::new(to, header)?;
        for bucket in self.buckets.iter() {
            for word in words_of::<L, W, G>(bucket) {
                writer.word(word.get())?;
            }
        }
        writer.finish()
    }
}

impl<L: Layout, R, const W: usize, I, G: Guard> Drop for Shared<L, R, W, I, G> {
    fn drop(&mut self) {
        if let Some(home) = &self.home {
            home.set_generation(self.generation.load(Ordering::Relaxed));
            home.set_dice(self.dice.load(Ordering::Relaxed));
            // Without a checksum, the file is like that of a program that was killed.
            let _ = home.close(self.words(), &mut |header| self.write(header, io::sink()));
            unlock(&home.file);
        }
    }
}

/// Locks a file, and prepares it for a table with this header and this number of bytes: creates the table, or verifies
/// the present one.
fn prepare(mut file: &File, new: &Header, bytes: u64) -> Result<(), FileError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(FileError::InUse),
        // Without locks, two programs are not noticed. They can share a table.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(error.into()),
        _ => {}
    }
    let full = HEADER as u64 + bytes;
    let closed = full + CHECKSUM as u64;
    file.seek(SeekFrom::Start(0))?;
    let Some(header) = Header::read(file)? else { return create(file, new, bytes) };
    header.check(new)?;
    if !header.is_complete {
        return create(file, new, bytes);
    }
    let found = file.metadata()?.len();
    match found.checked_sub(full) {
        Some(0) => {}
        Some(more) if more == CHECKSUM as u64 => {
            let mut words = Reader::new(file, &header, bytes / 8);
            words.skip()?;
            words.finish()?;
        }
        Some(_) if found > closed => return Err(FileError::TooLong { found, expected: closed }),
        Some(_) => return Err(FileError::Truncated { found, expected: closed }),
        None => return Err(FileError::Truncated { found, expected: full }),
    }
    // A copy of a file can have holes.
    allocate_file(file, full)?;
    // From now on, the table changes.
    file.set_len(full)?;
    Ok(())
}

/// Unlocks a file. Closing it does so too late if another thread starts a process, which has the file for a while.
fn unlock(file: &File) {
    // Where files cannot be locked, there is nothing to unlock.
    let _ = file.unlock();
}

/// Creates the file of an empty table. If the program is killed meanwhile, the next one does this again. After an
/// error, the file is empty: a part of a table is of no use, and takes space.
fn create(file: &File, header: &Header, bytes: u64) -> Result<(), FileError> {
    write_empty(file, header, bytes).inspect_err(|_| {
        let _ = file.set_len(0);
    })?;
    Ok(())
}

fn write_empty(mut file: &File, header: &Header, bytes: u64) -> io::Result<()> {
    // What another program has left.
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.bytes(false))?;
    let full = HEADER as u64 + bytes;
    if !allocate_file(file, full)? {
        // Bytes that are not written take no space until the table uses them, and then there may be none left.
        io::copy(&mut io::repeat(0).take(bytes), &mut io::BufWriter::with_capacity(1 << 20, file))?;
    }
    file.set_len(full)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.bytes(true))
}
