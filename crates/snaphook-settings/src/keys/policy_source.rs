//! The keys of `policySource`: where a machine gets its signed policy from.

use snaphook_core::kind::{Key, SampleValue, ValueType};

use crate::policy::OnStale;

/// The longest time in seconds that these keys take: 31 years.
const LONGEST: u32 = 1_000_000_000;

/// Where the policy bundle comes from, who signs it, and how old it may be.
pub const POLICY_SOURCE: &[Key] = &[
    Key::new(
        "url",
        ValueType::NonEmptyString,
        "The address of the bundle: https, or http on this machine.",
    )
    .needed()
    .such_as(&[SampleValue::String(
        "https://policy.example.com/policy.tar.gz",
    )]),
    Key::new(
        "observeUrl",
        ValueType::NonEmptyString,
        "The address of a second bundle that is only watched: its hooks run, and what they would \
        have decided is recorded beside the decisions in force.",
    ),
    Key::new(
        "keys",
        ValueType::ByName(&ValueType::NonEmptyString),
        "The Ed25519 keys that may sign bundles, by their ids: `ssh-ed25519 AAAA…`, or `ed25519:` \
        and the key in base64.",
    )
    .needed()
    .such_as(&[SampleValue::Pairs(&[(
        "release",
        "ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    )])]),
    Key::new(
        "pollSeconds",
        ValueType::Integer {
            least: 1,
            most: LONGEST,
        },
        "Seconds between two requests, and how long a server that supports long polling may hold \
        one.",
    )
    .or(SampleValue::Integer(60)),
    Key::new(
        "maxStaleness",
        ValueType::Integer {
            least: 0,
            most: LONGEST,
        },
        "Seconds since the last successful request after which the bundle is stale; 0 for never.",
    )
    .or(SampleValue::Integer(0)),
    Key::new(
        "labels",
        ValueType::ByName(&ValueType::String),
        "What this machine is, for bundles that are only for some machines.",
    )
    .such_as(&[SampleValue::Pairs(&[("team", "payments")])]),
    Key::new(
        "onStale",
        ValueType::Word(OnStale::WORDS),
        "What happens while the bundle is stale, or there has never been one: with `keep`, what is \
        there stays in force and every outcome says so; with `block`, every event is blocked as by \
        a guard that failed.",
    )
    .or(SampleValue::String("keep")),
];
