//! The variables of one run of a hook, beyond the world around it: what the
//! project's settings and the session's hooks set, and what tells a hook about its
//! event.

use serde_json::Value;
use snaphook_core::event::MatchesOn;
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;

use super::snapshot_data::SnapshotData;

impl SnapshotData {
    /// The variables that a hook gets with this input. `session` is what the hooks
    /// of its session have set.
    pub(crate) fn env_of_call(
        &self,
        hook: &Hook,
        session: Vec<(String, Option<String>)>,
        input: &Input,
    ) -> Vec<(String, Option<String>)> {
        let mut env = self.env.for_hook(hook, session);
        let about = [
            ("CODE_SESSION_ID", session_id(input)),
            ("EFFORT", effort(input)),
        ];
        for (variable, value) in about {
            // An environment holds no NUL.
            let Some(value) = value.filter(|value| !value.is_empty() && !value.contains('\0'))
            else {
                continue;
            };
            let names = self.surroundings.names_of(variable);
            env.extend(names.map(|name| (name, Some(value.clone()))));
        }
        env
    }
}

fn session_id(input: &Input) -> Option<String> {
    input.fields().text("session_id").map(Into::into)
}

/// How much effort the model spends, on tool events: `"high"`, or
/// `{"level": "high"}`.
fn effort(input: &Input) -> Option<String> {
    if !matches!(input.event().spec().matches_on, MatchesOn::Tool(_)) {
        return None;
    }
    match input.fields().value("effort")? {
        Value::String(level) => Some(level),
        Value::Object(effort) => effort.get("level")?.as_str().map(str::to_owned),
        _ => None,
    }
}
