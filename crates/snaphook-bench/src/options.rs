//! What a run is asked for.
//!
//! `cargo bench -- --quick` measures shortly, `cargo bench -- command http` only
//! subjects whose name has one of the words, and `UPDATE_DOCS=1 cargo bench` writes
//! the files under `docs/src/`. `--program=PATH` names a command that is there already.

use std::ffi::OsString;
use std::path::PathBuf;

/// How to run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BenchOptions {
    /// A few rounds only: to see that everything works.
    pub quick: bool,
    /// Write the pages of the documentation.
    pub update_docs: bool,
    /// Only subjects that have one of these words in their name.
    pub only: Vec<String>,
    /// The command whose start is measured; `None`: cargo builds it.
    pub program: Option<PathBuf>,
    /// Do the work of one row so often and end: for a tool that counts
    /// instructions.
    pub count: Option<(String, usize)>,
}

impl BenchOptions {
    /// Reads arguments as cargo and people give them.
    pub fn read(args: impl IntoIterator<Item = OsString>, update_docs: bool) -> Self {
        let mut options = Self {
            update_docs,
            ..Self::default()
        };
        for arg in args {
            let arg = arg.to_string_lossy().into_owned();
            match arg
                .strip_prefix("--count=")
                .and_then(|it| it.split_once(':'))
            {
                Some((row, times)) => {
                    options.count = times.parse().ok().map(|times| (row.to_owned(), times));
                }
                None if arg.starts_with("--program=") => {
                    options.program = arg.strip_prefix("--program=").map(PathBuf::from);
                }
                // Cargo's own.
                None if arg == "--bench" => {}
                None if arg == "--quick" => options.quick = true,
                None => options.only.push(arg),
            }
        }
        options
    }

    /// Whether a subject is wanted.
    #[must_use]
    pub fn wants(&self, subject: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|word| subject.contains(word.as_str()))
    }

    /// So many rounds, or few.
    #[must_use]
    pub fn rounds(&self, rounds: usize) -> usize {
        if self.quick {
            rounds.div_ceil(50).max(2)
        } else {
            rounds
        }
    }
}
