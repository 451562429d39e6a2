//! What the files of one engine share while they are read.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use snaphook_core::dialect::Rules;
use snaphook_core::event::EventSpec;
use snaphook_core::hook::{Hook, HookId};
use snaphook_core::kind::{KindSpec, Kinds};

use crate::dialect::{Claude, Dialect};
use crate::node::{Node, SyntaxError};
use crate::sources::Sources;

/// The dialect that the files are written in, and numbers that must not repeat
/// across them: rows of sequential groups, and copies of ids.
#[derive(Debug)]
pub struct LoadContext {
    dialect: Arc<dyn Dialect>,
    agent: Option<String>,
    canonical_shape: bool,
    kinds: Kinds,
    unchecked: HashSet<String>,
    of_host: HashSet<String>,
    rows: u32,
    ids: HashMap<HookId, usize>,
    pub(crate) sources: Sources,
}

impl Default for LoadContext {
    fn default() -> Self {
        Self::of(Arc::new(Claude))
    }
}

impl LoadContext {
    /// Files in this dialect.
    #[must_use]
    pub fn of(dialect: Arc<dyn Dialect>) -> Self {
        Self {
            dialect,
            agent: None,
            canonical_shape: false,
            kinds: Kinds::default(),
            unchecked: HashSet::new(),
            of_host: HashSet::new(),
            rows: 0,
            ids: HashMap::new(),
            sources: Sources::default(),
        }
    }

    /// The agent whose hooks are meant, where a file has several.
    #[must_use]
    pub fn agent(mut self, agent: Option<String>) -> Self {
        self.agent = agent;
        self
    }

    /// What is read has the canonical shape already, as a program writes it;
    /// names and matchers are the dialect's own.
    #[must_use]
    pub fn canonical_shape(mut self) -> Self {
        self.canonical_shape = true;
        self
    }

    /// The kinds of handlers that there are.
    #[must_use]
    pub fn kinds(mut self, kinds: Kinds) -> Self {
        self.kinds = kinds;
        self
    }

    /// Names of kinds beside these that the host runs: what such hooks carry is for
    /// the host to judge.
    #[must_use]
    pub fn unchecked_kinds(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.unchecked.extend(names);
        self
    }

    /// Names of kinds that the host runs by a factory of its own: their hooks may run
    /// on every event.
    #[must_use]
    pub fn kinds_of_host(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.of_host.extend(names);
        self
    }

    /// Files that are to count as if they held something else than they do.
    #[must_use]
    pub fn sources(mut self, sources: Sources) -> Self {
        self.sources = sources;
        self
    }

    /// The files that were read, once everything is loaded.
    #[must_use]
    pub fn into_sources(self) -> Sources {
        self.sources
    }

    /// The dialect.
    #[must_use]
    pub fn dialect(&self) -> &Arc<dyn Dialect> {
        &self.dialect
    }

    /// Reads something that is in canonical words, whatever the dialect.
    pub(crate) fn canonically<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let dialect = std::mem::replace(&mut self.dialect, Arc::new(Claude));
        let agent = self.agent.take();
        let result = read(self);
        self.dialect = dialect;
        self.agent = agent;
        result
    }

    /// The tree that a file means.
    pub(crate) fn canonical(&self, root: Node) -> Result<Node, SyntaxError> {
        if self.canonical_shape {
            return Ok(root);
        }
        self.dialect.settings(root, self.agent.as_deref())
    }

    pub(super) fn known_kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Whether hooks of a kind may run on an event.
    pub(super) fn may_run(&self, kind: &dyn KindSpec, event: &EventSpec) -> bool {
        kind.runs_on(event) || self.of_host.contains(kind.name().as_str())
    }

    pub(super) fn is_unchecked(&self, kind: &str) -> bool {
        self.unchecked.contains(kind) && self.kinds.get(kind).is_none()
    }

    pub(super) fn rules(&self) -> &'static Rules {
        self.dialect.rules()
    }

    pub(super) fn next_row(&mut self) -> u32 {
        self.rows += 1;
        self.rows
    }

    /// Gives a hook an id that no other hook has.
    pub(super) fn name(&mut self, hook: &mut Hook) {
        let id = hook.derived_id();
        let count = self.ids.entry(id.clone()).or_default();
        *count += 1;
        hook.id = match *count {
            1 => id,
            more => id.numbered(more),
        };
    }
}
