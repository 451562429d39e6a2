//! An agent's rules: rows of the table of events, by what its contract allows there.

use std::time::Duration;

use snaphook_agents::{Ability, AgentForms, AgentSpec, EventContract};
use snaphook_core::dialect::{AnswerRules, CANONICAL, Names, OtherExits, Rules, StdoutJson};
use snaphook_core::event::{EventSpec, MatchesOn, OnBlock, OutputFields, TextRole};

use super::data::AgentData;
use crate::rows;

/// The timeout of an agent whose default is not known.
const UNKNOWN_TIME: u64 = 60;

/// The words that its hooks may decide with.
const DECISIONS: &[&str] = &["allow", "deny", "ask"];

/// The rules of an agent. Made once, and kept as long as the program runs.
pub(super) fn rules_of(data: &'static AgentData, agent: &'static AgentSpec) -> Rules {
    let contract = agent.contract(None);
    // The first name of an event is the one that it is called by.
    let installed = contract.events.iter().filter(|row| row.installed);
    let others = contract.events.iter().filter(|row| !row.installed);
    let own = installed.chain(others).map(|row| (row.native, row.event));
    let names: Vec<_> = own.chain(data.events.iter().copied()).collect();
    let names: &'static [(&'static str, &'static str)] = Box::leak(names.into_boxed_slice());
    let mut events: Vec<&'static str> = Vec::new();
    for (_, event) in names {
        if !events.contains(event) {
            events.push(event);
        }
    }
    let forms = Box::leak(Box::new(AgentForms {
        agent,
        spec: &data.host,
    }));
    Rules {
        events: rows::rows(events, |row| row_of(data, agent, row)),
        custom: Box::leak(Box::new(CANONICAL.custom.with_timeout(default_time(agent)))),
        names: Names {
            events: names,
            forms: Some(forms),
            ..Names::CANONICAL
        },
        answers: AnswerRules {
            json: StdoutJson::Braces,
            other_exits: OtherExits::Fail,
            stop_blocks: false,
            ..CANONICAL.answers
        },
        strategy: data.host.strategy,
        variables: data.host.variables,
        ..CANONICAL
    }
}

fn default_time(agent: &AgentSpec) -> Duration {
    let seconds = u64::from(agent.contract(None).timeout.default_seconds);
    Duration::from_secs(if seconds == 0 { UNKNOWN_TIME } else { seconds })
}

/// A canonical row, with what the agent honours on the event.
fn row_of(data: &AgentData, agent: &AgentSpec, row: EventSpec) -> EventSpec {
    let events = agent.contract(None).events.iter();
    let own: Vec<&EventContract> = events.filter(|own| own.event == row.name).collect();
    let can = |ability| own.iter().any(|event| event.can(ability));
    let blocks = can(Ability::Deny) || can(Ability::KeepGoing);
    let gives = |row: EventSpec, ability: Ability, fields: OutputFields| {
        if can(ability) { row.gives(fields) } else { row }
    };
    let times = data.host.event_timeouts.iter();
    let time = times.clone().find(|(event, _)| *event == row.name);
    let mut row = EventSpec {
        timeout: time.map_or(default_time(agent), |(_, seconds)| {
            Duration::from_secs(*seconds)
        }),
        budget: None,
        context_blocks: false,
        env_file: false,
        matches_on: matched(agent, row.matches_on),
        on_block: match row.on_block {
            OnBlock::OnlyGuardsDeny if blocks => OnBlock::DenyRequest,
            other @ (OnBlock::Deny | OnBlock::Block | OnBlock::DenyRequest) if blocks => other,
            OnBlock::Feedback => OnBlock::Feedback,
            OnBlock::Notice => OnBlock::Notice,
            _ if blocks => OnBlock::Block,
            _ => OnBlock::Nothing,
        },
        text: if data.host.text_is_context.contains(&row.name) {
            TextRole::Context
        } else {
            TextRole::Nothing
        },
        output: OutputFields::NONE,
        ..row
    };
    if row.name == "PreToolUse" {
        row = row.decides(DECISIONS);
    }
    if row.on_block == OnBlock::DenyRequest {
        row = row.gives(OutputFields::DECISION);
    } else {
        row = gives(row, Ability::RewriteInput, OutputFields::UPDATED_INPUT);
    }
    row = gives(row, Ability::Context, OutputFields::ADDITIONAL_CONTEXT);
    gives(
        row,
        Ability::RewriteOutput,
        OutputFields::UPDATED_TOOL_OUTPUT,
    )
}

/// An agent that reads matchers and ignores them has none.
fn matched(agent: &AgentSpec, of_row: MatchesOn) -> MatchesOn {
    use snaphook_agents::MatcherKind;
    match (agent.contract(None).matchers, of_row) {
        (_, tool @ MatchesOn::Tool(_)) => tool,
        (MatcherKind::None | MatcherKind::Ignored, _) => MatchesOn::Nothing,
        (_, other) => other,
    }
}
