//! Bash itself says which disguises of a command run it: every one that does
//! must be seen.
#![cfg(test)]
#![cfg(unix)]

mod common;
mod marker;

use common::bash;
use marker::Marker;

fn lines() -> impl Iterator<Item = String> {
    include_str!("data/disguises.txt")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| line.replace('⏎', "\n"))
}

#[test]
fn no_disguise_of_a_command_gets_past_a_guard() {
    assert!(lines().count() >= 300);
    let missed: Vec<String> = lines()
        .filter(|line| !bash("Bash(mkr *)", line).possible)
        .collect();
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}

/// A line that runs nothing proves nothing. Every tenth is run, and all of them
/// where `DISGUISES` is set to `all`; never those that leave a server behind.
#[test]
fn the_disguises_run_in_bash() {
    let Some(marker) = Marker::new("disguises") else {
        return;
    };
    let all = std::env::var("DISGUISES").is_ok_and(|which| which == "all");
    let leaves = |line: &str| ["tmux", "screen"].iter().any(|name| line.contains(name));
    let idle: Vec<String> = lines()
        .enumerate()
        .filter(|(at, line)| (all || at % 10 == 0) && !leaves(line))
        .map(|(_, line)| line)
        .filter(|line| marker.missing(line).is_none() && !marker.is_run_by(line))
        .collect();
    eprintln!("did not run here: {idle:#?}");
    assert!(idle.len() < 30, "{idle:#?}");
}
