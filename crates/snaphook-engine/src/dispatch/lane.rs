//! A lane whose hooks wait: each runs against its deadline, and sees what the
//! ones before it rewrote. A hook's time starts when it is admitted: nothing
//! times out because it waited for its turn here.

use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use snaphook_core::answer::Failure;
use snaphook_core::dialect::Strategy;
use snaphook_core::hook::Hook;
use snaphook_core::select::{Choice, SkipCause};
use snaphook_exec::InputLine;
use tracing::{Instrument, Span};

use super::background::Job;
use super::event_run::EventRun;
use super::hook_run::{HookRun, WaitEnd};
use super::judge::{HookEnd, HookReply, judge_end};
use super::launch::Launch;
use super::plan::{LaneHook, Plan};
use super::start::{HookBegin, LaneInput, begin_hook};
use crate::observe;
use crate::session::RunningHook;

/// A lane, with its first hook begun.
pub(super) struct LaneRun<'p> {
    pub(super) hook: &'p LaneHook<'p>,
    pub(super) begin: HookBegin,
    pub(super) span: Span,
}

/// Runs the hooks of a lane, one after the other.
pub(super) async fn run_lane(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    first: LaneRun<'_>,
) -> Vec<HookReply> {
    let LaneRun {
        mut hook,
        mut begin,
        mut span,
    } = first;
    let mut replies = Vec::with_capacity(1);
    let mut input = LaneInput::Event(run);
    let mut ended = false;
    loop {
        let reply = match begin {
            HookBegin::Skipped(reply) => *reply,
            begin => {
                let running = end_hook(run, plan, hook, &input, begin, &span);
                // Pinned here: what is awaited by value is kept twice.
                let reply = pin!(running.instrument(span.clone())).await;
                reply.record_in_span(&span);
                reply
            }
        };
        ended = ended || reply.ends_row();
        let Some(next) = plan.after(hook) else {
            replies.push(reply);
            return replies;
        };
        if run.engine.strategy != Strategy::OneByOne
            && let Some(rewrite) = reply.rewrite(input.input())
        {
            let names = run.engine.rules.names;
            input = LaneInput::Rewrite(Arc::new(InputLine::new(Arc::new(rewrite), names)));
        }
        replies.push(reply);
        hook = next;
        let skip = match hook.choice {
            Choice::Skip(reason) => Some(reason),
            Choice::Run if ended => Some(SkipCause::RowEnded),
            // One before it may have written its script.
            Choice::Run if run.has_changed(hook.chosen) => Some(SkipCause::Changed),
            Choice::Run => None,
        };
        begin = match skip {
            Some(reason) => HookBegin::skip(hook, reason),
            None => {
                span = observe::hook_span(&run.span, &hook.chosen.hook);
                let now = Instant::now();
                span.in_scope(|| begin_hook(run, plan, hook, &input, now, &span))
            }
        };
    }
}

/// Runs a hook to its end, or hands it to the background.
async fn end_hook(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    planned: &LaneHook<'_>,
    input: &LaneInput<'_>,
    begin: HookBegin,
    span: &Span,
) -> HookReply {
    let chosen = planned.chosen;
    let hook = &chosen.hook;
    let job = Job::new(run, plan, planned, input.line(), span);
    let launch = Launch {
        engine: &run.engine,
        session: &run.session,
        number: run.number,
        hook,
        watch: run.watch(chosen),
        input: input.line(),
        conversation: run.conversation(),
        stop: run.stop(),
    };
    let mut running = match begin {
        HookBegin::Over(reply) | HookBegin::Skipped(reply) => return *reply,
        HookBegin::Runs(call) => HookRun::new(call.future, call.stop, call.started),
        HookBegin::Launches(handler) => match launch.start(handler).await {
            Some(running) => running,
            None => return judge_end(run, planned, HookEnd::from(Failure::cancelled())),
        },
    };
    match wait_for(run, plan, hook, &mut running).await {
        WaitEnd::Detached(timeout) => {
            job.go_on(running, timeout);
            HookReply::background(chosen)
        }
        WaitEnd::Over(response) => {
            let mut end = running.end(response, Instant::now());
            let (env, mut notes) = launch.read_env_file(&mut running);
            notes.append(&mut end.env.1);
            end.env = (env, notes);
            judge_end(run, planned, end)
        }
    }
}

/// Waits for a hook; meanwhile it is among those that run.
async fn wait_for(
    run: &EventRun<'_>,
    plan: &Plan<'_>,
    hook: &Hook,
    running: &mut HookRun,
) -> WaitEnd {
    let shown = RunningHook::new(run.number, hook, false);
    let _active = run.engine.started(&run.session, shown);
    let time = || plan.clock.time_for(hook);
    running.wait(time, run.stop()).await
}
