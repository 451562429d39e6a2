//! The two wire formats, as a server speaks them, so that a test can be run in
//! both.

use serde_json::{Value, json};

use crate::server::{Reply, SeenRequest, Server};

/// The key that must never be seen again.
pub(crate) const KEY: &str = "sk-very-secret-0123456789";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Anthropic,
    OpenAi,
}

pub(crate) const BOTH: [Format; 2] = [Format::Anthropic, Format::OpenAi];

impl Format {
    /// The variables that lead to a server.
    pub(crate) fn env(self, server: &Server) -> Vec<(String, String)> {
        self.env_of(&server.url)
    }

    pub(crate) fn env_of(self, url: &str) -> Vec<(String, String)> {
        let pairs = match self {
            Self::Anthropic => [
                ("ANTHROPIC_BASE_URL", url.to_owned()),
                ("ANTHROPIC_API_KEY", KEY.into()),
            ],
            Self::OpenAi => [
                ("OPENAI_BASE_URL", format!("{url}/v1")),
                ("OPENAI_API_KEY", KEY.into()),
            ],
        };
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// The model says a text: 10 tokens in, 5 out.
    pub(crate) fn says(self, text: &str) -> Reply {
        self.turn(text, &[], "")
    }

    /// The model calls tools.
    pub(crate) fn calls(self, calls: &[(&str, Value)]) -> Reply {
        self.turn("", calls, "")
    }

    /// The model gives its verdict by the tool.
    pub(crate) fn verdict(self, verdict: Value) -> Reply {
        self.calls(&[("verdict", verdict)])
    }

    pub(crate) fn refuses(self, words: &str) -> Reply {
        self.turn(words, &[], "refusal")
    }

    fn turn(self, text: &str, calls: &[(&str, Value)], stop: &str) -> Reply {
        let numbered = calls.iter().enumerate();
        Reply::json(match self {
            Self::Anthropic => {
                let text = (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
                let calls = numbered.map(|(n, (name, input))| {
                    json!({"type": "tool_use", "id": format!("call-{n}"), "name": name, "input": input})
                });
                let stop = if stop.is_empty() { "end_turn" } else { stop };
                json!({
                    "id": "msg", "type": "message", "role": "assistant", "model": "claude-test",
                    "content": text.into_iter().chain(calls).collect::<Vec<_>>(),
                    "stop_reason": stop,
                    "usage": {"input_tokens": 7, "cache_read_input_tokens": 3, "output_tokens": 5},
                })
            }
            Self::OpenAi => {
                let refuses = stop == "refusal";
                let calls: Vec<_> = numbered
                    .map(|(n, (name, input))| {
                        json!({"id": format!("call-{n}"), "type": "function",
                               "function": {"name": name, "arguments": input.to_string()}})
                    })
                    .collect();
                json!({
                    "id": "chat", "object": "chat.completion", "model": "gpt-test",
                    "choices": [{"index": 0, "finish_reason": "stop", "message": {
                        "role": "assistant",
                        "content": if refuses { Value::Null } else { text.into() },
                        "refusal": if refuses { text.into() } else { Value::Null },
                        "tool_calls": calls,
                    }}],
                    "usage": {"prompt_tokens": 10, "completion_tokens": 5},
                })
            }
        })
    }

    /// A complaint with this status.
    pub(crate) fn complains(self, status: u16, message: &str) -> Reply {
        Reply::status(
            status,
            match self {
                Self::Anthropic => {
                    json!({"type": "error", "error": {"type": "some_error", "message": message}})
                }
                Self::OpenAi => json!({"error": {"type": "some_error", "message": message}}),
            },
        )
    }

    /// A server's complaint that says when to come back.
    pub(crate) fn busy(self, status: u16, after: &'static [(&'static str, &'static str)]) -> Reply {
        match self.complains(status, "slow down") {
            Reply::Says(status, _, body) => Reply::Says(status, after, body),
            hangs @ Reply::Hangs => hangs,
        }
    }

    /// What the tools brought, as a request carries it back: whether it failed,
    /// and the text.
    pub(crate) fn results(self, seen: &SeenRequest) -> Vec<(bool, String)> {
        let messages = seen.body["messages"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        match self {
            Self::Anthropic => messages
                .iter()
                .filter_map(|message| message["content"].as_array())
                .flatten()
                .filter(|block| block["type"] == "tool_result")
                .map(|block| (block["is_error"] == true, text(&block["content"])))
                .collect(),
            Self::OpenAi => messages
                .iter()
                .filter(|message| message["role"] == "tool")
                .map(|message| text(&message["content"]))
                .map(|text| match text.strip_prefix("Error: ") {
                    Some(why) => (true, why.to_owned()),
                    None => (false, text),
                })
                .collect(),
        }
    }
}
