//! A corpus of texts with secrets, and of look-alikes: what is taken out of the log,
//! and what stays.
//!
//! In the tables, `«…»` encloses what must not be left, and `⟦L36⟧` is a made-up key of
//! so many characters (`L` letters and digits, `X` hexadecimal, `D` digits, `U` capital
//! letters and digits), so that no tool that looks for leaked keys finds one here.
#![cfg(test)]

mod commands;
mod files;
mod innocent;
mod keys;
mod spread;

use serde_json::Value;
use snaphook_redact::Redaction;

/// The text of a row, with keys made up.
fn made_up(row: &str) -> String {
    let mut text = String::new();
    let mut rest = row;
    while let Some((before, behind)) = rest.split_once('⟦') {
        let (kind, after) = behind.split_once('⟧').expect("a closing bracket");
        text.push_str(before);
        let letters = match &kind[..1] {
            "L" => "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD",
            "X" => "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
            "D" => "8402719365",
            "U" => "A2B4C6D7EFGHJKLM",
            other => panic!("{other}"),
        };
        let count = kind[1..].parse().unwrap();
        text.extend(letters.chars().cycle().take(count));
        rest = after;
    }
    text + rest
}

/// A row's text, and what must not be left of it.
fn parts(row: &str) -> (String, Vec<String>) {
    let row = made_up(row);
    let mut secrets = Vec::new();
    for part in row.split('«').skip(1) {
        secrets.push(part.split('»').next().unwrap().to_owned());
    }
    (row.replace(['«', '»'], ""), secrets)
}

fn redacted(text: &str) -> String {
    let mut text = text.to_owned();
    Redaction::thorough().text(&mut text);
    text
}

/// The secrets that are left in texts, each with what was made of its text.
fn left(rows: &[&str]) -> Vec<String> {
    let mut left = Vec::new();
    for row in rows {
        let (text, secrets) = parts(row);
        assert!(!secrets.is_empty(), "{row}");
        // As a tool's input has it, and as the text of a field that is printed.
        for (shown, how) in [
            (redacted(&text), "text"),
            (in_value(&text), "value"),
            (in_text_of_value(&text), "JSON in a text"),
        ] {
            let seen = secrets.iter().any(|secret| shown.contains(&**secret));
            if seen {
                left.push(format!("{how}: {shown}"));
                break;
            }
        }
    }
    left
}

fn in_value(text: &str) -> String {
    let mut value = serde_json::json!({"tool_input": {"command": text}});
    Redaction::thorough().value(&mut value);
    value["tool_input"]["command"].as_str().unwrap().to_owned()
}

/// The text within JSON that stands in a text and is cut off.
fn in_text_of_value(text: &str) -> String {
    let mut printed = serde_json::json!({"output": text}).to_string();
    printed.truncate(printed.len() - 1);
    Redaction::thorough().text(&mut printed);
    printed
}

#[track_caller]
fn assert_none_left(rows: &[&str]) {
    let left = left(rows);
    assert!(
        left.is_empty(),
        "{} of {} are left:\n{}",
        left.len(),
        rows.len(),
        left.join("\n")
    );
}

#[test]
fn no_password_of_a_command_line_is_left() {
    assert_none_left(commands::ROWS);
}

#[test]
fn no_secret_of_a_file_or_a_header_is_left() {
    assert_none_left(files::ROWS);
}

#[test]
fn no_key_of_a_known_shape_is_left() {
    assert_none_left(keys::ROWS);
}

#[test]
fn no_secret_is_left_that_is_spread_over_fields() {
    let mut left = Vec::new();
    for row in spread::ROWS {
        let (text, secrets) = parts(row);
        let mut value: Value = serde_json::from_str(&text).expect(row);
        Redaction::thorough().value(&mut value);
        for shown in [value.to_string(), redacted(&text)] {
            if secrets.iter().any(|secret| shown.contains(&**secret)) {
                left.push(shown);
            }
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

#[test]
fn there_are_more_than_a_hundred_and_twenty_shapes() {
    let all = commands::ROWS.len() + files::ROWS.len() + keys::ROWS.len() + spread::ROWS.len();
    assert!(all >= 120, "{all}");
}

#[test]
fn look_alikes_stay_as_they_are() {
    let mut changed = Vec::new();
    for row in innocent::ROWS {
        let text = made_up(row);
        let shown = redacted(&text);
        if shown != text {
            changed.push(shown);
        }
    }
    for row in innocent::VALUES {
        let value: Value = serde_json::from_str(row).expect(row);
        let mut shown = value.clone();
        Redaction::thorough().value(&mut shown);
        if shown != value {
            changed.push(shown.to_string());
        }
    }
    assert!(changed.is_empty(), "changed:\n{}", changed.join("\n"));
}

/// Every row is read in a time that grows as its length does.
#[test]
fn a_row_over_and_over_is_looked_at_only_so_often() {
    let rows = [commands::ROWS, files::ROWS, keys::ROWS, innocent::ROWS].concat();
    for row in rows {
        let (text, _) = parts(row);
        let mut long = text.repeat(4_000 / text.len() + 1);
        Redaction::thorough().text(&mut long);
        // Cut off at every kind of place.
        let mut pieces: String = text.chars().take(text.chars().count() / 2).collect();
        pieces = pieces.repeat(4_000 / pieces.len().max(1));
        Redaction::thorough().text(&mut pieces);
    }
}

/// What was redacted holds nothing more to redact.
#[test]
fn once_is_enough() {
    for row in [commands::ROWS, files::ROWS, keys::ROWS].concat() {
        let once = redacted(&parts(row).0);
        assert_eq!(redacted(&once), once, "{row}");
    }
}
