//! What hooks say is done: short sessions, one matter each.

use serde_json::{Value, json};

use crate::play::Folder;

/// A hook that gives this answer.
fn says(answer: Value) -> Value {
    json!([{"hooks": [{"name": "hook", "command": format!("echo '{answer}'")}]}])
}

/// A hook that blocks.
fn blocks() -> Value {
    json!([{"hooks": [{"name": "hook", "command": "echo no >&2; exit 2"}]}])
}

fn bash(command: &str) -> Value {
    json!({"name": "Bash", "input": {"command": command}})
}

fn text(text: &str) -> Value {
    json!({ "text": text })
}

#[test]
fn an_agent_that_a_hook_stops_starts_nothing_more() {
    let stop = json!({"continue": false, "stopReason": "enough"});
    let folder = Folder::with_hooks(json!({"PostToolUse": says(stop)}));
    let played = folder.play(
        json!(["go", "and again"]),
        json!({"main": [
            {"text": "two things", "tool_calls": [bash("touch one"), bash("touch two")]},
            text("still here"),
        ]}),
    );
    assert!(folder.has("one") && !folder.has("two"));
    assert!(played.shows("error", "Bash did not run: enough"));
    assert!(played.shows("stopped", "enough"));
    assert_eq!(played.count("PostToolBatch"), 0);
    // The user may still say something, and the model answers.
    assert!(played.shows("model", "still here"));
}

#[test]
fn a_session_that_a_hook_stops_at_once_takes_no_prompt() {
    let stop = json!({"continue": false, "stopReason": "closed"});
    let played = Folder::with_hooks(json!({"SessionStart": says(stop)}))
        .play(json!(["go"]), json!({"main": [text("hello")]}));
    assert_eq!(played.events(), ["SessionStart", "SessionEnd"]);
}

#[test]
fn a_hook_in_a_tool_may_stop_the_agent() {
    let stop = json!({"continue": false, "stopReason": "that was all"});
    let todo =
        json!({"name": "TodoWrite", "input": {"todos": [{"subject": "tidy", "done": true}]}});
    let played = Folder::with_hooks(json!({"TaskCompleted": says(stop)})).play(
        json!(["go"]),
        json!({"main": [{"text": "", "tool_calls": [todo]}]}),
    );
    assert!(played.shows("stopped", "that was all"));
    assert_eq!(played.count("BeforeLlmCall"), 1);
}

#[test]
fn a_model_call_that_is_blocked_is_not_made() {
    let played = Folder::with_hooks(json!({"BeforeLlmCall": blocks()}))
        .play(json!(["go"]), json!({"main": [text("hello")]}));
    assert_eq!(played.count("AfterLlmCall"), 0);
    assert!(played.shows("stopped", "no"));
}

#[test]
fn a_batch_that_is_blocked_ends_the_loop_before_the_next_model_call() {
    let played = Folder::with_hooks(json!({"PostToolBatch": blocks()})).play(
        json!(["go"]),
        json!({"main": [{"text": "", "tool_calls": [bash("true")]}]}),
    );
    assert_eq!(played.count("BeforeLlmCall"), 1);
    assert!(played.shows("context", "PostToolBatch: the loop was stopped by hook: no"));
}

#[test]
fn an_agent_that_goes_round_too_often_is_told_of() {
    let again = json!({"text": "again", "tool_calls": [bash("true")]});
    let played = Folder::new().play(json!(["go"]), json!({"main": [again, again, again]}));
    assert_eq!(played.count("TurnStart"), 3);
    let limit = &played.of("OnMaxIterations")[0];
    assert_eq!(limit["message"], "3 turns were not enough");
    let warning = played.of("Notification");
    assert_eq!(warning[1]["level"], "warning");
    assert!(played.shows("stopped", "3 turns were not enough"));
}

#[test]
fn a_compaction_that_is_blocked_leaves_the_conversation_as_it_is() {
    let told = json!({"expects": ["remember the milk"], "text": "I do"});
    let prompts = json!(["remember the milk", "/compact be short", "do you?"]);
    let played = Folder::with_hooks(json!({"PreCompact": blocks()}))
        .play(prompts, json!({"main": [text("yes"), told]}));
    assert_eq!(
        played.of("PreCompact")[0]["custom_instructions"],
        "be short"
    );
    assert_eq!(played.count("PostCompact"), 0);
    assert!(played.shows("model", "I do"));
}

#[test]
fn a_command_that_is_blocked_does_not_become_a_prompt() {
    let folder = Folder::with_hooks(json!({"UserPromptExpansion": blocks()}));
    folder.write(".claude/commands/ship.md", "Ship $ARGUMENTS.");
    let played = folder.play(json!(["/ship it", "/nothing"]), json!({}));
    assert_eq!(played.of("UserPromptExpansion")[0]["command_args"], "it");
    assert_eq!(played.count("UserPromptSubmit"), 0);
    assert!(played.shows("host", "unknown command /nothing"));
}

#[test]
fn a_switch_that_needs_a_yes_is_not_made_without_one() {
    let ask = json!({"hookSpecificOutput": {"hookEventName": "PreModelSwitch",
        "permissionDecision": "ask", "permissionDecisionReason": "it costs more"}});
    let played = Folder::with_hooks(json!({"PreModelSwitch": says(ask)}))
        .play(json!(["/model large"]), json!({}));
    assert_eq!(played.count("PostModelSwitch"), 0);
    assert!(played.shows("host", "large does not take over: it costs more"));
}

fn isolated() -> Value {
    let order = json!({"subagent_type": "helper", "prompt": "look", "isolated": true});
    json!({"text": "", "tool_calls": [{"name": "Agent", "input": order}]})
}

#[test]
fn without_a_hook_the_host_makes_and_removes_worktrees() {
    let folder = Folder::new();
    folder.write("data/one.txt", "first");
    let read = json!({"text": "", "tool_calls": [{"name": "Read", "input": {"file_path": "data/one.txt"}}]});
    let found = json!({"expects": ["first"], "text": "found it"});
    let main = json!([isolated(), {"expects": ["found it"], "text": "good"}]);
    let played = folder.play(
        json!(["go"]),
        json!({"main": main, "helper": [read, found]}),
    );
    assert!(played.shows("model", "good"));
    let tree = folder.path.join(".claude/worktrees/agent-1");
    assert_eq!(
        played.of("WorktreeRemove")[0]["worktree_path"],
        tree.to_str().unwrap()
    );
    assert!(!tree.exists());
}

#[test]
fn a_subagent_without_its_worktree_does_not_start() {
    let told = json!({"expects": ["the worktree was not made: no"], "text": "pity"});
    let played = Folder::with_hooks(json!({"WorktreeCreate": blocks()}))
        .play(json!(["go"]), json!({"main": [isolated(), told]}));
    assert_eq!(played.count("SubagentStart"), 0);
    assert!(played.shows("model", "pity"));
}

#[test]
fn a_background_hook_may_wake_the_model() {
    // Only once: else every rest would be the last but one.
    let command = "[ -e told ] && exit 0; touch told; echo 'the build broke' >&2; exit 2";
    let watch = json!([{"hooks": [{"command": command, "asyncRewake": true}]}]);
    let woken = json!({"expects": ["the build broke"], "text": "I look at it"});
    let played = Folder::with_hooks(json!({"Stop": watch}))
        .play(json!(["go"]), json!({"main": [text("done"), woken]}));
    assert!(played.shows("model", "I look at it"), "{}", played.screen);
    assert_eq!(played.count("UserPromptSubmit"), 1);
}

#[test]
fn what_hooks_add_reaches_the_model_where_it_belongs() {
    let context = |event: &str, text: &str| {
        says(json!({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}))
    };
    let events = [
        "Setup",
        "SessionStart",
        "UserPromptSubmit",
        "TurnStart",
        "AfterLlmCall",
        "PreToolUse",
        "PostToolUse",
        "PostToolBatch",
        "Notification",
        "Stop",
    ];
    let hooks: serde_json::Map<_, _> = events
        .map(|event| (event.to_owned(), context(event, &format!("from {event}"))))
        .into_iter()
        .collect();
    let folder = Folder::with_hooks(hooks.into());
    let before = ["Setup", "SessionStart", "UserPromptSubmit", "TurnStart"];
    let from = |events: &[&str]| -> Vec<_> {
        events.iter().map(|event| format!("from {event}")).collect()
    };
    let script = json!({"model": "small", "max_turns": 3, "compact_after": 100,
    "prompts": ["go", "again"],
    "agents": {"main": [
        {"expects": from(&before), "text": "", "tool_calls": [bash("true")]},
        {"expects": from(&["AfterLlmCall", "PreToolUse", "PostToolUse", "PostToolBatch"]), "text": "done"},
        {"expects": from(&["Stop", "Notification"]), "text": "all of it"},
    ]}});
    folder.write("script.json", &script.to_string());
    let played = folder.play_with(&["--init"]);
    assert!(played.shows("model", "all of it"), "{}", played.screen);
    // Of a turn, and not kept: it is told anew every time.
    let told = played.screen.matches("from TurnStart").count();
    assert_eq!(told, played.count("TurnStart"));
}
