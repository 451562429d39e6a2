//! A hook whose command is a worker.

use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::{CommandDef, WorkerDef};

use super::protocol::RequestBody;
use super::spec::WorkerSpec;
use super::workers::{PoolHandle, Workers};
use crate::command::PrepareError;
use crate::command::prepare::check_origin;
use crate::handler::{Call, Handler, RunFuture, StartSignal, Weight};
use crate::output_sink::Stream;
use crate::sandbox::HookSandbox;

/// Asks the workers of one command.
pub(crate) struct WorkerHandler {
    def: CommandDef,
    worker: WorkerDef,
    sandbox: Option<HookSandbox>,
    workers: Arc<Workers>,
    /// Known when the first event has said where it runs.
    pool: Mutex<Option<KnownPool>>,
}

/// The workers of a command, and the command that an event gave for the hook's
/// own.
struct KnownPool {
    command: Option<Arc<CommandDef>>,
    pool: Arc<PoolHandle>,
}

impl WorkerHandler {
    pub(crate) fn new(
        def: CommandDef,
        worker: WorkerDef,
        sandbox: Option<HookSandbox>,
        workers: Arc<Workers>,
    ) -> Self {
        Self {
            def,
            worker,
            sandbox,
            workers,
            pool: Mutex::default(),
        }
    }

    fn pool(&self, call: &Call) -> Result<Arc<PoolHandle>, PrepareError> {
        let mut known = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.as_ref().filter(|known| known.command == call.command) {
            return Ok(Arc::clone(&known.pool));
        }
        let def = call.command.as_deref().unwrap_or(&self.def);
        let spec = WorkerSpec::of(def, call, self.sandbox.as_ref())?;
        let pool = self.workers.pool(spec, self.worker.pool.get());
        *known = Some(KnownPool {
            command: call.command.clone(),
            pool: Arc::clone(&pool),
        });
        Ok(pool)
    }

    /// What this event has beyond what the worker was started with.
    fn question(&self, call: &Call) -> RequestBody {
        let own = self.def.cwd.as_deref();
        let cwd = own.and_then(|own| call.working_dir(Some(own)));
        let cwd = cwd.as_ref().map(|cwd| cwd.to_string_lossy());
        // The hook's own variables come last, as in any command.
        let is_own = |name: &str| self.def.env.iter().any(|(own, _)| own == name);
        let env: Vec<_> = call
            .env
            .iter()
            .filter(|(name, _)| !is_own(name))
            .map(|(name, value)| (name.as_str(), value.as_deref()))
            .collect();
        RequestBody::new(call.input.line(), cwd.as_deref(), &env)
    }

    async fn ask(&self, call: Call, begun: StartSignal) -> Response {
        if let Err(error) = check_origin(&call) {
            return Failure::new(error.to_string()).into();
        }
        let pool = match self.pool(&call) {
            Ok(pool) => pool,
            Err(error) => return Failure::new(error.to_string()).into(),
        };
        let question = match self.sandbox.as_ref().map(|sandbox| sandbox.confined(&call)) {
            None => self.question(&call),
            Some(Ok(confined)) => self.question(&confined),
            Some(Err(error)) => return Failure::new(error.to_string()).into(),
        };
        let response = tokio::select! {
            biased;
            response = pool.ask(question, &begun) => response,
            () = call.stop.cancelled() => Failure::cancelled().into(),
        };
        if let (Some(sink), Response::Process(process)) = (&call.output, &response) {
            sink.send(Stream::Stdout, process.stdout.text.as_bytes());
            sink.send(Stream::Stderr, process.stderr.text.as_bytes());
        }
        response
    }
}

impl Handler for WorkerHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(self.ask(call, StartSignal::default()))
    }

    fn run_in_turn(&self, call: Call, begun: StartSignal) -> RunFuture<'_> {
        Box::pin(self.ask(call, begun))
    }

    fn diagnostics(&self, call: &Call) -> Vec<Diagnostic> {
        let sandbox = self.sandbox.as_ref();
        sandbox
            .map(|sandbox| sandbox.diagnostics(call))
            .unwrap_or_default()
    }

    fn weight(&self) -> Weight {
        Weight::Queued
    }
}
