//! The folders and options of a plugin or a skill, for its hooks.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_core::hook::{Hook, Origin, Scope};

/// Why a plugin or a skill cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OriginError {
    /// Its folder was removed.
    #[error("the folder of `{name}` is gone: {}; install it again, or remove its hooks", .root.display())]
    Gone {
        /// The plugin or skill.
        name: String,
        /// The folder.
        root: PathBuf,
    },
    /// Two of its options become the same environment variable.
    #[error(
        "the options `{key}` and `{other}` of `{name}` are the same variable; rename one of them"
    )]
    SameVariable {
        /// The plugin or skill.
        name: String,
        /// The option that was asked for.
        key: String,
        /// The other option.
        other: String,
    },
}

/// Checks that the folder of a plugin exists. A plugin that was removed must not
/// run in part: interpreters exit with 2 for a missing script, which would block.
pub(crate) fn is_there(origin: &Origin) -> Result<(), OriginError> {
    if origin.root.is_dir() {
        return Ok(());
    }
    Err(OriginError::Gone {
        name: origin.name.to_string(),
        root: origin.root.clone(),
    })
}

/// The folder of the skill, or of the agent's file, that a hook belongs to.
pub(crate) fn skill_dir(hook: &Hook) -> Option<&Path> {
    let origin = hook.source.origin.as_deref()?;
    matches!(hook.source.scope, Scope::Skill | Scope::Agent).then_some(&origin.root)
}

/// Finds the value of a placeholder for a folder, by its name without the prefix.
pub(crate) fn placeholder(origin: &Origin, name: &str) -> Option<String> {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    match name {
        "PLUGIN_ROOT" => Some(path(&origin.root)),
        "PLUGIN_DATA" => origin.data.as_deref().map(path),
        _ => None,
    }
}

/// Its variables, by their names without the prefix. An option is set as it is
/// written and in capitals, as variables usually are, unless another option is
/// written so.
pub(crate) fn variables(origin: &Origin) -> Vec<(String, OsString)> {
    let mut variables = vec![("PLUGIN_ROOT".to_owned(), (&origin.root).into())];
    if let Some(data) = &origin.data {
        variables.push(("PLUGIN_DATA".to_owned(), data.into()));
    }
    for (key, value) in &origin.options {
        variables.push((as_variable(key), value.into()));
    }
    for (key, value) in &origin.options {
        let capitals = as_variable(&key.to_ascii_uppercase());
        if !variables.iter().any(|(name, _)| *name == capitals) {
            variables.push((capitals, value.into()));
        }
    }
    variables
}

/// Makes the name of an option's variable, without the prefix.
///
/// # Errors
/// When another option has the same variable.
pub(crate) fn option_variable(origin: &Origin, key: &str) -> Result<String, OriginError> {
    let variable = as_variable(key);
    let mut others = origin.options.keys().filter(|other| *other != key);
    match others.find(|other| as_variable(other) == variable) {
        None => Ok(variable),
        Some(other) => Err(OriginError::SameVariable {
            name: origin.name.to_string(),
            key: key.to_owned(),
            other: other.clone(),
        }),
    }
}

fn as_variable(key: &str) -> String {
    let key: String = key.chars().map(in_a_name).collect();
    format!("PLUGIN_OPTION_{key}")
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
            name: "fmt".into(),
            root: "/p".into(),
            data: Some("/d".into()),
            options: [("api-key".to_owned(), "k ${CLAUDE_PLUGIN_ROOT}".to_owned())].into(),
            of_project: false,
            pack: None,
        }
    }

    #[test]
    fn placeholders_are_variables() {
        let value = |name| placeholder(&origin(), name);
        assert_eq!(value("PLUGIN_ROOT").as_deref(), Some("/p"));
        assert_eq!(value("PLUGIN_DATA").as_deref(), Some("/d"));
        assert_eq!(value("api-key"), None);
        assert_eq!(value("HOME"), None);
    }

    #[test]
    fn options_do_not_take_each_others_variables() {
        let mut origin = origin();
        origin.options = ["a", "A", "b-c", "b_c"]
            .map(|key| (key.to_owned(), key.to_owned()))
            .into();
        let set = variables(&origin);
        let capital = set.iter().filter(|(name, _)| name == "PLUGIN_OPTION_A");
        assert_eq!(
            capital
                .map(|(_, value)| value.as_os_str())
                .collect::<Vec<_>>(),
            ["A"]
        );
        assert!(option_variable(&origin, "b-c").is_err());
        assert_eq!(option_variable(&origin, "a").unwrap(), "PLUGIN_OPTION_a");
    }

    #[test]
    fn options_are_variables_as_written_and_in_capitals() {
        let set = variables(&origin());
        let names: Vec<&str> = set.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "PLUGIN_ROOT",
                "PLUGIN_DATA",
                "PLUGIN_OPTION_api_key",
                "PLUGIN_OPTION_API_KEY"
            ]
        );
    }
}
