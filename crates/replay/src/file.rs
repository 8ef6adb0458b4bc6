//! The file of recorded requests.

use std::collections::BTreeMap;

use schemes::Request;

/// What a file begins with. The last byte is the version of the format.
const MAGIC: &[u8; 8] = b"ttlabrq\x01";

/// The number of bytes of a length and of the checksum.
const LENGTHS: [usize; 3] = [4, 8, 4];

/// Requests with a header, as a file has them.
///
/// All numbers are in little-endian order:
///
/// | bytes | content |
/// |---|---|
/// | 8 | `ttlabrq` and the version of the format, 1 |
/// | 4 | the length of the header in bytes |
/// | | the header: lines `name=value` in UTF-8, sorted by name |
/// | 8 | the number of requests |
/// | 24 each | the [requests](Request::to_bytes) |
/// | 4 | the CRC-32 of all bytes before |
///
/// ```
/// use replay::RequestTrace;
/// use schemes::Request;
/// use tt::Key;
///
/// let header = [("game".to_owned(), "nim".to_owned())].into();
/// let trace = RequestTrace { header, requests: vec![Request::probe(Key(1))] };
/// let mut bytes = trace.to_bytes();
/// assert_eq!(RequestTrace::from_bytes(&bytes).as_ref(), Ok(&trace));
/// bytes[30] ^= 1;
/// assert!(RequestTrace::from_bytes(&bytes).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestTrace {
    /// What was searched: names and values without line breaks; a name has no `=`.
    pub header: BTreeMap<String, String>,
    /// The requests in order.
    pub requests: Vec<Request>,
}

/// The error of bytes that are not a [`RequestTrace`].
///
/// ```
/// use replay::{RequestTrace, RequestTraceError};
///
/// assert_eq!(RequestTrace::from_bytes(b"PGN"), Err(RequestTraceError { offset: 0, what: "not a trace of requests" }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {what}")]
pub struct RequestTraceError {
    /// The number of the first byte that is wrong, or of the first one of what is wrong, from 0.
    pub offset: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl RequestTrace {
    /// Returns the bytes of a file.
    ///
    /// # Panics
    ///
    /// Panics if the header has more than 4 GiB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header: String = self.header.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
        let len = u32::try_from(header.len()).expect("a header is short");
        let fixed = MAGIC.len() + LENGTHS.iter().sum::<usize>();
        let mut bytes = Vec::with_capacity(fixed + header.len() + self.requests.len() * Request::BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(&(self.requests.len() as u64).to_le_bytes());
        self.requests.iter().for_each(|request| bytes.extend_from_slice(&request.to_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not exactly those of a trace.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RequestTraceError> {
        let mut reader = Reader { all: bytes, offset: 0 };
        let magic = bytes.first_chunk::<8>().ok_or_else(|| reader.error("not a trace of requests"))?;
        if magic[..7] != MAGIC[..7] {
            return Err(reader.error("not a trace of requests"));
        }
        if magic != MAGIC {
            return Err(RequestTraceError { offset: 7, what: "an unknown version of the format" });
        }
        reader.offset = MAGIC.len();
        let len = u32::from_le_bytes(reader.array()?) as usize;
        let begin = reader.offset;
        let header = reader.take(len)?;
        let count = u64::from_le_bytes(reader.array()?);
        // The file is complete and undamaged if the lengths fit and the checksum is right.
        let rest = (bytes.len() - reader.offset) as u64;
        if count.checked_mul(Request::BYTES as u64).and_then(|len| len.checked_add(4)) != Some(rest) {
            return Err(reader.error("the file is incomplete: it has another length than its number of requests needs"));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(RequestTraceError { offset: content.len(), what: "wrong checksum: the file is damaged" });
        }
        let header = read_header(header, begin)?;
        let mut requests = Vec::with_capacity((content.len() - reader.offset) / Request::BYTES);
        while reader.offset < content.len() {
            let request = Request::from_bytes(&reader.array()?);
            let offset = reader.offset - Request::BYTES;
            requests.push(request.ok_or(RequestTraceError { offset, what: "invalid request" })?);
        }
        Ok(Self { header, requests })
    }
}

fn read_header(header: &[u8], begin: usize) -> Result<BTreeMap<String, String>, RequestTraceError> {
    let error = |offset, what| RequestTraceError { offset: begin + offset, what };
    let text = str::from_utf8(header).map_err(|cause| error(cause.valid_up_to(), "the header is not UTF-8"))?;
    let mut fields = BTreeMap::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let field = line.strip_suffix('\n').and_then(|line| line.split_once('='));
        let (name, value) = field.ok_or_else(|| error(offset, "expected a line NAME=VALUE"))?;
        fields.insert(name.to_owned(), value.to_owned());
        offset += line.len();
    }
    Ok(fields)
}

/// Reads bytes in order.
struct Reader<'a> {
    all: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, what: &'static str) -> RequestTraceError {
        RequestTraceError { offset: self.offset, what }
    }

    fn take(&mut self, len: usize) -> Result<&'a [u8], RequestTraceError> {
        let taken = self.all[self.offset..].get(..len).ok_or_else(|| self.error("the file ends too early"))?;
        self.offset += len;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RequestTraceError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }
}
