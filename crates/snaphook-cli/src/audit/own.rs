//! The settings that decide about the log: managed ones and those of the user.

use std::path::Path;

use snaphook::Engine;
use snaphook::hook::Scope;
use snaphook_settings::{AuditLogSettings, Claude, Dialect, Location, Places, Setting, audit_log};

use crate::policy;
use crate::world;

/// Reads these settings. An engine with files of the caller or of another agent does not
/// have them, but neither a project in another dialect nor a file of the caller may
/// override the user's choice.
pub(super) fn settings(engine: &Engine, project: &Path) -> AuditLogSettings {
    let snapshot = engine.snapshot();
    let known = &snapshot.settings().audit_log;
    let reads_them = engine.dialect().name() == Claude.name();
    if reads_them && snapshot.named_files().next().is_none() {
        return known.clone();
    }
    let mut places = world::with_folders(project, |folders| Claude.places(folders));
    places = policy::readable(places);
    places.project = None;
    if let Some(place) = said_elsewhere(known, &places) {
        crate::tell!(
            "warning: `auditLog` in {}:{} has no effect: only the user's and managed settings configure the log",
            place.file.display(),
            place.line
        );
    }
    audit_log(&places)
}

/// Where a file that the caller named says something of the log, unless it is one
/// that counts anyway.
fn said_elsewhere<'s>(known: &'s AuditLogSettings, places: &Places) -> Option<&'s Location> {
    fn place<T>(setting: &Setting<T>) -> Option<&Location> {
        (setting.scope == Scope::Explicit).then_some(&setting.location)
    }
    let said = known.enabled.as_ref().and_then(place);
    let said = said.or_else(|| known.file.as_ref().and_then(place));
    let said = said.or_else(|| known.max_days.as_ref().and_then(place));
    let said = said.or_else(|| known.max_megabytes.as_ref().and_then(place));
    let said = said.or_else(|| known.redact_fields.iter().find_map(place))?;
    let folder = said.file.canonicalize().ok()?;
    let folder = folder.parent()?;
    let mut own = places.managed.iter().chain(&places.user);
    let counts = own.any(|own| own.canonicalize().is_ok_and(|own| own == folder));
    (!counts).then_some(said)
}
