//! The files that a command line reads and writes by redirections, which rules
//! for commands do not see: `ls > ~/.bashrc` is an `ls`.
//!
//! A target is tested like a call of a file tool: as `Read`, and as `Write` and
//! `Edit`. Relative targets start from the cwd, and from every folder that a
//! `cd` of the line may lead to. A part of the line that cannot be read may
//! write and read any file.

mod moves;

use crate::{ContentKind, Gap, Piece, Subject, Word};
use serde_json::{Value, json};

use moves::Moves;

/// The tools whose calls do the same as a redirection that writes, or reads.
pub(crate) const TOOLS: [&[&str]; 2] = [WRITES, READS];
const WRITES: &[&str] = &["Write", "Edit"];
const READS: &[&str] = &["Read"];

/// Where output may go without being written anywhere.
const NOWHERE: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"];

/// A redirection of a command line.
#[derive(Debug, Clone)]
pub(crate) struct Redirect {
    /// The tools whose call does the same.
    pub tools: &'static [&'static str],
    /// What they would be called with, for every file that may be meant.
    pub inputs: Vec<Value>,
    /// Whether these are all that may be meant.
    pub complete: bool,
    /// Whether there is such a redirection for certain.
    pub sure: bool,
}

impl Redirect {
    /// One that may be there, and may go anywhere.
    fn feared(tools: &'static [&'static str]) -> Self {
        Self {
            tools,
            inputs: Vec::new(),
            complete: false,
            sure: false,
        }
    }
}

/// The redirections of a call of a shell that reach a file.
pub(crate) fn redirects(subject: &Subject<'_>) -> Vec<Redirect> {
    if !matches!(subject.kind(), ContentKind::Bash | ContentKind::PowerShell) {
        return Vec::new();
    }
    let analysis = subject.analysis();
    let commands = analysis.commands();
    let source = subject.command().unwrap_or_default();
    let moves = Moves::of(commands, source);
    let mut found: Vec<Redirect> = match analysis.unknown() {
        [] => Vec::new(),
        _ => TOOLS.into_iter().map(Redirect::feared).collect(),
    };
    for command in commands {
        for (tools, targets) in [(WRITES, command.writes()), (READS, command.reads())] {
            let reaches = |word: &&Word| word.known().is_none_or(|path| !NOWHERE.contains(&path));
            let stays = moves.stays(command);
            let of = |word| redirect(tools, word, source, &moves, stays);
            found.extend(targets.iter().filter(reaches).map(of));
        }
    }
    found
}

fn redirect(
    tools: &'static [&'static str],
    word: &Word,
    source: &str,
    moves: &Moves,
    stays: bool,
) -> Redirect {
    let input = |path: String| json!({ "file_path": path });
    let Some(path) = word.known() else {
        let meant = expanded(word, source);
        return Redirect {
            tools,
            inputs: meant.into_iter().map(input).collect(),
            complete: false,
            sure: true,
        };
    };
    let absolute = path.starts_with('/');
    let elsewhere = moves.folders().iter().filter(|_| !absolute);
    Redirect {
        tools,
        inputs: std::iter::once(path.to_owned())
            .chain(elsewhere.map(|folder| moves::join(folder, path)))
            .map(input)
            .collect(),
        complete: absolute || (stays && moves.complete()),
        sure: true,
    }
}

/// What `~/x`, `$HOME/x` and `$PWD/x` most likely mean, as a path that starts
/// from the home folder or the cwd. Likely and no more: a line may set them.
fn expanded(word: &Word, source: &str) -> Option<String> {
    let rest = match word.pieces() {
        [Piece::Gap(Gap::One | Gap::Many)] => "",
        [Piece::Gap(Gap::One | Gap::Many), Piece::Text(rest)] if rest.starts_with('/') => rest,
        _ => return None,
    };
    let written: String = source.get(word.range())?.replace('"', "");
    let name = written.strip_suffix(rest)?;
    let start = match name {
        "~" | "$HOME" | "${HOME}" => "~",
        "~+" | "$PWD" | "${PWD}" => ".",
        _ => return None,
    };
    Some(format!("{start}{rest}"))
}
