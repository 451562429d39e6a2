//! Findings about the hooks of the settings that an agent cannot honour.

use std::collections::BTreeMap;

use snaphook_agents::{Ability, AgentSpec, EventContract};

use super::examine::{DoctorHook, DoctorHookOrigin, Examination};
use super::kinds::{
    DEGRADED, DoctorFinding, GUARD_CANNOT_DENY, GUARD_WITHOUT_EVENT, WITHOUT_EVENT,
};
use crate::target::{Target, TargetState};

pub(super) fn hook_findings(
    agent: &'static AgentSpec,
    version: Option<&str>,
    installed: &[(Target<'_>, TargetState)],
    examination: &Examination<'_>,
) -> Vec<DoctorFinding> {
    let contract = agent.contract(version);
    let mut by_event: BTreeMap<&str, Vec<&DoctorHook>> = BTreeMap::new();
    let mut commands = installed.iter().flat_map(|(_, state)| &state.commands);
    let include_claude = commands.any(|command| command.include_claude);
    let runs = |hook: &&DoctorHook| match hook.origin {
        DoctorHookOrigin::Own => true,
        DoctorHookOrigin::ClaudeSettings => include_claude && !agent.reads_claude_settings,
        DoctorHookOrigin::ManagedClaudeSettings => !agent.reads_managed_claude_settings,
    };
    for hook in examination.hooks.iter().filter(runs) {
        by_event.entry(&hook.event).or_default().push(hook);
    }
    let mut findings = Vec::new();
    for (event, hooks) in by_event {
        let rows: Vec<&EventContract> = contract
            .events
            .iter()
            .filter(|row| row.event == event)
            .collect();
        let stands = |row: &&&EventContract| {
            let mut entries = installed.iter().flat_map(|(_, state)| state.entries());
            entries.any(|entry| entry.event == row.native)
        };
        let standing: Vec<_> = rows.iter().filter(stands).copied().collect();
        if standing.is_empty() {
            findings.push(without_event(agent, event, &hooks, rows.is_empty()));
            continue;
        }
        let can = |ability| standing.iter().any(|row| row.can(ability));
        let guards: Vec<_> = hooks.iter().filter(|hook| hook.guard).collect();
        if !guards.is_empty() && !can(Ability::Deny) && !can(Ability::KeepGoing) {
            let names: Vec<_> = guards.iter().map(|hook| &*hook.name).collect();
            let words = format!(
                "{} does not let hooks deny on {event}: {}",
                agent.title,
                names.join(", ")
            );
            findings.push(DoctorFinding::new(&GUARD_CANNOT_DENY, agent.name, words));
        }
        findings.extend(degraded(agent, event, &hooks, can));
    }
    findings
}

fn without_event(
    agent: &'static AgentSpec,
    event: &str,
    hooks: &[&DoctorHook],
    unknown: bool,
) -> DoctorFinding {
    let names: Vec<_> = hooks.iter().map(|hook| &*hook.name).collect();
    let names = names.join(", ");
    let words = match unknown {
        true => format!("{} has no event for {event}: {names}", agent.title),
        false => format!("nothing is installed for {event}: {names}"),
    };
    let kind = match hooks.iter().any(|hook| hook.guard) {
        true => &GUARD_WITHOUT_EVENT,
        false => &WITHOUT_EVENT,
    };
    DoctorFinding::new(kind, agent.name, words)
}

/// What hooks on an event could ask for in vain, as far as it does not go unsaid anyway.
fn degraded(
    agent: &'static AgentSpec,
    event: &str,
    hooks: &[&DoctorHook],
    can: impl Fn(Ability) -> bool,
) -> Option<DoctorFinding> {
    let asked: &[(Ability, &str)] = match event {
        "PreToolUse" => &[
            (Ability::Ask, "a question is denied"),
            (
                Ability::RewriteInput,
                "a rewrite is denied with the input to use",
            ),
            (Ability::Context, "context waits for another event"),
        ],
        "PostToolUse" => &[
            (Ability::Context, "context waits for another event"),
            (
                Ability::RewriteOutput,
                "a new output is dropped with a warning",
            ),
        ],
        "UserPromptSubmit" => &[
            (Ability::Deny, "a denial is a warning"),
            (Ability::Context, "context waits for another event"),
        ],
        "SessionStart" => &[(Ability::Context, "context waits for another event")],
        "Stop" | "SubagentStop" => &[(Ability::KeepGoing, "a blocked stop is a warning")],
        _ => &[],
    };
    let lost: Vec<_> = asked
        .iter()
        .filter(|(ability, _)| !can(*ability))
        .map(|(_, words)| *words)
        .collect();
    let names: Vec<_> = hooks.iter().map(|hook| &*hook.name).collect();
    (!lost.is_empty()).then(|| {
        let words = format!("{event} ({}): {}", names.join(", "), lost.join("; "));
        DoctorFinding::new(&DEGRADED, agent.name, words)
    })
}
