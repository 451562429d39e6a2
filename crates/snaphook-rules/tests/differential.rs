//! `bash -n` as a second reader: what Bash accepts is read or called unknown,
//! never more, and ordinary scripts are read.
#![cfg(test)]
#![cfg(unix)]

mod snippets;

use std::io::Write;
use std::process::{Command, Stdio};

use snaphook_rules::{Analysis, Unknown};
use snippets::snippets;

/// Pieces that are put together in pairs and triples.
const PARTS: [&str; 22] = [
    "echo a",
    "x=1",
    "x=(1 2)",
    "( ls )",
    "{ ls; }",
    "if a; then b; fi",
    "for i in a; do b; done",
    "while a; do b; done",
    "case x in a) b;; esac",
    "[[ a == b ]]",
    "((1 + 2))",
    "f() { a; }",
    "a | b",
    "! a",
    "time a",
    "echo \"$(a)\"",
    "echo `a`",
    "cat <(a)",
    "a > b 2>&1",
    "echo ${x:-y}",
    "cat <<E\na\nE",
    "coproc a",
];

/// What `bash -n` says; `None` where there is no Bash.
fn accepts(script: &str) -> Option<bool> {
    let mut child = Command::new("bash")
        .arg("-n")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    Some(child.wait().ok()?.success())
}

fn is_read(script: &str) -> bool {
    Analysis::of(script).unknown().is_empty()
}

#[test]
fn ordinary_scripts_are_read() {
    let mut unread = Vec::new();
    for one in PARTS {
        for two in PARTS {
            for script in [
                format!("{one}\n{two}\n"),
                format!("{{\n{one}\n}} && {{\n{two}\n}}\n"),
                format!("if {one}\nthen {two}\nfi\n"),
                format!("echo \"$( {one}\n{two}\n)\"\n"),
            ] {
                // What shells disagree about is left unread on purpose.
                if matches!(
                    Analysis::of(&script).unknown(),
                    [Unknown::Syntax { .. }, ..]
                ) {
                    unread.push(script);
                }
            }
        }
    }
    // Bash is asked only about what was not read: all of it should be wrong.
    for script in &unread {
        match accepts(script) {
            Some(accepted) => assert!(!accepted, "bash accepts this, it was not read:\n{script}"),
            None => {
                eprintln!("SKIPPED: no bash on this machine, nothing was compared");
                return;
            }
        }
    }
}

#[test]
fn the_corpus_is_read_where_bash_reads_it() {
    let harmless = snippets(include_str!("data/harmless.txt"));
    for script in harmless {
        assert!(is_read(script), "{script}");
        match accepts(script) {
            Some(accepted) => assert!(accepted, "bash does not accept:\n{script}"),
            None => {
                eprintln!("SKIPPED: no bash on this machine, nothing was compared");
                return;
            }
        }
    }
}
