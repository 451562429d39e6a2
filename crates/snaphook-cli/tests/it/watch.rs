//! `snaphook watch`, as an author uses it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use snaphook_testkit::processes::{is_alive, pid_in};

use crate::world::World;

/// Nothing in these tests takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

/// The command while it runs, and the lines it prints.
struct WatchProcess {
    child: Child,
    lines: Receiver<String>,
}

impl WatchProcess {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
        Self { child, lines }
    }

    /// The next line of JSON of this type; others in between are passed over.
    #[track_caller]
    fn next(&self, kind: &str) -> Value {
        loop {
            let line = self.line();
            let value: Value = serde_json::from_str(&line).unwrap();
            assert_ne!(value["type"], "trouble", "{value}");
            if value["type"] == kind {
                return value;
            }
        }
    }

    /// Waits for a line that has this in it.
    #[track_caller]
    fn until(&self, part: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(part) {
                return line;
            }
        }
    }

    #[track_caller]
    fn line(&self) -> String {
        self.lines.recv_timeout(HANG).expect("nothing is printed")
    }

    /// Ends it; gives its exit status and what it said on stderr.
    fn end(mut self, signal: Signal) -> (Option<i32>, String) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
        let status = self.child.wait().unwrap();
        let mut stderr = String::new();
        let pipe = self.child.stderr.as_mut().unwrap();
        pipe.read_to_string(&mut stderr).unwrap();
        (status.code(), stderr)
    }
}

impl Drop for WatchProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn watching(world: &World, args: &[&str]) -> WatchProcess {
    WatchProcess::start(world.command(&[&["watch"], args].concat()))
}

const USER: &str = "home/.claude/settings.json";

fn prints(answer: Value) -> Value {
    json!({"command": "/bin/echo", "args": [answer.to_string()]})
}

/// Settings of somebody who wants to hear of `.env` and of what is in `src`.
fn settings() -> Value {
    let start =
        json!({"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": ["src"]}});
    json!({"hooks": {
        "SessionStart": [{"hooks": [prints(start)]}],
        "FileChanged": [{"matcher": ".env", "hooks": [prints(json!({"systemMessage": "read it again"}))]}],
        "SessionEnd": [{"hooks": [{"command": "echo ended >> \"$HOME/ran\""}]}],
    }})
}

#[test]
fn an_author_sees_files_and_settings_change() {
    for args in [&["--json"][..], &["--json", "--poll"]] {
        let world = World::new();
        world.write(USER, &settings().to_string());
        let running = watching(&world, args);
        let start = running.next("sessionStart");
        assert_eq!(start["outcome"]["watchPaths"], json!(["src"]));
        let started = running.next("started");
        assert_eq!(started["settings"], json!([world.path(USER)]));
        let watched = ["project/.env", "project/src"].map(|name| world.path(name));
        assert_eq!(started["watched"], json!(watched));

        world.write("project/.env", "A=1");
        let told = running.next("fileChanged");
        assert_eq!(
            (&told["path"], &told["change"]),
            (&json!(world.path("project/.env")), &json!("add"))
        );
        assert_eq!(told["outcome"]["systemMessages"], json!(["read it again"]));
        world.write("project/src/deep/main.rs", "fn main() {}");
        let path = json!(world.path("project/src/deep/main.rs"));
        while running.next("fileChanged")["path"] != path {}

        world.write(USER, "{ broken");
        let told = running.next("settings");
        assert_eq!(told["files"][0]["fate"], "broken");
        let mut other = settings();
        other["hooks"]["FileChanged"][0]["matcher"] = "Makefile".into();
        world.write(USER, &other.to_string());
        let told = loop {
            let told = running.next("settings");
            // It may be looked at while it is being written.
            if told["files"][0]["fate"] != "broken" {
                break told;
            }
        };
        assert_eq!(told["files"][0]["fate"], "taken", "{told}");
        assert_eq!(told["added"][0]["event"], "FileChanged");
        let watched = ["project/Makefile", "project/src"].map(|name| world.path(name));
        assert_eq!(running.next("files")["watched"], json!(watched));

        let (code, stderr) = running.end(Signal::TERM);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        assert_eq!(world.ran(), ["ended"]);
    }
}

#[test]
fn people_read_what_happened_and_why() {
    let world = World::new();
    let mut named = settings();
    let command = "grep -q policy_settings || { echo 'not without me' >&2; exit 2; }";
    named["hooks"]["ConfigChange"] = json!([{"hooks": [{"name": "keeper", "command": command}]}]);
    world.write("named.json", &named.to_string());
    let file = world.path("named.json");
    let running = watching(&world, &["--settings", file.to_str().unwrap()]);
    running.until("SessionStart: go on");
    running.until("following");
    running.until("named.json");
    running.until(".env");
    world.write("project/.env", "A=1");
    running.until("add ");
    running.until("read it again");
    world.write("named.json", "{}");
    let line = running.until("blocked: ");
    assert!(
        line.contains("(explicit, changed): blocked: not without me"),
        "{line}"
    );
    running.until("keeper");
    let (code, _) = running.end(Signal::INT);
    assert_eq!(code, Some(0));
}

#[test]
fn the_diagnostics_of_an_outcome_are_one_line() {
    let world = World::new();
    let mut settings = settings();
    for misspelt in ["PreToolUsee", "PostToolUsee"] {
        settings["hooks"][misspelt] = json!([{"hooks": [{"command": "true"}]}]);
    }
    world.write(USER, &settings.to_string());
    let running = watching(&world, &[]);
    running.until("SessionStart: go on");
    let line = running.until("pass --json to see them");
    assert!(
        line.ends_with(": 2 warnings; pass --json to see them")
            || line.ends_with(": 2 errors; pass --json to see them"),
        "{line}"
    );
    running.end(Signal::INT);
}

#[test]
fn a_hook_under_way_is_ended_with_the_command() {
    let world = World::new();
    let hook = json!({"command": "echo $$ > \"$HOME/pid\"; echo started; sleep 600"});
    let settings = json!({"hooks": {"FileChanged": [{"matcher": ".env", "hooks": [hook]}]}});
    world.write(USER, &settings.to_string());
    let running = watching(&world, &["--json"]);
    running.next("started");
    world.write("project/.env", "A=1");
    let pid = pid_in(&world.path("home/pid"));
    let (code, _) = running.end(Signal::INT);
    assert_eq!(code, Some(0));
    assert!(!is_alive(pid));
}

#[test]
fn settings_that_cannot_be_loaded_end_it_at_once() {
    let world = World::new();
    let ran = world.snaphook(&["watch", "--settings", "nowhere.json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("nowhere.json"), "{ran:?}");
}
