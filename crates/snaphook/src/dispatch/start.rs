//! Started: lanes start together, in one task; dropping the event drops them
//! all. Every lane's first hook is begun before any is waited for: most hooks of
//! a host's own program answer at once, and then nothing is made that only
//! waiting needs.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::join_all;
use snaphook_core::answer::Failure;
use snaphook_core::dialect::Once;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::select::{Choice, SkipReason};
use snaphook_exec::{Function, FunctionCall, Handler, InputLine, Stop};
use tracing::Span;

use super::background::Job;
use super::event_run::EventRun;
use super::hook_run::HookRun;
use super::judge::{HookEnd, HookReply, judge_end};
use super::lane::{LaneRun, run_lane};
use super::plan::{LaneHook, Plan};
use crate::observe;
use crate::progress::Progress;

/// Runs every lane to its end; a cancellation only makes the hooks end sooner.
pub(super) async fn start_lanes(run: &EventRun<'_>, plan: &Plan<'_>) {
    // A hook of an event that is told to stop before it began must not begin.
    if run.options.is_cancelled() || run.engine.is_ending() {
        run.stop().cancel();
    }
    let waiting = poll_fn(|context| Poll::Ready(begin_lanes(run, plan, context))).await;
    if !waiting.is_empty() {
        Box::pin(wait_for_lanes(run, plan, waiting)).await;
    }
}

/// Begins every lane; those that are not over yet.
fn begin_lanes<'p>(
    run: &EventRun<'_>,
    plan: &'p Plan<'p>,
    context: &mut Context<'_>,
) -> Vec<LaneRun<'p>> {
    let mut waiting = Vec::new();
    run.expect_replies(plan.hooks.len());
    for hook in plan.lanes() {
        let (begin, span) = match hook.choice {
            Choice::Skip(reason) => (HookBegin::skip(hook, reason), Span::none()),
            Choice::Run => {
                let span = observe::hook_span(&run.span, &hook.chosen.hook);
                let begin = span.in_scope(|| begin_and_poll(run, plan, hook, &span, context));
                (begin, span)
            }
        };
        match begin {
            HookBegin::Skipped(reply) if plan.after(hook).is_none() => run.take(reply),
            HookBegin::Over(reply) if plan.after(hook).is_none() => {
                reply.tell_span(&span);
                run.take(reply);
            }
            begin => waiting.push(LaneRun { hook, begin, span }),
        }
    }
    waiting
}

/// Begins a hook, which may answer at once. While somebody is shown which hooks
/// run, that waits until it is among them.
fn begin_and_poll(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    hook: &LaneHook<'_>,
    span: &Span,
    context: &mut Context<'_>,
) -> HookBegin {
    let mut begin = begin_hook(run, plan, hook, &LaneInput::Event(run), span);
    if let HookBegin::Runs(running) = &mut begin
        && !run.session.is_shown()
        && let Poll::Ready(response) = running.poll_at_once(context)
    {
        let end = running.end(response);
        return HookBegin::Over(judge_end(run, hook, end));
    }
    begin
}

async fn wait_for_lanes(run: &EventRun<'_>, plan: &Plan<'_>, waiting: Vec<LaneRun<'_>>) {
    let lanes = waiting.into_iter().map(|lane| run_lane(run, plan, lane));
    let mut running = pin!(join_all(lanes));
    if !run.is_stopped() {
        let cancelled = async {
            match &run.options.cancel {
                Some(token) => token.cancelled().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            _ = &mut running => return,
            () = cancelled => {}
            () = run.engine.ending.cancelled() => {}
        }
        run.stop().cancel();
    }
    running.await;
}

/// The input of a hook.
pub(super) enum LaneInput<'a> {
    /// The event's own.
    Event(&'a EventRun<'a>),
    /// What a hook before it in its row made of it.
    Rewrite(Arc<InputLine>),
}

impl LaneInput<'_> {
    pub(super) fn input(&self) -> &Input {
        match self {
            Self::Event(run) => &run.input,
            Self::Rewrite(line) => line.input(),
        }
    }

    pub(super) fn line(&self) -> &Arc<InputLine> {
        match self {
            Self::Event(run) => run.line(),
            Self::Rewrite(line) => line,
        }
    }
}

/// A hook that was begun.
pub(super) enum HookBegin {
    /// It is not to run.
    Skipped(HookReply),
    /// It is over, or nobody waits for it.
    Over(HookReply),
    /// It runs.
    Runs(HookRun),
    /// It is to be launched, maybe in its turn.
    Launches(Arc<dyn Handler>),
}

impl HookBegin {
    pub(super) fn skip(hook: &LaneHook<'_>, reason: SkipReason) -> Self {
        Self::Skipped(HookReply::skipped(hook.chosen, reason))
    }
}

/// Begins one hook, as far as it need not wait for its turn.
pub(super) fn begin_hook(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    planned: &LaneHook<'_>,
    input: &LaneInput<'_>,
    span: &Span,
) -> HookBegin {
    let chosen = planned.chosen;
    let hook = &chosen.hook;
    let over = |end| HookBegin::Over(judge_end(run, planned, end));
    // Another event of the session may have been faster.
    let once = hook.once && run.engine.rules.once == Once::AfterRun;
    let again = run.caller.again.contains(&hook.id);
    if once && !run.session.use_up(&hook.id) && !again {
        return HookBegin::Over(HookReply::skipped(chosen, SkipReason::Once));
    }
    let Some(handler) = run.handler(chosen) else {
        return over(HookEnd::not_loaded(hook));
    };
    if hook.background.is_some() && !run.is_stopped() {
        Job::new(run, plan, planned, input.line(), span).start(Arc::clone(handler));
        return HookBegin::Over(HookReply::background(chosen));
    }
    if plan.clock.is_over() {
        return over(HookEnd::too_late());
    }
    // Where trust must be checked at the start, the launch does it.
    let function = handler.as_function();
    match function.filter(|_| run.watch(chosen).is_none()) {
        None => HookBegin::Launches(Arc::clone(handler)),
        Some(_) if run.is_stopped() => over(HookEnd::from(Failure::cancelled())),
        Some(function) => HookBegin::Runs(call_function(run, hook, function, input.input())),
    }
}

/// Calls a function of the host, which needs nothing but the input.
fn call_function(run: &EventRun<'_>, hook: &Hook, function: &Function, input: &Input) -> HookRun {
    run.engine.tell(|| Progress::Started {
        dispatch: run.number,
        hook: hook.id.clone(),
    });
    let stop = Stop::default();
    let future = function.call(FunctionCall::new(input.clone(), stop.clone()));
    HookRun::new(future, stop)
}
