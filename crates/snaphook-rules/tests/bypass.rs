//! Every way to run `rm` in disguise is seen, or is unknown.
#![cfg(test)]

mod common;
mod snippets;

use common::bash;
use snippets::snippets;

#[test]
fn disguised_commands_are_seen() {
    let snippets = snippets(include_str!("data/bypass.txt"));
    assert!(snippets.len() >= 90, "only {} snippets", snippets.len());
    let missed: Vec<&str> = snippets
        .into_iter()
        .filter(|snippet| !bash("Bash(rm *)", snippet).possible)
        .collect();
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n----\n"));
}

#[test]
fn disguised_commands_are_never_allowed() {
    for snippet in snippets(include_str!("data/bypass.txt")) {
        for rule in ["Bash(ls *)", "Bash(echo *)", "Bash(sudo *)", "Bash(bash *)"] {
            assert!(!bash(rule, snippet).certain, "{rule} allows {snippet}");
        }
    }
}
