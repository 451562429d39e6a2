//! What the outcomes of an event ask of the agent, before it is held against what the
//! agent can do.

use serde_json::Value;
use snaphook_core::answer::{PermissionDecision, RequestBehavior};
use snaphook_core::input::Fields;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

/// What hooks ask of an agent.
#[derive(Debug, Clone, Default)]
pub struct WantedEffects {
    /// The operation must not happen, and why. On Stop: the agent must go on.
    pub deny: Option<String>,
    /// A person must decide, and why.
    pub ask: Option<String>,
    /// The call is granted, and why.
    pub grant: Option<String>,
    /// The tool input to use, in canonical words.
    pub tool_input: Option<Fields>,
    /// The tool result to show.
    pub tool_output: Option<Value>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// The agent must end, and why.
    pub stop: Option<String>,
    /// Texts for the user.
    pub messages: Vec<String>,
}

impl WantedEffects {
    /// What one outcome asks for.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        let mut wanted = Self {
            context: outcome.additional_context.clone(),
            messages: outcome.system_messages.clone(),
            tool_output: outcome.updated_tool_output.clone().map(Json::into_value),
            stop: outcome.why_stopped(),
            ..Self::default()
        };
        wanted.context.extend(outcome.feedback.iter().cloned());
        let said = outcome.permission_decision_reason.clone();
        let reason = outcome.block_reason.clone().or_else(|| said.clone());
        if outcome.blocked {
            wanted.deny = Some(non_empty(reason, "a hook denied this"));
            return wanted;
        }
        match outcome.permission_decision {
            Some(PermissionDecision::Deny) => {
                wanted.deny = Some(non_empty(reason, "a hook denied this"));
            }
            Some(PermissionDecision::Ask | PermissionDecision::Defer) => {
                wanted.ask = Some(non_empty(said, "a hook asks for approval"));
            }
            Some(PermissionDecision::Allow) => {
                wanted.grant = Some(non_empty(said, "granted by a hook"));
            }
            None => {}
        }
        wanted.tool_input = outcome.updated_input.as_ref().and_then(fields_of);
        if let Some(request) = &outcome.permission_request {
            match request.behavior {
                RequestBehavior::Allow => wanted.grant = Some("granted by a hook".to_owned()),
                RequestBehavior::Deny => {
                    let message = request.message.clone();
                    wanted.deny = Some(non_empty(message, "a hook denied this"));
                }
            }
            let input = request.updated_input.as_ref().and_then(fields_of);
            wanted.tool_input = input.or(wanted.tool_input);
        }
        wanted
    }

    /// Adds what another reading of the same call asks for: a denial and a question count,
    /// a grant only if every reading grants, a rewrite of another reading does not.
    pub fn add_reading(&mut self, other: Self) {
        self.deny = joined(self.deny.take(), other.deny);
        self.ask = joined(self.ask.take(), other.ask);
        if other.grant.is_none() {
            self.grant = None;
        }
        if other.tool_input.is_some() && self.deny.is_none() {
            let why = "a hook rewrites a part of this call that cannot be rewritten by itself";
            self.deny = Some(why.to_owned());
        }
        self.stop = self.stop.take().or(other.stop);
        let new = |texts: &[String], text: &String| !texts.contains(text);
        for text in other.context {
            if new(&self.context, &text) {
                self.context.push(text);
            }
        }
        for text in other.messages {
            if new(&self.messages, &text) {
                self.messages.push(text);
            }
        }
    }
}

fn fields_of(json: &Json) -> Option<Fields> {
    Fields::parse(&json.to_string()).ok()
}

fn non_empty(text: Option<String>, otherwise: &str) -> String {
    text.filter(|text| !text.trim().is_empty())
        .unwrap_or_else(|| otherwise.to_owned())
}

fn joined(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => Some(format!("{one}\n{other}")),
        (one, other) => one.or(other),
    }
}
