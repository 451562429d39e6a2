//! What a function may return.

use std::fmt::Display;

use snaphook_core::answer::{Answer, Failure, Response};

/// Something a function hook may return.
///
/// | returned | means |
/// |---|---|
/// | [`Answer`] | itself |
/// | a JSON `Value` or `RawValue` | what a command means that prints it |
/// | `()`, `None` | success, nothing to say |
/// | `Err(e)` | the hook failed; its failure policy decides |
pub trait IntoAnswer {
    /// As a response.
    fn into_response(self) -> Response;
}

impl IntoAnswer for Answer {
    fn into_response(self) -> Response {
        Response::Answer(Box::new(self))
    }
}

/// The JSON that a command would print.
impl IntoAnswer for serde_json::Value {
    fn into_response(self) -> Response {
        Response::Text(self.to_string())
    }
}

/// The JSON that a command would print, as it is written: numbers keep their digits,
/// and no value of a repeated key is lost.
impl IntoAnswer for Box<serde_json::value::RawValue> {
    fn into_response(self) -> Response {
        Response::Text(self.get().to_owned())
    }
}

impl IntoAnswer for () {
    fn into_response(self) -> Response {
        Response::Silence
    }
}

impl<T: IntoAnswer> IntoAnswer for Option<T> {
    fn into_response(self) -> Response {
        match self {
            Some(answer) => answer.into_response(),
            None => ().into_response(),
        }
    }
}

impl<T: IntoAnswer, E: Display> IntoAnswer for Result<T, E> {
    fn into_response(self) -> Response {
        match self {
            Ok(answer) => answer.into_response(),
            Err(error) => Failure::new(format!("{error:#}")).into(),
        }
    }
}
