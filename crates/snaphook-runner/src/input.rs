//! What a runner may be fired with.

use serde_json::Value;
use snaphook_core::event::Event;
use snaphook_core::input::{Fields, Input, InputError};

/// Something that is the input of an event, or becomes it.
///
/// | given | becomes |
/// |---|---|
/// | [`Input`] | itself |
/// | [`Fields`], a JSON object | an input whose `hook_event_name` is filled in |
pub trait IntoInput {
    /// As the input of `event`.
    ///
    /// # Errors
    /// When it is not a JSON object, or names another event.
    fn into_input(self, event: Event) -> Result<Input, InputError>;
}

impl IntoInput for Input {
    fn into_input(self, event: Event) -> Result<Input, InputError> {
        if self.event().name() == event.name() {
            return Ok(self);
        }
        Err(InputError::OtherEvent {
            expected: event.as_str().to_owned(),
            found: self.event().as_str().to_owned(),
        })
    }
}

impl IntoInput for Fields {
    fn into_input(self, event: Event) -> Result<Input, InputError> {
        Input::for_event(event, self)
    }
}

impl IntoInput for Value {
    fn into_input(self, event: Event) -> Result<Input, InputError> {
        Fields::from_value(&self)?.into_input(event)
    }
}
