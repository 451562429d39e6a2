//! One settings file, from its path to its hooks.

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use crate::finding::Location;
use crate::node::Node;
use crate::read::{FileReader, Numbering, Settings};
use crate::source_text::SourceText;

/// Why a whole file could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It does not exist.
    #[error("{}: no such settings file; check the path", .0.display())]
    Missing(PathBuf),
    /// It is a folder.
    #[error("{}: this is a folder; name the settings file in it", .0.display())]
    Folder(PathBuf),
    /// It cannot be read.
    #[error("{}: cannot be read: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It is not JSON.
    #[error("{location}: not valid JSON: {message}")]
    Syntax {
        /// Where.
        location: Location,
        /// What is wrong.
        message: String,
    },
    /// It is JSON, but not an object.
    #[error(
        "{location}: settings must be an object like {{\"hooks\": {{…}}}}, but this is {found}"
    )]
    NotAnObject {
        /// Where.
        location: Location,
        /// What it is.
        found: &'static str,
    },
}

/// Reads a settings file.
///
/// # Errors
/// When nothing in it can be used. A bad entry among good ones is no error
/// but a finding in the [`Settings`].
pub fn load(path: &Path, scope: Scope, numbering: &mut Numbering) -> Result<Settings, LoadError> {
    let bytes = std::fs::read(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => LoadError::Missing(path.to_owned()),
        std::io::ErrorKind::IsADirectory => LoadError::Folder(path.to_owned()),
        _ if path.is_dir() => LoadError::Folder(path.to_owned()),
        _ => LoadError::Unreadable {
            path: path.to_owned(),
            source,
        },
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        LoadError::Syntax {
            location: SourceText::new(path.into(), &before).at(valid..valid),
            message: "it is not UTF-8 text".to_owned(),
        }
    })?;
    parse(path, &text, scope, numbering)
}

/// Reads settings from text; `path` is only for messages.
///
/// # Errors
/// As [`load`].
pub fn parse(
    path: &Path,
    text: &str,
    scope: Scope,
    numbering: &mut Numbering,
) -> Result<Settings, LoadError> {
    // A byte order mark would be an unexpected token on line 1.
    let shown = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = SourceText::new(path.into(), shown);
    let root = Node::parse_json(shown).map_err(|error| LoadError::Syntax {
        location: source.at(error.span),
        message: error.message,
    })?;
    if root.members().is_none() {
        return Err(LoadError::NotAnObject {
            location: source.at(root.span.clone()),
            found: root.described(),
        });
    }
    Ok(FileReader::new(source, scope, numbering).read(&root))
}
