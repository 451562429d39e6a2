//! The entries that an agent's configuration is to have: one for each event.

use serde_json::{Map, Value};
use snaphook_agents::{Ability, AgentSpec, Contract, EventContract, ExitTwo, KeyValue};

use crate::command::HookCommand;
use crate::error::InstallError;

/// The limit where the agent's own default is shorter or unknown, in seconds.
const USUAL_LIMIT: u32 = 60;

/// What the installed commands say.
#[derive(Debug, Clone, Default)]
pub struct InstallOptions {
    /// The program, as an absolute path; by its name alone in a configuration that others
    /// share, whose machines have it elsewhere.
    pub program: String,
    /// Only these events, by the agent's names or the canonical ones; empty: all useful ones.
    pub events: Vec<String>,
    /// How many seconds the agent waits for a hook, where it can be configured.
    pub limit: Option<u32>,
    /// Whether the hooks of `.claude/settings.json` run in other agents, too.
    pub include_claude: bool,
}

/// One hook in an agent's configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentHookEntry {
    /// The agent's name of the event.
    pub event: String,
    /// The command line.
    pub command: String,
    /// The timeout, in the agent's unit, where it can be configured.
    pub timeout: Option<u64>,
    /// Keys besides.
    pub keys: Map<String, Value>,
}

/// The entries for an agent.
///
/// # Errors
/// When an event is named that the agent does not have.
pub fn entries(
    agent: &AgentSpec,
    contract: &Contract,
    options: &InstallOptions,
) -> Result<Vec<AgentHookEntry>, InstallError> {
    let events = chosen_events(agent, contract, &options.events)?;
    Ok(events
        .into_iter()
        .map(|event| entry(agent, contract, event, options))
        .collect())
}

/// The name under which an agent is installed.
#[must_use]
pub fn installed_name(agent: &AgentSpec) -> &'static str {
    agent.install.shares_with.unwrap_or(agent.name)
}

fn entry(
    agent: &AgentSpec,
    contract: &Contract,
    event: &EventContract,
    options: &InstallOptions,
) -> AgentHookEntry {
    let limit = limit_of(agent, contract, event.native, options.limit);
    let denies = event.event == "PreToolUse" && event.can(Ability::Deny);
    // Where the name leads to nothing, the agent would go on.
    let by_name = !options.program.contains(['/', '\\']);
    let exits = by_name && denies && can_exit(agent, contract);
    let command = HookCommand {
        exit_on_failure: exits.then(|| contract.status_that_denies()),
        program: options.program.clone(),
        agent: installed_name(agent).to_owned(),
        agent_version: agent.version_to_name(contract).map(str::to_owned),
        event: Some(event.native.to_owned()),
        limit: Some(limit),
        include_claude: options.include_claude && !agent.reads_claude_settings,
    };
    let closes = agent.install.fail_closed.filter(|_| denies);
    let keys = agent.install.keys.iter().copied().chain(closes);
    AgentHookEntry {
        event: event.native.to_owned(),
        command: command.line(),
        timeout: contract
            .timeout
            .configurable
            .then(|| contract.timeout.in_unit(limit)),
        keys: keys
            .map(|(key, value)| (key.to_owned(), json(value)))
            .collect(),
    }
}

/// Whether a line may end with the exit status that denies.
fn can_exit(agent: &AgentSpec, contract: &Contract) -> bool {
    agent.install.runs_in_shell && contract.exit_two != ExitTwo::Ignored
}

fn json(value: KeyValue) -> Value {
    match value {
        KeyValue::Text(text) => text.into(),
        KeyValue::True => true.into(),
    }
}

/// How long the agent is to wait for a hook on an event, in seconds.
#[must_use]
pub fn limit_of(agent: &AgentSpec, contract: &Contract, event: &str, wanted: Option<u32>) -> u32 {
    let timeout = contract.timeout;
    let usual = match timeout.configurable {
        true => timeout.default_seconds.max(USUAL_LIMIT),
        false if timeout.default_seconds == 0 => USUAL_LIMIT,
        false => timeout.default_seconds,
    };
    let limit = match wanted {
        Some(wanted) if timeout.configurable => wanted,
        // A shorter limit than a fixed one is safe, a longer one is not.
        Some(wanted) => wanted.min(usual),
        None => usual,
    };
    let mut capped = agent.install.capped.iter();
    let most = capped.find(|(name, _)| *name == event);
    most.map_or(limit, |(_, most)| limit.min(*most))
}

fn chosen_events<'c>(
    agent: &AgentSpec,
    contract: &'c Contract,
    names: &[String],
) -> Result<Vec<&'c EventContract>, InstallError> {
    for name in names {
        let known = |event: &EventContract| event.native == name || event.event == name;
        if !contract.events.iter().any(known) {
            return Err(InstallError::UnknownEvent {
                agent: agent.title,
                event: name.clone(),
                known: contract.events.iter().map(|event| event.native).collect(),
            });
        }
    }
    let chosen = |event: &&EventContract| match names {
        [] => event.installed,
        names => names
            .iter()
            .any(|name| event.native == name || event.event == name),
    };
    Ok(contract.events.iter().filter(chosen).collect())
}
