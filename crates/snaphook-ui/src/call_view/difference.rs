//! The changes of an edit. What is written whole is held against the file as it is now.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use super::call::Redact;
use super::place::absolute;

/// A larger file is not read, and longer texts are not compared.
const MOST_BYTES: usize = 1024 * 1024;

/// The most lines that are shown.
const MOST_LINES: usize = 2000;

/// Lines around a change.
const AROUND: usize = 3;

/// How long a comparison may take before it becomes coarse.
const PATIENCE: Duration = Duration::from_millis(300);

/// What an input changes: the edits of an editing tool, or the text that is written into a file.
pub(super) fn differences(input: &Value, cwd: Option<&str>, redact: Redact<'_>) -> Vec<Value> {
    let path = input["file_path"]
        .as_str()
        .or_else(|| input["path"].as_str());
    let now = path
        .and_then(|path| read(path, cwd))
        .map(|text| redact(&text));
    let mut edits: Vec<&Value> = vec![input];
    edits.extend(input["edits"].as_array().into_iter().flatten());
    let mut found = Vec::new();
    for edit in edits {
        let (old, new) = (edit["old_string"].as_str(), edit["new_string"].as_str());
        if let (Some(old), Some(new)) = (old, new) {
            found.push(edited(
                old,
                new,
                edit["replace_all"] == true,
                now.as_deref(),
            ));
        }
    }
    if let Some(content) = input["content"].as_str().filter(|_| path.is_some()) {
        let note = match &now {
            Some(_) => "the whole file is replaced",
            None => "a new file",
        };
        found.push(json!({"note": note, "lines": lines(now.as_deref().unwrap_or(""), content, 1)}));
    }
    found
}

fn edited(old: &str, new: &str, all: bool, now: Option<&str>) -> Value {
    let place = now.and_then(|now| now.find(old));
    let number = now
        .zip(place)
        .map(|(now, place)| now[..place].matches('\n').count() + 1);
    let count = now
        .filter(|_| !old.is_empty())
        .map(|now| now.matches(old).count());
    let note = match (count, all) {
        (Some(0), _) => Some("the file does not have this text".to_owned()),
        (Some(count), true) if count > 1 => Some(format!("{count} places are changed")),
        _ => None,
    };
    json!({"note": note, "lines": lines(old, new, number.unwrap_or(1))})
}

/// The changed lines, with some around them. `first` is the number of the first line.
fn lines(old: &str, new: &str, first: usize) -> Value {
    if old.len().max(new.len()) > MOST_BYTES {
        return json!([{"kind": "note", "text": "too long to be compared"}]);
    }
    let difference = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let mut shown = Vec::new();
    for (number, group) in difference.grouped_ops(AROUND).iter().enumerate() {
        if number > 0 {
            shown.push(json!({"kind": "gap"}));
        }
        for change in group.iter().flat_map(|op| difference.iter_changes(op)) {
            if shown.len() >= MOST_LINES {
                shown.push(json!({"kind": "note", "text": "more lines follow; see the input"}));
                return shown.into();
            }
            let kind = match change.tag() {
                ChangeTag::Equal => "same",
                ChangeTag::Delete => "old",
                ChangeTag::Insert => "new",
            };
            let index = change.old_index().or(change.new_index());
            let text = change.value();
            shown.push(
                json!({"kind": kind, "line": index.map(|index| index + first),
                "text": text.strip_suffix('\n').unwrap_or(text)}),
            );
        }
    }
    shown.into()
}

/// The text of a file, if it is a file, short, and text.
fn read(path: &str, cwd: Option<&str>) -> Option<String> {
    let path = absolute(path, cwd)?;
    // A pipe would let us wait for ever.
    let found = std::fs::metadata(&path).ok()?;
    if !found.is_file() || found.len() > MOST_BYTES as u64 {
        return None;
    }
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Nor may one take its place meanwhile.
        options.custom_flags(NONBLOCK);
    }
    let mut text = String::new();
    let file = options.open(&path).ok()?;
    file.take(MOST_BYTES as u64)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

/// `O_NONBLOCK`.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NONBLOCK: i32 = 0o4000;
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
const NONBLOCK: i32 = 0x0004;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_shows_its_lines_where_they_are_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.rs");
        std::fs::write(&file, "one\ntwo\nthree\n").unwrap();
        let input = json!({"file_path": file, "old_string": "two\n", "new_string": "2\n"});
        let found = differences(&input, None, &str::to_owned);
        let lines = &found[0]["lines"];
        assert_eq!(lines[0], json!({"kind": "old", "line": 2, "text": "two"}));
        assert_eq!(lines[1]["kind"], "new");
        let input = json!({"file_path": file, "old_string": "four", "new_string": ""});
        let found = differences(&input, None, &str::to_owned);
        assert_eq!(found[0]["note"], "the file does not have this text");
    }

    #[test]
    fn what_is_written_is_held_against_the_file_of_now() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let input = json!({"file_path": file, "content": "new\n"});
        let found = differences(&input, None, &str::to_owned);
        assert_eq!(found[0]["note"], "a new file");
        std::fs::write(&file, "old\n").unwrap();
        let found = differences(&input, None, &str::to_owned);
        assert_eq!(found[0]["lines"][0]["text"], "old");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_waited_for() {
        assert_eq!(read("/dev/zero", None), None);
        assert_eq!(read("/dev/stdin", None), None);
    }
}
