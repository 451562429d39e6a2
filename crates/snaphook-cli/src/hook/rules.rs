//! The permission rules of snaphook's own settings, for calls in other agents. Deny and ask
//! rules hold there; allow rules and the mode do not count, because the agent has its own.

use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::permission::{Behavior, CurrentPermissions, RuleRestriction};
use snaphook::prelude::*;
use snaphook::{Engine, Input, Outcome, Session};
use snaphook_agents::{WantedEffects, folders_of_call};

/// The event before a tool call.
const BEFORE_CALL: &str = "PreToolUse";

/// How the name of an MCP tool begins whose server is not known.
const UNKNOWN_SERVER: &str = "mcp__unknown__";

/// A session for looking at rules before the input was read.
const UNKNOWN_SESSION: &str = "unknown";

/// A tool call that rules decide about.
pub(super) struct RuledCall {
    common: CommonFields,
    tool: String,
    input: Value,
}

impl RuledCall {
    /// The call that an event is about, before it runs. A reading without a name of the tool
    /// is none: another reading of the same call has it.
    pub(super) fn of(input: &Input) -> Option<Self> {
        if input.event().as_str() != BEFORE_CALL {
            return None;
        }
        let fields = input.fields();
        let tool = fields.text("tool_name")?.into_owned();
        Some(Self {
            input: fields.value("tool_input").unwrap_or_default(),
            common: CommonFields::of(fields.clone()),
            tool,
        })
    }

    /// Adds what deny and ask rules say of the call, as hooks rewrote it.
    pub(super) fn restrict(
        &self,
        session: &Session,
        outcome: &Outcome,
        wanted: &mut WantedEffects,
    ) {
        let rewritten = outcome.updated_input.as_ref().map(|input| input.as_value());
        let mut inputs = vec![&self.input];
        inputs.extend(rewritten);
        let mut found = Vec::new();
        for input in inputs {
            found.extend(session.restriction_by_rules(&self.common, &self.tool, input));
            // The agent may run the command in a folder that the call names.
            for moved in moved_commands(input) {
                found.extend(session.restriction_by_rules(&self.common, &self.tool, &moved));
            }
        }
        let unknown = rule_of_unknown_server(session, &self.common, &self.tool);
        found.extend(unknown.map(RuleRestriction::Ask));
        for restriction in found {
            match restriction {
                RuleRestriction::Deny(words) => {
                    wanted.deny.get_or_insert(words);
                }
                RuleRestriction::Ask(words) => {
                    wanted.grant = None;
                    wanted.ask.get_or_insert(words);
                }
            }
        }
    }
}

/// The inputs of a shell call that goes into a folder first, for each folder that it names.
fn moved_commands(input: &Value) -> Vec<Value> {
    let Some(command) = input.get("command").and_then(Value::as_str) else {
        return Vec::new();
    };
    let moved = |folder: &str| {
        let quoted = folder.replace('\'', r"'\''");
        json!({"command": format!("cd '{quoted}' && {command}")})
    };
    folders_of_call(input).map(moved).collect()
}

/// Whether rules may deny a call or ask about it on this event.
pub(super) fn has_restrictions(engine: &Engine, input: &Input) -> bool {
    let common = CommonFields::of(input.fields().clone());
    input.event().as_str() == BEFORE_CALL && restricts(engine, &common)
}

/// Whether rules may have a say on a call of which nothing is known; `event` is its event,
/// if that is known.
pub(super) fn may_restrict(engine: &Engine, event: Option<&str>) -> bool {
    let common = CommonFields::new(UNKNOWN_SESSION, "/");
    event.is_none_or(|event| event == BEFORE_CALL) && restricts(engine, &common)
}

fn restricts(engine: &Engine, common: &CommonFields) -> bool {
    let session = engine.session(&common.session_id);
    let current = CurrentPermissions::of(&session, common);
    let mut restricting = [Behavior::Deny, Behavior::Ask].into_iter();
    restricting.any(|behavior| current.permissions.rules(behavior).next().is_some())
}

/// Why a rule may match a call of an MCP tool whose server the agent does not name.
fn rule_of_unknown_server(session: &Session, common: &CommonFields, tool: &str) -> Option<String> {
    let tool = tool.strip_prefix(UNKNOWN_SERVER)?;
    let current = CurrentPermissions::of(session, common);
    let names = |rule: &str| {
        let Some(rule) = rule.strip_prefix("mcp__") else {
            return false;
        };
        match rule.split_once("__") {
            None => true,
            Some((_, named)) => {
                named.contains('*') || tool == named || tool.ends_with(&format!("_{named}"))
            }
        }
    };
    let restricting = [Behavior::Deny, Behavior::Ask].into_iter();
    let mut rules = restricting.flat_map(|behavior| current.permissions.rules(behavior));
    rules
        .find(|rule| names(&rule.rule.to_string()))
        .map(|rule| {
            format!(
                "the {} rule `{}` may be meant: the agent does not say which server `{tool}` is of",
                rule.behavior.as_str(),
                rule.rule
            )
        })
}
