//! Opens the database for requests. An answer lets a tool run, so nobody but the user may
//! be able to write one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::schema::migrate;
use crate::error::ApprovalError;

/// Opens the database; makes the log where there is none.
pub(super) fn open(
    file: &Path,
    patience: Duration,
) -> Result<(Connection, PathBuf), ApprovalError> {
    snaphook_log::prepare(file, patience)?;
    open_log(file, patience)
}

/// Opens a database that is there.
pub(super) fn open_log(
    file: &Path,
    patience: Duration,
) -> Result<(Connection, PathBuf), ApprovalError> {
    let real = file.canonicalize().map_err(ApprovalError::file(file))?;
    refuse_others(&real)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        // Between the look and the opening nobody puts a link there.
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let failed = ApprovalError::database(&real);
    let mut connection = Connection::open_with_flags(&real, flags).map_err(&failed)?;
    connection
        .busy_timeout(patience)
        // An answer that was given must not be lost with the power.
        .and_then(|()| connection.pragma_update(None, "synchronous", "FULL"))
        .and_then(|()| connection.pragma_update(None, "secure_delete", true))
        .and_then(|()| connection.pragma_update(None, "trusted_schema", false))
        .map_err(&failed)?;
    migrate(&mut connection, &real)?;
    Ok((connection, real))
}

/// Refuses a file that others could write, or put another one in the place of.
#[cfg(unix)]
fn refuse_others(real: &Path) -> Result<(), ApprovalError> {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    let look = |path: &Path, is_file: bool| {
        let found = path.symlink_metadata().map_err(ApprovalError::file(path))?;
        // Folders above the file may be the system's, and such as everybody writes but
        // in which nobody can remove what another made (`/tmp`).
        let system_folder = !is_file && found.uid() == 0;
        let sticky_folder = !is_file && found.mode() & 0o1000 != 0;
        let why = if is_file && !found.is_file() {
            "this is not a file"
        } else if found.uid() != own && !system_folder {
            "it belongs to another user"
        } else if found.mode() & 0o022 != 0 && !sticky_folder {
            "other users can write it"
        } else {
            return Ok(());
        };
        Err(ApprovalError::Unsafe {
            path: path.to_owned(),
            why: why.to_owned(),
        })
    };
    look(real, true)?;
    for ending in ["-wal", "-shm"] {
        let mut beside = real.as_os_str().to_owned();
        beside.push(ending);
        let beside = PathBuf::from(beside);
        if beside.symlink_metadata().is_ok() {
            look(&beside, true)?;
        }
    }
    let folders = real.ancestors().skip(1);
    for folder in folders {
        look(folder, false)?;
    }
    Ok(())
}

/// Elsewhere the profile folder of a user is closed to others.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
fn refuse_others(_: &Path) -> Result<(), ApprovalError> {
    Ok(())
}
