//! `deny_paths`: files that no tool may touch.
//!
//! Of file tools the path is tested, by the rules of permission patterns: as
//! written and as it really is. Of a shell's line every word and every target of
//! a redirection, also behind wrappers; where a part of the line cannot be read, a
//! person is asked.
//! Of a word that the shell itself completes (`$X/.env`, `.e*`) the known parts
//! are tested, each by itself. Of any other tool every text in its input that
//! could be a path.

use serde_json::{Value, json};
use snaphook_core::answer::Answer;
use snaphook_core::tool::{ToolClass, ToolClasses};
use snaphook_exec::BuiltinCall;
use snaphook_rules::{Piece, Rule, Subject, Word};
use snaphook_settings::folders::SETTINGS_FOLDERS;

use super::error::ShippedError;
use super::words::{is_unreadable, look};
use snaphook_engine::conditions::settings_base;

/// Where file tools have their path, whatever it looks like.
const PATH_FIELDS: &[&str] = &["file_path", "notebook_path", "path"];
/// Any other text longer than this is not a path.
const MOST_BYTES: usize = 4096;

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, ShippedError> {
    let base = settings_base(&call.hook, SETTINGS_FOLDERS);
    let mut patterns = Vec::with_capacity(call.args.len());
    for pattern in call.args.iter() {
        let rule =
            Rule::parse(&format!("Read({pattern})")).map_err(|source| ShippedError::Pattern {
                text: pattern.clone(),
                source,
            })?;
        let rule = match &base {
            Some(base) => rule.based_at(base),
            None => rule,
        };
        patterns.push((pattern, rule));
    }
    if patterns.is_empty() {
        return Err(ShippedError::NoPatterns);
    }
    if is_unreadable(&call.input, "tool_input") {
        let reason = "the tool's input cannot be read";
        return Ok(Some(Answer::deny(reason)));
    }
    look(&call, |subject| {
        let subject = subject.ok_or(ShippedError::NoTool)?;
        let mut unclear = None;
        for path in paths(subject) {
            let input = json!({ "file_path": path });
            let read = subject.of_tool("Read", &input);
            for (pattern, rule) in &patterns {
                let tested = rule.test(&read);
                if tested.known {
                    let reason = format!("no tool may touch `{path}` (`{pattern}`)");
                    return Ok(Some(Answer::deny(reason)));
                }
                if let Some(how) = tested.because.how().filter(|_| tested.possible) {
                    unclear.get_or_insert(format!("`{path}`: `{pattern}` {how}"));
                }
            }
        }
        Ok(unclear.or_else(|| unread(subject)).map(Answer::ask))
    })
}

fn runs_commands(subject: &Subject<'_>) -> bool {
    ToolClasses::default().of(subject.tool_name()) == ToolClass::Execute
}

/// Why nobody can know which files a part of the command touches.
fn unread(subject: &Subject<'_>) -> Option<String> {
    if !runs_commands(subject) {
        return None;
    }
    let reason = subject.analysis().unknown().first()?;
    Some(match subject.part(reason) {
        Some(part) => {
            format!("the part `{part}` of the command may touch any file: {reason}")
        }
        None => format!("the command may touch any file: {reason}"),
    })
}

/// Every path that the call names.
fn paths(subject: &Subject<'_>) -> Vec<String> {
    if runs_commands(subject) {
        let commands = subject.analysis().commands().iter();
        return commands
            .flat_map(|command| {
                let redirected = command.writes().iter().chain(command.reads());
                command.words().iter().chain(redirected)
            })
            .flat_map(known_parts)
            .flat_map(in_word)
            .collect();
    }
    let mut found: Vec<String> = PATH_FIELDS
        .iter()
        .filter_map(|field| subject.tool_input().get(field)?.as_str())
        .map(str::to_owned)
        .collect();
    texts(subject.tool_input(), &mut found);
    found
}

/// What is known of a word: all of it, or the parts between what the shell puts
/// in.
fn known_parts(word: &Word) -> Vec<String> {
    match word.known() {
        Some(whole) => vec![whole.to_owned()],
        None => {
            let texts = word.pieces().iter().filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.trim_start_matches('/').to_owned()),
                Piece::Gap(_) => None,
            });
            let texts = texts.filter(|text| !text.is_empty());
            texts.chain(of_a_process(word)).collect()
        }
    }
}

/// A path such as `/proc/$PID/cwd/x`, for some process: nobody knows where it leads.
fn of_a_process(word: &Word) -> Option<String> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.to_string(),
        Piece::Gap(_) => "0".to_owned(),
    };
    let path: String = word.pieces().iter().map(piece).collect();
    (path.starts_with("/proc/") || path.starts_with("/dev/fd/")).then_some(path)
}

/// A word, and the text after its `=`: `--file=x`, `of=x`.
fn in_word(word: String) -> Vec<String> {
    let value = word.split_once('=').map(|(_, value)| value.to_owned());
    std::iter::once(word).chain(value).collect()
}

/// Every text of a value that could be a path.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() <= MOST_BYTES && !text.contains('\n') => {
            found.push(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        _ => {}
    }
}
