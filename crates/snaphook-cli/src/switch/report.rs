//! What was done, and what is true now.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use snaphook::Engine;
use snaphook::hook::{Hook, HookId};
use snaphook_settings::edit::Edit;

use super::Looked;
use super::named::is_called;
use super::state::{Wanted, is_on};
use super::told;
use crate::error::CommandError;
use crate::list::{self, ListedHook};
use crate::show;

/// What was done.
pub(super) struct Report {
    pub(super) names: Vec<String>,
    pub(super) changes: Vec<Change>,
    /// Files that could not be changed, and why.
    pub(super) failed: Vec<String>,
}

/// A change to a file.
pub(super) struct Change {
    pub(super) file: PathBuf,
    /// What the file is a link to, if it is one.
    pub(super) link_to: Option<PathBuf>,
    /// The line; what was added has one when the settings are read again.
    pub(super) line: Option<usize>,
    pub(super) what: What,
    /// The name or id of the hook.
    pub(super) hook: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// It was added to `disabledHooks`.
    Added,
    /// It was removed from there.
    Removed,
    /// Its definition had a switch of its own.
    OwnSwitch,
}

/// What is true now.
pub(super) struct Now {
    pub(super) engine: Engine,
    pub(super) wanted: Wanted,
    /// The hooks that were named.
    pub(super) named: Vec<ListedHook>,
    /// Others that were switched by the same.
    pub(super) also: Vec<ListedHook>,
    /// Copies of hooks that were switched off, which are on.
    pub(super) copies: Vec<ListedHook>,
}

impl Report {
    pub(super) fn new(names: &[String]) -> Self {
        Self {
            names: names.to_owned(),
            changes: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// Makes one change to a file, and notes it, or why it could not be made.
    pub(super) fn make(
        &mut self,
        file: &Path,
        edit: &Edit,
        what: What,
        hook: &str,
        line: Option<usize>,
    ) {
        match edit.apply_to_file(file) {
            Ok(edited) if edited.changed => self.changes.push(Change {
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

    /// Looks at the settings again, and tells.
    pub(super) fn finish(
        mut self,
        looked: &Looked,
        wanted: Wanted,
        json: bool,
    ) -> Result<ExitCode, CommandError> {
        let engine = looked.again()?;
        for change in &mut self.changes {
            change.line = change.line.or_else(|| line_of(&engine, change));
        }
        let now = self.now(looked, engine, wanted);
        if json {
            show::json(&self.to_json(&now))?;
        } else {
            told::print(&self, &now);
        }
        for failed in &self.failed {
            CommandError::new(failed).print();
        }
        let done = self.failed.is_empty() && now.named.iter().all(|one| now.is_done(&one.hook));
        Ok(ExitCode::from(u8::from(!done)))
    }

    fn now(&self, looked: &Looked, engine: Engine, wanted: Wanted) -> Now {
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
        let is_copy = |one: &ListedHook| {
            let same = |off: &ListedHook| {
                !is_on(&engine, &off.hook)
                    && off.hook.event.name() == one.hook.event.name()
                    && off.hook.identity().same_as(&one.hook.identity())
            };
            wanted == Wanted::Off && is_on(&engine, &one.hook) && named.iter().any(same)
        };
        let copies = others.into_iter().filter(is_copy).collect();
        Now {
            engine,
            wanted,
            named,
            also,
            copies,
        }
    }

    fn to_json(&self, now: &Now) -> Value {
        let hooks = |hooks: &[ListedHook]| -> Value {
            let state = |one: &ListedHook| {
                let mut json = one.to_json();
                json["on"] = is_on(&now.engine, &one.hook).into();
                json["why"] = now.why(one).into();
                json
            };
            hooks.iter().map(state).collect()
        };
        let changes: Value = self.changes.iter().map(Change::to_json).collect();
        json!({
            "changes": changes,
            "hooks": hooks(&now.named),
            "also": hooks(&now.also),
            "copies": hooks(&now.copies),
            "failed": self.failed,
        })
    }
}

/// Where an entry stands now.
fn line_of(engine: &Engine, change: &Change) -> Option<usize> {
    let settings = engine.settings();
    let mut entries = settings.disabled_hooks.iter();
    let is_it = |entry: &&snaphook::Setting<String>| {
        entry.value == change.hook && *entry.location.file == *change.file
    };
    Some(entries.find(is_it)?.location.line)
}

impl Change {
    fn to_json(&self) -> Value {
        let (key, change) = match self.what {
            What::Added => ("disabledHooks", "added"),
            What::Removed => ("disabledHooks", "removed"),
            What::OwnSwitch => ("enabled", "removed"),
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
