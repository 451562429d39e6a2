//! From typed fields to an outcome: what the gate and the turn helpers share.

use snaphook_core::event::Event;
use snaphook_core::hook::HookId;
use snaphook_core::input::typed::TypedInput;
use snaphook_core::input::{CommonFields, Input};
use snaphook_core::outcome::Outcome;

use snaphook_engine::ExecuteOptions;
use snaphook_engine::Session;

/// Fires a typed event in a session. An input that cannot be written as JSON
/// is not fired: no hook could look at it, so it counts as blocked.
pub(crate) async fn fire<T: TypedInput>(
    session: &Session,
    common: &CommonFields,
    typed: &T,
    options: ExecuteOptions,
) -> Outcome {
    fire_again(session, common, typed, options, &[]).await
}

/// Fires an event whose input hooks have seen before in another form. The hooks
/// in `again` run even if they were to run once.
pub(crate) async fn fire_again<T: TypedInput>(
    session: &Session,
    common: &CommonFields,
    typed: &T,
    options: ExecuteOptions,
    again: &[HookId],
) -> Outcome {
    match Input::new(common, typed) {
        Ok(input) => session.execute_again(input, options, again).await,
        Err(error) => Outcome::not_fired(&Event::resolve(T::EVENT), &error.to_string()),
    }
}
