//! What a request says, in any of the formats: the tools that it offers, and the results
//! of tools that it tells of.

use serde_json::Value;

/// A tool that a request offers.
#[derive(Debug, Clone)]
pub(crate) struct OfferedTool {
    pub(crate) name: String,
    /// The JSON Schema of its parameters.
    pub(crate) schema: Value,
}

/// The tools that a request offers.
pub(crate) fn offered_tools(body: &Value) -> Vec<OfferedTool> {
    let mut all = Vec::new();
    for tool in body["tools"].as_array().into_iter().flatten() {
        let declared = [
            &tool["functionDeclarations"],
            &tool["function_declarations"],
        ];
        let declared = declared.into_iter().filter_map(Value::as_array).flatten();
        all.extend(declared.filter_map(one));
        all.extend(one(&tool["function"]).or_else(|| one(tool)));
    }
    all
}

fn one(tool: &Value) -> Option<OfferedTool> {
    let keys = ["parametersJsonSchema", "parameters", "input_schema"];
    let schema = keys.iter().find_map(|key| tool.get(key));
    Some(OfferedTool {
        name: tool["name"].as_str()?.to_owned(),
        schema: schema.cloned().unwrap_or_default(),
    })
}

/// The results of tools in the conversation of a request, as texts.
pub(crate) fn tool_results(body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for key in ["messages", "input", "contents"] {
        collect(&body[key], &mut found);
    }
    found
}

fn collect(node: &Value, found: &mut Vec<String>) {
    if let Value::Array(all) = node {
        all.iter().for_each(|one| collect(one, found));
        return;
    }
    let kind = node["type"].as_str().unwrap_or_default();
    if kind == "tool_result" || node["role"] == "tool" {
        found.push(text_of(&node["content"]));
    } else if kind.ends_with("_call_output") {
        found.push(text_of(&node["output"]));
    } else if let Some(response) = node.get("functionResponse") {
        found.push(text_of(&response["response"]));
    } else if node.is_object() {
        collect(&node["content"], found);
        collect(&node["parts"], found);
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts
                .iter()
                .map(|part| text_of(part.get("text").unwrap_or(part)));
            texts.collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}
