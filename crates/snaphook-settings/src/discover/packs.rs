//! Packs: what a lock file names, as the store has it.
//!
//! The lock file of a user counts as the user's own word, that of a project as the
//! project's: its packs wait for trust. Every file with hooks is held against the lock
//! before it is read; the others are, before a hook runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::hook::{CommandDef, Origin, PackPin, Scope};
use snaphook_packs::{LOCK_FILE, LockedPack, PackLock, PackStore, PackTree, StoredTree};

use super::discovery::{Discovery, FileState};
use super::manifest;
use super::plugins::belonging_to;
use crate::effective::EffectiveSettings;
use crate::finding::{Finding, Location};
use crate::load::{LoadError, load_hooks_of};
use crate::places::{PackPlaces, Places};
use crate::read::{LoadContext, Settings};
use crate::source_text::SourceText;
use crate::sources::HeldContent;

/// The code of a finding about a pack that settings do not accept.
pub const PACK_REFUSED: &str = "pack-refused";

/// A pack of a lock file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FoundPack {
    /// What the lock file says of it.
    pub locked: LockedPack,
    /// The lock file.
    pub lock: PathBuf,
    /// Whether that is the project's.
    pub of_project: bool,
    /// Why it is off, if it is.
    pub off: Option<String>,
}

/// Finds the packs of the user and of the project, and reads the hooks of those that
/// are on.
pub(super) fn find(
    places: &Places,
    effective: &EffectiveSettings,
    loading: &mut LoadContext,
    discovery: &mut Discovery,
) {
    let Some(packs) = &places.packs else { return };
    let store = PackStore::new(&packs.store);
    let user = packs.user_lock.clone().map(|lock| (lock, false));
    let project = places
        .project
        .as_ref()
        .map(|root| (root.join(LOCK_FILE), true));
    let mut before: Vec<LockedPack> = Vec::new();
    for (path, of_project) in user.into_iter().chain(project) {
        if of_project && packs.user_lock.as_ref() == Some(&path) {
            continue;
        }
        let lock = match read_lock(&path, of_project, loading) {
            Ok(Some(lock)) => lock,
            Ok(None) => continue,
            Err(error) => {
                discovery.fail(scope_of_errors(of_project), &path, error);
                continue;
            }
        };
        for locked in lock.packs {
            // What the user has already, the project cannot add to.
            let same = |known: &LockedPack| known.name == locked.name && known.tree == locked.tree;
            if of_project && before.iter().any(same) {
                continue;
            }
            before.push(locked.clone());
            let mut found = FoundPack {
                locked,
                lock: path.clone(),
                of_project,
                off: None,
            };
            found.off = found.why_off(effective, &store, discovery);
            found.read(
                packs,
                &store,
                effective,
                loading,
                discovery,
                places.project.as_deref(),
            );
            discovery.packs.push(found);
        }
    }
}

/// An error of a project's pack is judged as one of a project's file.
fn scope_of_errors(of_project: bool) -> Scope {
    if of_project {
        Scope::Project
    } else {
        Scope::Plugin
    }
}

fn read_lock(
    path: &Path,
    of_project: bool,
    loading: &mut LoadContext,
) -> Result<Option<PackLock>, LoadError> {
    let scope = if of_project {
        Scope::Project
    } else {
        Scope::User
    };
    let error = |message: String| LoadError::Pack {
        path: path.to_owned(),
        message: format!("{message}; help: take the last version of the file that was good"),
        guard: true,
    };
    match loading.sources.read(path, scope) {
        Ok(bytes) => {
            let lock = PackLock::parse(path, &bytes);
            lock.map(Some).map_err(|why| error(why.to_string()))
        }
        Err(why)
            if why.kind() == std::io::ErrorKind::NotFound && !loading.sources.is_there(path) =>
        {
            Ok(None)
        }
        Err(why) => Err(error(format!("{}: {why}", path.display()))),
    }
}

impl FoundPack {
    /// Why nothing of it runs, if so.
    fn why_off(
        &self,
        effective: &EffectiveSettings,
        store: &PackStore,
        discovery: &mut Discovery,
    ) -> Option<String> {
        let LockedPack {
            name,
            source,
            tree,
            disabled,
            ..
        } = &self.locked;
        if *disabled {
            return Some(format!("it is disabled in {}", self.lock.display()));
        }
        if !effective.plugin_is_on(name) {
            return Some("it is off in `enabledPlugins`".to_owned());
        }
        // Not what the lock says of a signature, but what was verified.
        let signer = match effective
            .packs
            .iter()
            .any(|policy| policy.require_signature)
        {
            true => store.signer(tree),
            false => None,
        };
        let mut policies = effective.packs.iter();
        let violation = policies
            .find_map(|policy| policy.check(name, source, tree, signer.as_deref()).err())?;
        let message = format!("the pack `{name}` does not run: {violation}");
        discovery.findings.push(Finding {
            severity: Severity::Warning,
            code: PACK_REFUSED,
            message: message.clone(),
            help: Some(format!("remove it: `snaphook pack remove {name}`")),
            location: start_of(&self.lock),
            event: None,
            hook: None,
        });
        Some(message)
    }

    fn read(
        &self,
        packs: &PackPlaces,
        store: &PackStore,
        effective: &EffectiveSettings,
        loading: &mut LoadContext,
        discovery: &mut Discovery,
        project: Option<&Path>,
    ) {
        let LockedPack { name, tree, .. } = &self.locked;
        let root = store.tree_folder(tree);
        let files = self.locked.hook_files();
        if self.off.is_some() {
            for file in files {
                discovery.note(Scope::Plugin, &root.join(file), FileState::Off);
            }
            return;
        }
        let stored = match store.open(tree) {
            Ok(stored) => stored,
            Err(error) => {
                let first = files.first().map_or(root.clone(), |file| root.join(file));
                let error = self.error(&first, &error.to_string());
                return discovery.fail(scope_of_errors(self.of_project), &first, error);
            }
        };
        let mut data = name.clone();
        if let Some(project) = project.filter(|_| self.of_project) {
            // What a project's pack keeps is apart from what the user's own keeps.
            let of_project = project.to_string_lossy();
            let digest = snaphook_packs::TreeDigest::of(of_project.as_bytes()).hex();
            data = format!("{name}-{}", &digest[..16]);
        }
        let origin = Arc::new(Origin {
            name: name.as_str().into(),
            root: root.clone(),
            data: Some(packs.data.join(data)),
            options: self.options(&stored, effective, loading),
            of_project: self.of_project,
            pack: Some(PackPin {
                tree: tree.hex().into(),
                store: store.root().to_owned(),
            }),
        });
        for file in files {
            let path = root.join(file);
            let mut loaded = match load_verified(&stored, file, loading) {
                Ok(settings) => belonging_to(settings, &origin),
                Err(PackFileError::Load(error)) => {
                    discovery.fail(scope_of_errors(self.of_project), &path, error);
                    continue;
                }
                Err(PackFileError::Changed) => {
                    let why = format!("{}: its content is not what was locked", path.display());
                    let error = self.error(&path, &why);
                    discovery.fail(scope_of_errors(self.of_project), &path, error);
                    continue;
                }
            };
            for hook in &mut loaded.hooks {
                let off = |name: &String| hook.name == *name || hook.id.as_str() == name;
                if self.locked.disabled_hooks.iter().any(off) {
                    hook.enabled = false;
                }
            }
            discovery.take(Scope::Plugin, &path, Ok(loaded), &mut loading.sources);
        }
    }

    /// Its options: as its manifest has them, and what the user chose for a pack of
    /// their own. One of a project by the same name must not get these.
    fn options(
        &self,
        stored: &StoredTree,
        effective: &EffectiveSettings,
        loading: &mut LoadContext,
    ) -> BTreeMap<String, String> {
        let mut options = BTreeMap::new();
        let found = manifest::find(stored.root(), &mut loading.sources);
        if let Ok(Some((path, node))) = found
            && is_as_locked(stored, &path, loading)
        {
            options = manifest::options(&node);
        }
        if !self.of_project {
            options.extend(effective.plugin_options(&self.locked.name));
        }
        options
    }

    fn error(&self, path: &Path, why: &str) -> LoadError {
        let name = &self.locked.name;
        LoadError::Pack {
            path: path.to_owned(),
            message: format!(
                "the pack `{name}` in {} does not run: {why}; help: `snaphook pack add --frozen` \
                fetches exactly what is locked",
                self.lock.display()
            ),
            guard: self.locked.has_guard(),
        }
    }
}

enum PackFileError {
    Load(LoadError),
    Changed,
}

/// Reads the hooks of a file of a pack, if it is the one that was locked.
fn load_verified(
    stored: &StoredTree,
    file: &str,
    loading: &mut LoadContext,
) -> Result<Settings, PackFileError> {
    let path = stored.root().join(file);
    let settings = load_pack_hooks(&path, stored.tree(), loading).map_err(PackFileError::Load)?;
    match is_as_locked(stored, &path, loading) {
        true => Ok(settings),
        false => Err(PackFileError::Changed),
    }
}

/// Whether a file that was just read held what was locked: the bytes that were read, not
/// those that are there now.
fn is_as_locked(stored: &StoredTree, path: &Path, loading: &LoadContext) -> bool {
    let read = loading.sources.read_files().get(path);
    let inside = path.strip_prefix(stored.root()).ok().and_then(Path::to_str);
    match (read.map(|source| &source.content), inside) {
        (Some(HeldContent::Bytes(bytes)), Some(inside)) => {
            stored.has(&inside.replace('\\', "/"), bytes)
        }
        _ => false,
    }
}

/// Reads the hooks of a file of a pack with these files, in canonical words whatever the
/// dialect. Scripts that it names in the project, because it was written there, and that
/// are in the pack, are those of the pack.
///
/// # Errors
/// As [`load`](crate::load()).
pub fn load_pack_hooks(
    path: &Path,
    tree: &PackTree,
    loading: &mut LoadContext,
) -> Result<Settings, LoadError> {
    let rules = loading.dialect().rules();
    let load = |loading: &mut LoadContext| load_hooks_of(path, Scope::Plugin, loading);
    let mut settings = loading.canonically(load)?;
    let folders = tree.folders();
    let has = |path: &str| tree.entry(path).is_some() || folders.contains(path);
    for hook in &mut settings.hooks {
        hook.event = rules.event(hook.event.as_str());
        let Some(command) = hook.handler.get::<CommandDef>() else {
            continue;
        };
        let mut moved = command.clone();
        moved.command = of_pack(&command.command, &has);
        moved.args = command
            .args
            .as_ref()
            .map(|args| args.iter().map(|arg| of_pack(arg, &has)).collect());
        if moved != *command {
            hook.handler = moved.into();
        }
    }
    Ok(settings)
}

/// A text where paths from the project that are in the pack begin at the pack's root.
fn of_pack(text: &str, has: &impl Fn(&str) -> bool) -> String {
    const PROJECT: &str = "CLAUDE_PROJECT_DIR";
    const PACK: &str = "CLAUDE_PLUGIN_ROOT";
    let mut moved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(PROJECT) {
        let after = &rest[at + PROJECT.len()..];
        let path = after.trim_start_matches(['}', '"']).strip_prefix('/');
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
        let path = path.map(|path| &path[..path.find(|c| !plain(c)).unwrap_or(path.len())]);
        let is_in_pack = path.is_some_and(|path| has(path.trim_end_matches('/')));
        moved.push_str(&rest[..at]);
        moved.push_str(if is_in_pack { PACK } else { PROJECT });
        rest = after;
    }
    moved.push_str(rest);
    moved
}

fn start_of(file: &Path) -> Location {
    SourceText::new(file.into(), "").at(0..0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_are_in_the_pack_begin_at_its_root() {
        let has = |path: &str| matches!(path, ".claude/x.sh" | ".claude");
        for (text, expected) in [
            (
                "sh \"$CLAUDE_PROJECT_DIR\"/.claude/x.sh a",
                "sh \"$CLAUDE_PLUGIN_ROOT\"/.claude/x.sh a",
            ),
            (
                "\"${CLAUDE_PROJECT_DIR}/.claude/x.sh\"",
                "\"${CLAUDE_PLUGIN_ROOT}/.claude/x.sh\"",
            ),
            (
                "cd $CLAUDE_PROJECT_DIR/.claude/ && ls",
                "cd $CLAUDE_PLUGIN_ROOT/.claude/ && ls",
            ),
            (
                "cd \"$CLAUDE_PROJECT_DIR\" && make",
                "cd \"$CLAUDE_PROJECT_DIR\" && make",
            ),
            (
                "$CLAUDE_PROJECT_DIR/other.sh",
                "$CLAUDE_PROJECT_DIR/other.sh",
            ),
        ] {
            assert_eq!(of_pack(text, &has), expected);
        }
    }
}
