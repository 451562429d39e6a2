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

use std::borrow::Cow;

use super::apply::applied;
use super::policy::apply_failure;
use super::stdout::{Stdout, beside_json, first_line, last_line, mangled, read_stdout};
use crate::answer::{
    Answer, ElicitationAction, Failure, FailureKind, ParsedAnswer, ProcessExit, ProcessResult,
    RequestBehavior, Response, honoured, read_object,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::{AnsweredProcess, HookForms, OtherExits, Rules};
use crate::event::{EventSpec, MissingScript, OnBlock, TextRole};
use crate::hook::{Hook, Scope};
use crate::input::{Fields, Input};
use crate::merge::{Effects, HookText};
use crate::outcome::{HookEntry, Status};

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
    /// Hooks of one lane see each other's rewrites: those are not conflicts.
    pub lane: usize,
    /// False where this very input cannot be blocked (a policy change).
    pub can_block: bool,
    /// How the dialect reads answers.
    pub rules: &'a Rules,
    /// Whether the event is about a tool of an MCP server.
    pub mcp_tool: bool,
    /// What the hook was given, where it is known.
    pub input: Option<&'a Input>,
}

impl JudgeContext<'_> {
    fn read_stdout<'t>(&self, text: &'t str) -> Stdout<'t> {
        read_stdout(text, self.rules.answers.json)
    }

    /// Reads an answer, in the dialect's own names.
    fn read(&self, object: Fields) -> ParsedAnswer {
        let names = &self.rules.names;
        let event = &self.hook.event;
        let (canonical, dropped) = names.canonical_answer(object.clone(), event);
        let mut reading = read_object(self.spec, self.event, &canonical);
        for diagnostic in &mut reading.diagnostics {
            diagnostic.message = names.remark_in_own_names(&diagnostic.message, event);
        }
        for problem in &mut reading.problems {
            let field = names.remark_in_own_names(&format!("`{}`", problem.field), event);
            field.trim_matches('`').clone_into(&mut problem.field);
            problem.expected = names.remark_in_own_names(&problem.expected, event);
        }
        let mut effect = "is ignored";
        if !dropped.is_empty() {
            // No name voids a deny.
            let any = names.answer_in_any_names(object, event);
            let said = read_object(self.spec, self.event, &any).answer;
            if said.denies() {
                effect = "counts only as far as the answer denies";
            }
            reading.answer = reading.answer.beside(said.only_denials());
        }
        for (field, native) in dropped {
            reading.is_misplaced = true;
            reading.diagnostics.push(Diagnostic::new(
                Severity::Warning,
                "unknown-answer-field",
                format!("the answer's `{field}` is not a field of this dialect and {effect}; write `{native}`"),
            ));
        }
        reading
    }

    pub(super) fn hook_text(&self, text: String) -> HookText {
        HookText {
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

    /// The entry of the judged hook in an outcome.
    #[must_use]
    pub fn entry(&self, hook: &Hook, response: &Response) -> HookEntry {
        let mut entry = HookEntry::new(hook, self.status);
        entry.error.clone_from(&self.error);
        let (response, usage) = response.metered();
        entry.usage = usage.cloned();
        match response {
            Response::Process(process) => {
                match process.ended {
                    ProcessExit::Exit(code) => entry.exit_code = Some(code),
                    ProcessExit::Signal(signal) => entry.signal = Some(signal),
                    ProcessExit::TimedOut(_) | ProcessExit::Cancelled => {}
                }
                if !self.suppress_output {
                    entry.stdout = HookEntry::shown(&process.stdout.text);
                }
                entry.stderr = HookEntry::shown(&process.stderr.text);
                entry.truncated = process.stdout.truncated || process.stderr.truncated;
            }
            Response::Text(text) if !self.suppress_output => {
                entry.stdout = HookEntry::shown(text);
            }
            _ => {}
        }
        entry
    }
}

/// Judges what one hook brought back.
#[must_use]
pub fn judge(context: &JudgeContext<'_>, response: &Response) -> Verdict {
    let (response, _) = response.metered();
    let forms = context.rules.names.forms;
    let in_forms = forms.and_then(|forms| judge_in_forms(context, forms, response));
    let mut verdict = in_forms.unwrap_or_else(|| judge_canonical(context, response));
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

/// Judges what came back in the words of a dialect; `None` if it is not text.
fn judge_in_forms(
    context: &JudgeContext<'_>,
    forms: &dyn HookForms,
    response: &Response,
) -> Option<Verdict> {
    let process = match response {
        Response::Process(process) => Cow::Borrowed(process),
        // Read like stdout at exit 0.
        Response::Text(text) => Cow::Owned(ProcessResult {
            stdout: text.clone().into(),
            ..ProcessResult::default()
        }),
        _ => return None,
    };
    // What did not end by itself has said nothing.
    if !matches!(process.ended, ProcessExit::Exit(_)) || process.shell_failed {
        return None;
    }
    let result = forms.canonical_result(&AnsweredProcess {
        spec: context.spec,
        hook: context.hook,
        input: context.input,
        process: &process,
    });
    let mut verdict = match result.process {
        Ok(canonical) => judge_process(context, &canonical),
        Err(why) => failed(context, why.to_string(), process.stderr.text.trim()),
    };
    verdict.diagnostics.extend(result.diagnostics);
    Some(verdict)
}

fn judge_canonical(context: &JudgeContext<'_>, response: &Response) -> Verdict {
    match response {
        Response::Process(process) => judge_process(context, process),
        Response::Text(text) => judge_text_or_json(context, &ProcessPrint::text(text), 0),
        Response::Answer(answer) => {
            let (answer, notes) = honoured(context.spec, context.event, Answer::clone(answer));
            let mut verdict = applied(context, answer, "", false);
            verdict.diagnostics.extend(notes);
            verdict
        }
        Response::Failure(failure) => failed_with(context, failure.clone(), ""),
        // Never inside itself; if it were, nothing was said.
        Response::Silence | Response::Metered(..) => Verdict::silence(),
    }
}

fn judge_process(context: &JudgeContext<'_>, process: &ProcessResult) -> Verdict {
    let stderr = process.stderr.text.trim();
    match process.ended {
        ProcessExit::Signal(signal) => {
            let why = format!("it was ended by signal {signal}");
            failed(context, why, stderr)
        }
        ProcessExit::TimedOut(time) => failed_with(context, Failure::timed_out(time), stderr),
        ProcessExit::Cancelled => failed_with(context, Failure::cancelled(), stderr),
        ProcessExit::Exit(2) if process.shell_failed => {
            let line = first_line(stderr).unwrap_or_default();
            failed(context, format!("the shell cannot run it: {line}"), stderr)
        }
        ProcessExit::Exit(2) if script_is_missing(context, process) => {
            let line = first_line(stderr).unwrap_or_default();
            failed(context, format!("its script is missing: {line}"), stderr)
        }
        ProcessExit::Exit(2) if process.stdout.truncated => blocked(context, None, stderr),
        ProcessExit::Exit(2) => match context.read_stdout(&process.stdout.text) {
            Stdout::Json(object) => blocked(context, Some(context.read(object)), stderr),
            Stdout::BadJson(_) | Stdout::Text(_) => blocked(context, None, stderr),
        },
        ProcessExit::Exit(_) if process.stdout.truncated => failed(
            context,
            format!(
                "it wrote more to stdout than the {} bytes that are read",
                process.stdout.text.len()
            ),
            stderr,
        ),
        ProcessExit::Exit(code) => {
            let printed = ProcessPrint {
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
struct ProcessPrint<'a> {
    stdout: &'a str,
    /// Some of stdout was not UTF-8.
    lossy: bool,
    stderr: &'a str,
}

impl<'a> ProcessPrint<'a> {
    fn text(stdout: &'a str) -> Self {
        Self {
            stdout,
            lossy: false,
            stderr: "",
        }
    }
}

fn judge_text_or_json(
    context: &JudgeContext<'_>,
    printed: &ProcessPrint<'_>,
    code: i32,
) -> Verdict {
    let stderr = printed.stderr;
    if code != 0 && context.rules.answers.other_exits == OtherExits::Fail {
        return failed(context, exited(code, stderr), stderr);
    }
    match context.read_stdout(printed.stdout) {
        Stdout::Json(object) => judge_reading(context, context.read(object), stderr, code),
        Stdout::BadJson(message) => failed(context, message, stderr),
        Stdout::Text(_) if code != 0 => failed(context, exited(code, stderr), stderr),
        Stdout::Text(text) => {
            if context.hook.blocks_on_failure()
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

fn judge_reading(
    context: &JudgeContext<'_>,
    reading: ParsedAnswer,
    stderr: &str,
    code: i32,
) -> Verdict {
    let ParsedAnswer {
        answer,
        problems,
        mut diagnostics,
        lost_without_name,
        is_misplaced,
    } = reading;
    let must_exit_0 =
        context.hook.blocks_on_failure() || context.spec.on_block == OnBlock::FailRemoval;
    let failure = if !problems.is_empty() {
        Some(format!("its answer cannot be used: {}", listed(&problems)))
    } else if code != 0 && must_exit_0 {
        Some(exited(code, stderr))
    } else if lost_without_name && context.hook.blocks_on_failure() {
        Some("its answer has no `hookEventName`, so its decision or rewrite is ignored".to_owned())
    } else if is_misplaced && context.hook.blocks_on_failure() && !answer.denies() {
        Some("its answer has a decision or a rewrite in the wrong place".to_owned())
    } else {
        None
    };
    let mut verdict = match failure {
        None => applied(context, answer, stderr, false),
        // Nothing that is beside a deny can void it.
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
fn partly_dropped(problems: &[crate::answer::AnswerProblem]) -> Option<Diagnostic> {
    (!problems.is_empty()).then(|| {
        Diagnostic::new(
            Severity::Warning,
            "answer-partly-dropped",
            format!(
                "the answer denies, which counts; the rest of it is ignored: {}",
                listed(problems)
            ),
        )
    })
}

fn listed(problems: &[crate::answer::AnswerProblem]) -> String {
    let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// Exit 2. The answer may add to the block, never undo it.
fn blocked(context: &JudgeContext<'_>, reading: Option<ParsedAnswer>, stderr: &str) -> Verdict {
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
