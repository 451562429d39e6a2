//! Hooks that are asked of a worker, beside a bare round trip through two pipes to
//! the same interpreter, and beside the same hook started for every event.
//!
//! The hook is written with the helper library of its language. The floor is an
//! echo of the same line in the same interpreter, over blocking pipes, with both
//! processes on the same cores as those that it is compared with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::{Engine, Input, Outcome};
use tokio::runtime::Runtime;

use super::piped_process::PipedProcess;
use super::selection::executed;
use crate::measure::{Contender, Timings};
use crate::options::BenchOptions;
use crate::placement::Placement;
use crate::report::{BenchReport, ReportRow, SpeedTarget};
use crate::world;

/// One language: its interpreter, its scripts and its helper library.
struct WorkerLanguage {
    name: &'static str,
    /// What prints the path of the interpreter itself, which may be started by a
    /// script that looks for it.
    asked: (&'static str, [&'static str; 2]),
    suffix: &'static str,
    echo: &'static str,
    hook: &'static str,
    library: (&'static str, &'static str),
    /// How many times faster than a start per event it is to be.
    faster: f64,
}

const PYTHON: WorkerLanguage = WorkerLanguage {
    name: "Python",
    asked: ("python3", ["-c", "import sys; print(sys.executable)"]),
    suffix: "py",
    echo: "\
import os, sys
read = sys.stdin.buffer.readline
while True:
    line = read()
    if not line: break
    os.write(1, line)
",
    hook: "\
from snaphook_worker import Block, run

def guard(event):
    if 'rm -rf' in event['tool_input']['command']:
        raise Block('no')

run(guard)
",
    library: (
        "snaphook_worker.py",
        include_str!("../../../snaphook-cli/workers/python/snaphook_worker.py"),
    ),
    faster: 500.0,
};

const NODE: WorkerLanguage = WorkerLanguage {
    name: "Node",
    asked: ("node", ["-p", "process.execPath"]),
    suffix: "mjs",
    echo: "\
import { writeSync } from 'node:fs';
process.stdin.on('data', (bytes) => writeSync(1, bytes));
",
    hook: "\
import { Block, run } from './snaphook-worker.mjs';

run((event) => {
  if (event.tool_input.command.includes('rm -rf')) throw new Block('no');
});
",
    library: (
        "snaphook-worker.mjs",
        include_str!("../../../snaphook-cli/workers/javascript/snaphook-worker.mjs"),
    ),
    faster: 1_000.0,
};

impl WorkerLanguage {
    fn interpreter(&self) -> Option<PathBuf> {
        let (name, args) = self.asked;
        let output = Command::new(name).args(args).output().ok()?;
        let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        path.is_file().then_some(path)
    }

    /// Writes its scripts: the echo and the hook.
    fn write(&self, folder: &Path) -> std::io::Result<(PathBuf, PathBuf)> {
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::write(&file, text).map(|()| file)
        };
        write(self.library.0, self.library.1)?;
        let echo = write(&format!("echo.{}", self.suffix), self.echo)?;
        let hook = write(&format!("hook.{}", self.suffix), self.hook)?;
        Ok((echo, hook))
    }
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    for language in [PYTHON, NODE] {
        if let Err(why) = of_language(&language, options, report) {
            let name = language.name;
            report.left_out.push(format!("workers in {name}: {why}"));
        }
    }
}

fn of_language(
    language: &WorkerLanguage,
    options: &BenchOptions,
    report: &mut BenchReport,
) -> Result<(), Box<dyn std::error::Error>> {
    let name = language.name;
    let interpreter = language
        .interpreter()
        .ok_or("the interpreter is not installed")?;
    let folder = tempfile::tempdir()?;
    let (echo, script) = language.write(folder.path())?;
    let input = world::call(1024);
    let hook = |worker: bool| json!({"type": "command", "command": interpreter, "args": [script], "worker": worker});
    let asked_at = |placement: Placement| {
        let start = || WorkerRound::start(&hook(true), &interpreter, &echo, &input);
        placement.at(start, |asked| {
            asked.map(|asked| asked.measure(options, &input))
        })
    };
    for (placement, place) in Placement::named() {
        let times = asked_at(placement)?;
        report.rows.push(
            ReportRow::of_times(
                &format!("{name} hook, asked of a worker, {place}"),
                &format!("a bare round trip through pipes to {name}"),
                (times.median(0), times.median(1), times.ratio(1, 0)),
            )
            .target(SpeedTarget::AtMost(match placement {
                Placement::Together => 3.0,
                Placement::Apart | Placement::Free => 1.5,
            })),
        );
    }
    let worker_time = asked_at(Placement::Free)?.median(1);
    let started = engine(&hook(false));
    let per_event = started.session("bench");
    let mut starts = [executed(&per_event, &input)];
    let start = Timings::of_large(options.rounds(60), &mut starts).median(0);
    report.rows.push(
        ReportRow::of_times(
            &format!("{name} hook, started for every event"),
            "the same asked of a worker",
            (worker_time, start, start / worker_time),
        )
        .target(SpeedTarget::AtLeast(language.faster)),
    );
    Ok(())
}

/// A running worker and a bare echo process to compare it with.
struct WorkerRound {
    runtime: Runtime,
    engine: Engine,
    echo: PipedProcess,
}

impl WorkerRound {
    fn start(
        hook: &Value,
        interpreter: &Path,
        echo: &Path,
        input: &Input,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let (runtime, engine) = (world::runtime(), engine(hook));
        let outcome = runtime.block_on(engine.session("bench").execute(input.clone()));
        check_success(&outcome)?;
        let line = input.fields().to_line();
        let mut echo = PipedProcess::start(Command::new(interpreter).arg(echo), line)?;
        echo.round_trip();
        Ok(Self {
            runtime,
            engine,
            echo,
        })
    }

    fn measure(mut self, options: &BenchOptions, input: &Input) -> Timings {
        let session = self.engine.session("bench");
        let mut run: [Contender<'_>; 2] = [
            Box::new(|times| {
                let start = Instant::now();
                for _ in 0..times {
                    self.echo.round_trip();
                }
                start.elapsed()
            }),
            Box::new(|times| {
                self.runtime
                    .block_on(world::executed(&session, input, times))
            }),
        ];
        let times = Timings::of_small(options.rounds(400), &mut run);
        drop(run);
        let ended = self.engine.shutdown(Duration::from_secs(1));
        self.runtime.block_on(ended);
        times
    }
}

fn engine(hook: &Value) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}});
    world::engine(&settings.to_string())
}

/// A hook that was to be measured failed.
#[derive(Debug, thiserror::Error)]
#[error("the hook to be measured failed: {0}")]
struct FailedHookError(String);

/// Checks that no hook failed: a failure is not worth measuring.
fn check_success(outcome: &Outcome) -> Result<(), FailedHookError> {
    let failed = outcome.hooks.iter().find(|entry| entry.error.is_some());
    match failed {
        None => Ok(()),
        Some(entry) => Err(FailedHookError(entry.error.clone().unwrap_or_default())),
    }
}
