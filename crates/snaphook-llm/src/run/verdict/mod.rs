//! The verdict: how it is asked for, how it is read, and what it does.

mod effect;
mod form;
mod object;
mod read;

pub(crate) use effect::{NegativeEffect, response};
pub(crate) use form::{form, schema};
pub use object::{UnfitText, first_object};
pub(crate) use read::{ModelAnswer, read};
