//! A call, and what an expression says of it.

use std::path::Path;

use serde_json::{Value, json};
use snaphook_cel::Cel;
use snaphook_core::SessionCounts;
use snaphook_core::event::Event;
use snaphook_core::input::Input;
use snaphook_rules::facts::{
    CallFacts, ExpressionError, ExpressionLanguage, ExpressionTest, FactScope, FactSubject,
    SubValue,
};
use snaphook_rules::{Aliases, PathRoots, Subject};

pub(crate) use ExpressionTest::{False, True, Unknown};

/// What an expression says of a call; the error as text.
pub(crate) fn test(expression: &str, tool: &str, input: &Value) -> Result<ExpressionTest, String> {
    with_scope(tool, input, |scope| {
        let compiled = compile(expression).map_err(|error| error.to_string())?;
        compiled.test(scope).map_err(|error| error.to_string())
    })
}

/// What an expression says of a line of Bash.
pub(crate) fn of_line(expression: &str, line: &str) -> ExpressionTest {
    let tested = test(expression, "Bash", &json!({ "command": line }));
    tested.unwrap_or_else(|error| panic!("{expression} on {line}: {error}"))
}

pub(crate) fn explain(expression: &str, line: &str) -> Vec<SubValue> {
    with_scope("Bash", &json!({ "command": line }), |scope| {
        compile(expression).expect("it compiles").explain(scope)
    })
}

pub(crate) fn compile(
    expression: &str,
) -> Result<std::sync::Arc<dyn snaphook_rules::facts::Expression>, ExpressionError> {
    Cel.compile(expression, Event::resolve("PreToolUse").spec())
}

fn with_scope<T>(tool: &str, tool_input: &Value, see: impl FnOnce(&FactScope<'_>) -> T) -> T {
    let event = json!({
        "hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/repo/app",
        "tool_name": tool, "tool_input": tool_input,
    });
    let input = Input::parse(&event.to_string()).expect("an input");
    let aliases = Aliases::default();
    let links = |path: &Path| -> Option<std::path::PathBuf> {
        let rest = path.strip_prefix("/repo/link").ok()?;
        Some(Path::new("/etc").join(rest))
    };
    let places = PathRoots {
        home: Some(Path::new("/home/me")),
        real_path: &links,
        ..PathRoots::at(Path::new("/repo/app"))
    };
    let subject = Subject::new(tool, tool_input, &aliases, &places);
    let call = CallFacts::new(FactSubject::Call(&subject), Some(Path::new("/repo")));
    let counts = SessionCounts {
        calls: 7,
        denials: 2,
        minutes: 30,
        tools: ["Read".to_owned(), "Bash".to_owned()].into(),
    };
    let var = |name: &str| (name == "CI").then(|| "true".to_owned());
    see(&FactScope::new(
        &input,
        Some(tool_input),
        call,
        &counts,
        &var,
    ))
}
