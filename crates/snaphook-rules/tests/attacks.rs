//! Lines of an attacker: every way to run a guarded command, every way to run
//! one beside what rules allow, and the everyday lines that a guard must leave
//! alone.
#![cfg(test)]
#![cfg(unix)]

mod common;
mod marker;

use std::path::Path;

use common::bash;
use marker::Marker;
use serde_json::json;
use snaphook_rules::{Aliases, PathRoots, Rule, Subject, covering};

fn lines(text: &'static str) -> impl Iterator<Item = String> {
    text.lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| line.replace('⏎', "\n"))
}

const ATTACKS: &str = include_str!("data/attacks.txt");
const NEVER_ALLOWED: &str = include_str!("data/never_allowed.txt");
const EVERYDAY: &str = include_str!("data/everyday.txt");

/// Rules for nearly every program of the lines, and none for `mkr`.
const RULES: [&str; 58] = [
    "ls", "cat", "grep", "echo", "head", "sort", "find", "xargs", "sed", "awk", "tr", "cut", "tee",
    "test", "[", "git", "npm", "make", "cargo", "tar", "vim", "ex", "man", "ssh", "flock", "env",
    "sudo", "bash", "sh", "printf", "read", "timeout", "nice", "time", "nohup", "stdbuf",
    "command", "exec", "eval", "export", "declare", "trap", "hash", "gdb", "sqlite3", "ed", "dc",
    "script", "busybox", "setsid", "split", "install", "strace", "tmux", "gcc", "m4", "less", "cd",
];

fn is_allowed(rules: &[Rule], line: &str) -> bool {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    let input = json!({ "command": line });
    let subject = Subject::new("Bash", &input, &aliases, &places);
    let rules: Vec<&Rule> = rules.iter().collect();
    covering(&rules, &subject).is_some()
}

#[test]
fn no_way_to_run_a_command_gets_past_a_guard() {
    assert!(lines(ATTACKS).count() >= 600);
    let missed: Vec<String> = lines(ATTACKS)
        .filter(|line| !bash("Bash(mkr *)", line).possible)
        .collect();
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}

#[test]
fn a_line_that_runs_what_no_rule_names_is_not_allowed() {
    let rules: Vec<Rule> = RULES
        .iter()
        .map(|name| Rule::parse(&format!("Bash({name} *)")).unwrap())
        .collect();
    assert!(lines(NEVER_ALLOWED).count() >= 400);
    let allowed: Vec<String> = lines(NEVER_ALLOWED)
        .chain(lines(ATTACKS))
        .filter(|line| is_allowed(&rules, line))
        .collect();
    assert!(allowed.is_empty(), "allowed:\n{}", allowed.join("\n"));
}

#[test]
fn everyday_lines_are_no_attacks() {
    assert!(lines(EVERYDAY).count() >= 200);
    for rule in ["git push *", "rm *", "rm -rf *", "mkr *"] {
        let rule = format!("Bash({rule})");
        let wrong: Vec<String> = lines(EVERYDAY)
            .filter(|line| bash(&rule, line).possible)
            .collect();
        assert!(
            wrong.is_empty(),
            "matched by {rule}:\n{}",
            wrong.join("\n----\n")
        );
    }
}

/// A line that runs nothing proves nothing. All of them take a minute, so that
/// only some are run unless `ATTACKS=all`.
#[test]
fn the_attacks_run_in_bash() {
    let Some(marker) = Marker::new("attacks") else {
        return;
    };
    let step = match std::env::var("ATTACKS").as_deref() {
        Ok("all") => 1,
        _ => 20,
    };
    let tried: Vec<String> = lines(ATTACKS)
        .chain(lines(NEVER_ALLOWED))
        .step_by(step)
        .filter(|line| marker.missing(line).is_none())
        .collect();
    let idle: Vec<&String> = tried
        .iter()
        .filter(|line| !marker.is_run_by(line))
        .collect();
    eprintln!("did not run here: {idle:#?}");
    assert!(idle.len() * 4 <= tried.len(), "{idle:#?}");
}
