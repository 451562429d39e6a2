//! The store of approvals, as the page uses it: opened when it is needed, and opened again where
//! the log was replaced. While somebody looks at the page, the store says so, and agents wait.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use snaphook_approvals::{ApprovalError, ApprovalStore, ApprovalViewer};

/// How long agents still wait for somebody who left: pages are loaded anew, phones sleep.
const GRACE: Duration = Duration::from_secs(30);

/// The store, for requests of the page.
pub(crate) struct StoreAccess {
    file: PathBuf,
    redact_fields: Vec<String>,
    opened: Mutex<OpenStore>,
}

#[derive(Default)]
struct OpenStore {
    store: Option<ApprovalStore>,
    viewer: Option<ApprovalViewer>,
    pages: usize,
    /// Raised whenever a page comes, so that the end of an earlier one changes nothing.
    arrivals: u64,
}

impl StoreAccess {
    pub(crate) fn new(file: PathBuf, redact_fields: &[String]) -> Self {
        Self {
            file,
            redact_fields: redact_fields.to_vec(),
            opened: Mutex::default(),
        }
    }

    /// The store. It is made where there is none, because an agent may ask any moment.
    pub(crate) fn store(&self) -> Result<ApprovalStore, ApprovalError> {
        self.store_in(&mut self.lock())
    }

    fn store_in(&self, opened: &mut OpenStore) -> Result<ApprovalStore, ApprovalError> {
        if let Some(store) = &opened.store {
            return Ok(store.clone());
        }
        let store = ApprovalStore::open(&self.file)?.redact_fields(&self.redact_fields);
        opened.store = Some(store.clone());
        Ok(store)
    }

    /// Opens the store anew: another file has taken its place.
    pub(crate) fn reopen(&self) {
        let mut opened = self.lock();
        opened.viewer = None;
        opened.store = None;
        if opened.pages > 0 {
            self.announce(&mut opened);
        }
    }

    /// Says that somebody looks at the page, until the guard is dropped and a while has passed.
    pub(crate) fn begin_viewing(self: &Arc<Self>) -> ViewingGuard {
        let mut opened = self.lock();
        opened.pages += 1;
        opened.arrivals += 1;
        self.announce(&mut opened);
        ViewingGuard(Arc::clone(self))
    }

    fn announce(&self, opened: &mut OpenStore) {
        if opened.viewer.is_none()
            && let Ok(store) = self.store_in(opened)
        {
            opened.viewer = store.watch_as("page").ok();
        }
    }

    fn end_viewing(self: &Arc<Self>) {
        let arrivals = {
            let mut opened = self.lock();
            opened.pages -= 1;
            if opened.pages > 0 {
                return;
            }
            opened.arrivals
        };
        let access = Arc::clone(self);
        // Without a runtime the program ends, and the store notices that.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GRACE).await;
                let leave = move || {
                    let mut opened = access.lock();
                    if opened.arrivals == arrivals {
                        opened.viewer = None;
                    }
                };
                let _ = tokio::task::spawn_blocking(leave).await;
            });
        }
    }

    /// Forgets at once that anybody looks: the page is no longer served.
    pub(crate) fn close(&self) {
        self.lock().viewer = None;
    }

    fn lock(&self) -> MutexGuard<'_, OpenStore> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody looks at the page.
pub(crate) struct ViewingGuard(Arc<StoreAccess>);

impl Drop for ViewingGuard {
    fn drop(&mut self) {
        self.0.end_viewing();
    }
}
