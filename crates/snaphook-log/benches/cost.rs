//! What the log costs the agent: the same dispatch with the log off and on.
//!
//! `cargo bench -p snaphook-log --bench cost`; with the path of a `snaphook` that
//! was built with `--release` behind `--`, the command as a whole process, too.
//!
//! Off and on take turns, in short rounds of one run, so that a busy machine hurts
//! both alike; the ratio is the median of the rounds' own ratios. Only the ratios
//! travel. The writer works beside the dispatch: on a machine whose cores are all
//! busy its time is taken from somebody.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for a person to read; a failure ends it"
)]

use snaphook::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use snaphook::{Context, Engine, EngineBuilder, FunctionHook, Input, Session};
use snaphook_log::{AuditLog, LogOptions};

const FUNCTIONS: usize = 200;
const COMMANDS: usize = 5;
const PROCESSES: usize = 1;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let log = AuditLog::new(LogOptions::new(folder.path().join("log.db")));
    let functions = || {
        let hook = FunctionHook::new("PreToolUse", "nothing", |_| async {});
        Engine::builder().function(hook)
    };
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "cat >/dev/null; echo {}"}]}]}}"#;
    let file = folder.path().join("settings.json");
    std::fs::write(&file, settings).unwrap();
    let commands = || {
        let context = Context::from_process();
        Engine::builder().context(context).settings_file(&file)
    };
    let session = |builder: EngineBuilder| builder.build().unwrap().session("bench");
    let recorded = |builder: EngineBuilder| session(builder.recorder(log.recorder("bench", None)));

    println!(
        "{:<28} {:>12} {:>12} {:>8}",
        "", "log off", "log on", "ratio"
    );
    let run = |session: &Session, count: usize| {
        let input = input();
        runtime.block_on(async {
            let began = Instant::now();
            for _ in 0..count {
                session.execute(input.clone()).await;
            }
            began.elapsed()
        })
    };
    let (off, on) = (session(functions()), recorded(functions()));
    let count = FUNCTIONS;
    show(
        "a function",
        measure(301, count, || run(&off, count), || run(&on, count)),
    );
    // What was left to the writer is not to be paid by the next ones.
    log.flush(Duration::from_secs(60)).unwrap();
    let (off, on) = (session(commands()), recorded(commands()));
    let count = COMMANDS;
    show(
        "a command",
        measure(101, count, || run(&off, count), || run(&on, count)),
    );
    log.flush(Duration::from_secs(60)).unwrap();

    // Cargo adds words of its own.
    let given = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if let Some(program) = given.map(PathBuf::from) {
        let fire = |more: &[&str]| process(&program, folder.path(), &[], more);
        let off = || fire(&["--no-log"]);
        let times = measure(201, PROCESSES, off, || fire(&[]));
        show("`snaphook fire`, no hooks", times);
        let settings = ["--settings", file.to_str().unwrap()];
        let fire = |more: &[&str]| process(&program, folder.path(), &settings, more);
        let times = measure(201, PROCESSES, || fire(&["--no-log"]), || fire(&[]));
        show("`snaphook fire`, a command", times);
    }
}

/// A call of about 1 KiB.
fn input() -> Input {
    let text = json!({
        "session_id": "bench", "cwd": "/tmp", "transcript_path": "", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_use_id": "toolu_1",
        "tool_input": {"command": "cargo test --workspace ".repeat(40)},
    });
    Input::parse(&text.to_string()).unwrap()
}

fn process(program: &Path, home: &Path, settings: &[&str], more: &[&str]) -> Duration {
    let mut command = Command::new(program);
    command
        .args(["fire", "PreToolUse", "--tool", "Bash", "--json"])
        .args(settings)
        .args(more)
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin")
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let began = Instant::now();
    assert!(command.status().unwrap().success());
    began.elapsed()
}

/// The medians of both, in seconds for one piece of work, and of the ratios.
fn measure(
    rounds: usize,
    count: usize,
    mut off: impl FnMut() -> Duration,
    mut on: impl FnMut() -> Duration,
) -> (f64, f64, f64) {
    off();
    on();
    let (mut offs, mut ons, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..rounds {
        // Who comes second finds warmer caches: they take turns in that, too.
        let (one, other) = match round % 2 {
            0 => (off(), on()),
            _ => {
                let on = on();
                (off(), on)
            }
        };
        let per = |time: Duration| time.as_secs_f64() / count as f64;
        offs.push(per(one));
        ons.push(per(other));
        ratios.push(other.as_secs_f64() / one.as_secs_f64());
    }
    (median(offs), median(ons), median(ratios))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn show(name: &str, (off, on, ratio): (f64, f64, f64)) {
    let time = |seconds: f64| match seconds {
        ..1e-3 => format!("{:.2} µs", seconds * 1e6),
        _ => format!("{:.3} ms", seconds * 1e3),
    };
    let (off_shown, on_shown) = (time(off), time(on));
    let more = (on - off).max(0.0);
    println!(
        "{name:<28} {off_shown:>12} {on_shown:>12} {ratio:>8.3}  (+{})",
        time(more)
    );
}
