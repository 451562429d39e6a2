//! The hash by which Codex knows a hook that a person has trusted: SHA-256 of the hook as
//! JSON with sorted keys. The key of a hook is the path of its file, the event in snake
//! case, and its place.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::form::EntryPlace;

/// The default of a timeout that is not written.
const USUAL_TIMEOUT: u64 = 600;

/// The key and the hash of an entry in a file.
pub(super) fn trusted_hash(file: &str, place: &EntryPlace) -> (String, String) {
    let event = snake_case(&place.event);
    let key = format!("{file}:{event}:{}:{}", place.group, place.hook);
    let timeout = place.timeout.unwrap_or(USUAL_TIMEOUT).max(1);
    let mut identity = json!({
        "event_name": event,
        "hooks": [{
            "async": false,
            "command": place.command,
            "timeout": timeout,
            "type": "command",
        }],
    });
    // These two events have no matcher, whatever is written.
    if let Some(matcher) = &place.matcher
        && !matches!(&*place.event, "UserPromptSubmit" | "Stop")
    {
        identity["matcher"] = Value::from(matcher.as_str());
    }
    // The keys above are in alphabetical order, and `matcher` is the last.
    let hash = Sha256::digest(identity.to_string().as_bytes());
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    (key, format!("sha256:{hex}"))
}

/// `PreToolUse` → `pre_tool_use`.
pub(super) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_codex_computes() {
        // What Codex 0.162.0 says of this hook.
        let known = "sha256:3bbce6504b48cc6f0d7fe24bd36273633d1bfa5879bc87f4ed7ccd16f24d1415";
        let place = EntryPlace {
            event: "PreToolUse".to_owned(),
            group: 2,
            hook: 0,
            command: "echo hi".to_owned(),
            timeout: None,
            matcher: Some("Bash".to_owned()),
        };
        let (key, hash) = trusted_hash("/p/.codex/hooks.json", &place);
        assert_eq!(key, "/p/.codex/hooks.json:pre_tool_use:2:0");
        assert_eq!(hash, known);
    }
}
