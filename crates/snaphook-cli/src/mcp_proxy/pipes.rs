//! The command's own stdin and stdout as streams of the runtime. Where they are pipes or
//! sockets, as clients make them, no other thread reads and writes them: that would cost
//! more than all else the proxy does.

use snaphook::CancellationToken;
use snaphook_proxy::{McpProxy, ProxyEnd};

/// Runs the proxy between stdin and stdout.
#[cfg(unix)]
pub(super) async fn run(proxy: McpProxy, stop: CancellationToken) -> ProxyEnd {
    use unix::{InputStream, OutputStream};
    match (InputStream::open(), OutputStream::open()) {
        (Some(InputStream::Pipe(input)), Some(OutputStream::Pipe(output))) => {
            proxy.run(input, output, stop).await
        }
        (Some(InputStream::Socket(input)), Some(OutputStream::Socket(output))) => {
            proxy.run(input, output, stop).await
        }
        _ => {
            proxy
                .run(tokio::io::stdin(), tokio::io::stdout(), stop)
                .await
        }
    }
}

/// Runs the proxy between stdin and stdout.
#[cfg(not(unix))]
pub(super) async fn run(proxy: McpProxy, stop: CancellationToken) -> ProxyEnd {
    proxy
        .run(tokio::io::stdin(), tokio::io::stdout(), stop)
        .await
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixStream as StdStream;

    use tokio::net::UnixStream;
    use tokio::net::unix::pipe;

    pub(super) enum InputStream {
        Pipe(pipe::Receiver),
        Socket(UnixStream),
    }

    pub(super) enum OutputStream {
        Pipe(pipe::Sender),
        Socket(UnixStream),
    }

    impl InputStream {
        pub(super) fn open() -> Option<Self> {
            let stdin = std::io::stdin();
            match StreamKind::of(stdin.as_fd())? {
                StreamKind::Pipe(file) => pipe::Receiver::from_file(file).ok().map(Self::Pipe),
                StreamKind::Socket(file) => socket(file).map(Self::Socket),
            }
        }
    }

    impl OutputStream {
        pub(super) fn open() -> Option<Self> {
            let stdout = std::io::stdout();
            match StreamKind::of(stdout.as_fd())? {
                StreamKind::Pipe(file) => pipe::Sender::from_file(file).ok().map(Self::Pipe),
                StreamKind::Socket(file) => socket(file).map(Self::Socket),
            }
        }
    }

    enum StreamKind {
        Pipe(File),
        Socket(File),
    }

    impl StreamKind {
        fn of(stream: BorrowedFd<'_>) -> Option<Self> {
            let file = File::from(stream.try_clone_to_owned().ok()?);
            let kind = file.metadata().ok()?.file_type();
            match (kind.is_fifo(), kind.is_socket()) {
                (true, _) => Some(Self::Pipe(file)),
                (_, true) => Some(Self::Socket(file)),
                _ => None,
            }
        }
    }

    fn socket(file: File) -> Option<UnixStream> {
        let stream = StdStream::from(std::os::fd::OwnedFd::from(file));
        // Another kind of socket has no such address.
        stream.peer_addr().ok()?;
        stream.set_nonblocking(true).ok()?;
        UnixStream::from_std(stream).ok()
    }
}
