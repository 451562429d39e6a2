//! A whole world for one test: a home, a project that is a repository, and a
//! system folder with what an organisation manages.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{self, Ran};

/// The folders `home`, `project` and `etc` (and `state`), each by itself.
pub(crate) struct World(tempfile::TempDir);

impl World {
    pub(crate) fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        world.write("project/.git/HEAD", "ref: refs/heads/main\n");
        std::fs::create_dir(world.path("home")).unwrap();
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        // Without symlinks, as paths are shown: /tmp may be one.
        self.0.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.path(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// What hooks wrote to `home/ran` since this was asked last, sorted: hooks
    /// start together.
    pub(crate) fn ran(&self) -> Vec<String> {
        let log = self.path("home/ran");
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let _ = std::fs::remove_file(&log);
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    /// The command in the project.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = common::snaphook(args, &self.path(""));
        command
            .current_dir(self.path("project"))
            .env("HOME", self.path("home"))
            .env("XDG_STATE_HOME", self.path("state"));
        command
    }

    pub(crate) fn snaphook(&self, args: &[&str]) -> Ran {
        self.short(common::run(&mut self.command(args), ""))
    }

    pub(crate) fn snaphook_in(&self, folder: &str, args: &[&str]) -> Ran {
        let mut command = self.command(args);
        self.short(common::run(command.current_dir(self.path(folder)), ""))
    }

    pub(crate) fn snaphook_env(&self, args: &[&str], env: &[(&str, &str)]) -> Ran {
        let mut command = self.command(args);
        self.short(common::run(command.envs(env.iter().copied()), ""))
    }

    /// Fires an event and gives what became of each hook: `name status`, or
    /// `name why it was skipped`.
    #[track_caller]
    pub(crate) fn fire(&self, args: &[&str]) -> Vec<String> {
        let args = [&["fire", "--json"], args].concat();
        let ran = self.snaphook(&args);
        assert!(ran.code != 1, "{ran:?}");
        results(&ran.json())
    }

    /// Puts a program that prints this into the folder `bin`.
    #[cfg(unix)]
    pub(crate) fn agent(&self, program: &str, prints: &str) {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("bin/{program}");
        self.write(&name, &format!("#!/bin/sh\necho '{prints}'\n"));
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.path(&name), executable).unwrap();
    }

    /// The command where only the agents in `bin` are here.
    pub(crate) fn with_agents(&self, args: &[&str]) -> Ran {
        let bin = self.path("bin");
        self.snaphook_env(args, &[("PATH", bin.to_str().unwrap())])
    }

    /// Trusts everything in the project.
    #[track_caller]
    pub(crate) fn trust(&self) {
        let ran = self.snaphook(&["trust", "--yes"]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }

    /// The world's own folder is called `W` in what is shown.
    pub(crate) fn short(&self, mut ran: Ran) -> Ran {
        let path = self.path("");
        let path = path.to_str().unwrap().trim_end_matches('/');
        ran.stdout = ran.stdout.replace(path, "W");
        ran.stderr = ran.stderr.replace(path, "W");
        ran
    }
}

/// What became of each hook of an outcome.
pub(crate) fn results(outcome: &Value) -> Vec<String> {
    let hooks = outcome["hooks"].as_array().unwrap().iter();
    let result = |hook: &Value| {
        let text = |key: &str| hook[key].as_str().map(str::to_owned);
        let became = text("skipReason").or(text("status")).unwrap();
        format!("{} {became}", text("name").unwrap())
    };
    hooks.map(result).collect()
}

/// Settings with hooks on one event, each a name and a command.
pub(crate) fn hooks(event: &str, hooks: &[(&str, &str)]) -> String {
    settings(event, hooks).to_string()
}

/// Settings with these hooks, as a value that a test can change.
pub(crate) fn settings(event: &str, hooks: &[(&str, &str)]) -> Value {
    let hooks: Vec<_> = hooks
        .iter()
        .map(|(name, command)| json!({"name": name, "command": command}))
        .collect();
    json!({"hooks": {event: [{"hooks": hooks}]}})
}

/// A command that writes a word to `home/ran`.
pub(crate) fn log(word: &str) -> String {
    format!("echo {word} >> \"$HOME/ran\"")
}

/// One hook on Stop that writes its own name to `home/ran`.
pub(crate) fn logs(name: &str) -> String {
    hooks("Stop", &[(name, &log(name))])
}

#[cfg(unix)]
pub(crate) fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}
