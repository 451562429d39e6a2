//! What the model is told about its tools.

use serde_json::{Value, json};

use crate::run::language_model::Tool;
use crate::run::verdict::schema;

/// The tool that ends the work.
pub(in crate::run::agent) const VERDICT: &str = "verdict";

/// Every tool.
pub(in crate::run::agent) fn definitions() -> Vec<Tool> {
    let path = |what: &str| {
        json!({"type": "string",
               "description": format!("{what}; relative to the working directory, or absolute")})
    };
    let whole = |what: &str| json!({"type": "integer", "minimum": 1, "description": what});
    let text = |what: &str| json!({"type": "string", "description": what});
    vec![
        tool(
            "read_file",
            "Reads a text file, with the number of every line.",
            json!({"path": path("the file"), "offset": whole("the first line to read"),
                   "limit": whole("how many lines")}),
            &["path"],
        ),
        tool(
            "list_files",
            "Lists a folder: folders end with a slash, links with an at sign.",
            json!({"path": path("the folder")}),
            &["path"],
        ),
        tool(
            "find_files",
            "Finds files by their path. Links are not followed, `.git` is passed over.",
            json!({"glob": text("such as `**/*.rs`; without a slash it is tested against names only"),
                   "path": path("the folder to search; the working directory by default")}),
            &["glob"],
        ),
        tool(
            "search_text",
            "Finds lines of text files by a regular expression.",
            json!({"regex": text("the expression, such as `fn \\w+_test`; `(?i)` ignores case"),
                   "path": path("a file, or the folder to search; the working directory by default"),
                   "glob": text("only files that match, such as `*.py`")}),
            &["regex"],
        ),
        tool(
            "read_transcript",
            "Reads the end of the agent's own transcript, one JSON object a line.",
            json!({"lines": whole("how many lines; as many as there is room for by default")}),
            &[],
        ),
        Tool {
            name: VERDICT.to_owned(),
            description: "Gives the verdict and ends the work.".to_owned(),
            input: schema().json,
        },
    ]
}

fn tool(name: &str, description: &str, properties: Value, required: &[&str]) -> Tool {
    Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        input: json!({"type": "object", "properties": properties, "required": required}),
    }
}
