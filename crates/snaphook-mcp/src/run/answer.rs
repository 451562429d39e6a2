//! What a tool's result means for its hook.

use snaphook_core::answer::{Failure, Response};
use snaphook_exec::process::OUTPUT_LIMIT;

use super::connection::{CallError, McpToolResult};

/// How much of an error's text is kept.
const ERROR_LIMIT: usize = 2_000;

/// A result, as stdout at exit 0 would be read; or as a failure.
pub(crate) fn response(server: &str, tool: &str, result: McpToolResult) -> Response {
    let text = match &result.structured {
        Some(structured) if result.texts.is_empty() => structured.to_string(),
        _ => result.texts.join("\n"),
    };
    let who = format!("the tool `{tool}` of the MCP server `{server}`");
    if result.is_error {
        let why = shortened(text.trim());
        let why = if why.is_empty() {
            "it does not say why"
        } else {
            why
        };
        return Failure::new(format!("{who} failed: {why}")).into();
    }
    if text.len() > OUTPUT_LIMIT {
        return Failure::new(format!(
            "{who} answered with more than {OUTPUT_LIMIT} bytes"
        ))
        .into();
    }
    Response::Text(text)
}

/// Why a call brought nothing back, for people.
pub(crate) fn failure(server: &str, tool: &str, error: CallError) -> Response {
    Failure::new(match error {
        CallError::NoSuchTool { known } => no_such_tool(server, tool, &known),
        CallError::Closed(why) => format!(
            "the MCP server `{server}` was lost while its tool `{tool}` ran: {}",
            shortened(&why)
        ),
        CallError::Failed(why) => format!(
            "the MCP server `{server}` refused to run its tool `{tool}`: {}",
            shortened(&why)
        ),
    })
    .into()
}

fn no_such_tool(server: &str, tool: &str, known: &[String]) -> String {
    let near = known
        .iter()
        .map(|name| (strsim::jaro_winkler(name, tool), name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    let hint = match near {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => "; it has none".to_owned(),
        None => format!("; it has {}", listed(known)),
    };
    format!("the MCP server `{server}` has no tool `{tool}`{hint}")
}

/// Names for a message, as many as anybody reads.
pub(crate) fn listed(names: &[String]) -> String {
    let shown: Vec<_> = names
        .iter()
        .take(10)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = if names.len() > 10 { " and others" } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn shortened(text: &str) -> &str {
    match text.char_indices().nth(ERROR_LIMIT) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use snaphook_core::answer::Response;

    use super::{OUTPUT_LIMIT, failure, response};
    use crate::run::connection::{CallError, McpToolResult};

    fn texts(texts: &[&str]) -> McpToolResult {
        McpToolResult {
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
            ..McpToolResult::default()
        }
    }

    fn text_of(result: McpToolResult) -> Result<String, String> {
        read(response("s", "t", result))
    }

    fn read(response: Response) -> Result<String, String> {
        match response {
            Response::Text(text) => Ok(text),
            Response::Failure(failure) => Err(failure.message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_are_joined_and_structure_stands_in_for_them() {
        assert_eq!(text_of(texts(&["a", "b"])).unwrap(), "a\nb");
        assert_eq!(text_of(texts(&[])).unwrap(), "");
        let structured = Some(json!({"continue": false}));
        let only = McpToolResult {
            structured: structured.clone(),
            ..McpToolResult::default()
        };
        assert_eq!(text_of(only).unwrap(), r#"{"continue":false}"#);
        let both = McpToolResult {
            structured,
            ..texts(&["a"])
        };
        assert_eq!(text_of(both).unwrap(), "a");
    }

    #[test]
    fn an_answer_may_be_as_long_as_stdout_and_no_longer() {
        let half = "x".repeat(OUTPUT_LIMIT / 2);
        let rest = "x".repeat(OUTPUT_LIMIT / 2 - 1);
        assert_eq!(text_of(texts(&[&half, &rest])).unwrap().len(), OUTPUT_LIMIT);
        assert!(
            text_of(texts(&[&half, &half]))
                .unwrap_err()
                .contains("more than")
        );
        let structured = McpToolResult {
            structured: Some(json!("x".repeat(OUTPUT_LIMIT))),
            ..McpToolResult::default()
        };
        assert!(text_of(structured).unwrap_err().contains("more than"));
    }

    #[test]
    fn an_error_is_a_failure_with_its_text() {
        let failed = |texts| McpToolResult {
            is_error: true,
            ..texts
        };
        let error = text_of(failed(texts(&["no", "disk"]))).unwrap_err();
        assert_eq!(error, "the tool `t` of the MCP server `s` failed: no\ndisk");
        assert!(
            text_of(failed(texts(&[])))
                .unwrap_err()
                .contains("not say why")
        );
        let long = "é".repeat(100_000);
        assert!(text_of(failed(texts(&[&long]))).unwrap_err().len() < 5_000);
    }

    #[test]
    fn a_tool_that_is_not_there_is_told_with_its_neighbours() {
        let known = ["store", "forget"].map(str::to_owned).to_vec();
        let message =
            |tool, known| read(failure("s", tool, CallError::NoSuchTool { known })).unwrap_err();
        assert!(message("stored", known.clone()).ends_with("did you mean `store`?"));
        assert!(message("zzz", known).ends_with("it has `store`, `forget`"));
        assert!(message("zzz", Vec::new()).ends_with("it has none"));
    }
}
