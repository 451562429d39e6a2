//! Installing: entries, and the steps without which the agent skips them.

use std::path::{Path, PathBuf};

use snaphook_agents::ConfigScope;

use super::files::{FileKind, files, text_of};
use super::spec::Target;
use crate::disk::{Draft, OwnedChange};
use crate::entry::{AgentHookEntry, InstallOptions, entries};
use crate::error::InstallError;
use crate::form::places;
use crate::step::{StepContext, StepOutcome, make, undo};

/// What installing into one target comes to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Installation {
    /// The hook configuration: a file, or a folder.
    pub configuration: PathBuf,
    /// The entries.
    pub entries: Vec<AgentHookEntry>,
    /// What a person has to do besides.
    pub person: Vec<String>,
}

/// Decides what to change so that an agent runs the bridge.
///
/// # Errors
/// When the agent has no such scope or event, or a file cannot be read or edited.
pub fn install(
    draft: &mut Draft,
    target: &Target<'_>,
    options: &InstallOptions,
) -> Result<Installation, InstallError> {
    let entries = entries(target.agent, target.contract, options)?;
    let mut person: Vec<String> = target
        .agent
        .install
        .person
        .iter()
        .filter(|step| step.scope.is_none_or(|scope| scope == target.scope))
        .map(|step| step.words.to_owned())
        .collect();
    for file in files(target, &entries, Some(options))? {
        let text = text_of(draft, target, &file)?;
        let now = draft.text(&file.path)?;
        // What is there already needs neither a change nor a record.
        if now != text.after {
            let change = OwnedChange {
                owner: target.owner(),
                installed: true,
                original: text.original,
            };
            draft.write(&file.path, text.after, text.executable, change)?;
        }
    }
    let context = step_context(draft, target, &entries)?;
    for step in steps(target) {
        let path = target.folders.user(target.agent, step.file())?;
        let now = draft.text(&path)?;
        match make(step, &path, now.as_deref(), &context)? {
            StepOutcome::Done => {}
            StepOutcome::Refused(words) => person.push(words),
            StepOutcome::Text(text) => {
                let original = match undo(step, &path, now.as_deref(), &context)? {
                    StepOutcome::Text(text) => Some(text),
                    _ => now,
                };
                let change = OwnedChange {
                    owner: target.owner(),
                    installed: true,
                    original,
                };
                draft.write(&path, Some(text), false, change)?;
            }
        }
    }
    Ok(Installation {
        configuration: target.configuration()?,
        entries,
        person,
    })
}

/// The steps that count in a scope: what an organisation manages is trusted.
pub(super) fn steps<'t>(
    target: &Target<'t>,
) -> impl Iterator<Item = &'static snaphook_agents::FileStep> + use<'t> {
    let scope = target.scope;
    let steps = target.agent.install.steps.iter();
    steps.filter(move |step| match scope {
        ConfigScope::Managed => false,
        ConfigScope::User => !step.is_about_folder(),
        ConfigScope::Project => true,
    })
}

/// What the steps are about, for the entries that stand in the configuration.
pub(super) fn step_context(
    draft: &mut Draft,
    target: &Target<'_>,
    entries: &[AgentHookEntry],
) -> Result<StepContext, InstallError> {
    let mut context = StepContext {
        folder: target.trusted_folder(),
        entries: entries.to_vec(),
        ..StepContext::default()
    };
    for file in files(target, entries, None)? {
        let FileKind::Entries(_) = file.kind else {
            continue;
        };
        let hashes = |step: &&snaphook_agents::FileStep| {
            matches!(step, snaphook_agents::FileStep::TomlHookHashes { .. })
        };
        if target.agent.install.steps.iter().any(|step| hashes(&step))
            && let Some(text) = draft.text(&file.path)?
        {
            context.places = places(target.agent, &file.path, &text)?;
        }
        let real = draft.real(&file.path)?;
        for path in [&file.path, &real] {
            let path = shown(path);
            if !context.hook_files.contains(&path) {
                context.hook_files.push(path);
            }
        }
    }
    Ok(context)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
