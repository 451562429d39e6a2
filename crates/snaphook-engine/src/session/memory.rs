//! What of a session can be kept between processes: `snaphook fire --session`
//! does, so that every call is one more event of the same session.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use snaphook_core::event::Event;
use snaphook_core::hook::HookId;
use snaphook_core::permission::Update;

use super::env::KeptVariable;
use super::notices::SessionNotice;

/// The part of a session that outlives its process.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionMemory {
    /// Ids of hooks that were to run once, and have.
    pub used_up: Vec<String>,
    /// Blocks of a stop in a row.
    pub blocked_stops: u32,
    /// Variables that hooks have set, with who did.
    pub env: BTreeMap<String, KeptVariable>,
    /// What the agent is about to do.
    pub intent: Option<String>,
    /// What was said about permissions for the session.
    pub permissions: Vec<Update>,
    /// Notices that nobody has fetched.
    pub notices: Vec<KeptNotice>,
    /// Tool calls so far.
    #[serde(skip_serializing_if = "is_zero")]
    pub calls: u64,
    /// Tool calls so far that were denied.
    #[serde(skip_serializing_if = "is_zero")]
    pub denials: u64,
    /// The tools that were called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
    /// When the first call was counted, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Texts for the model that wait for an event that takes context.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting_context: Vec<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A notice as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptNotice {
    hook: String,
    name: String,
    event: String,
    text: String,
    wake: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

impl From<&SessionNotice> for KeptNotice {
    fn from(notice: &SessionNotice) -> Self {
        Self {
            hook: notice.hook.to_string(),
            name: notice.name.to_string(),
            event: notice.event.to_string(),
            text: notice.text.clone(),
            wake: notice.wake,
            summary: notice.summary.clone(),
        }
    }
}

impl From<KeptNotice> for SessionNotice {
    fn from(kept: KeptNotice) -> Self {
        Self {
            hook: HookId::from(kept.hook.as_str()),
            name: kept.name.into(),
            event: Event::resolve(&kept.event).name().clone(),
            text: kept.text,
            wake: kept.wake,
            summary: kept.summary,
        }
    }
}

impl SessionMemory {
    /// Takes over what changed from `before` to `after`, and nothing else:
    /// another process of the same session may have changed the rest meanwhile.
    /// Notices are not taken over: each is fetched once.
    pub fn take_changes(&mut self, before: &Self, after: Self) {
        for id in after.used_up {
            if !self.used_up.contains(&id) {
                self.used_up.push(id);
            }
        }
        if after.blocked_stops != before.blocked_stops {
            self.blocked_stops = after.blocked_stops;
        }
        let changed = after
            .env
            .into_iter()
            .filter(|(name, value)| before.env.get(name) != Some(value));
        self.env.extend(changed);
        if after.intent != before.intent {
            self.intent = after.intent;
        }
        self.calls += after.calls.saturating_sub(before.calls);
        self.denials += after.denials.saturating_sub(before.denials);
        for tool in after.tools {
            if !self.tools.contains(&tool) {
                self.tools.push(tool);
            }
        }
        self.since = self.since.or(after.since);
        // They only ever grow.
        let new = after.permissions.into_iter().skip(before.permissions.len());
        self.permissions.extend(new);
    }
}
