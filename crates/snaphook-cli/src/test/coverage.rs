//! Finds the hooks that no case ran.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use snaphook::outcome::Status;

use super::run::CaseRun;

/// Hooks of settings files that cases name, and those that ran. Settings
/// inside a case are there for the case alone and do not count.
#[derive(Default)]
pub(super) struct Coverage {
    configured: BTreeMap<(PathBuf, usize), String>,
    ran: BTreeSet<(PathBuf, usize)>,
}

impl Coverage {
    pub(super) fn note(&mut self, ran: &CaseRun<'_>) {
        for (name, place) in &ran.hooks {
            if let Some(place) = place
                .clone()
                .filter(|(file, _)| !file.starts_with("<settings>"))
            {
                self.configured.insert(place, name.clone());
            }
        }
        let fired = ran.result.as_deref().unwrap_or_default();
        for entry in fired.iter().flat_map(|fired| &fired.outcome.hooks) {
            if let (Some(file), Some(line)) = (&entry.file, entry.line)
                && entry.status != Status::Skipped
            {
                self.ran.insert((file.to_path_buf(), line));
            }
        }
    }

    /// Name and place of every hook that no case ran.
    pub(super) fn never_ran(self) -> Vec<(String, String)> {
        self.configured
            .into_iter()
            .filter(|(place, _)| !self.ran.contains(place))
            .map(|((file, line), name)| (name, format!("{}:{line}", file.display())))
            .collect()
    }
}
