//! Prints the explanation, for people or as JSON.

use serde_json::{Value, json};
use snaphook::facts::SubValue;
use snaphook::{Engine, Explanation, HookExplanation, SeenCommand};

use crate::show::{self, style};

/// Prints the explanation for people.
pub(super) fn print(engine: &Engine, explanation: &Explanation) {
    let now = engine.snapshot();
    let (bold, dim, good) = (style::BOLD, style::DIM, style::GOOD);
    let running = explanation.hooks.iter().filter(|hook| hook.runs()).count();
    let value = explanation
        .value
        .as_deref()
        .map(|value| format!(" on `{}`", style::one_line(value)))
        .unwrap_or_default();
    crate::say!(
        "{bold}{}{bold:#}{value}: {running} of {} hooks would run",
        explanation.event,
        explanation.hooks.len()
    );
    if let Some(seen) = explanation
        .commands
        .as_deref()
        .filter(|seen| !seen.is_empty())
    {
        print_commands(seen);
    }
    if let Some(unknown) = &explanation.unknown {
        let unknown = style::one_line(unknown);
        crate::say!("parts that cannot be analysed: {unknown}");
    }
    let width = explanation
        .hooks
        .iter()
        .map(|hook| hook.hook.name.chars().count())
        .max()
        .unwrap_or_default();
    for explained in &explanation.hooks {
        let hook = &explained.hook;
        let place = show::place(hook);
        let (mark, colour, words) = match (&explained.why_not, hook.handler.why_unloadable()) {
            (Some(_), _) => ("–", dim, "does not run"),
            (None, Some(_)) => ("!", style::WARNING, "fails"),
            (None, None) => ("✓", good, "runs"),
        };
        crate::say!(
            "  {colour}{mark}{colour:#} {:<width$}  {words}  {dim}{place}{dim:#}",
            style::one_line(&hook.name)
        );
        if let Some(reason) = reason(explained) {
            crate::say!("      {}", style::one_line(&reason));
        }
        for value in &explained.values {
            let indent = "  ".repeat(value.depth);
            let text = style::one_line(&value.text);
            let value = style::one_line(&value.value);
            crate::say!("      {dim}{indent}{text}{dim:#}  {value}");
        }
        let rights = now.sandbox_rights(hook).filter(|_| explained.runs());
        if let Some(rights) = rights {
            crate::say!("      {}", style::one_line(&rights.line()));
        }
    }
}

fn reason(explained: &HookExplanation) -> Option<String> {
    explained
        .why_not
        .as_ref()
        .map(ToString::to_string)
        .or_else(|| explained.note.clone())
}

fn print_commands(seen: &[SeenCommand]) {
    let dim = style::DIM;
    crate::say!("the commands in it:");
    for command in seen {
        let text = match command.text.as_str() {
            "" => "(an assignment or a redirection)",
            text => text,
        };
        let mut line = format!("  {}", style::one_line(text));
        if !command.via.is_empty() {
            line.push_str(&format!(" {dim}behind {}{dim:#}", command.via.join(", ")));
        }
        if command.part != command.text {
            line.push_str(&format!(
                " {dim}from `{}`{dim:#}",
                style::one_line(&command.part)
            ));
        }
        crate::say!("{line}");
    }
}

/// The explanation as JSON.
pub(crate) fn as_json(engine: &Engine, explanation: &Explanation) -> Value {
    let hooks: Value = explanation
        .hooks
        .iter()
        .map(|explained| {
            let mut json = show::hook_json(&explained.hook);
            json["runs"] = explained.runs().into();
            if let Some(rights) = show::rights_json(engine, &explained.hook) {
                json["sandbox"] = rights;
            }
            if let Some(why_not) = &explained.why_not {
                json["why"] = json!({"code": why_not.code(), "message": why_not.to_string()});
            }
            if !explained.values.is_empty() {
                let value = |value: &SubValue| {
                    json!({"depth": value.depth, "text": value.text, "value": value.value})
                };
                json["values"] = explained.values.iter().map(value).collect();
            }
            if let Some(note) = &explained.note {
                json["note"] = note.clone().into();
            }
            json
        })
        .collect();
    let mut json = json!({"event": explanation.event, "hooks": hooks});
    if let Some(value) = &explanation.value {
        json["value"] = value.clone().into();
    }
    if let Some(seen) = &explanation.commands {
        json["commands"] = seen
            .iter()
            .map(|command| {
                json!({"text": command.text, "part": command.part, "start": command.range.start,
                    "end": command.range.end, "via": command.via})
            })
            .collect();
    }
    if let Some(unknown) = &explanation.unknown {
        json["unknown"] = unknown.clone().into();
    }
    json
}
