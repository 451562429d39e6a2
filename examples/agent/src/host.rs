//! What an agent and its subagents share.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use serde::Deserialize;

use crate::model::Model;

/// How far an agent may go.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct AgentLimits {
    /// Turns that one prompt may take.
    pub max_turns: usize,
    /// A conversation of more messages is compacted.
    pub compact_after: usize,
}

/// The program around the agents.
pub struct Host {
    /// The project's root. It stays when an agent moves to another folder.
    pub project: PathBuf,
    pub limits: AgentLimits,
    pub model: Box<dyn Model>,
    counts: RefCell<HashMap<&'static str, usize>>,
}

impl Host {
    pub fn new(project: PathBuf, limits: AgentLimits, model: Box<dyn Model>) -> Rc<Self> {
        Rc::new(Self {
            project,
            limits,
            model,
            counts: RefCell::default(),
        })
    }

    /// A new id: `turn-1`, `turn-2` …
    pub fn next_id(&self, kind: &'static str) -> String {
        let mut counts = self.counts.borrow_mut();
        let count = counts.entry(kind).or_default();
        *count += 1;
        format!("{kind}-{count}")
    }
}
