//! One event that an agent asks about, and what is known of it so far: anyone who has to
//! answer for a failure knows as much as there is to know.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use snaphook_agents::{AgentSpec, Contract, EventContract};

use super::args::HookArgs;
use super::deadline::Deadline;
use crate::stakes::Stakes;

/// One event that an agent asks about.
#[derive(Debug)]
pub(super) struct BridgeCall {
    pub(super) args: Arc<HookArgs>,
    pub(super) agent: &'static AgentSpec,
    /// The event that the command or the request names.
    pub(super) named: Option<String>,
    pub(super) deadline: Deadline,
    pub(super) stakes: Stakes,
    event: OnceLock<&'static EventContract>,
    cwd: OnceLock<PathBuf>,
    answered: AtomicBool,
}

impl BridgeCall {
    pub(super) fn new(
        args: &Arc<HookArgs>,
        agent: &'static AgentSpec,
        named: Option<String>,
        deadline: Deadline,
    ) -> Self {
        Self {
            args: Arc::clone(args),
            agent,
            named,
            deadline,
            stakes: Stakes::default(),
            event: OnceLock::new(),
            cwd: OnceLock::new(),
            answered: AtomicBool::new(false),
        }
    }

    pub(super) fn contract(&self) -> &'static Contract {
        self.agent.contract(self.args.agent_version.as_deref())
    }

    /// Notes which event it is.
    pub(super) fn found_event(&self, event: &'static EventContract) {
        let _ = self.event.set(event);
    }

    /// Notes the working directory of the input.
    pub(super) fn found_cwd(&self, cwd: &str) {
        if !cwd.is_empty() {
            let _ = self.cwd.set(PathBuf::from(cwd));
        }
    }

    /// The event, as far as it is known.
    pub(super) fn event(&self) -> Option<&'static EventContract> {
        let named = || self.contract().native_event(self.named.as_deref()?);
        self.event.get().copied().or_else(named)
    }

    /// The working directory, as far as it is known.
    pub(super) fn cwd(&self) -> Option<&Path> {
        self.cwd.get().map(PathBuf::as_path)
    }

    /// Takes the right to answer: true for exactly one caller.
    pub(super) fn claim_answer(&self) -> bool {
        !self.answered.swap(true, Ordering::SeqCst)
    }
}
