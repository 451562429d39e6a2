//! What one command reads and writes, from the table that knows it.

use super::path::FilePath;
use super::row::EffectRow;
use super::{edits, find, git, programs, system_rows, text_rows};
use crate::certain::line::CertainWord;

/// The files that a command reads and writes. One that writes none is read-only.
#[derive(Debug, Clone, Default)]
pub(in crate::certain) struct FileEffect {
    pub reads: Vec<FilePath>,
    pub writes: Vec<FilePath>,
    /// What it puts elsewhere with all that is in it, and where.
    pub carries: Vec<FilePath>,
    pub carried_to: Vec<FilePath>,
    /// It goes by the repository that it finds where it is.
    pub repository: bool,
    /// It may be a program that files of the project choose.
    pub chosen_by_project: bool,
    /// It follows the links in folders that it reads.
    pub follows_links: bool,
}

/// What a command does to files; `None` if that is not known. Its name is
/// known, and it runs no other command.
pub(in crate::certain) fn of(words: &[CertainWord]) -> Option<FileEffect> {
    edits::of(words).or_else(|| reads(words))
}

fn reads(words: &[CertainWord]) -> Option<FileEffect> {
    let name = words.first()?.known()?;
    let is_echo = name == "echo";
    if !is_echo && words.iter().any(CertainWord::has_expansion) {
        return None;
    }
    let reads = match name {
        "git" => git::reads(words)?,
        "find" => find::reads(words)?,
        "docker" => {
            let (_, rest) = words.split_first()?;
            row(&format!("docker {}", rest.first()?.known()?))?.reads(rest)?
        }
        _ if programs::is_version(words) => Vec::new(),
        _ => row(name)?.reads(words)?,
    };
    Some(FileEffect {
        reads,
        repository: name == "git",
        chosen_by_project: !matches!(name, "git" | "docker") && programs::is_version(words),
        follows_links: name == "diff" && !says(words, "--no-dereference"),
        ..FileEffect::default()
    })
}

fn says(words: &[CertainWord], option: &str) -> bool {
    words.iter().any(|word| word.known() == Some(option))
}

fn row(name: &str) -> Option<&'static EffectRow> {
    let tables = [text_rows::ROWS, system_rows::ROWS, programs::ROWS];
    let mut rows = tables.into_iter().flatten();
    rows.find(|row| row.names.contains(&name))
}
