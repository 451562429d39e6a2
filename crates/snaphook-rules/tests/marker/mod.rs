//! A program that leaves a mark when it runs, and a Bash to run lines in.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with the program `mkr` in its `bin`.
pub(crate) struct Marker {
    folder: PathBuf,
    bash: PathBuf,
}

fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

impl Marker {
    /// Nothing, with a line that says so, where there is no Bash.
    pub(crate) fn new(name: &str) -> Option<Marker> {
        let Some(bash) = find("bash") else {
            eprintln!("SKIPPED: no bash on this machine, nothing was run");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("snaphook-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::create_dir_all(folder.join("work")).unwrap();
        let program = folder.join("bin/mkr");
        let hit = folder.join("hit");
        // A dead end for whatever is fed to it.
        fs::write(&program, format!("#!/bin/sh\n: > '{}'\n", hit.display())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Some(Marker { folder, bash })
    }

    /// A program of the line that is not installed: of its first word.
    pub(crate) fn missing<'l>(&self, line: &'l str) -> Option<&'l str> {
        let builtin = [
            "eval", "source", ".", "trap", "compgen", "command", "exec", "jobs", "mapfile", "set",
            "shopt", "alias", "echo", "export", "declare", "printf", "cat",
        ];
        let name = line.split(' ').next().unwrap_or_default();
        let name = match line.split_once("| ") {
            Some((_, rest)) if name == "echo" => rest.split(' ').next().unwrap_or_default(),
            _ => name,
        };
        let there = name.contains('=')
            || builtin.contains(&name)
            || Path::new(name).is_file()
            || find(name).is_some();
        (!there).then_some(name)
    }

    /// Whether Bash runs `mkr` when it runs the line, in an empty folder.
    pub(crate) fn is_run_by(&self, line: &str) -> bool {
        let work = self.folder.join("work");
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).unwrap();
        let hit = self.folder.join("hit");
        let _ = fs::remove_file(&hit);
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", self.folder.join("bin").display());
        let child = Command::new("timeout")
            .args(["-k", "1", "5"])
            .arg(&self.bash)
            .args(["-c", line])
            .env_clear()
            .env("PATH", path)
            .env("HOME", &work)
            .env("TERM", "dumb")
            .current_dir(&work)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut child) = child else { return false };
        let _ = child.wait();
        // What was started in the background may need a moment.
        let start = Instant::now();
        while !hit.is_file() && start.elapsed() < Duration::from_millis(200) {
            std::thread::yield_now();
        }
        hit.is_file()
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
