//! The permissions that hold in a session: what settings and the host say, and the
//! updates made since. The decision about one call is built on these, in the crate
//! `snaphook`.

mod apply;
mod classifier;
mod current;
mod destinations;
mod options;
pub(crate) mod settings;

pub use apply::{RequestedUpdate, UpdateResult};
pub use classifier::{Classification, Classifier, ClassifierCall};
pub use current::CurrentPermissions;
pub(crate) use current::{EnginePermissions, SessionUpdates};
pub(crate) use destinations::Destinations;
pub use options::PermissionOptions;
