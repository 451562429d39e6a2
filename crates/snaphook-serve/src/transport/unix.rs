//! A Unix socket that only its user can reach, from the moment it is there.

use std::fs::{DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use snaphook_files::{FolderLock, folder_of};
use tokio::net::{UnixListener, UnixStream};

use super::accept::Accepting;
use super::stream;
use crate::shared::Shared;

/// How long another server that starts at the same place is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SocketError {
    /// Another server listens there.
    #[error("{}: a server listens there already; end it, or use another path", .0.display())]
    Taken(PathBuf),
    /// Others could put a socket of their own there.
    #[error("{}: others can replace files in this folder, also a socket; use a folder that only you may write (`chmod 700`)", .0.display())]
    OpenFolder(PathBuf),
    /// Something else is there.
    #[error("{}: there is a file that is not a socket, and it is left alone; remove it, or use another path", .0.display())]
    NoSocket(PathBuf),
    /// It could not be made.
    #[error("{}: cannot listen there: {source}", .path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A socket to accept clients at. Its file goes when it is dropped.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
    /// The file's device and inode: another server may have put its own there.
    own: (u64, u64),
    /// Whose it is.
    user: u32,
}

impl Socket {
    /// Listens at this path. What a server that died left there is replaced; a
    /// folder that is not there is made, for its user alone.
    ///
    /// # Errors
    /// When it cannot listen there, somebody does, or the folder is one in which
    /// others could replace the socket.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn listen(path: &Path) -> Result<Self, SocketError> {
        let failed = |source| SocketError::Io {
            path: path.to_owned(),
            source,
        };
        let folder = folder_of(path);
        let mut making = DirBuilder::new();
        making.recursive(true).mode(0o700);
        making.create(folder).map_err(failed)?;
        refuse_open(folder)?;
        // Who looks whether somebody listens must be alone until it listens.
        let _lock = FolderLock::wait(folder, PATIENCE).map_err(failed)?;
        make_sure_of_room(path)?;
        // Made in a folder that nobody else may enter, and moved when only its
        // owner may use it: there is no moment at which others could.
        let inside = tempfile::Builder::new()
            .prefix(".s")
            .rand_bytes(4)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(folder)
            .map_err(failed)?;
        let made = inside.path().join("s");
        let listener = UnixListener::bind(&made).map_err(failed)?;
        std::fs::set_permissions(&made, Permissions::from_mode(0o600)).map_err(failed)?;
        let meta = std::fs::symlink_metadata(&made).map_err(failed)?;
        std::fs::rename(&made, path).map_err(failed)?;
        Ok(Self {
            listener,
            path: path.to_owned(),
            own: (meta.dev(), meta.ino()),
            user: meta.uid(),
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let there = std::fs::symlink_metadata(&self.path);
        if there.is_ok_and(|there| (there.dev(), there.ino()) == self.own) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Clients trust whoever answers at the socket, so nobody else may put one in its
/// place. In a folder such as /tmp (sticky) nobody can.
fn refuse_open(folder: &Path) -> Result<(), SocketError> {
    let there = std::fs::metadata(folder).map_err(|source| SocketError::Io {
        path: folder.to_owned(),
        source,
    })?;
    let (sticky, for_others) = (there.mode() & 0o1000 != 0, there.mode() & 0o022 != 0);
    let user = rustix::process::geteuid().as_raw();
    let of_others = there.uid() != user && there.uid() != 0;
    match of_others || (for_others && !sticky) {
        true => Err(SocketError::OpenFolder(folder.to_owned())),
        false => Ok(()),
    }
}

/// Nothing is there, or a socket at which nobody listens.
fn make_sure_of_room(path: &Path) -> Result<(), SocketError> {
    let there = match std::fs::symlink_metadata(path) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(source) => {
            let path = path.to_owned();
            return Err(SocketError::Io { path, source });
        }
    };
    if !there.file_type().is_socket() {
        return Err(SocketError::NoSocket(path.to_owned()));
    }
    match std::os::unix::net::UnixStream::connect(path) {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        // Also when it is too busy to answer, somebody is there.
        _ => Err(SocketError::Taken(path.to_owned())),
    }
}

/// Serves everybody who connects, until the server ends.
pub(crate) async fn serve(server: Arc<Shared>, socket: Socket) {
    let accepting = Accepting::of(&server, server.options.clients);
    while let Some(place) = accepting.place().await {
        let accepted = tokio::select! {
            accepted = socket.listener.accept() => accepted,
            () = server.draining.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            accepting.pause().await;
            continue;
        };
        if !is_own(&stream, socket.user) {
            continue;
        }
        let server = Arc::clone(&server);
        let connections = server.connections.clone();
        connections.spawn(async move {
            let _place = place;
            let (reader, writer) = stream.into_split();
            stream::serve(&server, "socket", reader, writer).await;
        });
    }
}

/// Whether the other side is of this user, or root. Some systems do not look at
/// the permissions of a socket's file.
fn is_own(stream: &UnixStream, user: u32) -> bool {
    let peer = stream.peer_cred().map(|peer| peer.uid());
    peer.is_ok_and(|peer| peer == user || peer == 0)
}
