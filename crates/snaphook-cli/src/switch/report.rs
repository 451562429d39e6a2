//! The report of `enable` and `disable`: the changes, and which hooks are on now.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook::Engine;
use snaphook::hook::{Hook, HookId};
use snaphook_settings::edit::Edit;

use super::LoadedSettings;
use super::named::is_called;
use super::print;
use super::state::{WantedState, is_on};
use crate::error::CommandError;
use crate::list::{self, ConfiguredHook};
use crate::show;

/// What a change did.
pub(super) struct SwitchReport {
    pub(super) names: Vec<String>,
    pub(super) changes: Vec<SwitchChange>,
    /// Files that could not be changed, and why.
    pub(super) failed: Vec<String>,
}

/// A change to a file.
pub(super) struct SwitchChange {
    pub(super) file: PathBuf,
    /// The target of the file, if it is a link.
    pub(super) link_to: Option<PathBuf>,
    /// The line; an added entry has one once the settings are read again.
    pub(super) line: Option<usize>,
    pub(super) what: SwitchChangeKind,
    /// The name or id of the hook.
    pub(super) hook: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SwitchChangeKind {
    /// It was added to `disabledHooks`.
    Added,
    /// It was removed from there.
    Removed,
    /// Its definition had a switch of its own.
    OwnSwitch,
}

/// The state of the hooks after the changes.
pub(super) struct StateAfter {
    pub(super) engine: Engine,
    pub(super) wanted: WantedState,
    /// The hooks that were named.
    pub(super) named: Vec<ConfiguredHook>,
    /// Other hooks that the same entry switched.
    pub(super) also: Vec<ConfiguredHook>,
    /// Copies of hooks that were switched off, which are on.
    pub(super) copies: Vec<ConfiguredHook>,
}

impl SwitchReport {
    pub(super) fn new(names: &[String]) -> Self {
        Self {
            names: names.to_owned(),
            changes: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Makes one change to a file, and records it or the reason why it failed.
    pub(super) fn make(
        &mut self,
        file: &Path,
        edit: &Edit,
        what: SwitchChangeKind,
        hook: &str,
        line: Option<usize>,
    ) {
        match edit.apply_to_file(file) {
            Ok(edited) if edited.changed => self.changes.push(SwitchChange {
                link_to: file.is_symlink().then_some(edited.file),
                file: file.to_owned(),
                line,
                what,
                hook: hook.to_owned(),
            }),
            Ok(_) => {}
            Err(error) => self.failed.push(error.to_string()),
        }
    }

    /// Loads the settings again, and prints the report.
    pub(super) fn finish(
        mut self,
        looked: &LoadedSettings,
        wanted: WantedState,
        json: bool,
    ) -> Result<ExitCode, CommandError> {
        let engine = looked.reload()?;
        for change in &mut self.changes {
            change.line = change.line.or_else(|| line_of(&engine, change));
        }
        let now = self.now(looked, engine, wanted);
        if json {
            show::json(&self.to_json(&now))?;
        } else {
            print::print(&self, &now);
        }
        for failed in &self.failed {
            CommandError::new(failed).print();
        }
        let done = self.failed.is_empty() && now.named.iter().all(|one| now.is_done(&one.hook));
        Ok(ExitCode::from(u8::from(!done)))
    }

    fn now(&self, looked: &LoadedSettings, engine: Engine, wanted: WantedState) -> StateAfter {
        let before: HashMap<HookId, bool> = list::all(&looked.engine)
            .into_iter()
            .map(|one| (one.hook.id.clone(), one.hook.enabled))
            .collect();
        let is_named = |hook: &Hook| self.names.iter().any(|name| is_called(hook, name));
        let (named, others): (Vec<_>, Vec<_>) = list::all(&engine)
            .into_iter()
            .partition(|one| is_named(&one.hook));
        let (also, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|one| {
            let was = before.get(&one.hook.id);
            was.is_some_and(|was| *was != one.hook.enabled)
        });
        let is_copy = |one: &ConfiguredHook| {
            let same = |off: &ConfiguredHook| {
                !is_on(&engine, &off.hook)
                    && off.hook.event.name() == one.hook.event.name()
                    && off.hook.identity().same_as(&one.hook.identity())
            };
            wanted == WantedState::Off && is_on(&engine, &one.hook) && named.iter().any(same)
        };
        let copies = others.into_iter().filter(is_copy).collect();
        StateAfter {
            engine,
            wanted,
            named,
            also,
            copies,
        }
    }

    fn to_json(&self, now: &StateAfter) -> Value {
        let hooks = |hooks: &[ConfiguredHook]| -> Value {
            let state = |one: &ConfiguredHook| {
                let mut json = one.to_json();
                json["on"] = is_on(&now.engine, &one.hook).into();
                json["why"] = now.why(one).into();
                json
            };
            hooks.iter().map(state).collect()
        };
        let changes: Value = self.changes.iter().map(SwitchChange::to_json).collect();
        json!({
            "changes": changes,
            "hooks": hooks(&now.named),
            "also": hooks(&now.also),
            "copies": hooks(&now.copies),
            "failed": self.failed,
        })
    }
}

/// The line of an entry after the changes.
fn line_of(engine: &Engine, change: &SwitchChange) -> Option<usize> {
    let settings = engine.settings();
    let mut entries = settings.disabled_hooks.iter();
    let is_it = |entry: &&snaphook::Setting<String>| {
        entry.value == change.hook && *entry.location.file == *change.file
    };
    Some(entries.find(is_it)?.location.line)
}

impl SwitchChange {
    fn to_json(&self) -> Value {
        let (key, change) = match self.what {
            SwitchChangeKind::Added => ("disabledHooks", "added"),
            SwitchChangeKind::Removed => ("disabledHooks", "removed"),
            SwitchChangeKind::OwnSwitch => ("enabled", "removed"),
        };
        let mut json = json!({
            "file": self.file.to_string_lossy(),
            "key": key,
            "change": change,
            "hook": self.hook,
        });
        if let Some(line) = self.line {
            json["line"] = line.into();
        }
        if let Some(to) = &self.link_to {
            json["linkTo"] = to.to_string_lossy().into();
        }
        json
    }
}
