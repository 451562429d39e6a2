//! A struct for the input of every built-in event.
//!
//! A test holds each struct to the table's list of fields, so the two cannot
//! drift apart.

use std::borrow::Cow;

use serde_json::Value;

use super::fields::{Fields, InputError};

/// The fields that every input has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Common {
    /// The agent session's id.
    pub session_id: String,
    /// Where the conversation is recorded; empty when it is not.
    pub transcript_path: String,
    /// The session's working directory: command hooks run in it.
    pub cwd: String,
    /// The prompt being worked on.
    pub prompt_id: Option<String>,
    /// default, plan, acceptEdits, auto, dontAsk or bypassPermissions.
    pub permission_mode: Option<String>,
    /// The subagent's id.
    pub agent_id: Option<String>,
    /// The subagent's type, else the session's.
    pub agent_type: Option<String>,
    /// How hard the model is asked to think.
    pub effort: Option<Value>,
    /// A folder for the agent's own notes.
    pub scratchpad_dir: Option<String>,
    /// What the host says beside that: hooks get it untouched.
    pub extra: Fields,
}

impl Common {
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

    pub(super) fn write(&self, event: &str, fields: &mut Fields) -> Result<(), InputError> {
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

/// The typed input of one built-in event.
pub trait TypedInput {
    /// The event's name.
    const EVENT: &'static str;

    /// Writes the event's own fields.
    ///
    /// # Errors
    /// When a value has no JSON form.
    fn write(&self, fields: &mut Fields) -> Result<(), InputError>;
}

/// The protocol's key of a Rust field: `r#final` is `final`.
fn key(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// Declares the struct, its constructor (required fields, in order), a setter
/// per optional field, and how it is written.
macro_rules! typed_inputs {
    ($($event:ident { $($req:ident : $rty:ty),* $(,)? } { $($opt:ident : $oty:ty),* $(,)? })*) => {
        $(
            #[doc = concat!("The input of `", stringify!($event), "`.")]
            #[derive(Debug, Clone, Default, PartialEq)]
            #[non_exhaustive]
            pub struct $event {
                $(#[doc = concat!("`", stringify!($req), "`, always sent.")] pub $req: $rty,)*
                $(#[doc = concat!("`", stringify!($opt), "`, where known.")] pub $opt: Option<$oty>,)*
            }

            impl $event {
                /// With its required fields.
                #[must_use]
                pub fn new($($req: impl Into<$rty>),*) -> Self {
                    Self { $($req: $req.into(),)* $($opt: None,)* }
                }

                $(
                    #[doc = concat!("Sets `", stringify!($opt), "`.")]
                    #[must_use]
                    pub fn $opt(mut self, value: impl Into<$oty>) -> Self {
                        self.$opt = Some(value.into());
                        self
                    }
                )*
            }

            impl TypedInput for $event {
                const EVENT: &'static str = stringify!($event);

                fn write(&self, fields: &mut Fields) -> Result<(), InputError> {
                    $(fields.set(key(stringify!($req)), &self.$req)?;)*
                    $(if let Some(value) = &self.$opt { fields.set(key(stringify!($opt)), value)?; })*
                    let _ = fields;
                    Ok(())
                }
            }
        )*

        #[cfg(test)]
        const TYPED: &[(&str, &[&'static str], &[&'static str])] = &[
            $((stringify!($event), &[$(stringify!($req)),*], &[$(stringify!($opt)),*])),*
        ];
    };
}

typed_inputs! {
    SessionStart { source: String } { model: String, agent_type: String, session_title: String }
    Setup { trigger: String } {}
    UserPromptSubmit { prompt: String } { session_title: String }
    UserPromptExpansion {
        expansion_type: String, command_name: String, command_args: String,
        command_source: String, prompt: String
    } {}
    PreToolUse { tool_name: String, tool_input: Value, tool_use_id: String } { mcp_server: Value }
    PermissionRequest { tool_name: String, tool_input: Value } { permission_suggestions: Value }
    PermissionDenied {
        tool_name: String, tool_input: Value, tool_use_id: String, reason: String
    } {}
    PostToolUse {
        tool_name: String, tool_input: Value, tool_response: Value, tool_use_id: String
    } { duration_ms: u64 }
    PostToolUseFailure {
        tool_name: String, tool_input: Value, tool_use_id: String, error: String
    } { is_interrupt: bool, duration_ms: u64 }
    PostToolBatch { tool_calls: Vec<Value> } {}
    Notification { message: String, notification_type: String } { title: String }
    MessageDisplay {
        turn_id: String, message_id: String, index: u64, r#final: bool, delta: String
    } {}
    SubagentStart { agent_id: String, agent_type: String } {}
    SubagentStop {
        stop_hook_active: bool, agent_id: String, agent_type: String,
        agent_transcript_path: String
    } { last_assistant_message: String }
    TaskCreated { task_id: String, task_subject: String } {
        task_description: String, teammate_name: String, team_name: String
    }
    TaskCompleted { task_id: String, task_subject: String } {
        task_description: String, teammate_name: String, team_name: String
    }
    Stop { stop_hook_active: bool } { last_assistant_message: String }
    StopFailure { error: String } { error_details: String, last_assistant_message: String }
    TeammateIdle { teammate_name: String, team_name: String } {}
    InstructionsLoaded { file_path: String, memory_type: String, load_reason: String } {
        globs: Vec<String>, trigger_file_path: String, parent_file_path: String
    }
    ConfigChange { source: String } { file_path: String }
    CwdChanged { old_cwd: String, new_cwd: String } {}
    DirectoryAdded { directory: String, source: String } {}
    FileChanged { file_path: String, event: String } {}
    WorktreeCreate { name: String } {}
    WorktreeRemove { worktree_path: String } {}
    PreCompact { trigger: String, custom_instructions: Option<String> } {}
    PostCompact { trigger: String, compact_summary: String } {}
    PreModelSwitch { from_model: String, to_model: String, source: String } {
        requested_model: String
    }
    PostModelSwitch { from_model: String, to_model: String, source: String } {
        requested_model: String
    }
    Elicitation { mcp_server_name: String, message: String } {
        mode: String, url: String, elicitation_id: String, requested_schema: Value
    }
    ElicitationResult { mcp_server_name: String, action: String } {
        mode: String, elicitation_id: String, content: Value
    }
    SessionEnd { reason: String } {}
    TurnStart {} {}
    BeforeLlmCall {} {}
    AfterLlmCall { last_assistant_message: String } {}
    OnUserInput {} {}
    OnError { message: String, level: String } {}
    OnMaxIterations { message: String, level: String } {}
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::event::EVENTS;
    use crate::input::Input;

    #[test]
    fn every_event_of_the_table_has_a_struct_with_exactly_its_fields() {
        let plain = |name: &&'static str| key(name).to_owned();
        for spec in EVENTS {
            let (_, required, optional) = TYPED
                .iter()
                .find(|(event, ..)| *event == spec.name)
                .unwrap_or_else(|| panic!("no struct for {}", spec.name));
            let typed: BTreeSet<_> = required.iter().map(plain).collect();
            let table: BTreeSet<_> = spec
                .fields
                .iter()
                .filter(|field| field.required)
                .map(|field| field.name.to_owned())
                .collect();
            assert_eq!(typed, table, "required fields of {}", spec.name);
            let typed: BTreeSet<_> = optional.iter().map(plain).collect();
            let table: BTreeSet<_> = spec
                .fields
                .iter()
                .filter(|field| !field.required)
                .map(|field| field.name.to_owned())
                .collect();
            assert_eq!(typed, table, "optional fields of {}", spec.name);
        }
        assert_eq!(TYPED.len(), EVENTS.len());
    }

    #[test]
    fn a_typed_input_writes_the_protocols_keys() {
        let display = MessageDisplay::new("t", "m", 3_u64, true, "text");
        let input = Input::new(&Common::new("s", "/w"), &display).unwrap();
        let line = String::from_utf8(input.fields().to_line()).unwrap();
        assert_eq!(
            line,
            r#"{"session_id":"s","transcript_path":"","cwd":"/w","hook_event_name":"MessageDisplay","turn_id":"t","message_id":"m","index":3,"final":true,"delta":"text"}"#
        );
    }
}
