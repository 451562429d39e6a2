//! Runs a command hook.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Failure, ProcessExit, ProcessResult, Response};
use snaphook_core::hook::{CommandDef, Hook};
use snaphook_core::input::Input;
use snaphook_core::json::Json;

use super::prepare::prepare;
use crate::approver::about_tool_call;
use crate::handler::{Call, Handler, HandlerFactory, HandlerSettings, RunFuture, Weight, text};
use crate::make_error::MakeError;
use crate::origin;
use crate::process::dialogue::Dialogue;
use crate::process::program::not_started;
use crate::process::{Processes, SpawnError, StdinKind, supervise};
use crate::sandbox::{HookSandbox, SandboxDefaults};
use crate::worker::{WorkerHandler, WorkerLimits, Workers};

/// Makes handlers for hooks of type `command`.
#[derive(Debug)]
pub struct CommandFactory {
    processes: Arc<Processes>,
    workers: Arc<Workers>,
    stdin: StdinKind,
    sandbox: SandboxDefaults,
    every: bool,
    /// Whether the system can hold a sandbox; why not.
    support: fn() -> Result<(), String>,
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
            sandbox: SandboxDefaults::default(),
            every: false,
            support: || match snaphook_sandbox::support() {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// Runs every command in a sandbox, also those that ask for none.
    #[must_use]
    pub fn sandbox_every(mut self, every: bool) -> Self {
        self.every = every;
        self.sandbox = self.sandbox.every_command(every);
        self
    }

    /// Sets what commands read their input from. (Workers always have a pipe.)
    #[must_use]
    pub fn stdin(mut self, kind: StdinKind) -> Self {
        self.stdin = kind;
        self
    }
}

impl CommandFactory {
    /// The sandbox of a hook, if it has one.
    fn sandbox_of(&self, hook: &Hook, def: &CommandDef) -> Result<Option<HookSandbox>, MakeError> {
        let Some(layers) = self.sandbox.layers(hook, def) else {
            return Ok(None);
        };
        match (self.support)() {
            Ok(()) => Ok(Some(HookSandbox::new(layers))),
            Err(why) => Err(MakeError::unusable(why)),
        }
    }
}

impl HandlerFactory for CommandFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        match hook.handler.get::<CommandDef>() {
            Some(def) => Ok(match (def.worker, self.sandbox_of(hook, def)?) {
                (Some(worker), sandbox) => Arc::new(WorkerHandler::new(
                    def.clone(),
                    worker,
                    sandbox,
                    Arc::clone(&self.workers),
                )),
                (None, sandbox) => Arc::new(CommandHandler {
                    sandbox,
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
    fn configured(&self, settings: &HandlerSettings) -> Option<Arc<dyn HandlerFactory>> {
        let processes = Arc::clone(&self.processes);
        let own = Self::with_limits(processes, self.workers.limits());
        Some(Arc::new(Self {
            sandbox: SandboxDefaults::of(settings).every_command(self.every),
            every: self.every,
            ..own.stdin(self.stdin)
        }))
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.workers.close())
    }
}

struct CommandHandler {
    def: CommandDef,
    sandbox: Option<HookSandbox>,
    processes: Arc<Processes>,
    stdin: StdinKind,
}

impl Handler for CommandHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let def = call.command.as_deref().unwrap_or(&self.def);
            let sandbox = self.sandbox.as_ref();
            let sandboxed =
                sandbox.map(|sandbox| sandbox.confined(&call).map(|call| (sandbox, call)));
            let sandboxed = match sandboxed.transpose() {
                Ok(sandboxed) => sandboxed,
                Err(error) => return Failure::new(error.to_string()).into(),
            };
            let confined = sandboxed.as_ref().map_or(&call, |(_, call)| call);
            let (mut spec, shell) = match prepare(def, &call, confined, self.stdin) {
                Ok(prepared) => prepared,
                Err(error) => return Failure::new(error.to_string()).into(),
            };
            if let Some((sandbox, _)) = &sandboxed {
                let run = match sandbox.begin(&call) {
                    Ok(run) => run,
                    Err(error) => return Failure::new(error.to_string()).into(),
                };
                let own = run.variables().into_iter();
                spec.env
                    .extend(own.map(|(name, value)| (text(name), value.into())));
                spec.sandbox = Some(run);
            }
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

    fn diagnostics(&self, call: &Call) -> Vec<Diagnostic> {
        let sandbox = self.sandbox.as_ref();
        sandbox
            .map(|sandbox| sandbox.diagnostics(call))
            .unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use snaphook_core::event::Event;
    use snaphook_core::hook::{Scope, Source};
    use snaphook_core::kind::SandboxDef;
    use snaphook_core::matching::GroupMatcher;

    use super::*;

    #[test]
    fn without_a_sandbox_there_is_no_handler() {
        let mut factory = CommandFactory::new(Arc::default());
        factory.support = || Err("no Landlock here".to_owned());
        let hook = |sandbox: Option<SandboxDef>| {
            let def = CommandDef {
                command: "true".to_owned(),
                sandbox: sandbox.map(Box::new),
                ..CommandDef::default()
            };
            let source = Source::host(Scope::User);
            Hook::new(Event::resolve("Stop"), GroupMatcher::all(), def, source)
        };
        assert!(factory.make(&hook(None)).is_ok());
        let refused = factory.make(&hook(Some(SandboxDef::default())));
        let Err(MakeError::Unusable(why)) = refused else {
            panic!("a hook that needs a sandbox gets none");
        };
        assert_eq!(why.to_string(), "no Landlock here");
        // The same for hooks that only the defaults put into one.
        let said = vec![("sandboxDefaults".to_owned(), serde_json::json!(true))];
        factory.sandbox = SandboxDefaults::of(&HandlerSettings::new(said));
        let mut of_project = hook(None);
        of_project.source = Source::host(Scope::Project);
        assert!(factory.make(&of_project).is_err());
        assert!(factory.make(&hook(None)).is_ok());
    }
}
