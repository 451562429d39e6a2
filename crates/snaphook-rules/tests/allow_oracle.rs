//! A line that rules allow runs nothing but what the rules name: random lines
//! are held against a fixed set of rules, and those that are allowed are run in
//! a real Bash. `ALLOW_ORACLE_LINES` is the number of lines that are made up,
//! `ALLOW_ORACLE_SECONDS` a time instead, `ALLOW_ORACLE_SEED` where to start,
//! `ALLOW_ORACLE_SHELL` the shell.
#![cfg(test)]
#![cfg(unix)]

#[path = "allow_oracle/judge.rs"]
mod judge;
#[path = "allow_oracle/lines.rs"]
mod lines;

use std::time::{Duration, Instant};

use judge::Judge;
use lines::Dice;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn the_judge_sees_what_no_rule_names() {
    let Some(mut judge) = Judge::new("bash") else {
        eprintln!("SKIPPED: no bash on this machine");
        return;
    };
    for (line, breach) in [
        ("ls x; cat y", false),
        (
            "timeout 5 ls; env ls; sudo -n ls; bash -c 'ls x'; ls | xargs ls",
            false,
        ),
        ("git status; git commit -m x", false),
        ("ls > out/x", false),
        ("mkr", true),
        ("nothing-of-that-name", true),
        ("PATH=./e; ls", true),
        ("./ls", true),
        ("echo \"$(mkr)\"", true),
        ("timeout 5 mkr", true),
        ("env PATH=./e ls", true),
        ("sudo PATH=./e ls", true),
        ("bash -c mkr", true),
        ("find . -exec mkr {} ';'", true),
        ("ls $((X))", true),
        ("git push", true),
        ("ls > x", true),
        ("cat | bash", true),
        ("echo y > a", true),
    ] {
        let found = judge.run(line).unwrap();
        assert_eq!(found.is_some(), breach, "{line}: {found:?}");
    }
}

#[test]
fn an_allowed_line_runs_nothing_that_no_rule_names() {
    let shell = std::env::var("ALLOW_ORACLE_SHELL").unwrap_or_else(|_| "bash".to_owned());
    let Some(mut judge) = Judge::new(&shell) else {
        eprintln!("SKIPPED: no {shell} on this machine, nothing was run");
        return;
    };
    let mut dice = Dice::new(number("ALLOW_ORACLE_SEED").unwrap_or(1));
    let seconds = number("ALLOW_ORACLE_SECONDS").map(Duration::from_secs);
    let most = match seconds {
        Some(_) => u64::MAX,
        None => number("ALLOW_ORACLE_LINES").unwrap_or(600),
    };
    let start = Instant::now();
    let (mut made, mut allowed) = (0_u64, 0_u64);
    let mut breaches = Vec::new();
    while made < most && seconds.is_none_or(|seconds| start.elapsed() < seconds) {
        let line = lines::line(&mut dice);
        made += 1;
        if judge.allows(&line) && !line.contains('\0') {
            allowed += 1;
            if let Some(breach) = judge.run(&line).unwrap() {
                eprintln!("BREACH {breach:?}");
                breaches.push(format!("{}\n    ran: {}", breach.line, breach.ran));
            }
        }
        if made.is_multiple_of(20_000) {
            eprintln!(
                "{shell}: {made} lines made, {allowed} allowed and run, {} breaches",
                breaches.len()
            );
        }
    }
    eprintln!(
        "{shell}: {made} lines made, {allowed} allowed and run, {} breaches",
        breaches.len()
    );
    assert!(
        allowed > most.min(1_000) / 100,
        "only {allowed} of {made} lines were allowed"
    );
    assert!(breaches.is_empty(), "{}", breaches.join("\n----\n"));
}
