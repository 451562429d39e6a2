//! What a script's own text says of the files beside it, as a pure function.
//!
//! Trust covers the files that a definition names. A script may load others
//! from its own folder; where its text names them plainly they are covered, too.
//! Where it only says that it looks beside itself, nobody can tell what it
//! loads: such a script *needs its place*, it is not run from a copy, and a
//! person is told.
//!
//! | language | names a file plainly | needs its place |
//! |---|---|---|
//! | shell | `"$(dirname "$0")"/lib.sh`, `"$DIR/lib.sh"` where `DIR` is that folder; `. "$CLAUDE_PROJECT_DIR"/lib.sh`, `source hooks/lib.sh`, which stay in their place | any other `$0`, `BASH_SOURCE` |
//! | Python | `import lib` | `__file__`, `sys.path`, `importlib` and their like |
//! | JavaScript | `require('./lib')`, `import … from './lib.mjs'` | packages, `__dirname`, `import.meta` and their like |
//! | other | nothing | any word for its own place, `require`, `include` |
//!
//! This is no parser. A file too many is covered for no use; a script too many
//! that needs its place runs there, and is looked at again.

mod kind;
mod node;
mod other;
mod python;
mod shell;

pub(crate) use kind::Kind;

/// What a script says of the files beside it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct References {
    pub(crate) siblings: Vec<Sibling>,
    /// The word by which it looks beside itself in another way.
    pub(crate) needs_place: Option<String>,
    /// The files that it reads as a part of itself by their paths from the
    /// project, wherever it stands.
    pub(crate) in_project: Vec<String>,
    /// Whether a `package.json` above it says how it is read.
    pub(crate) reads_package: bool,
}

/// A file beside a script, by its path from the script's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sibling {
    /// What the script calls it.
    pub(crate) name: String,
    /// The paths that may be meant, the first that is there: with a slash at its
    /// end a folder, with all that is in it.
    pub(crate) candidates: Vec<String>,
    /// Whether the script cannot mean anything else: without the file, it needs
    /// its place.
    pub(crate) sure: bool,
}

impl References {
    /// What a script of this kind says.
    pub(crate) fn of(kind: Kind, bytes: &[u8]) -> Self {
        match kind {
            Kind::Program => other::program(bytes),
            Kind::Data => Self::default(),
            _ => {
                let text = String::from_utf8_lossy(bytes);
                match kind {
                    Kind::Shell => shell::references(&text),
                    Kind::Python => python::references(&text),
                    Kind::Node { module } => node::references(&text, module),
                    Kind::Other | Kind::Program | Kind::Data => other::references(&text),
                }
            }
        }
    }

    fn need_place(&mut self, word: &str) {
        self.needs_place.get_or_insert_with(|| word.to_owned());
    }
}

/// The first of these words that a text holds.
fn first_of<'w>(text: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().find(|word| text.contains(word))
}
