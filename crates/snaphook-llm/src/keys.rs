//! The keys that hooks of the types `prompt` and `agent` share, and the key of settings
//! that says which model they ask.

use snaphook_core::kind::{Key, SampleValue, ValueType};

pub(crate) const PROMPT: Key = Key::new(
    "prompt",
    ValueType::NonEmptyString,
    "What the model judges. `$ARGUMENTS` is replaced by the input; without it the input is added at the end.",
)
.needed();

pub(crate) const MODEL: Key = Key::new(
    "model",
    ValueType::String,
    "The model. Default: `hookModel`, else the provider's small model.",
)
.such_as(&[SampleValue::String("haiku")]);

pub(crate) const SETTINGS_KEYS: &[Key] = &[Key::new(
    "hookModel",
    ValueType::Either(&[ValueType::String, ValueType::Only(HOOK_MODEL)]),
    "The default model of prompt and agent hooks: `provider/model`, or an object.",
)
.such_as(&[SampleValue::String("anthropic/haiku")])];

const HOOK_MODEL: &[Key] = &[
    Key::new("model", ValueType::String, "The model's name.")
        .such_as(&[SampleValue::String("haiku")]),
    Key::new(
        "provider",
        ValueType::Word(&["anthropic", "openai"]),
        "The API of the server; compatible servers use `openai`.",
    ),
    Key::new("baseUrl", ValueType::Url, "The address of the server.")
        .such_as(&[SampleValue::String("http://localhost:11434/v1")]),
    Key::new(
        "keyVariable",
        ValueType::String,
        "The environment variable that holds the key.",
    )
    .such_as(&[SampleValue::String("ANTHROPIC_API_KEY")]),
];
