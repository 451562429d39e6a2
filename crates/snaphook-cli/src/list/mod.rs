//! `snaphook list`: every configured hook, and with `--scopes` every place
//! where settings were looked for.

mod scopes;
mod table;

use std::process::ExitCode;
use std::sync::Arc;

use serde_json::Value;
use snaphook::hook::Hook;
use snaphook::{Engine, Event};

use crate::args::ListArgs;
use crate::error::CommandError;
use crate::show::{self, style};
use crate::world;

pub(crate) fn list(args: &ListArgs) -> Result<ExitCode, CommandError> {
    let project = args.settings.project(&world::folder(None)?)?;
    let engine = args.settings.engine(&project)?;
    show::findings(&engine);
    if let Some(line) = show::recognised(&args.settings.dialect(&project)) {
        crate::tell!("{line}");
    }
    if args.scopes {
        scopes::print(&engine, &args.settings.settings, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let event: Option<Event> = args.event.as_deref().map(|name| engine.event(name));
    let near = event
        .as_ref()
        .and_then(|event| engine.dialect().rules().near(event));
    if let Some(near) = near {
        let help = style::HELP;
        crate::tell!("{help}help:{help:#} did you mean the event `{near}`?");
    }
    let hooks: Vec<Arc<Hook>> = all(&engine)
        .into_iter()
        .filter(|hook| {
            event
                .as_ref()
                .is_none_or(|event| hook.event.name() == event.name())
        })
        .filter(|hook| {
            args.scope
                .as_deref()
                .is_none_or(|scope| hook.source.scope.as_str() == scope)
        })
        .collect();
    if args.json {
        let list: Value = hooks
            .iter()
            .map(|hook| {
                let mut json = show::hook_json(hook);
                json["trust"] = show::trust_word(&engine, hook).into();
                json
            })
            .collect();
        show::json(&list)?;
    } else {
        table::print(&engine, &hooks);
        for by in engine.settings().switched_off() {
            let warning = style::WARNING;
            crate::say!("{warning}switched off{warning:#} by {by}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Configured hooks, and those of skills and agents, which run while these are
/// active.
fn all(engine: &Engine) -> Vec<Arc<Hook>> {
    let of_skills = engine
        .skills()
        .iter()
        .flat_map(|skill| skill.settings.hooks.iter().cloned().map(Arc::new));
    engine
        .configured()
        .iter()
        .cloned()
        .chain(of_skills)
        .collect()
}
