//! What a hook of a plugin or a skill knows of it: its folders, its options.

use std::ffi::OsString;

use snaphook_core::hook::Origin;

/// The variables and placeholders of a plugin's folders.
pub(super) const ROOT: &str = "CLAUDE_PLUGIN_ROOT";
pub(super) const DATA: &str = "CLAUDE_PLUGIN_DATA";

/// A plugin that was removed must not run half: its scripts are gone, and
/// interpreters exit with 2 for a missing script.
pub(super) fn is_there(origin: &Origin) -> Result<(), String> {
    if origin.root.is_dir() {
        return Ok(());
    }
    Err(format!(
        "the folder of `{}` is gone: {}; install it again, or remove its hooks",
        origin.name,
        origin.root.display()
    ))
}

/// The value of a placeholder.
pub(super) fn placeholder(origin: &Origin, name: &str) -> Option<String> {
    let plain = name.strip_prefix("SNAPHOOK_").unwrap_or_else(|| {
        // Both names mean the same.
        name.strip_prefix("CLAUDE_").unwrap_or(name)
    });
    match plain {
        "PLUGIN_ROOT" => Some(origin.root.to_string_lossy().into_owned()),
        "PLUGIN_DATA" => origin
            .data
            .as_ref()
            .map(|data| data.to_string_lossy().into_owned()),
        name => origin
            .options
            .get(name.strip_prefix("user_config.")?)
            .cloned(),
    }
}

/// Its variables, under both names. An option is set as it is written and in
/// capitals, as variables usually are.
pub(super) fn variables(origin: &Origin) -> Vec<(OsString, OsString)> {
    let mut variables: Vec<(String, OsString)> = vec![(ROOT.to_owned(), (&origin.root).into())];
    if let Some(data) = &origin.data {
        variables.push((DATA.to_owned(), data.into()));
    }
    for (key, value) in &origin.options {
        let written: String = key.chars().map(in_a_name).collect();
        let capitals = written.to_ascii_uppercase();
        let mut keys = vec![written, capitals];
        keys.dedup();
        for key in keys {
            variables.push((format!("CLAUDE_PLUGIN_OPTION_{key}"), value.into()));
        }
    }
    let alias = |name: &str| name.replacen("CLAUDE_", "SNAPHOOK_", 1);
    variables
        .into_iter()
        .flat_map(|(name, value)| [(alias(&name).into(), value.clone()), (name.into(), value)])
        .collect()
}

/// Variables have names of letters, digits and `_`.
fn in_a_name(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '_' }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin {
            name: "fmt".to_owned(),
            root: "/p".into(),
            data: Some("/d".into()),
            options: [("api-key".to_owned(), "k ${CLAUDE_PLUGIN_ROOT}".to_owned())].into(),
        }
    }

    #[test]
    fn placeholders_are_known_under_both_names() {
        let value = |name| placeholder(&origin(), name);
        assert_eq!(value("CLAUDE_PLUGIN_ROOT").as_deref(), Some("/p"));
        assert_eq!(value("SNAPHOOK_PLUGIN_DATA").as_deref(), Some("/d"));
        assert_eq!(
            value("user_config.api-key").as_deref(),
            Some("k ${CLAUDE_PLUGIN_ROOT}")
        );
        assert_eq!(value("user_config.other"), None);
        assert_eq!(value("api-key"), None);
        assert_eq!(value("HOME"), None);
    }

    #[test]
    fn variables_are_set_under_both_names() {
        let set = variables(&origin());
        let has = |name: &str| set.iter().any(|(known, _)| known == name);
        for name in [
            "CLAUDE_PLUGIN_ROOT",
            "SNAPHOOK_PLUGIN_ROOT",
            "CLAUDE_PLUGIN_DATA",
            "CLAUDE_PLUGIN_OPTION_api_key",
            "CLAUDE_PLUGIN_OPTION_API_KEY",
            "SNAPHOOK_PLUGIN_OPTION_API_KEY",
        ] {
            assert!(has(name), "{name}");
        }
    }
}
