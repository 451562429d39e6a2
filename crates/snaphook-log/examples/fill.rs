//! Makes a log as a busy team would, to see how fast it is read:
//!
//! ```sh
//! cargo run --release -p snaphook-log --example fill -- big.db 1000000
//! snaphook log --file big.db --tool Bash --decision blocked
//! ```
//!
//! Events are spread over the last 30 days; a secret stands in some of them, which
//! is taken out, as always.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for a person to read; a failure ends it"
)]

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;
use snaphook::event::Event;
use snaphook::hook::{FunctionDef, Hook, Scope, Source};
use snaphook::matching::GroupMatcher;
use snaphook::outcome::{HookEntry, Outcome, Status};
use snaphook::{DispatchRecord, Input};
use snaphook_log::{AuditLog, LogOptions};

const TOOLS: [&str; 8] = [
    "Bash", "Read", "Edit", "Write", "Grep", "Glob", "WebFetch", "Task",
];
const HOOKS: [&str; 6] = ["no-rm", "format", "lint", "notify", "no-secrets", "budget"];
const WORDS: [&str; 10] = [
    "git push origin",
    "cargo test",
    "ls -la",
    "rm build",
    "npm run lint",
    "cat notes.txt",
    "rg pattern",
    "make all",
    "docker ps",
    "curl -sS localhost",
];

/// What is written before it is waited for.
const PIECE: usize = 4000;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(file), count) = (args.next(), args.next()) else {
        println!("usage: fill FILE [COUNT]");
        return;
    };
    let count: usize = count.map_or(1_000_000, |count| count.parse().unwrap());
    let options = LogOptions::new(&file).max_days(0).max_megabytes(0);
    let log = AuditLog::new(options.queue(2 * PIECE));
    let recorder = log.recorder("fill", Some("/repo".as_ref()));
    let (began, now) = (Instant::now(), SystemTime::now());
    let step = Duration::from_secs(30 * 24 * 60 * 60) / u32::try_from(count.max(1)).unwrap();
    for number in 0..count {
        let ago = step * u32::try_from(count - number).unwrap();
        let (input, outcome) = event(number);
        let dispatched = DispatchRecord::new(now - ago, &input, Some(&outcome));
        recorder.dispatched(&dispatched);
        if number % PIECE == PIECE - 1 {
            log.flush(Duration::from_secs(60)).unwrap();
        }
    }
    log.flush(Duration::from_secs(60)).unwrap();
    let took = began.elapsed();
    println!("{count} events in {file}: {took:.1?}");
}

/// An event, and what came of it.
fn event(number: usize) -> (Input, Outcome) {
    // Scattered, but the same every time.
    let scattered = number.wrapping_mul(2_654_435_761) >> 7;
    let tool = TOOLS[scattered % TOOLS.len()];
    let mut command = format!("{} # {}", WORDS[scattered / 8 % WORDS.len()], number);
    if scattered.is_multiple_of(97) {
        command.push_str(" --token ghp_a1B2c3D4a1B2c3D4a1B2c3D4a1B2c3D4a1B2");
    }
    let input = json!({
        "session_id": format!("session-{}", number / 1000), "cwd": "/repo",
        "transcript_path": "", "hook_event_name": "PreToolUse", "tool_name": tool,
        "tool_use_id": format!("toolu_{number}"),
        "tool_input": {"command": command, "description": "what an agent does all day"},
    });
    let event = Event::resolve("PreToolUse");
    let mut outcome = Outcome::go_on(&event);
    for turn in 0..2 {
        let name = HOOKS[(scattered + turn * 2) % HOOKS.len()];
        let source = Source {
            scope: Scope::Project,
            file: Some(Path::new("/repo/.claude/settings.json").into()),
            line: Some(7),
            origin: None,
        };
        let handler = FunctionDef;
        let mut hook = Hook::new(event.clone(), GroupMatcher::all(), handler, source);
        hook.name = name.to_owned().into();
        hook.id = format!("PreToolUse-{name}").as_str().into();
        let blocks = turn == 0 && scattered % 41 == 3;
        let status = match blocks {
            true => Status::Blocked,
            false => Status::Success,
        };
        let mut entry = HookEntry::new(&hook, status);
        entry.duration_ms = 2.0 + f64::from(u32::try_from(scattered % 5000).unwrap()) / 100.0;
        outcome.duration_ms = outcome.duration_ms.max(entry.duration_ms);
        if blocks {
            outcome.blocked = true;
            outcome.block_reason = Some("not in this repository".to_owned());
            outcome.decided_by.push(hook.id.clone());
        }
        outcome.hooks.push(entry);
    }
    (Input::parse(&input.to_string()).unwrap(), outcome)
}
