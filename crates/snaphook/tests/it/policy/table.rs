//! One table of decisions, through a rule, CEL, Cedar and Rego: all answer alike.

use std::path::Path;

use serde_json::{Value, json};
use snaphook::{Engine, Input};

use crate::common::{builder, run};

/// What is decided about a call: `git push` is denied, writing outside asks, `ls` is
/// allowed, and nothing is said of others.
const TABLE: &[(&str, &str)] = &[
    ("git push", "deny"),
    ("cd x && sudo git -C y push origin", "deny"),
    ("bash -c 'git push'", "deny"),
    ("ls; g\"it\" 'push'", "deny"),
    ("echo x > /etc/outside", "ask"),
    ("echo x > inside.txt", ""),
    ("git status", ""),
    ("echo git push", ""),
    ("ls", "allow"),
    // Doubt: a guard denies.
    ("git $X", "deny"),
    ("bash -c \"$X\"", "deny"),
    ("$X push", "deny"),
];

/// A target that may be one of several places. For a rule doubt is a match. Cedar and Rego
/// have no third value: the hook fails, and the guard denies.
const UNCERTAIN_PLACE: &str = "cp a ../../../outside";

const CEDAR: &str = r#"
@allow("reading is fine")
permit (principal, action, resource) when { context.lines == ["ls"] };
permit (principal, action, resource) unless { context.lines == ["ls"] };
@message("people push")
forbid (principal, action == Action::"Bash", resource)
when { context.lines.contains("git push") };
@ask("this writes outside")
forbid (principal, action, resource) when { context.writes_outside };
"#;

const REGO: &str = r#"
package snaphook

deny contains {"reason": "people push"} if {
  some c in input.commands
  c.name == "git"
  c.subcommand == "push"
}

ask contains "this writes outside" if {
  some p in input.paths
  p.access == "write"
  p.inside == false
}

decision := "allow" if {
  count(input.commands) == 1
  input.commands[0].name == "ls"
}
"#;

fn engine(project: &Path, hooks: Value) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    let built = builder()
        .context(snaphook::Context::from_process().project_dir(project))
        .settings_json(settings.to_string())
        .build();
    built.expect("the settings load")
}

async fn decision(engine: &Engine, project: &Path, line: &str) -> String {
    let event = json!({"hook_event_name": "PreToolUse", "cwd": project, "tool_name": "Bash",
        "tool_input": {"command": line}});
    let input = Input::parse(&event.to_string()).expect("an input");
    let outcome = run(&engine.session("s"), input).await;
    let outcome = serde_json::to_value(&outcome).expect("an outcome");
    let said = outcome["permissionDecision"].as_str();
    match said {
        Some(said) => said.to_owned(),
        None if outcome["blocked"] == true => "deny".to_owned(),
        None => String::new(),
    }
}

/// A project with both folders of policies.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [("cedar/a.cedar", CEDAR), ("rego/a.rego", REGO)] {
        let file = folder.path().join(file);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        std::fs::write(file, text).expect("written");
    }
    folder
}

#[tokio::test]
async fn all_of_them_answer_alike() {
    let folder = project();
    let outside = "paths.exists(p, p.access == 'write' && !p.inside)";
    let guard = |mut rule: Value| {
        rule["onFailure"] = "block".into();
        rule
    };
    let rules = json!([
        guard(json!({"if": "Bash(git push *)", "decision": "deny"})),
        guard(json!({"when": outside, "decision": "ask"})),
        guard(json!({"if": "Bash(ls)", "decision": "allow"})),
    ]);
    let cel = json!([
        guard(
            json!({"when": "commands.exists(c, c.name == 'git' && c.subcommand == 'push')", "decision": "deny"})
        ),
        guard(json!({"when": outside, "decision": "ask"})),
        guard(
            json!({"when": "commands.size() == 1 && commands[0].name == 'ls'", "decision": "allow"})
        ),
    ]);
    let cedar = json!([guard(json!({"type": "cedar", "policies": "cedar"}))]);
    let rego = json!([guard(json!({"type": "rego", "policies": "rego"}))]);
    let mut wrong = Vec::new();
    for (name, hooks) in [
        ("rule", rules),
        ("cel", cel),
        ("cedar", cedar),
        ("rego", rego),
    ] {
        let engine = engine(folder.path(), hooks);
        let in_doubt = match name {
            "cedar" | "rego" => "deny",
            _ => "ask",
        };
        for (line, expected) in TABLE.iter().chain(&[(UNCERTAIN_PLACE, in_doubt)]) {
            let said = decision(&engine, folder.path(), line).await;
            if said != *expected {
                wrong.push(format!("{name}: {line}: {said}, and not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn policies_that_cannot_be_used_fail() {
    for (kind, file, text, why) in [
        ("cedar", "a.cedar", "permit (principal", "cannot be used"),
        (
            "cedar",
            "a.cedar",
            "permit (principal, action, resource) when { context.nothing };",
            "no answer",
        ),
        ("cedar", "a.cedarschema", "entity", "cannot be used"),
        ("cedar", "a.txt", "", "no policies"),
        (
            "rego",
            "a.rego",
            "package snaphook\ndeny contains",
            "cannot be used",
        ),
        (
            "rego",
            "a.rego",
            "package other\ndeny contains \"x\" if true",
            "no rule",
        ),
        (
            "rego",
            "a.rego",
            "package snaphook\ndecision := \"maybe\"",
            "not one of",
        ),
        (
            "rego",
            "a.rego",
            "package snaphook\ndecision := \"deny\" if 1 / 0 == 1",
            "",
        ),
        (
            "rego",
            "a.rego",
            "package snaphook\ndeny contains x if { some a in numbers.range(1, 1000000); some b in numbers.range(1, 1000000); x := a + b; x < 0 }",
            "",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("p")).expect("a folder");
        std::fs::write(folder.path().join("p").join(file), text).expect("written");
        let hook = json!([{"type": kind, "policies": "p", "onFailure": "block"}]);
        let engine = engine(folder.path(), hook);
        let event = json!({"hook_event_name": "PreToolUse", "cwd": folder.path(),
            "tool_name": "Bash", "tool_input": {"command": "ls"}});
        let input = Input::parse(&event.to_string()).expect("an input");
        let outcome = run(&engine.session("s"), input).await;
        let shown = serde_json::to_string(&outcome).expect("an outcome");
        assert!(outcome.blocked, "{kind} {text}: {shown}");
        assert!(shown.contains(why), "{kind} {text}: {shown}");
    }
}

#[tokio::test]
async fn a_folder_that_is_gone_or_holds_symlinks_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let hook = json!([{"type": "cedar", "policies": "p", "onFailure": "block"}]);
    let engine = engine(folder.path(), hook);
    assert_eq!(decision(&engine, folder.path(), "ls").await, "deny");
    std::fs::create_dir(folder.path().join("p")).expect("a folder");
    let allow = "permit (principal, action, resource);";
    std::fs::write(folder.path().join("p/a.cedar"), allow).expect("written");
    assert_eq!(decision(&engine, folder.path(), "ls").await, "");
    // Files are read again when they change.
    std::fs::write(
        folder.path().join("p/b.cedar"),
        allow.replace("permit", "forbid"),
    )
    .expect("written");
    assert_eq!(decision(&engine, folder.path(), "ls").await, "deny");
    std::fs::remove_file(folder.path().join("p/b.cedar")).expect("removed");
    assert_eq!(decision(&engine, folder.path(), "ls").await, "");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("p/c.cedar")).expect("a link");
        assert_eq!(decision(&engine, folder.path(), "ls").await, "deny");
    }
}

#[tokio::test]
async fn the_sets_of_rego_do_what_they_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "package snaphook\n\
        add_context contains \"be careful\" if input.tool_name == \"Bash\"\n\
        modify contains {\"updated_input\": {\"command\": data.safe}, \"priority\": 2} if true\n\
        modify contains {\"updated_input\": {\"command\": \"other\"}, \"priority\": 1} if true\n\
        halt contains \"enough\" if input.tool_input.command == \"stop\"\n";
    std::fs::write(folder.path().join("a.rego"), text).expect("written");
    std::fs::write(folder.path().join("data.json"), r#"{"safe": "ls"}"#).expect("written");
    let engine = engine(folder.path(), json!([{"type": "rego", "policies": "."}]));
    let fire = async |command: &str| {
        let event = json!({"hook_event_name": "PreToolUse", "cwd": folder.path(),
            "tool_name": "Bash", "tool_input": {"command": command}});
        let input = Input::parse(&event.to_string()).expect("an input");
        let outcome = run(&engine.session("s"), input).await;
        serde_json::to_value(&outcome).expect("an outcome")
    };
    let outcome = fire("rm x").await;
    assert_eq!(
        outcome["updatedInput"],
        json!({"command": "ls"}),
        "{outcome}"
    );
    assert_eq!(
        outcome["additionalContext"],
        json!(["be careful"]),
        "{outcome}"
    );
    let outcome = fire("stop").await;
    assert_eq!(outcome["continue"], false, "{outcome}");
    assert_eq!(outcome["stopReason"], "enough");
}
