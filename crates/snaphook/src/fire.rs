//! From typed fields to an outcome: what the gate and the turn helpers share.

use snaphook_core::event::Event;
use snaphook_core::hook::HookId;
use snaphook_core::input::typed::TypedInput;
use snaphook_core::input::{Common, Input};
use snaphook_core::outcome::Outcome;
use tokio_util::sync::CancellationToken;

use crate::engine::ExecuteOptions;
use crate::session::Session;

/// Fires a typed event in a session. An input that cannot be written as JSON
/// is not fired: no hook could look at it, so it counts as blocked.
pub(crate) async fn fire<T: TypedInput>(
    session: &Session,
    common: &Common,
    typed: &T,
    cancel: Option<CancellationToken>,
) -> Outcome {
    fire_again(session, common, typed, cancel, &[]).await
}

/// The same for what hooks have seen before, in another form: those of `again`
/// are asked even if they were to run once.
pub(crate) async fn fire_again<T: TypedInput>(
    session: &Session,
    common: &Common,
    typed: &T,
    cancel: Option<CancellationToken>,
    again: &[HookId],
) -> Outcome {
    match Input::new(common, typed) {
        Ok(input) => {
            let options = ExecuteOptions { cancel };
            session.execute_again(input, options, again).await
        }
        Err(error) => Outcome::not_fired(&Event::resolve(T::EVENT), &error.to_string()),
    }
}
