//! Runs a command with few rights.
//!
//! [`SandboxPolicy`] says what a hook may reach: computed from settings and folders alone,
//! without looking at the machine. The rest makes a system hold it.
//!
//! | module | holds |
//! |---|---|
//! | `tables` | the places that hold secrets, and those that programs need |
//! | `policy`, `paths`, `domains`, `variables` | what is allowed: pure |
//! | `rights` | the same in words, for people |
//! | `macos` | the profile for `sandbox-exec`, as text |
//! | `linux` | Landlock and seccomp on one thread, which then starts the process |
//! | `other` | systems that cannot: everything is refused |
//! | `start` | what one run adds |
//! | `proxy` | the way to the domains that are allowed |

mod domains;
mod error;
#[cfg(target_os = "linux")]
mod linux;
mod macos;
#[cfg(not(target_os = "linux"))]
mod other;
mod paths;
mod policy;
mod proxy;
mod rights;
mod start;
mod tables;
mod variables;

pub use domains::{DomainPattern, DomainRules};
pub use error::SandboxError;
#[cfg(target_os = "linux")]
pub use linux::{
    ConfinedCommand, Confinement, KernelSupport, PreparedSandbox, inheritable_descriptors,
    run_launcher, support,
};
pub use macos::profile;
#[cfg(not(target_os = "linux"))]
pub use other::{
    ConfinedCommand, Confinement, KernelSupport, PreparedSandbox, inheritable_descriptors,
    run_launcher, support,
};
pub use policy::{SandboxPlaces, SandboxPolicy};
pub use proxy::{AddressRule, SandboxProxy};
pub use rights::SandboxRights;
pub use start::SandboxedStart;
pub use tables::{PROTECTED_IN_PROJECT, SECRETS, SecretPlace};
pub use variables::VariableRules;

/// The word with which a program is started as the launcher of a sandbox.
pub const LAUNCHER: &str = "__sandbox-launcher";
