//! `test --sandbox` and `check --sandbox`: which hooks run in a sandbox as they are, found
//! out by running their cases there. A case that fails without a sandbox, too, says nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::outcome::Status;
use snaphook_settings::PackPlaces;
use snaphook_testkit::CaseFile;

use super::discover;
use super::run::{CaseRun, run};

/// A hook whose cases were run in a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TriedHook {
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    /// The first case that only fails there.
    pub(crate) fails: Option<String>,
}

impl TriedHook {
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"hook": self.name, "place": self.place(), "unchanged": self.fails.is_none(), "fails": self.fails})
    }
}

/// What is known so far.
#[derive(Debug, Default)]
pub(super) struct SandboxTrial(BTreeMap<(PathBuf, usize, String), TriedHook>);

impl SandboxTrial {
    /// Takes note of a case that ran in a sandbox.
    pub(super) async fn note(&mut self, ran: &CaseRun<'_>, pack: Option<&PackPlaces>) {
        let fired = ran.result.as_deref().unwrap_or_default();
        let failed = ran.result.is_err() || fired.iter().any(|fired| !fired.mismatches.is_empty());
        if failed {
            let outside = run(ran.file, ran.case, pack, false).await;
            let passes = |result: &Vec<super::run::CaseResult>| {
                result.iter().all(|fired| fired.mismatches.is_empty())
            };
            if !outside.result.is_ok_and(|result| passes(&result)) {
                return;
            }
        }
        for entry in fired.iter().flat_map(|fired| &fired.outcome.hooks) {
            let (Some(file), Some(line)) = (&entry.file, entry.line) else {
                continue;
            };
            if entry.status == Status::Skipped {
                continue;
            }
            let key = (file.to_path_buf(), line, entry.id.to_string());
            let hook = self.0.entry(key).or_insert_with(|| TriedHook {
                name: entry.name.to_string(),
                file: file.to_path_buf(),
                line,
                fails: None,
            });
            if failed && hook.fails.is_none() {
                hook.fails = Some(ran.case.name.clone());
            }
        }
    }

    pub(super) fn hooks(self) -> Vec<TriedHook> {
        self.0.into_values().collect()
    }
}

/// Runs the cases below these folders in a sandbox. Files that cannot be read have none.
pub(crate) async fn try_in_sandbox(folders: &[PathBuf]) -> Vec<TriedHook> {
    let mut trial = SandboxTrial::default();
    let files = folders.iter().flat_map(|folder| cases_below(folder));
    for path in files {
        let Ok(file) = CaseFile::load(&path) else {
            continue;
        };
        for case in &file.cases {
            trial.note(&run(&path, case, None, true).await, None).await;
        }
    }
    trial.hooks()
}

fn cases_below(folder: &Path) -> Vec<PathBuf> {
    discover::files(&[folder.to_owned()]).unwrap_or_default()
}
