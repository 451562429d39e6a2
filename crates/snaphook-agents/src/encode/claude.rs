//! The form of Claude Code, which many agents read, and what Codex and VS Code take of it.

use serde_json::{Map, Value};

use super::printed::{BridgeOutput, input_value, put};
use crate::reply::Reply;

/// `hookSpecificOutput` and the top-level keys of Claude Code.
pub(crate) fn claude(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    if let Some(why) = &reply.stop {
        object.insert("continue".to_owned(), false.into());
        object.insert("stopReason".to_owned(), why.clone().into());
    }
    put(&mut object, "systemMessage", reply.message_text());
    let mut own = Map::new();
    decide(reply, &mut object, &mut own, false);
    put(&mut own, "additionalContext", reply.context_text());
    put(&mut own, "updatedToolOutput", reply.tool_output.clone());
    close(reply, object, own)
}

/// As [`claude`], with what Codex refuses left out: a rewrite is written with an allow,
/// and an allow without a rewrite is not written.
pub(crate) fn codex(reply: &Reply) -> BridgeOutput {
    let mut object = Map::new();
    put(&mut object, "systemMessage", reply.message_text());
    if let Some(why) = reply.stop.as_ref().filter(|_| reply.deny.is_none()) {
        object.insert("continue".to_owned(), false.into());
        object.insert("stopReason".to_owned(), why.clone().into());
    }
    let mut own = Map::new();
    decide(reply, &mut object, &mut own, true);
    put(&mut own, "additionalContext", reply.context_text());
    close(reply, object, own)
}

/// As [`claude`], with a blocked stop inside `hookSpecificOutput`.
pub(crate) fn vscode(reply: &Reply) -> BridgeOutput {
    if reply.event.event != "Stop" || reply.keep_going.is_none() {
        return claude(reply);
    }
    let mut object = Map::new();
    put(&mut object, "systemMessage", reply.message_text());
    let mut own = Map::new();
    own.insert("decision".to_owned(), "block".into());
    put(&mut own, "reason", reply.keep_going.clone());
    close(reply, object, own)
}

fn close(
    reply: &Reply,
    mut object: Map<String, Value>,
    mut own: Map<String, Value>,
) -> BridgeOutput {
    if !own.is_empty() {
        let mut named = Map::new();
        named.insert("hookEventName".to_owned(), reply.event.native.into());
        named.append(&mut own);
        object.insert("hookSpecificOutput".to_owned(), named.into());
    }
    BridgeOutput::json(object)
}

fn decide(
    reply: &Reply,
    object: &mut Map<String, Value>,
    own: &mut Map<String, Value>,
    allow_with_rewrite: bool,
) {
    match reply.event.event {
        "PreToolUse" => {
            let granted = reply.grant.as_ref().filter(|_| !allow_with_rewrite);
            let decision = [("deny", &reply.deny), ("ask", &reply.ask)];
            let decision = decision
                .iter()
                .find_map(|(word, why)| Some((*word, (*why).clone()?)));
            let decision = decision.or_else(|| granted.map(|why| ("allow", why.clone())));
            let input = input_value(reply);
            let needs_allow = allow_with_rewrite && input.is_some() && decision.is_none();
            let word = decision.as_ref().map(|(word, _)| *word);
            if reply.flat {
                let why = decision.as_ref().map(|(_, why)| why.clone());
                put(object, "permissionDecision", word);
                put(object, "permissionDecisionReason", why);
                put(object, "modifiedArgs", input.clone());
            }
            put(
                own,
                "permissionDecision",
                word.or(needs_allow.then_some("allow")),
            );
            put(
                own,
                "permissionDecisionReason",
                decision.map(|(_, why)| why),
            );
            put(own, "updatedInput", input);
        }
        "PermissionRequest" => {
            let mut decision = Map::new();
            if let Some(why) = &reply.deny {
                decision.insert("behavior".to_owned(), "deny".into());
                decision.insert("message".to_owned(), why.clone().into());
            } else if reply.grant.is_some() {
                decision.insert("behavior".to_owned(), "allow".into());
                put(&mut decision, "updatedInput", input_value(reply));
            }
            if reply.flat {
                object.extend(decision.clone());
            }
            if !decision.is_empty() {
                own.insert("decision".to_owned(), decision.into());
            }
        }
        _ => {
            if let Some(why) = reply.deny.as_ref().or(reply.keep_going.as_ref()) {
                object.insert("decision".to_owned(), "block".into());
                object.insert("reason".to_owned(), why.clone().into());
            }
        }
    }
}
