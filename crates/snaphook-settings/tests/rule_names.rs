//! What is said of the tools and paths that permission rules name.
#![cfg(test)]

use snaphook_core::hook::Scope;
use snaphook_core::permission::Behavior;
use snaphook_settings::{LoadContext, parse};

/// The findings of a file with one rule, and how many rules it has.
fn told(behavior: Behavior, rule: &str) -> (Vec<String>, usize) {
    let list = behavior.as_str();
    let text = format!(r#"{{"permissions": {{"{list}": ["{rule}"]}}}}"#);
    let mut context = LoadContext::default();
    let settings = parse("s.json".as_ref(), &text, Scope::User, &mut context).unwrap();
    let told = settings.findings.iter().map(|one| one.message.clone());
    (told.collect(), settings.permissions.rules.len())
}

/// The correct rule for all tools of a server was called a mistake, and `*` a rule
/// that cannot be read: it denied nothing.
#[test]
fn rules_that_deny_servers_and_patterns_are_no_mistakes() {
    for behavior in [Behavior::Deny, Behavior::Ask] {
        for rule in [
            "mcp__github",
            "mcp__github__*",
            "mcp__*",
            "*",
            "Bash*",
            "*(*)",
        ] {
            assert_eq!(told(behavior, rule), (Vec::new(), 1), "{rule}");
        }
    }
    assert_eq!(told(Behavior::Allow, "mcp__github"), (Vec::new(), 1));
    assert_eq!(told(Behavior::Allow, "mcp__github__get_*"), (Vec::new(), 1));
}

#[test]
fn an_allow_rule_that_names_no_tool_or_server_is_told() {
    for rule in [
        "mcp__*",
        "mcp__git*",
        "mcp__*__read",
        "*",
        "Bash*",
        "Ba*(ls)",
    ] {
        let (told, _) = told(Behavior::Allow, rule);
        assert!(told[0].contains("allows nothing"), "{rule}: {told:?}");
    }
    let (told, _) = told(Behavior::Deny, "bash");
    assert!(told[0].contains("unknown tool `bash`"), "{told:?}");
}

#[test]
fn a_path_from_the_root_of_the_system_has_two_slashes() {
    for rule in ["Read(/etc/passwd)", "Edit(/home/**)", "Write(/tmp)"] {
        let (told, rules) = told(Behavior::Deny, rule);
        assert!(told[0].contains("starts from the folder"), "{told:?}");
        assert_eq!(rules, 1);
    }
    for rule in [
        "Read(//etc/passwd)",
        "Edit(/src/**)",
        "Bash(/usr/bin/make *)",
    ] {
        assert_eq!(told(Behavior::Deny, rule), (Vec::new(), 1));
    }
}
