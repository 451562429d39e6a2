//! What a hook is started with: its turn, its environment, who gets its
//! output, and the trusted copy of its scripts.

use std::sync::Arc;

use snaphook_core::SessionCounts;
use snaphook_core::answer::Failure;
use snaphook_core::hook::{CommandDef, Hook};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{
    Approver, Call, Conversation, Handler, InputLine, OutputSink, ProcessPermit, StopSignal, Weight,
};
use snaphook_trust::CopyStore;
use tokio_util::sync::CancellationToken;

use super::env_file::{EnvChanges, HookEnvFile};
use super::first_line::FirstLine;
use super::hook_run::HookRun;
use crate::engine::{HookInPlace, SnapshotData, WatchedHook};
use crate::progress::Progress;
use crate::session::SessionState;

/// What is to be said where the folder in which a command was to run is gone.
fn missing_cwd(call: &Call) -> Option<Diagnostic> {
    let def: &CommandDef = call.hook.handler.get()?;
    let missing = call.missing_dir(def.cwd.as_deref())?;
    let instead = match call.start_dir(def) {
        Some(dir) => format!("it runs in {}", dir.display()),
        None => "no other folder is known to run it in".to_owned(),
    };
    let message = format!(
        "the folder {} does not exist, so {} does not run there; {instead}",
        missing.display(),
        call.hook.name
    );
    Some(Diagnostic::new(Severity::Warning, "missing-cwd", message).about(&call.hook.id))
}

/// Everything needed to start a hook.
pub(super) struct Launch<'a> {
    pub(super) engine: &'a SnapshotData,
    pub(super) session: &'a SessionState,
    pub(super) number: u64,
    pub(super) hook: &'a Arc<Hook>,
    /// What tells whether it still is what was trusted.
    pub(super) watch: Option<&'a Arc<WatchedHook>>,
    pub(super) input: &'a Arc<InputLine>,
    pub(super) conversation: Option<Conversation>,
    pub(super) stop: &'a StopSignal,
}

impl Launch<'_> {
    /// Waits for its turn and starts it; `None` if it was cancelled before.
    pub(super) async fn start(&self, handler: Arc<dyn Handler>) -> Option<HookRun> {
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

    /// Starts it; `None` if it was cancelled before.
    pub(super) fn start_now(
        &self,
        handler: Arc<dyn Handler>,
        turn: Option<ProcessPermit>,
    ) -> Option<HookRun> {
        if self.stop.is_cancelled() {
            return None;
        }
        let process = handler.weight() == Weight::Process;
        self.engine.report_progress(|| Progress::Started {
            dispatch: self.number,
            hook: self.hook.id.clone(),
        });
        let detachable = process && !self.engine.force_sync;
        let first_line = detachable.then(FirstLine::new);
        let world = &self.engine.surroundings;
        let env_file = HookEnvFile::for_hook(self.hook, world);
        let session = self.session.env_for(self.hook);
        let mut env = self
            .engine
            .env_of_call(self.hook, session, self.input.input());
        let own = env_file.iter().flat_map(|file| file.variables(world));
        env.extend(own.map(|(name, value)| (name, Some(value))));
        let mut call = Call {
            env,
            intent: self.session.intent(),
            counts: match self.hook.handler.definition().goes_by_session() {
                true => self.session.counts(),
                false => SessionCounts::default(),
            },
            hook: Arc::clone(self.hook),
            input: self.input.for_event(self.hook.native_event),
            surroundings: Arc::clone(&self.engine.surroundings),
            conversation: self.conversation.clone(),
            // Its own: one that detaches itself outlives its dispatch.
            stop: CancellationToken::new(),
            output: self.output_sink(first_line.clone()),
            approver: self.approver(),
            command: None,
        };
        let in_place = match self.watch {
            None => HookInPlace::default(),
            Some(watch) => {
                let copies = self.engine.state_dir.as_deref().map(CopyStore::new);
                match watch.start(&mut call, copies.as_ref()) {
                    Ok(in_place) => in_place,
                    Err(error) => {
                        return Some(HookRun::failed(Failure::new(error.to_string())));
                    }
                }
            }
        };
        let missing = process.then(|| missing_cwd(&call)).flatten();
        let problems = self.no_copies(&in_place).into_iter().chain(missing);
        let diagnostics = problems.chain(handler.diagnostics(&call)).collect();
        let mut running = HookRun::start(handler, call, in_place);
        running.first_line = first_line;
        running.env_file = env_file;
        running.turn = turn;
        running.diagnostics = diagnostics;
        Some(running)
    }

    /// What is to be said where copies of trusted scripts cannot be kept.
    fn no_copies(&self, in_place: &HookInPlace) -> Option<Diagnostic> {
        let why = in_place.problem.as_ref()?;
        let message = format!(
            "failed to copy the trusted scripts, so the hook runs in the project and is checked \
            again afterwards: {why}; help: make the state folder writable by you alone, with \
            space on its disk"
        );
        Some(Diagnostic::new(Severity::Warning, "script-copies", message).about(&self.hook.id))
    }

    /// Whom the hook may ask: the session's own person comes first.
    fn approver(&self) -> Option<Arc<dyn Approver>> {
        let own = self.session.approver();
        own.or_else(|| self.engine.approver.clone())
    }

    /// What the hook wrote into its environment file.
    pub(super) fn read_env_file(&self, running: &mut HookRun) -> EnvChanges {
        let Some(file) = running.env_file.take() else {
            return EnvChanges::default();
        };
        // Nobody knows who wrote it.
        if running.was_touched() {
            return EnvChanges::default();
        }
        let session = self.session.env_for(self.hook);
        let set = self.engine.env.for_hook(self.hook, session);
        file.read(self.hook, |name| {
            match set.iter().rev().find(|(known, _)| known == name) {
                Some((_, value)) => value.clone(),
                None => {
                    let value = self.engine.surroundings.var(name)?;
                    value.to_str().map(str::to_owned)
                }
            }
        })
    }

    /// Passes output on as it comes: to those who watch, and to anyone who looks
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
