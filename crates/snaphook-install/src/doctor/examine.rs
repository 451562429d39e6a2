//! Examines one agent in the scopes of the user, the project and the organisation.

use std::path::{Path, PathBuf};

use snaphook_agents::{Ability, AgentSpec, ConfigScope, OnError};

use super::hooks::hook_findings;
use super::kinds::{
    BY_HAND, DoctorFinding, FindingSeverity, GOES_ON, NOT_HERE, NOT_INSTALLED, PERSON_STEP, TWICE,
    UNKNOWN_VERSION, UNREADABLE, UNTESTED_VERSION,
};
use super::standing::entry_findings;
use crate::command::HookCommand;
use crate::entry::installed_name;
use crate::error::InstallError;
use crate::host::DetectedAgent;
use crate::places::{HostFolders, scope_word};
use crate::target::{Target, TargetState, inspect};

/// A hook of the user's settings, as far as agents are concerned.
#[derive(Debug, Clone)]
pub struct DoctorHook {
    /// Its canonical event.
    pub event: String,
    /// Its name.
    pub name: String,
    /// Whether its failure blocks.
    pub guard: bool,
    /// Which settings it stands in.
    pub origin: DoctorHookOrigin,
}

/// Which settings a hook stands in, as far as the bridge treats them differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoctorHookOrigin {
    /// Settings of snaphook: the bridge always runs it.
    Own,
    /// Settings of Claude Code of the user or the project, or a plugin of theirs: it runs
    /// only with `--include claude`.
    ClaudeSettings,
    /// The organisation's settings for Claude Code: it runs unless the agent reads them.
    ManagedClaudeSettings,
}

/// What findings are compared with.
#[derive(Debug, Clone, Copy)]
pub struct Examination<'e> {
    /// The path of this program, as it would be installed.
    pub program: Option<&'e Path>,
    /// The folders of `PATH`.
    pub search: &'e [PathBuf],
    /// The hooks of the settings.
    pub hooks: &'e [DoctorHook],
}

/// One agent, examined.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AgentReport {
    /// The agent.
    pub agent: &'static AgentSpec,
    /// Its program, where it is in `PATH`.
    pub program: Option<PathBuf>,
    /// The folder of its configuration, where there is one.
    pub folder: Option<PathBuf>,
    /// Its version, where its program says one.
    pub version: Option<String>,
    /// The scopes in which the bridge is installed.
    pub installed: Vec<ConfigScope>,
    /// What was found.
    pub findings: Vec<DoctorFinding>,
}

impl AgentReport {
    /// Whether the agent is on this machine.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.program.is_some() || self.folder.is_some()
    }

    /// Whether the bridge is installed, and nothing keeps it from counting.
    #[must_use]
    pub fn in_force(&self) -> bool {
        let error = |finding: &DoctorFinding| finding.kind.severity == FindingSeverity::Error;
        !self.installed.is_empty() && !self.findings.iter().any(error)
    }
}

const SCOPES: [ConfigScope; 3] = [
    ConfigScope::User,
    ConfigScope::Project,
    ConfigScope::Managed,
];

/// Examines an agent, whether it is here or not.
#[must_use]
pub fn examine(
    here: &DetectedAgent,
    version: Option<String>,
    folders: HostFolders<'_>,
    examination: &Examination<'_>,
) -> AgentReport {
    let agent = here.agent;
    let mut findings = Vec::new();
    let mut installed: Vec<(Target<'_>, TargetState)> = Vec::new();
    let mut by_hand = false;
    for scope in SCOPES {
        let target = Target::new(agent, version.as_deref(), scope, folders);
        match inspect(&target) {
            Ok(state) if state.is_installed() => installed.push((target, state)),
            Ok(_) | Err(InstallError::NoSuchScope { .. } | InstallError::NoHome) => {}
            Err(InstallError::ByHand(_)) => by_hand = true,
            Err(error) => {
                let text = error.to_string();
                let words = text.split("; nothing was").next().unwrap_or_default();
                let finding = DoctorFinding::new(&UNREADABLE, agent.name, words);
                findings.push(match target.configuration() {
                    Ok(path) => finding.file(path),
                    Err(_) => finding,
                });
            }
        }
    }
    findings.extend(version_finding(here, version.as_deref()));
    if !here.is_here() {
        let words = format!(
            "{} was found neither in PATH nor by its folder",
            agent.title
        );
        findings.push(DoctorFinding::new(&NOT_HERE, agent.name, words));
    }
    if installed.is_empty() && by_hand {
        let words = format!("{} runs hooks only from files of its own", agent.title);
        let finding = DoctorFinding::new(&BY_HAND, agent.name, words);
        findings.push(finding.help("`snaphook hook --help` says what has to be started"));
    } else if installed.is_empty() && here.is_here() {
        let name = installed_name(agent);
        let words = format!("snaphook is not installed in {}", agent.title);
        let finding = DoctorFinding::new(&NOT_INSTALLED, agent.name, words);
        findings.push(finding.help(format!("run `snaphook install {name}`")));
    } else if !installed.is_empty() {
        for (target, state) in &installed {
            findings.extend(entry_findings(target, state, examination));
        }
        findings.extend(hook_findings(
            agent,
            version.as_deref(),
            &installed,
            examination,
        ));
        findings.extend(twice(agent, &installed));
        findings.extend(goes_on(agent, version.as_deref(), &installed));
        findings.extend(person_steps(agent, &installed));
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.kind.severity));
    AgentReport {
        agent,
        program: here.program.clone(),
        folder: here.folder.clone(),
        version,
        installed: installed.iter().map(|(target, _)| target.scope).collect(),
        findings,
    }
}

fn numbers(version: &str) -> Vec<u64> {
    let parts = version.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

fn version_finding(here: &DetectedAgent, version: Option<&str>) -> Option<DoctorFinding> {
    let agent = here.agent;
    let program = here.program.as_ref()?;
    let Some(version) = version else {
        let words = format!("{} --version did not say a version", program.display());
        let finding = DoctorFinding::new(&UNKNOWN_VERSION, agent.name, words);
        return Some(finding.help("the contract of the newest known version is used"));
    };
    let known = |contract: &&snaphook_agents::Contract| contract.versions.contains(version);
    let Some(contract) = agent.contracts.iter().rev().find(known) else {
        let words = format!("no contract is known for {} {version}", agent.title);
        return Some(DoctorFinding::new(&UNKNOWN_VERSION, agent.name, words));
    };
    let seen = contract.versions.seen;
    let (own, tested) = (numbers(version), numbers(seen));
    // Where only documents were read, there is a date in place of a version.
    let dated = tested.first().is_some_and(|year| *year >= 2020);
    let word = match own > tested {
        _ if dated || own.starts_with(&tested) => return None,
        true => "newer",
        false => "older",
    };
    let words = format!(
        "{} {version} is {word} than {seen}, which was tested",
        agent.title
    );
    Some(DoctorFinding::new(&UNTESTED_VERSION, agent.name, words))
}

fn twice(
    agent: &'static AgentSpec,
    installed: &[(Target<'_>, TargetState)],
) -> Option<DoctorFinding> {
    let [(first, _), (second, _), ..] = installed else {
        return None;
    };
    let (first, second) = (scope_word(first.scope), scope_word(second.scope));
    let words = format!("entries stand in the configuration of the {first} and of the {second}");
    let finding = DoctorFinding::new(&TWICE, agent.name, words);
    let name = installed_name(agent);
    Some(finding.help(format!(
        "run `snaphook uninstall {name} --scope {second}` if one is enough"
    )))
}

fn goes_on(
    agent: &'static AgentSpec,
    version: Option<&str>,
    installed: &[(Target<'_>, TargetState)],
) -> Option<DoctorFinding> {
    let contract = agent.contract(version);
    let closed = agent.install.fail_closed.is_some_and(|(key, _)| {
        let has = |state: &TargetState| state.entries().any(|one| one.value.get(key).is_some());
        installed.iter().any(|(_, state)| has(state))
    });
    let exits = installed
        .iter()
        .all(|(target, state)| exits_on_failure(target, state));
    let crash = contract.on_crash == OnError::GoesOn && !closed && !exits;
    let timeout = contract.on_timeout == OnError::GoesOn && !closed;
    let when = match (crash, timeout) {
        (true, true) => "snaphook is missing, crashes or takes too long",
        (true, false) => "snaphook is missing or crashes",
        (false, true) => "snaphook takes too long",
        (false, false) => return None,
    };
    let words = format!("{} goes on without an answer when {when}", agent.title);
    Some(DoctorFinding::new(&GOES_ON, agent.name, words))
}

/// Whether every entry that can deny ends with the status that does where its program fails.
fn exits_on_failure(target: &Target<'_>, state: &TargetState) -> bool {
    let denies = |event: &str| {
        let event = target.contract.native_event(event);
        event.is_some_and(|event| event.can(Ability::Deny) && event.event == "PreToolUse")
    };
    let mut lines = state
        .entries()
        .filter(|entry| denies(&entry.event))
        .map(|entry| HookCommand::parse(&entry.command).and_then(|line| line.exit_on_failure))
        .peekable();
    lines.peek().is_some() && lines.all(|status| status.is_some())
}

fn person_steps(
    agent: &'static AgentSpec,
    installed: &[(Target<'_>, TargetState)],
) -> Vec<DoctorFinding> {
    let counts = |scope: Option<ConfigScope>| {
        let mut scopes = installed.iter().map(|(target, _)| target.scope);
        scopes.any(|one| scope.is_none_or(|scope| scope == one))
    };
    let steps = agent.install.person.iter();
    let steps = steps.filter(|step| counts(step.scope));
    steps
        .map(|step| DoctorFinding::new(&PERSON_STEP, agent.name, step.words))
        .collect()
}
