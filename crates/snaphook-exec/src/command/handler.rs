//! Runs a command hook.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use snaphook_core::answer::{Failure, ProcessExit, ProcessResult, Response};
use snaphook_core::hook::{CommandDef, Hook};
use snaphook_core::input::Input;
use snaphook_core::json::Json;

use super::prepare::prepare;
use crate::approver::about_tool_call;
use crate::handler::{Call, Handler, HandlerFactory, HandlerSettings, RunFuture, Weight};
use crate::make_error::MakeError;
use crate::origin;
use crate::process::dialogue::Dialogue;
use crate::process::program::not_started;
use crate::process::{Processes, SpawnError, StdinKind, supervise};
use crate::worker::{WorkerHandler, WorkerLimits, Workers};

/// Makes handlers for hooks of type `command`.
#[derive(Debug)]
pub struct CommandFactory {
    processes: Arc<Processes>,
    workers: Arc<Workers>,
    stdin: StdinKind,
}

impl CommandFactory {
    /// Makes a factory that starts its processes among these.
    #[must_use]
    pub fn new(processes: Arc<Processes>) -> Self {
        Self::with_limits(processes, WorkerLimits::default())
    }

    /// Makes a factory whose workers have these limits.
    #[must_use]
    pub fn with_limits(processes: Arc<Processes>, limits: WorkerLimits) -> Self {
        Self {
            workers: Arc::new(Workers::new(Arc::clone(&processes), limits)),
            processes,
            stdin: StdinKind::Auto,
        }
    }

    /// Sets what commands read their input from. (Workers always have a pipe.)
    #[must_use]
    pub fn stdin(mut self, kind: StdinKind) -> Self {
        self.stdin = kind;
        self
    }
}

impl HandlerFactory for CommandFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        match hook.handler.get::<CommandDef>() {
            Some(def) => Ok(match def.worker {
                Some(worker) => Arc::new(WorkerHandler::new(
                    def.clone(),
                    worker,
                    Arc::clone(&self.workers),
                )),
                None => Arc::new(CommandHandler {
                    def: def.clone(),
                    processes: Arc::clone(&self.processes),
                    stdin: self.stdin,
                }),
            }),
            None => Err(MakeError::other_kind(CommandDef::KIND, hook)),
        }
    }

    /// Makes a factory of the engine's own, whatever the settings say, so that its
    /// workers end with the engine.
    fn configured(&self, _: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let processes = Arc::clone(&self.processes);
        let own = Self::with_limits(processes, self.workers.limits());
        Some(Arc::new(own.stdin(self.stdin)))
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.workers.close())
    }
}

struct CommandHandler {
    def: CommandDef,
    processes: Arc<Processes>,
    stdin: StdinKind,
}

impl Handler for CommandHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let def = call.command.as_deref().unwrap_or(&self.def);
            let (spec, shell) = match prepare(def, &call, self.stdin) {
                Ok(prepared) => prepared,
                Err(error) => return Failure::new(error.to_string()).into(),
            };
            let program = spec.program.clone();
            let dialogue = self.def.interactive.then(|| {
                let about = tool_call(call.input.input());
                Dialogue {
                    approver: call.approver.clone(),
                    hook: call.hook.name.to_string(),
                    event: call.hook.event.name().clone(),
                    about: about
                        .as_ref()
                        .map(|(tool, input)| about_tool_call(tool, input)),
                    call: about,
                    until: Instant::now() + call.hook.effective_timeout(),
                }
            });
            let output = call.output.clone();
            match supervise(spec, &self.processes, &call.stop, output, dialogue).await {
                Ok(mut result) => {
                    if let Some(shell) = shell {
                        shell.look_at(&mut result);
                    }
                    match vanished(&call.hook, &result) {
                        Some(message) => Failure::new(message).into(),
                        None => Response::Process(result),
                    }
                }
                Err(SpawnError(error)) => Failure::new(not_started(&program, &error)).into(),
            }
        })
    }

    fn weight(&self) -> Weight {
        Weight::Process
    }
}

/// Explains an exit with 2 by a plugin that was removed while its hook started: the
/// interpreter did not find the script.
fn vanished(hook: &Hook, result: &ProcessResult) -> Option<String> {
    let origin = hook.source.origin.as_deref()?;
    let refused = result.ended == ProcessExit::Exit(2);
    let error = refused.then(|| origin::is_there(origin).err()).flatten();
    error.map(|error| error.to_string())
}

/// The tool call of an event, for the person who is asked.
fn tool_call(input: &Input) -> Option<(String, Json)> {
    let tool = input.fields().text("tool_name")?;
    let value = input.fields().json("tool_input")?;
    Some((tool.into_owned(), value))
}
