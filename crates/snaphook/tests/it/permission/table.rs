//! The decision table of `docs/src/permissions.md`: every combination of what a hook
//! says, what rules say, the mode and who is there, decided by the engine.
//! `UPDATE_DOCS=1 cargo test -p snaphook --test it permission` writes it anew.

use snaphook::prelude::*;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use snaphook::ToolCall;
use snaphook::permission::{Behavior, CallDecision, Decider, Decision, Mode, PermissionOptions};

use super::world::{Person, before, in_mode, rules};

const HOOKS: [Option<&str>; 5] = [
    None,
    Some("allow"),
    Some("ask"),
    Some("defer"),
    Some("deny"),
];
const RULES: [Option<Behavior>; 4] = [
    None,
    Some(Behavior::Allow),
    Some(Behavior::Ask),
    Some(Behavior::Deny),
];

/// A call of every kind that modes know.
fn calls() -> Vec<(&'static str, ToolCall)> {
    let file = |tool: &str, path: &str| ToolCall::new(tool, json!({ "file_path": path }));
    vec![
        ("read inside", file("Read", "/repo/a")),
        ("read elsewhere", file("Read", "/etc/hosts")),
        ("edit inside", file("Edit", "/repo/a")),
        ("edit elsewhere", file("Edit", "/etc/hosts")),
        (
            "read-only line",
            ToolCall::new("Bash", json!({"command": "ls | head"})),
        ),
        (
            "line that edits inside",
            ToolCall::new("Bash", json!({"command": "mkdir a && echo x > a/b"})),
        ),
        ("execute", ToolCall::new("Bash", json!({"command": "make"}))),
        (
            "network",
            ToolCall::new("WebFetch", json!({"url": "https://example.org/"})),
        ),
        ("MCP", ToolCall::mcp("db", "query", json!({}))),
        ("agent", ToolCall::new("TodoWrite", json!({}))),
        ("other", ToolCall::new("think", json!({}))),
    ]
}

async fn decide(
    hook: Option<&str>,
    rule: Option<Behavior>,
    mode: Mode,
    person: bool,
    call: ToolCall,
) -> Decision {
    let tool = call.tool.to_string();
    let rule = rule.map(|behavior| (behavior, tool.as_str()));
    let mut builder =
        rules(rule.as_slice()).permissions(PermissionOptions::default().bypass_available(true));
    if let Some(word) = hook {
        builder = builder.function(before("hook", json!({ "permissionDecision": word })));
    }
    if person {
        builder = builder.approver(Person::who_says("allow") as Arc<_>);
    }
    let engine = builder.build().unwrap();
    engine.authorize(&in_mode(mode.as_str()), call).await
}

/// What a cell of the table says.
fn cell(decision: &Decision) -> &'static str {
    match (decision.decision, &decision.by) {
        (CallDecision::Defer, _) => "host",
        (CallDecision::Allow, Decider::Approver) => "person",
        (CallDecision::Allow, _) => "allow",
        (CallDecision::Deny, Decider::Nobody) => "deny (nobody to ask)",
        (CallDecision::Deny, _) => "deny",
    }
}

async fn by_mode() -> String {
    let mut text = "| mode |".to_owned();
    for (name, _) in calls() {
        write!(text, " {name} |").unwrap();
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(calls().len()));
    text.push('\n');
    for mode in Mode::ALL {
        write!(text, "| `{mode}` |").unwrap();
        for (_, call) in calls() {
            let decision = decide(None, None, mode, true, call).await;
            write!(text, " {} |", cell(&decision)).unwrap();
        }
        text.push('\n');
    }
    text
}

async fn by_all(person: bool) -> String {
    let mut text = "| hook | rule |".to_owned();
    for mode in Mode::ALL {
        write!(text, " `{mode}` |").unwrap();
    }
    text.push_str("\n|---|---|");
    text.push_str(&"---|".repeat(Mode::ALL.len()));
    text.push('\n');
    for hook in HOOKS {
        for rule in RULES {
            let rule_word = rule.map_or("–", Behavior::as_str);
            write!(text, "| {} | {rule_word} |", hook.unwrap_or("–")).unwrap();
            for mode in Mode::ALL {
                let call = ToolCall::new("Bash", json!({"command": "make"}));
                let decision = decide(hook, rule, mode, person, call).await;
                write!(text, " {} |", cell(&decision)).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

/// Puts a text between the marks of this name.
fn replace(page: &str, name: &str, text: &str) -> String {
    let (start, end) = (
        format!("<!-- {name} -->\n"),
        format!("<!-- end of {name} -->"),
    );
    let from = page.find(&start).expect("the page has the mark") + start.len();
    let to = page.find(&end).expect("the page has the mark at the end");
    format!("{}\n{text}\n{}", &page[..from], &page[to..])
}

#[tokio::test]
async fn the_page_has_the_decisions_of_the_engine() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/permissions.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let mut new = replace(&page, "by mode", &by_mode().await);
    new = replace(&new, "with a person", &by_all(true).await);
    new = replace(&new, "without a person", &by_all(false).await);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &new).unwrap();
    }
    let page = std::fs::read_to_string(&file).unwrap();
    assert_eq!(page, new, "write it anew with UPDATE_DOCS=1");
}

/// The table of the protocol, cell by cell: what the generated one must say.
#[tokio::test]
async fn modes_say_what_the_protocol_says() {
    let rows = [
        (
            "default",
            "allow person person person allow person person person person allow person",
        ),
        (
            "plan",
            "allow allow deny deny allow deny deny person person allow person",
        ),
        (
            "acceptEdits",
            "allow person allow person allow allow person person person allow person",
        ),
        (
            "auto",
            "allow person person person allow person person person person allow person",
        ),
        (
            "dontAsk",
            "allow deny deny deny allow deny deny deny deny allow deny",
        ),
        (
            "bypassPermissions",
            "allow allow allow allow allow allow allow allow allow allow allow",
        ),
    ];
    for (mode, cells) in rows {
        let mode = Mode::of(mode).unwrap();
        for ((name, call), expected) in calls().into_iter().zip(cells.split(' ')) {
            let decision = decide(None, None, mode, true, call).await;
            assert_eq!(cell(&decision), expected, "{mode}, {name}");
        }
    }
}

/// An ask rule beside an allow rule asks in `plan`, too; alone it leaves the call denied.
#[tokio::test]
async fn plan_asks_about_what_a_rule_allows_and_another_asks_about() {
    let both = [
        (Behavior::Allow, "Bash(make *)"),
        (Behavior::Ask, "Bash(* deploy)"),
    ];
    for (said, line, expected) in [
        (&both[..], "make deploy", "person"),
        (&both[1..], "make deploy", "deny"),
        (&both[..], "make deploy > out", "deny"),
        (&both[..], "make all", "allow"),
    ] {
        let person = Person::who_says("allow") as Arc<_>;
        let engine = rules(said).approver(person).build().unwrap();
        let call = ToolCall::new("Bash", json!({ "command": line }));
        let decision = engine.authorize(&in_mode("plan"), call).await;
        assert_eq!(cell(&decision), expected, "{line}");
    }
}

/// In `plan` nothing is written, whatever rules allow; what a rule allows to run runs.
#[tokio::test]
async fn plan_lets_no_rule_allow_an_edit() {
    let line = |line: &str| ToolCall::new("Bash", json!({ "command": line }));
    let edit = ToolCall::new("Edit", json!({ "file_path": "/repo/a" }));
    for (call, expected) in [
        (edit, "deny"),
        (line("touch a"), "deny"),
        (line("make > out"), "deny"),
        (line("sed -i s/a/b/ a"), "deny"),
        (line("make"), "allow"),
        (line("ls"), "allow"),
    ] {
        let name = call.tool_input.to_string();
        let decision = decide(None, Some(Behavior::Allow), Mode::Plan, true, call).await;
        assert_eq!(cell(&decision), expected, "{name}");
    }
}
