//! Builder in, engine out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::dialect::Strategy;
use snaphook_core::kind::{KindName, Kinds};
use snaphook_core::matching::Aliases;
use snaphook_core::recorder::Recorder;
use snaphook_exec::{
    Approver, Builtins, FactoryParts, HandlerFactory, HandlerKind, Processes, Registry, StdinKind,
    WorkerLimits,
};
use snaphook_rules::facts::ExpressionLanguage;
use snaphook_settings::{Claude, Dialect, Places, Sources};

use super::assemble::assemble;
use super::engine_shared::{EngineShared, HostOptions};
use super::error::BuildError;
use super::function_hook::FunctionHook;
use super::handle::Engine;
use super::load::NamedSettings;
use super::recipe::Recipe;
use super::trust::{Trust, TrustPolicy};
use crate::context::Context;
use crate::permission::PermissionOptions;

/// Collects the options of an engine, and builds it.
#[derive(Default)]
pub struct EngineBuilder {
    /// The kinds that every engine of this program serves.
    standard_kinds: &'static [&'static dyn HandlerKind],
    context: Context,
    named: Vec<NamedSettings>,
    places: Option<Places>,
    trust: TrustPolicy,
    without_managed: bool,
    functions: Vec<FunctionHook>,
    aliases: Aliases,
    builtins: Builtins,
    kinds: Vec<Arc<dyn HandlerKind>>,
    factories: Vec<(KindName, Arc<dyn HandlerFactory>)>,
    registry: Option<Registry>,
    /// `None`: as the dialect has it.
    strategy: Option<Strategy>,
    dialect: Option<Arc<dyn Dialect>>,
    agent: Option<String>,
    switched_off: Option<String>,
    max_processes: Option<usize>,
    stdin: StdinKind,
    sandbox_every_command: bool,
    max_background: Option<usize>,
    force_sync: bool,
    wait_for_background: bool,
    approver: Option<Arc<dyn Approver>>,
    recorder: Option<Arc<dyn Recorder>>,
    helper_time: Option<Duration>,
    permissions: PermissionOptions,
    worker_limits: WorkerLimits,
    conditions: Option<&'static dyn ExpressionLanguage>,
}

impl EngineBuilder {
    /// Starts a builder for engines that serve these kinds of handlers, and those
    /// that [`EngineBuilder::kind`] adds.
    #[must_use]
    pub fn new(kinds: &'static [&'static dyn HandlerKind]) -> Self {
        Self {
            standard_kinds: kinds,
            ..Self::default()
        }
    }

    /// The world around the host.
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Loads a settings file, as scope `explicit`. Files add up, in this order.
    #[must_use]
    pub fn settings_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.named.push(NamedSettings::File(path.into()));
        self
    }

    /// Takes settings from text, as scope `explicit`.
    #[must_use]
    pub fn settings_json(mut self, text: impl Into<String>) -> Self {
        self.named.push(NamedSettings::Text(text.into()));
        self
    }

    /// Adds a function of the host. No settings file switches it off.
    #[must_use]
    pub fn function(mut self, function: FunctionHook) -> Self {
        self.functions.push(function);
        self
    }

    /// The builtins that settings may call. The host keeps a handle, and may
    /// register others while the engine runs.
    #[must_use]
    pub fn builtins(mut self, builtins: Builtins) -> Self {
        self.builtins = builtins;
        self
    }

    /// Declares that two names mean the same tool.
    #[must_use]
    pub fn tool_alias(mut self, name: &str, other: &str) -> Self {
        self.aliases = self.aliases.with([name, other]);
        self
    }

    /// Asks this registry of the host's for factories before the engine's own:
    /// for types that several engines share, or that come later.
    #[must_use]
    pub fn registry(mut self, registry: Registry) -> Self {
        self.registry = Some(registry);
        self
    }

    /// The language of `when` conditions. Without one, a hook that has such a condition
    /// fails.
    #[must_use]
    pub fn conditions(mut self, language: &'static dyn ExpressionLanguage) -> Self {
        self.conditions = Some(language);
        self
    }

    /// Adds a kind of handlers of the host's own, or one in the place of another of
    /// its name. It is known as those are that snaphook brings: its keys are checked,
    /// its lints are heard, and [`Engine::kinds`] has it for schemas.
    #[must_use]
    pub fn kind(mut self, kind: impl HandlerKind + 'static) -> Self {
        self.kinds.push(Arc::new(kind));
        self
    }

    /// Serves a kind of handlers in this engine alone; replaces the factory that
    /// served it before. Under a name that no kind has, settings may use it as a
    /// `type` whose fields nobody checks but the factory.
    #[must_use]
    pub fn handler(mut self, kind: impl Into<KindName>, factory: Arc<dyn HandlerFactory>) -> Self {
        self.factories.push((kind.into(), factory));
        self
    }

    /// Whose words settings, inputs and answers are in; canonical ones by
    /// default.
    #[must_use]
    pub fn dialect(mut self, dialect: Arc<dyn Dialect>) -> Self {
        self.dialect = Some(dialect);
        self
    }

    /// The agent whose hooks are meant, in a dialect whose files describe
    /// several.
    #[must_use]
    pub fn agent(mut self, name: impl Into<String>) -> Self {
        self.agent = Some(name.into());
        self
    }

    /// How the hooks of one event run, if not as the dialect has it.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = Some(strategy);
        self
    }

    /// Switches off every hook that is neither managed nor a function of the
    /// host.
    #[must_use]
    pub fn switched_off(mut self, off: bool) -> Self {
        self.switched_off = off.then(|| "the host".to_owned());
        self
    }

    /// Switches off every hook that is neither managed nor a function of the host,
    /// and sets the reason that people are shown: `SNAPHOOK=0`.
    #[must_use]
    pub fn switched_off_by(mut self, by: impl Into<String>) -> Self {
        self.switched_off = Some(by.into());
        self
    }

    /// How many hook processes may run at once. By default as many as leave
    /// half of the host's open files to the host, 512 at most. Of those that have just
    /// started there are never more than the processors can keep busy.
    #[must_use]
    pub fn max_processes(mut self, limit: usize) -> Self {
        self.max_processes = Some(limit);
        self
    }

    /// What command hooks read their input from: by default whichever is faster
    /// for its size. A hook that looks whether its stdin is a pipe needs
    /// [`StdinKind::Pipe`].
    #[must_use]
    pub fn stdin(mut self, kind: StdinKind) -> Self {
        self.stdin = kind;
        self
    }

    /// Runs every command hook in a sandbox, also those that ask for none: to try
    /// whether they can.
    #[must_use]
    pub fn sandbox_every_command(mut self, every: bool) -> Self {
        self.sandbox_every_command = every;
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

    /// Receives every dispatch when it has ended: an audit log
    /// (`snaphook-log` has one), or the host. Without one nothing is recorded.
    #[must_use]
    pub fn recorder(mut self, recorder: Arc<dyn Recorder>) -> Self {
        self.recorder = Some(recorder);
        self
    }

    /// What the host says of permissions: what its tools do, who classifies
    /// calls, whether `bypassPermissions` is to be had.
    #[must_use]
    pub fn permissions(mut self, options: PermissionOptions) -> Self {
        self.permissions = options;
        self
    }

    /// How long the commands of `statusLine` and `fileSuggestion` may take. 5
    /// seconds by default.
    #[must_use]
    pub fn helper_time(mut self, time: Duration) -> Self {
        self.helper_time = Some(time);
        self
    }

    /// What a worker (`"worker": true`) may take of time and memory before it is
    /// ended.
    #[must_use]
    pub fn worker_limits(mut self, limits: WorkerLimits) -> Self {
        self.worker_limits = limits;
        self
    }

    /// Waits for background hooks before an event is over, also in sessions:
    /// for hosts that must wait for everything. What they say is among the
    /// outcome's notices.
    #[must_use]
    pub fn wait_for_background(mut self, wait: bool) -> Self {
        self.wait_for_background = wait;
        self
    }

    /// Runs `async` hooks as ordinary ones: the event waits for them, and what they
    /// decide counts. For hosts that end after one event.
    #[must_use]
    pub fn force_sync(mut self, force: bool) -> Self {
        self.force_sync = force;
        self
    }

    /// Finds the settings that people have, in these places: managed, user,
    /// project, local and plugin hooks. Those of the project run when somebody
    /// vouches for them ([`EngineBuilder::trust`]).
    #[must_use]
    pub fn discover(mut self, places: Places) -> Self {
        self.places = Some(places);
        self
    }

    /// Who vouches for the hooks of the project. By default nobody does.
    #[must_use]
    pub fn trust(mut self, policy: TrustPolicy) -> Self {
        self.trust = policy;
        self
    }

    /// Starts even when managed settings cannot be loaded; without this the
    /// engine refuses to.
    #[must_use]
    pub fn start_without_managed(mut self, start: bool) -> Self {
        self.without_managed = start;
        self
    }

    /// Loads the settings and compiles everything. A bad entry costs only
    /// itself, a bad file only itself: [`Engine::findings`] and
    /// [`Engine::load_errors`] tell of them.
    ///
    /// # Errors
    /// When settings were named and none could be loaded, when managed settings
    /// cannot be loaded, when it is not clear which agent's hooks are meant, or a
    /// function's matcher does not compile.
    pub fn build(mut self) -> Result<Engine, BuildError> {
        let dialect = Arc::clone(self.dialect.get_or_insert_with(|| Arc::new(Claude)));
        if let Some(agent) = self.agent.as_ref().filter(|_| !dialect.describes_agents()) {
            return Err(BuildError::NoAgents {
                agent: agent.clone(),
                dialect: dialect.name(),
            });
        }
        for function in &mut self.functions {
            function.adopt(dialect.rules())?;
        }
        let processes = Arc::new(
            self.max_processes
                .map_or_else(Processes::default, Processes::with_limit),
        );
        let (registry, hosts) = self.factories_of(&processes);
        let standard = self.standard_kinds.iter().map(|kind| kind.spec());
        let trust = Trust {
            policy: self.trust,
            // A host that looks for no settings may still be given a skill of
            // its project.
            project: self
                .places
                .as_ref()
                .and_then(|places| places.project.clone())
                .or_else(|| self.context.project().map(Path::to_owned)),
            home: self.context.home_dir().map(Path::to_owned),
        };
        let recipe = Recipe {
            named: self.named,
            places: self.places,
            agent: self.agent,
            without_managed: self.without_managed,
            functions: self.functions,
            aliases: self.aliases,
            switched_off: self.switched_off,
            helper_time: self.helper_time,
            registry,
            hosts,
            kinds: Kinds::new(standard).with(self.kinds.iter().map(|kind| kind.spec())),
        };
        let options = HostOptions {
            background: self.max_background.unwrap_or(64),
            force_sync: self.force_sync,
            wait_for_background: self.wait_for_background,
            approver: self.approver,
            recorder: self.recorder,
            strategy: self.strategy,
            conditions: self.conditions,
            permissions: self.permissions,
        };
        let mut shared =
            EngineShared::new(recipe, self.context, dialect, trust, processes, options);
        let read = shared.read(Sources::default());
        let read = read.checked(&shared.recipe)?;
        shared.keep_passing(&read);
        let data = assemble(&Arc::new(shared), read, Vec::new(), None);
        Ok(Engine::new(data))
    }

    /// The engine's own factories, above them the host's registry, above that
    /// what is for this engine alone; and the last two by themselves.
    fn factories_of(&mut self, processes: &Arc<Processes>) -> (Registry, Registry) {
        let mut parts = FactoryParts::new(
            Arc::clone(processes),
            self.worker_limits,
            self.stdin,
            self.builtins.clone(),
        );
        parts.sandbox_every_command = self.sandbox_every_command;
        let standard = Registry::default();
        for kind in self.standard_kinds {
            register(&standard, *kind, &parts);
        }
        let own = Registry::default();
        for kind in &self.kinds {
            register(&own, &**kind, &parts);
        }
        for (kind, factory) in std::mem::take(&mut self.factories) {
            own.register(kind, factory);
        }
        match self.registry.take() {
            Some(hosts) => (own.above(hosts.above(standard)), own.above(hosts)),
            None => (own.above(standard), own),
        }
    }
}

fn register(registry: &Registry, kind: &dyn HandlerKind, parts: &FactoryParts) {
    let spec = kind.spec();
    match (kind.factory(parts), spec.feature()) {
        (Some(factory), _) => registry.register(spec.name(), factory),
        (None, Some(feature)) => registry.note_not_built(spec.name(), feature),
        (None, None) => {}
    }
}

/// The kinds that the host runs by itself.
pub(crate) fn kinds_of_host(hosts: &Registry) -> Vec<String> {
    hosts.types().iter().map(ToString::to_string).collect()
}

/// The kinds that the host runs without describing them.
pub(crate) fn unchecked_kinds(registry: &Registry, kinds: &Kinds) -> Vec<String> {
    let names = registry.types().into_iter();
    let undescribed = names.filter(|name| kinds.get(name.as_str()).is_none());
    undescribed.map(|name| name.to_string()).collect()
}
