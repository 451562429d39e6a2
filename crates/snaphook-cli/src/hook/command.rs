//! Reads the agent's input from stdin and prints the answer. The work is done by a thread
//! of its own, so that an answer comes in time also where reading a file or a pipe hangs.

use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use snaphook_agents::{BridgeOutput, find_agent};

use super::answer::answer;
use super::args::HookArgs;
use super::call::BridgeCall;
use super::deadline::Deadline;
use super::failure::{BridgeFailure, answer_failure, answer_late};
use super::keep;
use crate::error::CommandError;

/// An input of more bytes is not read.
pub(super) const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The stack of a thread that answers, as large as that of a main thread.
pub(super) const STACK: usize = 8 * 1024 * 1024;

pub(crate) fn hook(args: &HookArgs) -> ExitCode {
    let begun = Instant::now();
    let Some(agent) = find_agent(&args.agent) else {
        // The parser of the arguments knows the names.
        CommandError::new(format!("unknown agent `{}`", args.agent)).print();
        return ExitCode::from(1);
    };
    let args = Arc::new(args.clone());
    if args.keep {
        return keep::serve(&args, agent);
    }
    let deadline = Deadline::new(begun, &args, agent);
    let call = Arc::new(BridgeCall::new(&args, agent, args.event.clone(), deadline));
    let (sender, answered) = channel();
    let own = Arc::clone(&call);
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || work(&own, &sender));
    ExitCode::from(match worker {
        Ok(_) => watch(&call, &answered),
        Err(error) => {
            let failure = BridgeFailure::new(format!("failed to start a thread: {error}"));
            print(&call, &answer_failure(&call, &failure))
        }
    })
}

fn work(call: &BridgeCall, sender: &Sender<u8>) {
    answer(call, read_input, &|printed| {
        if call.claim_answer() {
            let _ = sender.send(print(call, printed));
        }
    });
}

/// Waits for the answer and for what is left to do after it; answers itself where nobody
/// else does in time.
fn watch(call: &Arc<BridgeCall>, answered: &Receiver<u8>) -> u8 {
    let waited = answered.recv_timeout(call.deadline.left_for_answer());
    let exit = match waited {
        Ok(exit) => exit,
        Err(_) if call.claim_answer() => return answer_for_another(call),
        // It is printing, and nobody reads.
        Err(_) => match answered.recv_timeout(call.deadline.left_for_exit()) {
            Ok(exit) => exit,
            Err(_) => return unprintable(call),
        },
    };
    // It goes on until it drops the sender.
    let _ = answered.recv_timeout(call.deadline.left_for_exit());
    exit
}

/// Answers in the place of a thread that hangs. Finding out whether there is a guard and
/// printing may hang as well.
fn answer_for_another(call: &Arc<BridgeCall>) -> u8 {
    let (sender, printed) = channel();
    let own = Arc::clone(call);
    let answer = std::thread::Builder::new().spawn(move || {
        let _ = sender.send(print(&own, &answer_late(&own)));
    });
    let left = call.deadline.left_for_exit();
    match answer.map(|_| printed.recv_timeout(left)) {
        Ok(Ok(exit)) => exit,
        _ => unprintable(call),
    }
}

fn read_input() -> Result<String, BridgeFailure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes);
    if let Err(error) = read {
        return Err(BridgeFailure::new(format!(
            "failed to read the agent's input: {error}"
        )));
    }
    text_of_input(bytes)
}

pub(super) fn text_of_input(bytes: Vec<u8>) -> Result<String, BridgeFailure> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(BridgeFailure::new(
            "the agent's input is larger than 64 MiB",
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(BridgeFailure::new(
            "stdin is empty; the agent's input was expected there",
        ));
    }
    String::from_utf8(bytes).map_err(|_| BridgeFailure::new("the agent's input is not valid UTF-8"))
}

/// Prints an answer; returns the exit status.
fn print(call: &BridgeCall, printed: &BridgeOutput) -> u8 {
    if !printed.stderr.is_empty() {
        let mut stderr = std::io::stderr().lock();
        let _ = stderr.write_all(printed.stderr.as_bytes());
        let _ = stderr.write_all(b"\n");
    }
    if !printed.stdout.is_empty() {
        let mut stdout = std::io::stdout().lock();
        let written = stdout
            .write_all(printed.stdout.as_bytes())
            .and_then(|()| stdout.write_all(b"\n"))
            .and_then(|()| stdout.flush());
        if written.is_err() {
            return unprintable(call);
        }
    }
    printed.exit
}

/// The exit status for an answer that cannot be printed: it says nothing then, and the
/// status is the only way left to deny.
fn unprintable(call: &BridgeCall) -> u8 {
    // Some agents take exit 2 for a denial only with words on stderr.
    let _ = std::io::stderr().write_all(b"snaphook: the answer cannot be printed\n");
    call.contract().status_that_denies()
}
