//! Functions of the client as hooks: a call is a `function/call` request.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use snaphook::hook::HookId;
use snaphook::{FunctionCall, FunctionHook, Session};

use super::client_link::ClientLink;
use crate::protocol::{
    FUNCTION_CALL, FunctionCallParams, FunctionDefinition, FunctionFailurePolicy, RpcError,
};

/// Adds a function of the client to a session. `known_as` is the session id that
/// the client knows.
pub(super) fn add(
    session: &Session,
    link: &Arc<ClientLink>,
    known_as: &Arc<str>,
    event: &str,
    matcher: Option<&str>,
    def: &FunctionDefinition,
) -> Result<HookId, RpcError> {
    let hook = hook(link, known_as, event, matcher, def)?;
    session
        .add_function(hook)
        .map_err(|error| RpcError::params(error.to_string()))
}

fn hook(
    link: &Arc<ClientLink>,
    known_as: &Arc<str>,
    event: &str,
    matcher: Option<&str>,
    def: &FunctionDefinition,
) -> Result<FunctionHook, RpcError> {
    let name: Arc<str> = def.name.as_deref().unwrap_or(&def.function).into();
    let function: Arc<str> = def.function.as_str().into();
    let (link, session) = (Arc::clone(link), Arc::clone(known_as));
    let mut hook = FunctionHook::new(event, &name.clone(), move |call| {
        let (link, session) = (Arc::clone(&link), Arc::clone(&session));
        let (function, name) = (Arc::clone(&function), Arc::clone(&name));
        async move { ask(&link, &session, &function, &name, call).await }
    });
    if let Some(matcher) = matcher {
        hook = hook.matcher(matcher);
    }
    if let Some(seconds) = def.timeout {
        let timeout = Duration::try_from_secs_f64(seconds).ok();
        let timeout = timeout
            .filter(|timeout| !timeout.is_zero())
            .ok_or_else(|| {
                let name = &def.function;
                RpcError::params(format!(
                    "the function `{name}`: `timeout` must be a number of seconds above 0"
                ))
            })?;
        hook = hook.timeout(timeout);
    }
    if def.on_failure == FunctionFailurePolicy::Block {
        hook = hook.block_on_failure();
    }
    if let Some(message) = &def.status_message {
        hook = hook.status_message(message);
    }
    if def.once {
        hook = hook.once();
    }
    if def.internal {
        hook = hook.internal();
    }
    Ok(hook)
}

/// Calls a function. The engine reads the client's answer like the stdout of a
/// command hook.
async fn ask(
    link: &ClientLink,
    session: &str,
    function: &str,
    name: &str,
    call: FunctionCall,
) -> Result<Option<Box<RawValue>>, String> {
    let params = FunctionCallParams {
        function,
        name,
        session_id: session,
        event: call.input.event().as_str(),
        input: call.input.fields(),
    };
    let answer = link.ask(FUNCTION_CALL, &params).await;
    let answer = answer.map_err(|error| error.to_string())?;
    // The raw text: the engine detects repeated keys, and numbers keep their digits.
    match answer.get().trim_start() {
        "null" => Ok(None),
        object if object.starts_with('{') => Ok(Some(answer)),
        _ => Err("the client's answer must be an object or null".to_owned()),
    }
}
