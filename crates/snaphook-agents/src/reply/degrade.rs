//! Holds what hooks ask for against what the agent can do on the event. What it cannot do
//! becomes the next safer thing, and every such change is said:
//!
//! | asked for | where the agent cannot |
//! |---|---|
//! | deny | a warning to the user (the event cannot be blocked) |
//! | ask | deny, with words (unless a person was asked in another way) |
//! | rewrite the input | deny, with the input to use instead |
//! | rewrite the output | a text for the model, else a warning |
//! | context | queued for the next event that takes it |
//! | grant | silence |
//! | keep from stopping, stop | a warning |

use snaphook_core::input::Fields;
use snaphook_core::outcome::STOP_WITHOUT_REASON;

use super::message::Reply;
use super::wanted::WantedEffects;
use crate::contract::{Ability, EventContract};
use crate::input::{DecodedInput, ToolMatch};
use crate::tool::ToolShape;

/// What an ability became that the agent does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Substitute {
    /// The call is denied instead.
    Denied,
    /// The text waits for the next event that takes context.
    Queued,
    /// The user is warned.
    Warned,
    /// Nothing is said; the agent decides as it would by itself.
    Silent,
}

/// One thing that hooks asked for and the agent cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Degradation {
    /// What was asked for.
    pub ability: Ability,
    /// What it became.
    pub became: Substitute,
    /// The degradation in words, for the log and the answer.
    pub words: String,
}

/// Makes of what hooks ask for a reply that the agent can honour. `context` comes back in
/// the second place where it has to wait.
#[must_use]
pub fn degrade(
    agent: &str,
    wanted: WantedEffects,
    decoded: &DecodedInput,
) -> (Reply, Vec<String>, Vec<Degradation>) {
    let mut made = DegradedReply {
        agent,
        event: decoded.event,
        reply: Reply {
            flat: decoded.flat_answer,
            ..Reply::silent(decoded.event)
        },
        waiting: Vec::new(),
        degradations: Vec::new(),
    };
    made.messages(wanted.messages);
    made.block(wanted.deny);
    made.stop(wanted.stop);
    if made.reply.deny.is_none() {
        made.ask(wanted.ask);
        made.grant(wanted.grant);
        made.rewrite_input(wanted.tool_input, decoded);
    }
    made.rewrite_output(wanted.tool_output);
    made.context(wanted.context);
    if made.reply.deny.is_some() {
        made.reply.ask = None;
        made.reply.grant = None;
        made.reply.tool_input = None;
    }
    (made.reply, made.waiting, made.degradations)
}

struct DegradedReply<'a> {
    agent: &'a str,
    event: &'static EventContract,
    reply: Reply,
    waiting: Vec<String>,
    degradations: Vec<Degradation>,
}

impl DegradedReply<'_> {
    fn can(&self, ability: Ability) -> bool {
        self.event.can(ability)
    }

    fn degraded(&mut self, ability: Ability, became: Substitute, then: &str) {
        let words = format!(
            "{} cannot {} on {}: {then}",
            self.agent,
            ability.words(),
            self.event.native
        );
        if became == Substitute::Warned && self.can(Ability::Message) {
            self.reply.messages.push(format!("snaphook: {words}"));
        }
        self.degradations.push(Degradation {
            ability,
            became,
            words,
        });
    }

    fn messages(&mut self, messages: Vec<String>) {
        if messages.is_empty() {
            return;
        }
        if self.can(Ability::Message) {
            self.reply.messages = messages;
        } else {
            let then = format!("not shown: {}", messages.join("; "));
            self.degraded(Ability::Message, Substitute::Silent, &then);
        }
    }

    fn block(&mut self, why: Option<String>) {
        let Some(why) = why else { return };
        let sends_back = matches!(self.event.event, "Stop" | "SubagentStop");
        if sends_back {
            if self.can(Ability::KeepGoing) {
                self.reply.keep_going = Some(why);
            } else {
                let then = format!("it stops, though a hook says: {why}");
                self.degraded(Ability::KeepGoing, Substitute::Warned, &then);
            }
        } else if self.can(Ability::Deny) {
            self.reply.deny = Some(why);
        } else {
            let then = format!("it goes on, though a hook says: {why}");
            self.degraded(Ability::Deny, Substitute::Warned, &then);
        }
    }

    fn stop(&mut self, why: Option<String>) {
        let Some(mut why) = why else { return };
        // Some agents go on where a reason is empty.
        if why.trim().is_empty() {
            STOP_WITHOUT_REASON.clone_into(&mut why);
        }
        if self.can(Ability::Stop) {
            self.reply.stop = Some(why);
        } else if self.event.event == "PreToolUse" && self.can(Ability::Deny) {
            self.reply.deny.get_or_insert(why.clone());
            let then = format!("the call is denied instead: {why}");
            self.degraded(Ability::Stop, Substitute::Denied, &then);
        } else if !matches!(self.event.event, "Stop" | "SubagentStop" | "SessionEnd") {
            let then = format!("it goes on, though a hook stops it: {why}");
            self.degraded(Ability::Stop, Substitute::Warned, &then);
        }
    }

    fn ask(&mut self, why: Option<String>) {
        let Some(why) = why else { return };
        if self.can(Ability::Ask) {
            self.reply.ask = Some(why);
            return;
        }
        if self.can(Ability::Deny) {
            self.reply.deny = Some(format!(
                "this needs a person's approval, and {} cannot ask for it here: {why}",
                self.agent
            ));
            self.degraded(
                Ability::Ask,
                Substitute::Denied,
                "the call is denied instead",
            );
        } else {
            let then = format!("nobody is asked: {why}");
            self.degraded(Ability::Ask, Substitute::Warned, &then);
        }
    }

    fn grant(&mut self, why: Option<String>) {
        let Some(why) = why else { return };
        if self.can(Ability::Grant) && self.reply.ask.is_none() {
            self.reply.grant = Some(why);
        } else if !self.can(Ability::Grant) {
            self.degraded(Ability::Grant, Substitute::Silent, "it decides by itself");
        }
    }

    fn rewrite_input(&mut self, input: Option<Fields>, decoded: &DecodedInput) {
        let Some(input) = input else { return };
        let native = native_tool_input(&input, decoded);
        if let Some(native) = native.filter(|_| self.can(Ability::RewriteInput)) {
            self.reply.tool_input = Some(native);
            return;
        }
        let use_this = String::from_utf8_lossy(&input.to_line()).into_owned();
        if self.can(Ability::Deny) {
            self.reply.deny = Some(format!(
                "a hook changes this call; use this instead: {use_this}"
            ));
            let then = "the call is denied, with the input to use instead";
            self.degraded(Ability::RewriteInput, Substitute::Denied, then);
        } else {
            let then = format!("it goes on unchanged; a hook wanted: {use_this}");
            self.degraded(Ability::RewriteInput, Substitute::Warned, &then);
        }
    }

    fn rewrite_output(&mut self, output: Option<serde_json::Value>) {
        let Some(output) = output else { return };
        if self.can(Ability::RewriteOutput) {
            self.reply.tool_output = Some(output);
        } else {
            let then = "the model sees the tool's own output";
            self.degraded(Ability::RewriteOutput, Substitute::Warned, then);
        }
    }

    fn context(&mut self, context: Vec<String>) {
        if context.is_empty() {
            return;
        }
        if self.can(Ability::Context) {
            self.reply.context = context;
        } else {
            let then = "the text waits for the next event that takes context";
            self.degraded(Ability::Context, Substitute::Queued, then);
            self.waiting = context;
        }
    }
}

/// A canonical tool input in the agent's own words; none where that cannot be written.
fn native_tool_input(input: &Fields, decoded: &DecodedInput) -> Option<Fields> {
    let mut input = input.clone();
    let ToolMatch::Known(tool) = decoded.tool else {
        let as_given = matches!(decoded.tool, ToolMatch::Canonical | ToolMatch::Mcp);
        return as_given.then_some(input);
    };
    let given = decoded.native_input.as_ref();
    for (native, canonical) in tool.keys {
        let had_native = given.is_some_and(|given| given.raw(native).is_some());
        if had_native {
            input.rename(canonical, native);
        }
    }
    for key in tool.required {
        if let Some(own) = given.and_then(|given| given.raw(key))
            && input.raw(key).is_none()
        {
            input.set(key, own).ok()?;
        }
    }
    match tool.shape {
        ToolShape::Object | ToolShape::Editor => Some(input),
        ToolShape::CommandList(key) => {
            let command = input.text("command")?.into_owned();
            input.remove("command");
            input.set(key, &[command]).ok()?;
            Some(input)
        }
        ToolShape::Patch(_) => None,
    }
}
