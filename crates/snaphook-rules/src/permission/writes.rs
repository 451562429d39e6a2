//! Whether a command line is known to write files: the mode `plan` denies those.

use crate::{ContentKind, SimpleCommand, Subject, Word};

/// Where output may go without being written anywhere.
const NOWHERE: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/// Commands that write, move or remove files, whatever their options.
const WRITERS: &[&str] = &[
    "chgrp", "chmod", "chown", "cp", "dd", "install", "ln", "mkdir", "mkfifo", "mktemp", "mv",
    "patch", "rm", "rmdir", "rsync", "shred", "split", "tee", "touch", "truncate", "unlink",
    "unzip",
];

/// Whether some command of the line is known to write files.
#[must_use]
pub fn writes_files(subject: &Subject<'_>) -> bool {
    if !matches!(subject.kind(), ContentKind::Bash | ContentKind::PowerShell) {
        return false;
    }
    subject.analysis().commands().iter().any(writes)
}

fn writes(command: &SimpleCommand) -> bool {
    let reaches = |word: &Word| word.known().is_none_or(|path| !NOWHERE.contains(&path));
    let mut words = command.words().iter();
    let name = words.next().and_then(Word::known).unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or(name);
    let in_place = |word: &Word| {
        let text = word.to_string();
        let short = text.starts_with('-') && !text.starts_with("--");
        text.starts_with("--in-place") || (short && text.contains('i'))
    };
    command.writes().iter().any(reaches)
        || WRITERS.contains(&name)
        || (matches!(name, "sed" | "gsed" | "perl") && words.any(in_place))
}
