//! Agents with a JSON form of their own, one function each.

use serde_json::{Map, Value, json};

use super::printed::{BridgeOutput, input_value, put};
use crate::reply::Reply;

/// GitHub Copilot, in its camelCase form: every key at the top level.
pub(crate) fn copilot(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    match reply.event.event {
        "PreToolUse" => {
            let decisions = [
                ("deny", &reply.deny),
                ("ask", &reply.ask),
                ("allow", &reply.grant),
            ];
            let said = decisions
                .iter()
                .find_map(|(word, why)| Some((*word, (*why).clone()?)));
            let input = input_value(reply);
            let word = said.as_ref().map(|(word, _)| *word);
            put(&mut object, "permissionDecision", word);
            put(
                &mut object,
                "permissionDecisionReason",
                said.map(|(_, why)| why),
            );
            put(&mut object, "modifiedArgs", input);
        }
        "PermissionRequest" => {
            if let Some(why) = &reply.deny {
                object.insert("behavior".to_owned(), "deny".into());
                object.insert("message".to_owned(), why.clone().into());
            } else if reply.grant.is_some() {
                object.insert("behavior".to_owned(), "allow".into());
            }
        }
        _ => block(&mut object, "block", reply),
    }
    let output = reply.output_text();
    let result = output.map(|text| json!({"resultType": "success", "textResultForLlm": text}));
    put(&mut object, "modifiedResult", result);
    put(&mut object, "additionalContext", reply.context_text());
    BridgeOutput::json(object)
}

/// Gemini CLI: `decision` and `reason`; a rewritten input in `hookSpecificOutput`. On
/// AfterTool a deny puts its reason in the place of the result.
pub(crate) fn gemini(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    if let Some(why) = &reply.stop {
        object.insert("continue".to_owned(), false.into());
        object.insert("stopReason".to_owned(), why.clone().into());
    }
    block(&mut object, "deny", reply);
    if let Some(output) = reply.output_text() {
        object.insert("decision".to_owned(), "deny".into());
        object.insert("reason".to_owned(), output.into());
    }
    put(&mut object, "systemMessage", reply.message_text());
    let mut own = Map::new();
    put(&mut own, "tool_input", input_value(reply));
    put(&mut own, "additionalContext", reply.context_text());
    if !own.is_empty() {
        own.insert("hookEventName".to_owned(), reply.event.native.into());
        object.insert("hookSpecificOutput".to_owned(), own.into());
    }
    BridgeOutput::json(object)
}

/// Goose: `decision: block`.
pub(crate) fn goose(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    block(&mut object, "block", reply);
    BridgeOutput::json(object)
}

/// OpenHands: `decision: deny`; context at the top level.
pub(crate) fn openhands(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    block(&mut object, "deny", reply);
    put(&mut object, "additionalContext", reply.context_text());
    BridgeOutput::json(object)
}

/// Mistral Vibe: `decision: deny`; the rest in `hook_specific_output`.
pub(crate) fn vibe(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    block(&mut object, "deny", reply);
    put(&mut object, "system_message", reply.message_text());
    let mut own = Map::new();
    put(&mut own, "tool_input", input_value(reply));
    put(&mut own, "additional_context", reply.context_text());
    if !own.is_empty() {
        object.insert("hook_specific_output".to_owned(), own.into());
    }
    BridgeOutput::json(object)
}

/// Hermes: `decision: block`; context for the next model call.
pub(crate) fn hermes(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    block(&mut object, "block", reply);
    put(&mut object, "context", reply.context_text());
    BridgeOutput::json(object)
}

/// Cline: `cancel` ends the task; a rewritten input is `overrideInput`.
pub(crate) fn cline(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    let why = reply.deny.as_ref().or(reply.stop.as_ref());
    if let Some(why) = why {
        object.insert("cancel".to_owned(), true.into());
        object.insert("errorMessage".to_owned(), why.clone().into());
    }
    put(&mut object, "overrideInput", input_value(reply));
    put(&mut object, "contextModification", reply.context_text());
    if !object.is_empty() && why.is_none() {
        object.insert("cancel".to_owned(), false.into());
    }
    BridgeOutput::json(object)
}

/// Cursor: `permission` with a message for the user and one for the agent. Its command
/// line takes an empty answer for a failed hook, so an answer is always written.
pub(crate) fn cursor(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    match reply.event.event {
        "PreToolUse" | "SubagentStart" => {
            let said = [("deny", &reply.deny), ("ask", &reply.ask)];
            let said = said
                .iter()
                .find_map(|(word, why)| Some((*word, (*why).clone()?)));
            let (word, why) = said.map_or(("allow", None), |(word, why)| (word, Some(why)));
            object.insert("permission".to_owned(), word.into());
            put(&mut object, "user_message", why.clone());
            put(&mut object, "agent_message", why);
            put(&mut object, "updated_input", input_value(reply));
        }
        "UserPromptSubmit" => {
            object.insert("continue".to_owned(), reply.deny.is_none().into());
            put(&mut object, "user_message", reply.deny.clone());
        }
        "Stop" | "SubagentStop" => {
            put(&mut object, "followup_message", reply.keep_going.clone());
        }
        _ => {}
    }
    put(
        &mut object,
        "updated_mcp_tool_output",
        reply.tool_output.clone(),
    );
    put(&mut object, "additional_context", reply.context_text());
    BridgeOutput {
        stdout: Value::Object(object).to_string(),
        ..BridgeOutput::default()
    }
}

/// Crush: `decision`, `context` and `updated_input`.
pub(crate) fn crush(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    block(&mut object, "deny", reply);
    if reply.deny.is_none() && reply.grant.is_some() {
        object.insert("decision".to_owned(), "allow".into());
    }
    put(&mut object, "context", reply.context_text());
    put(&mut object, "updated_input", input_value(reply));
    BridgeOutput::json(object)
}

/// Antigravity: `decision` allow, deny or ask. It takes anything it cannot read for a
/// denial, so an answer is always written.
pub(crate) fn antigravity(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    let said = [("deny", &reply.deny), ("ask", &reply.ask)];
    let said = said
        .iter()
        .find_map(|(word, why)| Some((*word, (*why).clone()?)));
    let (word, why) = said.map_or(("allow", None), |(word, why)| (word, Some(why)));
    object.insert("decision".to_owned(), word.into());
    put(&mut object, "reason", why);
    BridgeOutput {
        stdout: Value::Object(object).to_string(),
        ..BridgeOutput::default()
    }
}

/// The plugins of our own, for agents whose hooks are JavaScript: one object with plain
/// keys. An answer is always written, since the plugin takes none for a failure.
pub(crate) fn plugin(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    put(&mut object, "deny", reply.deny.clone());
    put(&mut object, "tool_input", input_value(reply));
    put(&mut object, "tool_output", reply.output_text());
    put(&mut object, "context", reply.context_text());
    put(&mut object, "keep_going", reply.keep_going.clone());
    put(&mut object, "message", reply.message_text());
    BridgeOutput {
        stdout: Value::Object(object).to_string(),
        ..BridgeOutput::default()
    }
}

/// `decision` and `reason` for a denial, or for an agent that has to go on.
fn block(object: &mut Map<String, Value>, word: &str, reply: &Reply) {
    if let Some(why) = reply.deny.as_ref().or(reply.keep_going.as_ref()) {
        object.insert("decision".to_owned(), word.into());
        object.insert("reason".to_owned(), why.clone().into());
    } else if let Some(why) = &reply.ask {
        object.insert("decision".to_owned(), "ask".into());
        object.insert("reason".to_owned(), why.clone().into());
    }
}
