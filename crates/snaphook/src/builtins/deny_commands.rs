//! `deny_commands`: commands that must not run, by permission rules. Seen as
//! conditions see them: behind wrappers, in substitutions, disguised.

use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;
use snaphook_rules::{Because, Rule, Tested};

use super::words::look;

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, String> {
    let mut rules = Vec::with_capacity(call.args.len());
    for text in call.args.iter() {
        rules.push(parsed(text)?);
    }
    if rules.is_empty() {
        return Err("`deny_commands` needs rules, such as `rm -rf *`".to_owned());
    }
    Ok(look(&call, |subject| {
        let subject = subject?;
        let denied = rules.iter().find_map(|rule| {
            let tested = rule.test(subject);
            tested.possible.then(|| words(rule, &tested))
        });
        denied.map(Answer::deny)
    }))
}

/// A rule, or what stands in one of Bash.
fn parsed(text: &str) -> Result<Rule, String> {
    let named = text.split_once('(').is_some_and(|(tool, rest)| {
        rest.ends_with(')') && !tool.is_empty() && tool.chars().all(char::is_alphanumeric)
    });
    let rule = if named {
        text.to_owned()
    } else {
        format!("Bash({text})")
    };
    Rule::parse(&rule).map_err(|error| format!("`{text}` is no permission rule: {error}"))
}

fn words(rule: &Rule, tested: &Tested) -> String {
    match &tested.because {
        Because::Command { text, .. } => format!("`{text}` is denied by `{rule}`"),
        because if !tested.known => {
            let how = because.how().unwrap_or_default();
            format!("`{rule}` {how}")
        }
        _ => format!("the call is denied by `{rule}`"),
    }
}
