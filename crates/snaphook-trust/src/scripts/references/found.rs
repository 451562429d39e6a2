//! The references that are found in a script.

use super::kind::ScriptLanguage;
use super::{node, other, python, shell};

/// The files beside a script that its text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct References {
    pub(crate) siblings: Vec<Sibling>,
    /// The word that shows that the script looks beside itself in another way.
    pub(crate) needs_place: Option<String>,
    /// The paths, from the project's folder, of files that the script reads as a
    /// part of itself, wherever the script is.
    pub(crate) in_project: Vec<String>,
    /// Whether a `package.json` above the script decides how it is read.
    pub(crate) reads_package: bool,
}

/// A file beside a script, by its path from the script's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sibling {
    /// The name by which the script refers to the file.
    pub(crate) name: String,
    /// The paths that the name may mean; the first that exists counts. A path that
    /// ends with a slash is a folder with everything in it.
    pub(crate) candidates: Vec<String>,
    /// Whether the name can only mean this file. If it does not exist, the script
    /// needs its place.
    pub(crate) sure: bool,
}

impl References {
    /// Reads the references in a script of this kind.
    pub(crate) fn of(kind: ScriptLanguage, bytes: &[u8]) -> Self {
        match kind {
            ScriptLanguage::Program => other::program(bytes),
            ScriptLanguage::Data => Self::default(),
            _ => {
                let text = String::from_utf8_lossy(bytes);
                match kind {
                    ScriptLanguage::Shell => shell::references(&text),
                    ScriptLanguage::Python => python::references(&text),
                    ScriptLanguage::Node { module } => node::references(&text, module),
                    ScriptLanguage::Other | ScriptLanguage::Program | ScriptLanguage::Data => {
                        other::references(&text)
                    }
                }
            }
        }
    }

    pub(super) fn need_place(&mut self, word: &str) {
        self.needs_place.get_or_insert_with(|| word.to_owned());
    }
}

/// Finds the first of these words that the text contains.
pub(super) fn first_of<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().find(|word| text.contains(word))
}
