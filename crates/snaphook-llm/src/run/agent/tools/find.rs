//! `find_files`

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use super::toolbox::Toolbox;
use crate::run::agent::page::Page;
use crate::run::agent::walk::FileWalk;

#[derive(Deserialize)]
pub(super) struct FindArgs {
    glob: String,
    path: Option<String>,
}

pub(super) fn run(
    toolbox: &Toolbox,
    args: FindArgs,
    mut page: Page,
    stop: &CancellationToken,
) -> Result<String, String> {
    let wanted = GlobFilter::new(&args.glob)?;
    let base = toolbox.folders.real(args.path.as_deref().unwrap_or("."))?;
    let mut walk = FileWalk::below(&base, stop);
    for file in walk.by_ref() {
        if wanted.is(&file, &base) && !page.line(&toolbox.folders.show(&file)) {
            page.note("there are more: ask more narrowly");
            return Ok(page.into_text());
        }
    }
    if walk.cut {
        page.note("there are more files than were looked at: search a smaller folder");
    } else if page.is_empty() {
        page.note("no file matches");
    }
    Ok(page.into_text())
}

/// A glob over paths below a folder; one without a slash is about names.
pub(super) struct GlobFilter {
    glob: GlobMatcher,
    names: bool,
}

impl GlobFilter {
    pub(super) fn new(glob: &str) -> Result<Self, String> {
        let built = GlobBuilder::new(glob.trim_start_matches("./"))
            .literal_separator(true)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Self {
            glob: built.compile_matcher(),
            names: !glob.contains('/'),
        })
    }

    pub(super) fn is(&self, file: &Path, base: &Path) -> bool {
        let tested = if self.names {
            file.file_name().map(Path::new)
        } else {
            file.strip_prefix(base).ok()
        };
        tested.is_some_and(|path| self.glob.is_match(path))
    }
}
