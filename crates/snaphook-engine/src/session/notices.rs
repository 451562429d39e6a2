//! What background hooks have to say, in the order in which they said it.

use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, HookId, HookName};
use snaphook_core::outcome::{Notice, Status};
use snaphook_core::verdict::Verdict;

/// Something a background hook has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionNotice {
    /// The hook's id.
    pub hook: HookId,
    /// Its name.
    pub name: HookName,
    /// The event it ran on.
    pub event: EventName,
    /// What it says to the model.
    pub text: String,
    /// It wakes the model at once; else it waits for the next turn.
    pub wake: bool,
    /// What the user sees instead of the text.
    pub summary: Option<String>,
}

impl SessionNotice {
    /// As an outcome carries it.
    #[must_use]
    pub fn to_notice(&self) -> Notice {
        Notice {
            hook: self.hook.clone(),
            text: self.text.clone(),
            wake: self.wake,
            summary: self.summary.clone(),
        }
    }
}

/// What a background hook's verdict has to say. Decisions are ignored: what
/// they were about is over.
pub(crate) fn notices_of(
    hook: &Hook,
    verdict: &Verdict,
    stdout: &str,
    stderr: &str,
) -> Vec<SessionNotice> {
    let notice = |text: String| SessionNotice {
        hook: hook.id.clone(),
        name: hook.name.clone(),
        event: hook.event.name().clone(),
        text,
        wake: false,
        summary: None,
    };
    let rewake = hook.background.as_ref().and_then(|b| b.rewake.as_ref());
    if let Some(rewake) = rewake.filter(|_| verdict.status == Status::Blocked) {
        let said = [stderr, stdout]
            .into_iter()
            .map(str::trim)
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        let parts: Vec<_> = rewake
            .message
            .as_deref()
            .into_iter()
            .chain([said])
            .collect();
        return vec![SessionNotice {
            wake: true,
            summary: rewake.summary.clone(),
            ..notice(parts.join("\n").trim().to_owned())
        }];
    }
    let effects = &verdict.effects;
    effects
        .additional_context
        .iter()
        .chain(&effects.system_messages)
        .cloned()
        .map(notice)
        .collect()
}
