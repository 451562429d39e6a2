//! One pack of the lock file.

use serde::{Deserialize, Serialize};

use crate::rights::HookRights;
use crate::tree::TreeDigest;

/// A pack and the exact content that was agreed to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LockedPack {
    /// The name of the pack: `plugin` in lists and outcomes.
    pub name: String,
    /// Where it comes from: a Git URL, `github:owner/repo`, the URL of an archive, a folder.
    pub source: String,
    /// The revision that was asked for: a tag, a branch, a commit; of an archive its digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rev: Option<String>,
    /// The folder in the source that is the pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The commit that the revision was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The digest over the sorted lines `mode path sha256` of all of its files.
    pub tree: TreeDigest,
    /// Who signed it: `ssh:SHA256:…` or `minisign:…`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signer: Option<String>,
    /// Whether none of its hooks runs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Hooks of it that do not run, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disabled_hooks: Vec<String>,
    /// Its hooks.
    pub hooks: Vec<LockedHook>,
}

/// A hook of a pack, as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LockedHook {
    /// Its name.
    pub name: String,
    /// The event that it runs on.
    pub event: String,
    /// The matcher of its group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    /// What kind of handler it has: `command`, `http`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// The file in the pack that defines it.
    pub file: String,
    /// The digest of its definition.
    pub digest: TreeDigest,
    /// Whether its failure blocks (`"onFailure": "block"`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub guard: bool,
    /// What it says that it needs.
    pub rights: HookRights,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl LockedPack {
    /// Whether one of its hooks is a guard.
    #[must_use]
    pub fn has_guard(&self) -> bool {
        self.hooks.iter().any(|hook| hook.guard)
    }

    /// The files with its hooks, each once.
    #[must_use]
    pub fn hook_files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for hook in &self.hooks {
            if !files.contains(&hook.file.as_str()) {
                files.push(&hook.file);
            }
        }
        files
    }

    /// The source with revision and path, as people write it.
    #[must_use]
    pub fn spec(&self) -> String {
        let rev = self.rev.as_ref().map(|rev| format!("@{rev}"));
        let path = self.path.as_ref().map(|path| format!("#{path}"));
        let (rev, path) = (rev.unwrap_or_default(), path.unwrap_or_default());
        format!("{}{rev}{path}", self.source)
    }
}
