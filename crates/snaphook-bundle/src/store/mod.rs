//! The folder in which a machine keeps its policy: the bundles as they were signed, which
//! of them counts, and what was learned of the server.
//!
//! | file | does |
//! |---|---|
//! | `slot` | the two places: the bundle in force, the one that is only watched |
//! | `layout` | the names of the files |
//! | `fetch_state` | when a server was asked last, and what came of it |
//! | `unpack` | the files of a bundle on disk, as they were signed |
//! | `install` | takes a bundle, or refuses it |
//! | `freshness` | whether what is known is too old |
//! | `stored_policy` | gives settings what is in force |

mod fetch_state;
mod freshness;
mod install;
mod layout;
mod slot;
mod stored_policy;
mod unpack;

pub use fetch_state::FetchNote;
pub use freshness::StoreStatus;
pub use install::{BundleChecks, InstallOutcome};
pub use layout::BundleStore;
pub use slot::{BundleSlot, StoredBundle};
pub use stored_policy::StoredPolicy;
pub(crate) use unpack::ensure_unpacked;
