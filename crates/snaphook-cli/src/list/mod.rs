//! `snaphook list`: every configured hook.

use std::process::ExitCode;

use serde_json::Value;
use snaphook::Event;
use snaphook::hook::Hook;

use crate::args::ListArgs;
use crate::error::CommandError;
use crate::show::{self, style};
use crate::world;

pub(crate) fn list(args: &ListArgs) -> Result<ExitCode, CommandError> {
    let cwd = world::folder(None)?;
    let engine = world::engine(&args.settings, &world::project_root(&cwd))?;
    if let Some(near) = args
        .event
        .as_deref()
        .and_then(|event| Event::resolve(event).near_known())
    {
        let help = style::HELP;
        crate::tell!("{help}help:{help:#} did you mean the event `{near}`?");
    }
    let hooks: Vec<_> = engine
        .configured()
        .iter()
        .filter(|hook| {
            args.event
                .as_deref()
                .is_none_or(|event| hook.event.as_str() == event)
        })
        .filter(|hook| {
            args.scope
                .as_deref()
                .is_none_or(|scope| hook.source.scope.as_str() == scope)
        })
        .collect();
    show::findings(&engine);
    if args.json {
        let list: Value = hooks.iter().map(|hook| show::hook_json(hook)).collect();
        show::json(&list)?;
    } else {
        print(&hooks);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(hooks: &[&std::sync::Arc<Hook>]) {
    let (bold, dim) = (style::BOLD, style::DIM);
    let rows: Vec<[String; 6]> = hooks
        .iter()
        .map(|hook| {
            [
                hook.event.as_str().to_owned(),
                hook.matcher.text().map_or("*", |text| text).to_owned(),
                hook.name.clone(),
                hook.handler.kind().as_str().to_owned(),
                hook.source.scope.as_str().to_owned(),
                show::place(hook),
            ]
        })
        .collect();
    let headings = ["event", "matcher", "hook", "type", "scope", "defined in"].map(str::to_owned);
    let width = |column: usize| {
        rows.iter()
            .chain([&headings])
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<_> = (0..headings.len()).map(width).collect();
    let line = |row: &[String; 6]| {
        let cells: Vec<_> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    if !rows.is_empty() {
        crate::say!("{bold}{}{bold:#}", line(&headings));
    }
    for (row, hook) in rows.iter().zip(hooks) {
        crate::say!("{}{dim}{}{dim:#}", line(row), notes(hook));
    }
    let count = match hooks.len() {
        1 => "1 hook".to_owned(),
        count => format!("{count} hooks"),
    };
    crate::say!("{dim}{count}{dim:#}");
}

/// What else decides whether and how a hook runs.
fn notes(hook: &Hook) -> String {
    let notes = [
        (!hook.enabled).then(|| "disabled".to_owned()),
        hook.is_guard().then(|| "guard".to_owned()),
        hook.once.then(|| "once".to_owned()),
        hook.background.is_some().then(|| "background".to_owned()),
        hook.condition.as_deref().map(|rule| format!("if {rule}")),
    ];
    let notes: Vec<_> = notes.into_iter().flatten().collect();
    if notes.is_empty() {
        return String::new();
    }
    style::one_line(&format!("  ({})", notes.join(", ")))
}
