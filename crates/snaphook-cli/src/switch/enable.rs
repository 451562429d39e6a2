//! `enable`: removes entries from `disabledHooks`, and `"enabled": false` from a hook.

use snaphook::hook::{Hook, Scope};
use snaphook::{Engine, Setting};
use snaphook_settings::edit::Edit;

use super::args::SwitchArgs;
use super::report::{SwitchChangeKind, SwitchReport};
use super::{LoadedSettings, named, own};
use crate::error::CommandError;
use crate::list;

pub(super) fn enable(
    args: &SwitchArgs,
    looked: &LoadedSettings,
) -> Result<SwitchReport, CommandError> {
    let mut report = SwitchReport::new(&args.hooks);
    remove_entries(args, looked, &mut report)?;
    // Only without the entries is it seen whether the definition says so, too.
    let engine = looked.reload()?;
    for one in list::all(&engine) {
        let is_named = args
            .hooks
            .iter()
            .any(|name| named::is_called(&one.hook, name));
        if is_named && is_off_by_itself(&engine, &one.hook) && own::may_change(args, &one.hook) {
            drop_own_switch(args, &engine, &one.hook, &mut report);
        }
    }
    Ok(report)
}

fn is_off_by_itself(engine: &Engine, hook: &Hook) -> bool {
    !hook.enabled && engine.settings().disabled(hook).is_none()
}

fn remove_entries(
    args: &SwitchArgs,
    looked: &LoadedSettings,
    report: &mut SwitchReport,
) -> Result<(), CommandError> {
    let engine = &looked.engine;
    let hooks = list::all(engine);
    let settings = engine.settings();
    let mut entries: Vec<&Setting<String>> = Vec::new();
    for name in &args.hooks {
        let meant = named::called(&hooks, name);
        let own = meant.iter().flat_map(|one| settings.disabling(&one.hook));
        // An entry that matches no hook can still be removed.
        let all = settings.disabled_hooks.iter();
        let stale = all.filter(|entry| meant.is_empty() && entry.value == *name);
        let found: Vec<_> = own.chain(stale).collect();
        if meant.is_empty() && found.is_empty() {
            return Err(named::unknown(looked, &hooks, name));
        }
        for entry in found {
            if may_change(args, entry) && !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    for entry in entries {
        let edit = Edit::new().enable_hooks([&*entry.value]);
        let (file, line) = (&entry.location.file, entry.location.line);
        report.make(
            file,
            &edit,
            SwitchChangeKind::Removed,
            &entry.value,
            Some(line),
        );
    }
    Ok(())
}

/// Whether the user may change the file of an entry: only the organisation changes its
/// own.
fn may_change(args: &SwitchArgs, entry: &Setting<String>) -> bool {
    entry.scope != Scope::Managed && args.only().is_none_or(|only| only == entry.scope)
}

fn drop_own_switch(args: &SwitchArgs, engine: &Engine, hook: &Hook, report: &mut SwitchReport) {
    if let (Some(edit), Some(file)) = (own::edit(args, engine, hook), &hook.source.file) {
        report.make(
            file,
            &edit,
            SwitchChangeKind::OwnSwitch,
            &hook.name,
            hook.source.line,
        );
    }
}
