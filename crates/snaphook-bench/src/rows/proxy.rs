//! What `snaphook mcp-proxy` adds to a call of an MCP tool: beside the same calls of the same
//! server without it, over pipes, one after the other.
//!
//! The server is as small as one can be: most take longer for the same call, so that the proxy
//! adds a smaller part of it. Anything between a client and a server costs at least what two
//! `cat` cost.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use super::piped_process::PipedProcess;
use super::startup::built;
use crate::measure::{Contender, Timings};
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};

/// The most that a call may take with the proxy, times the call without it.
const MOST: f64 = 1.2;

/// Answers calls. Its argument is how many seconds its tool works.
const SERVER: &str = "\
import json, os, sys, time
seconds = float(sys.argv[1])
read = sys.stdin.buffer.readline
while True:
    line = read()
    if not line: break
    call = json.loads(line)
    if seconds: time.sleep(seconds)
    result = {'content': [{'type': 'text', 'text': call['params']['arguments']['text']}]}
    answer = {'jsonrpc': '2.0', 'id': call['id'], 'result': result}
    os.write(1, json.dumps(answer).encode() + b'\\n')
";

/// What a call is compared with.
#[derive(Clone, Copy)]
enum Floor {
    /// The same server without the proxy.
    Alone,
    /// The same server between two `cat`: what anything between must cost.
    Relayed,
}

/// How long the tool works, in seconds; what that is called; what it is compared with.
const TOOLS: [(&str, &str, Floor, SpeedTarget); 4] = {
    use SpeedTarget::{AtMost, None};
    let at_once = "a tool that answers at once";
    [
        ("0", at_once, Floor::Alone, None),
        ("0", at_once, Floor::Relayed, None),
        (
            "0.001",
            "a tool that works for 1 ms",
            Floor::Alone,
            AtMost(MOST),
        ),
        (
            "0.01",
            "a tool that works for 10 ms",
            Floor::Alone,
            AtMost(MOST),
        ),
    ]
};

/// The programs and files of a measurement.
struct ProxyBench {
    program: PathBuf,
    home: tempfile::TempDir,
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let program = options.program.clone().or_else(built);
    let prepared = program.and_then(|program| ProxyBench::prepare(program).ok());
    let Some(bench) = prepared else {
        let why = "the proxy: the command cannot be built";
        return report.left_out.push(why.to_owned());
    };
    for (seconds, name, floor, target) in TOOLS {
        match bench.times(seconds, floor, options) {
            Ok(times) => {
                let numbers = (times.median(0), times.median(1), times.ratio(1, 0));
                let name = format!("`snaphook mcp-proxy`, {name}");
                let floor = match floor {
                    Floor::Alone => "the same server without it",
                    Floor::Relayed => "the same server between two `cat`",
                };
                let row = ReportRow::of_times(&name, floor, numbers);
                report.rows.push(row.target(target));
            }
            Err(why) => report.left_out.push(format!("the proxy: {why}")),
        }
    }
}

impl ProxyBench {
    fn prepare(program: PathBuf) -> std::io::Result<Self> {
        let home = tempfile::tempdir()?;
        let settings = json!({"permissions": {"allow": ["mcp__bench"]}});
        std::fs::write(home.path().join("settings.json"), settings.to_string())?;
        std::fs::write(home.path().join("server.py"), SERVER)?;
        Ok(Self { program, home })
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.home.path())
            .env("HOME", self.home.path())
            .stderr(Stdio::null());
        command
    }

    fn times(
        &self,
        seconds: &str,
        floor: Floor,
        options: &BenchOptions,
    ) -> std::io::Result<Timings> {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "x".repeat(200)}}});
        let line = || call.to_string().into_bytes();
        let relay = format!("cat | python3 server.py {seconds} | cat");
        let mut alone = match floor {
            Floor::Alone => self.command(Path::new("python3")),
            Floor::Relayed => self.command(Path::new("sh")),
        };
        alone.args(match floor {
            Floor::Alone => ["server.py", seconds],
            Floor::Relayed => ["-c", &relay],
        });
        let mut proxied = self.command(&self.program);
        let before = ["mcp-proxy", "--name", "bench", "--no-log", "--settings"];
        proxied
            .args(before)
            .args(["settings.json", "--", "python3"]);
        proxied.args(["server.py", seconds]);
        let mut alone = PipedProcess::start(&mut alone, line())?;
        let mut proxied = PipedProcess::start(&mut proxied, line())?;
        check(alone.round_trip())?;
        check(proxied.round_trip())?;
        let mut run: [Contender<'_>; 2] = [repeated(&mut alone), repeated(&mut proxied)];
        Ok(Timings::of_small(options.rounds(400), &mut run))
    }
}

/// A call that was denied is not worth measuring.
fn check(answer: &[u8]) -> std::io::Result<()> {
    let answer: Value = serde_json::from_slice(answer)?;
    let result = &answer["result"];
    match result["content"].is_array() && result["isError"] != true {
        true => Ok(()),
        false => Err(std::io::Error::other(format!("no call succeeds: {answer}"))),
    }
}

fn repeated(process: &mut PipedProcess) -> Contender<'_> {
    Box::new(|times| {
        let start = Instant::now();
        for _ in 0..times {
            process.round_trip();
        }
        start.elapsed()
    })
}
