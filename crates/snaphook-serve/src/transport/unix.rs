//! A Unix socket that only its user can connect to, from the moment it exists.

use std::fs::{DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use snaphook_files::{FolderLock, folder_of};
use tokio::net::{UnixListener, UnixStream};

use super::connection_slots::ConnectionSlots;
use super::stream;
use crate::state::ServerState;

/// How long to wait for another server that starts at the same path.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the server cannot listen at a socket.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SocketError {
    /// Another server listens there.
    #[error("{}: another server is already listening; end it or use another path", .0.display())]
    MessageResult(PathBuf),
    /// Other users could replace the socket.
    #[error("{}: other users can replace files in this folder, including the socket; use a folder that only you can write to (`chmod 700`)", .0.display())]
    OpenFolder(PathBuf),
    /// The path is another kind of file.
    #[error("{}: the file exists and is not a socket; remove it or use another path", .0.display())]
    NoSocket(PathBuf),
    /// The socket could not be made.
    #[error("failed to listen at {}: {source}", .path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// A listening Unix socket. Dropping it removes its file.
#[derive(Debug)]
pub struct SocketListener {
    listener: UnixListener,
    path: PathBuf,
    /// Device and inode of the file, to remove only this socket's own file.
    own: (u64, u64),
    /// The owner's user id.
    user: u32,
}

impl SocketListener {
    /// Listens at this path. Replaces the stale socket of a server that died, and
    /// makes a missing folder that only its user may enter.
    ///
    /// # Errors
    /// When it cannot listen there, another server does, or other users could
    /// replace the socket in this folder.
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
        // The lock holds from the check for another server until this one listens.
        let _lock = FolderLock::wait(folder, PATIENCE).map_err(failed)?;
        make_sure_of_room(path)?;
        // Made in a private folder and moved after chmod, so that other users can
        // connect at no moment.
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

    /// The socket's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for SocketListener {
    fn drop(&mut self) {
        let there = std::fs::symlink_metadata(&self.path);
        if there.is_ok_and(|there| (there.dev(), there.ino()) == self.own) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Refuses a folder in which other users could replace the socket, because clients
/// trust the server at the socket. In a sticky folder such as /tmp nobody can.
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

/// Checks that the path is free, or is a socket at which nobody listens.
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
        // A server that is too busy to accept is there, too.
        _ => Err(SocketError::MessageResult(path.to_owned())),
    }
}

/// Serves every client that connects, until the server ends.
pub(crate) async fn serve(server: Arc<ServerState>, socket: SocketListener) {
    let slots = ConnectionSlots::of(&server, server.options.clients);
    while let Some(place) = slots.place().await {
        let accepted = tokio::select! {
            accepted = socket.listener.accept() => accepted,
            () = server.draining.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            slots.pause().await;
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

/// Whether the peer is this user or root. Some systems ignore the permissions of a
/// socket's file.
fn is_own(stream: &UnixStream, user: u32) -> bool {
    let peer = stream.peer_cred().map(|peer| peer.uid());
    peer.is_ok_and(|peer| peer == user || peer == 0)
}
