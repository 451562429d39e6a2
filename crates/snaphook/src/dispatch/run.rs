//! One hook: admitted, run against its deadline, judged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Ended, Failure, FailureKind, Response};
use snaphook_core::hook::{HandlerDef, Hook};
use snaphook_core::merge::Effects;
use snaphook_core::outcome::{HookEntry, Status};
use snaphook_core::select::{Chosen, SkipReason};
use snaphook_core::verdict::{JudgeContext, hold_to_limits, judge};
use snaphook_exec::{Call, Handler, InputLine, OutputSink, Weight};

use super::{Dispatch, milliseconds};
use crate::progress::Progress;
use crate::state::SpillFolder;

/// How long a hook that was told to stop may still say what it has written so
/// far. Then its future is dropped, and its processes are the reaper's.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// What became of one hook.
pub(super) struct Finished {
    pub(super) place: usize,
    pub(super) entry: HookEntry,
    pub(super) effects: Effects,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) ends_row: bool,
}

impl Finished {
    pub(super) fn skipped(chosen: &Chosen, reason: SkipReason) -> Self {
        let mut entry = HookEntry::new(&chosen.hook, Status::Skipped);
        entry.skip_reason = Some(reason.as_str());
        Self {
            place: chosen.place,
            entry,
            effects: Effects::default(),
            diagnostics: Vec::new(),
            ends_row: false,
        }
    }
}

pub(super) async fn run_hook(
    dispatch: &Dispatch<'_>,
    chosen: &Chosen,
    lane: usize,
    input: &Arc<InputLine>,
) -> Finished {
    let hook = &chosen.hook;
    let handler = dispatch.engine.handlers.get(chosen.options_from);
    let (response, duration_ms) = match handler.and_then(Option::as_ref) {
        Some(handler) => run_handler(dispatch, hook, handler.as_ref(), input).await,
        None => (not_loaded(hook), 0.0),
    };
    let event = dispatch.input.event();
    let context = JudgeContext {
        spec: event.spec(),
        event: event.as_str(),
        hook,
        lane,
        can_block: dispatch.can_block,
    };
    let mut verdict = judge(&context, &response);
    let session = dispatch.input.fields().text("session_id");
    let spill = SpillFolder {
        state_dir: dispatch.engine.state_dir.as_deref(),
        session: session.as_deref().unwrap_or_default(),
    };
    hold_to_limits(
        &mut verdict.effects,
        &hook.id,
        &spill,
        &mut verdict.diagnostics,
    );

    let mut entry = HookEntry::new(hook, verdict.status);
    entry.duration_ms = duration_ms;
    entry.error = verdict.error;
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
        Response::Text(text) if !verdict.suppress_output => entry.stdout = HookEntry::shown(&text),
        _ => {}
    }
    dispatch.engine.tell(|| Progress::Finished {
        dispatch: dispatch.number,
        entry: Box::new(entry.clone()),
    });
    Finished {
        place: chosen.place,
        entry,
        effects: verdict.effects,
        diagnostics: verdict.diagnostics,
        ends_row: verdict.ends_row,
    }
}

fn not_loaded(hook: &Hook) -> Response {
    let reason = match &hook.handler {
        HandlerDef::Unloadable { reason, .. } => reason.as_str(),
        _ => "it has no handler",
    };
    Failure::new(format!("it could not be loaded: {reason}")).into()
}

/// Runs a handler. Its time starts when it is admitted: nothing times out
/// because it waited for its turn here.
async fn run_handler(
    dispatch: &Dispatch<'_>,
    hook: &Arc<Hook>,
    handler: &dyn Handler,
    input: &Arc<InputLine>,
) -> (Response, f64) {
    let _turn = match handler.weight() {
        Weight::Light => None,
        Weight::Process => tokio::select! {
            biased;
            () = dispatch.stop.cancelled() => return (Failure::cancelled().into(), 0.0),
            turn = dispatch.engine.processes.admit() => turn,
        },
    };
    if dispatch.stop.is_cancelled() {
        return (Failure::cancelled().into(), 0.0);
    }
    dispatch.engine.tell(|| Progress::Started {
        dispatch: dispatch.number,
        hook: hook.id.clone(),
    });
    let started = Instant::now();
    let time = dispatch.clock.time_for(hook);
    let stop = dispatch.stop.child_token();
    let mut running = handler.run(Call {
        hook: Arc::clone(hook),
        input: Arc::clone(input),
        surroundings: Arc::clone(&dispatch.engine.surroundings),
        stop: stop.clone(),
        output: output_sink(dispatch, hook),
    });
    let failure = tokio::select! {
        biased;
        response = &mut running => return (response, milliseconds(started)),
        () = dispatch.stop.cancelled() => Failure::cancelled(),
        () = tokio::time::sleep(time) => Failure::timed_out(time),
    };
    stop.cancel();
    let response = match tokio::time::timeout(LAST_WORDS, running).await {
        Ok(Response::Process(mut process)) => {
            process.ended = match failure.kind {
                FailureKind::TimedOut => Ended::TimedOut(time),
                _ => Ended::Cancelled,
            };
            Response::Process(process)
        }
        _ => failure.into(),
    };
    (response, milliseconds(started))
}

/// Passes output on as it comes, when somebody watches.
fn output_sink(dispatch: &Dispatch<'_>, hook: &Hook) -> Option<OutputSink> {
    if dispatch.engine.progress.receiver_count() == 0 {
        return None;
    }
    let watchers = dispatch.engine.progress.clone();
    let (number, id) = (dispatch.number, hook.id.clone());
    Some(OutputSink::new(move |stream, bytes| {
        let _ = watchers.send(Progress::Output {
            dispatch: number,
            hook: id.clone(),
            stream,
            bytes: bytes.into(),
        });
    }))
}
