//! What is different about a hook since it was trusted, in words that a
//! person understands.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::shown::{plain, quoted, value};
use crate::{Digest, Evidence, HookDefinition, Link, ScriptState, TrustedScript};

/// One difference between what was trusted and what is there now. It displays
/// as a sentence without a full stop, with control characters spelled out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "camelCase")]
#[non_exhaustive]
pub enum TrustChange {
    /// A field of the definition.
    Field {
        /// Its name in settings: `command`, `matcher`, `event`.
        field: String,
        /// What was trusted; `null` for none.
        was: Value,
        /// What it says now.
        now: Value,
    },
    /// A script holds something else.
    Content {
        /// The script.
        path: String,
        /// The content that was trusted.
        was: Digest,
        /// The content now.
        now: Digest,
    },
    /// Other symlinks lead to a script.
    Links {
        /// The script.
        path: String,
        /// Those on the way that was trusted.
        was: Vec<Link>,
        /// Those on the way now.
        now: Vec<Link>,
    },
    /// A script is there that was not.
    Appeared {
        /// The script.
        path: String,
    },
    /// A script that was there is gone.
    Gone {
        /// The script.
        path: String,
    },
    /// The hook names a path that it did not name.
    Named {
        /// The script.
        path: String,
    },
    /// The hook no longer names a script.
    NotNamed {
        /// The script.
        path: String,
    },
    /// A script cannot be vouched for.
    Unreadable {
        /// The script.
        path: String,
        /// Why not.
        why: String,
    },
    /// Not all that the hook names was looked at.
    Unseen {
        /// Why not.
        why: String,
    },
}

impl TrustChange {
    /// All differences between a definition and scripts that were trusted, and
    /// what is there now.
    pub(crate) fn all(
        definition: &HookDefinition,
        scripts: &[TrustedScript],
        now: &Evidence,
    ) -> Vec<Self> {
        let mut changes = fields(definition, &now.definition);
        let mut before: Vec<&TrustedScript> = scripts.iter().collect();
        for script in &now.scripts {
            let same_path = before.iter().position(|old| old.path == script.path);
            match same_path.map(|at| before.remove(at)) {
                Some(old) => changes.extend(between(old, script)),
                None => changes.push(match &script.state {
                    ScriptState::Unreadable { why } => unreadable(script, why),
                    ScriptState::File { .. } | ScriptState::Missing => Self::Named {
                        path: script.path.clone(),
                    },
                }),
            }
        }
        changes.extend(before.into_iter().map(|old| Self::NotNamed {
            path: old.path.clone(),
        }));
        changes.extend(now.unseen.clone().map(|why| Self::Unseen { why }));
        changes
    }
}

fn fields(was: &HookDefinition, now: &HookDefinition) -> Vec<TrustChange> {
    let gone = was.fields().filter(|(field, _)| now.get(field).is_none());
    now.fields()
        .chain(gone)
        .filter_map(|(field, _)| {
            let old = was.get(field).unwrap_or(&Value::Null);
            let new = now.get(field).unwrap_or(&Value::Null);
            (old != new).then(|| TrustChange::Field {
                field: field.to_owned(),
                was: old.clone(),
                now: new.clone(),
            })
        })
        .collect()
}

fn unreadable(script: &TrustedScript, why: &str) -> TrustChange {
    TrustChange::Unreadable {
        path: script.path.clone(),
        why: why.to_owned(),
    }
}

fn between(was: &TrustedScript, now: &TrustedScript) -> Vec<TrustChange> {
    let path = now.path.clone();
    let mut changes = Vec::new();
    match (&was.state, &now.state) {
        (_, ScriptState::Unreadable { why }) => changes.push(unreadable(now, why)),
        (ScriptState::File { sha256: old }, ScriptState::File { sha256: new }) => {
            if old != new {
                changes.push(TrustChange::Content {
                    path: path.clone(),
                    was: *old,
                    now: *new,
                });
            }
        }
        (ScriptState::Missing, ScriptState::Missing) => {}
        (_, ScriptState::Missing) => changes.push(TrustChange::Gone { path: path.clone() }),
        (_, ScriptState::File { .. }) => changes.push(TrustChange::Appeared { path: path.clone() }),
    }
    if was.links != now.links {
        changes.push(TrustChange::Links {
            path,
            was: was.links.clone(),
            now: now.links.clone(),
        });
    }
    changes
}

impl fmt::Display for TrustChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { field, was, now } => {
                write!(f, "{field}: was {}, now {}", value(was), value(now))
            }
            Self::Content { path, was, now } => write!(
                f,
                "{}: the content changed (sha256 was {was}, now {now})",
                plain(path)
            ),
            Self::Links { path, was, now } => links(f, path, was, now),
            Self::Appeared { path } => write!(f, "{}: it is new", plain(path)),
            Self::Gone { path } => write!(f, "{}: it is gone", plain(path)),
            Self::Named { path } => write!(f, "{}: the hook did not name it before", plain(path)),
            Self::NotNamed { path } => {
                write!(f, "{}: the hook does not name it any more", plain(path))
            }
            Self::Unreadable { path, why } => write!(f, "{}: {why}", plain(path)),
            Self::Unseen { why } => f.write_str(why),
        }
    }
}

fn links(f: &mut fmt::Formatter<'_>, path: &str, was: &[Link], now: &[Link]) -> fmt::Result {
    write!(f, "{}: ", plain(path))?;
    match (was, now) {
        ([], [link]) if link.path == path => {
            write!(f, "is a symlink to {} now", quoted(&link.target))
        }
        ([link], []) if link.path == path => {
            write!(f, "is no longer a symlink to {}", quoted(&link.target))
        }
        _ => write!(
            f,
            "is reached {} now, was {}",
            LinkChain(now),
            LinkChain(was)
        ),
    }
}

/// The symlinks on the way to a script.
struct LinkChain<'a>(&'a [Link]);

impl fmt::Display for LinkChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("directly");
        }
        let links: Vec<String> = self
            .0
            .iter()
            .map(|link| format!("{} → {}", quoted(&link.path), quoted(&link.target)))
            .collect();
        write!(f, "by the symlink {}", links.join(", then "))
    }
}
