//! Judged: what a hook brought back becomes its reply, by the ladder of
//! `snaphook_core::verdict`.

use std::time::Duration;

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Failure, FailureKind, Response};
use snaphook_core::event::Event;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::kind::FunctionDef;
use snaphook_core::merge::{DispatchFacts, Effects, settle};
use snaphook_core::outcome::{HookEntry, ObservedEffects, Outcome, Status};
use snaphook_core::select::{SelectedHook, SkipCause};
use snaphook_core::verdict::{JudgeContext, Verdict, hold_to_limits, judge};
use tracing::Span;

use super::env_file::EnvChanges;
use super::event_run::EventRun;
use super::first_line::{after_first_line, only_detaches};
use super::plan::LaneHook;
use super::record::in_milliseconds;
use crate::engine::SnapshotData;
use crate::observe;
use crate::progress::Progress;
use crate::state::SpillFolder;

/// How the run of a hook ended.
pub(super) struct HookEnd {
    response: Response,
    pub(super) took: Duration,
    /// What it wrote into its environment file, and what is to be said of that
    /// and of how it was started.
    pub(super) env: EnvChanges,
}

impl<R: Into<Response>> From<R> for HookEnd {
    fn from(response: R) -> Self {
        Self {
            response: response.into(),
            took: Duration::ZERO,
            env: EnvChanges::default(),
        }
    }
}

impl HookEnd {
    /// The hook has no handler.
    pub(super) fn not_loaded(hook: &Hook) -> Self {
        let reason = hook.handler.why_unloadable();
        let reason = reason.unwrap_or("it has no handler");
        Failure::new(format!("it could not be loaded: {reason}")).into()
    }

    /// The time of all hooks was up before it started.
    pub(super) fn too_late() -> Self {
        Self::from(Failure {
            kind: FailureKind::TimedOut,
            message: "the time of all hooks together was up before it started".to_owned(),
        })
    }
}

/// What became of one hook.
pub(super) struct HookReply {
    pub(super) place: usize,
    pub(super) entry: HookEntry,
    /// Nothing for one that was silent, as most are.
    pub(super) content: Option<Box<ReplyContent>>,
}

/// What a hook said.
#[derive(Default)]
pub(super) struct ReplyContent {
    pub(super) effects: Effects,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What it wrote into its environment file.
    pub(super) env: Vec<(String, Option<String>)>,
    ends_row: bool,
}

impl HookReply {
    fn silent(chosen: &SelectedHook, status: Status) -> Self {
        Self {
            place: chosen.place,
            entry: HookEntry::new(&chosen.hook, status),
            content: None,
        }
    }

    /// It did not run.
    pub(super) fn skipped(chosen: &SelectedHook, reason: SkipCause) -> Self {
        let mut reply = Self::silent(chosen, Status::Skipped);
        reply.entry.skip_reason = Some(reason.as_str());
        reply
    }

    /// It goes on in the background.
    pub(super) fn background(chosen: &SelectedHook) -> Self {
        Self::silent(chosen, Status::Background)
    }

    /// Whether the rest of its row does not run.
    pub(super) fn ends_row(&self) -> bool {
        self.content
            .as_ref()
            .is_some_and(|content| content.ends_row)
    }

    /// The input as the next hook of the row sees it, if this one rewrote it.
    pub(super) fn rewrite(&self, input: &Input) -> Option<Input> {
        let rewrite = self.content.as_ref()?.effects.rewrites.last()?;
        input
            .with(rewrite.target.input_field(), &rewrite.value)
            .ok()
    }

    /// Says in its span what became of it. One that goes on in the background is
    /// not over: its job will tell.
    pub(super) fn record_in_span(&self, span: &Span) {
        if self.entry.status != Status::Background {
            let content = self.content.as_ref();
            observe::hook_ended(span, &self.entry, content.map(|content| &content.effects));
        }
    }
}

/// Judges a hook that an event waited for, and tells anyone who wants to know.
pub(super) fn judge_end(run: &EventRun<'_>, planned: &LaneHook<'_>, end: HookEnd) -> HookReply {
    let chosen = planned.chosen;
    let (env, notes) = end.env;
    let mut reply = match end.response {
        // By far the most, and judging it would say as much.
        Response::Silence if env.is_empty() && notes.is_empty() && !chosen.hook.observe => {
            HookReply::silent(chosen, Status::Success)
        }
        Response::Text(text) if is_function(&chosen.hook) && only_detaches(&text) => {
            HookReply::background(chosen)
        }
        mut response => {
            if run.engine.force_sync
                && let Response::Process(process) = &mut response
            {
                process.stdout.text = after_first_line(&process.stdout.text).to_owned();
            }
            let judge = HookJudge {
                engine: &run.engine,
                input: &run.input,
                hook: &chosen.hook,
                lane: planned.lane,
                can_block: run.can_block(),
            };
            let (mut verdict, mut entry) = judge.judge(&response);
            verdict.diagnostics.extend(notes);
            let mut env = env;
            if chosen.hook.observe {
                judge.observe(&mut verdict, &mut entry);
                env.clear();
            }
            let content = ReplyContent {
                effects: verdict.effects,
                diagnostics: verdict.diagnostics,
                env,
                ends_row: verdict.ends_row,
            };
            HookReply {
                place: chosen.place,
                entry,
                content: Some(Box::new(content)),
            }
        }
    };
    reply.entry.duration_ms = in_milliseconds(end.took);
    if reply.entry.status == Status::Success {
        run.note_success(chosen, &reply.entry);
    }
    let event = run.input.event().name();
    run.engine.observers.ended(event, &reply.entry);
    run.engine.report_progress(|| Progress::Finished {
        dispatch: run.number,
        entry: Box::new(reply.entry.clone()),
    });
    reply
}

fn is_function(hook: &Hook) -> bool {
    hook.handler.is::<FunctionDef>()
}

/// What judging one hook's response needs.
pub(super) struct HookJudge<'a> {
    pub(super) engine: &'a SnapshotData,
    pub(super) input: &'a Input,
    pub(super) hook: &'a Hook,
    pub(super) lane: usize,
    pub(super) can_block: bool,
}

impl HookJudge<'_> {
    /// The verdict, and the hook's entry.
    pub(super) fn judge(&self, response: &Response) -> (Verdict, HookEntry) {
        let event: &Event = self.input.event();
        let context = JudgeContext {
            spec: event.spec(),
            event: event.as_str(),
            hook: self.hook,
            lane: self.lane,
            can_block: self.can_block,
            rules: self.engine.rules,
            mcp_tool: is_mcp_tool(self.input),
            input: Some(self.input),
        };
        let mut verdict = judge(&context, response);
        let session = self.input.fields().text("session_id");
        let spill = SpillFolder {
            state_dir: self.engine.state_dir.as_deref(),
            session: session.as_deref().unwrap_or_default(),
        };
        hold_to_limits(
            &mut verdict.effects,
            &self.hook.id,
            &spill,
            &mut verdict.diagnostics,
        );
        let entry = verdict.entry(self.hook, response);
        (verdict, entry)
    }
}

impl HookJudge<'_> {
    /// Moves what the verdict of an observing hook would have done into the hook's
    /// entry: nothing of it takes effect.
    pub(super) fn observe(&self, verdict: &mut Verdict, entry: &mut HookEntry) {
        let event = self.input.event();
        let mut alone = Outcome::go_on(event);
        let effects = std::mem::take(&mut verdict.effects);
        settle(event.spec(), effects, DispatchFacts::default(), &mut alone);
        entry.observed = Some(Box::new(ObservedEffects::of(alone)));
        verdict.ends_row = false;
    }
}

/// Whether an event is about a tool of an MCP server.
fn is_mcp_tool(input: &Input) -> bool {
    let tool = input.fields().text("tool_name");
    tool.is_some_and(|tool| tool.starts_with("mcp__"))
}
