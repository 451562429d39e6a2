//! The table of wrappers: what is behind each is found, and where a wrapper is
//! installed it really runs that.
#![cfg(test)]
#![cfg(unix)]

mod common;
mod marker;

use common::bash;
use marker::Marker;
use snaphook_rules::RuleTestReason;

/// A line of the table.
struct Line {
    runs_here: bool,
    unknown: bool,
    text: &'static str,
}

fn lines() -> impl Iterator<Item = Line> {
    include_str!("data/wrappers.txt")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| {
            let text = line.trim_start_matches(['!', '?']);
            let marks = &line[..line.len() - text.len()];
            Line {
                runs_here: !marks.contains('!'),
                unknown: marks.contains('?'),
                text: text.trim_start(),
            }
        })
}

#[test]
fn a_wrapper_does_not_hide_its_command() {
    let mut missed = Vec::new();
    for line in lines() {
        let tested = bash("Bash(mkr *)", line.text);
        let found = matches!(
            tested.because,
            RuleTestReason::Command { .. } | RuleTestReason::Possible { .. }
        );
        if !tested.possible || found == line.unknown {
            missed.push(format!("{}\n    => {:?}", line.text, tested.because));
        }
    }
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}

#[test]
fn a_command_on_another_machine_is_told_as_such() {
    for line in [
        "ssh host mkr x",
        "docker exec c mkr x",
        "kubectl exec p -- mkr x",
    ] {
        let RuleTestReason::Command { via, .. } = bash("Bash(mkr *)", line).because else {
            panic!("{line} is not found");
        };
        assert!(via[0].ends_with(" (remote)"), "{line}: {via:?}");
    }
}

/// The lines that are marked as such are run: a line that runs nothing is a
/// line that proves nothing.
#[test]
fn wrappers_that_are_installed_run_their_command() {
    let Some(marker) = Marker::new("wrappers") else {
        return;
    };
    let mut idle = Vec::new();
    let mut skipped = Vec::new();
    for line in lines().filter(|line| line.runs_here) {
        match marker.missing(line.text) {
            Some(name) => skipped.push(name.to_owned()),
            None if !marker.is_run_by(line.text) => idle.push(line.text),
            None => {}
        }
    }
    if !skipped.is_empty() {
        skipped.dedup();
        eprintln!("SKIPPED: not installed here: {}", skipped.join(", "));
    }
    // Some need rights that not every machine gives; most must run.
    eprintln!("did not run here: {idle:#?}");
    assert!(idle.len() < 40, "{idle:#?}");
}
