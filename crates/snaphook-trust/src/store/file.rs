//! `trust.json`: read by anybody without waiting, written by one at a time.
//!
//! A writer locks a file beside the store, reads, changes, and puts a new file
//! in the old one's place by a rename. So a reader sees the old store or the
//! new one, and a crash leaves the old one. The lock file stays: removing it
//! would let two writers lock two different files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use snaphook_core::hook::Hook;
use snaphook_files::{Access, folder_of, is_missing, open_to_read, replace};

use super::error::TrustError;
use super::form::{StoreForm, StoreFormError};
use crate::copy::TextStore;
use crate::{
    Digest, Evidence, GrantError, ScriptState, TrustRecord, TrustState, TrustStore, likeness, os,
};

/// The lock file of packs, in a project.
const LOCK_FILE: &str = "snaphook.lock";

/// A store in a file, `trust.json`.
///
/// Trust is a set of records per project, each with a digest. A record stays
/// until it is revoked, or until a hook of the same definition is trusted with
/// other scripts: then the new record takes its place.
#[derive(Debug, Clone)]
pub struct TrustFile {
    path: PathBuf,
}

/// What is trusted in one project.
#[derive(Serialize, Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TrustedProject {
    /// The project's folder, without symlinks.
    pub project: PathBuf,
    /// The hooks that were trusted, the oldest first.
    pub hooks: Vec<TrustRecord>,
}

impl TrustFile {
    /// The store at this path, which need not exist yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Trusts hooks of a project as they are, at the time `now` in seconds
    /// since 1970.
    ///
    /// # Errors
    /// When one of them cannot be trusted (then none is), or the store cannot
    /// be read or written.
    pub fn trust(
        &self,
        project: &Path,
        hooks: &[(&Hook, &Evidence)],
        now: u64,
    ) -> Result<(), TrustError> {
        for (hook, evidence) in hooks {
            let obstacles = evidence.obstacles();
            if !obstacles.is_empty() {
                let hook = hook.name.to_string();
                return Err(TrustError::Untrustable { hook, obstacles });
            }
        }
        let key = key(project)?;
        self.change(|form| {
            for (hook, evidence) in hooks {
                form.insert(&key, TrustRecord::new(hook, evidence, now));
            }
            (!hooks.is_empty(), ())
        })?;
        let texts = TextStore::beside(&self.target());
        for (_, evidence) in hooks {
            for script in &evidence.scripts {
                if let ScriptState::File { sha256 } = script.state {
                    texts.keep(sha256, &Path::new(&key).join(&script.path));
                }
            }
        }
        Ok(())
    }

    /// The bytes of a script that was trusted, by their digest: to show how it
    /// differs from what is there now. `None` if they were not kept.
    #[must_use]
    pub fn trusted_text(&self, sha256: Digest) -> Option<Vec<u8>> {
        TextStore::beside(&self.target()).get(sha256)
    }

    /// What was trusted under the path of a script, in the record of a hook that
    /// this one is like: the latest first.
    #[must_use]
    pub fn trusted_script(&self, project: &Path, path: &str) -> Option<Digest> {
        let key = key(project).ok()?;
        let form = self.load(&self.target()).ok()?;
        let mut records = form.records(&key);
        records.sort_by_key(|record| std::cmp::Reverse(record.trusted_at));
        let mut scripts = records.iter().flat_map(|record| &record.scripts);
        scripts.find_map(|script| match script.state {
            ScriptState::File { sha256 } if script.path == path => Some(sha256),
            _ => None,
        })
    }

    /// Takes back trust in the chosen hooks of a project, and gives what was
    /// trusted.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn revoke(
        &self,
        project: &Path,
        chosen: impl FnMut(&TrustRecord) -> bool,
    ) -> Result<Vec<TrustRecord>, TrustError> {
        let key = key(project)?;
        if matches!(fs::symlink_metadata(&self.path), Err(error) if is_missing(&error)) {
            return Ok(Vec::new());
        }
        self.change(|form| {
            let revoked = form.remove(&key, chosen);
            (!revoked.is_empty(), revoked)
        })
    }

    /// Takes back trust in all hooks of a project.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn revoke_all(&self, project: &Path) -> Result<Vec<TrustRecord>, TrustError> {
        self.revoke(project, |_| true)
    }

    /// All that is trusted, project by project.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn list(&self) -> Result<Vec<TrustedProject>, TrustError> {
        let form = self.load(&self.target())?;
        let mut list: Vec<_> = form
            .projects()
            .map(|(path, records)| TrustedProject {
                project: PathBuf::from(path),
                hooks: records.into_iter().cloned().collect(),
            })
            .collect();
        list.sort_by(|a, b| a.project.cmp(&b.project));
        Ok(list)
    }

    /// The file itself, where the path is a symlink that a user made.
    fn target(&self) -> PathBuf {
        fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone())
    }

    fn load(&self, path: &Path) -> Result<StoreForm, TrustError> {
        let failed = |source| io_error("read", path, source);
        let mut file = match open_to_read(path) {
            Ok(file) => file,
            Err(error) if is_missing(&error) => return Ok(StoreForm::default()),
            Err(error) => return Err(failed(error)),
        };
        let meta = file.metadata().map_err(failed)?;
        let folder = fs::metadata(folder_of(path)).map_err(failed)?;
        let exposed = os::exposed_file(&meta).or_else(|| os::exposed_folder(&folder));
        if let Some((why, fix)) = exposed {
            let path = path.to_owned();
            return Err(TrustError::Exposed { path, why, fix });
        }
        let corrupt = |reason| TrustError::Corrupt {
            path: path.to_owned(),
            reason,
        };
        if !meta.is_file() {
            return Err(corrupt("it is not a file".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let text = String::from_utf8(bytes).map_err(|error| corrupt(error.to_string()))?;
        StoreForm::parse(&text).map_err(|error| match error {
            StoreFormError::Corrupt(reason) => corrupt(reason),
            StoreFormError::Newer(version) => TrustError::Newer {
                path: path.to_owned(),
                version,
            },
        })
    }

    /// Reads, changes and writes under the lock; `edit` says whether there is
    /// something to write.
    fn change<T>(&self, edit: impl FnOnce(&mut StoreForm) -> (bool, T)) -> Result<T, TrustError> {
        let path = self.target();
        let folder = folder_of(&path);
        os::make_folder(folder).map_err(|error| io_error("make", folder, error))?;
        let _lock = lock(&path)?;
        let mut form = self.load(&path)?;
        let (changed, result) = edit(&mut form);
        if changed {
            replace(&path, form.to_text().as_bytes(), Access::Private)
                .map_err(|error| io_error("write", &path, error))?;
            TextStore::beside(&path).retain(&form.contents());
        }
        Ok(result)
    }
}

impl TrustStore for TrustFile {
    fn file(&self) -> Option<&Path> {
        Some(&self.path)
    }

    fn trust_state(&self, project: &Path, hook: &Hook, evidence: &Evidence) -> TrustState {
        self.trust_states(project, &[(hook, evidence)])
            .pop()
            .unwrap_or(TrustState::Unknown)
    }

    fn trust_states(&self, project: &Path, hooks: &[(&Hook, &Evidence)]) -> Vec<TrustState> {
        let found = key(project).and_then(|key| Ok((key, self.load(&self.target())?)));
        match found {
            Ok((key, form)) => likeness::trust_states(&form.records(&key), hooks),
            Err(_) => vec![TrustState::Unknown; hooks.len()],
        }
    }

    fn trusted_in(&self, project: &Path, file: &Path) -> bool {
        let real =
            |path: &Path| snaphook_files::canonical(path).unwrap_or_else(|_| path.to_owned());
        let found = key(project).and_then(|key| Ok((key, self.load(&self.target())?)));
        let Ok((key, form)) = found else {
            return false;
        };
        let file = real(file);
        let records = form.records(&key);
        // Hooks of packs stand in the store, but are there because of the lock file.
        let is_lock = file.file_name().is_some_and(|name| name == LOCK_FILE);
        records.iter().any(|record| {
            if is_lock && record.definition.get("pack").is_some() {
                return true;
            }
            let stood = record.file.as_deref().map(Path::new);
            stood.is_some_and(|stood| real(stood) == file)
        })
    }

    fn grant(
        &self,
        project: &Path,
        hooks: &[(&Hook, &Evidence)],
        now: u64,
    ) -> Result<(), GrantError> {
        let granted = self.trust(project, hooks, now);
        granted.map_err(|error| GrantError::Store(Box::new(error)))
    }

    fn problem(&self) -> Option<String> {
        let error = self.load(&self.target()).err()?;
        Some(error.to_string())
    }
}

/// What a project's records are under: its real path, or the given one if
/// it is gone.
fn key(project: &Path) -> Result<String, TrustError> {
    let real = snaphook_files::canonical(project).unwrap_or_else(|_| project.to_owned());
    real.to_str()
        .map(str::to_owned)
        .ok_or(TrustError::NotText { project: real })
}

/// Locked until it is dropped, also by a crash.
fn lock(path: &Path) -> Result<File, TrustError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    let lock = path.with_file_name(name);
    let failed = |error| io_error("lock", &lock, error);
    let file = os::open_lock(&lock).map_err(failed)?;
    file.lock().map_err(failed)?;
    Ok(file)
}

fn io_error(what: &'static str, path: &Path, source: io::Error) -> TrustError {
    TrustError::Io {
        what,
        path: path.to_owned(),
        source,
    }
}
