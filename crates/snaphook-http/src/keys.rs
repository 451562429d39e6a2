//! The keys of a hook of type `http`, and those of settings that hold for all of them.

use snaphook_core::kind::{Key, SaferValue, SampleValue, ValueType};

const STRINGS: ValueType = ValueType::List(&ValueType::String);

pub(crate) const KEYS: &[Key] = &[
    Key::new(
        "url",
        ValueType::Url,
        "The URL that gets the input as a POST.",
    )
    .needed()
    .such_as(&[SampleValue::String("https://hooks.example.com/guard")]),
    Key::new(
        "headers",
        ValueType::ByName(&ValueType::String),
        "Headers of the request; `$NAME` in a value is replaced if the variable is in \
        `allowedEnvVars`.",
    )
    .such_as(&[SampleValue::Pairs(&[(
        "Authorization",
        "Bearer $GUARD_TOKEN",
    )])]),
    Key::new(
        "allowedEnvVars",
        STRINGS,
        "Environment variables that may be put into headers.",
    )
    .such_as(&[SampleValue::Strings(&["GUARD_TOKEN"])]),
];

pub(crate) const SETTINGS_KEYS: &[Key] = &[
    Key::new(
        "allowedHttpHookUrls",
        ValueType::List(&ValueType::String),
        "The only URLs that http hooks may call, as patterns with `*`; an empty list allows none.",
    )
    .such_as(&[SampleValue::Strings(&["https://hooks.example.com/*"])])
    .safer(SaferValue::EveryList),
    Key::new(
        "httpHookAllowedEnvVars",
        ValueType::List(&ValueType::String),
        "The only environment variables that http hooks may put into headers.",
    )
    .safer(SaferValue::EveryList),
    Key::new(
        "httpHookPrivateNetworks",
        ValueType::Bool,
        "Whether http hooks may reach private networks. Loopback is always allowed.",
    )
    .or(SampleValue::Bool(true))
    .safer(SaferValue::Flag(false)),
];
