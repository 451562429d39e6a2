//! The inputs of the events around a tool call, borrowed: a tool input may be
//! large, and is written as JSON without another copy of it.

use std::borrow::Cow;

use snaphook_core::input::typed::{PostToolUse, PostToolUseFailure, PreToolUse, TypedInput};
use snaphook_core::input::{Fields, InputError};
use snaphook_core::json::Json;

/// What every one of them tells of the call.
#[derive(Clone)]
pub(crate) struct CallInput<'a> {
    pub(crate) tool: &'a str,
    pub(crate) tool_input: &'a Json,
    /// What the model gave it, else the invocation's.
    pub(crate) id: Cow<'a, str>,
}

/// [`PreToolUse`].
pub(crate) struct BeforeCall<'a> {
    pub(crate) called: CallInput<'a>,
    pub(crate) mcp_server: Option<&'a str>,
}

/// [`PostToolUse`].
pub(crate) struct AfterSuccess<'a> {
    pub(crate) called: CallInput<'a>,
    pub(crate) result: &'a Json,
    pub(crate) duration_ms: u64,
}

/// [`PostToolUseFailure`].
pub(crate) struct AfterFailure<'a> {
    pub(crate) called: CallInput<'a>,
    pub(crate) error: &'a str,
    pub(crate) is_interrupt: bool,
    pub(crate) duration_ms: u64,
}

impl CallInput<'_> {
    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        fields.set("tool_name", self.tool)?;
        fields.set("tool_input", self.tool_input)
    }
}

impl TypedInput for BeforeCall<'_> {
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

impl TypedInput for AfterSuccess<'_> {
    const EVENT: &'static str = PostToolUse::EVENT;

    fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
        self.called.write(fields)?;
        fields.set("tool_response", self.result)?;
        fields.set("tool_use_id", &self.called.id)?;
        fields.set("duration_ms", &self.duration_ms)
    }
}

impl TypedInput for AfterFailure<'_> {
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
    use snaphook_core::input::{CommonFields, Input};

    use super::*;

    fn line(typed: &impl TypedInput) -> String {
        let input = Input::new(&CommonFields::new("s", "/w"), typed).unwrap();
        String::from_utf8(input.fields().to_line()).unwrap()
    }

    #[test]
    fn borrowed_inputs_are_what_the_typed_ones_are() {
        let tool_input = Json::from(json!({"command": "ls"}));
        let result = Json::from(json!(["a"]));
        let called = CallInput {
            tool: "Bash",
            tool_input: &tool_input,
            id: "call-1".into(),
        };
        let owned = || PreToolUse::new("Bash", tool_input.clone(), "call-1");
        let mut before = BeforeCall {
            called: called.clone(),
            mcp_server: None,
        };
        assert_eq!(line(&before), line(&owned()));
        before.mcp_server = Some("db");
        assert_eq!(line(&before), line(&owned().mcp_server("db")));
        assert_eq!(
            line(&AfterSuccess {
                called: called.clone(),
                result: &result,
                duration_ms: 7,
            }),
            line(
                &PostToolUse::new("Bash", tool_input.clone(), result.clone(), "call-1")
                    .duration_ms(7_u64)
            )
        );
        assert_eq!(
            line(&AfterFailure {
                called,
                error: "no such file",
                is_interrupt: true,
                duration_ms: 7,
            }),
            line(
                &PostToolUseFailure::new("Bash", tool_input.clone(), "call-1", "no such file")
                    .is_interrupt(true)
                    .duration_ms(7_u64)
            )
        );
    }
}
