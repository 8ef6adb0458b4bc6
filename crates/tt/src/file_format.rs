//! Tables in files: what a file contains, and how damaged files and files of other tables are detected.
//!
//! A file consists of a header of [`HEADER`] bytes, the words of all buckets, and 8 bytes of a checksum, which are
//! missing while a program uses the file as its table. Numbers are little-endian.
//!
//! ```text
//! header       0..4024  lines of text: what the table is; zeros follow
//!           4024..4032  checksum of the text
//!           4032..4040  `complete` when all buckets exist, before that `creating`
//!           4040..4048  generation
//!           4048..4056  the state of the generator that selects slots at random
//!           4056..4064  the tally; zeros follow
//! ```

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;
use zobrist::Key;

use crate::{FileError, Index, Layout, Size, TableError, Words};

/// The size of the header in bytes: a page of memory.
pub(crate) const HEADER: usize = 4096;
/// The size of the text of the header in bytes.
const TEXT: usize = 4024;
/// The number of the first word of the header that changes.
pub(crate) const STATE: usize = 4032 / 8;
/// The size of the checksum in bytes.
pub(crate) const CHECKSUM: usize = 8;
/// The longest description in bytes.
pub(crate) const LONGEST: usize = 1000;

/// The words that say whether all buckets exist.
const CREATING: u64 = u64::from_le_bytes(*b"creating");
const COMPLETE: u64 = u64::from_le_bytes(*b"complete");

const MAGIC: &str = "transposition table, version ";
pub(crate) const VERSION: &str = "2";

/// What the positions and records in a file mean. A file of other contents is refused.
///
/// ```
/// use tt::{Contents, FileError, Key, Pages, TwoBig1};
///
/// let start = Key(0x9d39_247e_3377_6d41);
/// let contents = Contents { text: "chess, evaluation 3, contempt 0", keys: start, version: 12 };
/// let mut file = Vec::new();
/// TwoBig1::<u16>::new("1K".parse()?)?.save(contents, &mut file)?;
/// let other = Contents { text: "chess, evaluation 4, contempt 0", ..contents };
/// let refused = TwoBig1::<u16>::load(other, Default::default(), Pages::Default, &file[..]);
/// assert!(matches!(refused, Err(FileError::Other { .. })));
/// # Ok::<(), FileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents<'c> {
    /// One line of at most 1,000 bytes that contains all that a user chooses and that changes the meaning of a record,
    /// such as the game and the options of the search.
    pub text: &'c str,
    /// A number that depends on the keys, such as the key of a position: programs with other keys have another number.
    pub keys: Key,
    /// A number that changes if the program does: a number that the author increments, or a digest of the results of
    /// small searches. Otherwise a search could trust the records of a version that had a bug.
    pub version: u64,
}

/// The numbers of a table that are not in its buckets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileState {
    pub(crate) generation: u64,
    pub(crate) dice: u64,
    pub(crate) tally: u64,
}

impl FileState {
    fn words(self) -> [u64; 3] {
        [self.generation, self.dice, self.tally]
    }
}

/// The header of a file.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    text: String,
    /// Whether all buckets exist.
    pub(crate) is_complete: bool,
    pub(crate) state: FileState,
}

impl Header {
    /// Returns the header of a table.
    ///
    /// # Errors
    ///
    /// Returns an error if the description of the contents is invalid.
    pub(crate) fn of<L: Layout, I: Index>(
        contents: Contents<'_>,
        guard: &str,
        width: usize,
        index: I,
        state: FileState,
    ) -> Result<Self, FileError> {
        let Contents { text: description, keys, version } = contents;
        if description.len() > LONGEST || description.contains(['\n', '\0']) {
            return Err(FileError::Contents);
        }
        let text = format!(
            "{MAGIC}{VERSION}\n\
             contents: {description}\n\
             keys: {:016x}\n\
             version: {version:016x}\n\
             positions: {}\n\
             width: {width}\n\
             words of a position: {}\n\
             guard: {guard}\n\
             layout: {:08x}\n\
             index: {:08x}\n",
            keys.0,
            index.buckets().saturating_mul(width as u64),
            L::Words::LEN,
            layout_fingerprint::<L>(),
            index_fingerprint(index),
        );
        Ok(Self { text, is_complete: true, state })
    }

    /// Reads the header of a table of this type, and returns it with the index of the table, which `index` returns
    /// for a size.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not the header of such a table.
    pub(crate) fn expect<L: Layout, I: Index>(
        contents: Contents<'_>,
        guard: &str,
        width: usize,
        index: impl FnOnce(Size) -> Result<I, TableError>,
        from: impl Read,
    ) -> Result<(Self, I), FileError> {
        let header = Self::read(from)?.ok_or(FileError::Foreign)?;
        let index = index(Size::Positions(header.positions()?))?;
        header.check(&Self::of::<L, I>(contents, guard, width, index, FileState::default())?)?;
        Ok((header, index))
    }

    /// Reads a header. `None` if there are no bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not the header of a table of this version.
    pub(crate) fn read(mut from: impl Read) -> Result<Option<Self>, FileError> {
        let mut bytes = Vec::with_capacity(HEADER);
        from.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let line = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(FileError::Foreign)?;
        let version = line.split(|&byte| byte == b'\n').next().unwrap_or(line);
        if version != VERSION.as_bytes() {
            // An endless line would be no version, and neither are bytes that were damaged.
            let is_version = version.len() <= 20 && version.iter().all(u8::is_ascii_graphic);
            let found = String::from_utf8_lossy(version).into_owned();
            return Err(if is_version { FileError::Format { found } } else { FileError::Damaged });
        }
        if bytes.len() < HEADER {
            return Err(FileError::Truncated { found: bytes.len() as u64, expected: HEADER as u64 });
        }
        let word = |number: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[number * 8 + byte]));
        if word(TEXT / 8) != u64::from(crc32fast::hash(&bytes[..TEXT])) {
            return Err(FileError::Damaged);
        }
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(TEXT);
        let text = String::from_utf8(bytes[..end].to_vec()).map_err(|_| FileError::Damaged)?;
        let state = FileState { generation: word(STATE + 1), dice: word(STATE + 2), tally: word(STATE + 3) };
        let is_known = matches!(word(STATE), CREATING | COMPLETE);
        if !is_known || (STATE + 4..HEADER / 8).any(|number| word(number) != 0) {
            return Err(FileError::Damaged);
        }
        Ok(Some(Self { text, is_complete: word(STATE) == COMPLETE, state }))
    }

    /// Returns the bytes of the header of a file that is complete, or whose buckets are not yet written.
    pub(crate) fn bytes(&self, is_complete: bool) -> Vec<u8> {
        let mut bytes = self.text.clone().into_bytes();
        bytes.resize(TEXT, 0);
        let words = [u64::from(crc32fast::hash(&bytes)), if is_complete { COMPLETE } else { CREATING }];
        bytes.extend(words.into_iter().chain(self.state.words()).flat_map(u64::to_le_bytes));
        bytes.resize(HEADER, 0);
        bytes
    }

    /// Checks that the header describes the same table as `expected`.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first difference.
    pub(crate) fn check(&self, expected: &Self) -> Result<(), FileError> {
        let differs = self.text.lines().zip(expected.text.lines()).find(|(found, expected)| found != expected);
        match differs.map(|(found, expected)| (found.split_once(": "), expected.split_once(": "))) {
            None if self.text == expected.text => Ok(()),
            Some((Some((what, found)), Some((_, expected)))) => {
                let [what, found, expected] = [what, found, expected].map(str::to_owned);
                let is_version = what == "version";
                Err(if is_version {
                    FileError::Version { found, expected }
                } else {
                    FileError::Other { what, found, expected }
                })
            }
            _ => Err(FileError::Damaged),
        }
    }

    /// Verifies a whole file from its start: that its header is this one, and that the checksum after so many words is
    /// right. Returns its header, and leaves the file at its first word.
    ///
    /// # Errors
    ///
    /// Returns an error if it is another file, or if it cannot be read.
    pub(crate) fn verify(&self, mut from: impl Read + Seek, words: u64) -> Result<Self, FileError> {
        from.seek(SeekFrom::Start(0))?;
        let found = Self::read(&mut from)?.ok_or(FileError::Foreign)?;
        found.check(self)?;
        let mut reader = Reader::new(&mut from, &found, words);
        reader.skip()?;
        reader.finish()?;
        from.seek(SeekFrom::Start(HEADER as u64))?;
        Ok(found)
    }

    /// Returns the number of positions that the table has room for.
    ///
    /// # Errors
    ///
    /// Returns an error if the header does not say it.
    fn positions(&self) -> Result<u64, FileError> {
        let number = self.text.lines().find_map(|line| line.strip_prefix("positions: "));
        number.and_then(|number| number.parse().ok()).ok_or(FileError::Damaged)
    }
}

/// Returns whether something starts like the file of a table, of any type and version.
///
/// ```
/// use tt::{Contents, Key, TwoBig1};
///
/// let contents = Contents { text: "my game", keys: Key(1), version: 1 };
/// let mut file = Vec::new();
/// TwoBig1::<u16>::new("1K".parse()?)?.save(contents, &mut file)?;
/// assert!(tt::is_table_file(&file[..])? && !tt::is_table_file(&b"my notes"[..])?);
/// # Ok::<(), tt::FileError>(())
/// ```
///
/// # Errors
///
/// Returns the error of `from`.
pub fn is_table_file(from: impl Read) -> io::Result<bool> {
    let mut start = Vec::new();
    from.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC.as_bytes())
}

/// Returns a number that changes if the layout does.
fn layout_fingerprint<L: Layout>() -> u32 {
    let words = |number: u64| L::Words::from_fn(|word| Key::mixed(number << 8 | word as u64).0);
    let mut hasher = Hasher::new();
    let mut add = |number: u64| hasher.update(&number.to_le_bytes());
    add(L::KEY_BITS.into());
    for number in 0..64 {
        let slot = words(number);
        if L::is_free(&slot) {
            continue;
        }
        let worth = L::worth(&slot, 100);
        let numbers = [L::check(&slot), worth.depth.into(), worth.nodes.into(), worth.age.into()];
        numbers.into_iter().chain([u64::from(worth.bound.number())]).for_each(&mut add);
        let merged = L::with_payload(slot, &slot, &words(number + 64));
        (0..L::Words::LEN).for_each(|word| add(merged.word(word)));
    }
    hasher.finalize()
}

/// Returns a number that changes if the index does.
fn index_fingerprint(index: impl Index) -> u32 {
    let mut hasher = Hasher::new();
    for number in 0..64 {
        let (bucket, check) = index.locate(Key::mixed(number));
        hasher.update(&bucket.to_le_bytes());
        hasher.update(&check.to_le_bytes());
    }
    hasher.finalize()
}

/// The words between two accesses to a file.
const CHUNK: usize = 1 << 13;
/// The bytes of a word.
type Bytes = [u8; 8];

/// Writes the words of a table, and computes their checksum.
pub(crate) struct Writer<T> {
    to: T,
    buffer: Box<[Bytes; CHUNK]>,
    /// The words in the buffer.
    used: usize,
    hasher: Hasher,
}

impl<T: Write> Writer<T> {
    /// Starts with the header, which is not part of the checksum, except for its state.
    ///
    /// # Errors
    ///
    /// Returns the error of `to`.
    pub(crate) fn new(mut to: T, header: &Header) -> io::Result<Self> {
        to.write_all(&header.bytes(true))?;
        Ok(Self { to, buffer: Box::new([Bytes::default(); CHUNK]), used: 0, hasher: hasher_of(header.state) })
    }

    /// Writes a word.
    ///
    /// # Errors
    ///
    /// Returns the error of `to`.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) -> io::Result<()> {
        self.buffer[self.used] = word.to_le_bytes();
        self.used += 1;
        if self.used == CHUNK { self.flush() } else { Ok(()) }
    }

    #[cold]
    fn flush(&mut self) -> io::Result<()> {
        let bytes = self.buffer[..self.used].as_flattened();
        self.hasher.update(bytes);
        self.to.write_all(bytes)?;
        self.used = 0;
        Ok(())
    }

    /// Ends with the checksum, and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of `to`.
    pub(crate) fn finish(mut self) -> io::Result<[u8; CHECKSUM]> {
        self.flush()?;
        let sum = checksum_bytes(self.hasher);
        self.to.write_all(&sum)?;
        self.to.flush()?;
        Ok(sum)
    }
}

/// Reads the words of a table, and verifies their checksum.
pub(crate) struct Reader<T> {
    from: T,
    buffer: Vec<Bytes>,
    /// The words of the buffer that were returned.
    used: usize,
    /// The words that were not read.
    left: u64,
    hasher: Hasher,
    /// The bytes that were read, with those of the header.
    found: u64,
}

impl<T: Read> Reader<T> {
    /// Begins after the header of a table of so many words.
    pub(crate) fn new(from: T, header: &Header, words: u64) -> Self {
        let hasher = hasher_of(header.state);
        Self { from, buffer: Vec::new(), used: 0, left: words, hasher, found: HEADER as u64 }
    }

    /// Returns the next words of a bucket: always the same number, which divides that of all words.
    ///
    /// # Errors
    ///
    /// Returns the error of `from`, or that there are too few bytes.
    #[inline]
    pub(crate) fn bucket(&mut self, words: usize) -> Result<&[Bytes], FileError> {
        if self.used == self.buffer.len() {
            self.fill(words)?;
        }
        let start = self.used;
        self.used += words;
        Ok(&self.buffer[start..self.used])
    }

    /// Reads the words that are left, only for their checksum.
    ///
    /// # Errors
    ///
    /// As for [`bucket`](Self::bucket).
    pub(crate) fn skip(&mut self) -> Result<(), FileError> {
        while self.left > 0 {
            self.fill(1)?;
        }
        Ok(())
    }

    /// Reads as many whole buckets as the buffer has room for, at least one.
    #[cold]
    fn fill(&mut self, words: usize) -> Result<(), FileError> {
        let count = ((CHUNK / words).max(1) * words).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.buffer.resize(count, Bytes::default());
        self.used = 0;
        let bytes = self.buffer.as_flattened_mut();
        read(&mut self.from, bytes, self.found, self.left * 8 + CHECKSUM as u64)?;
        self.hasher.update(bytes);
        self.left -= count as u64;
        self.found += 8 * count as u64;
        Ok(())
    }

    /// Verifies the checksum after the last word.
    ///
    /// # Errors
    ///
    /// Returns an error if it is wrong or missing, or if something follows it.
    pub(crate) fn finish(mut self) -> Result<(), FileError> {
        let mut sum = [0; CHECKSUM];
        read(&mut self.from, &mut sum, self.found, CHECKSUM as u64)?;
        let is_end = self.from.read(&mut [0])? == 0;
        if is_end && sum == checksum_bytes(self.hasher) { Ok(()) } else { Err(FileError::Damaged) }
    }
}

/// Reads `bytes` at the place `found` of a file that has `left` more bytes.
fn read(mut from: impl Read, mut bytes: &mut [u8], mut found: u64, left: u64) -> Result<(), FileError> {
    let expected = found + left;
    while !bytes.is_empty() {
        match from.read(bytes) {
            Ok(0) => return Err(FileError::Truncated { found, expected }),
            Ok(count) => {
                found += count as u64;
                bytes = &mut bytes[count..];
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn hasher_of(state: FileState) -> Hasher {
    let mut hasher = Hasher::new();
    state.words().iter().for_each(|word| hasher.update(&word.to_le_bytes()));
    hasher
}

fn checksum_bytes(hasher: Hasher) -> [u8; CHECKSUM] {
    u64::from(hasher.finalize()).to_le_bytes()
}
