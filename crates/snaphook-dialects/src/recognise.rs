//! Which dialect a project, or a settings file, is written in.
//!
//! | there are | the dialect is |
//! |---|---|
//! | files that the caller named | that of the first which is surely in another than the default |
//! | hooks or permission rules of the default dialect outside the project (managed, the user's) | the default: a project must not switch these off |
//! | settings in the project | the first dialect that has some |
//! | none of these | the default |

use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_settings::{
    Claude, Dialect, Discovery, FileState, Folders, LoadContext, Settings, SettingsFile, discover,
    load_node,
};

use crate::{all, named};

/// A dialect, and what it was recognised by.
#[derive(Debug, Clone)]
pub struct RecognisedDialect {
    /// The dialect.
    pub dialect: Arc<dyn Dialect>,
    /// The file that shows it; `None` if nothing says otherwise, and the
    /// default dialect is taken.
    pub by: Option<PathBuf>,
    /// Another dialect that the project has settings in, and the file: it is not
    /// taken, because hooks of the default dialect would not run then.
    pub passed_over: Option<(&'static str, PathBuf)>,
}

impl RecognisedDialect {
    /// The dialect that the caller named.
    #[must_use]
    pub fn named(dialect: Arc<dyn Dialect>) -> Self {
        Self {
            dialect,
            by: None,
            passed_over: None,
        }
    }

    fn default_dialect() -> Self {
        Self::named(Arc::new(Claude))
    }

    fn by(dialect: &dyn Dialect, file: PathBuf) -> Option<Self> {
        Some(Self {
            by: Some(file),
            ..Self::named(named(dialect.name())?)
        })
    }
}

/// The dialect of these settings files; without any, that of the project.
#[must_use]
pub fn recognise(named_files: &[PathBuf], world: &Folders<'_>) -> RecognisedDialect {
    let found = match named_files {
        [] => of_project(world),
        files => files.iter().find_map(|file| by_content(file)),
    };
    found.unwrap_or_else(RecognisedDialect::default_dialect)
}

/// The first dialect that has settings in the project.
fn of_project(world: &Folders<'_>) -> Option<RecognisedDialect> {
    let project = world.project?;
    let (dialect, file) = all().iter().find_map(|dialect| {
        let first = files_in(*dialect, project).into_iter().next()?;
        Some((*dialect, first.path))
    })?;
    if dialect.name() != Claude.name() && has_hooks_elsewhere(world) {
        return Some(RecognisedDialect {
            passed_over: Some((dialect.name(), file)),
            ..RecognisedDialect::default_dialect()
        });
    }
    RecognisedDialect::by(dialect, file)
}

/// The settings files that a project has in a dialect.
#[must_use]
pub fn files_in(dialect: &dyn Dialect, project: &Path) -> Vec<SettingsFile> {
    let world = Folders {
        system: Path::new("/"),
        home: None,
        config: None,
        claude: None,
        project: Some(project),
    };
    // Most projects have nothing in most dialects: that is seen at once.
    if !dialect.places(&world).project_has_any() {
        return Vec::new();
    }
    let files = discover_in(dialect, &world).map(|found| found.files);
    let mut files = files.unwrap_or_default();
    files.retain(|file| file.path.starts_with(project) && shows(dialect, file));
    files
}

fn discover_in(dialect: &dyn Dialect, world: &Folders<'_>) -> Option<Discovery> {
    let mut loading = LoadContext::of(named(dialect.name())?);
    Some(discover(&dialect.places(world), &[], &mut loading))
}

/// Whether a file that is in a dialect's place is there, and its own: many a
/// file may be called `agent.yaml`. One that cannot be read is reported.
fn shows(dialect: &dyn Dialect, file: &SettingsFile) -> bool {
    match file.state {
        FileState::Absent => false,
        FileState::Failed | FileState::Off => true,
        FileState::Read { .. } => {
            load_node(&file.path).map_or(true, |root| dialect.recognises(&file.path, &root))
        }
    }
}

/// Whether the organisation or the user has hooks or permission rules in the
/// default dialect, or files that cannot be read.
fn has_hooks_elsewhere(world: &Folders<'_>) -> bool {
    let elsewhere = Folders {
        project: None,
        ..*world
    };
    let has_hooks = |file: &SettingsFile| match file.state {
        FileState::Read { hooks } => hooks > 0,
        FileState::Failed => true,
        FileState::Absent | FileState::Off => false,
    };
    let decides = |settings: &Settings| {
        let permissions = &settings.permissions;
        !permissions.rules.is_empty()
            || permissions.default_mode.is_some()
            || permissions.bypass_forbidden.is_some()
    };
    discover_in(&Claude, &elsewhere).is_some_and(|found| {
        found.files.iter().any(has_hooks) || found.settings.iter().any(decides)
    })
}

/// The dialect that a file is surely written in.
fn by_content(file: &Path) -> Option<RecognisedDialect> {
    let root = load_node(file).ok()?;
    // The default dialect is what remains when no other is sure.
    let mut others = all()
        .iter()
        .filter(|dialect| dialect.name() != Claude.name());
    let dialect = others.find(|dialect| dialect.recognises(file, &root))?;
    RecognisedDialect::by(*dialect, file.to_owned())
}
