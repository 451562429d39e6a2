//! Started: lanes start together, in one task; dropping the event drops them
//! all. Every lane's first hook is begun before any is waited for: most hooks of
//! a host's own program answer at once, and then nothing is made that only
//! waiting needs.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use futures_util::future::join_all;
use snaphook_core::answer::Failure;
use snaphook_core::dialect::OnceRule;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::select::{Choice, SkipCause};
use snaphook_exec::{Function, FunctionCall, Handler, InputLine, RunFuture, StopSignal};
use tracing::Span;

use super::background::Job;
use super::event_run::EventRun;
use super::judge::{HookEnd, HookReply, judge_end};
use super::lane::{LaneRun, run_lane};
use super::plan::{LaneHook, Plan};
use crate::observe;
use crate::progress::Progress;

/// What came of all lanes.
pub(super) struct Replies {
    /// In no order.
    pub(super) hooks: Vec<HookReply>,
    /// When the last hook ended.
    pub(super) ended: Instant,
}

/// Runs every lane to its end; a cancellation only makes the hooks end sooner.
pub(super) async fn start_lanes(run: &EventRun<'_>, plan: &Plan<'_>) -> Replies {
    // A hook of an event that is told to stop before it began must not begin.
    if run.options.is_cancelled() || run.engine.is_ending() {
        run.stop().cancel();
    }
    let begin = |context: &mut Context<'_>| Poll::Ready(begin_lanes(run, plan, context));
    let (mut replies, waiting) = poll_fn(begin).await;
    if !waiting.is_empty() {
        let others = Box::pin(wait_for_lanes(run, plan, waiting)).await;
        replies.hooks.extend(others.into_iter().flatten());
        replies.ended = Instant::now();
    }
    replies
}

/// Begins every lane; those that are not over yet wait.
fn begin_lanes<'p>(
    run: &EventRun<'_>,
    plan: &'p Plan<'p>,
    context: &mut Context<'_>,
) -> (Replies, Vec<LaneRun<'p>>) {
    let mut waiting = Vec::new();
    let mut replies = Replies {
        hooks: Vec::with_capacity(plan.hooks.len()),
        ended: run.measured.started,
    };
    for hook in plan.lanes() {
        let (mut begin, span) = match hook.choice {
            Choice::Skip(reason) => (HookBegin::skip(hook, reason), Span::none()),
            Choice::Run => {
                let span = observe::hook_span(&run.span, &hook.chosen.hook);
                let input = LaneInput::Event(run);
                let begin = || begin_hook(run, plan, hook, &input, replies.ended, &span);
                (span.in_scope(begin), span)
            }
        };
        // While somebody is shown which hooks run, it must be among them first.
        if let HookBegin::Runs(call) = &mut begin
            && !run.session.is_shown()
        {
            let polled = span.in_scope(|| call.future.as_mut().poll(context));
            // The time of the next one starts here.
            replies.ended = Instant::now();
            if let Poll::Ready(response) = polled {
                let mut end = HookEnd::from(response);
                end.took = replies.ended.duration_since(call.started);
                let reply = judge_end(run, hook, end);
                if plan.after(hook).is_none() {
                    reply.record_in_span(&span);
                    replies.hooks.push(reply);
                    continue;
                }
                begin = HookBegin::Over(Box::new(reply));
            }
        }
        match begin {
            HookBegin::Skipped(reply) if plan.after(hook).is_none() => replies.hooks.push(*reply),
            HookBegin::Over(reply) if plan.after(hook).is_none() => {
                reply.record_in_span(&span);
                replies.hooks.push(*reply);
            }
            begin => waiting.push(LaneRun { hook, begin, span }),
        }
    }
    (replies, waiting)
}

async fn wait_for_lanes(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    waiting: Vec<LaneRun<'_>>,
) -> Vec<Vec<HookReply>> {
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
            replies = &mut running => return replies,
            () = cancelled => {}
            () = run.engine.ending.cancelled() => {}
        }
        run.stop().cancel();
    }
    running.await
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

/// A hook that was begun. Small: it is made for every hook.
pub(super) enum HookBegin {
    /// It is not to run.
    Skipped(Box<HookReply>),
    /// It is over, or nobody waits for it.
    Over(Box<HookReply>),
    /// A function of the host was called.
    Runs(FunctionRun),
    /// It is to be launched, maybe in its turn.
    Launches(Arc<dyn Handler>),
}

/// A function of the host that was called.
pub(super) struct FunctionRun {
    pub(super) future: RunFuture<'static>,
    pub(super) stop: StopSignal,
    pub(super) started: Instant,
}

impl HookBegin {
    pub(super) fn skip(hook: &LaneHook<'_>, reason: SkipCause) -> Self {
        Self::Skipped(Box::new(HookReply::skipped(hook.chosen, reason)))
    }
}

/// Begins one hook, as far as it need not wait for its turn.
pub(super) fn begin_hook(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    planned: &LaneHook<'_>,
    input: &LaneInput<'_>,
    now: Instant,
    span: &Span,
) -> HookBegin {
    let chosen = planned.chosen;
    let hook = &chosen.hook;
    let over = |end| HookBegin::Over(Box::new(judge_end(run, planned, end)));
    if let Some(why) = &planned.failed {
        return over(HookEnd::from(Failure::new(why)));
    }
    // Another event of the session may have been faster.
    let once = hook.once && run.engine.rules.once == OnceRule::AfterRun;
    let again = run.caller.again.contains(&hook.id);
    if once && !run.session.use_up(&hook.id) && !again {
        return HookBegin::Over(Box::new(HookReply::skipped(chosen, SkipCause::Once)));
    }
    let Some(handler) = run.handler(chosen) else {
        return over(HookEnd::not_loaded(hook));
    };
    let in_background = hook.background.is_some() && !run.engine.force_sync;
    if in_background && !run.is_stopped() {
        Job::new(run, plan, planned, input.line(), span).start(Arc::clone(handler));
        return HookBegin::Over(Box::new(HookReply::background(chosen)));
    }
    if plan.clock.is_over() {
        return over(HookEnd::too_late());
    }
    // Where trust must be checked at the start, the launch does it.
    let function = handler.as_function();
    match function.filter(|_| run.watch(chosen).is_none()) {
        None => HookBegin::Launches(Arc::clone(handler)),
        Some(_) if run.is_stopped() => over(HookEnd::from(Failure::cancelled())),
        Some(function) => HookBegin::Runs(call_function(run, hook, function, input.input(), now)),
    }
}

/// Calls a function of the host, which needs nothing but the input.
fn call_function(
    run: &EventRun<'_>,
    hook: &Hook,
    function: &Function,
    input: &Input,
    started: Instant,
) -> FunctionRun {
    run.engine.report_progress(|| Progress::Started {
        dispatch: run.number,
        hook: hook.id.clone(),
    });
    let stop = StopSignal::default();
    FunctionRun {
        future: function.call(
            FunctionCall::new(input.clone(), stop.clone()).with_conversation(run.conversation()),
        ),
        stop,
        started,
    }
}
