//! Taking the bridge out: the bytes of before where nobody touched the file since, else
//! only the entries go.

use std::path::Path;

use super::files::{files, text_of};
use super::install::{step_context, steps};
use super::spec::Target;
use crate::disk::{Draft, OwnedChange};
use crate::error::InstallError;
use crate::step::{StepOutcome, undo};

/// Decides what to change so that an agent does not run the bridge any more. Gives whether
/// there is anything to change.
///
/// # Errors
/// When the agent has no such scope, or a file cannot be read or edited.
pub fn uninstall(draft: &mut Draft, target: &Target<'_>) -> Result<bool, InstallError> {
    // Which hooks were trusted is known only while they stand there.
    let context = step_context(draft, target, &[])?;
    let mut changed = false;
    let mut steps_of_files: Vec<(std::path::PathBuf, Option<String>)> = Vec::new();
    for step in steps(target) {
        let path = target.folders.user(target.agent, step.file())?;
        let known = steps_of_files.iter().position(|(file, _)| *file == path);
        let now = match known {
            Some(at) => steps_of_files.remove(at).1,
            None => draft.text(&path)?,
        };
        let text = match undo(step, &path, now.as_deref(), &context)? {
            StepOutcome::Text(text) => Some(text),
            _ => now,
        };
        steps_of_files.push((path, text));
    }
    for file in files(target, &[], None)? {
        let text = text_of(draft, target, &file)?;
        changed |= take_out(draft, target, &file.path, text.after)?;
    }
    for (path, text) in steps_of_files {
        changed |= take_out(draft, target, &path, text)?;
    }
    Ok(changed)
}

/// Restores a file that is as it was written for this target alone; else it gets the text.
fn take_out(
    draft: &mut Draft,
    target: &Target<'_>,
    path: &Path,
    edited: Option<String>,
) -> Result<bool, InstallError> {
    let real = draft.real(path)?;
    let now = draft.text(path)?;
    let owner = target.owner();
    let untouched = now
        .as_deref()
        .is_some_and(|now| draft.ledger.is_untouched(&real, now));
    let record = draft.ledger.files.get(&real);
    let alone = record.filter(|record| record.owners == [owner.as_str()]);
    let after = match alone {
        Some(record) if untouched => record.original.clone(),
        _ => edited,
    };
    if after == now {
        return Ok(false);
    }
    let change = OwnedChange {
        owner,
        installed: false,
        original: after.clone(),
    };
    draft.write(path, after, false, change)?;
    Ok(true)
}
