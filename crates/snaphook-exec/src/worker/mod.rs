//! Workers: commands that are started once and answer many events.
//!
//! A worker reads one line of JSON per event and answers one:
//!
//! ```json
//! {"id": 7, "input": {"hook_event_name": "PreToolUse"}, "cwd": "/repo/sub", "env": {"TOKEN": "x"}}
//! {"id": 7, "exit": 0, "output": {"systemMessage": "fine"}, "reason": ""}
//! ```
//!
//! | a request's | is |
//! |---|---|
//! | `id` | a number; the answer repeats it |
//! | `input` | what the hook would read on stdin |
//! | `cwd` | the folder it would run in, where that is not the input's `cwd` |
//! | `env` | variables of this event beyond those the worker was started with; `null` takes one away |
//!
//! | an answer's | is | left out |
//! |---|---|---|
//! | `id` | the request's | the line is garbage |
//! | `exit` | the exit code it would end with | 0 |
//! | `output` | what it would print: an object, or a text | nothing |
//! | `reason` | what it would write to stderr | nothing |
//!
//! The answer is judged by the ladder of exit codes, as if a process had ended
//! so. Answers may come in any order. A line `{"ready": true, "concurrency": 4}`
//! is optional, once, before the first answer: the worker has started, and works
//! on so many requests at once. One that does not say so is given the next
//! request when it has answered the last, or has not for a while.
//!
//! A worker knows that it is one by the variable `SNAPHOOK_WORKER`. It ends
//! when its stdin does.
//!
//! | file | holds |
//! |---|---|
//! | `protocol`, `error` | the lines, as pure functions; what a worker may not do |
//! | `spec`, `named`, `file_stamps` | what is started; the files it names, and whether they have changed |
//! | `limits`, `start` | what a worker may take; whether one may be started that keeps failing |
//! | `outbox`, `stderr_tail` | a worker's stdin; the end of its stderr |
//! | `keeper` | the task that owns one process, from its start to its end |
//! | `slot`, `state`, `pool` | who gets which request: one worker, all workers of a command, and what happens around them |
//! | `ask` | one request, until it is answered |
//! | `workers`, `handler` | all pools of an engine; the hook |

mod ask;
mod error;
mod file_stamps;
mod handler;
mod keeper;
#[cfg(test)]
mod laws;
mod limits;
mod named;
mod outbox;
mod pool;
mod protocol;
mod slot;
mod spec;
mod start;
mod state;
mod stderr_tail;
mod workers;

pub(crate) use handler::WorkerHandler;
pub use limits::WorkerLimits;
pub(crate) use workers::Workers;
