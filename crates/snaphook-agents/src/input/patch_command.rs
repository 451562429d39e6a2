//! Finds the patches inside a shell command (`cd sub && apply_patch <<EOF`), and the folders
//! that their paths may be relative to. Where the text does not say for sure which files a
//! patch changes, it says so: then every guard has to run.

use super::patch::{PatchedFile, files_of_open_patch};

/// The markers that a patch begins its files with.
const MARKERS: &[&str] = &[
    "*** Add File:",
    "*** Update File:",
    "*** Delete File:",
    "*** Move to:",
];

/// Programs that apply such a patch.
const PROGRAMS: &[&str] = &["apply_patch", "applypatch"];

/// The files that the patches in a command change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandPatch {
    /// The files, once for each folder that their paths may be relative to.
    pub files: Vec<PatchedFile>,
    /// Whether these are all files, as far as the text shows.
    pub certain: bool,
}

/// Reads the patches in a command. `folder` is where the command runs, if the call says so.
#[must_use]
pub fn patch_in_command(command: &str, folder: Option<&str>) -> CommandPatch {
    let begins = command.find("*** Begin Patch");
    let marker = MARKERS
        .iter()
        .filter_map(|marker| command.find(marker))
        .min();
    let Some(at) = begins.into_iter().chain(marker).min() else {
        // The patch may come from a file, a variable or another program.
        return CommandPatch {
            files: Vec::new(),
            certain: !PROGRAMS.iter().any(|program| command.contains(program)),
        };
    };
    let (before, text) = command.split_at(at);
    let mut files = files_of_open_patch(text);
    let plain = files.len();
    // Quotes of the shell may hold escaped ends of lines, or one argument for each line.
    for piece in text.replace("\\n", "\n").lines() {
        files.extend(quoted_file(piece, &files));
    }
    let (folders, known) = folders_of(before, folder);
    let unclear = |file: &PatchedFile| file.path.contains(['$', '`', '*', '?', '\\']);
    let certain = known && plain == files.len() && plain > 0 && !files.iter().any(unclear);
    let placed = folders.iter().flat_map(|folder| {
        let place = |file: &PatchedFile| PatchedFile {
            path: join(folder, &file.path),
            ..file.clone()
        };
        files.iter().map(place).collect::<Vec<_>>()
    });
    let mut all: Vec<PatchedFile> = Vec::new();
    for file in placed {
        if !all.contains(&file) {
            all.push(file);
        }
    }
    CommandPatch {
        files: all,
        certain,
    }
}

/// A file whose marker stands inside a line, up to the quote that ends it; none that is
/// known already.
fn quoted_file(line: &str, known: &[PatchedFile]) -> Option<PatchedFile> {
    let found = MARKERS.iter().find_map(|marker| line.split_once(marker));
    let (_, path) = found?;
    let path = path.trim();
    if known.iter().any(|file| file.path == path) {
        return None;
    }
    let path = path.split(['\'', '"']).next().unwrap_or_default().trim();
    let new = !path.is_empty() && known.iter().all(|file| file.path != path);
    new.then(|| PatchedFile {
        path: path.to_owned(),
        old: Some(String::new()),
        new: String::new(),
    })
}

/// The folders that a command may be in after these words, and whether they are all that
/// come into question.
fn folders_of(before: &str, folder: Option<&str>) -> (Vec<String>, bool) {
    let base = folder.unwrap_or_default().to_owned();
    let mut folders = vec![base.clone()];
    let mut known = true;
    let mut now = base.clone();
    let separators =
        |c: char| c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')' | '{' | '}');
    let mut words = before.split(separators).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if !matches!(
            word.trim_matches(['\'', '"', '\\']),
            "cd" | "pushd" | "popd" | "chdir"
        ) {
            continue;
        }
        let to = words.find(|word| *word != "--").unwrap_or_default();
        let plain = to.trim_matches(['\'', '"']);
        let unclear =
            plain.is_empty() || plain.contains(['$', '`', '~', '*', '?', '\\', '\'', '"']);
        if unclear || plain.starts_with('-') || word.contains("popd") {
            known = false;
            continue;
        }
        now = join(&now, plain);
        // In a subshell, or after a command that failed, it is another one.
        folders.extend([now.clone(), join(&base, plain)]);
    }
    folders.dedup();
    (folders, known)
}

/// A path in a folder.
fn join(folder: &str, path: &str) -> String {
    match folder {
        "" => path.to_owned(),
        _ if path.starts_with('/') => path.to_owned(),
        folder => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}
