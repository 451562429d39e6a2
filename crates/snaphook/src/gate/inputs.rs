//! The inputs of the events around a tool call, borrowed: a payload may be
//! large, and is written as JSON without another copy of it.

use std::borrow::Cow;

use snaphook_core::input::typed::{PostToolUse, PostToolUseFailure, PreToolUse, TypedInput};
use snaphook_core::input::{Fields, InputError};
use snaphook_core::json::Json;

/// What every one of them tells of the call.
#[derive(Clone)]
pub(crate) struct Called<'a> {
    pub(crate) tool: &'a str,
    pub(crate) payload: &'a Json,
    /// What the model gave it, else the invocation's.
    pub(crate) id: Cow<'a, str>,
}

/// [`PreToolUse`].
pub(crate) struct Before<'a> {
    pub(crate) called: Called<'a>,
    pub(crate) mcp_server: Option<&'a str>,
}

/// [`PostToolUse`].
pub(crate) struct Done<'a> {
    pub(crate) called: Called<'a>,
    pub(crate) result: &'a Json,
    pub(crate) duration_ms: u64,
}

/// [`PostToolUseFailure`].
pub(crate) struct Failed<'a> {
    pub(crate) called: Called<'a>,
    pub(crate) error: &'a str,
    pub(crate) is_interrupt: bool,
    pub(crate) duration_ms: u64,
}

impl Called<'_> {
    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        fields.set("tool_name", self.tool)?;
        fields.set("tool_input", self.payload)
    }
}

impl TypedInput for Before<'_> {
    const EVENT: &'static str = PreToolUse::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        self.called.write(fields)?;
        fields.set("tool_use_id", &self.called.id)?;
        match self.mcp_server {
            Some(server) => fields.set("mcp_server", server),
            None => Ok(()),
        }
    }
}

impl TypedInput for Done<'_> {
    const EVENT: &'static str = PostToolUse::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        self.called.write(fields)?;
        fields.set("tool_response", self.result)?;
        fields.set("tool_use_id", &self.called.id)?;
        fields.set("duration_ms", &self.duration_ms)
    }
}

impl TypedInput for Failed<'_> {
    const EVENT: &'static str = PostToolUseFailure::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        self.called.write(fields)?;
        fields.set("tool_use_id", &self.called.id)?;
        fields.set("error", self.error)?;
        fields.set("is_interrupt", &self.is_interrupt)?;
        fields.set("duration_ms", &self.duration_ms)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use snaphook_core::input::{Common, Input};

    use super::*;

    fn line(typed: &impl TypedInput) -> String {
        let input = Input::new(&Common::new("s", "/w"), typed).unwrap();
        String::from_utf8(input.fields().to_line()).unwrap()
    }

    #[test]
    fn borrowed_inputs_are_what_the_typed_ones_are() {
        let payload = Json::from(json!({"command": "ls"}));
        let result = Json::from(json!(["a"]));
        let called = Called {
            tool: "Bash",
            payload: &payload,
            id: "call-1".into(),
        };
        let owned = || PreToolUse::new("Bash", payload.clone(), "call-1");
        let mut before = Before {
            called: called.clone(),
            mcp_server: None,
        };
        assert_eq!(line(&before), line(&owned()));
        before.mcp_server = Some("db");
        assert_eq!(line(&before), line(&owned().mcp_server("db")));
        assert_eq!(
            line(&Done {
                called: called.clone(),
                result: &result,
                duration_ms: 7,
            }),
            line(
                &PostToolUse::new("Bash", payload.clone(), result.clone(), "call-1")
                    .duration_ms(7_u64)
            )
        );
        assert_eq!(
            line(&Failed {
                called,
                error: "no such file",
                is_interrupt: true,
                duration_ms: 7,
            }),
            line(
                &PostToolUseFailure::new("Bash", payload.clone(), "call-1", "no such file")
                    .is_interrupt(true)
                    .duration_ms(7_u64)
            )
        );
    }
}
