//! What the bridge answers when it cannot decide: a denial where a guard may have a say,
//! else a visible message.

use std::path::PathBuf;
use std::sync::mpsc::channel;

use snaphook::Engine;
use snaphook_agents::{Ability, BridgeOutput, EventContract, Reply};
use snaphook_settings::BridgeOnError;

use super::args::OnHookError;
use super::bridge::{leave_to_agent, settings_of};
use super::call::BridgeCall;
use super::rules::may_restrict;
use crate::args::EventArgs;
use crate::settings_args::{EngineOptions, Purpose};
use crate::stakes;

/// Why the bridge could not decide.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct BridgeFailure {
    message: String,
}

impl BridgeFailure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

/// Answers for a bridge that failed.
pub(super) fn answer_failure(call: &BridgeCall, failure: &BridgeFailure) -> BridgeOutput {
    let guarded = || call.stakes.may_be_guarded(|| look(call));
    let guarded = call.args.on_error == OnHookError::Deny || guarded();
    answer_as(call, &failure.message, guarded)
}

/// Answers for a bridge that hangs. Looking for guards may hang as well: then there may be
/// one.
pub(super) fn answer_late(call: &std::sync::Arc<BridgeCall>) -> BridgeOutput {
    let (sender, found) = channel();
    let own = std::sync::Arc::clone(call);
    let left = call.deadline.left_for_exit() / 2;
    let looking = std::thread::Builder::new().spawn(move || {
        let _ = sender.send(own.stakes.may_be_guarded(|| look(&own)));
    });
    let guarded = call.args.on_error == OnHookError::Deny
        || call
            .stakes
            .known()
            .unwrap_or_else(|| looking.is_err() || found.recv_timeout(left).unwrap_or(true));
    let limit = call.deadline.hooks_in_words();
    answer_as(
        call,
        &format!("there was no answer within {limit}"),
        guarded,
    )
}

fn answer_as(call: &BridgeCall, message: &str, guarded: bool) -> BridgeOutput {
    let known = call.event();
    let denies = known.is_none_or(|event| event.can(Ability::Deny));
    let message = format!("snaphook: {message}");
    // An event that is not known is answered as the most dangerous one.
    let before_tool = || {
        let events = call.contract().events;
        events.iter().find(|event| event.event == "PreToolUse")
    };
    let Some(event) = known.or_else(before_tool) else {
        return BridgeOutput {
            stderr: message,
            exit: if guarded { 2 } else { 0 },
            ..BridgeOutput::default()
        };
    };
    let mut reply = Reply::silent(event);
    if guarded && denies {
        let why = "denied, because a guard or a rule is configured and could not be asked";
        reply.deny = Some(format!("{message}; {why}"));
    } else if event.can(Ability::Message) {
        let then = if guarded {
            "the event cannot be blocked"
        } else {
            "no guard is configured, so the agent goes on"
        };
        reply.messages.push(format!("{message}; {then}"));
    }
    let mut printed = reply.print(call.agent);
    if printed.stderr.is_empty() {
        printed.stderr = message;
    }
    // Without a known event the agent may not read this answer: the exit status, too.
    if guarded && known.is_none() {
        printed.exit = call.contract().status_that_denies();
    }
    printed
}

/// Whether the settings want a denial for every failure of the bridge.
pub(super) fn denies_on_error(engine: &Engine) -> bool {
    engine.settings().bridge_on_error == BridgeOnError::Deny
}

/// Whether a guard may have a say, where the bridge failed before it knew: in the input's
/// working directory, and in that of the process.
fn look(call: &BridgeCall) -> bool {
    let looks = |cwd: Option<PathBuf>| {
        let event: Option<&EventContract> = call.event();
        let asked = EventArgs {
            event: event.map(|event| event.event.to_owned()),
            input: None,
            settings: settings_of(&call.args),
            cwd,
            skill: Vec::new(),
            agent_file: Vec::new(),
            tool: None,
            tool_input: None,
            set: Vec::new(),
            json: false,
            session: None,
        };
        stakes::look_with(
            &asked,
            EngineOptions {
                places: Some(&|places| leave_to_agent(places, call.agent, &call.args)),
                ..EngineOptions::to(Purpose::Inspect)
            },
            |engine| denies_on_error(engine) || may_restrict(engine, event.map(|row| row.event)),
        )
    };
    looks(None) || call.cwd().is_some_and(|cwd| looks(Some(cwd.to_owned())))
}
