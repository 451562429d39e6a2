//! A hook that logs what happens: every tool call of a gate, or every event of
//! the builtin `log`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use snaphook_core::event::EventName;
use snaphook_core::input::Input;
use snaphook_core::json::Json;

use crate::gate::hook::PreHook;
use crate::gate::phase::TARGET;

/// One tool call, or one event, as it is logged. Its input may hold secrets:
/// anyone who writes it decides who reads it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CallRecord {
    /// When, in milliseconds since 1970.
    pub time_ms: u64,
    /// The invocation's id, for a call through a gate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invocation: Option<uuid::Uuid>,
    /// The event.
    pub event: EventName,
    /// The session's id.
    pub session: String,
    /// The tool, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Arc<str>>,
    /// What the tool is called with; for any other event, the whole input.
    #[serde(rename = "payload")]
    pub tool_input: Arc<Json>,
}

impl CallRecord {
    /// The record of an event.
    #[must_use]
    pub fn of_input(input: &Input) -> Self {
        let fields = input.fields();
        let tool = fields.text("tool_name").map(|tool| Arc::from(&*tool));
        let tool_input = match &tool {
            Some(_) => fields.json("tool_input"),
            None => Json::read(&String::from_utf8_lossy(&fields.to_line())).ok(),
        };
        Self {
            time_ms: now(),
            invocation: None,
            event: input.event().name().clone(),
            session: fields.text("session_id").unwrap_or_default().into_owned(),
            tool,
            tool_input: Arc::new(tool_input.unwrap_or_default()),
        }
    }

    /// Tells `tracing` of it.
    pub fn to_tracing(&self) {
        tracing::info!(
            target: TARGET,
            invocation = self.invocation.map(tracing::field::display),
            phase = "payload",
            tool = self.tool.as_deref(),
            payload = %self.tool_input,
        );
    }
}

/// A file to which records are added, a JSON line each. Only its owner may read
/// it.
#[derive(Debug, Clone)]
pub struct LogFile(PathBuf);

impl LogFile {
    /// The file at this path; it is made when the first line is written.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Adds a line.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&self, record: &CallRecord) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let mut options = std::fs::OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        // One write: lines of several writers do not mix.
        options.open(&self.0)?.write_all(&line)
    }
}

/// A pre-hook named `log` that gives every call to `write`.
pub fn log_tool_input(write: impl Fn(&CallRecord) + Send + Sync + 'static) -> PreHook {
    PreHook::new("log", move |call| {
        write(&CallRecord {
            time_ms: now(),
            invocation: Some(call.context.invocation),
            event: EventName::Known("PreToolUse"),
            session: call.context.session.id().to_owned(),
            tool: Some(call.tool),
            tool_input: call.tool_input,
        });
        std::future::ready(())
    })
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}
