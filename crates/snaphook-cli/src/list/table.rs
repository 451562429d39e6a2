//! Prints the hooks as a table.

use snaphook::hook::Scope;

use super::ConfiguredHook;
use crate::show::{self, style};

pub(super) fn print(hooks: &[ConfiguredHook]) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let rows: Vec<[String; 7]> = hooks
        .iter()
        .map(|one| {
            let hook = &one.hook;
            [
                hook.event.as_str().to_owned(),
                hook.matcher.text().map_or("*", |text| text).to_owned(),
                hook.name.to_string(),
                hook.handler.kind().as_str().to_owned(),
                hook.source.scope.as_str().to_owned(),
                one.trust.to_owned(),
                show::place(hook),
            ]
        })
        .map(|row| row.map(|cell| style::one_line(&cell)))
        .collect();
    let headings = [
        "event",
        "matcher",
        "hook",
        "type",
        "scope",
        "trust",
        "defined in",
    ]
    .map(str::to_owned);
    for (row, hook) in show::columns(&headings, &rows)
        .iter()
        .zip(std::iter::once(None).chain(hooks.iter().map(Some)))
    {
        match hook {
            None if rows.is_empty() => {}
            None => crate::say!("{bold}{row}{bold:#}"),
            Some(hook) => crate::say!("{row}{dim}{}{dim:#}", notes(hook)),
        }
    }
    let count = match hooks.len() {
        1 => "1 hook".to_owned(),
        count => format!("{count} hooks"),
    };
    crate::say!("{dim}{count}{dim:#}");
}

/// The other options that decide whether and how a hook runs.
fn notes(one: &ConfiguredHook) -> String {
    let hook = &one.hook;
    let origin = hook.source.origin.as_deref();
    let while_active = matches!(hook.source.scope, Scope::Skill | Scope::Agent);
    let notes = [
        origin.map(|origin| match while_active {
            true => format!("while {} is active", origin.name),
            false => format!("of {}", origin.name),
        }),
        (!hook.enabled).then(|| match &one.disabled_by {
            None => "disabled".to_owned(),
            Some(by) => format!("disabled by {by}"),
        }),
        hook.is_guard().then(|| "guard".to_owned()),
        hook.once.then(|| "once".to_owned()),
        hook.background.is_some().then(|| "background".to_owned()),
        hook.condition.as_deref().map(|rule| format!("if {rule}")),
        hook.when.as_deref().map(|when| format!("when {when}")),
        one.sandbox.clone(),
    ];
    let notes: Vec<_> = notes.into_iter().flatten().collect();
    if notes.is_empty() {
        return String::new();
    }
    style::one_line(&format!("  ({})", notes.join(", ")))
}
