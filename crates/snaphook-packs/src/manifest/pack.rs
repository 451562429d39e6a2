//! The manifest of one pack.

use serde_json::{Map, Value};

use super::ManifestError;
use crate::tree::{TreeContent, check_path};

/// The manifest of packs that are made for snaphook.
pub const PACK_MANIFEST: &str = "snaphook-pack.json";
const PLUGIN_MANIFESTS: [&str; 2] = [".claude-plugin/plugin.json", "plugin.json"];
const PLUGIN_HOOKS: &str = "hooks/hooks.json";
const SETTINGS: [&str; 2] = [".claude/settings.json", ".snaphook/settings.json"];
const APM: &str = ".apm/hooks/";

/// What a pack says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PackManifest {
    /// The name that it gives itself.
    pub name: Option<String>,
    /// Its version, in its own words.
    pub version: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The files with its hooks, by their paths in the tree.
    pub hook_files: Vec<String>,
}

impl PackManifest {
    /// Reads the manifest of a tree.
    ///
    /// # Errors
    /// When there are no hooks, or the manifest names files that are not in the tree.
    pub fn read(content: &TreeContent) -> Result<Self, ManifestError> {
        let own = [PACK_MANIFEST].into_iter().chain(PLUGIN_MANIFESTS);
        let found = own.into_iter().find(|file| content.file(file).is_some());
        let mut manifest = match found {
            Some(file) => Self::of_file(content, file)?,
            None => Self::default(),
        };
        if manifest.hook_files.is_empty() {
            manifest.hook_files = usual_files(content, found == Some(PACK_MANIFEST));
        }
        match manifest.hook_files.is_empty() {
            true => Err(ManifestError::NoHooks),
            false => Ok(manifest),
        }
    }

    fn of_file(content: &TreeContent, file: &str) -> Result<Self, ManifestError> {
        let fields = object(content, file)?;
        let text = |key: &str| -> Result<Option<String>, ManifestError> {
            match fields.get(key) {
                None | Some(Value::Null) => Ok(None),
                Some(Value::String(text)) => Ok(Some(text.clone())),
                Some(_) => Err(invalid(file, format!("`{key}` must be a string"))),
            }
        };
        let mut manifest = Self {
            name: text("name")?,
            version: text("version")?,
            description: text("description")?,
            hook_files: Vec::new(),
        };
        let is_plugin = file != PACK_MANIFEST;
        if is_plugin && content.file(PLUGIN_HOOKS).is_some() {
            manifest.hook_files.push(PLUGIN_HOOKS.to_owned());
        }
        let named: Vec<&Value> = match fields.get("hooks") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(items)) => items.iter().collect(),
            Some(one) => vec![one],
        };
        for value in named {
            let path = match value {
                Value::String(path) => inside(content, file, path)?,
                Value::Object(_) => file.to_owned(),
                _ => {
                    let message = "`hooks` must be a path, a list of paths, or the hooks";
                    return Err(invalid(file, message.to_owned()));
                }
            };
            if !manifest.hook_files.contains(&path) {
                manifest.hook_files.push(path);
            }
        }
        Ok(manifest)
    }
}

/// A path of a manifest as a path of the tree.
fn inside(content: &TreeContent, file: &str, path: &str) -> Result<String, ManifestError> {
    let error = |why: String| ManifestError::Named {
        file: file.to_owned(),
        path: path.to_owned(),
        why,
    };
    let plain = path.strip_prefix("${CLAUDE_PLUGIN_ROOT}/").unwrap_or(path);
    let plain = plain.trim_start_matches("./");
    check_path(plain).map_err(|why| error(why.to_string()))?;
    match content.file(plain) {
        Some(_) => Ok(plain.to_owned()),
        None => Err(error("there is no such file in the pack".to_owned())),
    }
}

/// The files that have hooks where no manifest says which.
fn usual_files(content: &TreeContent, own: bool) -> Vec<String> {
    let is_there = |file: &&str| content.file(file).is_some();
    let mut files: Vec<String> = Vec::new();
    if !own {
        files.extend(
            [PLUGIN_HOOKS]
                .iter()
                .filter(|file| is_there(file))
                .map(|file| (*file).to_owned()),
        );
    }
    if files.is_empty() {
        files.extend(
            SETTINGS
                .iter()
                .filter(|file| is_there(file))
                .map(|file| (*file).to_owned()),
        );
    }
    if files.is_empty() {
        let apm = content.files().map(|(path, _, _)| path).filter(|path| {
            let name = path.strip_prefix(APM).unwrap_or_default();
            name.ends_with(".json") && !name.contains('/') && content.file(path).is_some()
        });
        files.extend(apm.map(str::to_owned));
    }
    files
}

pub(super) fn object(
    content: &TreeContent,
    file: &str,
) -> Result<Map<String, Value>, ManifestError> {
    let bytes = content.file(file).unwrap_or_default();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice(bytes)
        .map_err(|error| invalid(file, format!("not a JSON object: {error}")))
}

pub(super) fn invalid(file: &str, message: String) -> ManifestError {
    ManifestError::Invalid {
        file: file.to_owned(),
        message,
    }
}
