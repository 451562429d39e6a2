//! A client at the other end of a stream of lines: stdio, or a socket.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use snaphook_exec::lines::{Line, LineDecoder};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_util::codec::FramedRead;

use crate::connection::{Answered, Client, Taken};
use crate::protocol::{Unreadable, write};
use crate::shared::Shared;

/// How long a client that is to go may take to read the last words.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Bytes that are read at once.
const AT_ONCE: usize = 64 * 1024;

/// Serves one client until it goes, or the server does.
pub(crate) async fn serve<R, W>(server: &Arc<Shared>, transport: &'static str, reader: R, writer: W)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let client = Client::new(server, transport, None);
    let mut writing = tokio::spawn(write_all(Arc::clone(&client), writer));
    tokio::select! {
        () = read_all(&client, reader) => {}
        () = client.over.cancelled() => {}
        () = server.closing.cancelled() => client.dismiss(LAST_WORDS).await,
    }
    client.finish().await;
    // What was said last still goes out, if somebody reads it.
    if tokio::time::timeout(LAST_WORDS, &mut writing)
        .await
        .is_err()
    {
        writing.abort();
    }
}

/// Takes the client's messages, until there are no more.
async fn read_all<R: AsyncRead + Unpin>(client: &Arc<Client>, reader: R) {
    let limit = client.server.options.limits.message_bytes;
    let mut lines = FramedRead::with_capacity(reader, LineDecoder::new(limit), AT_ONCE);
    // An error of the reader is an end, too.
    while let Some(Ok(line)) = lines.next().await {
        let taken = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => client.take(&line).await,
            Line::TooLong => {
                let error = Unreadable::too_long(limit).error;
                Taken::Now(Answered::at_once(write::error(None, &error)))
            }
        };
        match taken {
            Taken::Nothing => {}
            // Nothing more is read until there is room for the answer.
            Taken::Now(answered) => say(client, answered).await,
            Taken::Later(answer) => {
                let of = Arc::clone(client);
                client.tasks.spawn(async move {
                    say(&of, answer.await).await;
                });
            }
        }
    }
    // Who has said that it goes may close its end before the last answers came.
    if client.is_leaving() {
        client.over.cancelled().await;
    }
}

async fn say(client: &Client, mut answered: Answered) {
    // Whoever has read the answer may use the id again.
    if let Some(place) = &mut answered.place {
        place.leave_id();
    }
    // Who is gone need not hear it.
    let _ = client.link.outbox.push(&answered.line).await;
    client.done(&answered);
}

/// Writes what is for the client: everything that waits, at once.
async fn write_all<W: AsyncWrite + Unpin>(client: Arc<Client>, mut writer: W) {
    let mut lines = Vec::new();
    while client.link.outbox.take(&mut lines).await {
        let written = async {
            writer.write_all(&lines).await?;
            writer.flush().await
        };
        if written.await.is_err() {
            // It reads no more, so it is gone.
            client.link.close();
            client.over.cancel();
            return;
        }
    }
    let _ = writer.shutdown().await;
}
