//! `redact_secrets`: keys of well-known shapes in a tool's result are replaced
//! before the model sees them.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use snaphook_core::answer::Answer;
use snaphook_exec::BuiltinCall;

use super::words::is_unreadable;

/// What is looked for. Each shape is one that its provider documents.
const SHAPES: &[(&str, &str)] = &[
    ("AWS access key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    (
        "GitHub token",
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    ),
    ("GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("Anthropic key", r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    ("OpenAI key", r"\bsk-(?:proj-)?[A-Za-z0-9_-]{20,}"),
    ("Stripe key", r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("Slack token", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("Google key", r"\bAIza[0-9A-Za-z_-]{35}"),
    ("npm token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    (
        "JSON web token",
        r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
    ),
    (
        "private key",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
    ),
];

static COMPILED: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let compile = |(name, shape): &(&'static str, &str)| Some((*name, Regex::new(shape).ok()?));
    SHAPES.iter().filter_map(compile).collect()
});

pub(super) async fn run(call: BuiltinCall) -> Result<Option<Answer>, String> {
    if is_unreadable(&call.input, "tool_response") {
        return Err("the tool's result cannot be read, so nothing was redacted".to_owned());
    }
    let Some(mut result) = call.input.fields().value("tool_response") else {
        return Ok(None);
    };
    let mut found = 0;
    redact(&mut result, &mut found);
    if found == 0 {
        return Ok(None);
    }
    let mut answer = Answer::default();
    answer.updated_tool_output = Some(result);
    answer.system_message = Some(match found {
        1 => "1 secret was redacted from a tool's result".to_owned(),
        more => format!("{more} secrets were redacted from a tool's result"),
    });
    Ok(Some(answer))
}

fn redact(value: &mut Value, found: &mut usize) {
    match value {
        Value::String(text) => {
            for (name, shape) in COMPILED.iter() {
                let count = shape.find_iter(text).count();
                if count > 0 {
                    *found += count;
                    let instead = format!("[redacted: {name}]");
                    *text = shape.replace_all(text, instead.as_str()).into_owned();
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, found)),
        Value::Object(fields) => fields.values_mut().for_each(|field| redact(field, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_shape_compiles() {
        assert_eq!(COMPILED.len(), SHAPES.len());
    }

    #[test]
    fn secrets_go_and_the_rest_stays() {
        let key = format!("sk-ant-{}", "a1".repeat(20));
        let mut value =
            json!({"out": [format!("KEY={key};"), "task-list-of-things-to-do-tomorrow"], "n": 1});
        let mut found = 0;
        redact(&mut value, &mut found);
        assert_eq!(found, 1);
        assert_eq!(
            value,
            json!({"out": ["KEY=[redacted: Anthropic key];", "task-list-of-things-to-do-tomorrow"], "n": 1})
        );
    }

    #[test]
    fn a_private_key_goes_as_a_whole_also_when_it_is_cut_off() {
        let mut value = json!("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nxyz");
        let mut found = 0;
        redact(&mut value, &mut found);
        assert_eq!(value, json!("a\n[redacted: private key]"));
    }
}
