//! Asks hooks whether a change of settings may take effect: those of the old
//! settings.

use std::sync::Arc;

use snaphook_core::event::Event;
use snaphook_core::hook::Scope;
use snaphook_core::input::{CommonFields, Input, typed};
use snaphook_core::outcome::Outcome;

use super::compare::ChangedSource;
use crate::dispatch::{Caller, ExecuteOptions, SettingsAt, execute};
use crate::engine::{Engine, SnapshotData};
use crate::session::Session;

tokio::task_local! {
    /// Set while hooks are asked: one that loads the settings itself would wait
    /// for its own end.
    static ASKING: ();
}

/// In whose name hooks are asked.
pub(super) struct ReloadAsker {
    pub(super) session: Option<Session>,
    pub(super) common: CommonFields,
}

impl ReloadAsker {
    /// Outside any session.
    pub(super) fn nobody(engine: &Engine) -> Self {
        let project = engine.shared().surroundings.project_dir.as_ref();
        let cwd = project.map(|dir| dir.to_string_lossy().into_owned());
        Self {
            session: None,
            common: CommonFields::new("", cwd.unwrap_or_default()),
        }
    }

    /// Whether this very task is a hook that is being asked.
    pub(super) fn is_asking() -> bool {
        ASKING.try_with(|()| ()).is_ok()
    }

    /// What hooks say of a change.
    pub(super) async fn ask(&self, old: &Arc<SnapshotData>, change: &ChangedSource) -> Outcome {
        let path = change.path.to_string_lossy();
        let about = typed::ConfigChange::new(source(change.scope)).file_path(path);
        let input = match Input::new(&self.common, &about) {
            Ok(input) => input,
            Err(error) => {
                let event = Event::resolve("ConfigChange");
                return Outcome::not_fired(&event, &error.to_string());
            }
        };
        let options = ExecuteOptions::default();
        let caller = match &self.session {
            Some(session) => Caller {
                session: Some(session.state()),
                waits: old.wait_for_background,
                counts: false,
                again: &[],
            },
            None => Caller::NOBODY,
        };
        let asked = execute(SettingsAt::Snapshot(old), caller, input, options);
        ASKING.scope((), asked).await
    }
}

/// What matchers of ConfigChange are tested against. Files that the host named
/// and those of plugins are the user's choice.
fn source(scope: Scope) -> &'static str {
    match scope {
        Scope::Managed => "policy_settings",
        Scope::Project => "project_settings",
        Scope::Local => "local_settings",
        Scope::Skill | Scope::Agent => "skills",
        Scope::User | Scope::Explicit | Scope::Plugin | Scope::Host | Scope::Session => {
            "user_settings"
        }
    }
}
