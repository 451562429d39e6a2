//! A human-readable account of a test, for an `explain` command.

use std::fmt::Write;

use crate::{Analysis, Because, Rule, Subject};

/// Says what was seen in the call and what the rule made of it: the commands
/// found, the part of the source line each came from, and which one matched.
pub fn explain(rule: &Rule, subject: &Subject<'_>) -> String {
    let tested = rule.test(subject);
    let mut out = String::new();
    let verdict = match (tested.possible, tested.certain) {
        (_, true) => "matches",
        (true, false) => "may match",
        (false, false) => "does not match",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{rule} {verdict}: {}",
        reason(&tested.because, subject)
    );
    if matches!(tested.because, Because::OtherTool | Because::EveryUse) {
        return out;
    }
    if let (Some(source), Analysis::Commands(found)) = (commands_of(subject), seen(subject)) {
        for command in found {
            let range = command.range();
            let part = source.get(range.clone()).unwrap_or(source).trim_end();
            let mark = match &tested.because {
                Because::Command { range: r, text, .. }
                    if *r == range && *text == command.to_string() =>
                {
                    "*"
                }
                _ => " ",
            };
            let _ = write!(out, "{mark} {command}");
            if !command.via().is_empty() {
                let _ = write!(out, "  (behind {})", command.via().join(", "));
            }
            let _ = writeln!(out, "  <- {}", part.escape_debug());
        }
    }
    out
}

fn commands_of<'a>(subject: &Subject<'a>) -> Option<&'a str> {
    use crate::ContentKind::{Bash, PowerShell};
    matches!(subject.kind(), Bash | PowerShell)
        .then(|| subject.command())
        .flatten()
}

fn seen<'s>(subject: &'s Subject<'_>) -> &'s Analysis {
    subject.analysis()
}

fn reason(because: &Because, subject: &Subject<'_>) -> String {
    match because {
        Because::OtherTool => format!("the call is of {}", subject.tool_name()),
        Because::EveryUse => "the rule is for every use of the tool".to_owned(),
        Because::NoContent => "the call has no content of that kind".to_owned(),
        Because::NothingMatches => "nothing in the call fits".to_owned(),
        Because::Command { text, range, .. } => {
            format!("`{text}` fits (bytes {} to {})", range.start, range.end)
        }
        Because::Path(path) => format!("the path {path} fits"),
        Because::Host(host) => format!("the host {host} fits"),
        Because::Agent(agent) => format!("the subagent {agent} fits"),
        Because::Unknown(unknown) => unknown.to_string(),
        Because::Unreadable(why) => (*why).to_owned(),
    }
}
