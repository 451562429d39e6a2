//! The files that a command line reads and writes by redirections, which rules
//! for commands do not see: `ls > ~/.bashrc` is an `ls`.
//!
//! A target is tested like a call of a file tool: as `Read`, and as `Write` and
//! `Edit`. Relative targets start from the cwd, and from every folder that a
//! `cd` of the line names.

use serde_json::{Value, json};
use snaphook_rules::{Analysis, SimpleCommand, Subject, Word};

/// The tools whose calls do the same as a redirection that writes, or reads.
pub(crate) const TOOLS: [&[&str]; 2] = [WRITES, READS];
const WRITES: &[&str] = &["Write", "Edit"];
const READS: &[&str] = &["Read"];

/// Where output may go without being written anywhere.
const NOWHERE: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];
const CHANGES_FOLDER: &[&str] = &["cd", "pushd", "popd", "chdir"];

/// A redirection of a command line.
#[derive(Debug, Clone)]
pub(crate) struct Redirect {
    /// The tools whose call does the same.
    pub tools: &'static [&'static str],
    /// What they would be called with, for every file that may be meant.
    pub inputs: Vec<Value>,
    /// Whether these are all that may be meant.
    pub known: bool,
}

impl Redirect {
    /// Whether it writes.
    pub(crate) fn writes(&self) -> bool {
        self.tools == WRITES
    }
}

/// The redirections of a call of a shell that reach a file.
pub(crate) fn redirects(subject: &Subject<'_>) -> Vec<Redirect> {
    if subject.shell_command().is_none() {
        return Vec::new();
    }
    let Analysis::Commands(commands) = subject.analysis() else {
        return Vec::new();
    };
    let moves = Moves::of(commands);
    let of = |tools: &'static [&'static str], targets: &[Word]| -> Vec<Redirect> {
        let reaches = |word: &&Word| word.known().is_none_or(|path| !NOWHERE.contains(&path));
        targets
            .iter()
            .filter(reaches)
            .map(|word| moves.redirect(tools, word))
            .collect()
    };
    commands
        .iter()
        .flat_map(|command| {
            let mut found = of(WRITES, command.writes());
            found.extend(of(READS, command.reads()));
            found
        })
        .collect()
}

/// Where the commands of a line may be by the time they write.
struct Moves {
    folders: Vec<String>,
    known: bool,
}

impl Moves {
    fn of(commands: &[SimpleCommand]) -> Self {
        let mut moves = Self {
            folders: Vec::new(),
            known: true,
        };
        for command in commands {
            let Some(name) = command.words().first().and_then(Word::known) else {
                // Whatever it is, a command by itself moves nobody; but one that
                // is not known may be a `cd`.
                moves.known &= command.words().is_empty();
                continue;
            };
            if CHANGES_FOLDER.contains(&name) {
                // One `cd` may follow another: from then on nobody counts.
                moves.known = false;
                let folders = command.words().iter().skip(1).filter_map(Word::known);
                let folders = folders.filter(|word| !word.starts_with('-'));
                moves.folders.extend(folders.map(str::to_owned));
            }
        }
        moves
    }

    fn redirect(&self, tools: &'static [&'static str], word: &Word) -> Redirect {
        let input = |path: String| json!({ "file_path": path });
        let Some(path) = word.known() else {
            return Redirect {
                tools,
                inputs: Vec::new(),
                known: false,
            };
        };
        let absolute = path.starts_with('/');
        let elsewhere = self.folders.iter().filter(|_| !absolute);
        Redirect {
            tools,
            inputs: std::iter::once(path.to_owned())
                .chain(elsewhere.map(|folder| format!("{folder}/{path}")))
                .map(input)
                .collect(),
            known: absolute || self.known,
        }
    }
}
