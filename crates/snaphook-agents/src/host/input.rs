//! Inputs in both directions: what a hook reads, and what a caller gives in the agent's own
//! words.

use snaphook_core::event::{Event, MatchesOn};
use snaphook_core::input::{Fields, Input, InputError};
use snaphook_core::tool::is_known_tool;

use super::call::native_call;
use super::set::set_at;
use super::spec::HostSpec;
use crate::agent::AgentSpec;
use crate::contract::EventContract;
use crate::input::{EVENT_FIELDS, canonical_fields, canonical_input};
use crate::tool::ToolShape;

const EVENT: &str = "hook_event_name";

/// The row of the event that a hook is configured for: the one of this name, else the
/// agent's first for the canonical event.
pub(super) fn row_of_event(
    agent: &AgentSpec,
    event: &str,
    native: Option<&str>,
) -> Option<&'static EventContract> {
    let mut rows = agent.contract(None).events.iter();
    let named = |row: &&EventContract| native.is_some_and(|native| row.native == native);
    rows.clone()
        .find(named)
        .or_else(|| rows.clone().find(|row| row.event == event && row.installed))
        .or_else(|| rows.find(|row| row.event == event))
}

/// What a hook reads.
pub(super) fn native_input(
    agent: &AgentSpec,
    spec: &HostSpec,
    input: &Input,
    native_event: Option<&str>,
) -> Result<Fields, InputError> {
    let mut fields = input.fields().clone();
    let event = input.event().as_str();
    let Some(row) = row_of_event(agent, event, native_event) else {
        return Ok(fields);
    };
    fields.remove("native");
    if spec.canonical_in_pascal_case && native_event.is_some_and(|native| native != row.native) {
        fields.rename("tool_response", "tool_result");
        return Ok(fields);
    }
    if let (Some(tool), Some(call)) = (fields.text("tool_name"), fields.fields("tool_input")) {
        let native = native_call(agent, event, &tool, &call)?;
        fields.set("tool_name", &native.name)?;
        fields.set("tool_input", &native.input)?;
    }
    for (field, own, canonical) in agent.input.values {
        if fields.text(field).is_some_and(|text| text == *canonical) {
            fields.set(field, own)?;
        }
    }
    fields.remove(EVENT);
    let mut moved = fields.clone();
    if let Some((_, keys)) = row.tool {
        let call = fields.fields("tool_input").unwrap_or_default();
        for key in keys {
            if let Some(value) = call.raw(key) {
                moved.set(key, value)?;
            }
        }
        moved.remove("tool_name");
        moved.remove("tool_input");
    }
    for (canonical, places) in row.fields.iter().chain(agent.input.fields) {
        let Some((value, place)) = fields.raw(canonical).zip(places.first()) else {
            continue;
        };
        if place != canonical {
            moved.remove(canonical);
            set_at(&mut moved, place, value)?;
        }
    }
    if !spec.event_key.is_empty() {
        let mut values = spec.event_values.iter();
        let value = values.find(|(event, _)| *event == row.native);
        moved.set(spec.event_key, value.map_or(row.native, |(_, value)| value))?;
    }
    (spec.add_fields)(&mut moved, input, row);
    Ok(moved)
}

/// An input under canonical names. One that is canonical stays as it is, but for the event.
pub(super) fn canonical_fields_of(
    agent: &AgentSpec,
    spec: &HostSpec,
    mut fields: Fields,
    named: Option<&str>,
) -> Result<Fields, InputError> {
    let Some(row) = find_row(agent, spec, &fields, named) else {
        return Ok(fields);
    };
    // Read leniently: two values of one field are for the agent's own hooks to refuse.
    if let Ok(canonical) = canonical_fields(agent, row, &fields) {
        fields = canonical;
    }
    if named.is_none_or(|named| named != row.native && named != row.event)
        || fields.raw(EVENT).is_some()
    {
        fields.set(EVENT, row.event)?;
    }
    let of_tool = matches!(
        Event::resolve(row.event).spec().matches_on,
        MatchesOn::Tool(_)
    );
    let tool = fields.text("tool_name").map(std::borrow::Cow::into_owned);
    if let (true, Some(tool), Some(call)) = (of_tool, tool, fields.fields("tool_input")) {
        let found = agent.tools.iter().find(|row| row.native == tool);
        let known = found.filter(|row| !matches!(row.shape, ToolShape::Patch(_)));
        if let Some(known) = known {
            let (name, call) = canonical_input(known, call)?;
            fields.set("tool_name", name)?;
            fields.set("tool_input", &call)?;
        } else if found.is_none()
            && !is_known_tool(&tool)
            && let Some(name) = agent.mcp.canonical(&tool, &fields)
        {
            fields.set("tool_name", &name)?;
        }
    }
    Ok(fields)
}

/// The event that an input in the agent's own words is about; nothing for an input that is
/// canonical throughout, or that names what nobody knows.
fn find_row(
    agent: &AgentSpec,
    spec: &HostSpec,
    fields: &Fields,
    named: Option<&str>,
) -> Option<&'static EventContract> {
    let contract = agent.contract(None);
    let own = EVENT_FIELDS.iter().filter_map(|key| fields.text(key));
    let own: Vec<String> = own.map(std::borrow::Cow::into_owned).collect();
    let by_value = |name: &str| {
        let mut values = spec.event_values.iter();
        let (event, _) = values.find(|(_, value)| *value == name)?;
        contract.native_event(event)
    };
    let mut names = named.into_iter().chain(own.iter().map(String::as_str));
    names.find_map(|name| contract.native_event(name).or_else(|| by_value(name)))
}
