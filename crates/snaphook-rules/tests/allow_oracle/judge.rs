//! Bash itself as the judge of allowed lines: a line runs in a folder of its
//! own, with a `PATH` of marker programs that write down how they were called.
//! A line that was allowed may start only what the rules name. Read-only programs
//! run as they are, so that what they write, start or show is seen. Shared by the
//! test and the fuzz target.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::folders::PlainRepository;
use serde_json::json;
use snaphook_rules::{Aliases, PathRoots, Rule, Subject, covering, line_effect};

/// The rules that lines are held against. Wrappers have one, so that only the
/// commands behind them keep a line from being allowed.
const RULES: &[&str] = &[
    "Bash(ls *)",
    "Bash(cat *)",
    "Bash(echo *)",
    "Bash(grep *)",
    "Bash(sort *)",
    "Bash(git status *)",
    "Bash(git commit *)",
    "Bash(printf *)",
    "Bash(test *)",
    "Bash([ *)",
    "Bash(: *)",
    "Bash(true *)",
    "Bash(read *)",
    "Bash(export *)",
    "Bash(eval *)",
    "Bash(exec *)",
    "Bash(env *)",
    "Bash(sudo *)",
    "Bash(flock *)",
    "Bash(bash -c *)",
    "Bash(bash)",
    "Bash(sh -c *)",
    "Bash(sh)",
    "Bash(find *)",
    "Bash(xargs *)",
    "Bash(timeout *)",
    "Bash(nice *)",
    "Bash(uv run ls *)",
    "Edit(out/**)",
    "Read(in/**)",
];

/// What may run under these rules, wrappers included: what they start is
/// written down, too.
const MAY_RUN: &[&str] = &[
    "ls", "cat", "echo", "grep", "sort", "git", "printf", "test", "[", "true", "env", "sudo",
    "flock", "bash", "sh", "find", "xargs", "timeout", "nice", "nohup", "stdbuf", "uv", "time",
];

/// Read-only programs, which need no rule: they run as they are, where the machine
/// has them. `sleep` and `tail` may wait, and only note that they were called.
const READ_ONLY: &[&str] = &[
    "awk", "basename", "cal", "cmp", "comm", "cut", "date", "df", "diff", "dirname", "du", "file",
    "fold", "free", "groups", "head", "hostname", "id", "join", "jq", "nl", "nproc", "od", "paste",
    "ps", "readlink", "realpath", "rev", "rg", "sed", "seq", "sleep", "stat", "strings", "sum",
    "tac", "tail", "tr", "tree", "tty", "uname", "uniq", "uptime", "wc", "which", "whoami", "xxd",
];

/// Further read-only programs, which run as they are where there are no rules.
const ALSO_READ_ONLY: &[&str] = &[
    "ls", "cat", "echo", "grep", "sort", "git", "printf", "test", "[", "true", "find",
];

/// What a file outside the working directory holds.
const OUTSIDE: &str = "text-of-a-file-outside";

/// Programs that no rule names.
const MUST_NOT_RUN: &[&str] = &["mkr", "rm", "make", "python3", "curl"];

/// Wrappers that start what they are given, as they really are.
const REAL: &[&str] = &[
    "env", "bash", "sh", "xargs", "timeout", "nice", "nohup", "stdbuf",
];

/// Files in the folder of each line.
const FILES: &[&str] = &["a", "b", "in/a", "sub/a", "-x", "x y", "*"];

/// What files hold, and when they were written.
type Contents = BTreeMap<PathBuf, (Option<SystemTime>, Vec<u8>)>;

pub(crate) struct Judge {
    folder: PathBuf,
    shell: PathBuf,
    rules: Vec<Rule>,
    /// Whether there are rules: without, a line may do nothing but read.
    has_rules: bool,
    runs: u64,
}

/// What was wrong with a line that was allowed.
#[derive(Debug)]
pub(crate) struct Breach {
    pub line: String,
    pub ran: String,
}

fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

impl Judge {
    /// A judge with this shell; none where it, or `sh`, is missing.
    pub(crate) fn new(shell: &str) -> Option<Judge> {
        Judge::with_rules(shell, RULES)
    }

    /// A judge of lines that need no rule: they may start read-only programs, write
    /// nothing, and show nothing from outside the working directory.
    pub(crate) fn without_rules(shell: &str) -> Option<Judge> {
        Judge::with_rules(shell, &[])
    }

    fn with_rules(shell: &str, rules: &[&str]) -> Option<Judge> {
        let shell = find_program(shell)?;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("snaphook-allow-{}-{next}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let judge = Judge {
            folder,
            shell,
            rules: rules
                .iter()
                .filter_map(|rule| Rule::parse(rule).ok())
                .collect(),
            has_rules: !rules.is_empty(),
            runs: 0,
        };
        judge.put_markers().ok()?;
        judge.put_repository();
        Some(judge)
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    fn put_markers(&self) -> io::Result<()> {
        let bin = self.folder.join("bin");
        fs::create_dir_all(&bin)?;
        let write = |path: PathBuf, then: &str| {
            let log = self.log();
            let note = format!(
                "#!/bin/sh\n{{ printf '%s\\037' \"$0\" \"$@\"; printf '\\036'; }} >> '{}'\n{then}\n",
                log.display()
            );
            fs::write(&path, note)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
        };
        for name in READ_ONLY {
            match find_program(name) {
                Some(_) if matches!(*name, "sleep" | "tail") => write(bin.join(name), "")?,
                Some(real) => write(bin.join(name), &format!("exec {} \"$@\"", real.display()))?,
                None => {}
            }
        }
        for name in MAY_RUN.iter().chain(MUST_NOT_RUN) {
            let then = match *name {
                name if !self.has_rules && ALSO_READ_ONLY.contains(&name) => {
                    format!("exec {} \"$@\"", real(name))
                }
                "sudo" => "while :; do case $1 in -n|-E|-H) shift;; -u|-g) shift 2;; *) break;; esac; done; exec ENV \"$@\"".replace("ENV", &real("env")),
                "flock" => "while :; do case $1 in -[nxeso]) shift;; -w) shift 2;; *) break;; esac; done; shift; \
                    [ \"$1\" = -c ] && exec sh -c \"$2\"; exec \"$@\"".to_owned(),
                "cat" => "printf 'mkr x\\n'".to_owned(),
                "time" => "[ \"$1\" = -p ] && shift; exec \"$@\"".to_owned(),
                "uv" => "[ \"$1\" = run ] && shift && exec \"$@\"".to_owned(),
                "find" => "while [ $# -gt 0 ]; do case $1 in -exec*|-ok*) shift; \"$@\"; exit;; esac; shift; done".to_owned(),
                name if REAL.contains(&name) => format!("exec {} \"$@\"", real(name)),
                _ => String::new(),
            };
            write(bin.join(name), &then)?;
        }
        fs::create_dir_all(self.folder.join("evil"))?;
        write(self.folder.join("evil/ls"), "")
    }

    /// A repository that lines find where they run, where the machine has git.
    fn put_repository(&self) {
        let template = self.folder.join("template");
        let script = "git init -q . && echo a > a && git add a && \
                      git -c user.name=a -c user.email=a@b commit -qm a";
        if !self.has_rules && fs::create_dir_all(&template).is_ok() {
            let mut git = Command::new("sh");
            git.args(["-c", script]).current_dir(&template);
            git.env("GIT_CONFIG_NOSYSTEM", "1")
                .env("HOME", &template)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let _ = git.status();
        }
    }

    /// Whether the rules allow the line.
    pub(crate) fn allows(&self, line: &str) -> bool {
        let rules: Vec<&Rule> = self.rules.iter().collect();
        let (aliases, input) = (Aliases::default(), json!({ "command": line }));
        let places = PathRoots {
            home: Some(Path::new("/nonexistent/home")),
            real_path: &PlainRepository,
            ..PathRoots::at(Path::new("/nonexistent/work"))
        };
        let subject = Subject::new("Bash", &input, &aliases, &places);
        match self.has_rules {
            true => covering(&rules, &subject).is_some(),
            false => line_effect(&[], &subject).reads,
        }
    }

    /// Runs a line that was allowed.
    pub(crate) fn run(&mut self, line: &str) -> io::Result<Option<Breach>> {
        self.runs += 1;
        let work = self.folder.join(format!("work{}", self.runs));
        for folder in ["out", "in", "sub", "e"] {
            fs::create_dir_all(work.join(folder))?;
        }
        for file in FILES {
            fs::write(work.join(file), "mkr x\n")?;
        }
        // Programs that only a changed `PATH` or name leads to.
        for place in ["e/ls", "ls", "mkr", "sub/ls"] {
            fs::hard_link(self.folder.join("evil/ls"), work.join(place))?;
        }
        fs::write(self.folder.join("secret"), OUTSIDE)?;
        copy_folder(&self.folder.join("template/.git"), &work.join(".git"))?;
        let before = self.contents(&work);
        let shown = self.folder.join("shown");
        let _ = fs::remove_file(self.log());
        let missing = format!(
            "() {{ printf 'missing\\037%s\\036' \"$1\" >> '{}'; }}",
            self.log().display()
        );
        let mut child = Command::new(&self.shell)
            .args(["-c", line])
            .env_clear()
            .env("PATH", self.folder.join("bin"))
            .env("HOME", work.join("sub"))
            .env("X", "a[$(mkr x)]")
            .env("Q", "a[$(mkr q)] -o out/q")
            .env("BASH_FUNC_command_not_found_handle%%", missing)
            .current_dir(&work)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&shown)?)
            .stderr(Stdio::null())
            .spawn()?;
        let start = Instant::now();
        while child.try_wait()?.is_none() {
            if start.elapsed() > Duration::from_secs(5) {
                child.kill()?;
                child.wait()?;
                break;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        let log = fs::read(self.log()).unwrap_or_default();
        let log = String::from_utf8_lossy(&log).into_owned();
        let shown = fs::read(&shown).unwrap_or_default();
        let shows = String::from_utf8_lossy(&shown).contains(OUTSIDE);
        let shows = || (!self.has_rules && shows).then(|| "showed a file outside".to_owned());
        let changed = || {
            (before != self.contents(&work)).then(|| "changed a file that is only read".to_owned())
        };
        let wrong = self
            .wrong_call(&log)
            .or_else(|| wrong_file(&work))
            .or_else(changed)
            .or_else(shows);
        fs::remove_dir_all(&work)?;
        Ok(wrong.map(|ran| Breach {
            line: line.to_owned(),
            ran,
        }))
    }

    /// What all files hold, where lines may write none. Git refreshes its index.
    fn contents(&self, work: &Path) -> Contents {
        let mut found = BTreeMap::new();
        if !self.has_rules {
            read_folder(work, &mut found);
            found.remove(&work.join(".git/index"));
        }
        found
    }

    /// The first call that no rule allows.
    fn wrong_call(&self, log: &str) -> Option<String> {
        let bin = self.folder.join("bin");
        log.split('\u{1e}')
            .filter(|call| !call.is_empty())
            .find_map(|call| {
                let mut words = call.split('\u{1f}');
                let program = Path::new(words.next().unwrap_or_default());
                let name = program.file_name().unwrap_or_default().to_string_lossy();
                let first = words.next().unwrap_or_default();
                // The shell hands a script the path by which it was found.
                let ours = program.parent() == Some(&bin);
                let named = match &*name {
                    _ if !self.has_rules => !MUST_NOT_RUN.contains(&&*name),
                    // What those that only read do is seen where there are no rules.
                    "git" => matches!(
                        first,
                        "status" | "commit" | "log" | "diff" | "show" | "branch" | "grep" | "tag"
                    ),
                    "uv" => first == "run",
                    name => MAY_RUN.contains(&name) || READ_ONLY.contains(&name),
                };
                // One that only reads is not on this machine.
                if name == "missing" && READ_ONLY.contains(&first) && find_program(first).is_none()
                {
                    return None;
                }
                (!ours || !named).then(|| call.replace('\u{1f}', " "))
            })
    }
}

/// A file that the line made where no rule lets it write.
fn wrong_file(work: &Path) -> Option<String> {
    let known = [
        ".git", "out", "in", "sub", "e", "ls", "mkr", "a", "b", "-x", "x y", "*",
    ];
    let entries = fs::read_dir(work).ok()?.flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut odd = names.filter(|name| !known.contains(&&**name));
    let changed = |file: &&&str| fs::read(work.join(file)).ok().as_deref() != Some(b"mkr x\n");
    odd.next()
        .or_else(|| FILES.iter().find(changed).map(ToString::to_string))
        .map(|name| format!("wrote {name}"))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(from) else {
        return Ok(());
    };
    fs::create_dir_all(to)?;
    for entry in entries.flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true if from.ends_with("hooks") => {}
            true => copy_folder(&from, &to)?,
            false => drop(fs::copy(&from, &to)?),
        }
    }
    Ok(())
}

fn read_folder(folder: &Path, into: &mut Contents) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => read_folder(&path, into),
            false => {
                let written = entry.metadata().and_then(|about| about.modified()).ok();
                into.insert(path.clone(), (written, fs::read(&path).unwrap_or_default()));
            }
        }
    }
}

fn real(name: &str) -> String {
    find_program(name).map_or_else(|| "true".to_owned(), |path| path.display().to_string())
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
