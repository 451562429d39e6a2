//! The whole way of a reload: read, decide, read again, put in.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::Guard;
use snaphook_core::input::Common;
use snaphook_settings::{Content, Sources};
use tokio::sync::broadcast;

use super::ask::Asker;
use super::compare::{Change, as_read, changed_files, compare_hooks};
use super::decide::{Decision, KeptFile, decide};
use super::reloaded::Reloaded;
use crate::engine::assemble::assemble;
use crate::engine::handle::Engine;
use crate::engine::inner::Inner;
use crate::engine::lasting::Lasting;
use crate::engine::load::Read;
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
    pub async fn reload(&self) -> Reloaded {
        self.reload_as(&Asker::nobody(self)).await
    }

    /// What comes of every reload from now on, as far as something changed.
    #[must_use]
    pub fn settings_changes(&self) -> broadcast::Receiver<Arc<Reloaded>> {
        self.lasting().reloads.subscribe()
    }

    pub(crate) async fn reload_as(&self, asker: &Asker) -> Reloaded {
        if Asker::is_asking() {
            return Reloaded::not(
                "a hook on ConfigChange cannot load the settings: it is asked about just that",
            );
        }
        let lasting = self.lasting();
        // Whoever waits here waits for another reload; no event does.
        let _turn = lasting.reloading.acquire().await;
        if lasting.running.is_closed() {
            return Reloaded::not("the engine is shutting down");
        }
        let old = Guard::into_inner(self.inner());
        let reloaded = match self.replace(&old, asker).await {
            Ok(reloaded) => reloaded,
            Err(problem) => Reloaded::not(problem),
        };
        drop(old);
        lasting.retired.end_unused().await;
        if reloaded.is_news() {
            // An error means that nobody listens.
            let _ = lasting.reloads.send(Arc::new(reloaded.clone()));
        }
        reloaded
    }

    async fn replace(&self, old: &Arc<Inner>, asker: &Asker) -> Result<Reloaded, String> {
        let lasting = self.lasting();
        // What is written into files from now on may not be in what is read.
        let written = lasting.permissions.mark();
        let (read, decisions) = settle(lasting, old, asker).await?;
        let mut told = Reloaded::default();
        let mut kept: Vec<KeptFile> = Vec::new();
        for decision in decisions {
            told.files.extend(decision.told);
            kept.extend(decision.kept);
        }
        let read = read
            .checked(&lasting.recipe)
            .map_err(|error| error.to_string())?;
        let new = {
            let (lasting, old) = (Arc::clone(lasting), Arc::clone(old));
            blocking(move || assemble(&lasting, read, kept, Some(&old))).await?
        };
        compare_hooks(&old.configured, &new.configured, &mut told);
        told.diagnostics = new.diagnostics.all();
        told.swapped = told.files.iter().any(|file| file.fate.is_taken())
            || new.kept != old.kept
            || new.diagnostics != old.diagnostics
            || new.permission_settings != old.permission_settings
            || !(told.added.is_empty() && told.removed.is_empty() && told.changed.is_empty());
        if told.swapped {
            lasting.retired.add(old, &new);
            self.put_in(new);
            lasting.permissions.forget(written);
        }
        Ok(told)
    }
}

impl Session {
    /// As [`Engine::reload`]; ConfigChange is fired in this session, with these
    /// common fields.
    pub async fn reload(&self, common: &Common) -> Reloaded {
        let asker = Asker {
            session: Some(self.clone()),
            common: common.clone(),
        };
        self.engine().reload_as(&asker).await
    }
}

/// Reads until every change is decided, and what was read is what was decided.
async fn settle(
    lasting: &Arc<Lasting>,
    old: &Arc<Inner>,
    asker: &Asker,
) -> Result<(Read, Vec<Decision>), String> {
    let mut decided: BTreeMap<PathBuf, Decision> = BTreeMap::new();
    let mut order: Vec<PathBuf> = Vec::new();
    let mut held: HashMap<PathBuf, Content> = lasting.passing.clone();
    for _ in 0..ROUNDS {
        let read = {
            let (lasting, sources) = (Arc::clone(lasting), Sources::holding(held.clone()));
            blocking(move || lasting.read(sources)).await?
        };
        let is_new = |change: &Change| !decided.contains_key(&change.path);
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
    Err("the settings keep changing while they are loaded; what counted before still does".into())
}

/// Runs what reads files where it holds up nobody.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| format!("the settings could not be loaded: {error}"))
}
