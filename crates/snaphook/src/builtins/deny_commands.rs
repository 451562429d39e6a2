//! `deny_commands`: commands that must not run, by permission rules. Seen as
//! conditions see them: behind wrappers, in substitutions, disguised. A command
//! that is known to match is denied; where one could match only because a part
//! of the line is unknown, a person is asked, and told which part.

use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;
use snaphook_rules::{Because, Rule, Tested};

use super::words::{NO_TOOL, look};

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, String> {
    let mut rules = Vec::with_capacity(call.args.len());
    for text in call.args.iter() {
        rules.push(parsed(text)?);
    }
    if rules.is_empty() {
        return Err("`deny_commands` needs rules, such as `rm -rf *`".to_owned());
    }
    look(&call, |subject| {
        let subject = subject.ok_or(NO_TOOL)?;
        let mut unclear = None;
        for rule in &rules {
            let tested = rule.test(subject);
            if tested.known {
                return Ok(Some(Answer::deny(denied(rule, &tested))));
            }
            if tested.possible && unclear.is_none() {
                let how = tested.because.how().unwrap_or_default();
                unclear = Some(format!("`{rule}` is denied, and {how}"));
            }
        }
        Ok(unclear.map(Answer::ask))
    })
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

fn denied(rule: &Rule, tested: &Tested) -> String {
    match &tested.because {
        Because::Command { text, .. } => format!("`{text}` is denied by `{rule}`"),
        _ => format!("the call is denied by `{rule}`"),
    }
}
