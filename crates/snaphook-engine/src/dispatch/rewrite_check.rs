//! What a rewrite may not take away from a call: what rules and guards look at.
//! A tool that gets no command or no path does something else than anybody saw.

use serde_json::Value;
use snaphook_core::event::MatchesOn;
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_core::tool::ToolClass;

use crate::engine::SnapshotData;

/// Tools that run the content of `command`.
const COMMAND_TOOLS: &[&str] = &["Bash", "PowerShell"];

/// Tools that do nothing without a path.
const PATH_TOOLS: &[&str] = &[
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "LS",
];

const PATHS: &[&str] = &["file_path", "notebook_path", "path"];

/// Refuses a call of which a rewrite took away what others look at.
pub(super) fn check_rewrite(engine: &SnapshotData, input: &Input, outcome: &mut Outcome) {
    let Some(after) = &outcome.updated_input else {
        return;
    };
    let (MatchesOn::Tool(field), false) = (input.event().spec().matches_on, outcome.blocked) else {
        return;
    };
    let fields = input.fields();
    let tool = fields.text(field).unwrap_or_default();
    let aliases = engine.set.aliases();
    let classes = engine.permissions.options.classes.clone();
    let class = classes.aliases(aliases.clone()).of(&tool);
    let before = fields.value("tool_input").unwrap_or_default();
    if let Some(what) = lost(aliases.of(&tool), class, &before, after) {
        let by = outcome.updated_input_by.clone();
        let name = outcome
            .hooks
            .iter()
            .find(|entry| Some(&entry.id) == by.as_ref());
        let name = name.map_or("a hook", |entry| &entry.name);
        let reason = format!("{name} rewrote the input and left the call without {what}");
        outcome.refuse_call(reason);
    }
}

/// What a rewrite left the call without, in words; `None` if it is whole.
/// `names` are all names of the tool.
fn lost<'n>(
    names: impl IntoIterator<Item = &'n str>,
    class: ToolClass,
    before: &Value,
    after: &Value,
) -> Option<&'static str> {
    let names: Vec<&str> = names.into_iter().collect();
    let is_one_of = |tools: &[&str]| names.iter().any(|name| tools.contains(name));
    let command = |input: &Value| input.get("command").is_some_and(Value::is_string);
    let has_path = |input: &Value| {
        let fields = PATHS.iter().filter_map(|field| input.get(field)?.as_str());
        fields.into_iter().any(|path| !path.is_empty())
    };
    let runs = is_one_of(COMMAND_TOOLS) || (class == ToolClass::Execute && command(before));
    if runs && !command(after) {
        return Some("a string `command`");
    }
    let of_class = matches!(class, ToolClass::Edit | ToolClass::Read);
    let needs_path = is_one_of(PATH_TOOLS)
        || (of_class
            && !names.iter().any(|name| matches!(*name, "Glob" | "Grep"))
            && has_path(before));
    (needs_path && !has_path(after)).then_some("its path")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rewrite_must_leave_what_others_look_at() {
        let whole = json!({"command": "ls", "file_path": "/a"});
        let lost = |tool, class, after: Value| lost([tool], class, &whole, &after);
        for broken in [
            json!({}),
            json!({"command": ["ls"]}),
            json!(null),
            json!("ls"),
        ] {
            assert!(lost("Bash", ToolClass::Execute, broken.clone()).is_some());
            assert!(lost("run", ToolClass::Execute, broken.clone()).is_some());
            assert_eq!(lost("think", ToolClass::Other, broken), None);
        }
        assert_eq!(
            lost("Bash", ToolClass::Execute, json!({"command": "x"})),
            None
        );
        for broken in [json!({}), json!({"file_path": 5}), json!({"path": ""})] {
            assert_eq!(
                lost("Edit", ToolClass::Edit, broken.clone()),
                Some("its path")
            );
            assert_eq!(
                lost("patch", ToolClass::Edit, broken.clone()),
                Some("its path")
            );
            assert_eq!(lost("Grep", ToolClass::Read, broken), None);
        }
        assert_eq!(lost("Read", ToolClass::Read, json!({"path": "/b"})), None);
    }
}
