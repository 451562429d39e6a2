//! Which variables of the environment a hook in a sandbox gets: harmless ones, and those
//! that settings name.

/// Variables without which programs do not find their way. None holds a secret.
const HARMLESS: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PWD",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TZ",
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CI",
    "AI_AGENT",
    "SNAPHOOK_DEPTH",
    "SNAPHOOK_BRIDGE",
    "NVM_DIR",
    "VOLTA_HOME",
    "PYENV_ROOT",
    "RUSTUP_HOME",
    "JAVA_HOME",
    "GOROOT",
    "VIRTUAL_ENV",
    "PYTHONUTF8",
    "PYTHONIOENCODING",
    "SystemRoot",
];

/// The variables that pass.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct VariableRules {
    /// A name must be in each list, or harmless.
    pub(crate) named: Vec<Vec<String>>,
}

impl VariableRules {
    /// Whether a variable passes.
    #[must_use]
    pub fn allow(&self, name: &str) -> bool {
        let fits = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        };
        let in_all = !self.named.is_empty()
            && self
                .named
                .iter()
                .all(|list| list.iter().any(|pattern| fits(pattern)));
        in_all || HARMLESS.iter().any(|pattern| fits(pattern))
    }

    /// The names beyond the harmless ones, for people.
    #[must_use]
    pub fn extra(&self) -> Vec<String> {
        let Some((first, others)) = self.named.split_first() else {
            return Vec::new();
        };
        let in_all = |name: &&String| others.iter().all(|list| list.contains(name));
        first.iter().filter(in_all).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_do_not_pass_unless_they_are_named() {
        let none = VariableRules::default();
        assert!(none.allow("PATH") && none.allow("LC_ALL"));
        for name in [
            "ANTHROPIC_API_KEY",
            "SSH_AUTH_SOCK",
            "LD_PRELOAD",
            "PATHS",
            "AWS_SECRET_ACCESS_KEY",
        ] {
            assert!(!none.allow(name), "{name}");
        }
        let named = VariableRules {
            named: vec![
                vec!["MY_*".to_owned(), "A".to_owned()],
                vec!["A".to_owned()],
            ],
        };
        assert!(named.allow("A") && !named.allow("MY_B"));
        assert_eq!(named.extra(), ["A"]);
    }
}
