//! Loads the settings, filters the hooks and prints them.

use std::process::ExitCode;

use serde_json::Value;
use snaphook::{Engine, Event, Severity};
use snaphook_settings::discover::PLUGIN_MISSING;

use super::hooks::{ConfiguredHook, all};
use super::{scopes, table};
use crate::args::ListArgs;
use crate::error::CommandError;
use crate::event_name::hint_near_event;
use crate::settings_args::{EngineOptions, Purpose};
use crate::show::{self, Problems, style};
use crate::world;

pub(crate) fn list(args: &ListArgs) -> Result<ExitCode, CommandError> {
    let project = args.settings.project(&world::folder(None)?)?;
    let options = EngineOptions::to(Purpose::List);
    let engine = args.settings.engine_with(&project, options)?;
    Problems::of(&engine, &args.settings).print();
    print_missing_plugins(&engine);
    if let Some(line) = show::recognised(&args.settings.dialect(&project)) {
        crate::tell!("{line}");
    }
    if args.scopes {
        scopes::print(&engine, &args.settings.settings, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let event: Option<Event> = args.event.as_deref().map(|name| engine.event(name));
    let hint = event
        .as_ref()
        .and_then(|event| hint_near_event(&engine, event));
    if let Some(hint) = hint {
        crate::tell!("{hint}");
    }
    let of_event = |one: &ConfiguredHook| {
        let wanted = event.as_ref();
        wanted.is_none_or(|wanted| one.hook.event.name() == wanted.name())
    };
    let of_scope = |one: &ConfiguredHook| {
        let wanted = args.scope.as_deref();
        wanted.is_none_or(|wanted| wanted == one.hook.source.scope.as_str())
    };
    let mut hooks = all(&engine);
    hooks.retain(|one| of_event(one) && of_scope(one));
    if args.json {
        let list: Value = hooks.iter().map(ConfiguredHook::to_json).collect();
        show::json(&list)?;
    } else {
        table::print(&hooks);
        show::switched_off(&engine, "");
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which enabled plugins are not installed: no event tells of them.
fn print_missing_plugins(engine: &Engine) {
    let findings = engine.findings();
    let missing = findings
        .iter()
        .filter(|finding| finding.code == PLUGIN_MISSING && finding.severity == Severity::Hint);
    for finding in missing {
        let help = style::HELP;
        let message = style::one_line(&finding.message);
        crate::tell!("{help}hint{help:#}: {message}");
    }
}
