//! Summarises the problems of settings in one line for each file.
//!
//! `snaphook check` shows every finding with its line and a fix. Other commands only say
//! that there are problems, so that their own output stays on the screen.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook::{Diagnostic, Engine, Severity};

use super::style;
use crate::settings_args::SettingsArgs;
use crate::world;

/// The problems of one settings file.
struct FileProblems {
    file: Arc<Path>,
    count: usize,
    /// Set where the whole file could not be loaded.
    not_loaded: bool,
    worst: Severity,
}

/// Everything that an engine found in its settings when it loaded them.
pub(crate) struct Problems {
    files: Vec<FileProblems>,
    /// The messages of these files, each with the place of its file.
    messages: HashMap<String, usize>,
    /// Problems that no file has: `snaphook check` does not show them.
    others: Vec<Diagnostic>,
    command: CheckCommand,
}

impl Problems {
    /// The problems of an engine with these settings.
    pub(crate) fn of(engine: &Engine, settings: &SettingsArgs) -> Self {
        let mut problems = Self {
            files: Vec::new(),
            messages: HashMap::new(),
            others: Vec::new(),
            command: CheckCommand::of(settings),
        };
        // What a switched-off file has wrong with it is not a diagnostic.
        let diagnostics = engine.diagnostics();
        let live: HashSet<&str> = diagnostics
            .iter()
            .map(|diagnostic| &*diagnostic.message)
            .collect();
        for finding in engine.findings().iter() {
            let message = finding.to_string();
            if finding.severity > Severity::Hint && live.contains(&*message) {
                let file = &finding.location.file;
                problems.add(file, finding.severity, message, false);
            }
        }
        for error in engine.load_errors().iter() {
            problems.add(error.file(), Severity::Error, error.to_string(), true);
        }
        problems.others = diagnostics
            .into_iter()
            .filter(|diagnostic| !problems.messages.contains_key(&diagnostic.message))
            .collect();
        problems
    }

    fn add(&mut self, file: &Path, severity: Severity, message: String, not_loaded: bool) {
        let known = self.files.iter().position(|known| *known.file == *file);
        let place = known.unwrap_or_else(|| {
            self.files.push(FileProblems {
                file: file.into(),
                count: 0,
                not_loaded,
                worst: severity,
            });
            self.files.len() - 1
        });
        // What an alias repeats is wrong in one place only.
        if self.messages.insert(message, place).is_none() {
            let file = &mut self.files[place];
            file.count += 1;
            file.worst = file.worst.max(severity);
        }
    }

    /// Prints all problems on stderr, where they do not disturb JSON.
    pub(crate) fn print(&self) {
        self.print_new(&mut HashSet::new());
    }

    /// Prints the problems that are not in `told` yet.
    pub(crate) fn print_new(&self, told: &mut HashSet<String>) {
        for line in self.lines() {
            if told.insert(line.clone()) {
                crate::tell!("{line}");
            }
        }
    }

    /// The problems that are not in `told` yet, as plain text.
    pub(crate) fn new_lines(&self, told: &mut HashSet<String>) -> Vec<String> {
        let new = self.lines().into_iter();
        let new = new.filter(|line| told.insert(line.clone()));
        new.map(|line| anstream::adapter::strip_str(&line).to_string())
            .collect()
    }

    fn lines(&self) -> Vec<String> {
        let files = self.files.iter().map(|file| self.line(file));
        files.chain(self.others.iter().map(diagnostic)).collect()
    }

    /// The lines for diagnostics of an outcome: those of a settings file become one.
    pub(crate) fn lines_for(&self, diagnostics: &[Diagnostic]) -> Vec<String> {
        let mut shown = HashSet::new();
        let lines = diagnostics
            .iter()
            .filter_map(|one| match self.messages.get(&one.message) {
                Some(file) => shown.insert(*file).then(|| self.line(&self.files[*file])),
                None => Some(diagnostic(one)),
            });
        lines.collect()
    }

    fn line(&self, file: &FileProblems) -> String {
        let shown = style::one_line(&short(&file.file).display().to_string());
        let what = match (file.not_loaded, file.count) {
            (true, _) => format!("failed to load {shown}"),
            (false, 1) => format!("1 problem in {shown}"),
            (false, count) => format!("{count} problems in {shown}"),
        };
        let run = self.command.for_file(&file.file);
        line(file.worst, &format!("{what}; run `{run}`"))
    }
}

/// A diagnostic on one line, or on as many as it has.
pub(super) fn diagnostic(diagnostic: &Diagnostic) -> String {
    line(diagnostic.severity, &style::plain(&diagnostic.message))
}

/// One line for all diagnostics: the only one itself, else how many there are.
pub(super) fn counted(diagnostics: &[Diagnostic]) -> Option<String> {
    let worst = diagnostics.iter().map(|one| one.severity).max()?;
    if let [only] = diagnostics {
        return Some(line(worst, &style::one_line(&only.message)));
    }
    let of = |severity| {
        diagnostics
            .iter()
            .filter(move |one| one.severity == severity)
    };
    let counts = [Severity::Error, Severity::Warning, Severity::Hint]
        .map(|severity| (of(severity).count(), severity));
    let words: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, severity)| match count {
            1 => format!("1 {severity}"),
            _ => format!("{count} {severity}s"),
        })
        .collect();
    let message = format!("{}; pass --json to see them", words.join(", "));
    Some(line(worst, &message))
}

fn line(severity: Severity, text: &str) -> String {
    let style = match severity {
        Severity::Error => style::ERROR,
        Severity::Warning => style::WARNING,
        Severity::Hint => style::HELP,
    };
    format!("{style}{severity}{style:#}: {text}")
}

/// A path as short as it can be written here.
fn short(file: &Path) -> PathBuf {
    let cwd = world::folder(None).ok();
    let below = cwd.and_then(|cwd| file.strip_prefix(cwd).map(Path::to_owned).ok());
    below.unwrap_or_else(|| file.to_owned())
}

/// The call of `snaphook check` that shows the problems of a file.
struct CheckCommand {
    options: String,
    /// `check` finds no file by itself that was named.
    named: bool,
    plugins: Vec<PathBuf>,
}

impl CheckCommand {
    fn of(settings: &SettingsArgs) -> Self {
        let project = settings.project.as_ref();
        let project = project.map(|dir| dir.display().to_string());
        let options = [
            ("--project", project.as_deref()),
            ("--dialect", settings.dialect.as_deref()),
            ("--agent", settings.agent.as_deref()),
        ];
        let options = options
            .iter()
            .filter_map(|(name, value)| Some(format!(" {name} {}", (*value)?)));
        Self {
            options: options.collect(),
            named: !settings.settings.is_empty(),
            plugins: settings.plugin.clone(),
        }
    }

    fn for_file(&self, file: &Path) -> String {
        let of_plugin = |folder: &PathBuf| {
            let folder = std::path::absolute(folder);
            folder.is_ok_and(|folder| file.starts_with(folder))
        };
        let file = match self.named || self.plugins.iter().any(of_plugin) {
            true => format!(" {}", short(file).display()),
            false => String::new(),
        };
        style::one_line(&format!("snaphook check{}{file}", self.options))
    }
}
