//! Records the table requests of a search, stores them in a file, and computes the most that any table could have kept.
//!
//! A search with a table that loses no position is recorded once, by [`RequestRecorder`]. Its requests can then be
//! replayed with any table and any size by
//! [`TranspositionTable::replay`](schemes::TranspositionTable::replay), which takes a fraction of the time of a search.
//! [`Clairvoyant`] computes what a table that knows all later requests would keep.
//! Use this crate to compare replacement schemes with the best possible one. Files are read and written by the program:
//! this crate encodes and decodes bytes.
//!
//! ```
//! use replay::{Clairvoyant, RequestTrace};
//! use schemes::{Request, Scheme, TranspositionTable};
//! use tt::{Bound, Key, Record};
//!
//! let record = |nodes| Record { score: 30, bound: Bound::Exact, depth: 5, nodes, ..Record::default() };
//! let useful = |key, nodes| Request::useful(Key::mixed(key), record(nodes), 5, (10, 20), true);
//! let store = |key, nodes| Request::store(Key::mixed(key), record(nodes));
//! let requests = vec![store(1, 901), store(2, 11), useful(2, 11), useful(1, 901)];
//!
//! // A table of one position can save the 900 nodes of the first position, or the 10 nodes of the second.
//! assert_eq!(Clairvoyant::new(&requests).exact(1, |_| 0), 900);
//! let mut table = TranspositionTable::<()>::new("1".parse()?, Scheme::New)?;
//! assert_eq!(table.replay(&requests).lost_nodes, 900);
//!
//! let trace = RequestTrace { requests, ..RequestTrace::default() };
//! assert_eq!(RequestTrace::from_bytes(&trace.to_bytes()), Ok(trace));
//! # Ok::<(), tt::TableError>(())
//! ```

#![forbid(unsafe_code)]

mod clairvoyant;
mod file;
mod flow;
mod recorder;

pub use clairvoyant::Clairvoyant;
pub use file::{RequestTrace, RequestTraceError};
pub use recorder::{Recorded, RequestRecorder};
