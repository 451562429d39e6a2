//! The builtins of one engine, by name.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};

use snaphook_core::answer::Response;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use tokio_util::sync::CancellationToken;

use crate::function::IntoAnswer;
use crate::panics::HostFuture;
use crate::surroundings::Surroundings;

/// One call of a builtin.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BuiltinCall {
    /// The input.
    pub input: Arc<Input>,
    /// The hook's arguments.
    pub args: Arc<[String]>,
    /// The hook.
    pub hook: Arc<Hook>,
    /// The world it runs in.
    pub surroundings: Arc<Surroundings>,
    /// The intent that the session's agent declared.
    pub intent: Option<String>,
    /// Cancelled when the engine no longer waits for the answer.
    pub stop: CancellationToken,
}

type BuiltinBody = dyn Fn(BuiltinCall) -> HostFuture<Response> + Send + Sync;

/// A function that settings may call.
#[derive(Clone)]
pub struct BuiltinFunction(pub(super) Arc<BuiltinBody>);

impl BuiltinFunction {
    /// A function that returns an answer, nothing, or an error.
    pub fn new<F, R>(body: F) -> Self
    where
        F: Fn(BuiltinCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoAnswer> + Send + 'static,
    {
        Self(Arc::new(move |call| {
            let answer = body(call);
            Box::pin(async move { answer.await.into_response() })
        }))
    }
}

impl std::fmt::Debug for BuiltinFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BuiltinFunction")
    }
}

/// Why a builtin was not registered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinError {
    /// The name is empty, so no hook could call it.
    #[error("a builtin needs a name")]
    NoName,
}

/// The builtins of one engine. Cloning gives another handle to the same; it
/// may be used from several threads.
#[derive(Debug, Clone, Default)]
pub struct Builtins(Arc<RwLock<HashMap<String, BuiltinFunction>>>);

impl Builtins {
    /// Registers a builtin; a second one of a name replaces the first.
    ///
    /// # Errors
    /// When the name is empty.
    pub fn register(&self, name: &str, builtin: BuiltinFunction) -> Result<(), BuiltinError> {
        if name.trim().is_empty() {
            return Err(BuiltinError::NoName);
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.to_owned(), builtin);
        Ok(())
    }

    /// The builtin of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<BuiltinFunction> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(name).cloned()
    }

    /// The names that are registered, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = known.keys().cloned().collect();
        names.sort();
        names
    }
}
