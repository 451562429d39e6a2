//! `deny_commands`: commands that must not run, by permission rules. Seen as
//! conditions see them: behind wrappers, in substitutions, disguised. A command
//! that is known to match is denied; where one could match only because a part
//! of the line is unknown, a person is asked, and told which part. A command with
//! options and nothing else (`rm -r`) stands for it with these options, however they
//! are written.

use std::fmt;

use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;
use snaphook_rules::{CommandOptions, Rule, RuleTest, RuleTestReason, Subject};

use super::error::ShippedError;
use super::words::look;

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, ShippedError> {
    let mut rules = Vec::with_capacity(call.args.len());
    for text in call.args.iter() {
        rules.push(parsed(text)?);
    }
    if rules.is_empty() {
        return Err(ShippedError::NoRules);
    }
    look(&call, |subject| {
        let subject = subject.ok_or(ShippedError::NoTool)?;
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

/// What is denied.
enum DeniedCommand {
    Rule(Box<Rule>),
    Options(CommandOptions),
}

impl DeniedCommand {
    fn test(&self, subject: &Subject<'_>) -> RuleTest {
        match self {
            Self::Rule(rule) => rule.test(subject),
            Self::Options(options) => options.test(subject),
        }
    }
}

impl fmt::Display for DeniedCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => rule.fmt(f),
            Self::Options(options) => options.fmt(f),
        }
    }
}

/// A rule, or the content of one of Bash, or a command with options.
fn parsed(text: &str) -> Result<DeniedCommand, ShippedError> {
    if let Some(options) = CommandOptions::parse(text) {
        return Ok(DeniedCommand::Options(options));
    }
    let named = text.split_once('(').is_some_and(|(tool, rest)| {
        rest.ends_with(')') && !tool.is_empty() && tool.chars().all(char::is_alphanumeric)
    });
    let rule = if named {
        text.to_owned()
    } else {
        format!("Bash({text})")
    };
    let rule = Rule::parse(&rule);
    let rule = rule.map_err(|source| ShippedError::Rule {
        text: text.to_owned(),
        source,
    })?;
    Ok(DeniedCommand::Rule(Box::new(rule)))
}

fn denied(rule: &DeniedCommand, tested: &RuleTest) -> String {
    match &tested.because {
        RuleTestReason::Command { text, .. } => format!("`{text}` is denied by `{rule}`"),
        _ => format!("the call is denied by `{rule}`"),
    }
}
