//! Reading configurations and writing them, with a record of what was there before.

mod apply;
mod draft;
mod ledger;
mod read;

pub use apply::apply;
pub(crate) use draft::OwnedChange;
pub use draft::{Draft, PlannedChange};
pub use ledger::Ledger;
pub(crate) use read::read_text;
