//! What a client reads and changes of its session: intent, environment, permissions.

use snaphook::permission::Destination;

use crate::connection::connected_client::ConnectedClient;
use crate::protocol::{
    EmptyResult, RpcError, SessionEnvParams, SessionEnvResult, SetIntentParams,
    UpdatePermissionsParams,
};

pub(super) fn set_intent(
    client: &ConnectedClient,
    params: SetIntentParams,
) -> Result<EmptyResult, RpcError> {
    let own = client.require_session(&params.session_id)?;
    own.session.set_intent(params.intent);
    Ok(EmptyResult {})
}

pub(super) fn env(
    client: &ConnectedClient,
    params: &SessionEnvParams,
) -> Result<SessionEnvResult, RpcError> {
    let own = client.require_session(&params.session_id)?;
    let env = own.session.env();
    Ok(SessionEnvResult { env })
}

pub(super) fn update_permissions(
    client: &ConnectedClient,
    params: UpdatePermissionsParams,
) -> Result<EmptyResult, RpcError> {
    let own = client.require_session(&params.session_id)?;
    let update = params.update;
    if !matches!(update.destination, None | Some(Destination::Session)) {
        let message = "invalid `destination`; a client can only update the permissions of its \
                       session (`session`)";
        return Err(RpcError::params(message));
    }
    let updated = own.session.update_permissions(update.kind);
    updated.map_err(|error| RpcError::params(error.to_string()))?;
    Ok(EmptyResult {})
}
