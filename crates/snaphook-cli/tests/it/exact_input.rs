//! The call that hooks see is the call that runs: to the digit, and with every key
//! once.

use serde_json::json;

use crate::common::Folder;

const ODD: &str = r#"{"id":18446744073709551617,"one":1.0,"e":1e5,"zero":-0}"#;

/// A hook that keeps what it reads, and a rule that allows the call.
fn folder() -> Folder {
    let settings = json!({"permissions": {"allow": ["Any"]},
        "hooks": {"PreToolUse": [{"hooks": [{"command": "cat > seen"}]}]}});
    let folder = Folder::new();
    folder.write("s.json", &settings.to_string());
    folder
}

fn seen(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path().join("seen")).unwrap_or_default()
}

#[test]
fn authorize_and_fire_change_no_digit() {
    let input =
        format!(r#"{{"hook_event_name":"PreToolUse","tool_name":"Any","tool_input":{ODD}}}"#);
    for command in ["authorize", "fire"] {
        let folder = folder();
        let ran = folder.snaphook(&[command, "--settings", "s.json", "--json"], &input);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(seen(&folder).contains(ODD), "{command}");
        if command == "authorize" {
            assert!(
                ran.stdout.contains(&format!("\"toolInput\": {ODD}")),
                "{ran:?}"
            );
            assert_eq!(ran.json()["rewritten"], false);
        }
    }
    let folder = folder();
    let set = [
        "fire",
        "PreToolUse",
        "--settings",
        "s.json",
        "--tool",
        "Any",
    ];
    let more = ["--tool-input", ODD, "--set", "tool_input.deep.new=1.10"];
    folder.snaphook(&[&set[..], &more[..]].concat(), "");
    let expected = ODD.replace('}', r#","deep":{"new":1.10}}"#);
    assert!(seen(&folder).contains(&expected), "{}", seen(&folder));
}

#[test]
fn a_key_twice_shows_no_hook_another_call_than_the_tool_gets() {
    for input in [
        r#"{"hook_event_name":"PreToolUse","tool_name":"Read","tool_name":"Bash","tool_input":{}}"#,
        r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","comm\u0061nd":"rm"}}"#,
    ] {
        for command in ["authorize", "fire"] {
            let folder = folder();
            let ran = folder.snaphook(&[command, "--settings", "s.json"], input);
            assert_eq!(ran.code, 2, "{command} {input}: {ran:?}");
            assert!(ran.stderr.contains("duplicate key"), "{ran:?}");
            assert_eq!(seen(&folder), "");
        }
    }
}
