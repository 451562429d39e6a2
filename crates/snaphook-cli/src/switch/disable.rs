//! `disable`: names go into `disabledHooks`.

use std::path::PathBuf;

use snaphook::hook::Scope;
use snaphook_settings::edit::Edit;

use super::args::SwitchArgs;
use super::report::{Report, What};
use super::{Looked, named, target};
use crate::error::CommandError;
use crate::list::{self, ListedHook};
use crate::show::style;

pub(super) fn disable(args: &SwitchArgs, looked: &Looked) -> Result<Report, CommandError> {
    let engine = &looked.engine;
    let hooks = list::all(engine);
    let mut files: Vec<(PathBuf, &String)> = Vec::new();
    for name in &args.hooks {
        let meant = named::called(&hooks, name);
        if meant.is_empty() {
            return Err(named::unknown(engine, &hooks, name));
        }
        if meant.iter().all(|one| is_managed(one)) {
            return Err(managed(name, &meant));
        }
        // Whoever names a place wants it said there, too.
        let named_place = args.scope.is_some() || args.settings.is_some();
        let is_off = |one: &&ListedHook| is_managed(one) || !one.hook.enabled;
        if named_place || !meant.iter().all(is_off) {
            files.push((target::file(args, engine, &meant, &looked.project)?, name));
        }
    }
    let mut report = Report::new(&args.hooks);
    for (file, name) in files {
        let edit = Edit::new().disable_hooks([&**name]);
        report.make(&file, &edit, What::Added, name, None);
    }
    Ok(report)
}

fn is_managed(one: &ListedHook) -> bool {
    one.hook.source.scope == Scope::Managed
}

fn managed(name: &str, hooks: &[&ListedHook]) -> CommandError {
    let places: Vec<_> = hooks
        .iter()
        .filter_map(|one| one.hook.source.place())
        .collect();
    let name = style::one_line(name);
    let places = places.join(" and ");
    CommandError::new(format!(
        "`{name}` cannot be switched off here: the organisation manages it, in {places}"
    ))
    .help("only managed settings disable managed hooks; ask whoever manages this machine")
}
