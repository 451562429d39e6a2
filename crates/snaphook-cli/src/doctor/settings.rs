//! Reads the settings whose hooks are to hold in other agents.

use std::ffi::OsStr;
use std::path::Path;

use snaphook::Engine;
use snaphook::hook::{Hook, Scope};
use snaphook_install::{DoctorHook, DoctorHookOrigin, SettingsExamination};

use crate::error::CommandError;
use crate::hook::keep_own_places;
use crate::list;
use crate::settings_args::{EngineOptions, Purpose, SettingsArgs};

/// The folder of the organisation's settings for Claude Code.
const CLAUDE_CODE: &str = "claude-code";

/// What the settings say.
#[derive(Default)]
pub(super) struct SettingsFacts {
    pub(super) hooks: Vec<DoctorHook>,
    pub(super) examination: SettingsExamination,
}

impl SettingsFacts {
    /// Reads the settings of a project and its user. What cannot be read is a fact, too.
    pub(super) fn read(project: &Path) -> Self {
        let mut facts = Self::default();
        let engines = engine(project, false).and_then(|all| Ok((all, engine(project, true)?)));
        let (all, own) = match engines {
            Ok(engines) => engines,
            Err(error) => {
                facts.examination.unreadable.push(error.to_string());
                return facts;
            }
        };
        let own_hooks = list::all(&own);
        for one in list::all(&all) {
            let hook = &one.hook;
            let while_active = matches!(hook.source.scope, Scope::Skill | Scope::Agent);
            if while_active || !hook.enabled {
                continue;
            }
            let is_own = own_hooks.iter().any(|own| is_same(&own.hook, hook));
            let origin = match is_own {
                true if is_managed_for_claude(hook) => DoctorHookOrigin::ManagedClaudeSettings,
                true => DoctorHookOrigin::Own,
                false => DoctorHookOrigin::ClaudeSettings,
            };
            if origin == DoctorHookOrigin::Own && matches!(one.trust, "untrusted" | "changed") {
                facts.examination.untrusted.push(hook.name.to_string());
            }
            facts.examination.has_hooks |= origin != DoctorHookOrigin::ClaudeSettings;
            facts.hooks.push(DoctorHook {
                event: hook.event.as_str().to_owned(),
                name: hook.name.to_string(),
                guard: hook.is_guard(),
                origin,
            });
        }
        let errors = own.load_errors();
        facts.examination.unreadable = errors.iter().map(ToString::to_string).collect();
        let off = own.switched_off();
        facts.examination.switched_off = off.iter().map(|off| off.by.to_string()).collect();
        facts
    }
}

fn engine(project: &Path, only_own: bool) -> Result<Engine, CommandError> {
    let options = EngineOptions {
        places: only_own.then_some(&keep_own_places),
        ..EngineOptions::to(Purpose::Inspect)
    };
    SettingsArgs::usual().engine_with(project, options)
}

fn is_same(one: &Hook, other: &Hook) -> bool {
    one.name == other.name
        && one.event.as_str() == other.event.as_str()
        && one.source == other.source
}

fn is_managed_for_claude(hook: &Hook) -> bool {
    let mut parts = hook.source.file.iter().flat_map(|file| file.iter());
    hook.source.scope == Scope::Managed && parts.any(|part| part == OsStr::new(CLAUDE_CODE))
}
