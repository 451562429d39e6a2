//! `--keep`: one process that answers many events, for plugins that would otherwise start
//! one for each. Requests and answers are lines of JSON:
//!
//! ```text
//! {"id": 1, "event": "PreToolUse", "input": {…}}
//! {"id": 1, "exit": 0, "stdout": "…", "stderr": "…"}
//! ```
//!
//! An answer holds what the command would have printed. Requests are answered concurrently,
//! each by a thread of its own under its own limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use snaphook_agents::{AgentSpec, BridgeOutput};

use super::answer::answer;
use super::args::HookArgs;
use super::call::BridgeCall;
use super::command::{MOST_BYTES, STACK};
use super::deadline::Deadline;
use super::failure::{BridgeFailure, answer_failure, answer_late};
use crate::fire::Interrupt;
use crate::run_async;

/// So many requests are answered at a time; more are read when one of them is done.
const MOST_AT_ONCE: usize = 64;

/// How long background hooks may go on after the end of the input, when nobody waits.
const PATIENCE_AT_END: Duration = Duration::from_secs(600);

/// How long requests may take to be answered after a signal that ends the process. Their hooks
/// end within a second or so; the rest is for a busy machine.
const PATIENCE_AFTER_SIGNAL: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct KeepRequest {
    id: serde_json::Value,
    event: Option<String>,
    input: Box<RawValue>,
}

#[derive(Serialize)]
struct KeepAnswer<'a> {
    id: &'a serde_json::Value,
    exit: u8,
    stdout: &'a str,
    stderr: &'a str,
}

/// Answers requests until the input ends.
pub(super) fn serve(args: &Arc<HookArgs>, agent: &'static AgentSpec) -> ExitCode {
    let active = Arc::new(ActiveRequests::default());
    if end_on_signal(&active).is_err() {
        return ExitCode::from(2);
    }
    let mut stdin = BufReader::new(std::io::stdin());
    loop {
        let mut line = Vec::new();
        let read = (&mut stdin)
            .take(MOST_BYTES + 1)
            .read_until(b'\n', &mut line);
        match read {
            Ok(0) | Err(_) => break,
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => {}
        }
        if line.len() as u64 > MOST_BYTES {
            // Nobody can say where the next request begins.
            return ExitCode::from(2);
        }
        active.begin();
        let worker = RequestWorker {
            args: Arc::clone(args),
            agent,
            begun: Instant::now(),
            slot: ActiveRequest(Arc::clone(&active), AtomicBool::new(false)),
        };
        let spawned = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || worker.serve(&line));
        if spawned.is_err() {
            return ExitCode::from(2);
        }
    }
    active.wait_for_all(PATIENCE_AT_END);
    ExitCode::SUCCESS
}

/// Ends the process on a signal. Requests hear the signal, too, and are answered first.
fn end_on_signal(active: &Arc<ActiveRequests>) -> std::io::Result<()> {
    let active = Arc::clone(active);
    std::thread::Builder::new().spawn(move || {
        let heard = run_async(async {
            Interrupt::listen().wait().await;
            Ok(ExitCode::SUCCESS)
        });
        if heard.is_ok() {
            active.wait_for_answers(PATIENCE_AFTER_SIGNAL);
            std::process::exit(2);
        }
    })?;
    Ok(())
}

/// Answers one request.
struct RequestWorker {
    args: Arc<HookArgs>,
    agent: &'static AgentSpec,
    begun: Instant,
    slot: ActiveRequest,
}

impl RequestWorker {
    fn serve(self, line: &[u8]) {
        let request = serde_json::from_slice::<KeepRequest>(line);
        let named = request
            .as_ref()
            .ok()
            .and_then(|request| request.event.clone());
        let deadline = Deadline::new(self.begun, &self.args, self.agent);
        let call = Arc::new(BridgeCall::new(&self.args, self.agent, named, deadline));
        let request = match request {
            Ok(request) => request,
            Err(error) => {
                let failure = BridgeFailure::new(format!("invalid request: {error}"));
                return write_answer(&serde_json::Value::Null, &answer_failure(&call, &failure));
            }
        };
        let id = Arc::new(request.id);
        // The other thread ends when this is dropped.
        let _answering = match answer_at_deadline(&call, &id) {
            Ok(sender) => sender,
            Err(error) => {
                let failure = BridgeFailure::new(format!("failed to start a thread: {error}"));
                return write_answer(&id, &answer_failure(&call, &failure));
            }
        };
        answer(&call, || Ok(request.input.get().to_owned()), &|printed| {
            if call.claim_answer() {
                write_answer(&id, printed);
            }
            self.slot.free();
        });
    }
}

/// Answers when nobody else has in time. The thread ends with what is returned.
fn answer_at_deadline(
    call: &Arc<BridgeCall>,
    id: &Arc<serde_json::Value>,
) -> std::io::Result<Sender<()>> {
    let (sender, ended) = channel();
    let (call, id) = (Arc::clone(call), Arc::clone(id));
    std::thread::Builder::new().spawn(move || {
        let waited = ended.recv_timeout(call.deadline.left_for_answer());
        if waited == Err(RecvTimeoutError::Timeout) && call.claim_answer() {
            write_answer(&id, &answer_late(&call));
        }
    })?;
    Ok(sender)
}

/// Writes a line. An answer that cannot be written ends the process, which the plugin takes
/// for a denial of everything that it waits for.
fn write_answer(id: &serde_json::Value, printed: &BridgeOutput) {
    let answer = KeepAnswer {
        id,
        exit: printed.exit,
        stdout: &printed.stdout,
        stderr: &printed.stderr,
    };
    let written = serde_json::to_vec(&answer)
        .map_err(std::io::Error::other)
        .and_then(|mut line| {
            line.push(b'\n');
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(&line)?;
            stdout.flush()
        });
    if written.is_err() {
        std::process::exit(2);
    }
}

/// The requests that are being answered, and those of which background hooks still run.
#[derive(Default)]
struct ActiveRequests {
    counts: Mutex<Counts>,
    changed: Condvar,
}

#[derive(Default)]
struct Counts {
    unanswered: usize,
    unfinished: usize,
}

impl ActiveRequests {
    /// Counts one more, as soon as there is room.
    fn begin(&self) {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |counts: &mut Counts| counts.unanswered >= MOST_AT_ONCE;
        let counts = self.changed.wait_while(counts, full);
        let mut counts = counts.unwrap_or_else(PoisonError::into_inner);
        counts.unanswered += 1;
        counts.unfinished += 1;
    }

    fn answered(&self) {
        self.change(|counts| counts.unanswered -= 1);
    }

    fn finished(&self) {
        self.change(|counts| counts.unfinished -= 1);
    }

    fn change(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    fn wait_for_answers(&self, patience: Duration) {
        self.wait_while(patience, |counts| counts.unanswered > 0);
    }

    fn wait_for_all(&self, patience: Duration) {
        self.wait_while(patience, |counts| counts.unfinished > 0);
    }

    fn wait_while(&self, patience: Duration, busy: impl Fn(&mut Counts) -> bool) {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.changed.wait_timeout_while(counts, patience, busy);
    }
}

/// The place of a request among those that are being answered.
struct ActiveRequest(Arc<ActiveRequests>, AtomicBool);

impl ActiveRequest {
    fn free(&self) {
        if !self.1.swap(true, Ordering::SeqCst) {
            self.0.answered();
        }
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.free();
        self.0.finished();
    }
}
