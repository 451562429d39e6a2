//! Testing a rule in one line.

use std::path::Path;

use serde_json::json;
use snaphook_rules::{Aliases, PathRoots, Rule, RuleTest, Subject};

/// Tests a rule against one Bash command.
pub(crate) fn bash(rule: &str, command: &str) -> RuleTest {
    let aliases = Aliases::default();
    let places = PathRoots::at(Path::new("/srv/repo"));
    let input = json!({ "command": command });
    let rule = Rule::parse(rule).unwrap();
    rule.test(&Subject::new("Bash", &input, &aliases, &places))
}
