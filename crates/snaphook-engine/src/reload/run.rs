//! The whole way of a reload: read, decide, read again, put in.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::Guard;
use snaphook_core::input::CommonFields;
use snaphook_settings::{HeldContent, Sources};
use tokio::sync::broadcast;

use super::ask::ReloadAsker;
use super::compare::{ChangedSource, as_read, changed_files, compare_hooks};
use super::decide::{ReloadDecision, decide};
use super::error::ReloadError;
use crate::engine::{
    Engine, EngineShared, KeptFile, ReloadReport, SettingsRead, SnapshotData, assemble,
};
use crate::session::Session;

/// How often new changes are found while others are decided, before it is left
/// to the next time.
const ROUNDS: usize = 16;

impl Engine {
    /// Loads the settings anew, from the places and files that the builder was
    /// given, and works on them from now on. Events that are under way finish
    /// on the settings they began with; sessions go on.
    ///
    /// For every file that changed, ConfigChange is fired, outside any session
    /// and with the old settings' hooks. Where they block, and where a file
    /// cannot be loaded, what it held before still counts. Hooks of a project
    /// that changed need trust anew.
    ///
    /// Reloads wait for each other; events never wait for one.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let file = folder.path().join("settings.json");
    /// use snaphook::prelude::*;
    /// use snaphook::Engine;
    ///
    /// std::fs::write(&file, r#"{ "hooks": {} }"#)?;
    /// let engine = Engine::builder().settings_file(&file).build()?;
    ///
    /// std::fs::write(&file, r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "make" } ] } ] } }"#)?;
    /// let reloaded = engine.reload().await;
    /// assert!(reloaded.swapped);
    /// assert_eq!(reloaded.added[0].name, "make");
    ///
    /// std::fs::write(&file, "{ oops")?;
    /// let reloaded = engine.reload().await;
    /// assert!(!reloaded.files[0].fate.is_taken());
    /// assert!(engine.has(&engine.event("Stop")));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn reload(&self) -> ReloadReport {
        self.reload_as(&ReloadAsker::nobody(self)).await
    }

    /// What comes of every reload from now on, as far as something changed.
    #[must_use]
    pub fn settings_changes(&self) -> broadcast::Receiver<Arc<ReloadReport>> {
        self.shared().reloads.subscribe()
    }

    async fn reload_as(&self, asker: &ReloadAsker) -> ReloadReport {
        if ReloadAsker::is_asking() {
            return ReloadReport::not(
                "a ConfigChange hook cannot reload the settings: the reload waits for its answer",
            );
        }
        let shared = self.shared();
        // Anyone who waits here waits for another reload; no event does.
        let _turn = shared.reloading.acquire().await;
        if shared.running.is_closed() {
            return ReloadReport::not("the engine is shutting down");
        }
        let old = Guard::into_inner(self.snapshot_data());
        let reloaded = match self.replace(&old, asker).await {
            Ok(reloaded) => reloaded,
            Err(problem) => ReloadReport::not(problem.to_string()),
        };
        drop(old);
        shared.retired.end_unused().await;
        if reloaded.is_news() {
            // An error means that nobody listens.
            let _ = shared.reloads.send(Arc::new(reloaded.clone()));
        }
        reloaded
    }

    async fn replace(
        &self,
        old: &Arc<SnapshotData>,
        asker: &ReloadAsker,
    ) -> Result<ReloadReport, ReloadError> {
        let shared = self.shared();
        // What is written into files from now on may not be in what is read.
        let written = shared.permissions.mark();
        let (read, decisions) = settle(shared, old, asker).await?;
        let mut told = ReloadReport::default();
        let mut kept: Vec<KeptFile> = Vec::new();
        for decision in decisions {
            told.files.extend(decision.told);
            kept.extend(decision.kept);
        }
        let read = read.checked(&shared.recipe)?;
        let new = {
            let (shared, old) = (Arc::clone(shared), Arc::clone(old));
            blocking(move || assemble(&shared, read, kept, Some(&old))).await?
        };
        compare_hooks(&old.configured, &new.configured, &mut told);
        told.diagnostics = new.diagnostics.all();
        told.swapped = told.files.iter().any(|file| file.fate.is_taken())
            || new.kept != old.kept
            || new.diagnostics != old.diagnostics
            || new.permission_settings != old.permission_settings
            || !(told.added.is_empty() && told.removed.is_empty() && told.changed.is_empty());
        if told.swapped {
            shared.retired.add(old, &new);
            self.put_in(new);
            shared.permissions.forget(written);
        }
        Ok(told)
    }
}

impl Session {
    /// As [`Engine::reload`]; ConfigChange is fired in this session, with these
    /// common fields.
    pub async fn reload(&self, common: &CommonFields) -> ReloadReport {
        let asker = ReloadAsker {
            session: Some(self.clone()),
            common: common.clone(),
        };
        self.engine().reload_as(&asker).await
    }
}

/// Reads until every change is decided, and what was read is what was decided.
async fn settle(
    shared: &Arc<EngineShared>,
    old: &Arc<SnapshotData>,
    asker: &ReloadAsker,
) -> Result<(SettingsRead, Vec<ReloadDecision>), ReloadError> {
    let mut decided: BTreeMap<PathBuf, ReloadDecision> = BTreeMap::new();
    let mut order: Vec<PathBuf> = Vec::new();
    let mut held: HashMap<PathBuf, HeldContent> = shared.passing.clone();
    for _ in 0..ROUNDS {
        let read = {
            let (shared, sources) = (Arc::clone(shared), Sources::holding(held.clone()));
            blocking(move || shared.read(sources)).await?
        };
        let is_new = |change: &ChangedSource| !decided.contains_key(&change.path);
        let mut changes = changed_files(old, &read);
        changes.retain(is_new);
        let mut again = false;
        held.extend(as_read(&read));
        for change in changes {
            let path = change.path.clone();
            held.insert(path.clone(), change.now.clone());
            let decision = decide(old, change, asker).await;
            if let Some(kept) = &decision.kept {
                held.insert(path.clone(), kept.in_force.clone());
                again = true;
            }
            order.push(path.clone());
            decided.insert(path, decision);
        }
        if !again {
            let decisions = order.iter().filter_map(|path| decided.remove(path));
            return Ok((read, decisions.collect()));
        }
    }
    Err(ReloadError::KeepChanging)
}

/// Runs blocking work on a thread for it.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ReloadError> {
    Ok(tokio::task::spawn_blocking(work).await?)
}
