//! Requests about events: execute, observe, explain, has.

use std::path::Path;
use std::sync::Arc;

use snaphook::event::nearest;
use snaphook::{Conversation, ExecuteOptions, Input, Outcome, Session};

use crate::connection::client_session::ClientSession;
use crate::connection::connected_client::ConnectedClient;
use crate::connection::method_call::EventCall;
use crate::connection::requests_in_flight::RequestSlot;
use crate::protocol::{EmptyResult, ExecuteResult, ExplainResult, HasParams, HasResult, RpcError};

/// An event with its session.
pub(super) struct IncomingEvent {
    pub(super) input: Input,
    /// The client's session, if the event belongs to one.
    pub(super) session: Option<Arc<ClientSession>>,
    /// What the client handed in.
    pub(super) conversation: Option<Conversation>,
}

/// Reads the input of a call, as `snaphook fire` does.
pub(super) fn read(client: &ConnectedClient, call: EventCall) -> Result<IncomingEvent, RpcError> {
    let EventCall {
        mut fields,
        event,
        session_id,
        conversation,
        ..
    } = call;
    let session = match session_id {
        Some(id) => Some(client.require_session(&id)?),
        None => {
            let named = fields.text("session_id");
            named.and_then(|id| client.session(&id))
        }
    };
    let server = &client.server;
    let own = session.as_ref().and_then(|own| own.cwd.as_deref());
    let cwd = own.map(|own| server.options.cwd.join(own));
    let cwd: &Path = cwd.as_deref().unwrap_or(&server.options.cwd);
    let new_id = || match &session {
        Some(own) => own.session.id().to_owned(),
        None => uuid::Uuid::now_v7().to_string(),
    };
    let wrong = |error: snaphook::input::InputError| RpcError::params(error.to_string());
    fields.fill_common(new_id, cwd).map_err(wrong)?;
    let rules = server.engine.dialect().rules();
    let input = rules.input(event.as_deref(), fields).map_err(wrong)?;
    refuse_misspelled_field(&input)?;
    Ok(IncomingEvent {
        input,
        session,
        conversation,
    })
}

/// Refuses an input that lacks a field which the event always has and holds one that
/// nearly spells it: no hook would see the value.
fn refuse_misspelled_field(input: &Input) -> Result<(), RpcError> {
    let (fields, spec) = (input.fields(), input.event().spec());
    let is_known = |key: &&str| spec.fields.iter().any(|field| field.name == *key);
    for required in spec.fields.iter().filter(|field| field.required) {
        let name = required.name;
        if fields.raw(name).is_some() {
            continue;
        }
        let mut others = fields.keys().filter(|key| !is_known(key));
        if let Some(slip) = others.find(|key| nearest(key, [name]).is_some()) {
            let event = input.event().as_str();
            return Err(RpcError::params(format!(
                "the input of {event} has no `{name}`; help: `{slip}` was probably meant; \
                 it must be called `{name}`"
            )));
        }
    }
    Ok(())
}

/// Refuses an event without hooks whose name nearly spells a known event, and a
/// tool event without a tool name: running no hooks would hide the mistake.
fn refuse_misspelling(
    session: Option<&Session>,
    client: &ConnectedClient,
    input: &Input,
) -> Result<(), RpcError> {
    let (engine, event) = (&client.server.engine, input.event());
    if let Some(problem) = input.tool_name_problem() {
        return Err(RpcError::params(problem.message));
    }
    let Some(slip) = engine.dialect().rules().misspelling(event) else {
        return Ok(());
    };
    let has = match session {
        Some(session) => session.has(event),
        None => engine.has(event),
    };
    match has {
        true => Ok(()),
        false => {
            let help = slip.help().unwrap_or_default();
            Err(RpcError::params(format!(
                "{slip}, and no hook handles it; {help}"
            )))
        }
    }
}

pub(super) async fn execute(
    client: &ConnectedClient,
    call: EventCall,
    place: &RequestSlot,
) -> Result<ExecuteResult, RpcError> {
    let (wait, native) = (call.wait, call.native);
    let fired = read(client, call)?;
    let outcome = run(client, fired, wait, place).await?;
    if place.cancel.is_cancelled() {
        return Err(RpcError::cancelled());
    }
    let dialect = client.server.engine.dialect();
    Ok(ExecuteResult {
        text_for_model: outcome.text_for_model(),
        text_for_user: outcome.text_for_user(),
        native: native.then(|| dialect.result(&outcome)),
        outcome,
    })
}

async fn run(
    client: &ConnectedClient,
    fired: IncomingEvent,
    wait: bool,
    place: &RequestSlot,
) -> Result<Outcome, RpcError> {
    let outcome = dispatch(client, fired, wait, place).await?;
    client.server.metrics.count_dispatch(&outcome);
    Ok(outcome)
}

async fn dispatch(
    client: &ConnectedClient,
    fired: IncomingEvent,
    wait: bool,
    place: &RequestSlot,
) -> Result<Outcome, RpcError> {
    let IncomingEvent {
        input,
        session,
        conversation,
    } = fired;
    let options = ExecuteOptions {
        cancel: Some(place.cancel.clone()),
        conversation,
    };
    if let Some(own) = session {
        let session = &own.session;
        refuse_misspelling(Some(session), client, &input)?;
        return Ok(session.execute_and_recheck(input, options, wait).await);
    }
    let engine = &client.server.engine;
    if !client.has_client_hooks() {
        refuse_misspelling(None, client, &input)?;
        return Ok(engine.execute_and_recheck(input, options).await);
    }
    let session = one_event_session(client, &input)?;
    refuse_misspelling(Some(&session), client, &input)?;
    Ok(session.execute_and_recheck(input, options, true).await)
}

/// Makes a session for one event, with the client's approver and functions.
pub(super) fn one_event_session(
    client: &ConnectedClient,
    input: &Input,
) -> Result<Session, RpcError> {
    let session = client
        .server
        .engine
        .session(&client.server.one_event_session_id());
    let known_as = input.fields().text("session_id").unwrap_or_default();
    let cwd = input.fields().text("cwd").unwrap_or_default();
    client.add_client_hooks(&session, &known_as.into(), &cwd)?;
    Ok(session)
}

/// Fires an event and answers at once. The event keeps its slot among the requests
/// in flight until its hooks are done, so the limits hold.
pub(super) fn observe(
    client: &Arc<ConnectedClient>,
    call: EventCall,
    mut place: RequestSlot,
) -> Result<EmptyResult, RpcError> {
    place.free_id();
    let fired = read(client, call)?;
    let session = fired.session.as_ref().map(|own| &own.session);
    refuse_misspelling(session, client, &fired.input)?;
    let of = Arc::clone(client);
    client.tasks.spawn(async move {
        // The outcome is recorded by the engine; the client does not get it.
        let _ = run(&of, fired, false, &place).await;
    });
    Ok(EmptyResult {})
}

pub(super) fn explain(
    client: &ConnectedClient,
    call: EventCall,
) -> Result<ExplainResult, RpcError> {
    let IncomingEvent { input, session, .. } = read(client, call)?;
    let explanation = match session {
        Some(own) => own.session.explain(&input),
        None if client.has_client_hooks() => one_event_session(client, &input)?.explain(&input),
        None => client.server.engine.explain(&input),
    };
    Ok((&explanation).into())
}

pub(super) fn has(client: &ConnectedClient, params: &HasParams) -> Result<HasResult, RpcError> {
    let engine = &client.server.engine;
    let event = engine.event(&params.event);
    let has = match &params.session_id {
        Some(id) => client.require_session(id)?.session.has(&event),
        None if client.has_client_hooks() => {
            let session = engine.session(&client.server.one_event_session_id());
            client.add_client_hooks(&session, &"".into(), "")?;
            session.has(&event)
        }
        None => engine.has(&event),
    };
    Ok(HasResult { has })
}
