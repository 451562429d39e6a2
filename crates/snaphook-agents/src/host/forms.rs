//! The forms of an agent's hooks, as the core asks for them.

use std::borrow::Cow;

use snaphook_core::answer::{ProcessExit, ProcessResult};
use snaphook_core::dialect::{
    AnsweredProcess, CanonicalResult, DialectMatcher, HookForms, UnreadableAnswer,
};
use snaphook_core::event::{EventSpec, MatchesOn, OnBlock, TextRole};
use snaphook_core::input::{Fields, Input, InputError};
use snaphook_core::matching::{JsRegex, Matcher};

use super::answer::{AnswerReader, CanonicalAnswer, printed, warning};
use super::call::native_call;
use super::input::{canonical_fields_of, native_input, row_of_event};
use super::spec::HostSpec;
use crate::agent::AgentSpec;
use crate::contract::{ExitTwo, MatcherKind, OnError};

/// How the hooks of one agent read and answer.
#[derive(Debug, Clone, Copy)]
pub struct AgentForms {
    /// The agent.
    pub agent: &'static AgentSpec,
    /// What a host has to know beside.
    pub spec: &'static HostSpec,
}

impl HookForms for AgentForms {
    fn native_input(&self, input: &Input, native_event: Option<&str>) -> Fields {
        let native = native_input(self.agent, self.spec, input, native_event);
        native.unwrap_or_else(|_| input.fields().clone())
    }

    fn canonical_input(&self, fields: Fields, event: Option<&str>) -> Result<Fields, InputError> {
        canonical_fields_of(self.agent, self.spec, fields, event)
    }

    fn matcher(&'static self, spec: &EventSpec, text: &str) -> DialectMatcher {
        let of_tool = matches!(spec.matches_on, MatchesOn::Tool(_));
        let own = self.agent.contract(None).matchers;
        let kind = match self.spec.matchers.unwrap_or(own) {
            _ if !of_tool && self.spec.other_matchers_are_exact => None,
            kind => Some(kind),
        };
        let everything = text.is_empty() || (text == "*" && self.spec.star_is_everything);
        let read = match kind {
            _ if everything => Ok(Matcher::All),
            None => Ok(Matcher::name(text)),
            Some(MatcherKind::Ignored | MatcherKind::None) => Ok(Matcher::All),
            Some(MatcherKind::ExactOrRegex) => Matcher::parse(text, false),
            Some(MatcherKind::Regex) => JsRegex::new(text).map(Matcher::Regex),
            Some(MatcherKind::AnchoredRegex) => Matcher::anchored(text),
            Some(MatcherKind::Glob) => Matcher::anchored(&expression_of_glob(text)),
        };
        let read = match read {
            Err(_) if self.spec.broken_is_literal => Ok(Matcher::name(text)),
            read => read,
        };
        DialectMatcher::plain(read.map(|matcher| match matcher {
            Matcher::All => Matcher::All,
            matcher if of_tool => Matcher::Translated(Box::new(matcher), self),
            matcher => matcher,
        }))
    }

    fn matched_names<'v>(&self, value: &'v str) -> Vec<Cow<'v, str>> {
        let call = native_call(self.agent, "PreToolUse", value, &Fields::default());
        let name = call.map_or_else(|_| value.to_owned(), |call| call.name);
        let aliases = self.spec.tool_aliases.iter();
        let aliases = aliases.filter(|(tool, _)| *tool == value);
        let mut names = vec![Cow::Owned(name)];
        names.extend(aliases.map(|(_, alias)| Cow::Borrowed(*alias)));
        names
    }

    fn canonical_result(&self, answered: &AnsweredProcess<'_>) -> CanonicalResult {
        let mut diagnostics = Vec::new();
        let process = self.result(answered, &mut diagnostics);
        CanonicalResult {
            process,
            diagnostics,
        }
    }
}

impl AgentForms {
    fn result(
        &self,
        answered: &AnsweredProcess<'_>,
        diagnostics: &mut Vec<snaphook_core::Diagnostic>,
    ) -> Result<ProcessResult, UnreadableAnswer> {
        let process = answered.process;
        let ProcessExit::Exit(code) = process.ended else {
            return Ok(process.clone());
        };
        let stdout = (self.spec.stdout)(&process.stdout.text);
        let stdout = stdout.trim();
        let stderr = process.stderr.text.trim();
        let contract = self.agent.contract(None);
        let reads = self.spec.answer.reads_json() && stdout.starts_with('{');
        let mut answer = || self.read(answered, stdout, diagnostics);
        let with = |text: String, code: i32| {
            let mut canonical = process.clone();
            canonical.stdout.text = text;
            canonical.ended = ProcessExit::Exit(code);
            canonical
        };
        let blocked = |words: &str| {
            let mut canonical = with(String::new(), 2);
            if stderr.is_empty() {
                canonical.stderr.text = words.to_owned();
            }
            canonical
        };
        if reads && (code == 0 || self.spec.json_at_any_exit) {
            // What was cut off cannot be read.
            return match process.stdout.truncated {
                true => Ok(process.clone()),
                false => Ok(with(printed(&answer()?.object), 0)),
            };
        }
        match code {
            0 => Ok(self.text_at_success(answered, stdout, with)),
            2 if contract.exit_two == ExitTwo::Blocks => {
                let said = reads.then(&mut answer).and_then(Result::ok);
                let text = said.map(|said| printed(&said.object)).unwrap_or_default();
                Ok(with(text, 2))
            }
            2 if contract.exit_two == ExitTwo::BlocksWithStderr => match (stderr, stdout) {
                ("", "") => Err(UnreadableAnswer(format!(
                    "it exited with 2 and wrote nothing to stderr, which does not block in {}",
                    self.agent.title
                ))),
                ("", text) if self.spec.text_denies => Ok(blocked(text)),
                ("", _) => Err(UnreadableAnswer(format!(
                    "it exited with 2 and wrote nothing to stderr, which does not block in {}",
                    self.agent.title
                ))),
                _ => Ok(with(String::new(), 2)),
            },
            code if self.spec.halting_exit == Some(code) => {
                let reason = if stderr.is_empty() {
                    "the hook ends the turn"
                } else {
                    stderr
                };
                let halt = serde_json::json!({"continue": false, "stopReason": reason});
                Ok(with(halt.to_string(), 2))
            }
            code if self.spec.text_denies
                && code > 1
                && !(stdout.is_empty() && stderr.is_empty()) =>
            {
                Ok(blocked(stdout))
            }
            code if contract.on_crash == OnError::Denies
                && answered.spec.on_block == OnBlock::Deny =>
            {
                diagnostics.push(warning(
                    "failure-denies",
                    format!("a hook that fails denies the call in {}", self.agent.title),
                ));
                Ok(blocked(&format!("the hook exited with {code}")))
            }
            2 => Err(UnreadableAnswer(format!(
                "it exited with 2, which does not block in {}: answer with JSON",
                self.agent.title
            ))),
            _ => Ok(process.clone()),
        }
    }

    /// Text at exit 0: context or a message where the agent takes it for that.
    fn text_at_success(
        &self,
        answered: &AnsweredProcess<'_>,
        stdout: &str,
        with: impl Fn(String, i32) -> ProcessResult,
    ) -> ProcessResult {
        let is_context = answered.spec.text != TextRole::Nothing;
        if is_context && stdout.starts_with('{') && !self.spec.answer.reads_json() {
            let own = serde_json::json!({
                "hookEventName": answered.spec.name,
                "additionalContext": stdout,
            });
            return with(
                serde_json::json!({ "hookSpecificOutput": own }).to_string(),
                0,
            );
        }
        if !is_context && !self.spec.answer.reads_json() {
            return with(String::new(), 0);
        }
        if self.spec.text_is_message && !is_context && !stdout.is_empty() {
            let message = serde_json::json!({ "systemMessage": stdout });
            return with(message.to_string(), 0);
        }
        with(stdout.to_owned(), 0)
    }

    fn read(
        &self,
        answered: &AnsweredProcess<'_>,
        stdout: &str,
        diagnostics: &mut Vec<snaphook_core::Diagnostic>,
    ) -> Result<CanonicalAnswer, UnreadableAnswer> {
        let object = Fields::parse(stdout).map_err(|error| {
            UnreadableAnswer(format!("its stdout is not a JSON object: {error}"))
        })?;
        let event = answered.spec.name;
        let reader = AnswerReader {
            agent: self.agent,
            spec: self.spec,
            row: row_of_event(self.agent, event, answered.hook.native_event),
            event,
            on_block: answered.spec.on_block,
            input: answered.input,
        };
        let mut answer = reader.read(&object)?;
        diagnostics.append(&mut answer.diagnostics);
        Ok(answer)
    }
}

/// A glob of names as an expression: `*` is any text, `@server` every tool of a server,
/// `@builtin` every other.
fn expression_of_glob(glob: &str) -> String {
    const SPECIAL: &str = r"\.+?()[]{}|^$/";
    if glob == "@builtin" {
        return "[^@].*".to_owned();
    }
    let whole_server = glob.starts_with('@') && !glob.contains('/');
    let mut expression = String::new();
    for c in glob.chars() {
        match c {
            '*' => expression.push_str(".*"),
            c if SPECIAL.contains(c) => {
                expression.push('\\');
                expression.push(c);
            }
            c => expression.push(c),
        }
    }
    if whole_server {
        expression.push_str("(/.*)?");
    }
    expression
}
