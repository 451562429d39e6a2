//! The input of a hook: the JSON object an event carries.
//!
//! [`Fields`] keeps any JSON object without loss; [`Input`] is such an object
//! with its event; [`typed`] has a struct for every built-in event.

mod event_input;
mod fields;
mod input_error;
mod tool_name;
pub mod typed;

pub use event_input::{Input, MatchValue};
pub use fields::Fields;
pub use input_error::InputError;
pub use tool_name::names_a_tool;
pub use typed::{CommonFields, TypedInput};
