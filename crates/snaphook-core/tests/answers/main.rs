//! What may not undo a deny, and what may not pass for an answer.
#![cfg(test)]

#[path = "../judged/mod.rs"]
mod judged;
mod strategies;

use judged::{EndedProcess, guard, hook, outcome};
use proptest::prelude::*;
use serde_json::json;
use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::{EVENTS, Event};
use snaphook_core::merge::BlockedBy;
use strategies::with_a_deny;

fn denied(event: &str, stdout: &str) -> bool {
    let outcome = outcome(&hook(event), &EndedProcess::printed(stdout));
    outcome.blocked
}

#[test]
fn a_key_twice_does_not_undo_a_deny() {
    let specific = |inner: &str| {
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{inner}}}}}"#)
    };
    let allow =
        r#""hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}"#;
    let deny = r#""hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}"#;
    for answer in [
        r#"{"decision":"block","decision":"approve"}"#.to_owned(),
        r#"{"decision":"approve","decision":"block"}"#.to_owned(),
        r#"{"decision":"block","decis\u0069on":"approve"}"#.to_owned(),
        r#"{"decision":"block","decision":null}"#.to_owned(),
        r#"{"decision":"block","decision":7}"#.to_owned(),
        r#"{"decision":"block","decision":{"decision":"approve"}}"#.to_owned(),
        r#"{"decision":"block","decision":"approve","decision":"approve"}"#.to_owned(),
        specific(r#""permissionDecision":"deny","permissionDecision":"allow""#),
        specific(r#""permissionDecision":"deny","permissionDecisi\u006fn":"ask""#),
        specific(r#""permissionDecision":"deny","hookEventName":"Stop""#),
        format!("{{{deny},{allow}}}"),
        format!("{{{allow},{deny}}}"),
        format!(r#"{{{deny},"hookSpecificOutput":null}}"#),
        format!(r#"{{{deny},"hookSpecificOutput":[]}}"#),
        format!(r#"{{{deny},"hookSpecificOutput":{{}}}}"#),
    ] {
        assert!(denied("PreToolUse", &answer), "{answer}");
    }
    let request = |inner: &str| {
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PermissionRequest",{inner}}}}}"#)
    };
    for answer in [
        request(r#""decision":{"behavior":"deny","behavior":"allow"}"#),
        request(r#""decision":{"behavior":"deny"},"decision":{"behavior":"allow"}"#),
        request(r#""decision":{"behavior":"allow"},"decision":{"behavior":"deny"}"#),
    ] {
        assert!(denied("PermissionRequest", &answer), "{answer}");
    }
    let decline = r#"{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline","action":"accept"}}"#;
    assert!(denied("Elicitation", decline));
    let stopped = EndedProcess::printed(r#"{"continue":false,"continue":true}"#);
    assert!(!outcome(&hook("UserPromptSubmit"), &stopped).go_on);
}

#[test]
fn of_two_milder_words_the_stricter_counts() {
    let answer = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecision":"allow"}}"#;
    let asked = outcome(&hook("PreToolUse"), &EndedProcess::printed(answer));
    assert_eq!(asked.permission_decision, Some(PermissionDecision::Ask));
    assert_eq!(asked.diagnostics[0].code, "answer-key-twice");
}

#[test]
fn a_rewrite_or_an_update_with_a_key_twice_is_not_applied() {
    let rewrite = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls","command":"rm"}}}"#;
    let rewritten = outcome(&hook("PreToolUse"), &EndedProcess::printed(rewrite));
    assert!(rewritten.updated_input.is_none());
    assert!(outcome(&guard("PreToolUse"), &EndedProcess::printed(rewrite)).blocked);
    let update = r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"deny","behavior":"allow","destination":"session"}]}}}"#;
    let updated = outcome(&hook("PermissionRequest"), &EndedProcess::printed(update));
    assert!(updated.updated_permissions.is_empty());
}

#[test]
fn a_guards_stdout_that_is_not_exactly_one_object_does_not_pass() {
    let approve = r#"{"decision":"approve"}"#;
    for stdout in [
        format!("checking... {approve}"),
        format!("{approve} done"),
        format!("{approve}{approve}"),
        format!("{approve}\0"),
        format!("[{approve}]"),
        format!("\u{1b}[32m{approve}\u{1b}[0m"),
        "\u{1b}[32mfine\u{1b}[0m".to_owned(),
        r#"{"decision":"block""#.to_owned(),
        "{".to_owned(),
        "ok\0".to_owned(),
        "{\0\"\0".to_owned(),
    ] {
        let outcome = outcome(&guard("PreToolUse"), &EndedProcess::printed(&stdout));
        assert_eq!(outcome.blocked_by, Some(BlockedBy::Failure), "{stdout:?}");
    }
    let mut lossy = EndedProcess::printed("caf\u{fffd}");
    lossy.lossy = true;
    assert!(outcome(&guard("PreToolUse"), &lossy).blocked);
    for stdout in ["", "all is well", "\u{feff}{}\r\n", "[1, 2]"] {
        let outcome = outcome(&guard("PreToolUse"), &EndedProcess::printed(stdout));
        assert!(!outcome.blocked, "{stdout:?}");
    }
}

#[test]
fn text_beside_json_is_text_with_a_remark() {
    let prompt = hook("UserPromptSubmit");
    for stdout in [
        "note: {\"decision\":\"block\"}",
        "{\"a\":1} and more",
        "{\"a\":",
        "[{\"a\":1}]",
    ] {
        let outcome = outcome(&prompt, &EndedProcess::printed(stdout));
        assert!(!outcome.blocked);
        assert_eq!(outcome.additional_context, [stdout], "{stdout}");
        assert_eq!(outcome.diagnostics[0].code, "text-beside-json", "{stdout}");
    }
    let plain = outcome(&prompt, &EndedProcess::printed("set {x} to 1"));
    assert!(plain.diagnostics.is_empty());
}

#[test]
fn the_shells_own_exit_2_is_no_block() {
    let mut ran = EndedProcess::exited(2, "sh: 1: cannot create /x/log: Directory nonexistent");
    ran.shell_failed = true;
    assert!(!outcome(&hook("PreToolUse"), &ran).blocked);
    let failed = outcome(&guard("PreToolUse"), &ran);
    assert_eq!(failed.blocked_by, Some(BlockedBy::Failure));
    ran.shell_failed = false;
    let blocked = outcome(&hook("PreToolUse"), &ran);
    assert_eq!(blocked.blocked_by, Some(BlockedBy::Hook));
}

#[test]
fn without_an_event_name_only_denies_and_context_count() {
    let said = |event: &str, inner: &str| {
        let stdout = format!(r#"{{"hookSpecificOutput":{{{inner}}}}}"#);
        let outcome = outcome(&hook(event), &EndedProcess::printed(&stdout));
        assert_eq!(outcome.diagnostics[0].code, "no-event-name", "{inner}");
        outcome
    };
    assert!(said("PreToolUse", r#""permissionDecision":"deny""#).blocked);
    let context = said(
        "PreToolUse",
        r#""additionalContext":"c","permissionDecision":"allow""#,
    );
    assert_eq!(context.additional_context, ["c"]);
    assert_eq!(context.permission_decision, None);
    let rewrite = said(
        "PreToolUse",
        r#""hookEventName":null,"updatedInput":{"a":1}"#,
    );
    assert!(rewrite.updated_input.is_none());
    let request = said(
        "PermissionRequest",
        r#""decision":{"behavior":"allow","updatedPermissions":[]}"#,
    );
    assert!(request.permission_request.is_none());
    let request = said("PermissionRequest", r#""decision":{"behavior":"deny"}"#);
    assert!(request.blocked);
}

#[test]
fn a_guard_whose_question_or_rewrite_does_not_count_has_failed() {
    for inner in [r#""permissionDecision":"ask""#, r#""updatedInput":{"a":1}"#] {
        let stdout = format!(r#"{{"hookSpecificOutput":{{{inner}}}}}"#);
        let outcome = outcome(&guard("PreToolUse"), &EndedProcess::printed(&stdout));
        assert_eq!(outcome.blocked_by, Some(BlockedBy::Failure), "{inner}");
    }
    let allow = r#"{"hookSpecificOutput":{"permissionDecision":"allow"}}"#;
    assert!(!outcome(&guard("PreToolUse"), &EndedProcess::printed(allow)).blocked);
}

#[test]
fn a_sequence_for_the_terminal_is_let_through_or_ignored_whole() {
    let said = |sequence: &str| {
        let answer = json!({"terminalSequence": sequence}).to_string();
        outcome(&hook("PreToolUse"), &EndedProcess::printed(&answer))
    };
    let title = "\u{1b}]0;title\u{7}";
    assert_eq!(said(title).terminal_sequences, [title]);
    let ignored = said("\u{1b}]0;title\u{7}\u{1b}[2J");
    assert!(ignored.terminal_sequences.is_empty());
    assert_eq!(ignored.diagnostics[0].code, "field-not-honoured");
}

#[test]
fn the_older_name_of_an_output_counts_for_mcp_tools_only() {
    let answer =
        r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedMCPToolOutput":"x"}}"#;
    let mut ran = EndedProcess::printed(answer);
    let ignored = outcome(&hook("PostToolUse"), &ran);
    assert!(ignored.updated_tool_output.is_none() && ignored.diagnostics.len() == 1);
    ran.mcp_tool = true;
    let taken = outcome(&hook("PostToolUse"), &ran);
    assert_eq!(taken.into_merged().updated_tool_output.unwrap(), json!("x"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_member_beside_a_deny_undoes_it((event, answer) in with_a_deny()) {
        for hook in [hook(event), guard(event)] {
            let outcome = outcome(&hook, &EndedProcess::printed(&answer));
            prop_assert!(outcome.blocked, "{event}: {answer}");
            prop_assert!(outcome.updated_input.is_none());
            let request = outcome.permission_request.as_ref();
            let behavior = request.map(|request| request.behavior);
            prop_assert_ne!(behavior, Some(snaphook_core::answer::RequestBehavior::Allow));
        }
    }

    #[test]
    fn a_denying_answer_that_was_mangled_never_passes_a_guard(
        (event, answer) in with_a_deny(),
        at in any::<prop::sample::Index>(),
        insert in prop_oneof![
            Just("\0"), Just("\u{feff}"), Just("{"), Just("}"), Just("\""), Just("\\"),
            Just("\u{1b}[0m"), Just("text"), Just("\n"), Just(","), Just("["),
        ],
        cut in any::<bool>(),
    ) {
        let places: Vec<usize> = answer.char_indices().map(|(at, _)| at).collect();
        let at = places[at.index(places.len())];
        let mangled = match cut {
            // What is left must hold the beginning of an object.
            true => answer[..at.max(1)].to_owned(),
            false => format!("{}{insert}{}", &answer[..at], &answer[at..]),
        };
        let outcome = outcome(&guard(event), &EndedProcess::printed(&mangled));
        // One character more may make another valid answer of it, in which nothing
        // is denied; it must not be one that grants.
        let still_an_object = snaphook_core::input::Fields::parse(&mangled).is_ok();
        prop_assert!(outcome.blocked || still_an_object, "{event}: {mangled:?}");
    }
}

#[test]
fn a_guards_failure_keeps_something_back_wherever_it_can() {
    for spec in EVENTS {
        let event = Event::resolve(spec.name);
        let failed = outcome(&guard(event.as_str()), &EndedProcess::exited(1, "boom"));
        let kept_back = failed.blocked
            || !failed.go_on
            || failed.updated_tool_output.is_some()
            || failed.display_content.is_some();
        assert_eq!(kept_back, !spec.guards_nothing(), "{}", spec.name);
        if !kept_back {
            let claims = format!("{:?}", failed).contains("blocking because");
            assert!(!claims, "{}", spec.name);
        }
    }
}

#[test]
fn a_failed_guard_after_the_call_withholds_what_came_of_it() {
    for event in ["PostToolUse", "PostToolUseFailure"] {
        let failed = outcome(&guard(event), &EndedProcess::exited(1, "boom\nbang"));
        assert!(!failed.blocked);
        assert_eq!(
            failed.feedback,
            ["guard failed; blocking because onFailure is \"block\"\nboom\nbang"]
        );
        let line = failed.into_merged().updated_tool_output.unwrap();
        assert_eq!(
            line,
            json!(
                "the tool's output is withheld: guard failed, and its onFailure is \"block\"; the tool did run"
            )
        );
    }
    let answer = outcome(&guard("AfterLlmCall"), &EndedProcess::exited(1, ""));
    assert_eq!(answer.blocked_by, Some(BlockedBy::Failure));
    assert!(answer.into_merged().updated_response.unwrap().is_string());
    let shown = outcome(&guard("MessageDisplay"), &EndedProcess::exited(1, ""));
    assert!(shown.display_content.as_ref().unwrap().contains("withheld"));
    let session = outcome(&guard("SessionStart"), &EndedProcess::exited(1, "boom"));
    assert!(!session.go_on && !session.blocked);
    assert!(session.stop_reason.as_ref().unwrap().ends_with("\nboom"));
}

#[test]
fn an_agent_that_is_to_stop_runs_no_tool() {
    let answer = r#"{"continue":false,"stopReason":"enough","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"a":1}}}"#;
    let stopped = outcome(&hook("PreToolUse"), &EndedProcess::printed(answer));
    assert!(!stopped.go_on && stopped.updated_input.is_none());
    assert_eq!(stopped.permission_decision, Some(PermissionDecision::Deny));
    assert_eq!(
        stopped.permission_decision_reason.as_deref(),
        Some("enough")
    );
}

#[test]
fn context_sends_an_agent_back_that_was_about_to_stop() {
    for event in ["Stop", "SubagentStop"] {
        let answer = format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"{event}","additionalContext":"run the tests"}}}}"#
        );
        let sent_back = outcome(&hook(event), &EndedProcess::printed(&answer));
        assert_eq!(sent_back.block_reason.as_deref(), Some("run the tests"));
        assert!(sent_back.additional_context.is_empty());
        let stops = answer.replacen('{', r#"{"continue":false,"#, 1);
        assert!(!outcome(&hook(event), &EndedProcess::printed(&stops)).blocked);
    }
}

#[test]
fn a_worktree_with_a_path_stands_beside_another_hooks_failure() {
    let failed = |hook| outcome(&hook, &EndedProcess::exited(1, "no"));
    assert!(failed(guard("WorktreeCreate")).blocked);
    let both = judged::outcome_of_all(&[
        (hook("WorktreeCreate"), EndedProcess::printed("/srv/wt")),
        (hook("WorktreeCreate"), EndedProcess::exited(1, "no")),
    ]);
    assert_eq!(both.worktree_path.as_deref(), Some("/srv/wt"));
    assert!(!both.blocked);
    let guarded = judged::outcome_of_all(&[
        (hook("WorktreeCreate"), EndedProcess::printed("/srv/wt")),
        (guard("WorktreeCreate"), EndedProcess::exited(1, "no")),
    ]);
    assert!(guarded.blocked && guarded.worktree_path.is_none());
}

#[test]
fn what_was_withheld_does_not_come_back_by_another_rewrite() {
    let rewrite =
        r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"all of it"}}"#;
    let blocking = r#"{"decision":"block","reason":"r","hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"clean"}}"#;
    let output = |all: &[(snaphook_core::hook::Hook, EndedProcess)]| {
        let outcome = judged::outcome_of_all(all);
        outcome
            .into_merged()
            .updated_tool_output
            .unwrap()
            .to_string()
    };
    let usual = || (hook("PostToolUse"), EndedProcess::printed(rewrite));
    let blocks = || (hook("PostToolUse"), EndedProcess::printed(blocking));
    let fails = || (guard("PostToolUse"), EndedProcess::exited(1, ""));
    assert!(output(&[fails(), usual()]).contains("withheld"));
    assert!(output(&[usual(), fails(), blocks()]).contains("withheld"));
    assert_eq!(output(&[blocks(), usual()]), "\"clean\"");
    assert_eq!(output(&[usual(), blocks()]), "\"clean\"");
    let display =
        r#"{"hookSpecificOutput":{"hookEventName":"MessageDisplay","displayContent":"all"}}"#;
    let shown = judged::outcome_of_all(&[
        (hook("MessageDisplay"), EndedProcess::printed(display)),
        (guard("MessageDisplay"), EndedProcess::exited(1, "")),
    ]);
    assert!(shown.display_content.as_ref().unwrap().contains("withheld"));
}

#[test]
fn an_answer_that_a_hook_withheld_does_not_come_back_by_the_rewrite_of_another() {
    let rewrite = |extra: &str| {
        let answer = format!(
            r#"{{{extra}"hookSpecificOutput":{{"hookEventName":"AfterLlmCall","updatedResponse":"all"}}}}"#
        );
        (hook("AfterLlmCall"), EndedProcess::printed(&answer))
    };
    let blocks = || (hook("AfterLlmCall"), EndedProcess::exited(2, "no"));
    for said in [[blocks(), rewrite("")], [rewrite(""), blocks()]] {
        let withheld = judged::outcome_of_all(&said);
        assert!(withheld.blocked);
        assert_eq!(withheld.into_merged().updated_response, None);
    }
    // What the hook that blocks puts in its place stays.
    let own = judged::outcome_of_all(&[rewrite(r#""decision":"block","#)]);
    assert_eq!(own.into_merged().updated_response.unwrap(), json!("all"));
}

#[test]
fn a_person_reads_the_reasons_of_all_that_ask() {
    let ask = |reason: &str| {
        let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": "ask", "permissionDecisionReason": reason}});
        (
            hook("PreToolUse"),
            EndedProcess::printed(&answer.to_string()),
        )
    };
    let silent = (hook("PreToolUse"), EndedProcess::printed(""));
    let asked = judged::outcome_of_all(&[ask("one"), silent, ask("two")]);
    assert_eq!(
        asked.permission_decision_reason.as_deref(),
        Some("one\ntwo")
    );
}

#[test]
fn prompts_requests_and_answers_are_rewritten() {
    let rewritten = |event: &str, field: &str, value: &str| {
        let answer =
            format!(r#"{{"hookSpecificOutput":{{"hookEventName":"{event}","{field}":{value}}}}}"#);
        outcome(&hook(event), &EndedProcess::printed(&answer)).into_merged()
    };
    let prompt = rewritten("UserPromptSubmit", "updatedPrompt", "\"better\"");
    assert_eq!(prompt.updated_prompt.as_deref(), Some("better"));
    let request = rewritten("BeforeLlmCall", "updatedRequest", r#"{"t":1.0}"#);
    assert_eq!(request.updated_request.unwrap().to_string(), r#"{"t":1.0}"#);
    let response = rewritten("AfterLlmCall", "updatedResponse", "\"x\"");
    assert_eq!(response.updated_response.unwrap(), json!("x"));
}

#[test]
fn numbers_of_a_rewrite_keep_their_digits() {
    let answer = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"id":18446744073709551617,"f":1.0,"e":1e5,"z":-0}}}"#;
    let outcome = outcome(&hook("PreToolUse"), &EndedProcess::printed(answer));
    let line = serde_json::to_string(&outcome).unwrap();
    assert!(
        line.contains(r#""updatedInput":{"id":18446744073709551617,"f":1.0,"e":1e5,"z":-0}"#),
        "{line}"
    );
}
