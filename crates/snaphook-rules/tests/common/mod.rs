//! Testing a rule in one line.

use std::path::Path;

use serde_json::json;
use snaphook_rules::{Aliases, Places, Rule, Subject, Tested};

/// Tests a rule against one Bash command.
pub(crate) fn bash(rule: &str, command: &str) -> Tested {
    let aliases = Aliases::default();
    let places = Places::at(Path::new("/srv/repo"));
    let input = json!({ "command": command });
    let rule = Rule::parse(rule).unwrap();
    rule.test(&Subject::new("Bash", &input, &aliases, &places))
}
