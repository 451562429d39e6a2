//! The fields that inputs of all events share.

use std::borrow::Cow;

use serde_json::Value;

use crate::input::{Fields, InputError};

/// The names of the fields that inputs of every event may have.
pub const COMMON_FIELDS: &[&str] = &[
    "session_id",
    "transcript_path",
    "cwd",
    "hook_event_name",
    "prompt_id",
    "permission_mode",
    "agent_id",
    "agent_type",
    "effort",
    "scratchpad_dir",
];

/// The fields that every input has.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonFields {
    /// The agent session's id.
    pub session_id: String,
    /// Where the conversation is recorded; empty when it is not.
    pub transcript_path: String,
    /// The session's working directory: command hooks run in it.
    pub cwd: String,
    /// The prompt being worked on.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "Option::is_none"))]
    pub prompt_id: Option<String>,
    /// How tool calls are permitted that no rule decides.
    #[cfg_attr(
        feature = "schema",
        schemars(
            skip_serializing_if = "Option::is_none",
            extend("enum" = crate::permission::Mode::WORDS)
        )
    )]
    pub permission_mode: Option<String>,
    /// The subagent's id.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "Option::is_none"))]
    pub agent_id: Option<String>,
    /// The subagent's type, else the session's.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "Option::is_none"))]
    pub agent_type: Option<String>,
    /// How hard the model is asked to think.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "Option::is_none"))]
    pub effort: Option<Value>,
    /// A folder for the agent's own notes.
    #[cfg_attr(feature = "schema", schemars(skip_serializing_if = "Option::is_none"))]
    pub scratchpad_dir: Option<String>,
    /// What the host says beside that: hooks get it untouched.
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub extra: Fields,
}

impl CommonFields {
    /// The common fields of a session that works in `cwd`.
    #[must_use]
    pub fn new(session_id: impl Into<String>, cwd: impl Into<String>) -> Self {
        Self {
            session_id: session_id.into(),
            cwd: cwd.into(),
            ..Self::default()
        }
    }

    /// The common fields of an input that was written elsewhere; what is not
    /// one of them is in `extra`.
    #[must_use]
    pub fn of(mut fields: Fields) -> Self {
        let mut take = |key: &str| {
            let text = fields.text(key).map(Cow::into_owned);
            if text.is_some() {
                fields.remove(key);
            }
            text
        };
        let common = Self {
            session_id: take("session_id").unwrap_or_default(),
            transcript_path: take("transcript_path").unwrap_or_default(),
            cwd: take("cwd").unwrap_or_default(),
            prompt_id: take("prompt_id"),
            permission_mode: take("permission_mode"),
            agent_id: take("agent_id"),
            agent_type: take("agent_type"),
            effort: None,
            scratchpad_dir: take("scratchpad_dir"),
            extra: Fields::default(),
        };
        let effort = fields.value("effort");
        for key in ["effort", "hook_event_name"] {
            fields.remove(key);
        }
        Self {
            effort,
            extra: fields,
            ..common
        }
    }

    pub(in crate::input) fn write(
        &self,
        event: &str,
        fields: &mut Fields,
    ) -> Result<(), InputError> {
        fields.set("session_id", &self.session_id)?;
        fields.set("transcript_path", &self.transcript_path)?;
        fields.set("cwd", &self.cwd)?;
        fields.set("hook_event_name", event)?;
        let optional = [
            ("prompt_id", &self.prompt_id),
            ("permission_mode", &self.permission_mode),
            ("agent_id", &self.agent_id),
            ("agent_type", &self.agent_type),
            ("scratchpad_dir", &self.scratchpad_dir),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                fields.set(key, value)?;
            }
        }
        if let Some(effort) = &self.effort {
            fields.set("effort", effort)?;
        }
        Ok(())
    }
}
