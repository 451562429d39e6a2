//! Code for interpreters, and options and variables that hold commands: a guard
//! sees what they run, and where the program is installed it really runs that.
#![cfg(test)]
#![cfg(unix)]

mod common;
mod marker;

use common::bash;
use marker::Marker;

/// The lines of the corpus, and whether they can be run anywhere.
fn lines() -> impl Iterator<Item = (String, bool)> {
    include_str!("data/inside.txt")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| match line.strip_prefix("! ") {
            Some(line) => (line, false),
            None => (line, true),
        })
        .map(|(line, runs)| (with_lines(line), runs))
}

/// Here-documents are written with `\n`; in quotes of `printf` it stays.
fn with_lines(line: &str) -> String {
    match line.contains("<<'E'") {
        true => line.replace("\\n", "\n"),
        false => line.to_owned(),
    }
}

#[test]
fn what_code_and_options_hold_is_not_hidden_from_a_guard() {
    let missed: Vec<String> = lines()
        .map(|(line, _)| line)
        .filter(|line| !bash("Bash(mkr *)", line).possible)
        .collect();
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}

#[test]
fn what_code_and_options_hold_is_never_allowed() {
    for (line, _) in lines() {
        for rule in [
            "Bash(ls *)",
            "Bash(echo *)",
            "Bash(git status *)",
            "Bash(true *)",
        ] {
            assert!(!bash(rule, &line).certain, "{rule} allows {line}");
        }
    }
}

/// A line that runs nothing proves nothing.
#[test]
fn the_lines_run_what_they_hold() {
    let Some(marker) = Marker::new("inside") else {
        return;
    };
    let (mut idle, mut skipped, mut run) = (Vec::new(), Vec::new(), 0);
    for (line, _) in lines().filter(|(_, runs)| *runs) {
        match marker.missing(&line) {
            Some(name) => skipped.push(name.to_owned()),
            None if marker.is_run_by(&line) => run += 1,
            None => idle.push(line),
        }
    }
    skipped.dedup();
    if !skipped.is_empty() {
        eprintln!("SKIPPED: not installed here: {}", skipped.join(", "));
    }
    eprintln!("{run} lines run what they hold; these did not here: {idle:#?}");
    assert!(idle.len() <= run, "{idle:#?}");
}
