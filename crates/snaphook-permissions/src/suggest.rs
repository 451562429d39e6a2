//! The updates that would have allowed a call: what a person or a hook may take
//! up instead of being asked again.

use serde_json::Value;
use snaphook_core::permission::{Behavior, Destination, Mode, RuleText, Update, UpdateKind};
use snaphook_core::tool::ToolClass;
use snaphook_rules::{Analysis, Rule, Subject, covering};

/// Rules for more commands than this are no suggestion.
const MOST_RULES: usize = 5;

/// What would have allowed the call: rules for just what it does, and for an
/// edit the mode that accepts edits.
#[must_use]
pub fn suggestions(
    subject: &Subject<'_>,
    class: ToolClass,
    destination: Destination,
) -> Vec<Update> {
    let mut updates = Vec::new();
    if let Some(rules) = rules(subject) {
        updates.push(Update {
            kind: UpdateKind::AddRules {
                rules,
                behavior: Behavior::Allow,
            },
            destination,
        });
    }
    if class == ToolClass::Edit {
        updates.push(Update {
            kind: UpdateKind::SetMode {
                mode: Mode::AcceptEdits,
            },
            destination: Destination::Session,
        });
    }
    updates
}

/// Rules for just this call; none where they would not cover it, or would
/// cover more than it.
fn rules(subject: &Subject<'_>) -> Option<Vec<RuleText>> {
    let tool = subject.tool_name();
    let rule = |content: String| RuleText::new(tool, Some(content));
    let texts = if subject.shell_command().is_some() {
        let Analysis::Commands(commands) = subject.analysis() else {
            return None;
        };
        let mut texts = Vec::new();
        for command in commands {
            // A star in a rule stands for anything, and a gap is not known.
            let words = command.words().iter();
            if words
                .clone()
                .any(|word| word.known().is_none_or(|text| text.contains('*')))
            {
                return None;
            }
            let text = rule(command.to_string());
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    } else {
        let field = |name: &str| subject.tool_input().get(name).and_then(Value::as_str);
        let path = ["file_path", "notebook_path", "path"]
            .into_iter()
            .find_map(field);
        match (path, field("url"), field("subagent_type")) {
            (Some(path), _, _) => vec![rule(path_pattern(path)?)],
            (_, Some(url), _) => vec![rule(format!("domain:{}", host(url)?))],
            (_, _, Some(agent)) if !agent.contains('*') => vec![rule(agent.to_owned())],
            _ => vec![RuleText::new(tool, None)],
        }
    };
    let read: Vec<Rule> = texts
        .iter()
        .filter_map(|text| Rule::parse(&text.to_string()).ok())
        .collect();
    let read: Vec<&Rule> = read.iter().collect();
    let fits = !texts.is_empty() && texts.len() <= MOST_RULES && read.len() == texts.len();
    (fits && covering(&read, subject).is_some()).then_some(texts)
}

/// A pattern for one absolute path; none where its name holds what a pattern
/// reads otherwise.
fn path_pattern(path: &str) -> Option<String> {
    let plain = !path.contains(['*', '?', '[', '\\', '(', ')']) && !path.ends_with('/');
    (plain && path.starts_with('/')).then(|| format!("/{path}"))
}

/// The host of a URL, where it is plain to see.
fn host(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    (!host.is_empty() && host.chars().all(plain)).then_some(host)
}
