//! What the user and the agent said so far, for hooks that judge by it: as the host
//! hands it in, else as the transcript of the session has it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use snaphook_core::input::Input;

/// Bytes of a transcript that are read, from its end.
const TRANSCRIPT_BYTES: u64 = 4 * 1024 * 1024;
/// Characters of a tool's input that are shown.
const TOOL_CHARS: usize = 200;

/// The messages of a conversation, in order. Cloning copies nothing.
///
/// ```
/// use snaphook_exec::{Conversation, ConversationMessage};
///
/// let said = Conversation::new([
///     ConversationMessage::new("user", "Run the tests."),
///     ConversationMessage::new("assistant", "They pass."),
/// ]);
/// assert_eq!(said.text(), "user: Run the tests.\nassistant: They pass.");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Conversation(Arc<[ConversationMessage]>);

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationMessage {
    /// Who said it: `user` or `assistant`.
    pub role: String,
    /// What was said.
    pub text: String,
}

impl ConversationMessage {
    /// A message.
    #[must_use]
    pub fn new(role: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            role: role.into(),
            text: text.into(),
        }
    }
}

impl Conversation {
    /// Characters that hooks get of a conversation: the newest.
    pub const MAX_CHARS: usize = 40_000;

    /// A conversation of these messages, the oldest first.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item = ConversationMessage>) -> Self {
        Self(messages.into_iter().collect())
    }

    /// The messages, the oldest first.
    #[must_use]
    pub fn messages(&self) -> &[ConversationMessage] {
        &self.0
    }

    /// The newest messages as text, a paragraph for each that begins with its role:
    /// at most [`Conversation::MAX_CHARS`] characters.
    #[must_use]
    pub fn text(&self) -> String {
        let mut room = Self::MAX_CHARS;
        let mut kept: Vec<String> = Vec::new();
        for message in self.0.iter().rev() {
            let line = format!("{}: {}", message.role, message.text.trim());
            let chars = line.chars().count();
            // A line break is before every line but the first.
            let needed = chars + usize::from(!kept.is_empty());
            if needed > room {
                if kept.is_empty() {
                    kept.push(line.chars().skip(chars - room).collect());
                }
                break;
            }
            room -= needed;
            kept.push(line);
        }
        kept.reverse();
        kept.join("\n")
    }

    /// Reads the end of the transcript that an input names: a subagent's own, where
    /// it has one. `None` if there is none, or it cannot be read. This reads a
    /// file: async code calls it on a thread of its own.
    #[must_use]
    pub fn of_transcript(input: &Input) -> Option<Self> {
        let path = transcript_of(input)?;
        let lines = read_end(&path)?;
        let messages: Vec<_> = lines.lines().flat_map(messages_of_line).collect();
        (!messages.is_empty()).then(|| Self::new(messages))
    }
}

/// The transcript that an input names: a subagent's own, where it has one.
#[must_use]
pub fn transcript_of(input: &Input) -> Option<PathBuf> {
    let named = |key: &str| {
        let path = input.fields().text(key)?;
        (!path.is_empty()).then(|| PathBuf::from(path.as_ref()))
    };
    named("agent_transcript_path").or_else(|| named("transcript_path"))
}

/// The last whole lines of a file.
fn read_end(path: &Path) -> Option<String> {
    // Opening a pipe would wait for anyone who writes into it.
    let meta = std::fs::metadata(path)
        .ok()
        .filter(std::fs::Metadata::is_file)?;
    let start = meta.len().saturating_sub(TRANSCRIPT_BYTES);
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut end = Vec::new();
    file.take(TRANSCRIPT_BYTES).read_to_end(&mut end).ok()?;
    let text = String::from_utf8_lossy(&end);
    if start == 0 {
        return Some(text.into_owned());
    }
    // The first line was cut anywhere.
    text.split_once('\n').map(|(_, rest)| rest.to_owned())
}

/// The messages in a line of a transcript: what was said, and a line for each call
/// of a tool.
fn messages_of_line(line: &str) -> Vec<ConversationMessage> {
    let Ok(entry) = serde_json::from_str::<Value>(line) else {
        return Vec::new();
    };
    let message = entry.get("message").unwrap_or(&entry);
    let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
    let role = text(message, "role").or_else(|| text(&entry, "type"));
    let Some(role) = role.filter(|role| matches!(&**role, "user" | "assistant")) else {
        return Vec::new();
    };
    let blocks = match message.get("content") {
        Some(Value::Array(blocks)) => blocks.clone(),
        Some(words @ Value::String(_)) => vec![words.clone()],
        _ => Vec::new(),
    };
    let said = blocks.iter().filter_map(|block| match block {
        Value::String(words) => Some(words.clone()),
        block => match block.get("type")?.as_str()? {
            "text" => text(block, "text"),
            "tool_use" => Some(format!("[called {}]", call_of(block))),
            _ => None,
        },
    });
    let said = said.filter(|words| !words.trim().is_empty());
    said.map(|words| ConversationMessage::new(role.clone(), words))
        .collect()
}

/// A call of a tool on one line.
fn call_of(block: &Value) -> String {
    let name = block.get("name").and_then(Value::as_str);
    let input = block.get("input").unwrap_or(&Value::Null).to_string();
    let mut shown: String = input.chars().take(TOOL_CHARS).collect();
    if shown.len() < input.len() {
        shown.push('…');
    }
    format!("{} {shown}", name.unwrap_or("a tool"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_newest_messages_are_kept() {
        let said = |text: &str| ConversationMessage::new("user", text);
        let long = "x".repeat(Conversation::MAX_CHARS - 20);
        let text = Conversation::new([said("old"), said(&long), said("new")]).text();
        assert!(text.ends_with("\nuser: new") && !text.contains("old"));
        assert!(text.chars().count() <= Conversation::MAX_CHARS);
        let longer = format!("{}end", "é".repeat(Conversation::MAX_CHARS));
        let text = Conversation::new([said("old"), said(&longer)]).text();
        assert_eq!(text.chars().count(), Conversation::MAX_CHARS);
        assert!(text.ends_with("éend"));
    }

    #[test]
    fn a_transcript_gives_roles_texts_and_calls() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.jsonl");
        let lines = [
            json!({"type": "user", "message": {"role": "user", "content": "fix it"}}),
            json!({"type": "system", "content": "not said"}),
            json!({"type": "assistant", "message": {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "name": "Bash", "input": {"command": "ls"}}]}}),
            json!({"type": "user", "message": {"role": "user", "content": [
                {"type": "tool_result", "content": "files"}]}}),
            json!({"role": "assistant", "content": "Done."}),
        ];
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, format!("{text}{{\"type\": \"user\", \"mess")).unwrap();
        let input = json!({"hook_event_name": "Stop", "transcript_path": path});
        let input = Input::parse(&input.to_string()).unwrap();
        assert_eq!(
            Conversation::of_transcript(&input).unwrap().text(),
            "user: fix it\nassistant: I look.\nassistant: [called Bash {\"command\":\"ls\"}]\nassistant: Done."
        );
        for gone in ["/nowhere/t.jsonl", "", "/"] {
            let input = json!({"hook_event_name": "Stop", "transcript_path": gone});
            let input = Input::parse(&input.to_string()).unwrap();
            assert!(Conversation::of_transcript(&input).is_none());
        }
    }
}
