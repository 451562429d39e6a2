//! Finds `"enabled": false` in the definition of a hook.

use std::sync::Arc;

use snaphook::Engine;
use snaphook::hook::{Hook, Scope};
use snaphook_settings::edit::{Edit, WrittenHook};
use snaphook_settings::{Format, LoadContext, load};

use super::args::SwitchArgs;

/// Whether the file of a hook may be changed: a plugin's is replaced by its next
/// version, and front matter is written by people.
pub(super) fn may_change(args: &SwitchArgs, hook: &Hook) -> bool {
    let scope = hook.source.scope;
    let usual = matches!(
        scope,
        Scope::User | Scope::Project | Scope::Local | Scope::Explicit
    );
    let file = hook.source.file.as_deref();
    usual
        && args.only().is_none_or(|only| only == scope)
        && file.is_some_and(|file| Format::of(file) == Format::Json)
}

/// The edit that switches a hook on in its definition; `None` if the hook is
/// not there any more.
pub(super) fn edit(args: &SwitchArgs, engine: &Engine, hook: &Hook) -> Option<Edit> {
    let file = hook.source.file.as_deref()?;
    let mut loading = LoadContext::of(Arc::clone(engine.dialect()))
        .kinds(engine.kinds())
        .agent(args.agent.clone());
    let settings = load(file, hook.source.scope, &mut loading).ok()?;
    let is_it =
        |one: &&Hook| one.source.line == hook.source.line && one.derived_id() == hook.derived_id();
    let found = settings.hooks.iter().find(is_it)?;
    let spans = settings.spans.get(&found.id)?;
    let written = WrittenHook::at(settings.source.text(), &spans.handler)?;
    Some(Edit::new().drop_enabled(written))
}
