//! Runs a hook of type `builtin`.

use std::sync::Arc;

use snaphook_core::answer::Failure;
use snaphook_core::hook::{BuiltinDef, Hook};

use super::names::{BuiltinCall, Builtins};
use crate::handler::{Call, Handler, HandlerFactory, RunFuture};
use crate::make_error::MakeError;
use crate::panics::{PanicError, catch_panics};

/// Makes handlers for hooks of type `builtin`.
#[derive(Debug)]
pub struct BuiltinFactory {
    builtins: Builtins,
}

impl BuiltinFactory {
    /// Makes a factory whose hooks call these builtins.
    #[must_use]
    pub fn new(builtins: Builtins) -> Self {
        Self { builtins }
    }
}

impl HandlerFactory for BuiltinFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        match hook.handler.get::<BuiltinDef>() {
            Some(def) => Ok(Arc::new(BuiltinHandler {
                name: def.name.clone(),
                args: def.args.clone().into(),
                builtins: self.builtins.clone(),
            })),
            None => Err(MakeError::other_kind(BuiltinDef::KIND, hook)),
        }
    }
}

struct BuiltinHandler {
    name: String,
    args: Arc<[String]>,
    builtins: Builtins,
}

impl Handler for BuiltinHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let Some(builtin) = self.builtins.get(&self.name) else {
                return Failure::new(unknown(&self.name, &self.builtins)).into();
            };
            let call = BuiltinCall {
                input: Arc::clone(call.input.input()),
                args: Arc::clone(&self.args),
                hook: call.hook,
                surroundings: call.surroundings,
                intent: call.intent,
                stop: call.stop,
            };
            catch_panics(|| (builtin.0)(call))
                .await
                .unwrap_or_else(|PanicError| Failure::new("the builtin panicked").into())
        })
    }
}

fn unknown(name: &str, builtins: &Builtins) -> String {
    let known = builtins.names();
    if known.is_empty() {
        return format!("unknown builtin `{name}`: this host registered none");
    }
    format!(
        "unknown builtin `{name}`; this host has {}",
        known.join(", ")
    )
}
