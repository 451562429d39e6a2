//! A program with everything that it starts, which ends as a whole.

use std::process::{Output, Stdio};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

/// How a program ended.
#[derive(Debug)]
pub(super) struct ProgramEnd {
    /// Its exit status; `None`: a signal.
    pub(super) exit: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// Whether it was killed after its deadline.
    pub(super) timed_out: bool,
}

/// Runs a program to its end or its deadline. Then the group of its processes is killed.
pub(super) async fn run(mut command: Command, deadline: Duration) -> std::io::Result<ProgramEnd> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn()?;
    let group = ProcessGroup(child.id());
    let stdout = read(child.stdout.take());
    let stderr = read(child.stderr.take());
    let ended = tokio::time::timeout(deadline, child.wait()).await;
    let timed_out = ended.is_err();
    drop(group);
    let _ = child.kill().await;
    let output = Output {
        status: child.wait().await?,
        stdout: collected(stdout).await,
        stderr: collected(stderr).await,
    };
    Ok(ProgramEnd {
        exit: output.status.code().filter(|_| !timed_out),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        timed_out,
    })
}

/// A program and everything that it started and that stayed in its group. It ends with
/// this value, also when nobody waits for the program any more.
struct ProcessGroup(Option<u32>);

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self
            .0
            .and_then(|id| i32::try_from(id).ok())
            .and_then(rustix::process::Pid::from_raw)
        {
            let kill = rustix::process::Signal::KILL;
            // It may have ended already.
            let _ = rustix::process::kill_process_group(group, kill);
        }
    }
}

type OutputReader = tokio::task::JoinHandle<()>;

struct Pipe {
    bytes: std::sync::Arc<std::sync::Mutex<Vec<u8>>>,
    reading: OutputReader,
}

/// Reads a pipe in a task, so that what was read is there even if a process that left
/// the group keeps the pipe open.
fn read(pipe: Option<impl AsyncRead + Unpin + Send + 'static>) -> Pipe {
    let bytes = std::sync::Arc::<std::sync::Mutex<Vec<u8>>>::default();
    let shared = std::sync::Arc::clone(&bytes);
    let reading = tokio::spawn(async move {
        let Some(mut pipe) = pipe else { return };
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = pipe.read(&mut buffer).await {
            let mut all = shared
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            all.extend_from_slice(&buffer[..count]);
        }
    });
    Pipe { bytes, reading }
}

async fn collected(mut pipe: Pipe) -> Vec<u8> {
    let _ = tokio::time::timeout(Duration::from_secs(2), &mut pipe.reading).await;
    pipe.reading.abort();
    let mut all = pipe
        .bytes
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    std::mem::take(&mut *all)
}
