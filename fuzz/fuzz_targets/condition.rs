//! Feeds rules and tool calls made of arbitrary text to the condition code.
//!
//! The first line is the content of the rule, the rest the command. What must
//! hold: no panic, no overflow, certain implies possible, every range lies
//! within the source, and a rule for every command covers what any other does.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use snaphook_rules::{Aliases, PathRoots, Rule, Subject};

fuzz_target!(|text: &str| {
    let (content, body) = text.split_once('\n').unwrap_or(("rm *", text));
    let aliases = Aliases::default();
    let places = PathRoots {
        home: Some(Path::new("/home/me")),
        settings_base: Some(Path::new("/srv")),
        ..PathRoots::at(Path::new("/srv/repo"))
    };
    let input = json!({
        "command": body, "file_path": body, "url": body, "subagent_type": body,
    });
    for tool in ["Bash", "PowerShell", "Write", "WebFetch", "Agent"] {
        let Ok(rule) = Rule::parse(&format!("{tool}({content})")) else {
            return;
        };
        let again = Rule::parse(&rule.to_string());
        assert_eq!(again.as_ref(), Ok(&rule));
        let subject = Subject::new(tool, &input, &aliases, &places);
        let tested = rule.test(&subject);
        assert!(tested.possible || !tested.known);
        assert!(tested.known || !tested.certain);
        for command in subject.analysis().commands() {
            assert!(body.get(command.range()).is_some());
        }
    }
});
