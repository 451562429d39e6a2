//! What a person sees of decided changes, and the question whether to write them.

use std::io::{BufRead, IsTerminal, Write};

use similar::TextDiff;
use snaphook_install::{Draft, InstallError};

use crate::error::CommandError;
use crate::show::style;

/// An error of the installers: its help line is behind `help:`.
pub(crate) fn error(error: InstallError) -> CommandError {
    let text = error.to_string();
    match text.split_once("; help: ") {
        Some((message, help)) => CommandError::new(message).help(help),
        None => CommandError::new(text),
    }
}

/// Prints the difference of every file.
pub(super) fn print_changes(draft: &Draft) {
    for change in draft.changes() {
        let path = style::one_line(&change.path.display().to_string());
        let (old, new) = (
            change.before.as_deref().unwrap_or_default(),
            change.after.as_deref().unwrap_or_default(),
        );
        let header = |there: bool| if there { &*path } else { "/dev/null" };
        let diff = TextDiff::from_lines(old, new);
        let mut unified = diff.unified_diff();
        let unified = unified.header(
            header(change.before.is_some()),
            header(change.after.is_some()),
        );
        for line in unified.to_string().lines() {
            let colour = match line.as_bytes().first() {
                Some(b'+') => style::GOOD,
                Some(b'-') => style::BAD,
                _ => style::DIM,
            };
            crate::say!("{colour}{}{colour:#}", style::plain(line));
        }
    }
}

/// Asks at the terminal whether to write the changes.
pub(super) fn confirmed(draft: &Draft) -> Result<bool, CommandError> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(CommandError::new(
            "nothing was written: stdin is not a terminal, so no question can be asked",
        )
        .help("run it at a terminal, or pass --yes after you have read the above"));
    }
    let count = draft.changes().count();
    let files = if count == 1 { "file" } else { "files" };
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "Write {count} {files}? [y/N] ");
    let _ = stderr.flush();
    let mut answer = String::new();
    let read = stdin.lock().read_line(&mut answer);
    read.map_err(|error| CommandError::new(format!("failed to read the answer: {error}")))?;
    let answer = answer.trim().to_lowercase();
    Ok(answer == "y" || answer == "yes")
}
