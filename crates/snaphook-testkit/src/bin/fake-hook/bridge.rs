//! A worker that runs an ordinary command for every request, and answers what
//! it said: so that every case of ordinary commands is one of workers.
//!
//! `{"command": …, "args": […]?}` is what an ordinary hook has.

use std::collections::HashMap;
use std::io::{BufRead, Error, Result, Write};
use std::process::{Command, Stdio};

use serde_json::value::RawValue;
use serde_json::{Value, json};

pub(crate) fn bridge(hook: &str) -> Result<()> {
    let hook: Value = serde_json::from_str(hook)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let request: HashMap<&str, &RawValue> = serde_json::from_str(&line)?;
        let raw = |key: &str| request.get(key).map_or("null", |raw| raw.get());
        let answer = run(&hook, raw("input"), raw("cwd"), raw("env"))?;
        let id: Value = serde_json::from_str(raw("id"))?;
        let mut stdout = std::io::stdout().lock();
        let (exit, output, reason) = answer;
        writeln!(
            stdout,
            "{}",
            json!({"id": id, "exit": exit, "output": output, "reason": reason})
        )?;
        stdout.flush()?;
    }
    Ok(())
}

fn run(hook: &Value, input: &str, cwd: &str, env: &str) -> Result<(i32, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let program = text(&hook["command"]);
    let mut command = match hook["args"].as_array() {
        Some(args) => {
            let mut command = Command::new(program);
            command.args(args.iter().map(text));
            command
        }
        None => {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &program]);
            command
        }
    };
    let fields: Value = serde_json::from_str(input)?;
    let own: Value = serde_json::from_str(cwd)?;
    let folder = own.as_str().or(fields["cwd"].as_str());
    if let Some(folder) = folder.filter(|folder| std::path::Path::new(folder).is_dir()) {
        command.current_dir(folder);
    }
    let env: Value = serde_json::from_str(env)?;
    for (name, value) in env.as_object().into_iter().flatten() {
        command.env(name, text(value));
    }
    let mut child = command
        .env_remove("SNAPHOOK_WORKER")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let stdin = child.stdin.take();
    let line = format!("{input}\n");
    let feeding = std::thread::spawn(move || {
        // A hook may ignore its input.
        let _ = stdin.map(|mut stdin| stdin.write_all(line.as_bytes()));
    });
    let output = child.wait_with_output()?;
    feeding.join().map_err(|_| Error::other("cannot feed it"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((
        output.status.code().unwrap_or(255),
        text(&output.stdout),
        text(&output.stderr),
    ))
}
