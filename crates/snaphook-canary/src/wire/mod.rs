//! The formats in which agents talk to models. Each turns one answer into JSON and into
//! the events of a stream.

mod anthropic;
mod chat;
mod format;
mod gemini;
mod request;
mod responses;

pub(crate) use format::{ScriptedAnswer, WireFormat, WireReply};
use format::{arguments_text, typed_event};
pub(crate) use request::{OfferedTool, offered_tools, tool_results};
