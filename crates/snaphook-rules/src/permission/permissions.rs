//! What is said about permissions, all together, and what an update changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Rule;
use snaphook_core::hook::Scope;
use snaphook_core::permission::{Behavior, Destination, Mode, RuleText, Update, UpdateKind};

use super::rule::{PermissionRule, PermissionSource};
use super::update_error::UpdateError;

/// A working directory beside the session's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkingFolder {
    /// Which.
    pub path: PathBuf,
    /// Who added it.
    pub said: PermissionSource,
}

/// Where an update's paths start.
#[derive(Debug, Clone, Default)]
pub struct PathBases {
    /// For folders that are not absolute.
    pub cwd: PathBuf,
    /// For patterns such as `/src/**` in the project's settings.
    pub project: Option<PathBuf>,
    /// For the same in the user's.
    pub home: Option<PathBuf>,
}

impl PathBases {
    /// The folder that is meant: `~/x` starts from the home folder, one that is
    /// not absolute from the cwd.
    #[must_use]
    pub fn folder(&self, text: &str) -> PathBuf {
        let folder = match (text.strip_prefix('~'), &self.home) {
            (Some(""), Some(home)) => home.clone(),
            (Some(rest), Some(home)) if rest.starts_with('/') => {
                home.join(rest.trim_start_matches('/'))
            }
            _ => self.cwd.join(text),
        };
        folder.components().collect()
    }

    fn of(&self, destination: Destination) -> Option<&Path> {
        match destination {
            Destination::UserSettings => self.home.as_deref(),
            _ => self.project.as_deref(),
        }
    }
}

/// Rules, a mode and working directories, each with who said it. Cloning it
/// copies pointers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Permissions {
    rules: Vec<Arc<PermissionRule>>,
    mode: Option<(Mode, PermissionSource)>,
    folders: Vec<WorkingFolder>,
    bypass_forbidden: Option<PermissionSource>,
}

impl Permissions {
    /// Adds a rule. One that the same place says already changes nothing.
    pub fn add_rule(&mut self, behavior: Behavior, rule: Rule, said: PermissionSource) {
        let same = |known: &Arc<PermissionRule>| {
            known.behavior == behavior && known.said.scope == said.scope && known.rule == rule
        };
        if !self.rules.iter().any(same) {
            self.rules.push(Arc::new(PermissionRule {
                rule,
                behavior,
                said,
            }));
        }
    }

    /// Sets the mode; anyone who says it last is heard.
    pub fn set_mode(&mut self, mode: Mode, said: PermissionSource) {
        self.mode = Some((mode, said));
    }

    /// Adds a working directory.
    pub fn add_folder(&mut self, path: impl Into<PathBuf>, said: PermissionSource) {
        let path = path.into();
        let same = |known: &WorkingFolder| known.path == path && known.said.scope == said.scope;
        if !self.folders.iter().any(same) {
            self.folders.push(WorkingFolder { path, said });
        }
    }

    /// Says that nobody gets into the mode `bypassPermissions`.
    pub fn forbid_bypass(&mut self, said: PermissionSource) {
        self.bypass_forbidden.get_or_insert(said);
    }

    /// Who forbids the mode `bypassPermissions`.
    #[must_use]
    pub fn bypass_forbidden(&self) -> Option<&PermissionSource> {
        self.bypass_forbidden.as_ref()
    }

    /// The mode that settings or the session say, and who said it.
    #[must_use]
    pub fn mode(&self) -> Option<(Mode, &PermissionSource)> {
        self.mode.as_ref().map(|(mode, said)| (*mode, said))
    }

    /// The rules that say this, in the order in which they were said.
    pub fn rules(&self, behavior: Behavior) -> impl Iterator<Item = &Arc<PermissionRule>> {
        let rules = self.rules.iter();
        rules.filter(move |rule| rule.behavior == behavior)
    }

    /// Working directories beside the session's own.
    #[must_use]
    pub fn folders(&self) -> &[WorkingFolder] {
        &self.folders
    }

    /// Applies an update.
    ///
    /// # Errors
    /// When one of its rules cannot be read: then nothing is changed.
    pub fn apply(&mut self, update: &Update, bases: &PathBases) -> Result<(), UpdateError> {
        let scope = update.destination.scope();
        let said = PermissionSource { scope, place: None };
        let read = |rules: &[RuleText]| read(rules, bases.of(update.destination));
        match &update.kind {
            UpdateKind::AddRules { rules, behavior } => {
                for rule in read(rules)? {
                    self.add_rule(*behavior, rule, said.clone());
                }
            }
            UpdateKind::ReplaceRules { rules, behavior } => {
                let rules = read(rules)?;
                let replaced = |rule: &Arc<PermissionRule>| {
                    rule.behavior == *behavior && rule.said.scope == scope
                };
                self.rules.retain(|rule| !replaced(rule));
                for rule in rules {
                    self.add_rule(*behavior, rule, said.clone());
                }
            }
            UpdateKind::RemoveRules { rules, behavior } => {
                let gone = read(rules)?;
                self.rules.retain(|known| {
                    known.behavior != *behavior
                        || known.said.scope != scope
                        || !gone.contains(&known.rule)
                });
            }
            UpdateKind::SetMode { mode } => {
                // Where a file of a higher scope says the mode, it still does.
                let higher = self.mode.as_ref().map(|(_, said)| rank(said.scope));
                if higher.is_none_or(|higher| higher <= rank(scope)) {
                    self.set_mode(*mode, said);
                }
            }
            UpdateKind::AddDirectories { directories } => {
                for folder in directories {
                    self.add_folder(bases.folder(folder), said.clone());
                }
            }
            UpdateKind::RemoveDirectories { directories } => {
                let gone = directories.iter().map(|path| bases.folder(path));
                let gone: Vec<PathBuf> = gone.collect();
                self.folders
                    .retain(|known| known.said.scope != scope || !gone.contains(&known.path));
            }
        }
        Ok(())
    }

    /// Applies updates that were kept; one that cannot be is passed over.
    #[must_use]
    pub fn with_updates<'u>(
        mut self,
        updates: impl IntoIterator<Item = &'u Update>,
        bases: &PathBases,
    ) -> Self {
        for update in updates {
            // It was read when it was kept.
            let _ = self.apply(update, bases);
        }
        self
    }
}

/// Whose word on the mode counts more.
fn rank(scope: Scope) -> u8 {
    match scope {
        Scope::User => 0,
        Scope::Project => 1,
        Scope::Local => 2,
        Scope::Explicit => 3,
        Scope::Managed => 4,
        _ => 5,
    }
}

fn read(rules: &[RuleText], base: Option<&Path>) -> Result<Vec<Rule>, UpdateError> {
    let read = |text: &RuleText| {
        let text = text.to_string();
        let rule = Rule::parse(&text).map_err(|error| UpdateError::Rule { text, error })?;
        Ok(match base {
            Some(base) => rule.based_at(base),
            None => rule,
        })
    };
    rules.iter().map(read).collect()
}
