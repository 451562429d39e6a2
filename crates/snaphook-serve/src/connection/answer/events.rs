//! Events that clients fire, or ask about.

use std::path::Path;
use std::sync::Arc;

use snaphook::{ExecuteOptions, Input, Outcome, Session};

use crate::connection::call::EventCall;
use crate::connection::client::Client;
use crate::connection::in_flight::Place;
use crate::connection::own_session::OwnSession;
use crate::protocol::{Done, ExecuteResult, ExplainResult, HasParams, HasResult, RpcError};

/// An event, and where it belongs.
pub(super) struct Fired {
    pub(super) input: Input,
    /// The client's session, if it is of one.
    pub(super) session: Option<Arc<OwnSession>>,
}

/// Reads the input of a call as `snaphook fire` does.
pub(super) fn read(client: &Client, call: EventCall) -> Result<Fired, RpcError> {
    let EventCall {
        mut fields,
        event,
        session_id,
        ..
    } = call;
    let session = match session_id {
        Some(id) => Some(client.named_session(&id)?),
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
    Ok(Fired { input, session })
}

/// An event that nearly spells a known one, and that nobody handles, is a slip:
/// silence would hide it. So is a tool event that names no tool.
fn refuse_slip(session: Option<&Session>, client: &Client, input: &Input) -> Result<(), RpcError> {
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
                "{slip}, and no hook for it; {help}"
            )))
        }
    }
}

pub(super) async fn execute(
    client: &Client,
    call: EventCall,
    place: &Place,
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
    client: &Client,
    fired: Fired,
    wait: bool,
    place: &Place,
) -> Result<Outcome, RpcError> {
    let outcome = dispatch(client, fired, wait, place).await?;
    client.server.metrics.dispatched(&outcome);
    Ok(outcome)
}

async fn dispatch(
    client: &Client,
    fired: Fired,
    wait: bool,
    place: &Place,
) -> Result<Outcome, RpcError> {
    let Fired { input, session } = fired;
    let options = ExecuteOptions {
        cancel: Some(place.cancel.clone()),
    };
    if let Some(own) = session {
        let session = &own.session;
        refuse_slip(Some(session), client, &input)?;
        return Ok(session.execute_and_look_again(input, options, wait).await);
    }
    let engine = &client.server.engine;
    if !client.is_equipped() {
        refuse_slip(None, client, &input)?;
        return Ok(engine.execute_and_look_again(input, options).await);
    }
    let session = passing(client, &input)?;
    refuse_slip(Some(&session), client, &input)?;
    Ok(session.execute_and_look_again(input, options, true).await)
}

/// A session for one event, with what is the client's own.
pub(super) fn passing(client: &Client, input: &Input) -> Result<Session, RpcError> {
    let session = client.server.engine.session(&client.server.passing_id());
    let known_as = input.fields().text("session_id").unwrap_or_default();
    client.equip(&session, &known_as.into())?;
    Ok(session)
}

/// Fires an event that nobody waits for. It has its place among the requests in
/// flight until it is over: nobody can have more under way than may be.
pub(super) fn observe(
    client: &Arc<Client>,
    call: EventCall,
    mut place: Place,
) -> Result<Done, RpcError> {
    place.leave_id();
    let fired = read(client, call)?;
    let session = fired.session.as_ref().map(|own| &own.session);
    refuse_slip(session, client, &fired.input)?;
    let of = Arc::clone(client);
    client.tasks.spawn(async move {
        // Nobody is told what came of it.
        let _ = run(&of, fired, false, &place).await;
    });
    Ok(Done {})
}

pub(super) fn explain(client: &Client, call: EventCall) -> Result<ExplainResult, RpcError> {
    let Fired { input, session } = read(client, call)?;
    let explanation = match session {
        Some(own) => own.session.explain(&input),
        None if client.is_equipped() => passing(client, &input)?.explain(&input),
        None => client.server.engine.explain(&input),
    };
    Ok((&explanation).into())
}

pub(super) fn has(client: &Client, params: &HasParams) -> Result<HasResult, RpcError> {
    let engine = &client.server.engine;
    let event = engine.event(&params.event);
    let has = match &params.session_id {
        Some(id) => client.named_session(id)?.session.has(&event),
        None if client.is_equipped() => {
            let session = engine.session(&client.server.passing_id());
            client.equip(&session, &"".into())?;
            session.has(&event)
        }
        None => engine.has(&event),
    };
    Ok(HasResult { has })
}
