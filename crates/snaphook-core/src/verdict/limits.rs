//! Texts too long for a conversation go to a file; the outcome carries its
//! path and a preview.

use crate::diagnostic::{Diagnostic, Severity};
use crate::hook::HookId;
use crate::merge::Effects;
use crate::outcome::SpilledText;

/// Characters (Unicode scalar values) that one hook may say in one field.
pub const MAX_CHARS: usize = 10_000;
/// Characters of a longer text that stay in the outcome.
pub const PREVIEW_CHARS: usize = 2_000;

/// Why a long text could not be stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpillError {
    /// The host named no folder for long texts.
    #[error("the host named no state folder")]
    NoFolder,
    /// The file could not be written.
    #[error("{path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Stores a long text and returns its path.
pub trait Spill {
    /// Stores `text` and returns the path of the file.
    ///
    /// # Errors
    /// If the text cannot be stored.
    fn keep(&self, hook: &HookId, field: &'static str, text: &str) -> Result<String, SpillError>;
}

/// Holds every text of one hook to the limit. A text that cannot be stored
/// stays whole: better too long than lost.
pub fn hold_to_limits(
    effects: &mut Effects,
    hook: &HookId,
    spill: &dyn Spill,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut spilled = Vec::new();
    let mut hold = |field: &'static str, text: &mut String| {
        let Some((end, _)) = text.char_indices().nth(MAX_CHARS) else {
            return;
        };
        let chars = MAX_CHARS + text[end..].chars().count();
        match spill.keep(hook, field, text) {
            Ok(path) => {
                let preview: String = text.chars().take(PREVIEW_CHARS).collect();
                *text = format!("{preview}\n[… {chars} characters; the whole text is in {path}]");
                spilled.push(SpilledText { field, path, chars });
            }
            Err(why) => diagnostics.push(
                Diagnostic::new(
                    Severity::Warning,
                    "spill-failed",
                    format!(
                        "`{field}` has {chars} characters and could not be put into a file: {why}"
                    ),
                )
                .about(hook),
            ),
        }
    };
    for text in &mut effects.additional_context {
        hold("additionalContext", text);
    }
    for text in &mut effects.system_messages {
        hold("systemMessages", text);
    }
    for said in &mut effects.feedback {
        hold("feedback", &mut said.text);
    }
    for text in &mut effects.compact_instructions {
        hold("compactInstructions", text);
    }
    if let Some(text) = &mut effects.initial_user_message {
        hold("initialUserMessage", text);
    }
    for block in &mut effects.blocks {
        let whole = block.reason.clone();
        hold("blockReason", &mut block.reason);
        // The same text is beside the decision: one file serves both.
        let beside = [
            effects.permission.as_mut().and_then(|p| p.reason.as_mut()),
            effects.request.as_mut().and_then(|r| r.message.as_mut()),
        ];
        for reason in beside.into_iter().flatten() {
            if *reason == whole {
                reason.clone_from(&block.reason);
            }
        }
    }
    effects.spilled.append(&mut spilled);
}
