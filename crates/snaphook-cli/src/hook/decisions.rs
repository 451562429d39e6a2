//! One call, one decision. Some agents fire two events for one call (Cursor: `preToolUse` and
//! `beforeShellExecution`), and some run the hooks in the settings of Claude Code beside their
//! own. What was decided for the first event is kept for some seconds, and answers the others
//! of the same call: hooks run once.
//!
//! A call is the same if session, canonical event, tool and the tool's input are, and its id
//! where both events have one. Each event is answered once from a decision: a second one of
//! the same name is a new call. Wherever the file cannot be used, hooks simply run again.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use snaphook::input::Fields;
use snaphook::{Input, state};
use snaphook_agents::{AgentSpec, DecodedInput, WantedEffects};
use snaphook_files::{FolderLock, open_to_read};

use crate::os;
use crate::world;

/// How long a decision counts.
const LASTS: Duration = Duration::from_secs(10);

/// How long another command may hold the file.
const PATIENCE: Duration = Duration::from_millis(500);

/// So many decisions are kept: calls may run at once.
const MOST: usize = 64;

/// The file in the session's folder.
const FILE: &str = "decisions.json";

/// No file of decisions is larger.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The decisions about the calls of one session.
pub(super) struct CallDecisions {
    folder: PathBuf,
    /// The call, as a digest of what it is.
    call: String,
    /// The event that is to be answered, with its agent.
    event: String,
}

/// A decision as it is kept.
#[derive(Clone, Serialize, Deserialize)]
struct KeptDecision {
    call: String,
    id: Option<String>,
    /// Milliseconds since 1970.
    at: u64,
    /// The events that it has answered.
    answered: Vec<String>,
    effects: KeptEffects,
}

/// What hooks asked for.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct KeptEffects {
    deny: Option<String>,
    ask: Option<String>,
    grant: Option<String>,
    tool_input: Option<Box<RawValue>>,
    tool_output: Option<serde_json::Value>,
    context: Vec<String>,
    stop: Option<String>,
    messages: Vec<String>,
}

impl CallDecisions {
    /// The decisions about this call; none where its agent fires one event for a call.
    pub(super) fn of(
        agent: &AgentSpec,
        decoded: &DecodedInput,
        input: &Input,
        session: &str,
    ) -> Option<Self> {
        let event = decoded.event;
        let tool = input.fields().text("tool_name")?;
        if session.is_empty() || !(decoded.of_reader || fires_twice(agent, event.event)) {
            return None;
        }
        let subject = subject_of(&tool, &input.fields().fields("tool_input")?);
        let call = digest(&[event.event.as_bytes(), tool.as_bytes(), &subject]);
        Some(Self {
            folder: state::session_folder(&world::state_dir()?, &format!("calls-{session}")),
            call,
            event: format!("{}/{}", agent.name, event.native),
        })
    }

    /// What was decided about the call for another event of it.
    pub(super) fn take(&self, id: Option<&str>) -> Option<WantedEffects> {
        // Most calls are the first of theirs.
        fs::symlink_metadata(self.folder.join(FILE)).ok()?;
        let _lock = self.lock()?;
        let mut all = self.read();
        let now = now();
        let fits = |one: &&mut KeptDecision| {
            let same_id = one
                .id
                .as_deref()
                .zip(id)
                .is_none_or(|(one, other)| one == other);
            one.call == self.call
                && same_id
                && now
                    .checked_sub(one.at)
                    .is_some_and(|age| u128::from(age) <= LASTS.as_millis())
                && !one.answered.contains(&self.event)
        };
        let found = all.iter_mut().rev().find(fits)?;
        found.answered.push(self.event.clone());
        let effects = found.effects.clone();
        // What cannot be marked as used would answer this event again.
        self.write(&all).then(|| effects.into_wanted())?
    }

    /// Keeps what was decided.
    pub(super) fn keep(&self, id: Option<&str>, wanted: &WantedEffects) {
        let Some(_lock) = self.lock() else { return };
        let mut all = self.read();
        let now = now();
        let fresh = |one: &KeptDecision| {
            now.checked_sub(one.at)
                .is_some_and(|age| u128::from(age) <= LASTS.as_millis())
        };
        all.retain(|one| fresh(one) && one.call != self.call);
        if all.len() >= MOST {
            all.remove(0);
        }
        all.push(KeptDecision {
            call: self.call.clone(),
            id: id.map(str::to_owned),
            at: now,
            answered: vec![self.event.clone()],
            effects: KeptEffects::of(wanted),
        });
        self.write(&all);
    }

    fn lock(&self) -> Option<FolderLock> {
        os::make_private_folder(&self.folder).ok()?;
        FolderLock::wait(&self.folder, PATIENCE).ok()
    }

    fn read(&self) -> Vec<KeptDecision> {
        let read = || {
            let file = open_to_read(&self.folder.join(FILE)).ok()?;
            let found = file.metadata().ok()?;
            (found.is_file() && found.len() <= MOST_BYTES).then_some(())?;
            serde_json::from_reader(std::io::BufReader::new(file)).ok()
        };
        read().unwrap_or_default()
    }

    /// Writes the file beside the old one, then in its place. It counts for seconds, so nothing
    /// waits for the disk; the folder is private.
    fn write(&self, all: &[KeptDecision]) -> bool {
        let new = self.folder.join("decisions.json.new");
        let written = serde_json::to_vec(all)
            .map_err(io::Error::other)
            .and_then(|bytes| fs::write(&new, bytes))
            .and_then(|()| fs::rename(&new, self.folder.join(FILE)));
        written.is_ok()
    }
}

impl KeptEffects {
    fn of(wanted: &WantedEffects) -> Self {
        let raw = |fields: &Fields| {
            let text = String::from_utf8(fields.to_line()).ok()?;
            RawValue::from_string(text.trim().to_owned()).ok()
        };
        Self {
            deny: wanted.deny.clone(),
            ask: wanted.ask.clone(),
            grant: wanted.grant.clone(),
            tool_input: wanted.tool_input.as_ref().and_then(raw),
            tool_output: wanted.tool_output.clone(),
            context: wanted.context.clone(),
            stop: wanted.stop.clone(),
            messages: wanted.messages.clone(),
        }
    }

    /// The effects; none where a rewrite cannot be read. Context and messages were delivered
    /// with the first answer.
    fn into_wanted(self) -> Option<WantedEffects> {
        let tool_input = match self.tool_input {
            None => None,
            Some(raw) => Some(Fields::parse(raw.get()).ok()?),
        };
        Some(WantedEffects {
            deny: self.deny,
            ask: self.ask,
            grant: self.grant,
            tool_input,
            tool_output: self.tool_output,
            stop: self.stop,
            ..WantedEffects::default()
        })
    }
}

/// Whether an agent fires several events for one call, or runs hooks of Claude Code's settings
/// beside its own.
fn fires_twice(agent: &AgentSpec, event: &str) -> bool {
    let rows = agent.contract(None).events.iter();
    let several = rows.filter(|row| row.event == event).count() > 1;
    several || (agent.reads_claude_settings && !agent.canonical_tools)
}

/// What of a tool's input makes two events the same call: events about one kind of tool give
/// only this.
fn subject_of(tool: &str, input: &Fields) -> Vec<u8> {
    let key = match tool {
        "Bash" | "PowerShell" => "command",
        "Read" => "file_path",
        _ => return input.to_line(),
    };
    match input.text(key) {
        Some(text) => text.into_owned().into_bytes(),
        None => input.to_line(),
    }
}

/// A digest of these parts, each with its length: nobody can make another call with the same.
fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hasher.update(part);
    }
    let sum = hasher.finalize();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}
