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
    let of_event = |one: &Listed| {
        let wanted = event.as_ref();
        wanted.is_none_or(|wanted| one.hook.event.name() == wanted.name())
    };
    let of_scope = |one: &Listed| {
        let wanted = args.scope.as_deref();
        wanted.is_none_or(|wanted| wanted == one.hook.source.scope.as_str())
    };
    let mut hooks = all(&engine);
    hooks.retain(|one| of_event(one) && of_scope(one));
    if args.json {
        let list: Value = hooks.iter().map(Listed::to_json).collect();
        show::json(&list)?;
    } else {
        table::print(&hooks);
        show::switched_off(&engine, "");
    }
    Ok(ExitCode::SUCCESS)
}

/// A hook of the list.
pub(crate) struct Listed {
    pub(crate) hook: Arc<Hook>,
    /// Who vouches for it.
    pub(crate) trust: &'static str,
    /// Who disabled it, if it does not say so itself.
    disabled_by: Option<String>,
}

impl Listed {
    pub(crate) fn to_json(&self) -> Value {
        let mut json = show::hook_json(&self.hook);
        json["trust"] = self.trust.into();
        if let Some(by) = &self.disabled_by {
            json["disabledBy"] = by.clone().into();
        }
        json
    }
}

/// Configured hooks, and those of skills and agents, which run while these are
/// active.
pub(crate) fn all(engine: &Engine) -> Vec<Listed> {
    let now = engine.snapshot();
    let of_skills: Vec<Arc<Hook>> = now
        .skills()
        .iter()
        .flat_map(|skill| skill.settings.hooks.iter().cloned().map(Arc::new))
        .collect();
    // Whoever is not active is not judged; a person wants to know all the same.
    let questions = match of_skills.is_empty() {
        true => Vec::new(),
        false => engine.trust_questions(),
    };
    let standing = |hook: &Hook| {
        let asked = questions
            .iter()
            .find(|question| question.hook.id == hook.id);
        let standing = asked.map(|question| &question.standing);
        now.standing(&hook.id).or(standing)
    };
    let listed = |hook: Arc<Hook>| Listed {
        trust: show::trust_word(standing(&hook), &hook),
        disabled_by: now.disabled_by(&hook),
        hook,
    };
    let configured = now.configured().iter().cloned();
    configured.chain(of_skills).map(listed).collect()
}
