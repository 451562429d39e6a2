//! The formats that settings are written in.

use std::fmt;
use std::path::Path;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON with comments and trailing commas.
    Json,
    /// YAML 1.2.
    Yaml,
    /// TOML.
    Toml,
}

impl Format {
    /// The format of a file by its extension: `.yaml` and `.yml` are YAML, `.toml` is
    /// TOML, all else is JSON.
    #[must_use]
    pub fn of(file: &Path) -> Self {
        let is = |wanted: &str| {
            let extension = file.extension();
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        if is("yaml") || is("yml") {
            Self::Yaml
        } else if is("toml") {
            Self::Toml
        } else {
            Self::Json
        }
    }

    /// What settings are in this format, for messages.
    #[must_use]
    pub fn settings_shape(self) -> &'static str {
        match self {
            Self::Json => "an object like {\"hooks\": {…}}",
            Self::Yaml => "a mapping with a key `hooks`",
            Self::Toml => "tables like [[hooks]]",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
        })
    }
}
