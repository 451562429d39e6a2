//! One page's snippets, run from top to bottom in a world of their own: a home
//! (`/home/ada` in what is shown), and a project (`/repo`) that is a repository.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use super::blocks::Block;
use super::pages::repository;
use super::transcript::{Step, is_as_expected, steps, took};
use super::updating_all;
use crate::common::{self, Ran, SNAPHOOK};
use crate::world::World;

/// Printed before every command, so that it is known who printed what.
const MARK: &str = "\u{1}next\u{1}";

/// Where the Python that `python3` leads to is. It may lead there slowly, and hooks
/// are started often.
static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let ask = "import sys; print(sys.executable)";
    let said = Command::new("python3").args(["-c", ask]).output().ok()?;
    let python = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim());
    python
        .parent()
        .filter(|folder| folder.is_dir())
        .map(Path::to_owned)
});

pub(super) struct Place(World);

impl Place {
    pub(super) fn new() -> Self {
        Self(World::new())
    }

    /// Writes a file beside the project; its path.
    pub(super) fn aside(&self, name: &str, text: &str) -> String {
        let name = format!("home/{name}");
        self.0.write(&name, text);
        self.0.path(&name).to_str().unwrap().to_owned()
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = Path::new(SNAPHOOK).parent().unwrap().display();
        let path = match &*PYTHON {
            Some(python) => format!("{bin}:{}:{path}", python.display()),
            None => format!("{bin}:{path}"),
        };
        command
            .args(args)
            .current_dir(self.0.path("project"))
            .env_clear()
            .env("PATH", path)
            .env("LANG", "C.UTF-8")
            // As if the client were installed.
            .env("PYTHONPATH", repository().join("clients/python/src"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("HOME", self.0.path("home"))
            .env("XDG_STATE_HOME", self.0.path("home/.local/state"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.org")
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.org")
            .env("SNAPHOOK_TEST_SYSTEM_DIR", self.0.path("etc"));
        command
    }

    pub(super) fn snaphook(&self, args: &[&str]) -> Ran {
        self.shown(common::run(&mut self.command(SNAPHOOK, args), ""))
    }

    /// Paths as the reader would have them.
    fn shown(&self, mut ran: Ran) -> Ran {
        for (folder, name) in [("project", "/repo"), ("home", "/home/ada"), ("etc", "/etc")] {
            let path = self.0.path(folder).to_str().unwrap().to_owned();
            ran.stdout = ran.stdout.replace(&path, name);
            ran.stderr = ran.stderr.replace(&path, name);
        }
        ran
    }

    /// Writes a file that later blocks use; settings must be clean.
    pub(super) fn file(&self, name: &str, block: &Block) -> Result<(), String> {
        let path = format!("project/{name}");
        self.0.write(&path, &block.text());
        if block
            .lines
            .first()
            .is_some_and(|line| line.starts_with("#!"))
        {
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(self.0.path(&path), mode).unwrap();
        }
        let is_test = name.contains(".hooktest.");
        let is_settings = ["json", "yaml"].contains(&&*block.language) && !is_test;
        match is_settings && block.text().contains("hooks") {
            true => self.check(name, &["--deny-warnings"]),
            false => Ok(()),
        }
    }

    /// Settings that stand for themselves.
    pub(super) fn settings(&self, block: &Block, dialect: Option<&str>) -> Result<(), String> {
        let name = format!("snippet-{}/settings.{}", block.line, block.language);
        self.0.write(&format!("project/{name}"), &block.text());
        match dialect {
            // These name scripts that are not here.
            Some(dialect) => self.check(&name, &["--dialect", dialect]),
            None => self.check(&name, &["--deny-warnings"]),
        }
    }

    fn check(&self, name: &str, more: &[&str]) -> Result<(), String> {
        let args = [&["check", "--project", "."], more, &[name]].concat();
        let ran = self.snaphook(&args);
        match ran.code {
            0 => Ok(()),
            _ => Err(format!("not clean:\n{}{}", ran.stdout, ran.stderr)),
        }
    }

    /// Runs a transcript. What it should be, line by line, if it differs.
    pub(super) fn transcript(&self, block: &Block) -> Result<(), (String, Vec<String>)> {
        let steps = steps(&block.lines)
            .ok_or_else(|| ("a transcript begins with `$ `".to_owned(), Vec::new()))?;
        let mut script = "exec 2>&1 </dev/null\nlast=0\n".to_owned();
        for step in &steps {
            // `$?` is that of the command before.
            script += &format!("echo '{MARK}'; (exit $last); {}\nlast=$?\n", step.command);
        }
        let ran = self.shown(common::run(&mut self.command("sh", &["-c", &script]), ""));
        let mark = format!("{MARK}\n");
        let mut printed = ran.stdout.split(&mark).skip(1);
        let mut shown = Vec::new();
        let mut wrong = String::new();
        for Step {
            command,
            shown: lines,
            printed: expected,
        } in steps
        {
            let printed: Vec<_> = printed.next().unwrap_or_default().lines().collect();
            let printed: Vec<_> = printed.into_iter().map(str::to_owned).collect();
            shown.extend(lines);
            let open = expected.iter().any(|line| line.contains("..."));
            let faster = took(&printed.join("\n")) < took(&expected.join("\n"));
            let anew = updating_all() && !open && faster;
            if is_as_expected(&expected, &printed) && !anew {
                shown.extend(expected);
                continue;
            }
            wrong += &format!(
                "$ {command}\nshould print\n{}\nand prints\n{}\n",
                expected.join("\n"),
                printed.join("\n")
            );
            shown.extend(printed);
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err((wrong, shown)),
        }
    }
}
