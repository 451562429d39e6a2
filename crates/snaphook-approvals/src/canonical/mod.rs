//! JSON in the one form that RFC 8785 gives it, and the digest of that form.
//!
//! | file | does |
//! |---|---|
//! | `write` | objects with sorted keys, texts, and the digest |
//! | `number` | numbers as ECMAScript writes them |

mod number;
mod write;

pub(crate) use write::hexadecimal;
pub use write::{CanonicalError, canonical_json, digest};
