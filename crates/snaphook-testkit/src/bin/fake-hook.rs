//! A hook for tests that does as it is told: each argument is a step.
//!
//! | step | does |
//! |---|---|
//! | `read` | reads stdin to its end |
//! | `count` | reads stdin to its end and prints how many bytes it was |
//! | `print:N`, `complain:N` | writes N bytes to stdout, stderr |
//! | `say:TEXT`, `warn:TEXT` | writes a line to stdout, stderr |
//! | `garbage` | writes bytes that are not UTF-8 |
//! | `pid:FILE` | writes its process id to a file |
//! | `wait:FILE` | waits until the file exists |
//! | `hang` | sleeps for ten minutes |
//! | `leave:FILE` | leaves a child behind that hangs with our stdout open, its id in the file |
//! | `exit:CODE` | exits |
//! | `abort` | dies by a signal |
//! | `add:FILE` | adds its process id to a file, as a line |
//! | `work`, `work:N` | is a worker, which says that it is ready for N requests at once |
//! | `bridge:HOOK` | is a worker that runs an ordinary hook for every request |

#[path = "fake-hook/bridge.rs"]
mod bridge;
#[path = "fake-hook/worker.rs"]
mod worker;

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

fn main() {
    for step in std::env::args().skip(1) {
        let (verb, rest) = step.split_once(':').unwrap_or((&step, ""));
        if let Err(error) = perform(verb, rest) {
            // A closed pipe is what some tests are about.
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                let _ = writeln!(std::io::stderr(), "fake-hook: {step}: {error}");
                std::process::exit(99);
            }
        }
    }
}

fn perform(verb: &str, rest: &str) -> std::io::Result<()> {
    let size = || rest.parse::<usize>().map_err(std::io::Error::other);
    match verb {
        "read" => drop(read_all()?),
        "count" => writeln!(std::io::stdout(), "{}", read_all()?.len())?,
        "print" => std::io::stdout().write_all(&vec![b'x'; size()?])?,
        "complain" => std::io::stderr().write_all(&vec![b'x'; size()?])?,
        "say" => writeln!(std::io::stdout(), "{rest}")?,
        "warn" => writeln!(std::io::stderr(), "{rest}")?,
        "garbage" => std::io::stdout().write_all(b"a\xff\xfeb\n")?,
        "pid" => write_whole(rest, &std::process::id().to_string())?,
        "wait" => {
            while !std::path::Path::new(rest).exists() {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        "hang" => std::thread::sleep(Duration::from_secs(600)),
        "leave" => {
            let child = Command::new(std::env::current_exe()?)
                .arg("hang")
                .stdin(Stdio::null())
                .spawn()?;
            write_whole(rest, &child.id().to_string())?;
        }
        "exit" => {
            std::io::stdout().flush()?;
            std::process::exit(rest.parse().map_err(std::io::Error::other)?);
        }
        "abort" => std::process::abort(),
        "add" => {
            let mut options = std::fs::OpenOptions::new();
            let mut file = options.create(true).append(true).open(rest)?;
            writeln!(file, "{}", std::process::id())?;
        }
        "bridge" => bridge::bridge(rest)?,
        "work" if rest.is_empty() => worker::work(None)?,
        "work" => worker::work(Some(size()?))?,
        _ => return Err(std::io::Error::other("no such step")),
    }
    std::io::stdout().flush()
}

fn read_all() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file under another name and renames it, so that a reader finds it whole.
fn write_whole(file: &str, text: &str) -> std::io::Result<()> {
    let half = format!("{file}.part");
    std::fs::write(&half, text)?;
    std::fs::rename(half, file)
}
