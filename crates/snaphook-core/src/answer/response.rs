//! What a handler brings back, before anybody has judged it.

use std::time::Duration;

use serde::Serialize;

use super::checked::Answer;

/// What running one hook gave.
#[derive(Debug, Clone)]
pub enum Response {
    /// A process ran.
    Process(ProcessResult),
    /// A text that is read like stdout at exit 0.
    Text(String),
    /// A ready answer: a function's, or one that a handler read itself.
    Answer(Box<Answer>),
    /// It went well, and there is nothing to say: an empty answer.
    Silence,
    /// Nothing came back.
    Failure(Failure),
    /// Any of the above, and what a language model needed for it.
    Metered(Box<Response>, Usage),
}

/// What a language model needed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// The model that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Tokens that it read.
    pub input_tokens: u64,
    /// Tokens that it wrote.
    pub output_tokens: u64,
}

impl Response {
    /// The response itself, and what a model needed for it.
    #[must_use]
    pub fn metered(&self) -> (&Self, Option<&Usage>) {
        match self {
            Self::Metered(response, usage) => (response.metered().0, Some(usage)),
            other => (other, None),
        }
    }
}

/// How a process went.
#[derive(Debug, Clone, Default)]
pub struct ProcessResult {
    /// Its standard output.
    pub stdout: CapturedOutput,
    /// Its standard error.
    pub stderr: CapturedOutput,
    /// How it ended.
    pub ended: ProcessExit,
    /// Another process still held its output open when it had ended.
    pub left_behind: bool,
    /// Its exit with 2 was the shell's own: the command's text does not parse, or
    /// a redirection cannot be opened.
    pub shell_failed: bool,
}

/// What a process wrote, up to the limit.
#[derive(Debug, Clone, Default)]
pub struct CapturedOutput {
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// There was more than the limit.
    pub truncated: bool,
    /// Some bytes were not UTF-8.
    pub lossy: bool,
}

impl From<String> for CapturedOutput {
    /// The whole of it, in UTF-8.
    fn from(text: String) -> Self {
        Self {
            text,
            truncated: false,
            lossy: false,
        }
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessExit {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It was ended because its time, this long, was up.
    TimedOut(Duration),
    /// It was cancelled: its answer is no longer needed.
    Cancelled,
}

impl Default for ProcessExit {
    fn default() -> Self {
        Self::Exit(0)
    }
}

/// Why nothing came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure.
    pub kind: FailureKind,
    /// What was tried and what went wrong.
    pub message: String,
}

/// The kinds of failure that an outcome tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// It could not start, crashed, or said something that cannot be read.
    Failed,
    /// It did not answer in time.
    TimedOut,
    /// The dispatch was cancelled.
    Cancelled,
}

impl Failure {
    /// It did not end in time.
    #[must_use]
    pub fn timed_out(timeout: Duration) -> Self {
        Self {
            kind: FailureKind::TimedOut,
            message: format!("it did not end within {:?}", to_milliseconds(timeout)),
        }
    }

    /// The dispatch was cancelled.
    #[must_use]
    pub fn cancelled() -> Self {
        Self {
            kind: FailureKind::Cancelled,
            message: "it was cancelled".to_owned(),
        }
    }

    /// A plain failure.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            kind: FailureKind::Failed,
            message: message.into(),
        }
    }
}

/// What is left of a shared budget has digits that nobody wants to read.
fn to_milliseconds(time: Duration) -> Duration {
    match u64::try_from((time + Duration::from_micros(500)).as_millis()) {
        Ok(milliseconds) => Duration::from_millis(milliseconds),
        Err(_) => time,
    }
}

impl From<Failure> for Response {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
