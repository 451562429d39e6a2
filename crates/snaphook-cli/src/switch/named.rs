//! From what was typed to hooks.

use std::collections::BTreeSet;

use snaphook::Engine;
use snaphook::event::nearest;
use snaphook::hook::Hook;

use crate::error::CommandError;
use crate::list::ListedHook;
use crate::show::{self, style};

/// As many names as an error tells.
const TOLD: usize = 12;

/// Whether a hook is meant by this name or id.
pub(super) fn is_called(hook: &Hook, name: &str) -> bool {
    hook.name == name || hook.id.as_str() == name
}

/// The hooks that are meant.
pub(super) fn called<'h>(hooks: &'h [ListedHook], name: &str) -> Vec<&'h ListedHook> {
    let is = |listed: &&ListedHook| is_called(&listed.hook, name);
    hooks.iter().filter(is).collect()
}

/// Nobody is called so.
pub(super) fn unknown(engine: &Engine, hooks: &[ListedHook], name: &str) -> CommandError {
    // It may stand in a file that could not be read.
    show::findings(engine);
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
        true => "`snaphook list` shows no hooks here".to_owned(),
        false => format!("`snaphook list` shows {}{more}", shown.join(", ")),
    };
    let help = match near {
        Some(near) => format!("did you mean `{}`? {list}", style::one_line(near)),
        None => list,
    };
    let name = style::one_line(name);
    CommandError::new(format!("no hook is called `{name}`")).help(help)
}
