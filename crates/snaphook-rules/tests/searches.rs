//! Rules for files and the tools that search folders: what a search finds below its
//! folder is read, too.
#![cfg(test)]

mod folders;

use folders::Folders;
use serde_json::{Value, json};
use snaphook_core::permission::Behavior;
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{PermissionSource, Permissions, RuleDecision};
use snaphook_rules::{Aliases, NoLinks, PathRoots, RealPath, Rule, Subject};

const FILES: &[&str] = &[
    "/repo/.env",
    "/repo/Makefile",
    "/repo/src/a.rs",
    "/repo/src/deep/b.ts",
    "/repo/priv/key.txt",
    "/repo/docs/readme.md",
];

fn decide_in(host: &dyn RealPath, deny: &str, tool: &str, input: &Value) -> &'static str {
    let places = PathRoots {
        real_path: host,
        ..PathRoots::at("/repo".as_ref())
    };
    let mut permissions = Permissions::default();
    for (behavior, rule) in [
        (Behavior::Deny, deny),
        (Behavior::Allow, "Grep"),
        (Behavior::Allow, "Glob"),
        (Behavior::Allow, "LS"),
        (Behavior::Allow, "NotebookRead"),
        (Behavior::Allow, "find_text"),
    ] {
        let rule = Rule::parse(rule).unwrap();
        permissions.add_rule(behavior, rule, PermissionSource::by_host());
    }
    let aliases = Aliases::default();
    let subject = Subject::new(tool, input, &aliases, &places);
    let subject = match tool {
        "find_text" => subject.of_class(ToolClass::Read),
        _ => subject,
    };
    match permissions.ruled(&subject) {
        RuleDecision::Deny(_) => "deny",
        RuleDecision::Unclear(_) | RuleDecision::Ask(_) => "ask",
        RuleDecision::Allow(_) => "allow",
        RuleDecision::Nothing => "nothing",
    }
}

#[test]
fn a_search_does_not_read_what_is_denied_below_its_folder() {
    let host = Folders::of(FILES);
    for (deny, tool, input, want) in [
        ("Read(priv/**)", "Grep", json!({"path": "priv"}), "deny"),
        ("Read(priv/**)", "Grep", json!({"path": "PRIV/"}), "deny"),
        ("Read(priv)", "Grep", json!({"path": "priv"}), "deny"),
        ("Read(priv/**)", "Grep", json!({"path": "."}), "ask"),
        ("Read(priv/**)", "Grep", json!({}), "ask"),
        ("Read(priv/**)", "Grep", json!({"path": "/"}), "ask"),
        ("Read(priv/**)", "Grep", json!({"path": "src"}), "allow"),
        (
            "Read(priv/**)",
            "Grep",
            json!({"path": "Makefile"}),
            "allow",
        ),
        ("Read(priv/**)", "Grep", json!({"glob": "*.rs"}), "allow"),
        ("Read(priv/**)", "Grep", json!({"glob": "*.txt"}), "ask"),
        ("Read(priv/**)", "Grep", json!({"glob": "priv/*"}), "deny"),
        ("Read(priv/**)", "Grep", json!({"glob": "!*.txt"}), "ask"),
        (
            "Read(priv/**)",
            "Grep",
            json!({"glob": "*.{rs,txt}"}),
            "ask",
        ),
        (
            "Read(priv/**)",
            "Grep",
            json!({"glob": "*.{rs,md}"}),
            "allow",
        ),
        ("Read(.env)", "Grep", json!({"glob": ".env"}), "deny"),
        ("Read(.env)", "Grep", json!({"glob": "*.rs .env"}), "deny"),
        ("Read(.env)", "Grep", json!({"glob": ".e*"}), "ask"),
        ("Read(.env)", "Grep", json!({"glob": "**/.env"}), "deny"),
        ("Read(.env)", "Grep", json!({"glob": "*.rs"}), "allow"),
        ("Read(.env)", "Grep", json!({}), "ask"),
        ("Read(.env)", "Grep", json!({"path": "src"}), "allow"),
        // Nothing of that name is there.
        ("Read(*.pem)", "Grep", json!({}), "allow"),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "priv/*"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "./priv/**/*.txt"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "*", "path": "priv"}),
            "deny",
        ),
        ("Read(priv/**)", "Glob", json!({"pattern": "**/*"}), "ask"),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "{src,priv}/*"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "/repo/priv/*"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "Glob",
            json!({"pattern": "src/**"}),
            "allow",
        ),
        ("Read(.env)", "Glob", json!({"pattern": ".env"}), "deny"),
        ("Read(.env)", "Glob", json!({"pattern": "**/*.ts"}), "allow"),
        // A list of names reads none of the files.
        ("Read(priv/**)", "LS", json!({"path": "priv"}), "deny"),
        ("Read(priv/**)", "LS", json!({"path": "."}), "allow"),
        (
            "Read(priv/**)",
            "NotebookRead",
            json!({"notebook_path": "priv/a.ipynb"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "NotebookRead",
            json!({"path": "priv/a.ipynb"}),
            "deny",
        ),
        // A rule of the tool itself.
        ("Grep(priv/**)", "Grep", json!({"path": "priv"}), "deny"),
        ("Grep(priv/**)", "Grep", json!({}), "ask"),
        ("Glob(priv/**)", "Grep", json!({}), "allow"),
        ("Edit(priv/**)", "Grep", json!({}), "allow"),
        // A tool that the host says reads.
        ("Read(priv/**)", "find_text", json!({"path": "."}), "ask"),
        (
            "Read(priv/**)",
            "find_text",
            json!({"path": "priv"}),
            "deny",
        ),
        (
            "Read(priv/**)",
            "find_text",
            json!({"path": "Makefile"}),
            "allow",
        ),
    ] {
        assert_eq!(
            decide_in(&host, deny, tool, &input),
            want,
            "{deny}: {tool} {input}"
        );
    }
}

#[test]
fn an_ask_rule_asks_about_a_search_in_its_folder() {
    let host = Folders::of(FILES);
    let places = PathRoots {
        real_path: &host,
        ..PathRoots::at("/repo".as_ref())
    };
    let mut permissions = Permissions::default();
    let rule = Rule::parse("Read(priv/**)").unwrap();
    permissions.add_rule(Behavior::Ask, rule, PermissionSource::by_host());
    let aliases = Aliases::default();
    for (input, asked) in [
        (json!({"path": "priv"}), true),
        (json!({}), true),
        (json!({"path": "src"}), false),
    ] {
        let subject = Subject::new("Grep", &input, &aliases, &places);
        let asks = permissions.ruled(&subject).behavior() == Some(Behavior::Ask);
        assert_eq!(asks, asked, "{input}");
    }
}

#[test]
fn a_link_below_the_folder_counts_where_it_leads() {
    let host = Folders::of(FILES).link("/repo/src/link", "/repo/priv/key.txt");
    let input = json!({"path": "src"});
    assert_eq!(decide_in(&host, "Read(priv/**)", "Grep", &input), "ask");
    assert_eq!(decide_in(&host, "Read(docs/**)", "Grep", &input), "allow");
    let input = json!({"path": "src/link"});
    assert_eq!(decide_in(&host, "Read(priv/**)", "Grep", &input), "deny");
}

#[test]
fn what_cannot_be_looked_through_is_asked_about() {
    for (deny, input, want) in [
        ("Read(.env)", json!({}), "ask"),
        ("Read(.env)", json!({"path": "src"}), "ask"),
        ("Read(.env)", json!({"glob": "*.rs"}), "allow"),
        ("Read(priv/**)", json!({"path": "."}), "ask"),
        ("Read(priv/**)", json!({"path": "src"}), "allow"),
    ] {
        assert_eq!(
            decide_in(&NoLinks, deny, "Grep", &input),
            want,
            "{deny} {input}"
        );
    }
    let many: Vec<String> = (0..60_000)
        .map(|at| format!("/repo/many/{at}.rs"))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let host = Folders::of(&many);
    assert_eq!(decide_in(&host, "Read(.env)", "Grep", &json!({})), "ask");
    // An anchored rule needs no look into other folders.
    assert_eq!(
        decide_in(&host, "Read(priv/**)", "Grep", &json!({})),
        "allow"
    );
}
