//! One settings file, from its path to its hooks.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::Scope;

use crate::finding::{Location, RelatedPlace};
use crate::format::Format;
use crate::guard_words::speaks_of_guard;
use crate::node::{Node, SyntaxError};
use crate::read::{FileReader, LoadContext, Settings};
use crate::source_text::SourceText;
use crate::sources::Sources;

/// Why a whole file could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It does not exist.
    #[error("{}: no such file", .0.display())]
    Missing(PathBuf),
    /// It is a folder.
    #[error("{}: this is a folder, not a settings file", .0.display())]
    Folder(PathBuf),
    /// It cannot be read.
    #[error("{}: failed to read: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It names a policy that must be in force, and is not.
    #[error("{}: {reason}", .path.display())]
    Policy {
        /// The settings file that names it.
        path: PathBuf,
        /// Why it is not in force.
        reason: String,
    },
    /// It is not JSON, or not YAML.
    #[error(
        "{location}: not valid {format}: {message}{}",
        .related.as_ref().map(|related| format!(" ({related})")).unwrap_or_default()
    )]
    Syntax {
        /// What it should be.
        format: Format,
        /// Where the reader noticed it.
        location: Location,
        /// What is wrong.
        message: String,
        /// What it belongs to, where that is elsewhere.
        related: Option<Box<RelatedPlace>>,
        /// Whether its text speaks of a guard.
        guard: bool,
    },
    /// It does not say, in its dialect, which hooks are meant.
    #[error("{location}: {message}")]
    NotMeant {
        /// Where.
        location: Location,
        /// What is missing.
        message: String,
        /// Whether its text speaks of a guard.
        guard: bool,
    },
    /// It is a lock file that cannot be used, or a file of a pack that is not what was
    /// locked.
    #[error("{message}")]
    Pack {
        /// The lock file, or the file of the pack.
        path: PathBuf,
        /// What is wrong, and what to do.
        message: String,
        /// Whether it has a guard, or may have one.
        guard: bool,
    },
    /// It is that, but not an object (in YAML, a mapping).
    #[error("{location}: settings must be {}, but this is {found}", .format.settings_shape())]
    NotAnObject {
        /// How it is written.
        format: Format,
        /// Where.
        location: Location,
        /// What it is.
        found: &'static str,
        /// Whether its text speaks of a guard.
        guard: bool,
    },
}

/// Reads a settings file.
///
/// # Errors
/// When nothing in it can be used. A bad entry among good ones is not an error
/// but a finding in the [`Settings`].
pub fn load(path: &Path, scope: Scope, loading: &mut LoadContext) -> Result<Settings, LoadError> {
    if let Some(root) = loading.dialect().program(path) {
        // Its digest is that of the hook's script.
        let _ = loading
            .sources
            .read(path, scope)
            .map_err(|source| LoadError::Unreadable {
                path: path.to_owned(),
                source,
            })?;
        let source = SourceText::new(path.into(), "");
        return Ok(FileReader::new(source, scope, loading).read(&root));
    }
    let text = read_text(path, Format::of(path), scope, &mut loading.sources)?;
    parse(path, &text, scope, loading)
}

/// The text of a file that is to be read in this format.
pub(crate) fn read_text(
    path: &Path,
    format: Format,
    scope: Scope,
    sources: &mut Sources,
) -> Result<String, LoadError> {
    text_of(path, format, sources.read(path, scope))
}

fn text_of(path: &Path, format: Format, read: io::Result<Arc<[u8]>>) -> Result<String, LoadError> {
    let bytes = read.map_err(|source| match source.kind() {
        ErrorKind::NotFound => LoadError::Missing(path.to_owned()),
        ErrorKind::IsADirectory => LoadError::Folder(path.to_owned()),
        _ if path.is_dir() => LoadError::Folder(path.to_owned()),
        _ => LoadError::Unreadable {
            path: path.to_owned(),
            source,
        },
    })?;
    let text = std::str::from_utf8(&bytes).map(str::to_owned);
    text.map_err(|error| {
        let valid = error.valid_up_to();
        let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default()).into_owned();
        LoadError::Syntax {
            format,
            location: SourceText::new(path.into(), &before).at(valid..valid),
            message: "it is not UTF-8 text".to_owned(),
            related: None,
            guard: speaks_of_guard(&bytes),
        }
    })
}

/// Reads settings from text; `path` says the format by its extension, and is
/// named in messages.
///
/// # Errors
/// As [`load`].
pub fn parse(
    path: &Path,
    text: &str,
    scope: Scope,
    loading: &mut LoadContext,
) -> Result<Settings, LoadError> {
    let (source, root) = parse_object(path, text)?;
    let root = canonical(&source, root, loading)?;
    Ok(FileReader::new(source, scope, loading).read(&root))
}

/// The tree that the file means in its dialect.
pub(crate) fn canonical(
    source: &SourceText,
    root: Node,
    loading: &LoadContext,
) -> Result<Node, LoadError> {
    loading
        .canonical(root)
        .map_err(|error| LoadError::NotMeant {
            location: source.at(error.span),
            message: error.message,
            guard: speaks_of_guard(source.text().as_bytes()),
        })
}

/// The text without a byte order mark, and its tree, which is an object.
pub(crate) fn parse_object(path: &Path, text: &str) -> Result<(SourceText, Node), LoadError> {
    let shown = without_mark(text);
    let format = Format::of(path);
    let source = SourceText::new(path.into(), shown);
    let root = match format {
        Format::Json => Node::parse_json(shown),
        Format::Yaml => Node::parse_yaml(shown),
        #[cfg(feature = "toml")]
        Format::Toml => Node::parse_toml(shown),
        #[cfg(not(feature = "toml"))]
        Format::Toml => Err(SyntaxError::new(
            "this program was built without TOML; enable the feature `toml` of snaphook-settings",
            0..0,
        )),
    };
    let root = root.map_err(|error| LoadError::syntax(format, &source, error))?;
    if root.members().is_none() {
        return Err(LoadError::NotAnObject {
            format,
            location: source.at(root.span.clone()),
            found: root.type_name(),
            guard: speaks_of_guard(shown.as_bytes()),
        });
    }
    Ok((source, root))
}

/// Reads only the hooks of a file, and its findings about them: what a plugin
/// brings beside them is its own.
///
/// # Errors
/// As [`load`].
pub fn load_hooks_of(
    path: &Path,
    scope: Scope,
    loading: &mut LoadContext,
) -> Result<Settings, LoadError> {
    let (source, root) = load_object(path, scope, &mut loading.sources)?;
    let root = canonical(&source, root, loading)?;
    Ok(FileReader::new(source, scope, loading).read_only_hooks(&root))
}

/// The tree of a file.
///
/// # Errors
/// As [`load`].
pub fn load_node(path: &Path) -> Result<Node, LoadError> {
    load_object(path, Scope::Project, &mut Sources::default()).map(|(_, root)| root)
}

/// The text of a file and its tree.
pub(crate) fn load_object(
    path: &Path,
    scope: Scope,
    sources: &mut Sources,
) -> Result<(SourceText, Node), LoadError> {
    parse_object(path, &read_text(path, Format::of(path), scope, sources)?)
}

/// A byte order mark would be an unexpected token on line 1.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl LoadError {
    /// The file that could not be used.
    #[must_use]
    pub fn file(&self) -> &Path {
        match self {
            Self::Missing(path)
            | Self::Folder(path)
            | Self::Unreadable { path, .. }
            | Self::Pack { path, .. }
            | Self::Policy { path, .. } => path,
            Self::Syntax { location, .. }
            | Self::NotMeant { location, .. }
            | Self::NotAnObject { location, .. } => &location.file,
        }
    }

    pub(crate) fn syntax(format: Format, source: &SourceText, error: SyntaxError) -> Self {
        Self::Syntax {
            format,
            location: source.at(error.span),
            message: error.message,
            related: error.related.map(|related| {
                Box::new(RelatedPlace {
                    message: related.message,
                    location: source.at(related.span),
                })
            }),
            guard: speaks_of_guard(source.text().as_bytes()),
        }
    }

    /// Whether the file may hold a guard, as far as anybody can know: its text
    /// speaks of one, or nobody could read it. One that is not there holds none.
    #[must_use]
    pub fn may_hold_guard(&self) -> bool {
        match self {
            Self::Missing(_) => false,
            Self::Folder(_) | Self::Unreadable { .. } | Self::Policy { .. } => true,
            Self::Syntax { guard, .. }
            | Self::NotMeant { guard, .. }
            | Self::Pack { guard, .. }
            | Self::NotAnObject { guard, .. } => *guard,
        }
    }
}
