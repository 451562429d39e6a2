//! The ladder, once.
//!
//! | stdout | exit 0 | exit 2 | any other exit |
//! |---|---|---|---|
//! | valid JSON | fields apply | **block**; fields cannot undo it | fields apply (for a guard: a failure, unless they deny) |
//! | bad JSON | failure | **block**, reason = stderr | failure |
//! | text or empty | success | **block**, reason = stderr | failure |
//!
//! Death by a signal, a spawn error and a timeout are failures. A truncated
//! stdout is a failure, except that exit 2 still blocks.

use super::apply::applied;
use super::policy::apply_failure;
use super::stdout::{Stdout, beside_json, first_line, last_line, mangled, read_stdout};
use crate::answer::{
    Answer, ElicitationAction, Ended, Failure, FailureKind, ProcessResult, Reading,
    RequestBehavior, Response, honoured, read_object,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::{OtherExits, Rules};
use crate::event::{EventSpec, MissingScript, OnBlock, TextRole};
use crate::hook::{Hook, Scope};
use crate::input::Fields;
use crate::merge::{Effects, Said};
use crate::outcome::Status;

/// What interpreters and shells print when the script file is missing.
const SCRIPT_MISSING: &[&str] = &[
    "can't open file",
    "No such file or directory",
    "Cannot find module",
    "cannot open",
    "not found",
];

/// What judging needs to know beside the answer.
#[derive(Debug, Clone, Copy)]
pub struct JudgeContext<'a> {
    /// The event's row.
    pub spec: &'a EventSpec,
    /// The event's name.
    pub event: &'a str,
    /// The hook that answered.
    pub hook: &'a Hook,
    /// Hooks of one lane see each other's rewrites: those are no conflict.
    pub lane: usize,
    /// False where this very input cannot be blocked (a policy change).
    pub can_block: bool,
    /// How the dialect reads answers.
    pub rules: &'a Rules,
    /// Whether the event is about a tool of an MCP server.
    pub mcp_tool: bool,
}

impl JudgeContext<'_> {
    fn read_stdout<'t>(&self, text: &'t str) -> Stdout<'t> {
        read_stdout(text, self.rules.answers.json)
    }

    /// Reads an answer, in the dialect's own names.
    fn read(&self, object: Fields) -> Reading {
        let object = self.rules.names.canonical_answer(object, &self.hook.event);
        read_object(self.spec, self.event, &object)
    }

    pub(super) fn said(&self, text: String) -> Said {
        Said {
            hook: self.hook.id.clone(),
            name: self.hook.name.clone(),
            text,
        }
    }
}

/// One answer, normalised.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What the hook answered.
    pub status: Status,
    /// What that does.
    pub effects: Effects,
    /// Why it failed.
    pub error: Option<String>,
    /// Its stdout is not to be shown.
    pub suppress_output: bool,
    /// The rest of its row does not run.
    pub ends_row: bool,
    /// Remarks about the answer.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// What it means that a hook has nothing to say.
    fn silence() -> Self {
        Self {
            status: Status::Success,
            effects: Effects::default(),
            error: None,
            suppress_output: false,
            ends_row: false,
            diagnostics: Vec::new(),
        }
    }
}

/// Judges what one hook brought back.
#[must_use]
pub fn judge(context: &JudgeContext<'_>, response: &Response) -> Verdict {
    let (response, _) = response.metered();
    let mut verdict = match response {
        Response::Process(process) => judge_process(context, process),
        Response::Text(text) => judge_text_or_json(context, &Printed::text(text), 0),
        Response::Answer(answer) => {
            let (answer, notes) = honoured(context.spec, context.event, Answer::clone(answer));
            let mut verdict = applied(context, answer, "", false);
            verdict.diagnostics.extend(notes);
            verdict
        }
        Response::Failure(failure) => failed_with(context, failure.clone(), ""),
        // Never inside itself; if it were, nothing was said.
        Response::Silence | Response::Metered(..) => Verdict::silence(),
    };
    if let Response::Process(process) = response
        && process.left_behind
    {
        verdict.diagnostics.push(Diagnostic::new(
            Severity::Warning,
            "left-behind",
            "a process that the hook left behind kept its output open; redirect the output of background processes to /dev/null",
        ));
    }
    for diagnostic in &mut verdict.diagnostics {
        diagnostic.hook = Some(context.hook.id.clone());
    }
    verdict
}

fn judge_process(context: &JudgeContext<'_>, process: &ProcessResult) -> Verdict {
    let stderr = process.stderr.text.trim();
    match process.ended {
        Ended::Signal(signal) => {
            let why = format!("it was ended by signal {signal}");
            failed(context, why, stderr)
        }
        Ended::TimedOut(time) => failed_with(context, Failure::timed_out(time), stderr),
        Ended::Cancelled => failed_with(context, Failure::cancelled(), stderr),
        Ended::Exit(2) if process.shell_failed => {
            let line = first_line(stderr).unwrap_or_default();
            failed(context, format!("the shell cannot run it: {line}"), stderr)
        }
        Ended::Exit(2) if script_is_missing(context, process) => {
            let line = first_line(stderr).unwrap_or_default();
            failed(context, format!("its script is missing: {line}"), stderr)
        }
        Ended::Exit(2) if process.stdout.truncated => blocked(context, None, stderr),
        Ended::Exit(2) => match context.read_stdout(&process.stdout.text) {
            Stdout::Json(object) => blocked(context, Some(context.read(object)), stderr),
            Stdout::BadJson(_) | Stdout::Text(_) => blocked(context, None, stderr),
        },
        Ended::Exit(_) if process.stdout.truncated => failed(
            context,
            format!(
                "it wrote more to stdout than the {} bytes that are read",
                process.stdout.text.len()
            ),
            stderr,
        ),
        Ended::Exit(code) => {
            let printed = Printed {
                stdout: &process.stdout.text,
                lossy: process.stdout.lossy,
                stderr,
            };
            judge_text_or_json(context, &printed, code)
        }
    }
}

/// Interpreters exit 2 for a missing script: that must not keep an agent
/// running forever.
fn script_is_missing(context: &JudgeContext<'_>, process: &ProcessResult) -> bool {
    let applies = match context.spec.missing_script {
        MissingScript::Blocks => false,
        MissingScript::Fails => true,
        MissingScript::FailsForPlugins => context.hook.source.scope == Scope::Plugin,
    };
    applies
        && process.stdout.text.trim().is_empty()
        && SCRIPT_MISSING
            .iter()
            .any(|words| process.stderr.text.contains(words))
}

/// What a hook printed.
struct Printed<'a> {
    stdout: &'a str,
    /// Some of stdout was not UTF-8.
    lossy: bool,
    stderr: &'a str,
}

impl<'a> Printed<'a> {
    fn text(stdout: &'a str) -> Self {
        Self {
            stdout,
            lossy: false,
            stderr: "",
        }
    }
}

fn judge_text_or_json(context: &JudgeContext<'_>, printed: &Printed<'_>, code: i32) -> Verdict {
    let stderr = printed.stderr;
    if code != 0 && context.rules.answers.other_exits == OtherExits::Fail {
        return failed(context, exited(code, stderr), stderr);
    }
    match context.read_stdout(printed.stdout) {
        Stdout::Json(object) => judge_reading(context, context.read(object), stderr, code),
        Stdout::BadJson(message) => failed(context, message, stderr),
        Stdout::Text(_) if code != 0 => failed(context, exited(code, stderr), stderr),
        Stdout::Text(text) => {
            if context.hook.is_guard()
                && let Some(why) = mangled(text, printed.lossy)
            {
                return failed(context, why, stderr);
            }
            let mut verdict = applied(context, Answer::default(), stderr, false);
            verdict.diagnostics.extend(beside_json(text));
            apply_text(context, &mut verdict.effects, text);
            verdict
        }
    }
}

/// What a hook's exit code says, with a line of its stderr.
fn exited(code: i32, stderr: &str) -> String {
    // A Python traceback, or a complaint about a script's syntax, says what happened
    // on its last line.
    let in_python = |first: &str| first.starts_with("Traceback") || first.starts_with("File \"");
    let line = match first_line(stderr) {
        Some(first) if in_python(first) => last_line(stderr),
        first => first,
    };
    match line {
        Some(line) => format!("it exited with code {code}: {line}"),
        None => format!("it exited with code {code}"),
    }
}

fn judge_reading(context: &JudgeContext<'_>, reading: Reading, stderr: &str, code: i32) -> Verdict {
    let Reading {
        answer,
        problems,
        mut diagnostics,
        lost_without_name,
    } = reading;
    let must_exit_0 = context.hook.is_guard() || context.spec.on_block == OnBlock::FailRemoval;
    let failure = if !problems.is_empty() {
        Some(format!("its answer cannot be used: {}", listed(&problems)))
    } else if code != 0 && must_exit_0 {
        Some(exited(code, stderr))
    } else if lost_without_name && context.hook.is_guard() {
        Some("its answer has no `hookEventName`, and what it asks for does not count".to_owned())
    } else {
        None
    };
    let mut verdict = match failure {
        None => applied(context, answer, stderr, false),
        // Nothing that stands beside a deny can void it.
        Some(_) if problems.is_empty() && answer.blocks() => {
            applied(context, answer, stderr, false)
        }
        Some(_) if answer.denies() => {
            diagnostics.extend(partly_dropped(&problems));
            let guard_failed = !answer.blocks();
            let mut verdict = applied(context, answer.only_denials(), stderr, false);
            if guard_failed {
                // It stops the agent, but a guard that failed also blocks.
                let details = details(stderr, &listed(&problems));
                apply_failure(context, &mut verdict.effects, FailureKind::Failed, &details);
            }
            verdict
        }
        Some(message) => failed(context, message, stderr),
    };
    verdict.diagnostics.append(&mut diagnostics);
    verdict
}

/// The note that only the denial of an answer was kept.
fn partly_dropped(problems: &[crate::answer::Problem]) -> Option<Diagnostic> {
    (!problems.is_empty()).then(|| {
        Diagnostic::new(
            Severity::Warning,
            "answer-partly-dropped",
            format!(
                "the answer denies, and that holds; the rest of it is dropped: {}",
                listed(problems)
            ),
        )
    })
}

fn listed(problems: &[crate::answer::Problem]) -> String {
    let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// Exit 2. The answer may add to the block, never undo it.
fn blocked(context: &JudgeContext<'_>, reading: Option<Reading>, stderr: &str) -> Verdict {
    let (answer, mut diagnostics) = match reading {
        None => (Answer::default(), Vec::new()),
        Some(reading) if reading.problems.is_empty() => (reading.answer, reading.diagnostics),
        Some(mut reading) => {
            reading
                .diagnostics
                .extend(partly_dropped(&reading.problems));
            (reading.answer.only_denials(), reading.diagnostics)
        }
    };
    // Exit 2 grants nothing, also where it forbids nothing.
    let answer = Answer {
        request: answer
            .request
            .filter(|request| request.behavior == RequestBehavior::Deny),
        elicitation: answer
            .elicitation
            .filter(|(action, _)| *action != ElicitationAction::Accept),
        ..answer
    };
    let mut verdict = applied(context, answer, stderr, true);
    verdict.diagnostics.append(&mut diagnostics);
    verdict
}

fn apply_text(context: &JudgeContext<'_>, effects: &mut Effects, text: &str) {
    if text.is_empty() {
        return;
    }
    match context.spec.text {
        TextRole::Nothing => {}
        TextRole::Context => effects.additional_context.push(text.to_owned()),
        TextRole::CompactInstructions => effects.compact_instructions.push(text.to_owned()),
        TextRole::WorktreePath => effects.worktree_path = last_line(text).map(str::to_owned),
    }
}

fn failed(context: &JudgeContext<'_>, message: String, stderr: &str) -> Verdict {
    failed_with(context, Failure::new(message), stderr)
}

fn failed_with(context: &JudgeContext<'_>, failure: Failure, stderr: &str) -> Verdict {
    let Failure { kind, message } = failure;
    let mut effects = Effects::default();
    let details = details(stderr, &message);
    let ends_row = apply_failure(context, &mut effects, kind, &details);
    Verdict {
        status: match kind {
            FailureKind::Failed => Status::Failed,
            FailureKind::TimedOut => Status::TimedOut,
            FailureKind::Cancelled => Status::Cancelled,
        },
        effects,
        error: Some(message),
        suppress_output: false,
        ends_row,
        diagnostics: Vec::new(),
    }
}

/// What helps to mend a failure: what the hook wrote to stderr, else what went
/// wrong.
fn details(stderr: &str, message: &str) -> String {
    match stderr.trim() {
        "" => message.to_owned(),
        stderr => stderr.to_owned(),
    }
}
