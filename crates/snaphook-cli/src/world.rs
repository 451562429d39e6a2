//! Reads the environment, the folders and the terminal of the command.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use snaphook::input::{Fields, InputError};
use snaphook::{Context, Folders, StdinKind};
use snaphook_packs::LOCK_FILE;
use snaphook_settings::PackPlaces;

use crate::depth;
use crate::error::CommandError;

/// The context for an engine that works on this project. Hooks get these variables beside
/// those of the process.
pub(crate) fn context(project: &Path, more: &[(OsString, OsString)]) -> Context {
    let variables = depth::variables().into_iter().chain(more.iter().cloned());
    let context = Context::from_process().env(variables).project_dir(project);
    let context = match std::env::current_exe() {
        Ok(own) => context.sandbox_launcher(own),
        Err(_) => context,
    };
    match state_dir() {
        Some(dir) => context.state_dir(dir),
        None => context,
    }
}

/// Where packs are locked and kept.
pub(crate) fn pack_places() -> Option<PackPlaces> {
    let state = state_dir()?;
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let config = config.filter(|dir| dir.is_absolute());
    let config = config.or_else(|| std::env::home_dir().map(|home| home.join(".config")));
    Some(PackPlaces {
        store: state.join("packs"),
        data: state.join("pack-data"),
        user_lock: config.map(|config| config.join("snaphook").join(LOCK_FILE)),
    })
}

/// Does something with the folders around a project.
pub(crate) fn with_folders<T>(project: &Path, look: impl FnOnce(&Folders<'_>) -> T) -> T {
    let home = std::env::home_dir();
    let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let claude = claude_config_dir();
    look(&Folders {
        system: &system_dir(),
        home: home.as_deref(),
        config: config.as_deref().filter(|dir| dir.is_absolute()),
        claude: claude.as_deref(),
        project: Some(project),
    })
}

/// `CLAUDE_CONFIG_DIR`: the user's folder in place of `~/.claude`.
fn claude_config_dir() -> Option<PathBuf> {
    let named = std::env::var_os("CLAUDE_CONFIG_DIR").filter(|dir| !dir.is_empty())?;
    let named = PathBuf::from(named);
    Some(std::path::absolute(&named).unwrap_or(named))
}

/// The folder of the organisation's settings. Tests of a debug build may choose another
/// one. In a release only the system's folder counts, because a variable must not switch
/// managed hooks off.
pub(crate) fn system_dir() -> PathBuf {
    #[cfg(debug_assertions)]
    if let Some(dir) = std::env::var_os("SNAPHOOK_TEST_SYSTEM_DIR") {
        return dir.into();
    }
    PathBuf::from(crate::os::SYSTEM_DIR)
}

/// The folder of the system's policy bundles; in tests of a debug build one below theirs.
pub(crate) fn system_policy_dir() -> PathBuf {
    #[cfg(debug_assertions)]
    if let Some(dir) = std::env::var_os("SNAPHOOK_TEST_SYSTEM_DIR") {
        return PathBuf::from(dir).join("policy");
    }
    PathBuf::from(crate::os::POLICY_DIR)
}

/// The name of the user, for records of who answered. It proves nothing: whoever can write
/// the records is the user.
pub(crate) fn user_name() -> String {
    let named = |variable| std::env::var(variable).ok().filter(|name| !name.is_empty());
    let name = named("USER").or_else(|| named("USERNAME"));
    name.unwrap_or_else(|| "user".to_owned())
}

/// Where trust is kept.
pub(crate) fn trust_file() -> Option<PathBuf> {
    state_dir().map(|dir| dir.join("trust.json"))
}

/// `SNAPHOOK=0` switches off every hook that is not managed: the words for it,
/// if it does.
pub(crate) fn switched_off() -> Option<&'static str> {
    let value = std::env::var_os("SNAPHOOK")?;
    (value == "0").then_some("SNAPHOOK=0")
}

/// `SNAPHOOK_STDIN`: what command hooks read their input from.
pub(crate) fn stdin_kind() -> Result<StdinKind, CommandError> {
    let value = std::env::var_os("SNAPHOOK_STDIN").unwrap_or_default();
    match value.to_str() {
        Some("" | "auto") => Ok(StdinKind::Auto),
        Some("pipe") => Ok(StdinKind::Pipe),
        Some("file") => Ok(StdinKind::File),
        _ => Err(CommandError::new(format!(
            "invalid value `{}` of SNAPHOOK_STDIN",
            value.to_string_lossy()
        ))
        .help("set it to `auto`, `pipe` or `file`, or unset it")),
    }
}

/// Where state is kept: `$XDG_STATE_HOME/snaphook`, or below the home folder.
pub(crate) fn state_dir() -> Option<PathBuf> {
    std::env::var_os("XDG_STATE_HOME")
        .map(PathBuf::from)
        .filter(|dir| dir.is_absolute())
        .or_else(|| std::env::home_dir().map(|home| home.join(".local/state")))
        .map(|dir| dir.join("snaphook"))
}

/// The folder that was named, or the current one; absolute.
pub(crate) fn folder(named: Option<&Path>) -> Result<PathBuf, CommandError> {
    let folder = named.unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| {
        CommandError::new(format!(
            "failed to find the absolute path of {}: {error}",
            folder.display()
        ))
        .help("name an existing folder by its absolute path")
    };
    let absolute = std::path::absolute(folder).map_err(failed)?;
    // `.` stays at the end of `absolute`; components drop it.
    let plain: PathBuf = absolute.components().collect();
    if !plain.is_dir() {
        return Err(
            CommandError::new(format!("no such folder: {}", plain.display()))
                .help("name an existing folder"),
        );
    }
    // Only the system knows where `..` leads.
    match plain.components().any(|part| part == Component::ParentDir) {
        true => snaphook_files::canonical(&plain).map_err(failed),
        false => Ok(plain),
    }
}

/// Fills in the common fields that are missing; the session is a new one.
pub(crate) fn fill_common(fields: &mut Fields, cwd: &Path) -> Result<(), InputError> {
    fields.fill_common(|| uuid::Uuid::now_v7().to_string(), cwd)
}

/// Finds the root of the project that a folder is in: the nearest folder with
/// settings up to the git root, else the git root, else the folder itself.
pub(crate) fn project_root(cwd: &Path) -> PathBuf {
    let folders: Vec<&str> = snaphook_dialects::all()
        .iter()
        .flat_map(|dialect| dialect.settings_folders())
        .copied()
        .collect();
    snaphook_settings::project_root(cwd, &folders).to_owned()
}
