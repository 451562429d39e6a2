//! The proxy as long as a hook runs. On Linux the launcher hands it a listener that lives
//! in the hook's own network; on macOS it listens on loopback, which is all that the
//! profile lets the hook reach.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

use super::address::AddressRule;
use super::tunnel::{ProxyRules, serve};
use crate::domains::DomainRules;
use crate::error::SandboxError;

/// Connections that one hook may have at once.
const MOST: usize = 64;

/// A proxy that runs. Dropped, it ends with every connection.
#[derive(Debug)]
pub struct SandboxProxy {
    task: JoinHandle<io::Result<()>>,
    folder: TempDir,
    port: Option<u16>,
}

impl SandboxProxy {
    /// Starts it. Its socket is in a folder of its own below `temp`.
    ///
    /// # Errors
    /// When there is no folder or socket for it.
    pub fn start(
        temp: &Path,
        domains: DomainRules,
        addresses: AddressRule,
        hosts: Vec<(String, SocketAddr)>,
    ) -> Result<Self, SandboxError> {
        let failed = |error: io::Error| SandboxError::set_up("the proxy", error);
        let folder = tempfile::Builder::new()
            .prefix("snaphook-proxy-")
            .tempdir_in(temp);
        let folder = folder.map_err(failed)?;
        let rules = Arc::new(ProxyRules {
            domains,
            addresses,
            hosts,
        });
        let (task, port) = listen(folder.path(), rules).map_err(failed)?;
        Ok(Self { task, folder, port })
    }

    /// The socket that the launcher hands its listener to.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(SOCKET)
    }

    /// The port on loopback, where the hook shares the network of the machine.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }
}

impl Drop for SandboxProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

const SOCKET: &str = "proxy.sock";

#[cfg(target_os = "linux")]
fn listen(
    folder: &Path,
    rules: Arc<ProxyRules>,
) -> io::Result<(JoinHandle<io::Result<()>>, Option<u16>)> {
    let waiting = tokio::net::UnixListener::bind(folder.join(SOCKET))?;
    let task = tokio::spawn(async move {
        let (stream, _) = waiting.accept().await?;
        let listener = receive(&stream).await?;
        drop(waiting);
        accept(listener, rules).await
    });
    Ok((task, None))
}

#[cfg(not(target_os = "linux"))]
fn listen(
    _: &Path,
    rules: Arc<ProxyRules>,
) -> io::Result<(JoinHandle<io::Result<()>>, Option<u16>)> {
    let listener = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    Ok((tokio::spawn(accept(listener, rules)), Some(port)))
}

/// Takes the listener that the launcher sends, and says so.
#[cfg(target_os = "linux")]
async fn receive(stream: &tokio::net::UnixStream) -> io::Result<TcpListener> {
    use std::io::IoSliceMut;

    use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
    use tokio::io::Interest;

    let file = stream
        .async_io(Interest::READABLE, || {
            let mut byte = [0_u8; 1];
            let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut control = RecvAncillaryBuffer::new(&mut space);
            let mut into = [IoSliceMut::new(&mut byte)];
            recvmsg(stream, &mut into, &mut control, RecvFlags::CMSG_CLOEXEC)?;
            let mut files = control.drain().filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(mut files) => files.next(),
                _ => None,
            });
            files
                .next()
                .ok_or_else(|| io::Error::other("no listener came"))
        })
        .await?;
    let listener = std::net::TcpListener::from(file);
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    stream.writable().await?;
    stream.try_write(&[1])?;
    Ok(listener)
}

async fn accept(listener: TcpListener, rules: Arc<ProxyRules>) -> io::Result<()> {
    let mut connections = JoinSet::new();
    loop {
        if connections.len() >= MOST {
            let _ = connections.join_next().await;
        }
        tokio::select! {
            client = listener.accept() => {
                let (client, _) = client?;
                connections.spawn(serve(client, Arc::clone(&rules)));
            }
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
}
