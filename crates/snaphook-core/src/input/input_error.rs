//! Why an input could not be taken.

/// Why an input could not be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// It is not JSON.
    #[error("the input is not JSON: {0}")]
    NotJson(#[source] serde_json::Error),
    /// It is JSON, but not an object.
    #[error("the input must be a JSON object, but it is {0}")]
    NotAnObject(&'static str),
    /// It names no event.
    #[error("the input has no `hook_event_name`")]
    NoEvent,
    /// It names another event than the caller.
    #[error("the input's `hook_event_name` is `{found}`, but the event is `{expected}`")]
    OtherEvent {
        /// What the caller named.
        expected: String,
        /// What the input names.
        found: String,
    },
    /// A key occurs twice: a hook and the tool might read different values.
    #[error("duplicate key `{0}` in an object of the input")]
    Repeated(String),
    /// `hook_event_name` is not a string.
    #[error("the input's `hook_event_name` must be a string")]
    EventNotText,
    /// A value could not be written as JSON.
    #[error("the field `{field}` cannot be written as JSON: {source}")]
    NotSerialisable {
        /// The field.
        field: String,
        /// Why.
        source: serde_json::Error,
    },
}
