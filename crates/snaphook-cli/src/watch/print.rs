//! Prints what `watch` observes, for people or as JSON.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::watch::WatchEvent;
use snaphook::{
    ChangedFile, ChangedHook, Engine, FileChange, FileState, Outcome, ReloadFate, ReloadReport,
    SessionNotice,
};

use crate::show::{self, style};

/// Prints what happens, as it happens.
#[derive(Clone, Copy)]
pub(super) struct Printer {
    pub(super) json: bool,
}

impl Printer {
    /// The session's own events.
    pub(super) fn session(self, kind: &str, outcome: &Outcome) {
        match self.json {
            true => line(kind, json!({ "outcome": outcome })),
            false if outcome.hooks.is_empty() && outcome.diagnostics.is_empty() => {}
            false => show::outcome_with_count(outcome),
        }
    }

    /// From here on every change is noticed.
    pub(super) fn started(self, engine: &Engine, session: &str, files: &[PathBuf]) {
        if self.json {
            let settings: Vec<PathBuf> = settings_files(engine);
            let started = json!({"session": session, "settings": settings, "watched": files});
            return line("started", started);
        }
        let bold = style::BOLD;
        crate::say!("{bold}following{bold:#} these settings, and others that may come:");
        for file in settings_files(engine) {
            crate::say!("  {}", shown(&file));
        }
        self.files(files);
    }

    /// Other files are watched from now on.
    pub(super) fn files(self, files: &[PathBuf]) {
        if self.json {
            return line("files", json!({ "watched": files }));
        }
        let bold = style::BOLD;
        if files.is_empty() {
            crate::say!("{bold}watching{bold:#} no files: no hook asks for any");
            return;
        }
        crate::say!("{bold}watching{bold:#}");
        for file in files {
            crate::say!("  {}", shown(file));
        }
    }

    pub(super) fn event(self, event: &WatchEvent) {
        match event {
            WatchEvent::Settings(reloaded) => self.settings(reloaded),
            WatchEvent::FileChanged {
                path,
                change,
                outcome,
                ..
            } => {
                let change = change.as_str();
                if self.json {
                    let told = json!({"path": path, "change": change, "outcome": **outcome});
                    return line("fileChanged", told);
                }
                let bold = style::BOLD;
                crate::say!("{bold}{change}{bold:#} {}", shown(path));
                show::outcome_with_count(outcome);
            }
            WatchEvent::Problem(problem) => self.problem(&problem.to_string()),
            // The list is shown when it is another than the one shown last.
            _ => {}
        }
    }

    pub(super) fn missed(self, count: u64) {
        self.problem(&format!(
            "{count} events came too fast to be shown; their hooks did run"
        ));
    }

    /// What a background hook has to say.
    pub(super) fn notice(self, notice: &SessionNotice) {
        if self.json {
            return line("notice", json!({ "notice": notice.to_notice() }));
        }
        let bold = style::BOLD;
        crate::say!(
            "{bold}{}{bold:#}: {}",
            style::one_line(&notice.name),
            style::plain(&notice.text)
        );
    }

    fn problem(self, message: &str) {
        if self.json {
            return line("trouble", json!({ "message": message }));
        }
        let warning = style::WARNING;
        crate::say!("{warning}warning{warning:#}: {}", style::plain(message));
    }

    fn settings(self, reloaded: &ReloadReport) {
        if self.json {
            return line("settings", json!(reloaded));
        }
        for file in &reloaded.files {
            print_file(file);
        }
        if let Some(problem) = &reloaded.problem {
            self.problem(problem);
        }
        let (good, bad, dim) = (style::GOOD, style::BAD, style::DIM);
        let lists = [
            ("+", good, &reloaded.added),
            ("-", bad, &reloaded.removed),
            ("~", dim, &reloaded.changed),
        ];
        for (sign, style, hooks) in lists {
            for hook in hooks {
                crate::say!("  {style}{sign}{style:#} {}", hook_words(hook));
            }
        }
        for diagnostic in &reloaded.diagnostics {
            let message = style::plain(&diagnostic.message);
            crate::say!("  {}: {message}", diagnostic.severity);
        }
    }
}

fn print_file(file: &ChangedFile) {
    let bold = style::BOLD;
    let happened = match file.change {
        FileChange::Added => "new",
        FileChange::Changed => "changed",
        FileChange::Removed => "gone",
    };
    let (style, fate) = match &file.fate {
        ReloadFate::Taken => (style::GOOD, "in force".to_owned()),
        ReloadFate::TakenOverBlock { .. } => (
            style::WARNING,
            "in force: a hook blocked it, but managed settings cannot be blocked".to_owned(),
        ),
        ReloadFate::Broken { .. } => (
            style::BAD,
            "it cannot be loaded; its previous content stays in force".to_owned(),
        ),
        ReloadFate::Blocked { reason, .. } => (
            style::BAD,
            format!(
                "blocked: {}; its previous content stays in force",
                style::one_line(reason)
            ),
        ),
        _ => (style::WARNING, "changed".to_owned()),
    };
    crate::say!(
        "{bold}settings{bold:#} {} ({}, {happened}): {style}{fate}{style:#}",
        shown(&file.path),
        file.scope.as_str()
    );
    if let Some(outcome) = &file.outcome {
        show::outcome_with_count(outcome);
    }
}

fn hook_words(hook: &ChangedHook) -> String {
    let place = match (&hook.file, hook.line) {
        (Some(file), Some(line)) => format!(" {}:{line}", shown(file)),
        _ => String::new(),
    };
    let trust = if hook.trusted { "" } else { ", not trusted" };
    let name = style::one_line(&hook.name);
    format!("{} {name}{place}{trust}", hook.event)
}

fn settings_files(engine: &Engine) -> Vec<PathBuf> {
    let read = |state| matches!(state, FileState::Read { .. } | FileState::Failed);
    let snapshot = engine.snapshot();
    let found = snapshot.files().iter().filter(|file| read(file.state));
    let named = snapshot.named_files();
    found.map(|file| file.path.clone()).chain(named).collect()
}

fn shown(path: &Path) -> String {
    style::one_line(&path.display().to_string())
}

/// One line of JSON.
fn line(kind: &str, mut value: Value) {
    if let Some(object) = value.as_object_mut() {
        object.shift_insert(0, "type".to_owned(), kind.into());
    }
    crate::say!("{value}");
}
