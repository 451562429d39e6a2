//! Background hooks. They belong to the session: it counts them,
//! queues their notices, and ends them.
//!
//! At most so many run at once; the others wait for their turn, and their time
//! starts when they get it.

use std::sync::Arc;
use std::time::Duration;

use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::Hook;
use snaphook_core::outcome::Status;
use snaphook_exec::{Conversation, Handler, InputLine, StopSignal};
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use super::background_wait::BackgroundWait;
use super::event_run::EventRun;
use super::first_line::after_first_line;
use super::hook_run::{HookRun, WaitEnd};
use super::judge::HookJudge;
use super::launch::Launch;
use super::plan::{LaneHook, Plan};
use super::record::in_milliseconds;
use crate::engine::{SnapshotData, WatchedHook};
use crate::observe;
use crate::progress::Progress;
use crate::session::{RunningHook, SessionState, notices_of};

/// One hook in the background.
pub(super) struct Job {
    engine: Arc<SnapshotData>,
    session: Arc<SessionState>,
    number: u64,
    hook: Arc<Hook>,
    watch: Option<Arc<WatchedHook>>,
    input: Arc<InputLine>,
    conversation: Option<Conversation>,
    /// How long it may take.
    time: Duration,
    awaited: Option<Arc<BackgroundWait>>,
    /// Stays open as long as the hook runs, longer than that of its dispatch.
    span: Span,
}

impl Job {
    pub(super) fn new(
        run: &EventRun<'_>,
        plan: &Plan<'_>,
        planned: &LaneHook<'_>,
        input: &Arc<InputLine>,
        span: &Span,
    ) -> Self {
        let hook = &planned.chosen.hook;
        Self {
            engine: Arc::clone(&run.engine),
            session: Arc::clone(&*run.session),
            number: run.number,
            hook: Arc::clone(hook),
            watch: run.watch(planned.chosen).cloned(),
            input: Arc::clone(input),
            conversation: run.conversation(),
            time: plan.clock.time_for(hook),
            awaited: run.background().cloned(),
            span: span.clone(),
        }
    }

    /// Starts a hook in the background.
    pub(super) fn start(self, handler: Arc<dyn Handler>) {
        self.spawn(move |job, cancel| async move {
            // From here on a shutdown tells of it, also while it waits.
            let _active = job.active();
            match job.begin(handler, &cancel).await {
                Some((running, _turn)) => job.finish(running, job.time, &cancel).await,
                None => job.report(Failure::cancelled().into(), 0.0),
            }
        });
    }

    /// Goes on with a hook that detached itself: it runs already, so it waits
    /// for no turn.
    pub(super) fn go_on(self, mut running: HookRun, timeout: Option<Duration>) {
        // Hooks that an event waits for need the place more.
        running.give_up_turn();
        let time = timeout.unwrap_or(self.time);
        self.spawn(move |job, cancel| async move {
            let _active = job.active();
            job.finish(running, time, &cancel).await;
        });
    }

    fn active(&self) -> impl Drop + use<'_> {
        let shown = RunningHook::new(self.number, &self.hook, true);
        self.engine.started(&self.session, shown)
    }

    /// Hands the job to the session.
    fn spawn<F, R>(self, run: F)
    where
        F: FnOnce(Self, StopSignal) -> R,
        R: Future<Output = ()> + Send + 'static,
    {
        let (tasks, cancelled) = self.session.background();
        // A shutdown waits for it, and ends it when its patience is over.
        let counted = self.engine.running.token();
        let awaited = self.awaited.as_ref().map(|awaited| awaited.tasks.token());
        let ending = self.engine.ending.clone();
        let dispatch_cancelled = match &self.awaited {
            Some(awaited) => awaited.cancel.clone(),
            None => CancellationToken::new(),
        };
        let cancel = cancelled.child_token();
        let span = self.span.clone();
        let running = run(self, cancel.clone().into()).instrument(span);
        tasks.spawn(async move {
            let _counted = (counted, awaited);
            let mut running = std::pin::pin!(running);
            tokio::select! {
                () = &mut running => return,
                () = ending.cancelled() => cancel.cancel(),
                () = dispatch_cancelled.cancelled() => cancel.cancel(),
            }
            running.await;
        });
    }

    /// Waits for a turn and starts the hook; `None` if it was cancelled
    /// before.
    async fn begin(
        &self,
        handler: Arc<dyn Handler>,
        cancel: &StopSignal,
    ) -> Option<(HookRun, Option<OwnedSemaphorePermit>)> {
        let turn = tokio::select! {
            biased;
            () = cancel.cancelled() => return None,
            turn = Arc::clone(&self.engine.background).acquire_owned() => turn.ok(),
        };
        // Its place in the background is its place among the processes, too: it
        // must not take one from hooks that an event waits for.
        Some((self.launch(cancel).start_now(handler, None)?, turn))
    }

    fn launch<'a>(&'a self, stop: &'a StopSignal) -> Launch<'a> {
        Launch {
            engine: &self.engine,
            session: &self.session,
            number: self.number,
            hook: &self.hook,
            watch: self.watch.as_ref(),
            input: &self.input,
            conversation: self.conversation.clone(),
            stop,
        }
    }

    async fn finish(&self, mut running: HookRun, mut time: Duration, cancel: &StopSignal) {
        let response = loop {
            match running.wait(|| time, cancel).await {
                WaitEnd::Over(response) => break response,
                // It is in the background already; only the timeout is new.
                WaitEnd::Detached(timeout) => time = timeout.unwrap_or(time),
            }
        };
        let (env, _) = self.launch(cancel).read_env_file(&mut running);
        if !self.hook.observe {
            self.session.set_env(self.hook.source.rights_of(), env);
        }
        self.report(response, in_milliseconds(running.started().elapsed()));
    }

    /// Passes on what the hook has to say.
    fn report(&self, mut response: Response, duration_ms: f64) {
        if let Response::Process(process) = &mut response {
            process.stdout.text = after_first_line(&process.stdout.text).to_owned();
        }
        let context = HookJudge {
            engine: &self.engine,
            input: self.input.input(),
            hook: &self.hook,
            lane: 0,
            can_block: false,
        };
        let (mut verdict, mut entry) = context.judge(&response);
        entry.duration_ms = duration_ms;
        if self.hook.observe {
            context.observe(&mut verdict, &mut entry);
        }
        observe::hook_ended(&self.span, &entry, Some(&verdict.effects));
        if let Some(recorder) = &self.engine.recorder {
            recorder.finished_late(self.number, &entry);
        }
        if self.hook.once && verdict.status == Status::Success {
            self.session.use_up(&self.hook.id);
        }
        let (stdout, stderr) = match &response {
            Response::Process(process) => (&*process.stdout.text, &*process.stderr.text),
            _ => ("", ""),
        };
        let mut notices = notices_of(&self.hook, &verdict, stdout, stderr);
        if self.hook.observe {
            notices.clear();
        } else if !self.engine.rules.notices {
            // What wakes the model reaches it in every dialect.
            notices.retain(|notice| notice.wake);
        }
        let event = self.input.input().event().name();
        self.engine.observers.ended(event, &entry);
        self.engine.report_progress(|| Progress::Finished {
            dispatch: self.number,
            entry: Box::new(entry),
        });
        match &self.awaited {
            Some(awaited) => awaited.notice(notices),
            None => self.session.notice(notices),
        }
    }
}
