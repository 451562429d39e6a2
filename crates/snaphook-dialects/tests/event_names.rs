//! Every name that an agent has for an event leads to its canonical name, where hooks were
//! copied into canonical settings.

use snaphook_agents::AGENTS;
use snaphook_core::dialect::CANONICAL;
use snaphook_core::event::Event;
use snaphook_settings::event_of_other_agent;

/// Names that hosts may well have for events of their own.
const OWN: &[&str] = &[
    "TaskCancel",
    "TaskComplete",
    "TaskError",
    "TaskResume",
    "TaskStart",
];

#[test]
fn an_event_of_every_agent_is_known_by_its_name() {
    let rules = &CANONICAL;
    let mut missing = Vec::new();
    for agent in AGENTS {
        for row in agent.contracts.iter().flat_map(|contract| contract.events) {
            let event = Event::resolve(row.native);
            let elsewhere = event_of_other_agent(row.native);
            let meant = elsewhere.or_else(|| rules.near(&event));
            let found = !event.is_custom() || meant.is_some_and(|meant| meant == row.event);
            if !found && !OWN.contains(&row.native) {
                missing.push(format!("{}: {} is {}", agent.name, row.native, row.event));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
