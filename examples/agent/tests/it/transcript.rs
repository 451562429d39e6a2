//! The session of `scenario/`: every event that it fires, in order and with its
//! input, as written down in `transcript.jsonl`; and what it shows in words.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::difference::difference;
use crate::play::{Folder, PlayedSession, copy_folder};

static SCENARIO: LazyLock<PathBuf> =
    LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("scenario"));

/// The session, played once for all tests in a copy of the folder.
static SESSION: LazyLock<Session> = LazyLock::new(|| {
    let folder = Folder::new();
    copy_folder(&SCENARIO, &folder.path);
    let played = folder.play_with(&["--init", "--session", "greetings"]);
    Session {
        played,
        cwd: folder.path.to_str().unwrap().to_owned(),
        src: folder.has("src/greet.sh"),
        tested: folder.has("out/tested"),
        tree: folder.has("out/trees/agent-1"),
    }
});

struct Session {
    played: PlayedSession,
    cwd: String,
    /// What was there when it was over.
    src: bool,
    tested: bool,
    tree: bool,
}

impl Session {
    /// The record: what is the same on every machine, every time.
    fn transcript(&self) -> String {
        let record = self.played.record.replace(&self.cwd, "<cwd>");
        let lines = record.lines().map(|line| {
            let mut input: Value = serde_json::from_str(line).unwrap();
            if let Some(duration) = input.get_mut("duration_ms") {
                *duration = 0.into();
            }
            format!("{input}\n")
        });
        lines.collect()
    }
}

#[test]
fn every_event_is_fired_where_it_belongs_with_its_input() {
    let found = SESSION.transcript();
    let file = SCENARIO.join("transcript.jsonl");
    if std::env::var_os("UPDATE_TRANSCRIPT").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    if let Some(difference) = difference(&expected, &found) {
        panic!(
            "{difference}\n\nIf that is right, UPDATE_TRANSCRIPT=1 cargo test -p example-agent writes it anew."
        );
    }
}

#[test]
fn a_session_passes_every_place_that_this_agent_has() {
    let played = &SESSION.played;
    // OnMaxIterations has a session of its own in the other tests.
    for event in [
        "SessionStart",
        "Setup",
        "InstructionsLoaded",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "TurnStart",
        "BeforeLlmCall",
        "AfterLlmCall",
        "MessageDisplay",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "Notification",
        "SubagentStart",
        "SubagentStop",
        "TaskCreated",
        "TaskCompleted",
        "Stop",
        "StopFailure",
        "CwdChanged",
        "PreCompact",
        "PostCompact",
        "PreModelSwitch",
        "PostModelSwitch",
        "WorktreeCreate",
        "WorktreeRemove",
        "OnUserInput",
        "OnError",
        "SessionEnd",
    ] {
        assert!(played.count(event) > 0, "{event} is never fired");
    }
    assert_eq!(played.events()[..2], ["Setup", "SessionStart"]);
    assert_eq!(played.events().last().unwrap(), "SessionEnd");
}

#[test]
fn a_denied_tool_does_not_run_and_the_model_is_told_why() {
    let played = &SESSION.played;
    assert!(SESSION.src, "nothing was deleted");
    let denied = |input: &Value| input["tool_input"]["command"] == "cd . && rm -rf src";
    assert!(played.of("PreToolUse").iter().any(denied));
    assert!(!played.of("PostToolUse").iter().any(denied));
    assert!(!played.of("PostToolUseFailure").iter().any(denied));
    assert!(played.shows(
        "error",
        "PreToolUse: the tool call was refused by no-rm: nothing is deleted here, move it to out/ instead"
    ));
}

#[test]
fn a_rewritten_input_is_what_runs() {
    let ran = SESSION.played.of("PostToolUse");
    let greeted = ran
        .iter()
        .find(|input| input["tool_response"] == "hello, Ada");
    // The name is the hook's, the greeting is of the environment it set.
    assert_eq!(
        greeted.unwrap()["tool_input"]["command"],
        "sh out/greet.sh Ada"
    );
}

#[test]
fn a_stop_that_is_blocked_is_followed_by_another_turn() {
    let (events, inputs) = (SESSION.played.events(), SESSION.played.inputs());
    let stops =
        |input: &Value| input["hook_event_name"] == "Stop" && input["prompt_id"] == "prompt-3";
    let places: Vec<_> = (0..inputs.len()).filter(|&at| stops(&inputs[at])).collect();
    let [blocked, allowed] = places[..] else {
        panic!("the agent stops twice, not {places:?}");
    };
    assert_eq!(inputs[blocked]["stop_hook_active"], false);
    assert_eq!(inputs[allowed]["stop_hook_active"], true);
    assert_eq!(events[blocked + 1], "TurnStart");
    assert_eq!(events[allowed + 1], "Notification");
    assert!(SESSION.tested, "it did as it was told");
}

#[test]
fn a_prompt_that_is_blocked_never_reaches_the_model_or_the_screen() {
    let events = SESSION.played.events();
    let inputs = SESSION.played.inputs();
    let secret = |input: &Value| input.to_string().contains("hunter2");
    let place = inputs.iter().position(secret).unwrap();
    assert_eq!(events[place], "UserPromptSubmit");
    assert_eq!(events[place + 1], "Notification", "no turn follows");
    assert!(!SESSION.played.screen.contains("hunter2"));
}

#[test]
fn the_user_sees_what_a_hook_shows_and_the_model_said_something_else() {
    assert!(
        SESSION
            .played
            .shows("model", "Done and tested, with key-****.")
    );
    let said = SESSION.played.of("Stop");
    assert!(
        said.iter()
            .any(|input| input["last_assistant_message"] == "Done and tested, with key-1234.")
    );
}

#[test]
fn a_subagent_works_in_the_folder_that_a_hook_made_and_the_host_removes_it() {
    let tree = format!("{}/out/trees/agent-1", SESSION.cwd);
    let read: Vec<_> = SESSION.played.of("PostToolUse");
    let read = read
        .iter()
        .find(|input| input["agent_id"] == "agent-1")
        .unwrap();
    assert_eq!(read["cwd"], tree);
    assert!(!SESSION.tree);
}

#[test]
fn a_refused_model_does_not_take_over() {
    let switches = SESSION.played.of("PostModelSwitch");
    let to: Vec<_> = switches.iter().map(|input| &input["to_model"]).collect();
    assert_eq!(to, ["large"]);
}
