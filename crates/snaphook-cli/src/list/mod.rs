//! `snaphook list`: every configured hook.

use std::process::ExitCode;

use serde_json::Value;
use snaphook::Engine;
use snaphook::hook::Hook;

use crate::args::ListArgs;
use crate::error::CommandError;
use crate::show::{self, style};
use crate::world;

pub(crate) fn list(args: &ListArgs) -> Result<ExitCode, CommandError> {
    let cwd = world::folder(None)?;
    let engine = world::engine(&args.settings, &world::project_root(&cwd))?;
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
    if args.json {
        let list: Value = hooks.iter().map(|hook| show::hook_json(hook)).collect();
        show::json(&list)?;
    } else {
        print(&engine, &hooks);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(engine: &Engine, hooks: &[&std::sync::Arc<Hook>]) {
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
        let off = if hook.enabled { "" } else { "  (disabled)" };
        crate::say!("{}{dim}{off}{dim:#}", line(row));
    }
    let count = match hooks.len() {
        1 => "1 hook".to_owned(),
        count => format!("{count} hooks"),
    };
    crate::say!("{dim}{count}{dim:#}");
    show::findings(engine);
}
