//! Where the commands of a line may be by the time they read or write.
//!
//! Every `cd` may fail, or be in a subshell, so what counts is the set of all
//! folders that some of them in their order lead to. Where the order is not
//! that of the text (loops, functions, traps) a `cd` to a relative folder may
//! lead anywhere.

use crate::{SimpleCommand, Word};

use super::target::PathTarget;

const CHANGES_FOLDER: &[&str] = &["cd", "pushd", "popd", "chdir"];

/// Wrappers that run what is behind them where they are.
const STAYS: &[&str] = &[
    "sh", "bash", "dash", "ksh", "zsh", "ash", "mksh", "eval", "command", "builtin", "exec",
    "time", "nice", "nohup", "timeout", "stdbuf", "ionice", "setsid", "xargs", "env", "sudo",
];

/// More folders than this are not counted.
const MOST_FOLDERS: usize = 32;

/// Where the commands of a line may be, beside the cwd.
#[derive(Debug)]
pub(super) struct ReachedFolders {
    folders: Vec<String>,
    complete: bool,
    /// A wrapper of the line is told where to go.
    sent: bool,
}

impl ReachedFolders {
    pub(super) fn of(commands: &[SimpleCommand], source: &str) -> Self {
        let mut moves = Self {
            folders: Vec::new(),
            complete: true,
            sent: commands.iter().any(sends),
        };
        let straight = is_straight(commands, source);
        for command in commands {
            match command.words().first().map(|name| (name, name.known())) {
                None => {}
                Some((_, Some(name))) if CHANGES_FOLDER.contains(&name) => {
                    moves.follow(folder(command, source), straight);
                }
                Some((_, Some(_))) => {}
                // One that is not known may be a `cd`, unless it is a path.
                Some((name, None)) => {
                    let is_path = name.to_string().contains('/');
                    moves.complete &= is_path;
                }
            }
        }
        moves
    }

    fn follow(&mut self, to: CdTarget, straight: bool) {
        let (to, known) = match to {
            CdTarget::Nowhere => return self.complete = false,
            CdTarget::Likely(folder) => (folder, false),
            CdTarget::WorkingFolder(folder) => (folder, true),
        };
        let absolute = to.starts_with('/');
        self.complete &= known && (absolute || straight);
        let mut reached = vec![to.clone()];
        if !absolute && !to.starts_with('~') {
            reached.extend(self.folders.iter().map(|from| join(from, &to)));
        }
        reached.retain(|folder| !self.folders.contains(folder));
        self.folders.extend(reached);
        if self.folders.len() > MOST_FOLDERS {
            self.folders.truncate(MOST_FOLDERS);
            self.complete = false;
        }
    }

    pub(super) fn folders(&self) -> &[String] {
        &self.folders
    }

    /// Whether the cwd and these folders are all that there may be.
    pub(super) fn complete(&self) -> bool {
        self.complete
    }

    /// Whether the wrappers of a command leave it where they are.
    pub(super) fn stays(&self, command: &SimpleCommand) -> bool {
        let stays = |name: &String| {
            let base = base(name);
            STAYS.contains(&base) && !(self.sent && matches!(base, "env" | "sudo"))
        };
        command.via().iter().all(stays)
    }
}

/// Where a `cd` goes.
enum CdTarget {
    WorkingFolder(String),
    /// There, if nothing of the line says otherwise.
    Likely(String),
    /// Nobody knows.
    Nowhere,
}

fn folder(command: &SimpleCommand, source: &str) -> CdTarget {
    let mut words = command.words().iter();
    let name = words.next().and_then(Word::known);
    let mut words = words
        .skip_while(|word| matches!(word.known(), Some("-L" | "-P" | "-e" | "-@")))
        .peekable();
    words.next_if(|word| word.known() == Some("--"));
    match (words.next(), words.next()) {
        (None, _) if name == Some("cd") => CdTarget::Likely("~".to_owned()),
        (Some(word), None) => match word.known() {
            Some(folder) if folder.is_empty() || folder.starts_with(['-', '+']) => {
                CdTarget::Nowhere
            }
            Some(folder) => CdTarget::WorkingFolder(folder.to_owned()),
            None => match PathTarget::of(word, source) {
                PathTarget::Likely(folder) => CdTarget::Likely(folder),
                _ => CdTarget::Nowhere,
            },
        },
        _ => CdTarget::Nowhere,
    }
}

/// Whether relative moves happen in the order of the text, once each, and start
/// from where one is.
fn is_straight(commands: &[SimpleCommand], source: &str) -> bool {
    let moves = |command: &&SimpleCommand| {
        let name = command.words().first().and_then(Word::known);
        name.is_some_and(|name| CHANGES_FOLDER.contains(&name))
    };
    let behind = commands.iter().filter(moves).any(|c| !c.via().is_empty());
    let squeezed: String = source.replace("\\\n", "").split_whitespace().collect();
    let again = ["done", "function", "()", "CDPATH"];
    !behind && !again.iter().any(|word| squeezed.contains(word))
}

/// Whether a wrapper is told to go somewhere: `env -C`, `sudo -D`, `sudo -i`.
fn sends(command: &SimpleCommand) -> bool {
    let mut words = command.words().iter();
    let name = words.next().and_then(Word::known).unwrap_or_default();
    let letters: &[char] = match base(name) {
        "env" => &['C'],
        "sudo" => &['D', 'R', 'i'],
        _ => return false,
    };
    words.any(|word| {
        let text = word.to_string();
        match (
            word.known(),
            text.strip_prefix("--"),
            text.strip_prefix('-'),
        ) {
            (None, ..) => true,
            (_, Some(long), _) => long.starts_with("ch") || long.starts_with("lo"),
            (_, _, Some(short)) => short.contains(letters),
            _ => false,
        }
    })
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// A path that starts from a folder.
pub(super) fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    format!("{}/{path}", folder.trim_end_matches('/'))
}
