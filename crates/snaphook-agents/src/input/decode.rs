//! Makes canonical inputs of an agent's hook input. A call that touches several files (a
//! patch) becomes several inputs, so that guards see each of them.

use serde_json::value::RawValue;
use snaphook_core::input::{Fields, InputError};

use super::place::{text_in, value_at};
use super::tools::{MOST_READINGS, ToolMatch, canonical_calls};
use crate::agent::AgentSpec;
use crate::contract::{Contract, EventContract};

/// The fields in which agents name their event.
pub(crate) const EVENT_FIELDS: &[&str] = &[
    "hook_event_name",
    "hookEventName",
    "event",
    "event_type",
    "hookName",
    "agent_action_name",
];

/// The bytes that all readings of a call may have: each holds what the agent gave.
const MOST_BYTES: usize = 256 * 1024 * 1024;

/// An agent's hook input, in canonical words.
#[derive(Debug)]
#[non_exhaustive]
pub struct DecodedInput {
    /// The row of the event.
    pub event: &'static EventContract,
    /// What to fire, in order. The first is the event itself; the others are further
    /// readings of the same call (each file of a patch, an unknown tool's command).
    pub inputs: Vec<Fields>,
    /// Which tool it is about.
    pub tool: ToolMatch,
    /// The tool's input as the agent gave it, for a rewrite.
    pub native_input: Option<Fields>,
    /// Whether the answer has to stand at the top level, too: GitHub Copilot runs the hooks
    /// in the settings of Claude Code, and looks for it there.
    pub flat_answer: bool,
    /// Whether hooks in the settings of Claude Code got it from another agent that reads them
    /// and may run hooks of its own on the same call.
    pub of_reader: bool,
    /// Whether this input says nothing (a second event for the same thing).
    pub ignored: bool,
}

/// Why an agent's hook input could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// It is not a JSON object, or has a key twice.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Neither the input nor the command names an event.
    #[error("the input of {agent} names no event; help: give the event after --agent")]
    NoEvent {
        /// The agent's title.
        agent: &'static str,
    },
    /// The agent's contract does not have the event.
    #[error("unknown event `{event}` of {agent}")]
    UnknownEvent {
        /// The event.
        event: String,
        /// The agent's title.
        agent: &'static str,
    },
    /// The input, or the input and the command, name different events.
    #[error(
        "{agent} is said to be on {one} and on {other}; help: name after --agent the event that its configuration runs this for"
    )]
    TwoEvents {
        /// The agent's title.
        agent: &'static str,
        /// The event that the command names, or the first of the input.
        one: &'static str,
        /// Another event of the input.
        other: &'static str,
    },
    /// Two fields of the input name different tools, or hold different inputs of the tool.
    #[error("the input of {agent} holds two different values for {field}")]
    TwoValues {
        /// The agent's title.
        agent: &'static str,
        /// The canonical field.
        field: &'static str,
    },
    /// A call that touches more files than can be shown to hooks one by one.
    #[error("one call of {agent} touches too many files for hooks to see each")]
    TooMany {
        /// The agent's title.
        agent: &'static str,
    },
    /// A tool event without a tool or its input.
    #[error("the {event} input of {agent} has no {what}")]
    NoTool {
        /// The event.
        event: &'static str,
        /// The agent's title.
        agent: &'static str,
        /// What is missing.
        what: &'static str,
    },
}

/// Reads an agent's hook input. `named` is the event that the installed command names; it
/// must not differ from an event of the agent that the input names.
///
/// # Errors
/// When the text is not JSON, when no event or more than one is named or the agent does not
/// have it, or when a tool event does not say which tool.
pub fn decode(
    agent: &AgentSpec,
    contract: &Contract,
    text: &str,
    named: Option<&str>,
) -> Result<DecodedInput, DecodeError> {
    let native = Fields::parse(text)?;
    if let Some(key) = native.repeated() {
        return Err(InputError::Repeated(key).into());
    }
    let event = find_event(agent, contract, &native, named)?;
    let mut fields = canonical_fields(agent, event, &native)?;
    let ignored = is_ignored(event, &fields);
    let native_input = fields.fields("tool_input");
    let of_tool = is_tool_event(event.event);
    let (tool, inputs) = if of_tool && !ignored {
        require_tool(agent, event, &fields)?;
        canonical_calls(agent, &native, event, fields)?
    } else {
        (ToolMatch::None, vec![std::mem::take(&mut fields)])
    };
    let bytes = inputs.len().saturating_mul(text.len());
    if inputs.len() > MOST_READINGS || (inputs.len() > 1 && bytes > MOST_BYTES) {
        return Err(DecodeError::TooMany { agent: agent.title });
    }
    let flat_answer = agent.canonical_tools && is_copilot(&native);
    Ok(DecodedInput {
        flat_answer,
        of_reader: agent.canonical_tools && (flat_answer || is_of_reader(&native)),
        event,
        inputs: with_native(inputs, &native)?,
        tool,
        native_input,
        ignored,
    })
}

/// The working directory that an agent's input names, also where the input cannot be
/// decoded otherwise.
#[must_use]
pub fn working_directory(agent: &AgentSpec, text: &str) -> Option<String> {
    let native = Fields::parse(text).ok()?;
    let places = agent
        .input
        .fields
        .iter()
        .filter(|(field, _)| *field == "cwd");
    let value = places
        .filter_map(|(_, places)| value_at(&native, places))
        .next()
        .or_else(|| value_at(&native, &["cwd"]))?;
    serde_json::from_str(value.get()).ok()
}

fn is_tool_event(event: &str) -> bool {
    use snaphook_core::event::{Event, MatchesOn};
    matches!(Event::resolve(event).spec().matches_on, MatchesOn::Tool(_))
}

fn find_event(
    agent: &AgentSpec,
    contract: &Contract,
    native: &Fields,
    named: Option<&str>,
) -> Result<&'static EventContract, DecodeError> {
    let own = EVENT_FIELDS.iter().filter_map(|field| native.text(field));
    let own: Vec<String> = own.map(std::borrow::Cow::into_owned).collect();
    let every = named.into_iter().chain(own.iter().map(String::as_str));
    let mut known = every.filter_map(|name| contract.native_event(name));
    if let Some(event) = known.next() {
        // An event that cannot deny must not take the place of one that can.
        return match known.find(|other| other.native != event.native) {
            None => Ok(event),
            Some(other) => Err(DecodeError::TwoEvents {
                agent: agent.title,
                one: event.native,
                other: other.native,
            }),
        };
    }
    let Some(event) = named
        .map(ToOwned::to_owned)
        .or_else(|| own.first().cloned())
    else {
        return Err(DecodeError::NoEvent { agent: agent.title });
    };
    contract
        .native_event(&event)
        .ok_or(DecodeError::UnknownEvent {
            event,
            agent: agent.title,
        })
}

/// The input with canonical field names and values. What has another name in the agent's
/// input is moved, all else stays.
pub(crate) fn canonical_fields(
    agent: &AgentSpec,
    event: &EventContract,
    native: &Fields,
) -> Result<Fields, DecodeError> {
    let mut fields = native.clone();
    for (canonical, places) in event.fields.iter().chain(agent.input.fields) {
        if matches!(*canonical, "tool_name" | "tool_input") {
            refuse_two_values(agent, native, canonical, places)?;
        }
        let Some(value) = value_at(native, places) else {
            continue;
        };
        for place in *places {
            if !place.contains('.') && place != canonical {
                fields.remove(place);
            }
        }
        match text_in(&value).filter(|_| is_text_field(canonical)) {
            Some(text) => fields.set(canonical, &text)?,
            None => fields.set(canonical, &value)?,
        }
    }
    if let Some((tool, keys)) = event.tool.filter(|_| fields.raw("tool_name").is_none()) {
        let mut input = Fields::default();
        for key in keys {
            if let Some(value) = native.raw(key) {
                input.set(key, value)?;
                fields.remove(key);
            }
        }
        fields.set("tool_name", tool)?;
        fields.set("tool_input", &input)?;
    }
    for (field, own, canonical) in agent.input.values {
        if fields.text(field).is_some_and(|text| text == *own) {
            fields.set(field, canonical)?;
        }
    }
    for field in EVENT_FIELDS.iter().skip(1) {
        fields.remove(field);
    }
    fields.set("hook_event_name", event.event)?;
    if let Some(text) = fields.raw("tool_input").and_then(json_in_text) {
        if let Some(key) = Fields::parse(text.get())?.repeated() {
            return Err(InputError::Repeated(key).into());
        }
        fields.set("tool_input", &text)?;
    }
    Ok(fields)
}

/// Refuses an input that gives one field under several names with different values: nobody
/// can say which of them the agent runs. Fields of fields are left out: Cline gives one call
/// in an old and in a new form, with the same command in another shape.
fn refuse_two_values(
    agent: &AgentSpec,
    native: &Fields,
    field: &'static str,
    places: &[&str],
) -> Result<(), DecodeError> {
    let places = places.iter().filter(|place| !place.contains('.'));
    let every = std::iter::once(&field).chain(places);
    let mut values = every.filter_map(|place| {
        let raw = value_at(native, &[place])?;
        let raw = json_in_text(&raw).unwrap_or(raw);
        serde_json::from_str::<serde_json::Value>(raw.get()).ok()
    });
    let first = values.next();
    if values.any(|value| first.as_ref() != Some(&value)) {
        return Err(DecodeError::TwoValues {
            agent: agent.title,
            field,
        });
    }
    Ok(())
}

/// Fields of which the canonical value is a text.
fn is_text_field(field: &str) -> bool {
    matches!(field, "prompt" | "last_assistant_message" | "message")
}

/// The object that a string holds as JSON: some agents write a tool's input so.
fn json_in_text(value: &RawValue) -> Option<Box<RawValue>> {
    let text: String = serde_json::from_str(value.get()).ok()?;
    Fields::parse(&text).ok()?;
    RawValue::from_string(text.trim().to_owned()).ok()
}

fn is_ignored(event: &EventContract, fields: &Fields) -> bool {
    let Some((field, value)) = event.ignored_when else {
        return false;
    };
    fields.raw(field).is_some_and(|raw| raw.get() == value)
}

fn require_tool(
    agent: &AgentSpec,
    event: &EventContract,
    fields: &Fields,
) -> Result<(), DecodeError> {
    let missing = |what| DecodeError::NoTool {
        event: event.native,
        agent: agent.title,
        what,
    };
    if fields.text("tool_name").is_none_or(|name| name.is_empty()) {
        return Err(missing("tool name"));
    }
    if fields.fields("tool_input").is_none() {
        return Err(missing("tool input"));
    }
    Ok(())
}

/// Whether GitHub Copilot gave this input in the form of Claude Code: with the time, and
/// without what Claude Code always gives.
fn is_copilot(native: &Fields) -> bool {
    let has = |field| native.raw(field).is_some();
    has("timestamp") && !has("transcript_path") && !has("permission_mode")
}

/// Whether the input has a field that Claude Code does not give.
fn is_of_reader(native: &Fields) -> bool {
    const OF_READERS: &[&str] = &["toolName", "sessionId", "hookEventName", "cursor_version"];
    OF_READERS.iter().any(|field| native.raw(field).is_some())
}

/// Keeps what the agent gave under `native`, unless it is canonical already.
fn with_native(mut inputs: Vec<Fields>, native: &Fields) -> Result<Vec<Fields>, InputError> {
    if inputs.len() == 1 && inputs[0] == *native {
        return Ok(inputs);
    }
    for input in &mut inputs {
        input.set("native", native)?;
    }
    Ok(inputs)
}
