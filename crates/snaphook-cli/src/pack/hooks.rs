//! The hooks of a pack, read from memory: as the lock file has them, and as they are shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use snaphook::Finding;
use snaphook::hook::Hook;
use snaphook::trust::HookDefinition;
use snaphook_packs::{HookRights, LockedHook, PackManifest, PackTree, TreeContent, TreeDigest};
use snaphook_settings::discover::load_pack_hooks;
use snaphook_settings::{HeldContent, LoadContext, Sources};

use crate::error::CommandError;
use crate::show::style;

/// The hooks of a pack.
pub(super) struct PackHooks {
    pub(super) hooks: Vec<Hook>,
    pub(super) locked: Vec<LockedHook>,
    /// What is wrong in the files with hooks.
    pub(super) findings: Vec<Finding>,
}

/// A folder that is not there: the files are read from memory.
const NOWHERE: &str = "/pack";

pub(super) fn read_hooks(
    content: &TreeContent,
    tree: &PackTree,
    manifest: &PackManifest,
) -> Result<PackHooks, CommandError> {
    let root = Path::new(NOWHERE);
    let files: HashMap<PathBuf, HeldContent> = manifest
        .hook_files
        .iter()
        .filter_map(|file| {
            let bytes = content.file(file)?;
            Some((root.join(file), HeldContent::Bytes(bytes.into())))
        })
        .collect();
    let mut loading = LoadContext::default()
        .kinds(snaphook::kinds())
        .sources(Sources::holding(files));
    let mut read = PackHooks {
        hooks: Vec::new(),
        locked: Vec::new(),
        findings: Vec::new(),
    };
    for file in &manifest.hook_files {
        let settings = load_pack_hooks(&root.join(file), tree, &mut loading);
        let settings = settings.map_err(|error| {
            let message = error.to_string().replace(&format!("{NOWHERE}/"), "");
            CommandError::new(format!(
                "a file with hooks cannot be read: {}",
                style::one_line(&message)
            ))
            .help("nothing was added; the author of the pack must correct it")
        })?;
        read.locked
            .extend(settings.hooks.iter().map(|hook| locked(hook, file)));
        read.hooks.extend(settings.hooks);
        read.findings.extend(settings.findings);
    }
    match read.hooks.is_empty() {
        true => Err(CommandError::new("the pack has no hooks").help("nothing was added")),
        false => Ok(read),
    }
}

/// A hook as the lock file has it.
pub(super) fn locked(hook: &Hook, file: &str) -> LockedHook {
    // What the lock says of the pack itself is not a part of the definition.
    let mut alone = hook.clone();
    alone.source.origin = None;
    let definition = HookDefinition::of(&alone);
    let digest = definition.digest().to_string();
    let kind = hook.handler.kind().to_string();
    let fields = definition.to_json();
    let rights = fields
        .as_object()
        .map(|fields| HookRights::of(&kind, fields));
    LockedHook {
        name: hook.name.to_string(),
        event: hook.event.as_str().to_owned(),
        matcher: hook.matcher.text().map(ToString::to_string),
        kind,
        file: file.to_owned(),
        digest: TreeDigest::from_hex(&digest).unwrap_or_else(|_| TreeDigest::of(digest.as_bytes())),
        guard: hook.is_guard(),
        rights: rights.unwrap_or_default(),
    }
}
