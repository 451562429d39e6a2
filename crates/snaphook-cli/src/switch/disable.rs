//! `disable`: adds names to `disabledHooks`.

use std::path::PathBuf;

use snaphook::hook::Scope;
use snaphook_settings::edit::Edit;

use super::args::SwitchArgs;
use super::report::{SwitchChangeKind, SwitchReport};
use super::{LoadedSettings, named, target};
use crate::error::CommandError;
use crate::list::{self, ConfiguredHook};
use crate::show::style;

pub(super) fn disable(
    args: &SwitchArgs,
    looked: &LoadedSettings,
) -> Result<SwitchReport, CommandError> {
    let engine = &looked.engine;
    let hooks = list::all(engine);
    let mut files: Vec<(PathBuf, &String)> = Vec::new();
    for name in &args.hooks {
        let meant = named::called(&hooks, name);
        if meant.is_empty() {
            return Err(named::unknown(looked, &hooks, name));
        }
        if meant.iter().all(|one| is_managed(one)) {
            return Err(managed(name, &meant));
        }
        // A user who names a file wants the entry there, too.
        let named_place = args.scope.is_some() || args.settings.is_some();
        let is_off = |one: &&ConfiguredHook| is_managed(one) || !one.hook.enabled;
        if named_place || !meant.iter().all(is_off) {
            files.push((target::file(args, engine, &meant, &looked.project)?, name));
        }
    }
    let mut report = SwitchReport::new(&args.hooks);
    for (file, name) in files {
        let edit = Edit::new().disable_hooks([&**name]);
        report.make(&file, &edit, SwitchChangeKind::Added, name, None);
    }
    Ok(report)
}

fn is_managed(one: &ConfiguredHook) -> bool {
    one.hook.source.scope == Scope::Managed
}

fn managed(name: &str, hooks: &[&ConfiguredHook]) -> CommandError {
    let places: Vec<_> = hooks
        .iter()
        .filter_map(|one| one.hook.source.place())
        .collect();
    let name = style::one_line(name);
    let places = places.join(" and ");
    CommandError::new(format!(
        "`{name}` cannot be disabled here: it is managed by the organisation, in {places}"
    ))
    .help("ask the administrator of this machine; only managed settings disable managed hooks")
}
