//! Hooks that ran, and what comes of them.

use snaphook_core::answer::{CapturedOutput, ProcessExit, ProcessResult, Response};
use snaphook_core::dialect::CANONICAL;
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_core::merge::{DispatchFacts, Effects, settle};
use snaphook_core::outcome::Outcome;
use snaphook_core::verdict::{JudgeContext, judge};

pub(crate) fn hook(event: &str) -> Hook {
    let def = CommandDef {
        command: "guard".to_owned(),
        ..CommandDef::default()
    };
    Hook::new(
        Event::resolve(event),
        GroupMatcher::all(),
        HandlerDef::new(def),
        Source::host(Scope::User),
    )
}

pub(crate) fn guard(event: &str) -> Hook {
    let mut guard = hook(event);
    guard.on_failure = OnFailure::Block;
    guard
}

/// How a hook's process went.
#[derive(Default)]
pub(crate) struct EndedProcess {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
    pub(crate) lossy: bool,
    pub(crate) shell_failed: bool,
    pub(crate) mcp_tool: bool,
}

impl EndedProcess {
    /// It printed this and exited with 0.
    pub(crate) fn printed(stdout: &str) -> Self {
        Self {
            stdout: stdout.to_owned(),
            ..Self::default()
        }
    }

    /// It printed nothing and exited with this.
    pub(crate) fn exited(code: i32, stderr: &str) -> Self {
        Self {
            stderr: stderr.to_owned(),
            code,
            ..Self::default()
        }
    }

    fn response(&self) -> Response {
        let mut stdout = CapturedOutput::from(self.stdout.clone());
        stdout.lossy = self.lossy;
        Response::Process(ProcessResult {
            stdout,
            stderr: CapturedOutput::from(self.stderr.clone()),
            ended: ProcessExit::Exit(self.code),
            shell_failed: self.shell_failed,
            ..ProcessResult::default()
        })
    }
}

pub(crate) fn outcome(hook: &Hook, ran: &EndedProcess) -> Outcome {
    settled(&[(hook, ran)])
}

/// The outcome of hooks of one event, in their order.
pub(crate) fn outcome_of_all(all: &[(Hook, EndedProcess)]) -> Outcome {
    let all: Vec<_> = all.iter().map(|(hook, ran)| (hook, ran)).collect();
    settled(&all)
}

fn settled(all: &[(&Hook, &EndedProcess)]) -> Outcome {
    let event = &all[0].0.event;
    let mut effects = Effects::default();
    let mut diagnostics = Vec::new();
    for (lane, (hook, ran)) in all.iter().enumerate() {
        let context = JudgeContext {
            spec: event.spec(),
            event: event.as_str(),
            hook,
            lane,
            can_block: true,
            rules: &CANONICAL,
            mcp_tool: ran.mcp_tool,
            input: None,
        };
        let verdict = judge(&context, &ran.response());
        effects = effects.merge(verdict.effects);
        diagnostics.extend(verdict.diagnostics);
    }
    let mut outcome = Outcome::go_on(event);
    let facts = DispatchFacts {
        any_ran: true,
        worktree_gone: false,
        ..DispatchFacts::default()
    };
    settle(event.spec(), effects, facts, &mut outcome);
    outcome.diagnostics.extend(diagnostics);
    outcome
}
