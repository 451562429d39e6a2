//! The files of a target's hook configuration, as they are to be: merged into what stands
//! there, or files of our own.

use std::path::{Path, PathBuf};

use serde_json::json;
use snaphook_agents::{ConfigForm, PluginOptions, WrittenPlugin, plugin_text};
use snaphook_files::folder_of;

use super::spec::Target;
use crate::command::{HookCommand, SCRIPT_NAME, program_word, quote};
use crate::disk::Draft;
use crate::entry::{AgentHookEntry, InstallOptions, installed_name, limit_of};
use crate::error::InstallError;
use crate::form::{found, merged};

/// A file of the configuration.
#[derive(Debug, Clone)]
pub(super) struct TargetFile {
    pub(super) path: PathBuf,
    pub(super) kind: FileKind,
}

/// What a file holds.
#[derive(Debug, Clone)]
pub(super) enum FileKind {
    /// Entries among those of others.
    Entries(Vec<AgentHookEntry>),
    /// Nothing but ours; none: it is not wanted.
    Own {
        text: Option<String>,
        executable: bool,
    },
}

/// The line by which a script of ours is known.
const MARK: &str = "# Written by `snaphook install`;";

fn script(agent: &str, command: &str) -> String {
    format!("#!/bin/sh\n{MARK} `snaphook uninstall {agent}` removes it.\nexec {command}\n")
}

/// The command of a script of ours.
pub(super) fn script_command(text: &str) -> Option<&str> {
    text.contains(MARK).then_some(())?;
    let commands = text.lines().filter_map(|line| line.strip_prefix("exec "));
    commands
        .into_iter()
        .find(|line| HookCommand::parse(line).is_some())
}

/// The description of a plugin of ours.
fn plugin_json() -> String {
    let plugin = json!({
        "name": "snaphook",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Runs the hooks of snaphook",
    });
    format!("{plugin:#}\n")
}

/// The plugin of ours for an agent whose hooks are JavaScript.
pub(super) fn plugin(
    target: &Target<'_>,
    entries: &[AgentHookEntry],
    options: &InstallOptions,
) -> Option<String> {
    let (agent, contract) = (target.agent, target.contract);
    let events: Vec<&str> = entries.iter().map(|entry| &*entry.event).collect();
    let plugin = PluginOptions {
        program: &options.program,
        contract,
        limit: limit_of(agent, contract, "", options.limit),
        include_claude: options.include_claude && !agent.reads_claude_settings,
        events: &events,
    };
    plugin_text(agent, &plugin)
}

/// The files of a target with these entries; without entries, the files that may hold some.
pub(super) fn files(
    target: &Target<'_>,
    entries: &[AgentHookEntry],
    options: Option<&InstallOptions>,
) -> Result<Vec<TargetFile>, InstallError> {
    let path = target.configuration()?;
    let agent = target.agent;
    let name = installed_name(agent);
    let own = |path: PathBuf, text: Option<String>, executable| TargetFile {
        path,
        kind: FileKind::Own { text, executable },
    };
    let some = !entries.is_empty();
    Ok(match agent.configuration.form {
        ConfigForm::Executables => {
            let events = target.contract.events.iter();
            let file = |event: &snaphook_agents::EventContract| {
                let entry = entries.iter().find(|entry| entry.event == event.native);
                let text = entry.map(|entry| script(name, &entry.command));
                own(path.join(event.native), text, true)
            };
            events.map(file).collect()
        }
        ConfigForm::PluginFolder => vec![
            own(path.join("plugin.json"), some.then(plugin_json), false),
            TargetFile {
                path: path.join("hooks/hooks.json"),
                kind: FileKind::Entries(entries.to_vec()),
            },
        ],
        ConfigForm::Script => {
            let text = options.filter(|_| some);
            let text = text.and_then(|options| plugin(target, entries, options));
            vec![own(path, text, false)]
        }
        ConfigForm::ByHand => return Err(InstallError::ByHand(agent.title)),
        _ if agent.install.script_only => {
            let file = folder_of(&path).join(SCRIPT_NAME);
            let command = options.map(|options| HookCommand {
                program: options.program.clone(),
                agent: name.to_owned(),
                agent_version: agent.version_to_name(target.contract).map(str::to_owned),
                event: None,
                limit: entries.first().and_then(|entry| limit_in(&entry.command)),
                include_claude: options.include_claude,
                exit_on_failure: None,
            });
            let text = command.map(|command| script(name, &command.line()));
            let line = quote(&program_word(&file));
            let entries = entries.iter().map(|entry| AgentHookEntry {
                command: line.clone(),
                ..entry.clone()
            });
            vec![
                own(file, text.filter(|_| some), true),
                TargetFile {
                    path,
                    kind: FileKind::Entries(entries.collect()),
                },
            ]
        }
        _ => vec![TargetFile {
            path,
            kind: FileKind::Entries(entries.to_vec()),
        }],
    })
}

fn limit_in(command: &str) -> Option<u32> {
    HookCommand::parse(command)?.limit
}

/// Whether a file that only we should have is ours.
pub(super) fn is_own(path: &Path, text: &str) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => text.contains("\"snaphook\""),
        Some("ts") => WrittenPlugin::read(text).is_some(),
        _ => script_command(text).is_some(),
    }
}

/// A file after its change, and what it would hold without ours.
pub(super) struct FileText {
    pub(super) after: Option<String>,
    pub(super) original: Option<String>,
    pub(super) executable: bool,
}

/// What becomes of a file.
pub(super) fn text_of(
    draft: &mut Draft,
    target: &Target<'_>,
    file: &TargetFile,
) -> Result<FileText, InstallError> {
    let now = draft.text(&file.path)?;
    match &file.kind {
        FileKind::Own { text, executable } => {
            let foreign = now.as_deref().is_some_and(|now| !is_own(&file.path, now));
            match (foreign, text) {
                (true, Some(text)) => Err(InstallError::Occupied {
                    file: file.path.clone(),
                    command: script_command(text).unwrap_or("snaphook").to_owned(),
                }),
                (true, None) => Ok(FileText {
                    original: now.clone(),
                    after: now,
                    executable: false,
                }),
                (false, text) => Ok(FileText {
                    after: text.clone(),
                    original: None,
                    executable: *executable && text.is_some(),
                }),
            }
        }
        FileKind::Entries(entries) => {
            let agent = target.agent;
            let ours = match &now {
                Some(text) => found(agent, &file.path, text)?.len(),
                None => 0,
            };
            let original = match ours {
                0 => now.clone(),
                _ => without(target, &file.path, now.as_deref())?,
            };
            let after = match entries.is_empty() {
                true => original.clone(),
                false => merged(agent, &file.path, now.as_deref(), entries)?,
            };
            Ok(FileText {
                after,
                original,
                executable: false,
            })
        }
    }
}

/// The text without entries of ours; none if the file was only there for them.
fn without(
    target: &Target<'_>,
    path: &Path,
    now: Option<&str>,
) -> Result<Option<String>, InstallError> {
    let text = merged(target.agent, path, now, &[])?;
    let named = path.to_string_lossy().contains("snaphook");
    let nothing = |text: &String| matches!(text.trim(), "" | "{}");
    Ok(text.filter(|text| !(named && nothing(text))))
}
