//! From a call to its answer, a file for each kind of method.

mod events;
mod initialize;
mod look;
mod permissions;
mod sessions;
mod shutdown;

use std::sync::Arc;

use serde::Serialize;

use super::call::Call;
use super::client::{Answered, Client};
use super::in_flight::Place;
use crate::protocol::write::{self, Line};
use crate::protocol::{Id, RpcError};

/// Does what is asked. The place among the requests in flight is held until it
/// is done.
pub(super) async fn answer(client: Arc<Client>, id: Id, call: Call, place: Place) -> Answered {
    let client = &client;
    let mut last = false;
    let line = match call {
        Call::Execute(call) => line(&id, events::execute(client, call, &place).await),
        Call::Observe(call) => {
            let line = line(&id, events::observe(client, call, place));
            return Answered::at_once(line);
        }
        Call::Initialize(params) => line(&id, initialize::initialize(client, params)),
        Call::Explain(call) => line(&id, events::explain(client, call)),
        Call::Has(params) => line(&id, events::has(client, &params)),
        Call::List(params) => line(&id, Ok(look::list(client, &params))),
        Call::Reload => line(&id, look::reload(client).await),
        Call::Authorize(call) => line(&id, permissions::authorize(client, call, &place).await),
        Call::StartSession(params) => line(&id, sessions::start(client, params)),
        Call::EndSession(params) => line(&id, sessions::end(client, params).await),
        Call::AddHook(params) => line(&id, sessions::add_hook(client, &params)),
        Call::RemoveHook(params) => line(&id, sessions::remove_hook(client, &params)),
        Call::Shutdown(params) => {
            last = true;
            line(&id, Ok(shutdown::shutdown(client, &params).await))
        }
    };
    Answered {
        line,
        place: Some(place),
        last,
    }
}

fn line<T: Serialize>(id: &Id, answer: Result<T, RpcError>) -> Line {
    match answer {
        Ok(result) => write::result(id, &result),
        Err(error) => write::error(Some(id), &error),
    }
}
