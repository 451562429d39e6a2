//! Reads the patches that agents apply (`*** Begin Patch`): each file of one is a Write or an
//! Edit of its own.

use snaphook_core::input::{Fields, InputError};

/// What a patch does to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchedFile {
    /// The file.
    pub path: String,
    /// The text that goes away; none for a new file.
    pub old: Option<String>,
    /// The text that comes in its place.
    pub new: String,
}

impl PatchedFile {
    /// The canonical tool: Write for a new file, Edit for others.
    #[must_use]
    pub fn tool(&self) -> &'static str {
        if self.old.is_none() { "Write" } else { "Edit" }
    }

    /// The canonical input of that tool.
    ///
    /// # Errors
    /// Never for texts; the type of the fields asks for it.
    pub fn tool_input(&self) -> Result<Fields, InputError> {
        let mut input = Fields::default();
        input.set("file_path", &self.path)?;
        match &self.old {
            None => input.set("content", &self.new)?,
            Some(old) => {
                input.set("old_string", old)?;
                input.set("new_string", &self.new)?;
            }
        }
        Ok(input)
    }
}

/// The files of a text that is a patch, with or without the line that begins one. A file
/// after the line that ends a patch counts, too: an applier may take that line for content.
pub(crate) fn files_of_open_patch(text: &str) -> Vec<PatchedFile> {
    let mut files: Vec<PatchedFile> = Vec::new();
    let mut ended = false;
    for line in text.lines() {
        let marker = line.trim();
        if marker.contains("*** Begin Patch") {
            ended = false;
        } else if line.starts_with("*** End Patch") {
            ended = true;
        } else if let Some(file) = file_of_marker(marker) {
            ended = false;
            files.push(file);
        } else if let (false, Some(file)) = (ended, files.last_mut()) {
            add_line(file, line);
        }
    }
    files
}

fn file_of_marker(marker: &str) -> Option<PatchedFile> {
    let path_after = |words: &str| {
        let path = marker.strip_prefix(words)?.trim();
        (!path.is_empty()).then(|| path.to_owned())
    };
    let file = |path: String, old: Option<&str>| PatchedFile {
        path,
        old: old.map(ToOwned::to_owned),
        new: String::new(),
    };
    path_after("*** Add File:")
        .map(|path| file(path, None))
        .or_else(|| path_after("*** Update File:").map(|path| file(path, Some(""))))
        .or_else(|| path_after("*** Delete File:").map(|path| file(path, Some(""))))
        .or_else(|| path_after("*** Move to:").map(|path| file(path, Some(""))))
}

fn add_line(file: &mut PatchedFile, line: &str) {
    if line.starts_with("@@") || line.starts_with("*** ") {
        return;
    }
    let (sign, text) = match line.chars().next() {
        Some(sign @ ('+' | '-' | ' ')) => (sign, &line[1..]),
        _ => (' ', line),
    };
    if sign != '+'
        && let Some(old) = &mut file.old
    {
        push_line(old, text);
    }
    if sign != '-' {
        push_line(&mut file.new, text);
    }
}

fn push_line(to: &mut String, line: &str) {
    to.push_str(line);
    to.push('\n');
}
