//! The updates that would have allowed a call: what a person or a hook may take
//! up instead of being asked again.

use crate::{CertainWord, ContentKind, NeededCommand, Rule, SimpleCommand, Subject, Word};
use serde_json::Value;
use snaphook_core::permission::{Behavior, Destination, Mode, RuleText, Update, UpdateKind};
use snaphook_core::tool::ToolClass;

use super::permissions::Permissions;
use super::rule::PermissionSource;

/// Rules for more commands than this are not a suggestion.
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
    if let Some(rules) = rules(subject, class) {
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

/// Rules for just this call; `None` if they would not cover it, or would
/// cover more than it.
fn rules(subject: &Subject<'_>, class: ToolClass) -> Option<Vec<RuleText>> {
    let tool = subject.tool_name();
    let rule = |content: String| RuleText::new(tool, Some(content));
    let kind = subject.kind();
    let texts = if matches!(kind, ContentKind::Bash | ContentKind::PowerShell) {
        let mut texts = Vec::new();
        for words in commands(subject)? {
            // A star in a rule stands for anything, a gap is not known, and
            // a rule does not show where a word with a blank ends.
            let odd = |text: &str| {
                text.is_empty() || text.contains('*') || text.contains(char::is_whitespace)
            };
            if words.iter().any(|word| word.is_none_or(odd)) {
                return None;
            }
            let words: Vec<&str> = words.into_iter().flatten().collect();
            let text = rule(words.join(" "));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    } else {
        let field = |name: &str| subject.tool_input().get(name).and_then(Value::as_str);
        let paths = ["file_path", "notebook_path", "path"];
        let path = paths.into_iter().find_map(field);
        let given = |name: &str| subject.tool_input().get(name).is_some_and(|v| !v.is_null());
        let of_files = matches!(class, ToolClass::Read | ToolClass::Edit);
        match kind {
            ContentKind::Host => vec![rule(format!("domain:{}", host(field("url")?)?))],
            ContentKind::Agent => {
                let agent = field("subagent_type").filter(|agent| !agent.contains('*'))?;
                vec![rule(agent.to_owned())]
            }
            // What it does with which arguments, a rule of its name does not say.
            ContentKind::Skill => return None,
            ContentKind::Path => match path {
                Some(path) => vec![rule(path_pattern(path)?)],
                // A rule for all files is more than was asked for.
                None if of_files || paths.into_iter().any(given) => return None,
                None => vec![RuleText::new(tool, None)],
            },
            _ => vec![RuleText::new(tool, None)],
        }
    };
    if texts.is_empty() || texts.len() > MOST_RULES {
        return None;
    }
    let mut alone = Permissions::default();
    for text in &texts {
        let rule = Rule::parse(&text.to_string()).ok()?;
        alone.add_rule(Behavior::Allow, rule, PermissionSource::by_host());
    }
    // Redirections, too, must be covered.
    alone.allowing(subject).map(|_| texts)
}

/// The words of the commands that need a rule, as far as they are known;
/// `None` if it is not certain what the line does.
fn commands<'a>(subject: &'a Subject<'_>) -> Option<Vec<Vec<Option<&'a str>>>> {
    if subject.kind() == ContentKind::Bash {
        let needed = subject.needed_commands().ok()?;
        let words = |one: &&'a NeededCommand| one.words().iter().map(CertainWord::known).collect();
        return Some(needed.iter().map(words).collect());
    }
    let found = subject.analysis().complete()?;
    let words = |one: &'a SimpleCommand| one.words().iter().map(Word::known).collect();
    Some(found.iter().map(words).collect())
}

/// A pattern for one absolute path; `None` if its name holds what a pattern
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
