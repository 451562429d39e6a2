//! The dialects that snaphook speaks: how other agents' worlds name and encode
//! events, settings, answers and results.
//!
//! Each is a folder of its own with the same parts, as far as it differs:
//! `events` (its rows of the table), `names` (of events and fields), `matcher`,
//! `settings` (its files → the canonical tree) and `result` (the outcome → its
//! own shape). Adding one touches nothing else: implement [`Dialect`] and hand
//! it to the engine; to have the command speak it, add it to [`ALL`] and
//! [`named`].
//!
//! ```
//! assert_eq!(snaphook_dialects::named("cagent").unwrap().name(), "cagent");
//! assert!(snaphook_dialects::named("esperanto").is_none());
//! ```

pub mod cagent;
pub mod gencode;
mod recognise;
mod rows;

use std::sync::Arc;

pub use cagent::Cagent;
pub use gencode::Gen;
pub use recognise::{Recognised, files_in, recognise};
pub use snaphook_settings::{Claude, Dialect};

/// Every dialect, the default one first.
pub const ALL: &[&(dyn Dialect + 'static)] = &[&Claude, &Gen, &Cagent];

/// The dialect of this name.
#[must_use]
pub fn named(name: &str) -> Option<Arc<dyn Dialect>> {
    match name {
        "claude" => Some(Arc::new(Claude)),
        "gen" => Some(Arc::new(Gen)),
        "cagent" => Some(Arc::new(Cagent)),
        _ => None,
    }
}

/// The names of every folder that holds settings in some dialect.
#[must_use]
pub fn settings_folders() -> Vec<&'static str> {
    let folders = ALL.iter().map(|dialect| dialect.settings_folders());
    folders.flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_found_by_its_name() {
        for dialect in ALL {
            assert_eq!(named(dialect.name()).unwrap().name(), dialect.name());
        }
    }
}
