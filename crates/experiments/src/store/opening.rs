//! Opening a database: for writing, for reading, compressed, or as text.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use flate2::read::GzDecoder;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

use super::errors::{FETCH, OTHER, RESTORE, damaged, explain, is_text};
use super::lines::{Lines, MAGIC};
use super::rows::{add_cell_columns, replace_former_signatures};
use super::schema_1::{self, SCHEMA_1};
use super::{CREATE, Data, SCHEMA, Store};
use crate::files;
use crate::help::with_help;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

impl Store {
    /// Opens the database at `path` for writing, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// The file cannot be created or opened, or is not a ttlab results database.
    pub fn create(path: &Path) -> Result<Self> {
        if is_packed(path) && !path.is_dir() {
            let what = format_args!("cannot write to {}: it is compressed", path.display());
            bail!(with_help(what, "unpack it with gunzip"));
        }
        if starts_with_magic(path).unwrap_or(false) {
            return Err(is_text(path));
        }
        files::make_directory_of(path, OTHER).context("cannot create the database")?;
        // No database without tables is left.
        let _writing = (!path.exists()).then(files::begin_writing);
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        let created = Self::create_tables(store.database_mut()?);
        store.explained(created)?;
        store.check()?;
        let schema = store.schema;
        let migrated = Self::migrate(store.database_mut()?, schema);
        store.explained(migrated)?;
        store.schema = SCHEMA;
        Ok(store)
    }

    /// Opens the database at `path` for reading; `None` if the file does not exist. A file that ends in `.gz` is
    /// unpacked in memory.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a ttlab results database.
    pub fn open(path: &Path) -> Result<Option<Self>> {
        let empty = match fs::metadata(path) {
            Ok(metadata) => metadata.is_file() && metadata.len() == 0,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(files::unreadable(path, &error)),
        };
        if is_packed(path) {
            return Self::unpack(path).map(Some);
        }
        // A program that was killed while it created the database leaves an empty file.
        if empty {
            return Ok(None);
        }
        if starts_with_magic(path)? {
            return Self::read_lines(path, &files::read(path)?).map(Some);
        }
        // A reader may have to roll back an unfinished transaction of a killed program, so it asks for write access.
        // SQLite falls back to read access.
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.for_reading().map(Some)
    }

    /// Unpacks a gzip file and opens the database in it for reading.
    fn unpack(path: &Path) -> Result<Self> {
        let shown = path.display();
        let (packed, mut unpacked) = (files::read(path)?, Vec::new());
        if packed.is_empty() {
            bail!(with_help(format_args!("{shown} is empty"), FETCH));
        }
        if !packed.starts_with(&GZIP) {
            let help = format_args!("rename it without .gz if it is a database, or {FETCH}");
            bail!(with_help(format_args!("{shown} is not a gzip file"), help));
        }
        GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                anyhow!(with_help(format_args!("cannot unpack {shown}: unexpected end of file"), FETCH))
            }
            _ => anyhow!(with_help(format_args!("cannot unpack {shown}: damaged file ({error})"), FETCH)),
        })?;
        if unpacked.is_empty() {
            bail!(with_help(format_args!("{shown} contains an empty file"), FETCH));
        }
        if unpacked.starts_with(MAGIC.as_bytes()) {
            return Self::read_lines(path, &unpacked);
        }
        let explained = |error| explain(path, &error);
        let mut connection = Connection::open_in_memory().map_err(explained)?;
        let len = unpacked.len();
        connection.deserialize_read_exact("main", unpacked.as_slice(), len, true).map_err(explained)?;
        Self::new(connection, path).for_reading()
    }

    fn new(connection: Connection, path: &Path) -> Self {
        Self::with(Data::Database(connection), path)
    }

    fn with(data: Data, path: &Path) -> Self {
        Self { data, path: path.to_owned(), schema: SCHEMA, run: None, patience: Self::PATIENCE }
    }

    /// Reads text that [`write_lines`] wrote.
    fn read_lines(path: &Path, bytes: &[u8]) -> Result<Self> {
        let invalid = |error: anyhow::Error| {
            anyhow!(with_help(format_args!("invalid rows in {}: {error:#}", path.display()), RESTORE))
        };
        let text = str::from_utf8(bytes).map_err(|error| invalid(error.into()))?;
        Ok(Self::with(Data::Lines(Lines::read(text).map_err(invalid)?), path))
    }

    /// Checks the database. One of schema 1 is read as it is.
    fn for_reading(mut self) -> Result<Self> {
        self.check()?;
        if self.schema == SCHEMA_1 {
            self.explained(schema_1::show(self.database()?, ""))?;
        }
        Ok(self)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self> {
        // `:memory:` and names that begin with `file:` are special to SQLite. Names that begin with a dot or a slash
        // are not.
        let file = Path::new(".").join(path);
        let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .and_then(|connection| connection.busy_timeout(Self::PATIENCE).map(|()| connection))
            .map_err(|error| explain(path, &error))?;
        Ok(Self::new(connection, path))
    }

    /// Creates the tables of a new file in one transaction: a program that is killed here leaves an empty file.
    fn create_tables(connection: &mut Connection) -> rusqlite::Result<()> {
        if count_tables(connection)? > 0 {
            return Ok(());
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another program may have created them in the meantime.
        if count_tables(&transaction)? == 0 {
            transaction.execute_batch(CREATE)?;
            transaction.execute("INSERT INTO meta VALUES ('schema', ?1)", [SCHEMA])?;
        }
        transaction.commit()
    }

    /// Brings a file of an earlier program up to date: the tables, the columns, and the signatures of rows.
    fn migrate(connection: &mut Connection, schema: &str) -> rusqlite::Result<()> {
        if schema == SCHEMA_1 {
            schema_1::upgrade(connection)?;
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // The tables that earlier programs did not have.
        transaction.execute_batch(CREATE)?;
        add_cell_columns(&transaction)?;
        replace_former_signatures(&transaction)?;
        transaction.commit()?;
        let count = |pragma| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
        // A file that was upgraded is mostly free pages, also if a program was killed while it removed them.
        if count("PRAGMA freelist_count")? > count("PRAGMA page_count")? / 2 {
            // There may be no room for the copy that this makes. Then the file stays large.
            let _ = connection.execute_batch("VACUUM");
        }
        Ok(())
    }

    /// Checks that this is an undamaged results database with a known schema.
    fn check(&mut self) -> Result<()> {
        let (path, connection) = (self.path.display(), self.database()?);
        if !self.explained(is_ours(connection))? {
            bail!(with_help(format_args!("{path} is not a ttlab results database"), OTHER));
        }
        let schema = "SELECT value FROM meta WHERE name = 'schema'";
        let schema = connection.query_row(schema, [], |row| row.get::<_, String>(0)).optional();
        let schema = match self.explained(schema)?.as_deref() {
            Some(SCHEMA) => SCHEMA,
            Some(SCHEMA_1) => SCHEMA_1,
            version => bail!(with_help(
                format_args!("{path} has schema version {}: expected {SCHEMA}", version.unwrap_or("unknown")),
                format_args!("use the version of ttlab that wrote it, or {OTHER}"),
            )),
        };
        let verdict: String = self.explained(connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if verdict != "ok" {
            return Err(damaged(&self.path, &verdict.replace('\n', " ")));
        }
        self.schema = schema;
        Ok(())
    }
}

fn count_tables(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

/// Returns whether the file has the tables of a results database.
fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let find = "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'results')";
    Ok(connection.query_row(find, [], |row| row.get::<_, i64>(0))? == 2)
}

/// Returns whether a file is rows as text. A directory is not.
fn starts_with_magic(path: &Path) -> Result<bool> {
    let mut begins = Vec::new();
    let read = |file: fs::File| file.take(MAGIC.len() as u64).read_to_end(&mut begins);
    match fs::File::open(path).and_then(read) {
        Err(error) if error.kind() != ErrorKind::IsADirectory => Err(files::unreadable(path, &error)),
        _ => Ok(begins == MAGIC.as_bytes()),
    }
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz")
}
