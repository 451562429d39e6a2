//! The four formats, and what an answer becomes in each.

use serde_json::Value;

use super::{anthropic, chat, gemini, responses};
use crate::script::ScriptedCall;

/// A format in which agents talk to models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WireFormat {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions.
    Chat,
    /// OpenAI Responses.
    Responses,
    /// Gemini `generateContent`.
    Gemini,
}

/// An answer of the model in a format.
#[derive(Debug)]
pub(crate) struct WireReply {
    /// The answer as one JSON document.
    pub(crate) whole: Value,
    /// The events of a stream: name (if the format has names) and data.
    pub(crate) events: Vec<(Option<String>, String)>,
}

/// What an answer is made of.
#[derive(Debug)]
pub(crate) struct ScriptedAnswer<'a> {
    /// The call; `None`: the text "done".
    pub(crate) call: Option<&'a ScriptedCall>,
    /// The model that was asked for.
    pub(crate) model: &'a str,
    /// The number of the request, for ids.
    pub(crate) number: usize,
}

impl WireFormat {
    /// The format of requests to a path.
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        let path = path.trim_end_matches('/');
        let ends = [
            ("/messages", Self::Anthropic),
            ("/chat/completions", Self::Chat),
            ("/responses", Self::Responses),
            (":generateContent", Self::Gemini),
            (":streamGenerateContent", Self::Gemini),
        ];
        let found = ends.into_iter().find(|(end, _)| path.ends_with(end));
        found.map(|(_, wire)| wire)
    }

    /// Whether a request wants a stream.
    pub(crate) fn streams(path: &str, body: &Value) -> bool {
        path.ends_with(":streamGenerateContent") || body["stream"] == true
    }

    pub(crate) fn reply(self, answer: &ScriptedAnswer<'_>) -> WireReply {
        match self {
            Self::Anthropic => anthropic::reply(answer),
            Self::Chat => chat::reply(answer),
            Self::Responses => responses::reply(answer),
            Self::Gemini => gemini::reply(answer),
        }
    }
}

impl WireReply {
    /// The events as a body of `text/event-stream`.
    pub(crate) fn stream(&self) -> String {
        let mut text = String::new();
        for (name, data) in &self.events {
            if let Some(name) = name {
                text.push_str(&format!("event: {name}\n"));
            }
            text.push_str(&format!("data: {data}\n\n"));
        }
        text
    }
}

/// An event that is named after its `type`.
pub(super) fn typed_event(event: &Value) -> (Option<String>, String) {
    let name = event["type"].as_str().map(str::to_owned);
    (name, event.to_string())
}

/// The arguments of a call as the text in which several formats send them.
pub(super) fn arguments_text(call: &ScriptedCall) -> String {
    call.arguments.to_string()
}
