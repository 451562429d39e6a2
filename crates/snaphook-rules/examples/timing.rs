//! Prints how long it takes to analyse a command and test a rule, in
//! microseconds: `cargo run --release --example timing`.
#![expect(clippy::print_stdout, reason = "it is here to print")]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use serde_json::json;
use snaphook_rules::{Aliases, Analysis, PathRoots, Rule, RuleError, Subject};

const COMMANDS: [&str; 8] = [
    "ls -la",
    "git push origin main",
    "cd /tmp && rm -rf x; ls | grep foo > out.txt 2>&1",
    "NODE_ENV=production timeout 60 npm run build -- --mode \"$MODE\"",
    "sudo -u root bash -c 'cd /srv && rm -rf \"$DIR\"/*'",
    "for f in $(find . -name '*.rs' -exec grep -l foo {} +); do sed -i \"s/a/b/\" \"$f\"; done",
    "git commit -m \"$(cat <<'EOF'\nA message\n\nwith several lines; rm nothing.\nEOF\n)\"",
    "$A $B $C $D $E $F",
];

fn main() -> Result<(), RuleError> {
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/repo")));
    let rules: Vec<Rule> = ["Bash(rm *)", "Bash(git push *)", "Bash(curl * | sh)"]
        .iter()
        .map(|rule| Rule::parse(rule))
        .collect::<Result<_, _>>()?;
    let other = Rule::parse("Write(src/**)")?;
    println!("analyse   + 3 rules   command");
    for command in COMMANDS {
        let input = json!({ "command": command });
        let analyse = micros(|| {
            black_box(Analysis::of(black_box(command)));
        });
        let whole = micros(|| {
            let subject = Subject::new("Bash", black_box(&input), &aliases, &places);
            for rule in &rules {
                black_box(rule.test(&subject));
            }
        });
        println!("{analyse:7.2}   {whole:9.2}   {}", command.escape_debug());
    }
    let input = json!({ "command": COMMANDS[5] });
    let skipped = micros(|| {
        let subject = Subject::new("Bash", black_box(&input), &aliases, &places);
        black_box(other.test(&subject));
    });
    println!("          {skipped:9.2}   (a rule for another tool)");
    Ok(())
}

fn micros(work: impl Fn()) -> f64 {
    const ROUNDS: u32 = 2_000;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        work();
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS)
}
