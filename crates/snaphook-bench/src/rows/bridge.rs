//! What `snaphook hook` adds to `snaphook fire`: reading an agent's input and writing its
//! answer, on the same event with the same hook, as whole processes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::startup::built;
use crate::measure::{Contender, Timings, once};
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};

/// The most that a bridge may take, times `fire`.
const MOST: f64 = 1.1;

/// An agent, its event, and a call as its hooks get it.
type AgentCall = (&'static str, &'static str, Value);

/// The same shell call, as four agents give it.
fn calls() -> [AgentCall; 4] {
    let command = "cargo test --workspace ".repeat(40);
    let of_claude = |tool: &str, event: &str| {
        json!({"session_id": "s", "cwd": "/", "hook_event_name": event, "tool_name": tool,
               "tool_input": {"command": command}})
    };
    [
        ("claude", "PreToolUse", of_claude("Bash", "PreToolUse")),
        (
            "gemini",
            "BeforeTool",
            of_claude("run_shell_command", "BeforeTool"),
        ),
        (
            "copilot",
            "preToolUse",
            json!({"sessionId": "s", "cwd": "/", "toolName": "bash", "toolArgs": {"command": command}}),
        ),
        (
            "openhands",
            "PreToolUse",
            json!({"event_type": "PreToolUse", "session_id": "s", "working_dir": "/",
                   "tool_name": "terminal", "tool_input": {"command": command}}),
        ),
    ]
}

/// Writes the hook and the inputs; gives the folder and the inputs' files.
fn prepared() -> std::io::Result<(tempfile::TempDir, Vec<(AgentCall, PathBuf)>)> {
    let home = tempfile::tempdir()?;
    let own = home.path().join(".config/snaphook");
    std::fs::create_dir_all(&own)?;
    let hook = json!({"command": "true", "args": []});
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}});
    std::fs::write(own.join("settings.json"), settings.to_string())?;
    let mut inputs = Vec::new();
    for call in calls() {
        let file = home.path().join(format!("{}.json", call.0));
        std::fs::write(&file, call.2.to_string())?;
        inputs.push((call, file));
    }
    Ok((home, inputs))
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let program = options.program.clone().or_else(built);
    let (Some(program), Ok((home, inputs))) = (program, prepared()) else {
        report
            .left_out
            .push("the bridge: the command cannot be built".to_owned());
        return;
    };
    let run = |args: &[&str], input: &Path| {
        let Ok(stdin) = File::open(input) else { return };
        let mut command = Command::new(&program);
        command
            .args(args)
            .current_dir(home.path())
            .env_clear()
            .env("HOME", home.path())
            .env("PATH", "/usr/bin:/bin")
            .stdin(stdin)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What cannot be started shows in the numbers of both.
        let _ = command.status();
    };
    let run = &run;
    let canonical = &inputs[0].1;
    // The bridge keeps the session's state, too.
    let fire = ["fire", "--no-log", "--session", "s"];
    let mut contenders: Vec<Contender<'_>> = vec![once(|| run(&fire, canonical))];
    for ((agent, event, _), file) in &inputs {
        let args = ["hook", "--agent", *agent, *event, "--no-log"];
        contenders.push(once(move || run(&args, file)));
    }
    let times = Timings::of_large(options.rounds(300), &mut contenders);
    for (at, ((agent, ..), _)) in inputs.iter().enumerate() {
        let numbers = (
            times.median(0),
            times.median(at + 1),
            times.ratio(at + 1, 0),
        );
        let name = format!("`snaphook hook --agent {agent}`, 1 command hook");
        let row = ReportRow::of_times(&name, "`snaphook fire` on the same event", numbers);
        report.rows.push(row.target(SpeedTarget::AtMost(MOST)));
    }
}
