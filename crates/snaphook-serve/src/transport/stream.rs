//! Serves a client over a stream of lines: stdio or a socket.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use snaphook_exec::lines::{Line, LineDecoder};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_util::codec::FramedRead;

use crate::connection::{ConnectedClient, MessageResult, OutgoingResponse};
use crate::protocol::{UnreadableMessage, write};
use crate::state::ServerState;

/// How long a client may take to read the last messages.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The size of the read buffer.
const AT_ONCE: usize = 64 * 1024;

/// Serves one client until it disconnects or the server ends.
pub(crate) async fn serve<R, W>(
    server: &Arc<ServerState>,
    transport: &'static str,
    reader: R,
    writer: W,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let client = ConnectedClient::new(server, transport, None);
    let mut writing = tokio::spawn(write_all(Arc::clone(&client), writer));
    tokio::select! {
        () = read_all(&client, reader) => {}
        () = client.over.cancelled() => {}
        () = server.closing.cancelled() => client.cancel_requests(LAST_WORDS).await,
    }
    client.finish().await;
    // The last messages are written, if the client reads them.
    if tokio::time::timeout(LAST_WORDS, &mut writing)
        .await
        .is_err()
    {
        writing.abort();
    }
}

/// Reads and handles the client's messages until the end of the stream.
async fn read_all<R: AsyncRead + Unpin>(client: &Arc<ConnectedClient>, reader: R) {
    let limit = client.server.options.limits.message_bytes;
    let mut lines = FramedRead::with_capacity(reader, LineDecoder::new(limit), AT_ONCE);
    // A read error ends the stream, too.
    while let Some(Ok(line)) = lines.next().await {
        let taken = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => client.handle(&line).await,
            Line::TooLong => {
                let error = UnreadableMessage::too_long(limit).error;
                MessageResult::Now(OutgoingResponse::immediate(write::error(None, &error)))
            }
        };
        match taken {
            MessageResult::Nothing => {}
            // Back-pressure: nothing is read until there is room for the answer.
            MessageResult::Now(answered) => say(client, answered).await,
            MessageResult::Later(answer) => {
                let of = Arc::clone(client);
                client.tasks.spawn(async move {
                    say(&of, answer.await).await;
                });
            }
        }
    }
    // After `shutdown` a client may close its end before the last answers are sent.
    if client.is_closing() {
        client.over.cancelled().await;
    }
}

async fn say(client: &ConnectedClient, mut answered: OutgoingResponse) {
    // A client that has read the answer may use the id again.
    if let Some(place) = &mut answered.place {
        place.free_id();
    }
    // A client that is gone misses nothing.
    let _ = client.link.outbox.push(&answered.line).await;
    client.note_sent(&answered);
}

/// Writes the queued lines to the client, all that wait at once.
async fn write_all<W: AsyncWrite + Unpin>(client: Arc<ConnectedClient>, mut writer: W) {
    let mut lines = Vec::new();
    while client.link.outbox.take(&mut lines).await {
        let written = async {
            writer.write_all(&lines).await?;
            writer.flush().await
        };
        if written.await.is_err() {
            // The client does not read any more, so it is gone.
            client.link.close();
            client.over.cancel();
            return;
        }
    }
    let _ = writer.shutdown().await;
}
