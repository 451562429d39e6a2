//! Loads the settings, filters the hooks and prints them.

use std::process::ExitCode;

use serde_json::Value;
use snaphook::Event;

use super::hooks::{ListedHook, all};
use super::{scopes, table};
use crate::args::ListArgs;
use crate::error::CommandError;
use crate::settings_args::{EngineOptions, Purpose};
use crate::show::{self, style};
use crate::world;

pub(crate) fn list(args: &ListArgs) -> Result<ExitCode, CommandError> {
    let project = args.settings.project(&world::folder(None)?)?;
    let options = EngineOptions::to(Purpose::List);
    let engine = args.settings.engine_with(&project, options)?;
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
    let of_event = |one: &ListedHook| {
        let wanted = event.as_ref();
        wanted.is_none_or(|wanted| one.hook.event.name() == wanted.name())
    };
    let of_scope = |one: &ListedHook| {
        let wanted = args.scope.as_deref();
        wanted.is_none_or(|wanted| wanted == one.hook.source.scope.as_str())
    };
    let mut hooks = all(&engine);
    hooks.retain(|one| of_event(one) && of_scope(one));
    if args.json {
        let list: Value = hooks.iter().map(ListedHook::to_json).collect();
        show::json(&list)?;
    } else {
        table::print(&hooks);
        show::switched_off(&engine, "");
    }
    Ok(ExitCode::SUCCESS)
}
