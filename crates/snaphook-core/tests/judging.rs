//! What the table says a block, a failure and a text do, event by event.
#![cfg(test)]

use snaphook_core::answer::{CapturedOutput, Failure, ProcessExit, ProcessResult, Response};
use snaphook_core::dialect::CANONICAL;
use snaphook_core::event::{EVENTS, Event};
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_core::merge::{DispatchFacts, settle};
use snaphook_core::outcome::Outcome;
use snaphook_core::verdict::{JudgeContext, Verdict, judge};
use std::time::Duration;

fn hook(event: &Event) -> Hook {
    let def = CommandDef {
        command: "guard".to_owned(),
        ..CommandDef::default()
    };
    let source = Source::host(Scope::User);
    Hook::new(
        event.clone(),
        GroupMatcher::all(),
        HandlerDef::new(def),
        source,
    )
}

fn judged(hook: &Hook, response: &Response) -> Verdict {
    let event = &hook.event;
    let context = JudgeContext {
        spec: event.spec(),
        event: event.as_str(),
        hook,
        lane: 0,
        can_block: true,
        rules: &CANONICAL,
        mcp_tool: false,
        input: None,
    };
    judge(&context, response)
}

fn outcome(hook: &Hook, response: &Response) -> Outcome {
    let event = &hook.event;
    let verdict = judged(hook, response);
    let mut outcome = Outcome::go_on(event);
    let facts = DispatchFacts {
        any_ran: true,
        worktree_gone: false,
        ..DispatchFacts::default()
    };
    settle(event.spec(), verdict.effects, facts, &mut outcome);
    outcome.diagnostics.extend(verdict.diagnostics);
    outcome
}

fn process(stdout: &str, stderr: &str, code: i32) -> Response {
    let output = |text: &str| CapturedOutput::from(text.to_owned());
    Response::Process(ProcessResult {
        stdout: output(stdout),
        stderr: output(stderr),
        ended: ProcessExit::Exit(code),
        ..ProcessResult::default()
    })
}

/// What exit 2 does: "block", "feedback", "notice" or "nothing".
fn effect(outcome: &Outcome) -> &'static str {
    match outcome {
        _ if outcome.blocked => "block",
        _ if !outcome.feedback.is_empty() => "feedback",
        _ if !outcome.system_messages.is_empty() => "notice",
        _ => "nothing",
    }
}

#[test]
fn exit_2_does_what_the_protocol_says_on_every_event() {
    let expected = [
        ("SessionStart", "notice"),
        ("Setup", "nothing"),
        ("UserPromptSubmit", "block"),
        ("UserPromptExpansion", "block"),
        ("PreToolUse", "block"),
        ("PermissionRequest", "nothing"),
        ("PermissionDenied", "nothing"),
        ("PostToolUse", "feedback"),
        ("PostToolUseFailure", "feedback"),
        ("PostToolBatch", "block"),
        ("Notification", "nothing"),
        ("MessageDisplay", "nothing"),
        ("SubagentStart", "notice"),
        ("SubagentStop", "block"),
        ("TaskCreated", "block"),
        ("TaskCompleted", "block"),
        ("Stop", "block"),
        ("StopFailure", "nothing"),
        ("TeammateIdle", "block"),
        ("InstructionsLoaded", "nothing"),
        ("ConfigChange", "block"),
        ("CwdChanged", "notice"),
        ("DirectoryAdded", "nothing"),
        ("FileChanged", "notice"),
        ("WorktreeCreate", "block"),
        ("WorktreeRemove", "block"),
        ("PreCompact", "block"),
        ("PostCompact", "notice"),
        ("PreModelSwitch", "block"),
        ("PostModelSwitch", "notice"),
        ("Elicitation", "block"),
        ("ElicitationResult", "block"),
        ("SessionEnd", "notice"),
        ("TurnStart", "nothing"),
        ("BeforeLlmCall", "block"),
        ("AfterLlmCall", "block"),
        ("OnUserInput", "nothing"),
        ("OnError", "nothing"),
        ("OnMaxIterations", "nothing"),
    ];
    assert_eq!(expected.len(), EVENTS.len());
    for (name, expected) in expected {
        let event = Event::resolve(name);
        assert!(!event.is_custom(), "{name}");
        let by_exit = outcome(&hook(&event), &process("", "no", 2));
        assert_eq!(effect(&by_exit), expected, "{name} by exit 2");
        let json = r#"{"decision": "block", "reason": "no"}"#;
        let by_json = outcome(&hook(&event), &process(json, "", 0));
        assert_eq!(effect(&by_json), expected, "{name} by decision");
        assert!(by_json.diagnostics.is_empty(), "{name}");
    }
    assert_eq!(
        effect(&outcome(
            &hook(&Event::resolve("Deploy")),
            &process("", "", 2)
        )),
        "block"
    );
}

#[test]
fn a_guards_failure_acts_as_exit_2_except_where_an_agent_would_run_on() {
    for spec in EVENTS {
        let event = Event::resolve(spec.name);
        let mut guard = hook(&event);
        guard.on_failure = OnFailure::Block;
        let failed = effect(&outcome(&guard, &process("", "", 1)));
        let expected = match spec.name {
            "Stop" | "SubagentStop" | "TaskCompleted" | "TeammateIdle" => "nothing",
            "PermissionRequest" => "block",
            // What is kept back instead has a test of its own.
            "MessageDisplay" => "nothing",
            _ => effect(&outcome(&hook(&event), &process("", "no", 2))),
        };
        assert_eq!(failed, expected, "{}", spec.name);
    }
}

#[test]
fn a_timeout_blocks_a_model_switch_and_nothing_else_by_itself() {
    for spec in EVENTS {
        let event = Event::resolve(spec.name);
        let timeout = Failure::timed_out(Duration::from_secs(1)).into();
        let blocked = outcome(&hook(&event), &timeout).blocked;
        // A worktree that no hook made, or that could not be removed, has failed.
        let expected = ["PreModelSwitch", "WorktreeCreate", "WorktreeRemove"].contains(&spec.name);
        assert_eq!(blocked, expected, "{}", spec.name);
    }
}

#[test]
fn of_a_python_script_that_failed_the_last_line_of_stderr_is_told() {
    let event = Event::resolve("PreToolUse");
    let error = |stderr: &str| {
        let verdict = judged(&hook(&event), &process("", stderr, 1));
        verdict.error.unwrap_or_default()
    };
    let syntax = "  File \"guard.py\", line 8\n    if x\n       ^\nSyntaxError: expected ':'\n";
    assert!(error(syntax).ends_with("code 1: SyntaxError: expected ':'"));
    let thrown = "Traceback (most recent call last):\n  File \"guard.py\"\nKeyError: 'nope'\n";
    assert!(error(thrown).ends_with("code 1: KeyError: 'nope'"));
    assert!(error("no such thing\nmore\n").ends_with("code 1: no such thing"));
}

#[test]
fn text_is_context_on_four_events_only() {
    for spec in EVENTS {
        let event = Event::resolve(spec.name);
        let context = outcome(&hook(&event), &process(" hello \n", "", 0))
            .into_merged()
            .additional_context;
        let expected = [
            "SessionStart",
            "UserPromptSubmit",
            "UserPromptExpansion",
            "PostModelSwitch",
        ];
        assert_eq!(
            context == ["hello"],
            expected.contains(&spec.name),
            "{}",
            spec.name
        );
    }
}

#[test]
fn a_missing_script_is_no_block_where_it_would_loop() {
    let missing = process(
        "",
        "python3: can't open file '/x.py': [Errno 2] No such file",
        2,
    );
    for (name, blocked) in [
        ("Stop", false),
        ("SubagentStop", false),
        ("TaskCompleted", false),
        ("PreToolUse", true),
        ("UserPromptSubmit", true),
    ] {
        let event = Event::resolve(name);
        assert_eq!(outcome(&hook(&event), &missing).blocked, blocked, "{name}");
    }
    let mut plugin = hook(&Event::resolve("UserPromptSubmit"));
    plugin.source.scope = Scope::Plugin;
    assert!(!outcome(&plugin, &missing).blocked);
    let stop = hook(&Event::resolve("Stop"));
    let with_output = process("{}", "No such file or directory", 2);
    assert!(
        outcome(&stop, &with_output).blocked,
        "it ran, so it was there"
    );
}

#[test]
fn a_blocks_reason_is_its_own_then_stderr_then_a_stock_phrase() {
    let hook = hook(&Event::resolve("PreToolUse"));
    let reason = |stdout: &str, stderr: &str, code| {
        outcome(&hook, &process(stdout, stderr, code))
            .into_merged()
            .block_reason
            .unwrap()
    };
    assert_eq!(reason(r#"{"reason": "own"}"#, "stderr", 2), "own");
    assert_eq!(
        reason(r#"{"decision": "approve", "reason": "fine"}"#, "stderr", 2),
        "stderr"
    );
    assert_eq!(reason(r#"{"decision": "block"}"#, "stderr", 0), "stderr");
    assert_eq!(
        reason(r#"{"decision": "block", "reason": " "}"#, "", 0),
        "Blocked by hook"
    );
    assert_eq!(reason("text", " \n", 2), "Blocked by hook");
}

#[test]
fn a_wrong_event_name_is_a_failure_but_cannot_void_a_deny() {
    let hook = hook(&Event::resolve("PreToolUse"));
    let answer = |decision: &str| {
        format!(
            r#"{{"hookSpecificOutput": {{"hookEventName": "Stop", "permissionDecision": "{decision}"}}}}"#
        )
    };
    let denied = outcome(&hook, &process(&answer("deny"), "", 0));
    assert!(denied.blocked);
    assert_eq!(denied.diagnostics[0].code, "answer-partly-dropped");
    let allowed = outcome(&hook, &process(&answer("allow"), "", 0));
    assert_eq!(allowed.permission_decision, None);
}

#[test]
fn a_worktree_that_is_gone_was_removed_whatever_the_hook_said() {
    let event = Event::resolve("WorktreeRemove");
    let hook = hook(&event);
    let context = JudgeContext {
        spec: event.spec(),
        event: event.as_str(),
        hook: &hook,
        lane: 0,
        can_block: true,
        rules: &CANONICAL,
        mcp_tool: false,
        input: None,
    };
    for (worktree_gone, blocked) in [(true, false), (false, true)] {
        let verdict = judge(&context, &process("", "", 1));
        let mut outcome = Outcome::go_on(&event);
        let facts = DispatchFacts {
            any_ran: true,
            worktree_gone,
            ..DispatchFacts::default()
        };
        settle(event.spec(), verdict.effects, facts, &mut outcome);
        assert_eq!(outcome.blocked, blocked);
    }
}

#[test]
fn a_refusal_of_permission_merges_over_an_allow() {
    use snaphook_core::merge::Effects;
    let event = Event::resolve("PermissionRequest");
    let hook = hook(&event);
    let context = JudgeContext {
        spec: event.spec(),
        event: event.as_str(),
        hook: &hook,
        lane: 0,
        can_block: true,
        rules: &CANONICAL,
        mcp_tool: false,
        input: None,
    };
    let answer = |decision: &str| {
        format!(
            r#"{{"hookSpecificOutput": {{"hookEventName": "PermissionRequest", "decision": {decision}}}}}"#
        )
    };
    let allow = answer(r#"{"behavior": "allow", "updatedInput": {"a": 1}}"#);
    let deny = answer(r#"{"behavior": "deny", "interrupt": true}"#);
    let effects = [allow, deny]
        .iter()
        .map(|stdout| judge(&context, &process(stdout, "", 0)).effects)
        .fold(Effects::default(), Effects::merge);
    let mut outcome = Outcome::go_on(&event);
    settle(
        event.spec(),
        effects,
        DispatchFacts::default(),
        &mut outcome,
    );
    let json = serde_json::to_value(&outcome).unwrap();
    assert_eq!(
        json["permissionRequest"],
        serde_json::json!({"behavior": "deny", "interrupt": true})
    );
    assert_eq!(json.get("updatedInput"), None);
    assert!(outcome.blocked);
}

#[test]
fn what_no_value_can_hold_never_voids_a_deny() {
    let hook = hook(&Event::resolve("PreToolUse"));
    let deep = "[".repeat(300) + &"]".repeat(300);
    for (key, value) in [
        ("reason", r#""no \ud800""#),
        ("mine", r#""\ud800""#),
        ("mine", "1e999"),
        ("mine", deep.as_str()),
        ("systemMessage", "1e999"),
        ("\\udc00", "1"),
    ] {
        let answer = format!(r#"{{"decision": "block", "{key}": {value}}}"#);
        assert!(outcome(&hook, &process(&answer, "", 0)).blocked, "{answer}");
        let answer = format!(
            r#"{{"hookSpecificOutput": {{"hookEventName": "PreToolUse", "permissionDecision": "deny", "{key}": {value}}}}}"#
        );
        assert!(outcome(&hook, &process(&answer, "", 0)).blocked, "{answer}");
    }
    let marked = "\u{feff}{\"decision\": \"block\"}\r\n";
    assert!(
        outcome(&hook, &process(marked, "", 0)).blocked,
        "a byte order mark"
    );
}

#[test]
fn a_guard_that_only_stops_the_agent_has_still_failed() {
    let mut guard = hook(&Event::resolve("PreToolUse"));
    guard.on_failure = OnFailure::Block;
    let exit_7 = r#"{"continue": false, "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}"#;
    let typo = r#"{"continue": false, "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "denied"}}"#;
    for (answer, code) in [(exit_7, 7), (typo, 0)] {
        let outcome = outcome(&guard, &process(answer, "", code));
        assert!(outcome.blocked && !outcome.go_on, "{answer}");
    }
}

#[test]
fn a_ready_answer_is_held_to_the_table() {
    use snaphook_core::answer::{Answer, PermissionDecision};
    let ready = |event: &str, answer: Answer| {
        outcome(
            &hook(&Event::resolve(event)),
            &Response::Answer(Box::new(answer)),
        )
    };
    let refused = ready("PermissionRequest", Answer::deny("no"));
    assert!(refused.blocked);
    assert_eq!(refused.block_reason.as_deref(), Some("no"));
    let allowed = ready("Stop", Answer::allow());
    assert_eq!(allowed.permission_decision, None);
    assert_eq!(allowed.diagnostics[0].code, "field-not-honoured");
    let context = ready("PermissionRequest", Answer::context("x"));
    assert!(context.additional_context.is_empty());
    let fine = ready("PreToolUse", Answer::allow());
    assert_eq!(fine.permission_decision, Some(PermissionDecision::Allow));
    assert!(fine.diagnostics.is_empty());
}

#[test]
fn exit_2_grants_nothing() {
    let request = hook(&Event::resolve("PermissionRequest"));
    let allow = r#"{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}}"#;
    let outcome_of_request = outcome(&request, &process(allow, "", 2));
    assert!(outcome_of_request.permission_request.is_none());
    let elicitation = hook(&Event::resolve("Elicitation"));
    let accept = r#"{"hookSpecificOutput": {"hookEventName": "Elicitation", "action": "accept"}}"#;
    assert!(outcome(&elicitation, &process(accept, "", 2)).blocked);
}

#[test]
fn a_removal_fails_on_any_other_exit_whatever_stands_on_stdout() {
    let remove = hook(&Event::resolve("WorktreeRemove"));
    assert!(outcome(&remove, &process("{}", "", 7)).blocked);
    assert!(!outcome(&remove, &process("{}", "", 0)).blocked);
}

#[test]
fn a_decline_gives_its_own_reason_and_a_notice_needs_one() {
    let elicitation = hook(&Event::resolve("Elicitation"));
    let decline = r#"{"reason": "own", "hookSpecificOutput": {"hookEventName": "Elicitation", "action": "decline"}}"#;
    let declined = outcome(&elicitation, &process(decline, "", 0));
    assert_eq!(declined.block_reason.as_deref(), Some("own"));
    let start = hook(&Event::resolve("SessionStart"));
    assert!(
        outcome(&start, &process("", "", 2))
            .system_messages
            .is_empty()
    );
}
