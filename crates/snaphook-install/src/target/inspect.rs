//! What stands in a target: the entries of ours, and what they should be.

use std::path::PathBuf;

use snaphook_agents::{ConfigForm, WrittenPlugin};

use super::files::{FileKind, TargetFile, files, is_own, plugin as plugin_of, script_command};
use super::install::{step_context, steps};
use super::spec::Target;
use crate::command::{HookCommand, is_our_script, quote};
use crate::disk::{Draft, read_text};
use crate::entry::{AgentHookEntry, InstallOptions, entries};
use crate::error::InstallError;
use crate::form::{FoundEntry, found};
use crate::step::{StepOutcome, make};

/// A file with entries of ours.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct InstalledFile {
    /// The file.
    pub path: PathBuf,
    /// Its entries of ours.
    pub entries: Vec<FoundEntry>,
}

/// The state of one target.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TargetState {
    /// The files with entries of ours.
    pub files: Vec<InstalledFile>,
    /// The commands that they run, wrapper scripts followed.
    pub commands: Vec<HookCommand>,
    /// What is not as it was installed, beside the entries, in words.
    pub edited: Vec<String>,
    /// Steps that are missing, in words.
    pub missing_steps: Vec<String>,
}

impl TargetState {
    /// Whether any entry of ours stands there.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        self.files.iter().any(|file| !file.entries.is_empty())
    }

    /// Every entry of ours.
    pub fn entries(&self) -> impl Iterator<Item = &FoundEntry> {
        self.files.iter().flat_map(|file| &file.entries)
    }

    /// The entries that installing with the same program, limits and events would write.
    ///
    /// # Errors
    /// As [`entries`].
    pub fn expected(
        &self,
        target: &Target<'_>,
        options: &InstallOptions,
    ) -> Result<Vec<AgentHookEntry>, InstallError> {
        entries(target.agent, target.contract, options)
    }
}

/// Looks at a target.
///
/// # Errors
/// When a file cannot be read.
pub fn inspect(target: &Target<'_>) -> Result<TargetState, InstallError> {
    let mut state = TargetState::default();
    for file in files(target, &[], None)? {
        let Some(text) = read_text(&file.path)? else {
            continue;
        };
        let entries = match WrittenPlugin::read(&text) {
            Some(plugin) if target.agent.configuration.form == ConfigForm::Script => {
                let (entries, options) = plugin_entries(target, &plugin)?;
                if plugin_of(target, &entries, &options).as_deref() != Some(&*text) {
                    let words = "the plugin is not as it would be installed";
                    state.edited.push(words.to_owned());
                }
                entries.iter().map(found_entry).collect()
            }
            _ => entries_of(target, &file, &text)?,
        };
        for entry in &entries {
            let command = match is_our_script(&entry.command) {
                true => wrapped(&entry.command)?,
                false => HookCommand::parse(&entry.command),
            };
            state.commands.extend(command);
        }
        if !entries.is_empty() {
            state.files.push(InstalledFile {
                path: file.path,
                entries,
            });
        }
    }
    if state.is_installed() {
        state.missing_steps = missing_steps(target, &state)?;
    }
    Ok(state)
}

fn entries_of(
    target: &Target<'_>,
    file: &TargetFile,
    text: &str,
) -> Result<Vec<FoundEntry>, InstallError> {
    match &file.kind {
        FileKind::Entries(_) => found(target.agent, &file.path, text),
        FileKind::Own { executable, .. } => {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            let event = target.contract.native_event(&name);
            let command = script_command(text).filter(|_| *executable && is_own(&file.path, text));
            let entry = event.zip(command).map(|(event, command)| FoundEntry {
                event: event.native.to_owned(),
                command: command.to_owned(),
                timeout: None,
                matcher: None,
                value: command.into(),
            });
            Ok(entry.into_iter().collect())
        }
    }
}

/// The entries that a plugin of ours stands for, and the options by which it was written.
fn plugin_entries(
    target: &Target<'_>,
    plugin: &WrittenPlugin,
) -> Result<(Vec<AgentHookEntry>, InstallOptions), InstallError> {
    let words = plugin.arguments.iter().map(|word| quote(word));
    let line = std::iter::once(quote(&plugin.program)).chain(words);
    let command = HookCommand::parse(&line.collect::<Vec<_>>().join(" "));
    let options = InstallOptions {
        program: plugin.program.clone(),
        events: plugin.events.clone(),
        limit: command.as_ref().and_then(|command| command.limit),
        include_claude: command.is_some_and(|command| command.include_claude),
    };
    let entries = match plugin.events.is_empty() {
        true => Vec::new(),
        false => entries(target.agent, target.contract, &options)?,
    };
    Ok((entries, options))
}

fn found_entry(entry: &AgentHookEntry) -> FoundEntry {
    FoundEntry {
        event: entry.event.clone(),
        command: entry.command.clone(),
        timeout: None,
        matcher: None,
        value: entry.command.clone().into(),
    }
}

/// The command in a wrapper script.
fn wrapped(line: &str) -> Result<Option<HookCommand>, InstallError> {
    let path = PathBuf::from(line.trim_matches('\''));
    let text = read_text(&path)?;
    let command = text.as_deref().and_then(script_command);
    Ok(command.and_then(HookCommand::parse))
}

fn missing_steps(target: &Target<'_>, state: &TargetState) -> Result<Vec<String>, InstallError> {
    let standing: Vec<AgentHookEntry> = state
        .entries()
        .map(|entry| AgentHookEntry {
            event: entry.event.clone(),
            command: entry.command.clone(),
            timeout: None,
            keys: serde_json::Map::new(),
        })
        .collect();
    let mut draft = Draft::default();
    let context = step_context(&mut draft, target, &standing)?;
    let mut missing = Vec::new();
    for step in steps(target) {
        let path = target.folders.user(target.agent, step.file())?;
        let text = draft.text(&path)?;
        match make(step, &path, text.as_deref(), &context)? {
            StepOutcome::Done => {}
            StepOutcome::Refused(words) => missing.push(words),
            StepOutcome::Text(_) => {
                missing.push(format!("{}: {} is missing", path.display(), step.words()))
            }
        }
    }
    Ok(missing)
}
