//! One agent's hooks as another's: what is translated, and what is told to be lost.

use std::path::Path;

use serde_json::{Value, json};
use snaphook_dialects::{ConvertTarget, ConvertedHooks, HookSource, all, convert};
use snaphook_settings::node::Node;

type TestResult = Result<(), Box<dyn std::error::Error>>;

fn node(path: &str, text: &str) -> Result<Node, Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("snaphook-convert-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let thread = format!("{:?}", std::thread::current().id());
    let thread: String = thread.chars().filter(char::is_ascii_digit).collect();
    let file = folder.join(format!("{thread}-{}", path.replace('/', "-")));
    std::fs::write(&file, text)?;
    let node = snaphook_settings::load_node(&file);
    std::fs::remove_file(&file)?;
    Ok(node?)
}

fn converted(
    from: &str,
    to: &str,
    path: &str,
    text: &str,
) -> Result<ConvertedHooks, Box<dyn std::error::Error>> {
    let source = HookSource::named(from).ok_or("unknown source")?;
    let target = ConvertTarget::named(to).ok_or("unknown target")?;
    let files = vec![(Path::new(path), node(path, text)?)];
    convert(source, target, files).map_err(|error| error.message.into())
}

/// The only file as JSON.
fn written(converted: &ConvertedHooks) -> Result<Value, Box<dyn std::error::Error>> {
    let [file] = &converted.files[..] else {
        return Err(format!("{:?}", converted.files).into());
    };
    Ok(serde_json::from_str(&file.text)?)
}

fn lost(converted: &ConvertedHooks) -> String {
    let words = converted.lost.iter().map(|loss| loss.words.as_str());
    words.collect::<Vec<_>>().join("\n")
}

const CLAUDE: &str = r#"{"hooks": {
  "PreToolUse": [
    {"matcher": "Bash", "hooks": [{"command": "guard.sh", "timeout": 5, "onFailure": "block", "if": "Bash(git *)"}]},
    {"matcher": "Write|Edit", "hooks": [{"command": "paths.sh"}]},
    {"matcher": "mcp__files__delete", "hooks": [{"command": "mcp.sh"}]}],
  "Stop": [{"hooks": [{"type": "prompt", "prompt": "done?"}, {"command": "stop.sh"}]}],
  "TeammateIdle": [{"hooks": [{"command": "idle.sh"}]}]}}"#;

#[test]
fn claude_codes_hooks_become_those_of_gemini_cli() -> TestResult {
    let converted = converted("claude", "gemini", "settings.json", CLAUDE)?;
    let expected = json!({"hooks": {
        "BeforeTool": [
            {"matcher": "^(run_shell_command)$", "hooks": [{"type": "command", "command": "guard.sh", "timeout": 5000}]},
            {"matcher": "^(replace|write_file)$", "hooks": [{"type": "command", "command": "paths.sh"}]},
            {"matcher": "^(mcp_files_delete)$", "hooks": [{"type": "command", "command": "mcp.sh"}]}],
        "AfterAgent": [{"hooks": [{"type": "command", "command": "stop.sh"}]}]}});
    assert_eq!(written(&converted)?, expected);
    assert_eq!((converted.converted, converted.found), (4, 6));
    let lost = lost(&converted);
    for words in [
        "must answer as Gemini CLI reads it",
        "`run_shell_command`",
        "it guards no more: Gemini CLI goes on where a hook crashes or takes too long",
        "its condition `if` is lost",
        "hooks of type `prompt`",
        "no event like TeammateIdle",
        "on BeforeTool of Gemini CLI, hooks cannot grant, ask, add context",
    ] {
        assert!(lost.contains(words), "{words}\n{lost}");
    }
    Ok(())
}

#[test]
fn what_makes_a_guard_is_written_where_there_is_a_key_for_it() -> TestResult {
    let cursor = converted("claude", "cursor", "settings.json", CLAUDE)?;
    let first = written(&cursor)?["hooks"]["preToolUse"][0].clone();
    let expected =
        json!({"matcher": "^(Shell)$", "failClosed": true, "command": "guard.sh", "timeout": 5});
    assert_eq!(first, expected);
    let back = converted("cursor", "snaphook", "hooks.json", &cursor.files[0].text)?;
    let hook = written(&back)?["hooks"]["PreToolUse"][0].clone();
    assert_eq!(hook["matcher"], "Bash");
    assert_eq!(hook["hooks"][0]["onFailure"], "block");
    Ok(())
}

#[test]
fn an_expression_becomes_the_tools_that_it_matches() -> TestResult {
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "^(Multi)?Edit$", "hooks": [{"command": "x"}]}]}}"#;
    let converted = converted("claude", "openhands", "settings.json", text)?;
    let group = &written(&converted)?["hooks"]["PreToolUse"][0];
    assert_eq!(group["matcher"], "file_editor");
    assert!(lost(&converted).contains("the expression `^(Multi)?Edit$`"));
    Ok(())
}

#[test]
fn a_hook_for_a_tool_that_is_not_there_is_left_out_and_told() -> TestResult {
    let text =
        r#"{"hooks": {"PreToolUse": [{"matcher": "NotebookEdit", "hooks": [{"command": "x"}]}]}}"#;
    let converted = converted("claude", "gemini", "settings.json", text)?;
    assert_eq!((converted.converted, converted.files.len()), (0, 0));
    assert!(lost(&converted).contains("no tool like NotebookEdit"));
    Ok(())
}

#[test]
fn events_for_kinds_of_tools_take_the_hooks_of_these_tools() -> TestResult {
    let converted = converted("claude", "windsurf", "settings.json", CLAUDE)?;
    let hooks = written(&converted)?["hooks"].clone();
    assert_eq!(hooks["pre_run_command"][0]["command"], "guard.sh");
    assert_eq!(hooks["pre_write_code"][0]["command"], "paths.sh");
    assert_eq!(hooks["pre_mcp_tool_use"][0]["command"], "mcp.sh");
    assert_eq!(hooks["pre_run_command"].as_array().map(Vec::len), Some(1));
    Ok(())
}

#[test]
fn a_folder_of_programs_has_one_for_an_event() -> TestResult {
    let converted = converted("claude", "cline", "settings.json", CLAUDE)?;
    let file = converted
        .files
        .iter()
        .find(|file| file.path.ends_with("/PreToolUse"));
    let file = file.ok_or("no program")?;
    assert_eq!(
        (file.text.as_str(), file.executable),
        ("#!/bin/sh\nguard.sh\n", true)
    );
    assert!(lost(&converted).contains("runs one program on an event"));
    Ok(())
}

#[test]
fn the_hooks_of_rulesync_are_imported() -> TestResult {
    let text = r#"{"version": 1,
      "hooks": {
        "sessionStart": [{"command": "echo hi"}],
        "preToolUse": [{"matcher": "Bash", "command": "guard.sh", "timeout": 10, "failClosed": true}],
        "beforeSubmitPrompt": [{"command": "prompt.sh"}],
        "afterFileEdit": [{"command": "fmt.sh"}],
        "workspaceOpen": [{"command": "never.sh"}]},
      "codexcli": {"hooks": {"sessionStart": [{"command": "echo codex"}]}},
      "cursor": {"hooks": {"stop": [{"command": "cursor.sh"}]}}}"#;
    let codex = converted("rulesync", "codex", "hooks.json", text)?;
    let hooks = written(&codex)?["hooks"].clone();
    assert_eq!(
        hooks["SessionStart"][0]["hooks"][0]["command"],
        "echo codex"
    );
    assert_eq!(
        hooks["PreToolUse"][0]["matcher"],
        "Bash|exec_command|write_stdin"
    );
    assert_eq!(hooks["PostToolUse"][0]["matcher"], "apply_patch");
    assert_eq!(
        hooks["UserPromptSubmit"][0]["hooks"][0]["command"],
        "prompt.sh"
    );
    let told = lost(&codex);
    assert!(
        told.contains("workspaceOpen has no canonical event"),
        "{told}"
    );
    assert!(
        told.contains("hooks under `cursor` are not for OpenAI Codex"),
        "{told}"
    );
    let own = converted("rulesync", "snaphook", "hooks.json", text)?;
    let hook = written(&own)?["hooks"]["PreToolUse"][0]["hooks"][0].clone();
    assert_eq!(
        hook,
        json!({"command": "guard.sh", "timeout": 10, "onFailure": "block", "type": "command"})
    );
    Ok(())
}

#[test]
fn what_is_written_is_read_again_by_the_dialect_of_its_agent() -> TestResult {
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "echo \"a\" 'b'\t\\ é", "timeout": 7}]}]}}"#;
    for dialect in all() {
        let name = dialect.name();
        let Some(target) = ConvertTarget::named(name) else {
            continue;
        };
        let there = converted("claude", name, "settings.json", text)?;
        assert_eq!(there.converted, 1, "{name} {target:?}: {:?}", there.lost);
        let file = there.files.last().ok_or(name)?;
        if file.executable {
            continue;
        }
        let back = converted(name, "snaphook", &file.path, &file.text)
            .map_err(|error| format!("{name}: {error}\n{}", file.text))?;
        assert_eq!(back.converted, 1, "{name}: {:?}\n{}", back.lost, file.text);
        let group = written(&back)?["hooks"]["PreToolUse"][0].clone();
        assert_eq!(group["matcher"], "Bash", "{name}");
        let command = &group["hooks"][0]["command"];
        assert_eq!(command, "echo \"a\" 'b'\t\\ é", "{name}");
    }
    Ok(())
}

#[test]
fn a_hook_of_another_kind_is_named_by_what_it_calls() -> TestResult {
    let text = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "http", "url": "http://x/hook"},
        {"type": "prompt", "prompt": "is it safe?"}]}]}}"#;
    let converted = converted("claude", "gemini", "settings.json", text)?;
    let names = converted
        .lost
        .iter()
        .filter_map(|loss| loss.hook.as_deref());
    let names: Vec<_> = names.collect();
    for name in ["PreToolUse `http://x/hook`", "PreToolUse `is it safe?`"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(lost(&converted).contains("`snaphook install gemini`"));
    Ok(())
}
