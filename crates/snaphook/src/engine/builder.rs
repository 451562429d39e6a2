//! Builder in, engine out.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::event::EventName;
use snaphook_core::hook::{HandlerDef, HandlerType, Hook, HookId, Scope};
use snaphook_core::matching::Aliases;
use snaphook_core::select::HookSet;
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{
    Approver, CommandFactory, Function, Handler, HandlerFactory, Processes, Registry,
};
use snaphook_settings::{Finding, LoadError, Numbering, Settings, load, parse};

use super::function_hook::FunctionHook;
use super::handle::{Engine, Inner, Limits};
use super::helper::Helpers;
use crate::context::Context;
use crate::session::DEFAULT_CAP;

/// How the hooks of one event run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// All start together; groups with `"sequential": true` run in a row.
    #[default]
    Together,
    /// One after the other, in configured order, each on the input as the
    /// ones before it rewrote it. A block ends the row.
    InSequence,
}

/// Why an engine could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// None of the settings that were named could be loaded.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Settings(Vec<LoadError>),
    /// A function is for an event that nearly spells a known one: it would
    /// never run.
    #[error(
        "the function `{name}` is for the event `{event}`, which no agent fires; did you mean `{near}`?"
    )]
    Event {
        /// The function's name.
        name: String,
        /// The event it names.
        event: String,
        /// The one it probably means.
        near: &'static str,
    },
    /// A function's matcher does not compile.
    #[error("the matcher of the function `{name}` is no regular expression: {message}")]
    Matcher {
        /// The function's name.
        name: String,
        /// What is wrong.
        message: String,
    },
}

enum Named {
    File(PathBuf),
    Text(String),
}

/// Collects what an engine is made of.
#[derive(Default)]
pub struct EngineBuilder {
    context: Context,
    named: Vec<Named>,
    functions: Vec<FunctionHook>,
    aliases: Aliases,
    factories: Vec<(HandlerType, Arc<dyn HandlerFactory>)>,
    strategy: Strategy,
    switched_off: bool,
    max_processes: Option<usize>,
    max_background: Option<usize>,
    force_sync: bool,
    approver: Option<Arc<dyn Approver>>,
    helper_time: Option<Duration>,
}

impl EngineBuilder {
    /// The world around the host.
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Loads a settings file, as scope `explicit`. Files add up, in this order.
    #[must_use]
    pub fn settings_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.named.push(Named::File(path.into()));
        self
    }

    /// Takes settings from text, as scope `explicit`.
    #[must_use]
    pub fn settings_json(mut self, text: impl Into<String>) -> Self {
        self.named.push(Named::Text(text.into()));
        self
    }

    /// Adds a function of the host. No settings file switches it off.
    #[must_use]
    pub fn function(mut self, function: FunctionHook) -> Self {
        self.functions.push(function);
        self
    }

    /// Declares that two names mean the same tool.
    #[must_use]
    pub fn tool_alias(mut self, name: &str, other: &str) -> Self {
        self.aliases = self.aliases.with([name, other]);
        self
    }

    /// Serves a type of handler; replaces the factory that served it before.
    #[must_use]
    pub fn handler(mut self, kind: HandlerType, factory: Arc<dyn HandlerFactory>) -> Self {
        self.factories.push((kind, factory));
        self
    }

    /// How the hooks of one event run.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Switches off every hook that is neither managed nor a function of the
    /// host.
    #[must_use]
    pub fn switched_off(mut self, off: bool) -> Self {
        self.switched_off = off;
        self
    }

    /// How many hook processes may run at once. By default as many as leave
    /// half of the host's open files to the host, 512 at most.
    #[must_use]
    pub fn max_processes(mut self, limit: usize) -> Self {
        self.max_processes = Some(limit);
        self
    }

    /// How many hooks may run in the background at once; the others wait for
    /// their turn. 64 by default.
    #[must_use]
    pub fn max_background(mut self, limit: usize) -> Self {
        self.max_background = Some(limit);
        self
    }

    /// Whom hooks with `"interactive": true` may ask. Without one, every
    /// question is cancelled at once.
    #[must_use]
    pub fn approver(mut self, approver: Arc<dyn Approver>) -> Self {
        self.approver = Some(approver);
        self
    }

    /// How long the commands of `statusLine` and `fileSuggestion` may take. 5
    /// seconds by default.
    #[must_use]
    pub fn helper_time(mut self, time: Duration) -> Self {
        self.helper_time = Some(time);
        self
    }

    /// Waits for background hooks before an event is over, also in sessions:
    /// for hosts that must wait for everything. What they say is among the
    /// outcome's notices.
    #[must_use]
    pub fn force_sync(mut self, force: bool) -> Self {
        self.force_sync = force;
        self
    }

    /// Loads the settings and compiles everything. A bad entry costs only
    /// itself, a bad file only itself: [`Engine::findings`] and
    /// [`Engine::load_errors`] tell of them.
    ///
    /// # Errors
    /// When settings were named and none could be loaded, or a function's
    /// matcher does not compile.
    pub fn build(self) -> Result<Engine, BuildError> {
        let loaded = load_named(self.named)?;
        for function in &self.functions {
            if let Some(near) = function.hook.event.near_known() {
                return Err(BuildError::Event {
                    name: function.hook.name.clone(),
                    event: function.hook.event.as_str().to_owned(),
                    near,
                });
            }
            if let Err(error) = function.hook.matcher.compiled() {
                return Err(BuildError::Matcher {
                    name: function.hook.name.clone(),
                    message: error.message.clone(),
                });
            }
        }
        let processes = Arc::new(
            self.max_processes
                .map_or_else(Processes::default, Processes::with_limit),
        );
        let mut registry = Registry::default();
        registry.register(
            &HandlerType::Command,
            Arc::new(CommandFactory::new(Arc::clone(&processes))),
        );
        for (kind, factory) in &self.factories {
            registry.register(kind, Arc::clone(factory));
        }

        // Files are in rising precedence: the last that says it wins.
        let disable_all = loaded
            .settings
            .iter()
            .rev()
            .find_map(|settings| settings.disable_all_hooks)
            .unwrap_or_default();
        let off = self.switched_off || disable_all;
        let limits = Limits {
            background: self.max_background.unwrap_or(64),
            force_sync: self.force_sync,
            approver: self.approver,
            helpers: Helpers::of(&loaded.settings, off, &registry, self.helper_time),
            stop_cap: loaded
                .settings
                .iter()
                .rev()
                .find_map(|settings| settings.stop_hook_block_cap)
                .unwrap_or(DEFAULT_CAP),
        };
        let mut diagnostics = LoadDiagnostics::default();
        let mut findings = Vec::new();
        let mut disabled = Vec::new();
        let mut hooks: Vec<Hook> = Vec::new();
        for settings in loaded.settings {
            hooks.extend(settings.hooks);
            disabled.extend(settings.disabled_hooks);
            findings.extend(settings.findings);
        }
        // Files of one scope: a later one has precedence, so hooks stay in order.
        for hook in &mut hooks {
            hook.enabled &= !disabled
                .iter()
                .any(|name| *name == hook.name || name == hook.id.as_str());
        }
        if !off {
            for finding in &findings {
                diagnostics.add_finding(finding);
            }
        }
        for error in &loaded.errors {
            diagnostics.add(
                None,
                Diagnostic::new(Severity::Error, "settings-not-loaded", error.to_string()),
            );
        }
        let mut functions = HashMap::new();
        for (number, mut function) in self.functions.into_iter().enumerate() {
            if functions.contains_key(&function.hook.id) {
                function.hook.id = function.hook.id.numbered(number + 1);
            }
            functions.insert(function.hook.id.clone(), function.function);
            hooks.push(function.hook);
        }
        let hooks = with_handlers(hooks, &registry, &functions, off, &mut diagnostics);
        let mut configured: Vec<_> = hooks
            .iter()
            .map(|(hook, _)| Arc::new(hook.clone()))
            .collect();
        configured.sort_by_key(|hook| hook.source.scope);
        let set = HookSet::builder()
            .aliases(self.aliases)
            .only_managed(off)
            .hooks(hooks.iter().map(|(hook, _)| hook.clone()))
            .build();
        // The set has its own order; handlers follow it.
        let mut by_id: HashMap<HookId, Arc<dyn Handler>> = hooks
            .into_iter()
            .filter_map(|(hook, handler)| Some((hook.id, handler?)))
            .collect();
        let handlers = set
            .all()
            .iter()
            .map(|hook| by_id.remove(&hook.id))
            .collect();
        let state_dir = self.context.state().map(Path::to_owned);
        Ok(Engine::new(Inner::new(
            set,
            handlers,
            configured,
            Arc::new(self.context.into_surroundings()),
            state_dir,
            processes,
            limits,
            registry,
            self.strategy,
            diagnostics,
            findings,
            loaded.errors,
        )))
    }
}

struct Loaded {
    settings: Vec<Settings>,
    errors: Vec<LoadError>,
}

fn load_named(named: Vec<Named>) -> Result<Loaded, BuildError> {
    let mut numbering = Numbering::default();
    let mut loaded = Loaded {
        settings: Vec::new(),
        errors: Vec::new(),
    };
    for one in named {
        let result = match one {
            Named::File(path) => load(&path, Scope::Explicit, &mut numbering),
            Named::Text(text) => {
                let name = Path::new("<settings>");
                parse(name, &text, Scope::Explicit, &mut numbering).map(without_file)
            }
        };
        match result {
            Ok(settings) => loaded.settings.push(settings),
            Err(error) => loaded.errors.push(error),
        }
    }
    if loaded.settings.is_empty() && !loaded.errors.is_empty() {
        return Err(BuildError::Settings(loaded.errors));
    }
    Ok(loaded)
}

/// Text that was passed in has a name for messages, but is no file.
fn without_file(mut settings: Settings) -> Settings {
    for hook in &mut settings.hooks {
        hook.source.file = None;
    }
    let helpers = settings.status_line.iter_mut();
    for helper in helpers.chain(&mut settings.file_suggestion) {
        helper.source.file = None;
    }
    settings
}

/// Makes every hook's handler. A hook that cannot have one is dropped, with a
/// diagnostic; a guard stays and fails.
fn with_handlers(
    hooks: Vec<Hook>,
    registry: &Registry,
    functions: &HashMap<HookId, Function>,
    off: bool,
    diagnostics: &mut LoadDiagnostics,
) -> Vec<(Hook, Option<Arc<dyn Handler>>)> {
    let mut kept = Vec::with_capacity(hooks.len());
    for mut hook in hooks {
        let made = match &hook.handler {
            HandlerDef::Unloadable { .. } => {
                kept.push((hook, None));
                continue;
            }
            HandlerDef::Function => functions
                .get(&hook.id)
                .map(|function| Arc::new(function.clone()) as Arc<dyn Handler>)
                .ok_or_else(|| "the function is not registered".to_owned()),
            _ => registry.make(&hook),
        };
        match made {
            Ok(handler) => kept.push((hook, Some(handler))),
            Err(reason) => {
                if !off {
                    let message = match hook.source.place() {
                        Some(place) => format!("{place}: {reason}"),
                        None => reason.clone(),
                    };
                    diagnostics.add(
                        Some(hook.event.name().clone()),
                        Diagnostic::new(Severity::Error, "no-handler", message).about(&hook.id),
                    );
                }
                if hook.is_guard() {
                    hook.handler = HandlerDef::Unloadable {
                        kind: hook.handler.kind(),
                        reason,
                    };
                    kept.push((hook, None));
                }
            }
        }
    }
    kept
}

/// What loading brought to light, by the event it concerns.
#[derive(Debug, Default)]
pub(crate) struct LoadDiagnostics {
    of_all: Vec<Diagnostic>,
    of_event: HashMap<EventName, Vec<Diagnostic>>,
}

impl LoadDiagnostics {
    fn add(&mut self, event: Option<EventName>, diagnostic: Diagnostic) {
        match event {
            Some(event) => self.of_event.entry(event).or_default().push(diagnostic),
            None => self.of_all.push(diagnostic),
        }
    }

    fn add_finding(&mut self, finding: &Finding) {
        // Hints are for `check`; an outcome tells what does not work.
        if finding.severity > Severity::Hint {
            self.add(finding.event.clone(), finding.to_diagnostic());
        }
    }

    /// All of them, those of the whole first.
    pub(crate) fn all(&self) -> Vec<Diagnostic> {
        let of_events = self.of_event.values().flatten();
        self.of_all.iter().chain(of_events).cloned().collect()
    }

    pub(crate) fn for_event(&self, event: &EventName) -> Vec<Diagnostic> {
        if self.of_all.is_empty() && self.of_event.is_empty() {
            return Vec::new();
        }
        let of_event = self.of_event.get(event).map(Vec::as_slice);
        self.of_all
            .iter()
            .chain(of_event.unwrap_or_default())
            .cloned()
            .collect()
    }
}
