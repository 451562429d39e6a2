//! What a kind of handlers brings: how it is described, and what runs it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::kind::KindSpec;

use crate::builtin::Builtins;
use crate::handler::HandlerFactory;
use crate::process::{Processes, StdinKind};
use crate::worker::WorkerLimits;

/// A kind of handlers that an engine knows.
pub trait HandlerKind: Send + Sync {
    /// How it is described: its name, its keys, how hooks of it are read.
    fn spec(&self) -> Arc<dyn KindSpec>;

    /// What runs hooks of it in one engine; `None` if the program was built
    /// without it: then a hook of it fails with an error that names
    /// [`KindSpec::feature`].
    fn factory(&self, parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>>;
}

/// What an engine has for those who run its hooks.
#[derive(Debug, Default)]
pub struct FactoryParts {
    /// The processes of the engine.
    pub processes: Arc<Processes>,
    /// What workers may take.
    pub worker_limits: WorkerLimits,
    /// What commands read their input from.
    pub stdin: StdinKind,
    /// The functions that settings may call.
    pub builtins: Builtins,
    /// Every command runs in a sandbox, to try whether it can.
    pub sandbox_every_command: bool,
    shared: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl FactoryParts {
    /// The parts of an engine.
    #[must_use]
    pub fn new(
        processes: Arc<Processes>,
        worker_limits: WorkerLimits,
        stdin: StdinKind,
        builtins: Builtins,
    ) -> Self {
        Self {
            processes,
            worker_limits,
            stdin,
            builtins,
            sandbox_every_command: false,
            shared: Mutex::default(),
        }
    }

    /// Something that several kinds of one engine share: made for the first who asks.
    pub fn shared<T: Send + Sync + 'static>(&self, make: impl Fn() -> T) -> Arc<T> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let made = shared.entry(TypeId::of::<T>());
        let made = made.or_insert_with(|| Arc::new(make()));
        let made = Arc::clone(made).downcast();
        made.unwrap_or_else(|_| Arc::new(make()))
    }
}
