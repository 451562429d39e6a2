//! The tree of a settings file → hooks and switches. What does not fit is a
//! finding, and costs only the handler or group it stands in.

mod audit_log;
mod fields;
mod file;
mod group;
mod handler;
mod helper;
mod loading;
mod lost;
mod permissions;
mod repeated;
mod spans;
mod switches;
mod values;

pub use audit_log::AuditLogSettings;
pub(crate) use fields::Fields;
pub(crate) use file::FileReader;
pub use file::Settings;
pub use helper::HelperCommand;
pub use loading::Loading;
pub use permissions::PermissionSettings;
pub use spans::HookSpans;
pub use switches::Switches;
