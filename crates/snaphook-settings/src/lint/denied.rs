//! What is denied, or asked about, only without any arguments: the rule `git push`
//! does not cover `git push origin main`.

use snaphook_core::Severity;
use snaphook_core::hook::BuiltinDef;
use snaphook_core::permission::Behavior;
use snaphook_rules::{CommandOptions, Rule};

use super::pass::LintedHook;
use crate::finding::Finding;
use crate::read::Settings;

const CODE: &str = "rule-without-arguments";

/// The rules of a guard of snaphook's own.
pub(super) fn check(subject: &LintedHook<'_>, findings: &mut Vec<Finding>) {
    let Some(def) = subject.hook.handler.get::<BuiltinDef>() else {
        return;
    };
    let Some(span) = (subject.spans.args.as_ref()).filter(|_| def.name == "deny_commands") else {
        return;
    };
    for arg in &def.args {
        if CommandOptions::parse(arg).is_some() {
            continue;
        }
        let inner = arg
            .strip_prefix("Bash(")
            .and_then(|rest| rest.strip_suffix(')'));
        let command = inner.unwrap_or(arg);
        if !arg.contains('(') || inner.is_some() {
            let told = bare(command).then(|| words(command, Behavior::Deny));
            findings.extend(told.map(|(told, help)| subject.hint(CODE, span.clone(), told, help)));
        }
    }
}

/// The deny and ask rules of a file.
pub(super) fn check_rules(file: &Settings, findings: &mut Vec<Finding>) {
    for setting in &file.permissions.rules {
        let (behavior, rule): &(Behavior, Rule) = &setting.value;
        let command = rule.content().filter(|_| rule.tool() == "Bash");
        let Some(command) = command.filter(|command| bare(command)) else {
            continue;
        };
        if *behavior == Behavior::Allow {
            continue;
        }
        let (message, help) = words(command, *behavior);
        findings.push(Finding {
            severity: Severity::Hint,
            code: CODE,
            message,
            help: Some(help),
            location: setting.location.clone(),
            event: None,
            hook: None,
        });
    }
}

/// A command of plain words, and no pattern, option or whole line.
fn bare(command: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./ ".contains(c);
    let option = |word: &str| word.starts_with('-');
    !command.trim().is_empty()
        && command.chars().all(plain)
        && !command.split_whitespace().any(option)
}

fn words(command: &str, behavior: Behavior) -> (String, String) {
    let what = match behavior {
        Behavior::Ask => "is asked about",
        _ => "is denied",
    };
    (
        format!("`{command}` {what} only without arguments"),
        format!("write `{command} *` to cover both, unless this is intended"),
    )
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use super::CODE;
    use crate::lint::testing::{hook, silent, the_one};

    fn denying(args: &str) -> String {
        let fields = format!(r#""type": "builtin", "command": "deny_commands", "args": {args}"#);
        hook("PreToolUse", &fields)
    }

    #[test]
    fn a_command_that_is_denied_only_without_arguments_is_a_hint() {
        for args in [r#"["git push"]"#, r#"["rm -r", "Bash(git push)"]"#] {
            let found = the_one(&denying(args), CODE);
            assert_eq!(found.severity, Severity::Hint);
            assert_eq!(found.shown, args);
            assert!(found.help.contains("`git push *`"), "{found:?}");
        }
        for args in [
            r#"["git push *"]"#,
            r#"["git push:*"]"#,
            r#"["git push --force"]"#,
            r#"["mkfs*"]"#,
            r#"["Bash(make a && make b)"]"#,
            r#"["WebFetch(domain:example.org)"]"#,
        ] {
            silent(&denying(args), CODE);
        }
    }

    #[test]
    fn so_is_a_deny_or_ask_rule() {
        for list in ["deny", "ask"] {
            let rules = format!(r#"{{"permissions": {{"{list}": ["Bash(git push)"]}}}}"#);
            let found = the_one(&rules, CODE);
            assert_eq!(found.severity, Severity::Hint);
            assert_eq!(found.shown, r#""Bash(git push)""#);
        }
        silent(r#"{"permissions": {"allow": ["Bash(git push)"]}}"#, CODE);
        silent(
            r#"{"permissions": {"deny": ["Bash(git push *)", "Bash", "Read(.env)"]}}"#,
            CODE,
        );
    }
}
