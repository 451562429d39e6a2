//! What allow rules may and may not cover, row by row of the certain grammar.
#![cfg(test)]

mod commands;
mod lines;
mod options;

use std::path::Path;

use serde_json::json;
use snaphook_rules::{Aliases, PathRoots, Rule, Subject, covering, uncovered};

/// Whether the rules cover the line, in `/srv/repo`.
pub(crate) fn allowed(rules: &[&str], line: &str) -> bool {
    let rules: Vec<Rule> = rules
        .iter()
        .map(|rule| Rule::parse(rule).unwrap())
        .collect();
    let rules: Vec<&Rule> = rules.iter().collect();
    let places = PathRoots {
        home: Some(Path::new("/home/me")),
        ..PathRoots::at(Path::new("/srv/repo"))
    };
    let (aliases, input) = (Aliases::default(), json!({ "command": line }));
    covering(&rules, &Subject::new("Bash", &input, &aliases, &places)).is_some()
}

pub(crate) fn never(rules: &[&str], lines: &[&str]) {
    for line in lines {
        assert!(!allowed(rules, line), "{rules:?} allow {line:?}");
    }
}

pub(crate) fn always(rules: &[&str], lines: &[&str]) {
    for line in lines {
        let input = json!({ "command": line });
        let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
        let subject = Subject::new("Bash", &input, &aliases, &places);
        let doubt = subject.certain_line().err();
        assert!(
            allowed(rules, line),
            "{rules:?} do not allow {line:?}: {doubt:?}"
        );
    }
}

pub(crate) const LS: &[&str] = &["Bash(ls *)"];
