//! The agent loop, with every hook where it belongs.
//!
//! A turn: TurnStart, BeforeLlmCall, the model, AfterLlmCall, MessageDisplay;
//! then the tool calls, each behind the gate (PreToolUse, the tool, PostToolUse
//! or PostToolUseFailure), and PostToolBatch. A turn without tool calls is the
//! last, unless a hook of Stop sends the agent round again.

use std::ops::ControlFlow::{self, Break, Continue};

use serde_json::json;
use snaphook::ToolCall;
use snaphook::input::typed::{MessageDisplay, StopFailure};
use snaphook::turn::{EventDecision, TurnEnd};

use crate::agent::{Agent, Halt};
use crate::message::{Message, ToolUse};
use crate::model::{Answer, ModelFailure, Request};
use crate::{compact, tools};

/// What follows a turn.
#[derive(PartialEq)]
enum Next {
    Turn,
    Rest,
}

impl Agent {
    /// Works on what is in the conversation until the agent may rest.
    pub async fn work(&mut self) -> ControlFlow<Halt> {
        for _ in 0..self.host.limits.max_turns {
            // Here, where no tool call is without its result. Subagents are too
            // short-lived to need it.
            if !self.is_subagent() && self.messages.len() > self.host.limits.compact_after {
                compact::compact(self, "auto", None).await?;
            }
            if self.turn().await? == Next::Rest {
                return Continue(());
            }
        }
        let message = format!("{} turns were not enough", self.host.limits.max_turns);
        for messages in self.hooks.on_max_iterations(&message).await {
            self.hear(&messages)?;
        }
        Break(Halt::TooLong(message))
    }

    async fn turn(&mut self) -> ControlFlow<Halt, Next> {
        let turn = self.host.next_id("turn");
        // Only because this session is scripted: what background hooks have to
        // say comes at the same turn every time. A live agent does not wait.
        self.hooks.session().until_quiet().await;
        let started = self.hooks.turn_start().await;
        self.hear(&started.messages)?;
        for notice in started.notices {
            self.say(Message::Context(notice.text));
        }

        let name = self.hooks.common.agent_type.clone();
        let name = name.as_deref().unwrap_or("main");
        let (answer, after) = self.ask(name, started.messages.text_for_model).await?;
        let Answer { text, tool_calls } = answer;
        self.show_answer(turn, &text).await?;
        self.messages.push(Message::Assistant {
            text: text.clone(),
            tool_calls: tool_calls.clone(),
        });
        if tool_calls.is_empty() {
            self.add(after);
            return self.may_rest(&text).await;
        }
        self.use_tools(tool_calls).await?;
        // Not before the results: nothing may stand between a call and its own.
        self.add(after);
        Continue(Next::Turn)
    }

    /// Asks the model. `for_this_call` is not kept in the conversation. Returns
    /// the answer, and what hooks have to add to it.
    pub async fn ask(
        &mut self,
        name: &str,
        for_this_call: Option<String>,
    ) -> ControlFlow<Halt, (Answer, Option<String>)> {
        let before = self.hooks.before_model_call().await;
        self.hear(&before.messages)?;
        if let EventDecision::Blocked(reason) = before.decision {
            return Break(Halt::Refused(reason));
        }
        let kept = self.messages.len();
        self.add(for_this_call);
        let request = Request {
            agent: name,
            model: &self.model,
            messages: &self.messages,
        };
        let answered = self.host.model.answer(request).await;
        self.messages.truncate(kept);
        match answered {
            Err(error) => Break(self.failed(error).await?),
            Ok(mut answer) => {
                for call in &mut answer.tool_calls {
                    call.id = self.host.next_id("call");
                }
                let after = self.hooks.after_model_call(&answer.text).await;
                self.hear(&after.messages)?;
                if let EventDecision::Blocked(reason) = after.decision {
                    return Break(Halt::Refused(reason));
                }
                let rewritten = after.updated_response.as_ref();
                if let Some(text) = rewritten.and_then(|text| text.as_str()) {
                    text.clone_into(&mut answer.text);
                }
                Continue((answer, after.messages.text_for_model))
            }
        }
    }

    /// The model could not be asked, and that ends the turn.
    async fn failed(&mut self, failure: ModelFailure) -> ControlFlow<Halt, Halt> {
        let ModelFailure { error, details } = failure;
        for messages in self.hooks.on_error(&details).await {
            self.hear(&messages)?;
        }
        let failure = StopFailure::new(error).error_details(details.as_str());
        let messages = self.hooks.stop_failure(failure).await;
        self.hear(&messages)?;
        Continue(Halt::Failed(details))
    }

    /// Shows what the model said, as hooks want the user to see it.
    async fn show_answer(&mut self, turn: String, text: &str) -> ControlFlow<Halt> {
        if text.is_empty() {
            return Continue(());
        }
        // A message that is streamed has many pieces; this one has one.
        let message = self.host.next_id("message");
        let piece = MessageDisplay::new(turn, message, 0_u64, true, text);
        let shown = self.hooks.message_display(piece).await;
        self.show("model", &shown.text);
        self.hear(&shown.messages)
    }

    /// The model has nothing more to do. Hooks may think otherwise.
    async fn may_rest(&mut self, last: &str) -> ControlFlow<Halt, Next> {
        let ending = if self.is_subagent() {
            // This agent keeps no transcripts, so there is no path to name.
            self.hooks.subagent_stop("", Some(last)).await
        } else {
            self.hooks.stop(Some(last)).await
        };
        match ending {
            TurnEnd::Continue { text, messages } => {
                self.hear(&messages)?;
                self.say(Message::Context(text));
                Continue(Next::Turn)
            }
            TurnEnd::Stop(messages) => {
                self.hear(&messages)?;
                self.add(messages.text_for_model);
                Continue(Next::Rest)
            }
        }
    }

    /// Runs the tool calls of one answer, in its order: two edits of one file
    /// must not race.
    async fn use_tools(&mut self, calls: Vec<ToolUse>) -> ControlFlow<Halt> {
        let mut done = Vec::new();
        for ToolUse { id, name, input } in calls {
            if let Some(halt) = &self.halt {
                // The model must hear of every call it made.
                let text = format!("{name} did not run: {}", halt.reason());
                self.say_result(id, text, true);
                continue;
            }
            self.show("tool", &format!("{name} {input}"));
            let mut call = ToolCall::new(name.as_str(), input).tool_use_id(&id);
            call.timeout = tools::time_limit(&name);
            // A new gate for every call: it has the folder and the prompt of now.
            let gate = self.hooks.gate();
            let gated = gate
                .call(call, |input| tools::run(self, &name, input))
                .await;
            for text in &gated.texts_for_user {
                self.show("hook", text);
            }
            if let Some(reason) = &gated.stop {
                self.halt.get_or_insert(Halt::Stopped(reason.clone()));
            }
            // Whatever became of the call, there is a text for the model: the
            // result, the error or the refusal, and what hooks add.
            let result = gated.result_for_model();
            done.push(json!({
                "tool_name": name,
                "tool_input": *gated.tool_input,
                "tool_use_id": id,
                "tool_response": result.text,
            }));
            self.say_result(id, result.text, result.is_error);
        }
        if let Some(halt) = self.halt.take() {
            return Break(halt);
        }
        let batch = self.hooks.tool_batch(done).await;
        self.hear(&batch.messages)?;
        self.add(batch.messages.text_for_model);
        match batch.decision {
            EventDecision::Proceed => Continue(()),
            EventDecision::Blocked(reason) => Break(Halt::Refused(reason)),
        }
    }

    fn say_result(&mut self, call: String, text: String, is_error: bool) {
        self.say(Message::ToolResult {
            call,
            text,
            is_error,
        });
    }
}
