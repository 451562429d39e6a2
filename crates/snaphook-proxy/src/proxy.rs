//! The proxy: starts the server, and carries messages until one side ends.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use snaphook::input::CommonFields;
use snaphook::{AgentHooks, Approver, CancellationToken, Engine};
use snaphook_exec::lines::{Line, LineDecoder};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio_util::codec::FramedRead;

use crate::client_message::ClientMessage;
use crate::elicitation_approver::ElicitationApprover;
use crate::link::ProxyLink;
use crate::message::{INVALID_REQUEST, RefusedMessage};
use crate::server_name::ServerName;
use crate::upstream::{self, ServerLink, StartServerError, UpstreamServer};
use crate::{from_client, from_server};

/// The largest message of a client, in bytes.
const MESSAGE_LIMIT: usize = 64 * 1024 * 1024;

/// How many messages wait for a client that is slow.
const QUEUE: usize = 64;

/// How long answers are waited for when the client has closed its end.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// How long hooks may still run when the server has ended.
const LAST_HOOKS: Duration = Duration::from_secs(5);

/// How long the last messages may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long the server may take to be gone.
const LAST_SECONDS: Duration = Duration::from_secs(4);

/// Takes what is said for people.
pub trait NoteSink: Send + Sync {
    /// A note of the proxy, on one line.
    fn note(&self, text: &str);

    /// What the server wrote to its standard error.
    fn server_stderr(&self, bytes: &[u8]);
}

/// How a server is guarded.
#[derive(Clone)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// The server's name.
    pub name: ServerName,
    /// What hooks are told of the session.
    pub common: CommonFields,
    /// Takes notes for people.
    pub notes: Arc<dyn NoteSink>,
    /// Ask the person at the client about calls that need approval, with a form of the
    /// client; else the engine's approver is asked, if it has one.
    pub ask: bool,
    /// Makes the approver of a session, which asks others, too; else only the client is
    /// asked.
    pub approver: Option<MakeApprover>,
}

/// Makes the approver of the session of this id; it may ask the person at the client.
pub type MakeApprover =
    Arc<dyn Fn(&str, Option<Arc<dyn Approver>>) -> Arc<dyn Approver> + Send + Sync>;

impl ProxyOptions {
    /// Options that ask nobody at the client.
    #[must_use]
    pub fn new(name: ServerName, common: CommonFields, notes: Arc<dyn NoteSink>) -> Self {
        Self {
            name,
            common,
            notes,
            ask: false,
            approver: None,
        }
    }
}

/// Why a proxy ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProxyEnd {
    /// The client closed its end.
    Client,
    /// The server ended, and how.
    Server(String),
    /// The host ended it.
    Stopped,
}

/// A guarded server that runs.
pub struct McpProxy {
    link: Arc<ProxyLink>,
    server: ServerLink,
    client_queue: mpsc::Receiver<ClientMessage>,
}

impl McpProxy {
    /// Starts the server. Nothing reaches it before [`McpProxy::run`].
    ///
    /// # Errors
    /// When it cannot be started.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn start(
        engine: &Engine,
        server: UpstreamServer,
        options: ProxyOptions,
    ) -> Result<Self, StartServerError> {
        let hooks = AgentHooks::new(engine, options.common).with_permissions();
        let server = upstream::start(server, Arc::clone(&options.notes))?;
        let (to_client, client_queue) = mpsc::channel(QUEUE);
        let to_server = server.to_server.clone();
        let approver = options.ask.then(Arc::<ElicitationApprover>::default);
        let session = hooks.session();
        let client = approver.clone().map(|client| client as Arc<dyn Approver>);
        let asked = match &options.approver {
            Some(make) => Some(make(session.id(), client)),
            None => client,
        };
        if let Some(asked) = asked {
            session.set_approver(asked);
        }
        let link = ProxyLink::new(options.name, hooks, to_server, to_client, options.notes);
        let link = Arc::new(link);
        if let Some(approver) = approver {
            approver.connect(&link);
        }
        Ok(Self {
            link,
            server,
            client_queue,
        })
    }

    /// What its tasks share.
    #[cfg(feature = "listen")]
    pub(crate) fn link(&self) -> Arc<ProxyLink> {
        Arc::clone(&self.link)
    }

    /// Carries messages until the client or the server ends, or `stop` is cancelled. The
    /// server has ended when this returns.
    pub async fn run<R, W>(self, reader: R, writer: W, stop: CancellationToken) -> ProxyEnd
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let link = Arc::clone(&self.link);
        let reading = async move { read_all(&link, reader).await };
        let write = |queue, flush| write_all(writer, queue, flush);
        self.carry(reading, write, stop).await
    }

    /// Carries messages until `reading` has no more, the server ends, or `stop` is
    /// cancelled. `write` takes the messages for the client until its token is cancelled
    /// and none waits.
    pub(crate) async fn carry<F>(
        self,
        reading: impl Future<Output = ()>,
        write: impl FnOnce(mpsc::Receiver<ClientMessage>, CancellationToken) -> F,
        stop: CancellationToken,
    ) -> ProxyEnd
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self {
            link,
            mut server,
            client_queue,
        } = self;
        let flush = CancellationToken::new();
        let mut writing = tokio::spawn(write(client_queue, flush.clone()));
        let ended = {
            let mut from_server = Box::pin(from_server::read_all(&link, &mut server.from_server));
            let from_client = Box::pin(reading);
            let ended = tokio::select! {
                () = &mut from_server => ProxyEnd::Server(String::new()),
                () = from_client => ProxyEnd::Client,
                () = stop.cancelled() => ProxyEnd::Stopped,
                // The client does not read any more.
                _ = &mut writing => ProxyEnd::Client,
            };
            if ended == ProxyEnd::Client {
                let answered = async {
                    tokio::select! {
                        () = from_server => {}
                        () = link.until_idle() => {}
                        () = stop.cancelled() => {}
                    }
                };
                let _ = tokio::time::timeout(LAST_ANSWERS, answered).await;
            }
            ended
        };
        match ended {
            ProxyEnd::Client => server.close.cancel(),
            ProxyEnd::Server(_) | ProxyEnd::Stopped => server.stop.cancel(),
        }
        link.server_is_gone();
        let _ = tokio::time::timeout(LAST_HOOKS, link.until_idle()).await;
        flush.cancel();
        if !writing.is_finished()
            && tokio::time::timeout(LAST_WORDS, &mut writing)
                .await
                .is_err()
        {
            writing.abort();
        }
        if tokio::time::timeout(LAST_SECONDS, server.gone.cancelled())
            .await
            .is_err()
        {
            server.stop.cancel();
            let _ = tokio::time::timeout(LAST_SECONDS, server.gone.cancelled()).await;
        }
        match ended {
            ProxyEnd::Server(_) => {
                let why = server.end.get().map(String::as_str);
                ProxyEnd::Server(why.unwrap_or("it closed the connection").to_owned())
            }
            other => other,
        }
    }
}

/// Reads the client's messages until the end of the stream.
async fn read_all<R: AsyncRead + Unpin>(link: &Arc<ProxyLink>, reader: R) {
    let mut lines = FramedRead::with_capacity(reader, LineDecoder::new(MESSAGE_LIMIT), 64 * 1024);
    // A read error ends the stream, too.
    while let Some(Ok(line)) = lines.next().await {
        match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => {}
            Line::Whole(line) => from_client::take(link, line.into()).await,
            Line::TooLong => {
                let why = format!("the message has more than {MESSAGE_LIMIT} bytes");
                link.refuse_client(&RefusedMessage::new(None, INVALID_REQUEST, why))
                    .await;
            }
        }
    }
}

/// Writes messages to the client, all that wait at once.
async fn write_all<W: AsyncWrite + Unpin>(
    mut writer: W,
    mut queue: mpsc::Receiver<ClientMessage>,
    flush: CancellationToken,
) {
    loop {
        let first = tokio::select! {
            biased;
            message = queue.recv() => message,
            () = flush.cancelled() => None,
        };
        let Some(first) = first else {
            return;
        };
        let mut lines = first.line;
        lines.push(b'\n');
        while let Ok(next) = queue.try_recv() {
            lines.extend_from_slice(&next.line);
            lines.push(b'\n');
        }
        let written = async {
            writer.write_all(&lines).await?;
            writer.flush().await
        };
        if written.await.is_err() {
            return;
        }
    }
}
