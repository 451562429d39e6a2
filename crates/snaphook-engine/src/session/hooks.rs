//! Hooks that a host adds while a session runs.

use std::sync::Arc;

use snaphook_core::hook::{Hook, Scope};
use snaphook_core::outcome::HookEntry;
use snaphook_exec::Handler;
use snaphook_settings::parse;
use snaphook_trust::TrustState;

use super::hook_error::SessionHookError;
use crate::conditions::HookCondition;
use crate::engine::{SnapshotData, WatchedHook};

/// Called when a session hook succeeded.
pub(crate) type OnSuccess = Arc<dyn Fn(&HookEntry) + Send + Sync>;

/// A hook of one session.
pub(crate) struct SessionHook {
    pub(crate) hook: Arc<Hook>,
    /// None for one that cannot run, and fails.
    pub(crate) handler: Option<Arc<dyn Handler>>,
    pub(crate) condition: Option<HookCondition>,
    pub(crate) on_success: Option<OnSuccess>,
    /// Where it is, if a person must trust it.
    pub(crate) standing: Option<TrustState>,
    /// Tells whether it still is what was trusted.
    pub(crate) watch: Option<Arc<WatchedHook>>,
    /// What made its handler: nothing that this needs ends before.
    _made_by: Option<Arc<SnapshotData>>,
}

impl SessionHook {
    pub(super) fn new(
        hook: Hook,
        handler: Arc<dyn Handler>,
        on_success: Option<OnSuccess>,
        engine: &SnapshotData,
    ) -> Self {
        let hook = Arc::new(hook);
        Self {
            condition: HookCondition::of(&hook, &*engine.dialect, engine.condition_language),
            hook,
            handler: Some(handler),
            on_success,
            standing: None,
            watch: None,
            _made_by: None,
        }
    }

    /// A hook of a settings file. One that cannot run stays, as one that fails,
    /// if it is a guard; else it does nothing.
    pub(super) fn of_settings(
        mut hook: Hook,
        engine: &Arc<SnapshotData>,
        standing: Option<TrustState>,
        watch: Option<Arc<WatchedHook>>,
    ) -> Self {
        let handler = match engine.registry.make(&hook) {
            Ok(handler) => Some(handler),
            Err(reason) => {
                if hook.handler.why_unloadable().is_none() {
                    hook.handler = hook.handler.to_unloadable(reason.to_string());
                }
                None
            }
        };
        let hook = Arc::new(hook);
        Self {
            condition: HookCondition::of(&hook, &*engine.dialect, engine.condition_language),
            hook,
            handler,
            on_success: None,
            standing,
            watch,
            _made_by: Some(Arc::clone(engine)),
        }
    }

    /// Reads a hook that is written as in canonical settings: the definition of
    /// one handler, for one event and matcher of the engine's dialect.
    pub(super) fn read(
        engine: &Arc<SnapshotData>,
        event: &str,
        matcher: Option<&str>,
        definition: &serde_json::Value,
    ) -> Result<Self, SessionHookError> {
        let group = match matcher {
            Some(matcher) => serde_json::json!({"matcher": matcher, "hooks": [definition]}),
            None => serde_json::json!({"hooks": [definition]}),
        };
        let mut groups = serde_json::Map::new();
        groups.insert(event.to_owned(), serde_json::json!([group]));
        let text = serde_json::json!({ "hooks": groups }).to_string();
        let name = std::path::Path::new("<session>");
        let mut loading = engine.loading().canonical_shape();
        let settings = parse(name, &text, Scope::Session, &mut loading)
            .map_err(SessionHookError::Unreadable)?;
        let wrong = settings
            .findings
            .into_iter()
            .find(|finding| finding.severity == snaphook_core::Severity::Error);
        if let Some(finding) = wrong {
            return Err(SessionHookError::Wrong(Box::new(finding)));
        }
        let mut hook = settings
            .hooks
            .into_iter()
            .next()
            .ok_or(SessionHookError::NotAHook)?;
        hook.source.file = None;
        hook.source.line = None;
        let handler = engine.registry.make(&hook);
        let handler = handler.map_err(SessionHookError::Handler)?;
        Ok(Self {
            _made_by: Some(Arc::clone(engine)),
            ..Self::new(hook, handler, None, engine)
        })
    }
}

impl std::fmt::Debug for SessionHook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SessionHook").field(&self.hook.id).finish()
    }
}
