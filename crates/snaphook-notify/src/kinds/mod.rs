//! The kinds of notifiers: a file and a row for each. Their keys are in
//! `snaphook_settings::keys::NOTIFIERS`.

mod ntfy;
mod table;
mod webhook;

pub use table::{NOTIFIER_KINDS, NotifierKind};
