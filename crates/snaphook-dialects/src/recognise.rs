//! Which dialect a project, or a settings file, is written in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_settings::{Claude, Dialect, FileState, Folders, Loading, discover, load_node};

use crate::{ALL, named};

/// A dialect, and what it was recognised by.
#[derive(Debug, Clone)]
pub struct Recognised {
    /// The dialect.
    pub dialect: Arc<dyn Dialect>,
    /// The file that shows it; none where nothing says otherwise, and the
    /// default dialect is taken.
    pub by: Option<PathBuf>,
}

impl Recognised {
    fn default_dialect() -> Self {
        Self {
            dialect: Arc::new(Claude),
            by: None,
        }
    }
}

/// The dialect of these settings files; without any, that of the project: the
/// first dialect that has settings of its own there.
#[must_use]
pub fn recognise(named_files: &[PathBuf], world: &Folders<'_>) -> Recognised {
    if !named_files.is_empty() {
        return named_files
            .iter()
            .find_map(|file| by_content(file))
            .unwrap_or_else(Recognised::default_dialect);
    }
    let project = Folders {
        home: None,
        config: None,
        ..*world
    };
    ALL.iter()
        .find_map(|dialect| {
            let places = dialect.places(&project);
            let found = discover(&places, &[], &mut Loading::of(named(dialect.name())?));
            let own = found.files.iter().find(|file| {
                let there = !matches!(file.state, FileState::Absent);
                there
                    && places
                        .project
                        .as_ref()
                        .is_some_and(|root| file.path.starts_with(root))
            })?;
            Some(Recognised {
                dialect: named(dialect.name())?,
                by: Some(own.path.clone()),
            })
        })
        .unwrap_or_else(Recognised::default_dialect)
}

/// The dialect that a file is surely written in.
fn by_content(file: &Path) -> Option<Recognised> {
    let root = load_node(file).ok()?;
    // The default dialect is what remains when no other is sure.
    let others = ALL.iter().skip(1);
    let dialect = others
        .copied()
        .find(|dialect| dialect.recognises(file, &root))?;
    Some(Recognised {
        dialect: named(dialect.name())?,
        by: Some(file.to_owned()),
    })
}
