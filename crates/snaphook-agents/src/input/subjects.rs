//! Tools that read, search or fetch several things in one call: guards see each of them, as a
//! call of its own.

use serde_json::Value;
use snaphook_core::input::Fields;

use super::tools::MOST_READINGS;

/// The keys under which tools take a list of what they are about.
const LIST_KEYS: &[&str] = &[
    "paths",
    "file_paths",
    "include",
    "files",
    "urls",
    "requests",
];

/// The keys of one thing in such a list, where it is an object.
const ITEM_KEYS: &[&str] = &["path", "file_path", "filePath", "url"];

/// A reading for each path or address of a call.
pub(super) fn calls_of_subjects(call: &Fields, tool: &str, input: &Fields) -> Vec<Fields> {
    let key = match tool {
        "Read" => "file_path",
        "Grep" | "Glob" | "LS" => "path",
        "WebFetch" => "url",
        _ => return Vec::new(),
    };
    let lists = LIST_KEYS.iter().filter_map(|key| input.value(key));
    let items = lists.flat_map(|list| match list {
        Value::Array(items) => items,
        one => vec![one],
    });
    let mut subjects: Vec<String> = items.filter_map(|item| subject_of(&item)).collect();
    if key == "url" && input.raw("url").is_none() {
        let prompt = input.text("prompt").unwrap_or_default();
        subjects.extend(addresses_in(&prompt).map(str::to_owned));
    }
    let as_call = |subject: String| {
        let mut own = input.clone();
        own.set(key, &subject).ok()?;
        let mut fields = call.clone();
        fields.set("tool_input", &own).ok()?;
        Some(fields)
    };
    let calls = subjects.into_iter().filter_map(as_call);
    calls.take(MOST_READINGS + 1).collect()
}

fn subject_of(item: &Value) -> Option<String> {
    let text = match item {
        Value::Object(members) => {
            let mut keys = ITEM_KEYS.iter();
            keys.find_map(|key| members.get(*key))?
        }
        other => other,
    };
    text.as_str().map(str::to_owned)
}

/// The addresses in a text that says what to fetch.
fn addresses_in(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_whitespace() || "<>\"'`()[]{}".contains(c);
    let words = text.split(ends);
    words.filter(|word| {
        let start: String = word.chars().take(8).collect();
        let start = start.to_ascii_lowercase();
        start.starts_with("http://") || start.starts_with("https://")
    })
}
