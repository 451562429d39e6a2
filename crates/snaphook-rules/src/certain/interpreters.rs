//! Programs that run what they read.

use super::doubt::{Certain, Doubt};
use super::line::CertainWord;

/// Shells. (`bash -c` is a wrapper.)
pub(super) const SHELLS: &[&str] = &[
    "ash",
    "bash",
    "busybox",
    "csh",
    "dash",
    "elvish",
    "fish",
    "ksh",
    "lksh",
    "mksh",
    "nu",
    "posh",
    "powershell",
    "pwsh",
    "rbash",
    "rksh",
    "sh",
    "tcsh",
    "toybox",
    "xonsh",
    "yash",
    "zsh",
];

/// Interpreters that read their code, unless they are given some.
const SCRIPTED: &[&str] = &[
    "Rscript",
    "bun",
    "deno",
    "guile",
    "lua",
    "luajit",
    "node",
    "nodejs",
    "osascript",
    "perl",
    "php",
    "pypy",
    "pypy3",
    "python",
    "python2",
    "python3",
    "racket",
    "ruby",
    "swift",
    "tclsh",
    "wish",
];

/// Programs that run commands they read, whatever they are given.
const READERS: &[&str] = &[
    "R", "at", "batch", "crontab", "dc", "ed", "emacs", "ex", "expect", "ftp", "gdb", "ghci",
    "gmake", "gnuplot", "irb", "iex", "julia", "lldb", "m4", "mail", "mailx", "make", "mariadb",
    "mutt", "mysql", "nc", "ncat", "nvim", "octave", "parallel", "patch", "psql", "sftp", "socat",
    "sqlite", "sqlite3", "sqlplus", "ssh", "telnet", "tmux", "screen", "vi", "view", "vim",
];

/// Programs that read their code where they are told to.
const TOLD: &[&str] = &["awk", "gawk", "gsed", "jq", "mawk", "nawk", "sed"];

/// The name after the last `/`.
pub(super) fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether a program runs code: a shell, an interpreter, with a version or not.
pub(super) fn is_interpreter(name: &str) -> bool {
    let name = base(name);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let has = |list: &[&str]| list.contains(&name) || list.contains(&bare);
    has(SHELLS) || has(SCRIPTED)
}

/// Refuses what a pipe, a file or a here-document feeds to a program that runs
/// what it reads.
pub(super) fn check(words: &[CertainWord], fed: bool, here_document: bool) -> Certain<()> {
    let name = words[0].known().unwrap_or_default();
    let doubt = |what| Err(Doubt::at(words[0].range.start, what));
    if !fed && !here_document {
        return Ok(());
    }
    let interprets = is_interpreter(name);
    let reads = READERS.contains(&base(name));
    if here_document && (interprets || reads) {
        return doubt("a here-document for an interpreter");
    }
    let names_input = |word: &CertainWord| {
        word.known()
            .is_none_or(|text| text == "-" || text.contains("/dev/") || text.contains("/proc/"))
    };
    let told = TOLD.contains(&base(name)) || interprets;
    let has_script = words
        .get(1)
        .and_then(CertainWord::known)
        .is_some_and(|first| {
            matches!(first, "-c" | "-m" | "-e" | "-r")
                || !(first.is_empty() || first.starts_with(['-', '+']))
        });
    if reads || (interprets && !has_script) || (told && words[1..].iter().any(names_input)) {
        return doubt("an interpreter that reads its code");
    }
    Ok(())
}
