//! What does not hold: findings about agents that are here and about what is installed in
//! them.

mod examine;
mod hooks;
mod kinds;
mod settings;
mod standing;

pub use examine::{AgentReport, DoctorHook, DoctorHookOrigin, Examination, examine};
pub use kinds::{DoctorFinding, FINDING_KINDS, FindingKind, FindingSeverity};
pub use settings::{SettingsExamination, examine_settings};
