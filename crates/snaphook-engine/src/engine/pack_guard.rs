//! Hooks of packs, held against the lock: before a hook runs, and again when it has ended,
//! every file of its pack must be what was locked. Otherwise it fails, and a guard that
//! fails denies.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::{Hook, PackPin};
use snaphook_exec::{Call, Handler, RunFuture, StartSignal, Weight};
use snaphook_packs::{PackStore, StoreError, StoredTree, TreeDigest, TreeMoment};

/// The packs of some hooks: what one hook found out about its pack, the next one knows.
#[derive(Default)]
pub(super) struct PackGuards(HashMap<(PathBuf, Arc<str>), Arc<PackGuard>>);

/// The content of one pack.
struct PackGuard {
    name: Arc<str>,
    pin: PackPin,
    stored: Mutex<Option<Arc<StoredTree>>>,
}

/// A handler that runs only while its pack is whole.
struct PackedHandler {
    handler: Arc<dyn Handler>,
    guard: Arc<PackGuard>,
}

impl PackGuards {
    /// The handler, held against the pack of its hook if it has one.
    pub(super) fn hold(&mut self, hook: &Hook, handler: Arc<dyn Handler>) -> Arc<dyn Handler> {
        let Some(origin) = hook.source.origin.as_ref() else {
            return handler;
        };
        let Some(pin) = &origin.pack else {
            return handler;
        };
        let key = (pin.store.clone(), Arc::clone(&pin.tree));
        let guard = self.0.entry(key).or_insert_with(|| {
            Arc::new(PackGuard {
                name: Arc::clone(&origin.name),
                pin: pin.clone(),
                stored: Mutex::default(),
            })
        });
        Arc::new(PackedHandler {
            handler,
            guard: Arc::clone(guard),
        })
    }
}

impl PackGuard {
    fn verify(&self) -> Result<TreeMoment, Failure> {
        let failed = |error: StoreError| {
            let name = &self.name;
            Failure::new(format!(
                "the pack `{name}` is not what was locked, so nothing of it runs: {error}; help: \
                run `snaphook pack verify {name}`, then `snaphook pack add --frozen`"
            ))
        };
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*stored {
            return known.verify().map_err(failed);
        }
        let digest = TreeDigest::from_hex(&self.pin.tree)
            .map_err(|error| Failure::new(format!("the pack `{}`: {error}", self.name)))?;
        let opened = PackStore::new(&self.pin.store)
            .open(&digest)
            .map_err(failed)?;
        let opened = stored.insert(Arc::new(opened));
        opened.verify().map_err(failed)
    }

    /// The response of a hook, if its pack was whole all the time.
    fn judge(&self, before: &TreeMoment, response: Response) -> Response {
        match self.verify() {
            Ok(after) if after == *before => response,
            Ok(_) => Failure::new(format!(
                "files of the pack `{}` were written to while it ran, so its answer does not \
                count; run it again when no program changes them",
                self.name
            ))
            .into(),
            Err(failure) => failure.into(),
        }
    }
}

impl Handler for PackedHandler {
    fn run(&self, mut call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let before = match self.guard.verify() {
                Ok(before) => before,
                Err(failure) => return failure.into(),
            };
            keep_whole(&mut call);
            let response = self.handler.run(call).await;
            self.guard.judge(&before, response)
        })
    }

    fn run_in_turn(&self, mut call: Call, begun: StartSignal) -> RunFuture<'_> {
        Box::pin(async move {
            let before = match self.guard.verify() {
                Ok(before) => before,
                Err(failure) => {
                    begun.send();
                    return failure.into();
                }
            };
            keep_whole(&mut call);
            let response = self.handler.run_in_turn(call, begun).await;
            self.guard.judge(&before, response)
        })
    }

    fn weight(&self) -> Weight {
        self.handler.weight()
    }
}

/// Python would write compiled files beside the scripts that it loads.
fn keep_whole(call: &mut Call) {
    let variable = "PYTHONDONTWRITEBYTECODE".to_owned();
    call.env.push((variable, Some("1".to_owned())));
}
