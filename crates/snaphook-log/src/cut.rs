//! Texts that are too long to be kept, and ends of texts that were cut before.

use serde_json::Value;
use snaphook_core::outcome::HookEntry;

/// Characters of one text that are kept.
const LONGEST: usize = 32_768;

/// Bytes of an input or an outcome beyond which its long parts go.
const LARGEST: usize = 512 * 1024;

/// What hooks say at length.
const ENTRY_TEXTS: [&str; 4] = ["stdout", "stderr", "error", "matcher"];

/// Characters of these that are kept, however many hooks there are.
const SHORTEST: usize = 64;

/// The longest word whose beginning may be half a secret.
const WORD: usize = 512;

/// Cuts what is too long in an outcome; whether there was anything. Its hooks stay,
/// whatever they said: they are what a log is asked for.
pub(crate) fn cut_outcome(value: &mut Value) -> bool {
    let mut hooks = match value.get_mut("hooks") {
        Some(hooks) => hooks.take(),
        None => return cut_long(value),
    };
    let mut cut = cut_texts(&mut hooks, LONGEST);
    if size(value) + size(&hooks) > LARGEST
        && let Value::Array(entries) = &mut hooks
    {
        let share = LARGEST / 2 / (entries.len().max(1) * ENTRY_TEXTS.len());
        for entry in entries {
            for text in ENTRY_TEXTS {
                let said = entry.get_mut(text);
                // A character may take four bytes.
                cut |= said.is_some_and(|said| cut_texts(said, (share / 4).max(SHORTEST)));
            }
        }
    }
    cut |= cut_long(value);
    if let Some(place) = value.get_mut("hooks") {
        *place = hooks;
    }
    cut
}

/// Cuts what is too long; whether there was anything.
pub(crate) fn cut_long(value: &mut Value) -> bool {
    let mut cut = cut_texts(value, LONGEST);
    if let Value::Object(members) = value
        && members.values().map(size).sum::<usize>() > LARGEST
    {
        for member in members.values_mut() {
            let size = size(member);
            if size > LARGEST / 16 {
                *member = format!("[not kept: {size} bytes]").into();
                cut = true;
            }
        }
    }
    cut
}

fn cut_texts(value: &mut Value, longest: usize) -> bool {
    match value {
        Value::String(text) => match text.char_indices().nth(longest) {
            Some((end, _)) => {
                let more = text[end..].chars().count();
                text.truncate(end);
                text.push_str(&format!("[cut: {more} characters more]"));
                true
            }
            None => false,
        },
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |cut, item| cut_texts(item, longest) | cut),
        Value::Object(members) => {
            let members = members.values_mut();
            members.fold(false, |cut, member| cut_texts(member, longest) | cut)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// About how long the JSON is.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 2,
        Value::Object(members) => {
            let members = members.iter();
            members
                .map(|(key, value)| key.len() + size(value) + 4)
                .sum::<usize>()
                + 2
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 4,
    }
}

/// A text that an outcome shows only the beginning of may end within a secret,
/// which then has no shape by which it is known: its last word goes.
pub(crate) fn drop_last_words(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(at) = text.find("\n[… ") {
                let kept = without_last_word(&text[..at]).len();
                text.replace_range(kept..at, "…");
            } else if text.len() >= HookEntry::SHOWN_CHARS
                && text.chars().count() == HookEntry::SHOWN_CHARS
            {
                text.truncate(without_last_word(text).len());
                text.push('…');
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_last_words),
        Value::Object(members) => members.values_mut().for_each(drop_last_words),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn without_last_word(text: &str) -> &str {
    let mut last = text.char_indices().rev().take(WORD);
    let blank = last.find(|(_, c)| c.is_whitespace());
    match blank {
        Some((at, c)) => &text[..at + c.len_utf8()],
        None => {
            let start = text.char_indices().rev().take(WORD).last();
            &text[..start.map_or(0, |(at, _)| at)]
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_that_was_cut_before_loses_its_last_word() {
        let shown = |end: &str| {
            let words = HookEntry::SHOWN_CHARS - end.chars().count();
            format!("{}{end}", "a ".repeat(words / 2 + 1)[..words].to_owned())
        };
        let mut value = json!({"stdout": shown(" ghp_half"), "short": "x ghp_half"});
        drop_last_words(&mut value);
        assert!(value["stdout"].as_str().unwrap().ends_with("a …"));
        assert_eq!(value["short"], "x ghp_half");
        let mut preview = json!("one ghp_half\n[… 12000 characters; the whole text is in /x]");
        drop_last_words(&mut preview);
        assert_eq!(
            preview,
            "one …\n[… 12000 characters; the whole text is in /x]"
        );
        let mut one_word = json!("x".repeat(HookEntry::SHOWN_CHARS));
        drop_last_words(&mut one_word);
        assert_eq!(
            one_word.as_str().unwrap().chars().count(),
            HookEntry::SHOWN_CHARS - WORD + 1
        );
    }

    #[test]
    fn long_texts_and_large_values_are_cut_and_say_so() {
        let mut value = json!({"a": "ä".repeat(LONGEST + 5), "b": 1});
        assert!(cut_long(&mut value));
        assert!(
            value["a"]
                .as_str()
                .unwrap()
                .ends_with("ä[cut: 5 characters more]")
        );
        let mut value = json!({"many": vec!["0123456789"; LARGEST / 8], "b": "short"});
        assert!(cut_long(&mut value));
        assert!(value["many"].as_str().unwrap().starts_with("[not kept: "));
        assert_eq!(value["b"], "short");
        assert!(!cut_long(&mut value));
    }
}
