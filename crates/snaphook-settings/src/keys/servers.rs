//! The definition of one MCP server.

use super::key::{Holds, Key, Sample};

const PROGRAM: &[Key] = &[
    Key::new(
        "type",
        Holds::Word(&["stdio"]),
        "A program that is spoken to through its stdin and stdout.",
    )
    .or(Sample::Text("stdio")),
    Key::new("command", Holds::FullText, "The program.").needed(),
    Key::new("args", Holds::List(&Holds::Text), "Its arguments."),
    Key::new(
        "env",
        Holds::ByName(&Holds::Text),
        "Environment variables that are set for it; `${NAME}` in a value is replaced.",
    ),
    Key::new(
        "cwd",
        Holds::Text,
        "The folder it runs in; left out, the project.",
    ),
];

const ADDRESS: &[Key] = &[
    Key::new(
        "type",
        Holds::Word(&["http", "streamable-http"]),
        "An endpoint for streamable HTTP.",
    )
    .or(Sample::Text("http")),
    Key::new("url", Holds::FullText, "Where it is.")
        .needed()
        .such_as(&[Sample::Text("https://mcp.example.com/mcp")]),
    Key::new(
        "headers",
        Holds::ByName(&Holds::Text),
        "Headers of every request; `${NAME}` in a value is replaced.",
    )
    .such_as(&[Sample::Pairs(&[("Authorization", "Bearer ${TOKEN}")])]),
];

pub(super) const SERVER: Holds = Holds::Either(&[Holds::Object(PROGRAM), Holds::Object(ADDRESS)]);
