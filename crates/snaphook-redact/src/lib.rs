//! Secrets in texts and in JSON, and how to take them out.
//!
//! One list of shapes ([`SHAPES`]) for everybody who must not show a key: the
//! builtin `redact_secrets`, the audit log, the lint of headers.
//!
//! | who | looks for |
//! |---|---|
//! | [`Redaction::certain`] | what can be nothing but a secret: for texts that go on to be used |
//! | [`Redaction::thorough`] | also what probably is one (`password=…`, headers, fields by name): for texts that are kept |
//!
//! ```
//! use snaphook_redact::Redaction;
//!
//! let redaction = Redaction::thorough().fields(["pin"]);
//! let mut value = serde_json::json!({"command": "psql postgres://me:hunter2@db", "pin": 1234});
//! assert_eq!(redaction.value(&mut value), 2);
//! assert_eq!(value["command"], "psql postgres://me:[redacted: password in a URL]@db");
//! assert_eq!(value["pin"], "[redacted: pin]");
//! ```

mod assigned;
mod base64;
mod commands;
mod json_in;
mod key_lines;
mod kubernetes;
mod named;
mod redaction;
mod scan;
mod shape;
mod shapes;
mod spread;
mod usual;
mod value;
mod walk;

pub use json_in::repeats_members;
pub use redaction::Redaction;
pub use scan::holds_secret;
pub use shape::SecretShape;
pub use shapes::SHAPES;
