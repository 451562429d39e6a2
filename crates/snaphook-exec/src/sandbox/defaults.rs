//! `sandboxDefaults`: the sandbox of hooks that others wrote. Managed settings come first,
//! then those of the caller and of the user, then the hook's own word; each can only take
//! from what the ones before it give.

use serde_json::Value;
use snaphook_core::hook::{Authority, CommandDef, Hook};
use snaphook_core::kind::{SANDBOX_DEFAULTS, SandboxDef};
use snaphook_sandbox::{SandboxPlaces, SandboxPolicy};

use crate::handler::HandlerSettings;
use crate::origin;
use crate::surroundings::Surroundings;

/// The defaults of one engine, the strongest level first.
#[derive(Debug, Clone, Default)]
pub struct SandboxDefaults {
    layers: Vec<SandboxDef>,
    /// Hooks without one get one that opens nothing: to try them.
    every: bool,
}

impl SandboxDefaults {
    /// What these settings say. A project does not say it; what cannot be read is a
    /// sandbox that opens nothing.
    #[must_use]
    pub fn of(settings: &HandlerSettings) -> Self {
        let said = settings.with_levels(SANDBOX_DEFAULTS);
        let mut said: Vec<(Authority, &Value)> = said
            .filter(|(level, _)| *level >= Authority::User)
            .collect();
        said.reverse();
        said.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let read = |(_, value): (Authority, &Value)| match SandboxDef::read(value) {
            Ok(def) => def,
            Err(_) => Some(SandboxDef::default()),
        };
        Self {
            layers: said.into_iter().filter_map(read).collect(),
            every: false,
        }
    }

    /// The same, for every command.
    #[must_use]
    pub fn every_command(mut self, every: bool) -> Self {
        self.every = every;
        self
    }

    /// What holds for a hook, the strongest first; `None` if it has no sandbox.
    pub(crate) fn layers(&self, hook: &Hook, def: &CommandDef) -> Option<Vec<SandboxDef>> {
        let own = def.sandbox.as_deref().cloned();
        let for_others = hook.source.is_for_sandbox_defaults() && !self.layers.is_empty();
        match for_others {
            true => Some(self.layers.iter().cloned().chain(own).collect()),
            false => own
                .or_else(|| self.every.then(SandboxDef::default))
                .map(|own| vec![own]),
        }
    }
}

/// What a hook may reach under these settings; `None` if it has no sandbox.
#[must_use]
pub fn sandbox_policy(
    settings: &HandlerSettings,
    hook: &Hook,
    world: &Surroundings,
) -> Option<SandboxPolicy> {
    let def = hook.handler.get::<CommandDef>()?;
    let layers = SandboxDefaults::of(settings).layers(hook, def)?;
    Some(policy(&layers, hook, world))
}

/// The policy that these layers make in this world.
pub(crate) fn policy(layers: &[SandboxDef], hook: &Hook, world: &Surroundings) -> SandboxPolicy {
    let origin = hook.source.origin.as_deref();
    let own = origin.map(|origin| origin.root.clone()).into_iter();
    let own = own.chain(origin::skill_dir(hook).map(Into::into));
    let own: Vec<_> = own.chain(world.script_copies.clone()).collect();
    let data: Vec<_> = origin
        .and_then(|origin| origin.data.clone())
        .into_iter()
        .collect();
    let layers: Vec<_> = layers.iter().collect();
    SandboxPolicy::of(
        &layers,
        &SandboxPlaces {
            project: world.project_dir.as_deref(),
            home: world.home.as_deref(),
            own: &own,
            own_writable: &data,
        },
    )
}
