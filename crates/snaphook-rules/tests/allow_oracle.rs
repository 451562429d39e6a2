//! A line that rules allow runs nothing but what the rules name: random lines
//! are held against a fixed set of rules, and those that are allowed are run in
//! a real Bash. `ALLOW_ORACLE_LINES` is the number of lines that are made up,
//! `ALLOW_ORACLE_SECONDS` a time instead, `ALLOW_ORACLE_SEED` where to start,
//! `ALLOW_ORACLE_SHELL` the shell.
#![cfg(test)]
#![cfg(unix)]

mod folders;
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
fn the_judge_sees_what_a_line_does_beside_reading() {
    let Some(mut judge) = Judge::without_rules("bash") else {
        eprintln!("SKIPPED: no bash on this machine");
        return;
    };
    for (line, breach) in [
        ("cat a | sort | uniq -c", false),
        ("sed -n 1p a; find . -name a; head -n 1 a", false),
        ("mkr", true),
        ("sed -n 'w x' a", true),
        ("sed -i s/mkr/x/ a", true),
        ("sort -o b in/a", true),
        ("uniq a out/x", true),
        ("find . -name b -delete", true),
        ("find . -name b -exec mkr {} ';'", true),
        ("awk 'BEGIN{system(\"mkr\")}'", true),
        ("cat ../secret", true),
        ("echo x > out/y", true),
    ] {
        let found = judge.run(line).unwrap();
        assert_eq!(found.is_some(), breach, "{line}: {found:?}");
    }
}

#[test]
fn a_line_that_needs_no_rule_only_reads() {
    let shell = std::env::var("ALLOW_ORACLE_SHELL").unwrap_or_else(|_| "bash".to_owned());
    no_breach(&shell, Judge::without_rules(&shell));
}

#[test]
fn an_allowed_line_runs_nothing_that_no_rule_names() {
    let shell = std::env::var("ALLOW_ORACLE_SHELL").unwrap_or_else(|_| "bash".to_owned());
    no_breach(&shell, Judge::new(&shell));
}

/// Makes up lines, and runs those that are allowed.
fn no_breach(shell: &str, judge: Option<Judge>) {
    let Some(mut judge) = judge else {
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
