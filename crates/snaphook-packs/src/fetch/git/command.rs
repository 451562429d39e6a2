//! One run of Git. What the caller's environment, the machine and the repository could make
//! it do beside transport is switched off; the user's own configuration stays, for it has
//! their credentials and proxies.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::fetch::FetchError;
use crate::os;

/// Longer than any pack takes.
const PATIENCE: Duration = Duration::from_secs(600);
/// More than a repository of hooks has.
const LARGEST_REPOSITORY: u64 = 1024 * 1024 * 1024;
const LARGEST_OUTPUT: u64 = 128 * 1024 * 1024;
const PAUSE: Duration = Duration::from_millis(10);

/// What must not reach Git from outside: by these variables it would run other programs,
/// or work in another repository.
const KEPT: [&str; 7] = [
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_SSH_VARIANT",
    "GIT_ASKPASS",
    "GIT_SSL_CAINFO",
    "GIT_SSL_CAPATH",
    "GIT_CONFIG_GLOBAL",
];

/// Which transports one run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    None,
    /// Of a URL, by its scheme.
    Scheme(&'static str),
}

impl Transport {
    /// The transport of a URL; that of `user@host:path` is SSH.
    pub(super) fn of(url: &str) -> Self {
        let scheme = url.split_once("://").map_or("ssh", |(scheme, _)| scheme);
        let known = ["https", "http", "ssh", "git", "file"];
        known
            .into_iter()
            .find(|name| *name == scheme)
            .map_or(Self::None, Self::Scheme)
    }
}

/// One run of Git.
pub(super) struct GitRun<'a> {
    pub(super) step: &'static str,
    pub(super) folder: &'a Path,
    pub(super) transport: Transport,
    pub(super) args: Vec<&'a str>,
    pub(super) input: Option<&'a [u8]>,
}

impl GitRun<'_> {
    /// Runs it; what it printed.
    pub(super) fn run(self) -> Result<Vec<u8>, FetchError> {
        let mut command = self.command();
        let mut child = command.spawn().map_err(FetchError::NoGit)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (status, output, message) = thread::scope(|scope| {
            if let (Some(mut stdin), Some(input)) = (stdin, self.input) {
                // Git that ends early says why by itself.
                scope.spawn(move || stdin.write_all(input));
            }
            let output = scope.spawn(move || read(stdout, LARGEST_OUTPUT));
            let message = scope.spawn(move || read(stderr, 64 * 1024));
            let status = self.wait(&mut child);
            (
                status,
                output.join().unwrap_or_default(),
                message.join().unwrap_or_default(),
            )
        });
        if !status?.success() {
            let message = String::from_utf8_lossy(&message).trim().to_owned();
            return Err(FetchError::Git {
                step: self.step,
                message,
            });
        }
        if output.len() as u64 > LARGEST_OUTPUT {
            let why = "it printed more than any pack has";
            return Err(FetchError::GitLimit {
                step: self.step,
                why,
            });
        }
        Ok(output)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("git");
        let of_git = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        for name in of_git.filter(|name| name.starts_with("GIT_") && !KEPT.contains(&name.as_str()))
        {
            command.env_remove(name);
        }
        command
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env(
                "GIT_CEILING_DIRECTORIES",
                self.folder.parent().unwrap_or(self.folder),
            )
            .env("LC_ALL", "C");
        let settings = [
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.attributesFile=/dev/null",
            "protocol.allow=never",
            "protocol.ext.allow=never",
            "protocol.version=2",
            "fetch.fsckObjects=true",
            "transfer.fsckObjects=true",
            "fetch.recurseSubmodules=false",
            "submodule.recurse=false",
            "gc.auto=0",
            "maintenance.auto=false",
            "fetch.writeCommitGraph=false",
            "core.pager=cat",
            "safe.bareRepository=all",
            "advice.detachedHead=false",
        ];
        for setting in settings {
            command.args(["-c", setting]);
        }
        if let Transport::Scheme(scheme) = self.transport {
            command.args(["-c", &format!("protocol.{scheme}.allow=always")]);
            // A server of HTTP may lead to HTTPS, and nowhere else.
            if scheme == "http" {
                command.args(["-c", "protocol.https.allow=always"]);
            }
        }
        command
            .args(&self.args)
            .current_dir(self.folder)
            .stdin(if self.input.is_some() {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Waits for its end, which comes at the latest when it took too long or too much.
    fn wait(&self, child: &mut Child) -> Result<std::process::ExitStatus, FetchError> {
        let started = Instant::now();
        let mut looked = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(FetchError::NoGit)? {
                return Ok(status);
            }
            let mut why = None;
            if looked.elapsed() > Duration::from_millis(500) {
                looked = Instant::now();
                let large = size_of(self.folder) > LARGEST_REPOSITORY;
                why = large.then_some("the repository is larger than any pack");
            }
            if started.elapsed() > PATIENCE {
                why = Some("it took more than ten minutes");
            }
            if let Some(why) = why {
                os::end_child(child);
                let _ = child.wait();
                return Err(FetchError::GitLimit {
                    step: self.step,
                    why,
                });
            }
            thread::sleep(PAUSE);
        }
    }
}

fn read(stream: Option<impl Read>, limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        let _ = stream.by_ref().take(limit + 1).read_to_end(&mut bytes);
        // The rest must go somewhere, or Git waits.
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    }
    bytes
}

/// The bytes of all files in a folder, as far as it can be listed.
fn size_of(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => size_of(&entry.path()),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    });
    sizes.sum()
}
