//! What engines and sessions can do beside running hooks: be built with every kind
//! of handler, authorize tool calls, follow their settings.

use snaphook_core::input::CommonFields;
use snaphook_engine::{Engine, EngineBuilder, Session};

use crate::kinds::{KINDS, condition_language};
use crate::permission::{
    AuthorizationRequest, Decision, RuleRestriction, authorize, is_denied_by_rule,
    restriction_by_rules,
};
use crate::tool_call::ToolCall;
#[cfg(feature = "watch")]
use crate::watch::{StartError, WatchHandle, WatchOptions};

/// The methods that this crate adds to [`Engine`].
pub trait EngineExt {
    /// Starts a builder for an engine that serves all [`KINDS`].
    #[must_use]
    fn builder() -> EngineBuilder {
        let builder = EngineBuilder::new(KINDS);
        match condition_language() {
            Some(language) => builder.conditions(language),
            None => builder,
        }
    }

    /// Decides whether a tool call may run: hooks, rules, mode, hooks again, a
    /// person (see [`permission`](crate::permission)). The call belongs to the
    /// session that `common` names. Hold that session ([`Engine::session`]) for as
    /// long as its updates of permissions are to last.
    fn authorize(
        &self,
        common: &CommonFields,
        call: ToolCall,
    ) -> impl Future<Output = Decision> + Send;

    /// Follows the settings from now on: whenever a file they come from changes,
    /// they are loaded anew, as [`Engine::reload`] does it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let file = folder.path().join("settings.json");
    /// use snaphook::Engine;
    /// use snaphook::prelude::*;
    /// use snaphook::watch::WatchEvent;
    ///
    /// std::fs::write(&file, "{}")?;
    /// let engine = Engine::builder().settings_file(&file).build()?;
    /// let watching = engine.watch()?;
    /// let mut events = watching.events();
    /// watching.until_ready().await;
    ///
    /// std::fs::write(&file, r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "make" } ] } ] } }"#)?;
    /// while let WatchEvent::Settings(reloaded) = events.recv().await? {
    ///     if reloaded.swapped {
    ///         break;
    ///     }
    /// }
    /// assert!(engine.has(&engine.event("Stop")));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When nothing can be watched.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    #[cfg(feature = "watch")]
    fn watch(&self) -> Result<WatchHandle, StartError> {
        self.watch_with(WatchOptions::default())
    }

    /// Follows the settings with these options: see [`EngineExt::watch`].
    ///
    /// # Errors
    /// When nothing can be watched.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    #[cfg(feature = "watch")]
    fn watch_with(&self, options: WatchOptions) -> Result<WatchHandle, StartError>;
}

impl EngineExt for Engine {
    async fn authorize(&self, common: &CommonFields, call: ToolCall) -> Decision {
        let session = self.session(&common.session_id);
        session.authorize(common, call).await
    }

    #[cfg(feature = "watch")]
    fn watch_with(&self, options: WatchOptions) -> Result<WatchHandle, StartError> {
        WatchHandle::start(self, options)
    }
}

/// The methods that this crate adds to [`Session`].
pub trait SessionExt {
    /// Decides whether a tool call may run in this session (see
    /// [`permission`](crate::permission)). Where `common` names no
    /// `permission_mode`, the session's holds, else that of the settings.
    fn authorize(
        &self,
        common: &CommonFields,
        call: ToolCall,
    ) -> impl Future<Output = Decision> + Send;

    /// Whether a deny rule denies this tool, whatever it is called with: such a tool
    /// need not be offered to the model.
    fn is_tool_denied(&self, common: &CommonFields, tool: &str) -> bool;

    /// What the deny and ask rules say of a call, for a host that decides about the rest by
    /// itself: neither allow rules nor the mode count. Hooks do not run.
    fn restriction_by_rules(
        &self,
        common: &CommonFields,
        tool: &str,
        input: &serde_json::Value,
    ) -> Option<RuleRestriction>;
}

impl SessionExt for Session {
    async fn authorize(&self, common: &CommonFields, call: ToolCall) -> Decision {
        authorize(AuthorizationRequest {
            session: self,
            common,
            call,
            approver: self.approver(),
            rules: true,
            host_hooks: None,
        })
        .await
    }

    fn is_tool_denied(&self, common: &CommonFields, tool: &str) -> bool {
        is_denied_by_rule(self, common, tool)
    }

    fn restriction_by_rules(
        &self,
        common: &CommonFields,
        tool: &str,
        input: &serde_json::Value,
    ) -> Option<RuleRestriction> {
        restriction_by_rules(self, common, tool, input)
    }
}
