//! Which calls a permission rule covers beside those of the tool that it names.
#![cfg(test)]

use std::path::Path;

use serde_json::{Value, json};
use snaphook_core::permission::Behavior;
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{PermissionSource, Permissions};
use snaphook_rules::{Aliases, PathRoots, Rule, Subject};

fn ruled(behavior: Behavior, rule: &str, subject: &Subject<'_>) -> bool {
    let mut permissions = Permissions::default();
    permissions.add_rule(
        behavior,
        Rule::parse(rule).unwrap(),
        PermissionSource::by_host(),
    );
    permissions.ruled(subject).behavior() == Some(behavior)
}

fn decides(behavior: Behavior, rule: &str, tool: &str, input: &Value) -> bool {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/repo")));
    ruled(
        behavior,
        rule,
        &Subject::new(tool, input, &aliases, &places),
    )
}

#[test]
fn a_path_rule_of_edit_or_read_covers_all_tools_that_edit_or_read() {
    use Behavior::{Allow, Ask, Deny};
    let edits = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
    let reads = ["Read", "Grep", "Glob", "LS", "NotebookRead"];
    for (behavior, rule, edited, read) in [
        (Deny, "Edit(src/**)", true, false),
        (Ask, "Edit(src/**)", true, false),
        (Allow, "Edit(src/**)", true, false),
        (Deny, "Read(src/**)", true, true),
        (Ask, "Read(src/**)", false, true),
        (Allow, "Read(src/**)", false, true),
        (Deny, "Edit", true, false),
        (Deny, "Read", false, true),
    ] {
        let input = json!({ "file_path": "src/a.rs" });
        for tool in edits {
            let got = decides(behavior, rule, tool, &input);
            assert_eq!(got, edited, "{behavior:?} {rule} on {tool}");
        }
        for tool in reads {
            let input = json!({ "path": "src/a.rs" });
            let got = decides(behavior, rule, tool, &input);
            assert_eq!(got, read, "{behavior:?} {rule} on {tool}");
        }
    }
    // A bare allow rule is for the tool that it names.
    let input = json!({ "file_path": "src/a.rs" });
    assert!(decides(Allow, "Edit", "Edit", &input));
    assert!(!decides(Allow, "Edit", "Write", &input));
    // A rule of another tool stays with it.
    assert!(!decides(Deny, "Write(src/**)", "Edit", &input));
    assert!(!decides(Deny, "Grep(src/**)", "Read", &input));
}

#[test]
fn tools_that_the_host_classifies_count_too() {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/repo")));
    let input = json!({ "path": "src/a.rs" });
    let tool = "mcp__files__write";
    let of = |class| Subject::new(tool, &input, &aliases, &places).of_class(class);
    assert!(ruled(Behavior::Deny, "Edit(src/**)", &of(ToolClass::Edit)));
    assert!(ruled(Behavior::Deny, "Read(src/**)", &of(ToolClass::Edit)));
    assert!(ruled(Behavior::Allow, "Edit(src/**)", &of(ToolClass::Edit)));
    assert!(!ruled(Behavior::Deny, "Edit(src/**)", &of(ToolClass::Read)));
    assert!(!ruled(Behavior::Deny, "Edit(src/**)", &of(ToolClass::Mcp)));
}

#[test]
fn the_if_of_a_hook_stays_with_the_tool_that_it_names() {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/repo")));
    let input = json!({ "file_path": "src/a.rs" });
    let subject = Subject::new("Write", &input, &aliases, &places);
    let tested = |rule: &str| Rule::parse(rule).unwrap().test(&subject).possible;
    assert!(tested("Write(src/**)"));
    assert!(!tested("Edit(src/**)"));
    assert!(!tested("Read(src/**)"));
}

#[test]
fn case_is_ignored_but_for_allow_rules() {
    let input = json!({ "file_path": "SRC/A.rs" });
    assert!(decides(Behavior::Deny, "Edit(src/**)", "Write", &input));
    assert!(!decides(Behavior::Allow, "Edit(src/**)", "Write", &input));
}

#[test]
fn rules_for_mcp_servers_cover_all_their_tools() {
    let input = json!({});
    for (behavior, rule, want) in [
        (Behavior::Deny, "mcp__github", true),
        (Behavior::Deny, "mcp__github__*", true),
        (Behavior::Deny, "mcp__*", true),
        (Behavior::Deny, "mcp__git", false),
        (Behavior::Ask, "mcp__github", true),
        (Behavior::Allow, "mcp__github", true),
        (Behavior::Allow, "mcp__github__*", true),
        (Behavior::Allow, "mcp__*", false),
        (Behavior::Allow, "mcp__git*__push", false),
    ] {
        let got = decides(behavior, rule, "mcp__github__push", &input);
        assert_eq!(got, want, "{behavior:?} {rule}");
    }
}

#[test]
fn rules_for_skills_and_agents_match_by_name() {
    for (rule, tool, input, want) in [
        ("Skill(deploy)", "Skill", json!({"skill": "deploy"}), true),
        (
            "Skill(deploy)",
            "Skill",
            json!({"skill": "deploy", "args": "prod"}),
            true,
        ),
        (
            "Skill(deploy *)",
            "Skill",
            json!({"skill": "deploy", "args": "prod"}),
            true,
        ),
        (
            "Skill(deploy *)",
            "Skill",
            json!({"command": "deploy"}),
            true,
        ),
        (
            "Skill(deploy)",
            "Skill",
            json!({"skill": "deployer"}),
            false,
        ),
        (
            "Skill(deploy prod)",
            "Skill",
            json!({"skill": "deploy", "args": "prod"}),
            true,
        ),
        (
            "Skill(deploy prod)",
            "Skill",
            json!({"skill": "deploy", "args": "dev"}),
            false,
        ),
        (
            "Agent(Explore)",
            "Task",
            json!({"subagent_type": "Explore"}),
            true,
        ),
        (
            "Task(Explore)",
            "Agent",
            json!({"subagent_type": "Explore"}),
            true,
        ),
        (
            "Agent(Explore)",
            "Agent",
            json!({"subagent_type": "Plan"}),
            false,
        ),
        ("KillShell", "TaskStop", json!({}), true),
        ("BashOutput", "TaskOutput", json!({}), true),
    ] {
        assert_eq!(
            decides(Behavior::Deny, rule, tool, &input),
            want,
            "{rule}: {input}"
        );
        assert_eq!(
            decides(Behavior::Ask, rule, tool, &input),
            want,
            "{rule}: {input}"
        );
    }
}

/// `deny: ["*"]` was a rule that could not be read, and denied nothing.
#[test]
fn a_pattern_in_the_name_of_the_tool_denies_and_asks_and_allows_nothing() {
    use Behavior::{Allow, Ask, Deny};
    let (command, path) = (json!({ "command": "ls" }), json!({ "file_path": "a" }));
    for (rule, tool, input, named) in [
        ("*", "Bash", &command, true),
        ("*", "mcp__db__query", &json!({}), true),
        ("*", "Skill", &json!({ "skill": "x" }), true),
        ("*(*)", "Read", &path, true),
        ("B*", "Bash", &command, true),
        ("Bash*", "Bash", &command, true),
        ("Bash*(ls)", "Bash", &command, true),
        ("Bash*(rm *)", "Bash", &command, false),
        ("*Edit", "NotebookEdit", &path, true),
        ("Web*", "Bash", &command, false),
        ("E*(a)", "Write", &path, true),
    ] {
        assert_eq!(decides(Deny, rule, tool, input), named, "deny {rule}");
        assert_eq!(decides(Ask, rule, tool, input), named, "ask {rule}");
        assert!(!decides(Allow, rule, tool, input), "allow {rule}");
    }
}

/// A tool of a host's may go by `name` where another goes by `skill`: only the first
/// field was held against the rule.
#[test]
fn every_field_that_may_name_the_skill_is_held_against_rules() {
    use Behavior::{Allow, Deny};
    for (input, denied) in [
        (json!({ "skill": "x", "name": "deploy" }), true),
        (json!({ "skill": "deploy", "command": "x" }), true),
        (
            json!({ "skill": "x", "args": "a", "arguments": "b" }),
            false,
        ),
    ] {
        assert_eq!(decides(Deny, "Skill(deploy)", "Skill", &input), denied);
    }
    // A rule may be written as people call the skill.
    for rule in ["Skill(/deploy)", "Skill(/deploy *)"] {
        for skill in ["deploy", "/deploy", " deploy "] {
            let input = json!({ "skill": skill });
            assert!(decides(Deny, rule, "Skill", &input), "{rule} {skill}");
        }
    }
    let both = json!({ "skill": "x", "args": "a", "arguments": "b" });
    assert!(decides(Deny, "Skill(x b)", "Skill", &both));
    assert!(!decides(Allow, "Skill(x a)", "Skill", &both));
    assert!(decides(Allow, "Skill(x *)", "Skill", &both));
}

/// An agent finds the type however it is written, and starts a general-purpose one
/// where the call names none: both got past `deny: Agent(general-purpose)`.
#[test]
fn the_type_of_a_subagent_is_held_against_rules_however_it_is_written() {
    use Behavior::{Allow, Ask, Deny};
    for (rule, input, denied, allowed) in [
        (
            "Agent(explore)",
            json!({ "subagent_type": "explore" }),
            true,
            true,
        ),
        (
            "Agent(explore)",
            json!({ "subagent_type": "Explore" }),
            true,
            false,
        ),
        (
            "Agent(Explore)",
            json!({ "subagent_type": " explore " }),
            true,
            false,
        ),
        (
            "Agent(general-purpose)",
            json!({ "prompt": "x" }),
            true,
            true,
        ),
        (
            "Agent(general-purpose)",
            json!({ "subagent_type": "General_Purpose" }),
            true,
            false,
        ),
        (
            "Agent(general*)",
            json!({ "subagent_type": "general purpose" }),
            true,
            true,
        ),
        (
            "Agent(general-purpose)",
            json!({ "subagent_type": null }),
            true,
            true,
        ),
        (
            "Agent(general-purpose)",
            json!({ "subagent_type": "" }),
            true,
            true,
        ),
        ("Agent(explore)", json!({ "prompt": "x" }), false, false),
        (
            "Agent(explore)",
            json!({ "subagent_type": "explorer" }),
            false,
            false,
        ),
    ] {
        for behavior in [Deny, Ask] {
            assert_eq!(
                decides(behavior, rule, "Agent", &input),
                denied,
                "{rule} {input}"
            );
            assert_eq!(
                decides(behavior, rule, "Task", &input),
                denied,
                "{rule} {input}"
            );
        }
        assert_eq!(
            decides(Allow, rule, "Agent", &input),
            allowed,
            "{rule} {input}"
        );
    }
}
