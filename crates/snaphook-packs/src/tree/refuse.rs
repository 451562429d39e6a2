//! What would run code when somebody works in the tree with Git: filters of
//! `.gitattributes`, submodules, and repositories inside of it. A pack is never checked
//! out here, but nothing of the kind belongs into one, and people look into trees.

use std::collections::HashSet;

use super::listing::parent;
use crate::tree::{TreeContent, TreeError};

pub(super) fn check(content: &TreeContent) -> Result<(), TreeError> {
    let paths: HashSet<&str> = content.files().map(|(path, _, _)| path).collect();
    for (path, _, bytes) in content.files() {
        let folder = parent(path);
        let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        match name.as_str() {
            ".gitmodules" => return Err(TreeError::Submodules(path.to_owned())),
            ".gitattributes" => check_attributes(path, bytes)?,
            "head" if is_repository(folder, &paths) => {
                let folder = folder.unwrap_or(".");
                return Err(TreeError::Repository(folder.to_owned()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Git takes a folder with these for a repository, and reads its `config`.
fn is_repository(folder: Option<&str>, paths: &HashSet<&str>) -> bool {
    let prefix = folder.map_or_else(String::new, |folder| format!("{folder}/"));
    let lower: Vec<String> = paths
        .iter()
        .filter_map(|path| path.strip_prefix(&prefix))
        .map(str::to_lowercase)
        .collect();
    let has = |name: &str| {
        let below = format!("{name}/");
        lower
            .iter()
            .any(|path| path == name || path.starts_with(&below))
    };
    has("config") && (has("objects") || has("refs") || has("commondir"))
}

fn check_attributes(path: &str, bytes: &[u8]) -> Result<(), TreeError> {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines().map(str::trim_start) {
        if line.starts_with('#') {
            continue;
        }
        let attributes = line.split_whitespace().skip(1);
        let runs = |word: &&str| {
            let word = word.to_lowercase();
            ["filter=", "merge=", "diff="]
                .iter()
                .any(|name| word.starts_with(name))
        };
        if let Some(attribute) = attributes.into_iter().find(runs) {
            // These three come with Git and run nothing.
            let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            let builtin = match name {
                "merge" => ["union", "text", "binary", "ours"].contains(&value),
                "diff" => BUILTIN_DIFFS.contains(&value),
                _ => false,
            };
            if !builtin {
                return Err(TreeError::Attribute {
                    path: path.to_owned(),
                    attribute: attribute.to_owned(),
                });
            }
        }
    }
    Ok(())
}

const BUILTIN_DIFFS: [&str; 10] = [
    "python", "rust", "golang", "markdown", "html", "css", "java", "bash", "ruby", "php",
];
