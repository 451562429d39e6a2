//! What the settings of an engine are made of, kept as long as the engine: its
//! settings are loaded anew when they change.

use std::time::Duration;

use snaphook_core::kind::Kinds;
use snaphook_core::matching::Aliases;
use snaphook_exec::Registry;
use snaphook_settings::Places;

use super::function_hook::FunctionHook;
use super::load::NamedSettings;

/// What the builder was told of settings and hooks.
pub(crate) struct Recipe {
    pub(super) named: Vec<NamedSettings>,
    pub(super) places: Option<Places>,
    /// The agent whose hooks are meant.
    pub(super) agent: Option<String>,
    pub(super) without_managed: bool,
    pub(super) functions: Vec<FunctionHook>,
    pub(super) aliases: Aliases,
    /// Who switched hooks off, in the host's words.
    pub(super) switched_off: Option<String>,
    pub(super) helper_time: Option<Duration>,
    /// As the host made it, before any settings.
    pub(super) registry: Registry,
    /// What the host runs by factories of its own.
    pub(super) hosts: Registry,
    /// The kinds of handlers that settings may use.
    pub(super) kinds: Kinds,
}
