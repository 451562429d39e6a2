//! Opening a log: one that may not be there, may be older, or something else.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::schema::{APPLICATION, migrate, newest, version};
use crate::error::LogError;

/// What a log is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseAccess {
    /// It is made where there is none.
    Write,
    /// It must be there; it is still brought up to date.
    Read,
    /// Nothing in it may change.
    Look,
}

/// Makes the log of this file where there is none, and brings an older one up to date: for
/// crates that keep tables of their own beside those of the log.
///
/// # Errors
/// When the file cannot be used, or is something else.
pub fn prepare(file: &Path, patience: Duration) -> Result<(), LogError> {
    open(file, DatabaseAccess::Write, patience).map(drop)
}

/// Opens a log.
pub(crate) fn open(
    file: &Path,
    access: DatabaseAccess,
    patience: Duration,
) -> Result<Connection, LogError> {
    if access == DatabaseAccess::Write {
        make_private(file)?;
    }
    let mode = match access {
        DatabaseAccess::Look => OpenFlags::SQLITE_OPEN_READ_ONLY,
        DatabaseAccess::Write | DatabaseAccess::Read => OpenFlags::SQLITE_OPEN_READ_WRITE,
    };
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).map_err(LogError::database(file))?;
    connection
        .busy_timeout(patience)
        .and_then(|()| connection.pragma_update(None, "synchronous", "NORMAL"))
        // What is removed is not to be read any more.
        .and_then(|()| connection.pragma_update(None, "secure_delete", true))
        .map_err(LogError::database(file))?;
    let known = newest();
    match version(&connection).map_err(LogError::database(file))? {
        (found, APPLICATION) if found == known => Ok(connection),
        (found, APPLICATION) if found > known => Err(LogError::Newer {
            path: file.to_owned(),
            found,
            known,
        }),
        (0, 0) if is_empty(&connection).map_err(LogError::database(file))? => {
            updated(connection, file, patience)
        }
        (_, APPLICATION) => updated(connection, file, patience),
        _ => Err(LogError::NoLog(file.to_owned())),
    }
}

fn updated(
    mut connection: Connection,
    file: &Path,
    patience: Duration,
) -> Result<Connection, LogError> {
    migrate(&mut connection, patience).map_err(LogError::database(file))?;
    Ok(connection)
}

/// A log in memory.
pub(crate) fn in_memory() -> Result<Connection, LogError> {
    let name = Path::new(":memory:");
    let made = || -> rusqlite::Result<Connection> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection, Duration::ZERO)?;
        Ok(connection)
    };
    made().map_err(LogError::database(name))
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_master", [], |row| {
        row.get(0)
    })
}

/// Makes the file, and the folder around it, for its owner alone: it holds what
/// agents read and do. What is there already is left as it is.
pub(crate) fn make_private(file: &Path) -> Result<(), LogError> {
    if file.exists() {
        return Ok(());
    }
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    if let Some(folder) = folder {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            builder.mode(0o700);
        }
        builder.create(folder).map_err(LogError::file(folder))?;
    }
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(file).map(drop).map_err(LogError::file(file))
}

/// What tells a file from another one of the same name.
pub(super) type FileIdentity = (u64, u64);

/// The identity of the file at this path. Somebody may remove a log while it is
/// open, and what is written to it then is lost without an error.
#[cfg(unix)]
pub(super) fn identity(file: &Path) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(file).ok()?;
    Some((found.dev(), found.ino()))
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<FileIdentity> {
    None
}
