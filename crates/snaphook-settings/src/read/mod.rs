//! The tree of a settings file → hooks and switches. What does not fit is a
//! finding, and costs only the handler or group it is in.

mod approvals;
mod audit_log;
mod bridge;
mod env;
mod fields;
mod file;
mod group;
mod group_label;
mod handler;
mod helper;
mod joined_rules;
mod loading;
mod lost;
mod packs;
mod permissions;
mod policy_source;
mod repeated;
mod spans;
mod switches;
mod values;

pub use approvals::{ApprovalsSettings, ApproverSettings, NotifierSettings};
pub use audit_log::AuditLogSettings;
pub(crate) use fields::NodeFields;
pub(crate) use file::FileReader;
pub use file::Settings;
pub use helper::HelperCommand;
pub use loading::LoadContext;
pub use permissions::PermissionSettings;
pub use spans::{HookSpans, KeySpans};
pub use switches::Switches;
