//! `enable`: entries leave `disabledHooks`, and a definition its own switch.

use snaphook::hook::{Hook, Scope};
use snaphook::{Engine, Setting};
use snaphook_settings::edit::Edit;

use super::args::SwitchArgs;
use super::report::{Report, What};
use super::{Looked, named, own};
use crate::error::CommandError;
use crate::list;

pub(super) fn enable(args: &SwitchArgs, looked: &Looked) -> Result<Report, CommandError> {
    let mut report = Report::new(&args.hooks);
    remove_entries(args, &looked.engine, &mut report)?;
    // Only without the entries is it seen whether the definition says so, too.
    let engine = looked.again()?;
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
    engine: &Engine,
    report: &mut Report,
) -> Result<(), CommandError> {
    let hooks = list::all(engine);
    let settings = engine.settings();
    let mut entries: Vec<&Setting<String>> = Vec::new();
    for name in &args.hooks {
        let meant = named::called(&hooks, name);
        let own = meant.iter().flat_map(|one| settings.disabling(&one.hook));
        // What disables nobody can still be tidied away.
        let all = settings.disabled_hooks.iter();
        let stale = all.filter(|entry| meant.is_empty() && entry.value == *name);
        let found: Vec<_> = own.chain(stale).collect();
        if meant.is_empty() && found.is_empty() {
            return Err(named::unknown(engine, &hooks, name));
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
        report.make(file, &edit, What::Removed, &entry.value, Some(line));
    }
    Ok(())
}

/// Nobody but the organisation changes its files.
fn may_change(args: &SwitchArgs, entry: &Setting<String>) -> bool {
    entry.scope != Scope::Managed && args.only().is_none_or(|only| only == entry.scope)
}

fn drop_own_switch(args: &SwitchArgs, engine: &Engine, hook: &Hook, report: &mut Report) {
    if let (Some(edit), Some(file)) = (own::edit(args, engine, hook), &hook.source.file) {
        report.make(file, &edit, What::OwnSwitch, &hook.name, hook.source.line);
    }
}
