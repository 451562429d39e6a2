//! Prints the whole outcome, for people or as JSON.

use serde::Serialize;
use snaphook::outcome::Outcome;

use super::hooks::{hook_line, hook_text};
use super::problems::{Problems, counted, diagnostic};
use super::style;
use crate::error::CommandError;

/// Prints something as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), CommandError> {
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        CommandError::new(format!("failed to write the result as JSON: {error}"))
    })?;
    crate::say!("{text}");
    Ok(())
}

/// Prints something as JSON on one line.
pub(crate) fn json_line(value: &impl Serialize) -> Result<(), CommandError> {
    let text = serde_json::to_string(value).map_err(|error| {
        CommandError::new(format!("failed to write the result as JSON: {error}"))
    })?;
    crate::say!("{text}");
    Ok(())
}

/// Prints the JSON that another program waits for. A failure to print it is an error:
/// the program would take silence for consent.
pub(crate) fn json_answer(value: &impl Serialize) -> Result<(), CommandError> {
    use std::io::Write;
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        CommandError::new(format!("failed to write the result as JSON: {error}"))
    })?;
    let mut stdout = anstream::stdout();
    writeln!(stdout, "{text}")
        .and_then(|()| stdout.flush())
        .map_err(|error| CommandError::new(format!("failed to print the result: {error}")))
}

/// Prints the outcome in words. A block's reason is left to stderr. The problems of
/// settings files are one line for each file, where they are given.
pub(crate) fn outcome(outcome: &Outcome, problems: Option<&Problems>) {
    let lines = match problems {
        Some(problems) => problems.lines_for(&outcome.diagnostics),
        None => outcome.diagnostics.iter().map(diagnostic).collect(),
    };
    print_outcome(outcome, &lines);
}

/// Prints the outcome in words, with one line for all its diagnostics.
pub(crate) fn outcome_with_count(outcome: &Outcome) {
    let line = counted(&outcome.diagnostics);
    print_outcome(outcome, line.as_slice());
}

fn print_outcome(outcome: &Outcome, diagnostics: &[String]) {
    let bold = style::BOLD;
    let (words, style) = headline(outcome);
    crate::say!(
        "{bold}{}{bold:#}: {style}{words}{style:#} {}",
        outcome.event,
        summary(outcome)
    );
    let width = outcome
        .hooks
        .iter()
        .map(|entry| entry.name.chars().count())
        .max()
        .unwrap_or_default();
    for entry in &outcome.hooks {
        crate::say!("  {}", hook_line(entry, width));
        if let Some(text) = hook_text(entry) {
            print_text("      ", &text);
        }
    }
    for (label, text) in effects(outcome) {
        crate::say!("  {bold}{label}{bold:#}");
        print_text("    ", &text);
    }
    for line in diagnostics {
        crate::say!("  {line}");
    }
}

fn print_text(indent: &str, text: &str) {
    for line in style::plain(text).trim_end().lines() {
        crate::say!("{indent}{line}");
    }
}

fn headline(outcome: &Outcome) -> (String, anstyle::Style) {
    if outcome.blocked {
        let by: Vec<_> = outcome
            .hooks
            .iter()
            .filter(|entry| outcome.decided_by.contains(&entry.id))
            .map(|entry| entry.name.as_str())
            .collect();
        let words = match by.as_slice() {
            [] => "blocked".to_owned(),
            names => format!("blocked by {}", names.join(", ")),
        };
        return (words, style::BAD);
    }
    if !outcome.go_on {
        return ("the agent stops".to_owned(), style::WARNING);
    }
    match outcome.permission_decision {
        Some(decision) => (format!("{decision:?}").to_lowercase(), style::GOOD),
        None => ("go on".to_owned(), style::GOOD),
    }
}

fn summary(outcome: &Outcome) -> String {
    let dim = style::DIM;
    let hooks = match outcome.hooks.len() {
        0 => "no hook ran".to_owned(),
        1 => "1 hook".to_owned(),
        more => format!("{more} hooks"),
    };
    format!("{dim}({hooks}, {:.1} ms){dim:#}", outcome.duration_ms)
}

/// What the outcome does, beside the block: a label and a text each.
pub(crate) fn effects(outcome: &Outcome) -> Vec<(&'static str, String)> {
    let mut effects = Vec::new();
    let mut add = |label: &'static str, text: Option<String>| {
        effects.extend(text.map(|text| (label, text)));
    };
    let list = |texts: &[String]| (!texts.is_empty()).then(|| texts.join("\n"));
    add("stop reason", outcome.stop_reason.clone());
    if !outcome.blocked {
        add("reason", outcome.permission_decision_reason.clone());
    }
    add(
        "the permission request is answered",
        outcome
            .permission_request
            .as_ref()
            .map(|request| serde_json::to_string(request).unwrap_or_default()),
    );
    add(
        "the tool's input is rewritten",
        outcome.updated_input.as_ref().map(ToString::to_string),
    );
    add(
        "the tool's output is replaced",
        outcome
            .updated_tool_output
            .as_ref()
            .map(ToString::to_string),
    );
    add("the prompt is rewritten", outcome.updated_prompt.clone());
    add(
        "the request to the model is rewritten",
        outcome.updated_request.as_ref().map(ToString::to_string),
    );
    add(
        "the model's answer is replaced",
        outcome.updated_response.as_ref().map(ToString::to_string),
    );
    for update in &outcome.updated_permissions {
        add("permissions change", Some(update.to_string()));
    }
    add("context for the model", list(&outcome.additional_context));
    add(
        "context for the classifier",
        list(&outcome.classifier_context),
    );
    add("feedback for the model", list(&outcome.feedback));
    add("message for the user", list(&outcome.system_messages));
    add("first message", outcome.initial_user_message.clone());
    add("session title", outcome.session_title.clone());
    add("shown instead", outcome.display_content.clone());
    add("worktree", outcome.worktree_path.clone());
    add(
        "compaction instructions",
        outcome.compact_instructions.clone(),
    );
    add(
        "watched from now on",
        outcome.watch_paths.as_ref().map(|paths| {
            if paths.is_empty() {
                "nothing".to_owned()
            } else {
                paths.join("\n")
            }
        }),
    );
    let flags = [
        (outcome.reload_skills, "skills are read again"),
        (outcome.retry, "the call may be tried again"),
        (outcome.suppress_original_prompt, "the prompt is not shown"),
    ];
    for (set, text) in flags {
        add("also", set.then(|| text.to_owned()));
    }
    add(
        "the elicitation is answered",
        outcome
            .elicitation
            .as_ref()
            .map(|elicited| serde_json::to_string(elicited).unwrap_or_default()),
    );
    for spilled in &outcome.spilled {
        add(
            "a long text went to a file",
            Some(format!(
                "{} ({} characters): {}",
                spilled.field, spilled.chars, spilled.path
            )),
        );
    }
    for notice in &outcome.notices {
        let label = match notice.wake {
            true => "a background hook wakes the model",
            false => "a background hook reports",
        };
        let lines = notice.summary.iter().chain([&notice.text]);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        add(label, Some(lines.join("\n")));
    }
    effects
}
