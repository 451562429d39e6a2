//! Finds hooks by the names and ids that the user typed.

use std::collections::BTreeSet;

use snaphook::event::nearest;
use snaphook::hook::Hook;

use super::LoadedSettings;
use crate::error::CommandError;
use crate::list::ConfiguredHook;
use crate::show::{Problems, style};

/// The number of names that an error lists.
const TOLD: usize = 12;

/// Whether a hook has this name or id.
pub(super) fn is_called(hook: &Hook, name: &str) -> bool {
    hook.name == name || hook.id.as_str() == name
}

/// The hooks with this name or id.
pub(super) fn called<'h>(hooks: &'h [ConfiguredHook], name: &str) -> Vec<&'h ConfiguredHook> {
    let is = |listed: &&ConfiguredHook| is_called(&listed.hook, name);
    hooks.iter().filter(is).collect()
}

/// The error for a name that no hook has.
pub(super) fn unknown(
    looked: &LoadedSettings,
    hooks: &[ConfiguredHook],
    name: &str,
) -> CommandError {
    // It may be in a file that could not be read.
    Problems::of(&looked.engine, &looked.settings).print();
    let names: BTreeSet<&str> = hooks.iter().map(|one| one.hook.name.as_str()).collect();
    let ids = hooks.iter().map(|one| one.hook.id.as_str());
    let near = nearest(name, names.iter().copied().chain(ids));
    let shown: Vec<String> = names
        .iter()
        .take(TOLD)
        .map(|name| format!("`{}`", style::one_line(name)))
        .collect();
    let more = match names.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let list = match shown.is_empty() {
        true => "no hooks are configured here".to_owned(),
        false => format!("the hooks are {}{more}", shown.join(", ")),
    };
    let help = match near {
        Some(near) => format!("did you mean `{}`? {list}", style::one_line(near)),
        None => list,
    };
    let name = style::one_line(name);
    CommandError::new(format!("no hook is named `{name}`")).help(help)
}
