//! The arguments that choose settings, which most commands share, and the engine that
//! they make.

use snaphook::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use snaphook::permission::PermissionOptions;
use snaphook::trust::TrustFile;
use snaphook::{
    Approver, BuildError, Engine, EngineBuilder, LoadError, Places, Recorder, TrustPolicy, builtins,
};
use snaphook_dialects::{Dialect, RecognisedDialect, recognise};

use crate::depth;
use crate::error::CommandError;
use crate::policy;
use crate::world;

/// The arguments that choose settings, and whose hooks in them run.
#[derive(Debug, Clone, Args)]
pub(crate) struct SettingsArgs {
    /// Load only this settings file; repeat it for several, in rising precedence
    /// (default: all scopes: managed, user, project, local, plugins)
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Vec<PathBuf>,
    /// Load the plugin in this folder, too
    #[arg(long, value_name = "DIR")]
    pub(crate) plugin: Vec<PathBuf>,
    /// The project's root (default: the nearest folder with settings, from the
    /// working directory up to the git root; else the git root, else that
    /// directory)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Which hooks are trusted; files given by --settings need no trust
    #[arg(long, value_enum, default_value = "store")]
    pub(crate) trust: TrustChoice,
    /// The dialect of settings, inputs and answers (default: recognised from
    /// --settings, else from the project, else claude)
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    pub(crate) dialect: Option<String>,
    /// The agent to use, in a dialect whose files describe several (default: `root`,
    /// else the only one)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
}

fn what_to_do(error: &BuildError) -> &'static str {
    let is_unclear = |error: &LoadError| matches!(error, LoadError::NotMeant { .. });
    match error {
        BuildError::NoAgents { .. } => "nothing was run; remove --agent",
        BuildError::Settings(errors) if errors.iter().all(is_unclear) => {
            "nothing was run; name one of the agents with --agent"
        }
        _ => "nothing was run; run `snaphook check` and correct what it shows",
    }
}

/// The names of all dialects.
pub(crate) fn dialects() -> PossibleValuesParser {
    PossibleValuesParser::new(
        snaphook_dialects::all()
            .iter()
            .map(|dialect| dialect.name()),
    )
}

/// Which hooks run without being trusted first.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TrustChoice {
    /// All hooks run: the caller vouches for the project
    All,
    /// Hooks of the project run if `snaphook trust` trusted them
    Store,
    /// Only managed hooks run
    Managed,
}

/// What an engine is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To run hooks.
    #[default]
    Run,
    /// To list hooks, also where managed settings cannot be loaded.
    List,
    /// To inspect hooks, without regard to how deep hooks started each other and to how
    /// the environment says that they read their input.
    Inspect,
}

/// The options of an engine that settings do not have.
#[derive(Default)]
pub(crate) struct EngineOptions<'a> {
    pub(crate) purpose: Purpose,
    /// The dialect, unless another one was named.
    pub(crate) dialect: Option<&'a str>,
    /// Records every event.
    pub(crate) recorder: Option<Arc<dyn Recorder>>,
    /// Answers the questions of hooks.
    pub(crate) approver: Option<Arc<dyn Approver>>,
    /// How the engine decides about tool calls.
    pub(crate) permissions: Option<PermissionOptions>,
    /// Changes where settings are looked for.
    pub(crate) places: Option<&'a dyn Fn(&mut Places)>,
    /// Variables that hooks get beside those of the process.
    pub(crate) variables: &'a [(OsString, OsString)],
}

impl EngineOptions<'_> {
    /// Options of an engine for this purpose.
    pub(crate) fn to(purpose: Purpose) -> Self {
        Self {
            purpose,
            ..Self::default()
        }
    }

    /// Options of an engine that sends every event to a recorder.
    pub(crate) fn recorded(recorder: Arc<dyn Recorder>) -> Self {
        Self {
            recorder: Some(recorder),
            ..Self::default()
        }
    }
}

impl SettingsArgs {
    /// What snaphook's own settings say, whatever agent the project is for.
    pub(crate) fn usual() -> Self {
        Self {
            settings: Vec::new(),
            plugin: Vec::new(),
            project: None,
            trust: TrustChoice::Store,
            dialect: Some("claude".to_owned()),
            agent: None,
        }
    }

    /// The project's root: as named, else that of the project around the cwd.
    pub(crate) fn project(&self, cwd: &Path) -> Result<PathBuf, CommandError> {
        match &self.project {
            Some(project) => world::folder(Some(project)),
            None => Ok(world::project_root(cwd)),
        }
    }

    /// The dialect that was named, or that the settings show.
    pub(crate) fn dialect(&self, project: &Path) -> RecognisedDialect {
        let named = self.dialect.as_deref().and_then(snaphook_dialects::named);
        match named {
            Some(dialect) => RecognisedDialect::named(dialect),
            None => world::with_folders(project, |folders| recognise(&self.settings, folders)),
        }
    }

    /// An engine with the hooks of these settings.
    pub(crate) fn engine(&self, project: &Path) -> Result<Engine, CommandError> {
        self.engine_with(project, EngineOptions::default())
    }

    /// An engine with the hooks of these settings, for more than running them.
    pub(crate) fn engine_with(
        &self,
        project: &Path,
        options: EngineOptions<'_>,
    ) -> Result<Engine, CommandError> {
        let found = options.dialect.and_then(snaphook_dialects::named);
        let dialect = match found.filter(|_| self.dialect.is_none()) {
            Some(dialect) => dialect,
            None => self.dialect(project).dialect,
        };
        let stdin = match options.purpose {
            Purpose::Inspect => None,
            Purpose::Run | Purpose::List => {
                depth::refuse_loop()?;
                Some(world::stdin_kind()?)
            }
        };
        let mut builder = self
            .hooks_of(project, dialect, &options)?
            .start_without_managed(options.purpose != Purpose::Run);
        if let Some(kind) = stdin {
            builder = builder.stdin(kind);
        }
        if let Some(recorder) = options.recorder {
            builder = builder.recorder(recorder);
        }
        if let Some(approver) = options.approver {
            builder = builder.approver(approver);
        }
        if let Some(permissions) = options.permissions {
            builder = builder.permissions(permissions);
        }
        build(builder)
    }

    fn hooks_of(
        &self,
        project: &Path,
        dialect: Arc<dyn Dialect>,
        options: &EngineOptions<'_>,
    ) -> Result<EngineBuilder, CommandError> {
        let mut places = match self.settings.is_empty() {
            true => world::with_folders(project, |folders| {
                let mut places = dialect.places(folders);
                // Whatever the dialect: a project must not get rid of them by
                // a file in another one.
                places.managed = Places::managed(folders.system).managed;
                places.packs = world::pack_places();
                policy::readable(places)
            }),
            false => Places::default(),
        };
        if let Some(change) = options.places {
            change(&mut places);
        }
        for plugin in &self.plugin {
            places = places.plugin(world::folder(Some(plugin))?);
        }
        let mut builder = Engine::builder()
            .context(world::context(project, options.variables))
            .dialect(dialect)
            .builtins(builtins::shipped())
            .discover(places)
            .trust(self.policy());
        if let Some(agent) = &self.agent {
            builder = builder.agent(agent);
        }
        if let Some(by) = world::switched_off() {
            builder = builder.switched_off_by(by);
        }
        for file in &self.settings {
            builder = builder.settings_file(file);
        }
        Ok(builder)
    }

    fn policy(&self) -> TrustPolicy {
        match self.trust {
            TrustChoice::All => TrustPolicy::All,
            TrustChoice::Managed => TrustPolicy::ManagedOnly,
            TrustChoice::Store => world::trust_file().map_or_else(TrustPolicy::default, |file| {
                TrustPolicy::Store(Arc::new(TrustFile::new(file)))
            }),
        }
    }
}

fn build(builder: EngineBuilder) -> Result<Engine, CommandError> {
    builder.build().map_err(|error| {
        let unguarded = error.may_miss_guard();
        let help = what_to_do(&error);
        CommandError::new(error.to_string())
            .help(help)
            .unguarded(unguarded)
    })
}
