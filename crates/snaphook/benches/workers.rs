//! What a hook costs that is asked of a worker, beside what anybody must pay:
//! a round trip through two pipes to the same interpreter, and the same hook
//! started for every event.
//!
//! `cargo bench -p snaphook --bench workers`, and once more behind
//! `taskset -c 0`: across two cores a round trip is mostly the waking of the
//! other one.
//!
//! The hook is written with the helper library of its language, reads an input
//! of about 1 KiB, and lets the call go on. The floor is an echo of the same
//! line in the same interpreter, over blocking pipes; beside it stands what a
//! dispatch costs that asks nobody but a function. Everything is measured in
//! one run, in rounds that take turns, so that a busy machine hurts all alike;
//! the medians are printed. Only the ratios travel.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for a person to read; a failure ends it"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::input::{Common, typed::PreToolUse};
use snaphook::{Context, Engine, FunctionHook, Input, Session};
use tokio::runtime::{Builder, Runtime};

const ROUNDS: usize = 21;
const CALLS: usize = 500;
const STARTS: usize = 5;

const PYTHON_ECHO: &str = "\
import os, sys
read = sys.stdin.buffer.readline
while True:
    line = read()
    if not line: break
    os.write(1, line)
";

const PYTHON_HOOK: &str = "\
from snaphook_worker import Block, run

def guard(event):
    if 'rm -rf' in event['tool_input']['command']:
        raise Block('no')

run(guard)
";

const NODE_ECHO: &str = "\
import { writeSync } from 'node:fs';
process.stdin.on('data', (bytes) => writeSync(1, bytes));
";

const NODE_HOOK: &str = "\
import { Block, run } from './snaphook-worker.mjs';

run((event) => {
  if (event.tool_input.command.includes('rm -rf')) throw new Block('no');
});
";

/// One language: its interpreter, its scripts and its helper library.
struct Language {
    name: &'static str,
    interpreter: PathBuf,
    suffix: &'static str,
    echo: &'static str,
    hook: &'static str,
    library: &'static str,
    library_name: &'static str,
}

impl Language {
    fn all() -> Vec<Self> {
        let python = Self {
            name: "Python",
            interpreter: interpreter("python3", &["-c", "import sys; print(sys.executable)"]),
            suffix: "py",
            echo: PYTHON_ECHO,
            hook: PYTHON_HOOK,
            library: include_str!("../../snaphook-cli/workers/python/snaphook_worker.py"),
            library_name: "snaphook_worker.py",
        };
        let node = Self {
            name: "Node",
            interpreter: interpreter("node", &["-p", "process.execPath"]),
            suffix: "mjs",
            echo: NODE_ECHO,
            hook: NODE_HOOK,
            library: include_str!("../../snaphook-cli/workers/javascript/snaphook-worker.mjs"),
            library_name: "snaphook-worker.mjs",
        };
        [python, node]
            .into_iter()
            .filter(|language| {
                let is_there = language.interpreter.is_file();
                if !is_there {
                    println!("{}: there is no interpreter here", language.name);
                }
                is_there
            })
            .collect()
    }

    fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        write(self.library_name, self.library);
        let echo = write(&format!("echo.{}", self.suffix), self.echo);
        let hook = write(&format!("hook.{}", self.suffix), self.hook);
        (echo, hook)
    }
}

/// The interpreter itself, not a script that looks for it: that would make
/// every start slower than it need be.
fn interpreter(name: &str, asks: &[&str]) -> PathBuf {
    let asked = Command::new(name).args(asks).output();
    let path = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    path.unwrap_or_default().into()
}

/// A bare round trip.
struct Echo {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    answer: Vec<u8>,
}

impl Echo {
    fn start(interpreter: &Path, script: &Path, input: &Input) -> Self {
        let mut child = Command::new(interpreter)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = input.fields().to_line();
        line.push(b'\n');
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
            line,
            answer: Vec::new(),
        }
    }

    fn round_trip(&mut self) {
        self.stdin.write_all(&self.line).unwrap();
        self.answer.clear();
        self.stdout.read_until(b'\n', &mut self.answer).unwrap();
        assert_eq!(self.answer.len(), self.line.len());
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An engine with a function that does nothing.
fn function() -> Engine {
    Engine::builder()
        .function(FunctionHook::new("PreToolUse", "nothing", |_| async {}))
        .build()
        .unwrap()
}

fn engine(hook: Value) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}});
    Engine::builder()
        .context(Context::from_process().project_dir(std::env::temp_dir()))
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

fn input() -> Input {
    let common = Common::new("bench", std::env::temp_dir().to_string_lossy());
    let call = json!({"command": "ls", "padding": "p".repeat(800)});
    Input::new(&common, &PreToolUse::new("Bash", call, "call")).unwrap()
}

async fn fire(session: &Session, input: &Input) {
    let outcome = session.execute(input.clone()).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "success", "{outcome:?}");
}

/// Microseconds per call.
fn timed(calls: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6 / calls as f64
}

fn dispatches(runtime: &Runtime, engine: &Engine, calls: usize) -> f64 {
    let (session, input) = (engine.session("bench"), input());
    timed(calls, || {
        runtime.block_on(async {
            for _ in 0..calls {
                fire(&session, &input).await;
            }
        });
    })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    println!(
        "µs per event, medians of {ROUNDS} rounds; input {} bytes",
        { input().fields().to_line().len() }
    );
    println!(
        "{:<10}{:>12}{:>12}{:>18}{:>24}",
        "", "function", "bare pipe", "worker", "started per event"
    );
    let nobody = function();
    for language in Language::all() {
        let (echo, script) = language.write(folder.path());
        let hook = |worker: bool| json!({"command": language.interpreter, "args": [script], "worker": worker});
        let mut echo = Echo::start(&language.interpreter, &echo, &input());
        let (worker, started) = (engine(hook(true)), engine(hook(false)));
        // Once around, so that what is made once is there.
        (0..CALLS).for_each(|_| echo.round_trip());
        dispatches(&runtime, &worker, CALLS);
        dispatches(&runtime, &started, 1);
        let mut times: [Vec<f64>; 4] = Default::default();
        for _ in 0..ROUNDS {
            times[0].push(timed(CALLS, || (0..CALLS).for_each(|_| echo.round_trip())));
            times[1].push(dispatches(&runtime, &worker, CALLS));
            times[2].push(dispatches(&runtime, &started, STARTS));
            times[3].push(dispatches(&runtime, &nobody, CALLS));
        }
        let [bare, worker_time, start, function] = times.map(median);
        println!(
            "{:<10}{function:>12.1}{bare:>12.1}{:>18}{:>24}",
            language.name,
            format!("{worker_time:.1} ({:.2}×)", worker_time / bare),
            format!("{start:.0} ({:.0}×)", start / worker_time)
        );
        runtime.block_on(async {
            worker.shutdown(Duration::from_secs(1)).await;
            started.shutdown(Duration::from_secs(1)).await;
        });
    }
}
