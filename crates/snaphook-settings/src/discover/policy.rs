//! The policy bundle that managed settings name: its settings are managed ones, of lower
//! precedence than the files of the machine. One that is missing, stale or broken is told,
//! or blocks every event; it is never just absent.

use std::path::Path;
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::hook::{Origin, Scope};

use super::discovery::{Discovery, FileState, as_managed};
use super::files;
use super::plugins::belonging_to;
use crate::finding::Finding;
use crate::load::{LoadError, load, parse};
use crate::places::Places;
use crate::policy::{PolicyFiles, PolicyReading, WrittenPolicySource};
use crate::read::{LoadContext, PermissionSettings, Settings, Switches};

const IN_FORCE: &str = "policy";
const OBSERVED: &str = "observed policy";

/// The policy source that managed settings in these places name, and the files of them
/// that cannot be loaded.
#[must_use]
pub fn policy_source(places: &Places) -> (Option<WrittenPolicySource>, Vec<LoadError>) {
    let mut loading = LoadContext::default();
    let mut found = Discovery::default();
    for candidate in files::candidates(places, &mut loading.sources) {
        match candidate {
            Ok((Scope::Managed, path)) => {
                let loaded = load(&path, Scope::Managed, &mut loading);
                found.take(Scope::Managed, &path, loaded, &mut loading.sources);
            }
            Ok(_) => {}
            Err((scope, error)) => found.errors.push((scope, error)),
        }
    }
    let errors = found.errors.into_iter().map(|(_, error)| error).collect();
    (source_of(&found.settings), errors)
}

/// The source that counts: of several the last.
fn source_of(settings: &[Settings]) -> Option<WrittenPolicySource> {
    let managed = settings.iter().rev();
    let mut managed = managed.filter(|settings| settings.scope == Scope::Managed);
    managed.find_map(|settings| settings.switches.policy_source.clone())
}

/// Adds what the bundle says that managed settings name, if they name one.
pub(super) fn add(places: &Places, loading: &mut LoadContext, discovery: &mut Discovery) {
    let Some(written) = source_of(&discovery.settings) else {
        return;
    };
    let reading = match (&written.value, &places.policy) {
        (Err(problem), _) => blocked(format!("{problem}; no event may run without the policy")),
        (Ok(_), None) => blocked(
            "this program cannot read policy bundles, and no event may run without the policy"
                .to_owned(),
        ),
        (Ok(source), Some(policy)) => {
            let files = &mut loading.sources;
            let reader = policy.reader();
            reader.read(source, &mut |path| files.read(path, Scope::Managed))
        }
    };
    for warning in reading.warnings {
        discovery.findings.push(finding(&written, warning));
    }
    if let Some(reason) = reading.block {
        let path = written.location.file.to_path_buf();
        let error = LoadError::Policy { path, reason };
        discovery.errors.push((Scope::Managed, error));
    }
    let mut settings = Vec::new();
    if let Some(files) = reading.in_force {
        settings.extend(read_all(&files, IN_FORCE, loading, discovery));
    }
    if let Some(files) = reading.observed {
        let observed = read_all(&files, OBSERVED, loading, discovery);
        settings.extend(observed.into_iter().map(only_observed));
    }
    discovery.settings.splice(0..0, settings);
}

fn blocked(reason: String) -> PolicyReading {
    PolicyReading {
        block: Some(reason),
        ..PolicyReading::default()
    }
}

fn finding(written: &WrittenPolicySource, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        code: "policy",
        message,
        help: None,
        location: written.location.clone(),
        event: None,
        hook: None,
    }
}

/// Reads every settings file of a bundle; its hooks belong to the bundle's folder.
fn read_all(
    files: &PolicyFiles,
    kind: &str,
    loading: &mut LoadContext,
    discovery: &mut Discovery,
) -> Vec<Settings> {
    let origin = Arc::new(Origin {
        name: format!("{kind} {}", files.revision).into(),
        root: files.root.clone(),
        ..Origin::default()
    });
    let mut read = Vec::with_capacity(files.settings.len());
    for (path, text) in &files.settings {
        match read_one(path, text, loading) {
            Ok(settings) => {
                let hooks = settings.hooks.len();
                discovery.note(Scope::Managed, path, FileState::Read { hooks });
                read.push(belonging_to(settings, &origin));
            }
            Err(error) => discovery.fail(Scope::Managed, path, error),
        }
    }
    read
}

fn read_one(path: &Path, text: &str, loading: &mut LoadContext) -> Result<Settings, LoadError> {
    let read = |loading: &mut LoadContext| parse(path, text, Scope::Managed, loading);
    let mut settings = as_managed(loading, read)?;
    if let Some(written) = settings.switches.policy_source.take() {
        let message = "`policySource` has no effect in a bundle: only files of the machine name it";
        settings
            .findings
            .push(finding(&written, message.to_owned()));
    }
    Ok(settings)
}

/// Keeps of settings only the hooks, whose answers are recorded and decide nothing.
fn only_observed(mut settings: Settings) -> Settings {
    for hook in &mut settings.hooks {
        hook.observe = true;
    }
    settings.switches = Switches::default();
    settings.permissions = PermissionSettings::default();
    settings.env = Vec::new();
    settings.handlers = Vec::new();
    settings.status_line = None;
    settings.file_suggestion = None;
    settings.events = Vec::new();
    settings
}
