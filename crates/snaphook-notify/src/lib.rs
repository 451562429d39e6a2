//! Tells people elsewhere that a call waits for approval: by a signed webhook, by ntfy.
//!
//! | module | does |
//! |---|---|
//! | `kinds` | a file for each kind of notifier, and the table of them |
//! | `make` | [`notifier`]: an entry of `approvals.notify` → what sends notices |
//! | `post` | sends over HTTP, where hooks may send, and in a limited time |
//! | `signature` | signs a body, as Standard Webhooks say |
//!
//! A notice never decides and never delays: what goes wrong with one is a message for people.
//! Where a notice may be sent to is said by the user's and managed settings only.

mod kinds;
mod make;
mod post;
mod signature;

pub use kinds::{NOTIFIER_KINDS, NotifierKind};
pub use make::{NotifierError, SecretReader, notifier};
pub use signature::WebhookSignature;
