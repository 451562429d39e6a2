//! What other coding agents call their hook events and tools, what each of them can
//! honour, and how their hooks answer.
//!
//! An agent is one [`AgentSpec`]: data that drives the bridge (`snaphook hook`), the
//! installers, `doctor` and the documentation. The crate reads no file and starts no
//! process: it turns an agent's input into canonical inputs ([`decode`]), an outcome into
//! what the agent can honour ([`degrade`]), and that into the agent's own answer
//! ([`Reply::print`]).

mod agent;
pub mod agents;
mod configuration;
mod contract;
mod encode;
mod host;
mod input;
mod install;
mod plugin;
mod reply;
mod tool;

pub use agent::{AgentSpec, find_agent};
pub use agents::AGENTS;
pub use configuration::{ConfigFile, ConfigForm, ConfigScope, Configuration};
pub use contract::{
    Ability, Contract, ContractEvidence, EventContract, ExitTwo, HookTimeout, MatcherKind, OnError,
    TimeUnit, VersionRange,
};
pub use encode::BridgeOutput;
pub use host::{AgentForms, AnswerForm, DecisionWords, HostSpec, native_answer};
pub use input::{
    CommandPatch, DecodeError, DecodedInput, PatchedFile, ToolMatch, decode, folders_of_call,
    patch_in_command, working_directory,
};
pub use install::{FileStep, InstallSpec, KeyValue, MovedFolder, PersonStep};
pub use plugin::{PluginOptions, WrittenPlugin, plugin_text};
pub use reply::{Degradation, Reply, Substitute, WantedEffects, degrade};
pub use tool::{InputForm, McpForm, ToolShape, ToolSpec};
