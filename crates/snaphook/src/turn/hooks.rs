//! The handle that an agent holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use snaphook_core::input::CommonFields;
use snaphook_core::input::typed::TypedInput;
use snaphook_core::outcome::Outcome;

use crate::fire::fire;
use crate::gate::Gate;
use snaphook_engine::Engine;
use snaphook_engine::ExecuteOptions;
use snaphook_engine::Session;

/// The hooks of one agent, place by place. One for each agent and subagent.
#[derive(Debug, Clone)]
pub struct AgentHooks {
    pub(super) session: Session,
    /// The fields that every input gets. Change what changes: the permission
    /// mode, the prompt's id. (The cwd is changed by
    /// [`AgentHooks::cwd_changed`].)
    pub common: CommonFields,
    /// The gate decides by rules, mode and approver, too.
    pub(super) permissions: bool,
    /// The last stop was blocked: the agent goes on because of a hook.
    pub(super) sent_back: Arc<AtomicBool>,
}

impl AgentHooks {
    /// The hooks of the session that `common` names.
    #[must_use]
    pub fn new(engine: &Engine, common: CommonFields) -> Self {
        Self::of(engine.session(&common.session_id), common)
    }

    pub(super) fn of(session: Session, common: CommonFields) -> Self {
        Self {
            session,
            common,
            permissions: false,
            sent_back: Arc::default(),
        }
    }

    /// Turns permissions on: tool calls go through the whole pipeline (see
    /// [`Gate::with_permissions`]). Leave `common.permission_mode` out, and the
    /// session keeps the mode.
    #[must_use]
    pub fn with_permissions(mut self) -> Self {
        self.permissions = true;
        self
    }

    /// The session: notices, environment, intent, status.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The gate for this agent's tool calls, without named hooks.
    #[must_use]
    pub fn gate(&self) -> Gate {
        let gate = Gate::new(self.session.clone(), self.common.clone());
        match self.permissions {
            true => gate.with_permissions(),
            false => gate,
        }
    }

    pub(super) async fn fire<T: TypedInput>(&self, typed: &T) -> Outcome {
        fire(
            &self.session,
            &self.common,
            typed,
            ExecuteOptions::default(),
        )
        .await
    }

    pub(super) fn is_sent_back(&self) -> bool {
        self.sent_back.load(Ordering::Relaxed)
    }

    pub(super) fn set_sent_back(&self, sent_back: bool) {
        self.sent_back.store(sent_back, Ordering::Relaxed);
    }
}
