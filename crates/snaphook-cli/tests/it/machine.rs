//! `snaphook fire` and the machine: signals, terminals, full disks, memory.

use serde_json::json;

use crate::common::{Folder, at_a_terminal};

const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "no-rm", "command": "if grep -q 'rm -rf'; then echo no >&2; exit 2; fi"}]}]}}"#;

const RM: &str =
    r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#;

/// A terminal that is closed, or Ctrl-C at it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_hooks() {
    use rustix::process::{Pid, Signal};
    use snaphook_testkit::processes::{is_alive, pid_in};
    use std::io::Read;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let folder = Folder::new();
        let pid_file = folder.path().join("pid");
        let steps = [format!("pid:{}", pid_file.display()), "hang".to_owned()];
        let settings = json!({"hooks": {"Stop": [{"hooks": [
            {"command": snaphook_testkit::fake::fake_hook(), "args": steps}]}]}});
        folder.write("s.json", &settings.to_string());
        let mut child = folder
            .command(&["fire", "Stop", "--settings", "s.json"])
            .stdin(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        until_there(&pid_file, &mut child);
        let hook = pid_in(&pid_file);
        rustix::process::kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(1), "{signal:?}");
        let mut stderr = String::new();
        child.stderr.unwrap().read_to_string(&mut stderr).unwrap();
        assert!(stderr.contains("interrupted"), "{stderr}");
        assert!(
            !is_alive(hook),
            "the hook outlived the command after {signal:?}"
        );
    }
}

/// Waits until a file is there.
fn until_there(file: &std::path::Path, child: &mut std::process::Child) {
    let start = std::time::Instant::now();
    while !file.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        assert!(start.elapsed().as_secs() < 60, "{file:?} never comes");
        std::thread::yield_now();
    }
}

/// At a terminal stdin is not read: the command does not wait for it.
#[cfg(unix)]
#[test]
fn at_a_terminal_an_event_needs_no_input() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let folder = Folder::with("s.json", GUARD);
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = std::fs::File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    let output = folder
        .command(&[
            "fire",
            "PreToolUse",
            "--tool",
            "Bash",
            "--tool-input",
            r#"{"command":"ls"}"#,
            "--settings",
            "s.json",
        ])
        .stdin(terminal)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("PreToolUse: go on"));
}

/// A full disk must not turn "blocked" into something else.
#[cfg(target_os = "linux")]
#[test]
fn a_block_is_exit_2_also_when_nothing_can_be_printed() {
    let folder = Folder::with("s.json", GUARD);
    folder.write("input.json", RM);
    let full = || {
        std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    for json in [true, false] {
        let mut args = vec!["fire", "--settings", "s.json", "--input", "input.json"];
        args.extend(json.then_some("--json"));
        let status = folder
            .command(&args)
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2));
    }
}

/// The most memory that a process held, without the pages of its program.
#[cfg(target_os = "linux")]
fn peak_memory(child: &std::process::Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let kilobytes = |field: &str| -> usize {
        let line = status.lines().find(|line| line.starts_with(field)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    (kilobytes("VmHWM:") - kilobytes("RssFile:")) * 1024
}

/// A hook that floods both outputs: only the limit of each is kept.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_what_a_hook_writes() {
    const LIMIT: usize = 10 * 1024 * 1024;
    let folder = Folder::new();
    let (written, go) = (folder.path().join("written"), folder.path().join("go"));
    let steps = [
        "print:100000000".to_owned(),
        "complain:100000000".to_owned(),
        format!("pid:{}", written.display()),
        format!("wait:{}", go.display()),
    ];
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"command": snaphook_testkit::fake::fake_hook(), "args": steps}]}]}});
    folder.write("s.json", &settings.to_string());
    let mut child = folder
        .command(&["fire", "Stop", "--settings", "s.json"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    until_there(&written, &mut child);
    let peak = peak_memory(&child);
    std::fs::write(&go, "").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(peak < 4 * LIMIT, "the peak was {} MiB", peak / 1024 / 1024);
}

/// Ten hooks hold a 10 MiB input; the command's peak is read while they do.
#[cfg(target_os = "linux")]
#[test]
fn peak_memory_stays_under_four_times_the_input() {
    const INPUT: usize = 10 * 1024 * 1024;
    let folder = Folder::new();
    let go = folder.path().join("go");
    let hooks: Vec<_> = (0..10)
        .map(|n| {
            let read = folder.path().join(format!("read{n}"));
            let steps = [
                "read".to_owned(),
                format!("pid:{}", read.display()),
                format!("wait:{}", go.display()),
            ];
            json!({"command": snaphook_testkit::fake::fake_hook(), "args": steps})
        })
        .collect();
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    folder.write("s.json", &settings.to_string());
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"content": "x".repeat(INPUT)}});
    folder.write("input.json", &input.to_string());
    let mut child = folder
        .command(&["fire", "--settings", "s.json", "--input", "input.json"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    for n in 0..10 {
        until_there(&folder.path().join(format!("read{n}")), &mut child);
    }
    let peak = peak_memory(&child);
    std::fs::write(&go, "").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(peak < 4 * INPUT, "the peak was {} MiB", peak / 1024 / 1024);
}

#[cfg(unix)]
#[test]
fn a_person_at_the_terminal_is_asked() {
    if !crate::common::has_python() {
        println!("SKIPPED, python3 is not installed: a_person_at_the_terminal_is_asked");
        return;
    }
    let hook = r#"read -r event
echo '{"type":"prompt_request","id":"q","message":"Run it?","options":[{"key":"y","label":"Yes"},{"key":"n","label":"No"}]}'
read -r reply
case $reply in *'"y"'*) exit 0;; esac
echo refused >&2; exit 2"#;
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"name": "asker", "command": hook, "interactive": true}]}]}});
    let folder = Folder::with("s.json", &settings.to_string());
    for (answer, code) in [("1", 0), ("2", 2), ("", 2)] {
        let command = folder.command(&[
            "fire",
            "PreToolUse",
            "--tool",
            "Bash",
            "--settings",
            "s.json",
            "--tool-input",
            r#"{"command":"ls -l"}"#,
        ]);
        let ran = at_a_terminal(&command, "(empty to cancel): ", answer);
        assert!(
            ran.stdout.contains("asker asks (Bash: ls -l): Run it?"),
            "{ran:?}"
        );
        assert_eq!(ran.code, code, "{answer:?}: {ran:?}");
    }
}
