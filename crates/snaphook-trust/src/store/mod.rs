//! The store in a file.

mod error;
mod file;
mod form;

pub use error::TrustError;
pub use file::{TrustFile, TrustedProject};
