//! From typed fields to an outcome: what the gate and the turn helpers share.

use snaphook_core::event::Event;
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
    match Input::new(common, typed) {
        Ok(input) => session.execute_with(input, ExecuteOptions { cancel }).await,
        Err(error) => Outcome::not_fired(&Event::resolve(T::EVENT), &error.to_string()),
    }
}
