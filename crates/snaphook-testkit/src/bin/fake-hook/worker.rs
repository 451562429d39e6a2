//! A worker for tests: the `tool_input.do` of each request says what it does.
//!
//! | do | does |
//! |---|---|
//! | nothing | answers with its process id and the request's `tool_use_id` |
//! | `answer:JSON` | answers with the fields of the object |
//! | `line:TEXT` | writes the text as its answer, `ID` in it replaced |
//! | `env:NAME` | answers with the request's variable |
//! | `folder` | answers with the request's `cwd`, or the input's |
//! | `twice` | answers twice |
//! | `big:N` | answers with N bytes |
//! | `grow:N` | takes N bytes of memory for good, and answers |
//! | `sleep:MS` | answers after so many milliseconds |
//! | `wait:FILE` | answers when the file exists |
//! | `hold:N` | answers when N requests are held, the last first |
//! | `forget` | never answers |
//! | `stall` | does nothing any more, ever |
//! | `close` | closes stdout |
//! | `exit:CODE`, `abort` | ends |
//! | `exit-once:FILE` | ends, unless the file exists, which it then does |
//!
//! `tool_input.log` names a file to which the `tool_use_id` is added first.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

static GROWN: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
static HELD: Mutex<Vec<Value>> = Mutex::new(Vec::new());

/// Answers until stdin ends. `ready`: says that it is ready for so many.
pub(crate) fn work(ready: Option<usize>) -> std::io::Result<()> {
    if let Some(concurrency) = ready {
        write(&json!({"ready": true, "concurrency": concurrency}).to_string())?;
    }
    std::thread::scope(|threads| {
        for line in std::io::stdin().lock().lines() {
            let request: Value = serde_json::from_str(&line?).map_err(std::io::Error::other)?;
            let what = request["input"]["tool_input"]["do"].as_str();
            if what == Some("stall") {
                std::thread::sleep(Duration::from_secs(600));
            }
            threads.spawn(move || {
                if let Err(error) = answer(&request) {
                    let _ = writeln!(std::io::stderr(), "fake-hook: {error}");
                }
            });
        }
        Ok(())
    })
}

fn answer(request: &Value) -> std::io::Result<()> {
    let (id, input) = (&request["id"], &request["input"]);
    let call = input["tool_use_id"].as_str().unwrap_or_default();
    if let Some(log) = input["tool_input"]["log"].as_str() {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(log)?;
        writeln!(file, "{call}")?;
    }
    let what = input["tool_input"]["do"].as_str().unwrap_or_default();
    let (verb, rest) = what.split_once(':').unwrap_or((what, ""));
    let number = || rest.parse::<u64>().map_err(std::io::Error::other);
    let size = || rest.parse::<usize>().map_err(std::io::Error::other);
    let say = |text: &str| {
        let answer = json!({"id": id, "output": {"systemMessage": text}});
        write(&answer.to_string())
    };
    let usual = || say(&format!("{} {call}", std::process::id()));
    match verb {
        "" => usual(),
        "answer" => {
            let mut answer: Value = serde_json::from_str(rest)?;
            answer["id"] = id.clone();
            write(&answer.to_string())
        }
        "line" => write(&rest.replace("ID", &id.to_string())),
        "env" => say(request["env"][rest].as_str().unwrap_or("not set")),
        "folder" => say(request["cwd"]
            .as_str()
            .or(input["cwd"].as_str())
            .unwrap_or("none")),
        "twice" => usual().and_then(|()| usual()),
        "big" => say(&"x".repeat(size()?)),
        "grow" => {
            if let Ok(mut grown) = GROWN.lock() {
                grown.push(vec![1; size()?]);
            }
            usual()
        }
        "sleep" => {
            std::thread::sleep(Duration::from_millis(number()?));
            usual()
        }
        "wait" => {
            while !Path::new(rest).exists() {
                std::thread::sleep(Duration::from_millis(5));
            }
            usual()
        }
        "hold" => hold(request, size()?),
        "forget" => Ok(()),
        "close" => {
            // The only owner of the descriptor is the process itself.
            let null = std::fs::File::open("/dev/null")?;
            rustix::stdio::dup2_stdout(&null)?;
            Ok(())
        }
        "exit" => std::process::exit(rest.parse().map_err(std::io::Error::other)?),
        "exit-once" => {
            if Path::new(rest).exists() {
                return usual();
            }
            std::fs::write(rest, "")?;
            std::process::exit(7);
        }
        "abort" => std::process::abort(),
        _ => Err(std::io::Error::other(format!(
            "no such thing to do: {what}"
        ))),
    }
}

fn hold(request: &Value, many: usize) -> std::io::Result<()> {
    let Ok(mut held) = HELD.lock() else {
        return Ok(());
    };
    held.push(request.clone());
    if held.len() < many {
        return Ok(());
    }
    for request in held.drain(..).rev() {
        let call = request["input"]["tool_use_id"].as_str().unwrap_or_default();
        let text = format!("{} {call}", std::process::id());
        write(&json!({"id": request["id"], "output": {"systemMessage": text}}).to_string())?;
    }
    Ok(())
}

fn write(line: &str) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}
