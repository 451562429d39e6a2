//! A server that is a process of its own. It ends with the proxy: its standard input is
//! closed, and if that is not enough, its process group is ended.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::StreamExt;
use snaphook_core::answer::ProcessExit;
use snaphook_exec::lines::{Line, LineDecoder};
use snaphook_exec::process::{Processes, ServiceProcess, ServiceSpec};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio_util::codec::FramedRead;
use tokio_util::sync::CancellationToken;

use super::server::{MESSAGE_LIMIT, QUEUE, ServerLink, next_message};
use crate::proxy::NoteSink;

/// How long a server may take to end by itself, once its standard input is closed.
const GRACE: Duration = Duration::from_secs(2);

/// How long a server that is to be stopped may take to have ended by itself.
const EXIT_STATUS: Duration = Duration::from_millis(100);

/// How long its last output is waited for.
const LAST_OUTPUT: Duration = Duration::from_millis(250);

pub(super) fn start(spec: ServiceSpec, notes: Arc<dyn NoteSink>) -> io::Result<ServerLink> {
    // Only its reaper is of use here.
    let processes = Processes::with_limit(1);
    let service = processes.start_service(spec)?;
    let (to_server, taking) = mpsc::channel(QUEUE);
    let (giving, from_server) = mpsc::channel(QUEUE);
    let link = ServerLink {
        to_server,
        from_server,
        end: Arc::default(),
        close: CancellationToken::new(),
        stop: CancellationToken::new(),
        gone: CancellationToken::new(),
    };
    let (end, stop) = (Arc::clone(&link.end), link.stop.clone());
    let closed = CancellationToken::new();
    tokio::spawn(write_all(
        service.stdin,
        taking,
        link.close.clone(),
        closed.clone(),
    ));
    let output = ServerOutput {
        stdout: service.stdout,
        stderr: service.stderr,
        giving,
        notes,
    };
    let gone = link.gone.clone().drop_guard();
    tokio::spawn(async move {
        watch(service.process, output, &end, &stop, &closed).await;
        processes.all_reaped().await;
        drop(gone);
    });
    Ok(link)
}

/// Writes messages until nobody has more. `closed` tells that the input is closed.
async fn write_all(
    mut stdin: ChildStdin,
    mut taking: mpsc::Receiver<Vec<u8>>,
    close: CancellationToken,
    closed: CancellationToken,
) {
    let _closed = closed.drop_guard();
    while let Some(mut line) = next_message(&mut taking, &close).await {
        line.push(b'\n');
        // A server that does not read is about to end.
        if stdin.write_all(&line).await.is_err() {
            return;
        }
    }
}

struct ServerOutput {
    stdout: ChildStdout,
    stderr: ChildStderr,
    giving: mpsc::Sender<Vec<u8>>,
    notes: Arc<dyn NoteSink>,
}

/// Stays with the process until it ends, or must end.
async fn watch(
    mut process: ServiceProcess,
    output: ServerOutput,
    end: &OnceLock<String>,
    stop: &CancellationToken,
    closed: &CancellationToken,
) {
    let ServerOutput {
        stdout,
        stderr,
        giving,
        notes,
    } = output;
    let mut telling = tokio::spawn(tell(stderr, Arc::clone(&notes)));
    let mut reading = tokio::spawn(read_all(stdout, giving, notes));
    let asked = async {
        closed.cancelled().await;
        tokio::time::sleep(GRACE).await;
    };
    let how = tokio::select! {
        biased;
        how = process.ended() => Some(how),
        () = stop.cancelled() => None,
        () = asked => None,
    };
    let how = match how {
        Some(how) => how,
        // The end of its output may be seen before the end of the process.
        None => tokio::time::timeout(EXIT_STATUS, process.ended())
            .await
            .ok()
            .flatten(),
    };
    let _ = end.set(match how {
        Some(ProcessExit::Exit(code)) => format!("it ended with exit code {code}"),
        Some(ProcessExit::Signal(signal)) => format!("it was ended by signal {signal}"),
        _ => "it was stopped".to_owned(),
    });
    // Ends what is left of its group.
    drop(process);
    // Another process may hold its pipes open.
    if tokio::time::timeout(LAST_OUTPUT, &mut reading)
        .await
        .is_err()
    {
        reading.abort();
    }
    if tokio::time::timeout(LAST_OUTPUT, &mut telling)
        .await
        .is_err()
    {
        telling.abort();
    }
}

async fn read_all(
    stdout: impl AsyncRead + Unpin,
    giving: mpsc::Sender<Vec<u8>>,
    notes: Arc<dyn NoteSink>,
) {
    let mut lines = FramedRead::with_capacity(stdout, LineDecoder::new(MESSAGE_LIMIT), 64 * 1024);
    while let Some(Ok(line)) = lines.next().await {
        match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => {}
            Line::Whole(line) => {
                if giving.send(line.into()).await.is_err() {
                    return;
                }
            }
            Line::TooLong => notes.note(&format!(
                "dropped a message of the server: it has more than {MESSAGE_LIMIT} bytes"
            )),
        }
    }
}

/// What the server writes for people.
async fn tell(mut stderr: impl AsyncRead + Unpin, notes: Arc<dyn NoteSink>) {
    let mut buffer = vec![0; 8 * 1024];
    while let Ok(read) = stderr.read(&mut buffer).await
        && read > 0
    {
        notes.server_stderr(&buffer[..read]);
    }
}
