//! One hook: admitted, run against its deadline, judged.

use std::sync::Arc;
use std::time::Duration;

use snaphook_core::answer::{Ended, Failure, FailureKind, Response};
use snaphook_core::dialect::Once;
use snaphook_core::event::Event;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::merge::Effects;
use snaphook_core::outcome::{HookEntry, Status};
use snaphook_core::select::{Chosen, SkipReason};
use snaphook_core::verdict::{JudgeContext, Verdict, hold_to_limits, judge};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{Approver, Call, Handler, InputLine, OutputSink, Turn, Weight};
use snaphook_trust::CopyStore;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::background::Job;
use super::env_file::HookEnvFile;
use super::first_line::FirstLine;
use super::running::{Running, Waited};
use super::{Dispatch, in_milliseconds};
use crate::engine::{InPlace, Inner, Watched};
use crate::progress::Progress;
use crate::session::{RunningHook, SessionState};
use crate::state::SpillFolder;

/// What became of one hook.
pub(super) struct Finished {
    pub(super) place: usize,
    pub(super) entry: HookEntry,
    pub(super) effects: Effects,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What it wrote into its environment file.
    pub(super) env: Vec<(String, Option<String>)>,
    pub(super) ends_row: bool,
}

impl Finished {
    fn silent(chosen: &Chosen, status: Status) -> Self {
        Self {
            place: chosen.place,
            entry: HookEntry::new(&chosen.hook, status),
            effects: Effects::default(),
            diagnostics: Vec::new(),
            env: Vec::new(),
            ends_row: false,
        }
    }

    pub(super) fn skipped(chosen: &Chosen, reason: SkipReason) -> Self {
        let mut finished = Self::silent(chosen, Status::Skipped);
        finished.entry.skip_reason = Some(reason.as_str());
        finished
    }
}

pub(super) async fn run_hook(
    dispatch: &Dispatch<'_>,
    chosen: &Chosen,
    lane: usize,
    input: &Arc<InputLine>,
    span: &Span,
) -> Finished {
    let hook = &chosen.hook;
    // Another event of the session may have been faster.
    let once = hook.once && dispatch.engine.rules.once == Once::AfterRun;
    let again = dispatch.again.contains(&hook.id);
    if once && !dispatch.session.use_up(&hook.id) && !again {
        return Finished::skipped(chosen, SkipReason::Once);
    }
    let mut wrote = Wrote::default();
    let (response, duration_ms) = match dispatch.handler(chosen) {
        None => (not_loaded(hook), 0.0),
        Some(handler) => {
            let watch = dispatch.watch(chosen);
            let job = Job::new(dispatch, hook, input, watch, span);
            if hook.background.is_some() && !dispatch.stop.is_cancelled() {
                job.start(handler);
                return Finished::silent(chosen, Status::Background);
            }
            match run_here(dispatch, hook, watch, handler, input).await {
                Ran::Over(response, duration_ms, env) => {
                    wrote = env;
                    (response, duration_ms)
                }
                Ran::Detached(running, timeout) => {
                    job.go_on(running, timeout);
                    return Finished::silent(chosen, Status::Background);
                }
            }
        }
    };
    let context = Judged {
        engine: dispatch.engine,
        input: dispatch.input,
        hook,
        lane,
        can_block: dispatch.can_block,
    };
    let (mut verdict, mut entry) = context.judge(&response);
    entry.duration_ms = duration_ms;
    verdict.diagnostics.extend(wrote.1);
    if verdict.status == Status::Success {
        dispatch.note_success(chosen, &entry);
    }
    let event = dispatch.input.event().name();
    dispatch.engine.observers.ended(event, &entry);
    dispatch.engine.tell(|| Progress::Finished {
        dispatch: dispatch.number,
        entry: Box::new(entry.clone()),
    });
    Finished {
        place: chosen.place,
        entry,
        effects: verdict.effects,
        diagnostics: verdict.diagnostics,
        env: wrote.0,
        ends_row: verdict.ends_row,
    }
}

pub(super) fn not_loaded(hook: &Hook) -> Response {
    let reason = hook.handler.why_unloadable();
    let reason = reason.unwrap_or("it has no handler");
    Failure::new(format!("it could not be loaded: {reason}")).into()
}

/// What judging one hook's response needs.
pub(super) struct Judged<'a> {
    pub(super) engine: &'a Inner,
    pub(super) input: &'a Input,
    pub(super) hook: &'a Hook,
    pub(super) lane: usize,
    pub(super) can_block: bool,
}

impl Judged<'_> {
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
        let mut entry = HookEntry::new(self.hook, verdict.status);
        entry.error.clone_from(&verdict.error);
        let (response, usage) = response.metered();
        entry.usage = usage.cloned();
        match response {
            Response::Process(process) => {
                match process.ended {
                    Ended::Exit(code) => entry.exit_code = Some(code),
                    Ended::Signal(signal) => entry.signal = Some(signal),
                    Ended::TimedOut(_) | Ended::Cancelled => {}
                }
                if !verdict.suppress_output {
                    entry.stdout = HookEntry::shown(&process.stdout.text);
                }
                entry.stderr = HookEntry::shown(&process.stderr.text);
                entry.truncated = process.stdout.truncated || process.stderr.truncated;
            }
            Response::Text(text) if !verdict.suppress_output => {
                entry.stdout = HookEntry::shown(text);
            }
            _ => {}
        }
        (verdict, entry)
    }
}

/// Whether an event is about a tool of an MCP server.
fn is_mcp_tool(input: &Input) -> bool {
    let tool = input.fields().text("tool_name");
    tool.is_some_and(|tool| tool.starts_with("mcp__"))
}

/// Variables that a hook wrote into its file, and lines that were none.
pub(super) type Wrote = (Vec<(String, Option<String>)>, Vec<Diagnostic>);

/// What came of running a hook while the event waits for it.
enum Ran {
    Over(Response, f64, Wrote),
    Detached(Running, Option<Duration>),
}

/// Runs a hook that the event waits for. Its time starts when it is admitted:
/// nothing times out because it waited for its turn here.
async fn run_here(
    dispatch: &Dispatch<'_>,
    hook: &Arc<Hook>,
    watch: Option<&Arc<Watched>>,
    handler: Arc<dyn Handler>,
    input: &Arc<InputLine>,
) -> Ran {
    if dispatch.clock.is_over() {
        let late = Failure {
            kind: FailureKind::TimedOut,
            message: "the time of all hooks together was up before it started".to_owned(),
        };
        return Ran::Over(late.into(), 0.0, Wrote::default());
    }
    let launch = Launch {
        engine: dispatch.engine,
        session: dispatch.session,
        number: dispatch.number,
        hook,
        watch,
        input,
        stop: &dispatch.stop,
    };
    let Some(mut running) = launch.start(handler).await else {
        return Ran::Over(Failure::cancelled().into(), 0.0, Wrote::default());
    };
    match wait_for(dispatch, hook, &mut running).await {
        Waited::Over(response) => {
            let mut wrote = launch.read_env_file(&mut running);
            wrote.1.append(&mut running.diagnostics);
            let took = in_milliseconds(running.started().elapsed());
            Ran::Over(response, took, wrote)
        }
        Waited::Detached(timeout) => Ran::Detached(running, timeout),
    }
}

/// Waits for a hook; meanwhile it is among those that run.
pub(super) async fn wait_for(
    dispatch: &Dispatch<'_>,
    hook: &Hook,
    running: &mut Running,
) -> Waited {
    let shown = RunningHook::new(dispatch.number, hook, false);
    let _active = dispatch.engine.started(dispatch.session, shown);
    let time = || dispatch.clock.time_for(hook);
    running.wait(time, &dispatch.stop).await
}

/// Everything needed to start a hook.
pub(super) struct Launch<'a> {
    pub(super) engine: &'a Inner,
    pub(super) session: &'a SessionState,
    pub(super) number: u64,
    pub(super) hook: &'a Arc<Hook>,
    /// What tells whether it still is what was trusted.
    pub(super) watch: Option<&'a Arc<Watched>>,
    pub(super) input: &'a Arc<InputLine>,
    pub(super) stop: &'a CancellationToken,
}

impl Launch<'_> {
    /// Waits for its turn and starts it; nothing when it was cancelled before.
    pub(super) async fn start(&self, handler: Arc<dyn Handler>) -> Option<Running> {
        let process = handler.weight() == Weight::Process;
        let turn = if process {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return None,
                turn = self.engine.processes.admit() => turn,
            }
        } else {
            None
        };
        self.start_now(handler, turn)
    }

    /// Starts it; nothing when it was cancelled before.
    pub(super) fn start_now(
        &self,
        handler: Arc<dyn Handler>,
        turn: Option<Turn>,
    ) -> Option<Running> {
        if self.stop.is_cancelled() {
            return None;
        }
        let process = handler.weight() == Weight::Process;
        self.engine.tell(|| Progress::Started {
            dispatch: self.number,
            hook: self.hook.id.clone(),
        });
        let first_line = process.then(FirstLine::new);
        let world = &self.engine.surroundings;
        let env_file = HookEnvFile::for_hook(self.hook, world);
        let mut env = self.session.env_for(self.hook);
        let own = env_file.iter().flat_map(|file| file.variables(world));
        env.extend(own.map(|(name, value)| (name, Some(value))));
        let mut call = Call {
            env,
            intent: self.session.intent(),
            hook: Arc::clone(self.hook),
            input: Arc::clone(self.input),
            surroundings: Arc::clone(&self.engine.surroundings),
            // Its own: one that detaches itself outlives its dispatch.
            stop: CancellationToken::new(),
            output: self.output_sink(first_line.clone()),
            approver: self.approver(),
            command: None,
        };
        let in_place = match self.watch {
            None => InPlace::default(),
            Some(watch) => {
                let copies = self.engine.state_dir.as_deref().map(CopyStore::new);
                match watch.start(&mut call, copies.as_ref()) {
                    Ok(in_place) => in_place,
                    Err(why) => return Some(Running::failed(Failure::new(why), call.stop)),
                }
            }
        };
        let diagnostics = self.no_copies(&in_place).into_iter().collect();
        let mut running = Running::start(handler, call, first_line, env_file, turn, in_place);
        running.diagnostics = diagnostics;
        Some(running)
    }

    /// What is to be said where copies of trusted scripts cannot be kept.
    fn no_copies(&self, in_place: &InPlace) -> Option<Diagnostic> {
        let why = in_place.problem.as_ref()?;
        let message = format!(
            "copies of trusted scripts cannot be kept, so the hook runs in the project and is looked at again afterwards: {why}; help: make the state folder one that only you may write, with room on its disk"
        );
        Some(Diagnostic::new(Severity::Warning, "script-copies", message).about(&self.hook.id))
    }

    /// Whom the hook may ask: the session's own person comes first.
    fn approver(&self) -> Option<Arc<dyn Approver>> {
        let own = self.session.approver();
        own.or_else(|| self.engine.approver.clone())
    }

    /// What the hook wrote into its environment file.
    pub(super) fn read_env_file(&self, running: &mut Running) -> Wrote {
        let Some(file) = running.env_file.take() else {
            return Wrote::default();
        };
        // Nobody knows who wrote it.
        if running.was_touched() {
            return Wrote::default();
        }
        let session = self.session.env_for(self.hook);
        file.read(self.hook, |name| {
            match session.iter().find(|(known, _)| known == name) {
                Some((_, value)) => value.clone(),
                None => {
                    let value = self.engine.surroundings.var(name)?;
                    value.to_str().map(str::to_owned)
                }
            }
        })
    }

    /// Passes output on as it comes: to those who watch, and to whoever looks
    /// for a first line that detaches the hook.
    fn output_sink(&self, first_line: Option<Arc<FirstLine>>) -> Option<OutputSink> {
        let watchers = self.engine.watchers().cloned();
        if watchers.is_none() && first_line.is_none() {
            return None;
        }
        let (dispatch, hook) = (self.number, self.hook.id.clone());
        Some(OutputSink::new(move |stream, bytes| {
            if let Some(line) = &first_line {
                line.take(stream, bytes);
            }
            if let Some(watchers) = &watchers {
                let _ = watchers.send(Progress::Output {
                    dispatch,
                    hook: hook.clone(),
                    stream,
                    bytes: bytes.into(),
                });
            }
        }))
    }
}
