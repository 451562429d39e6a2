//! The keys by which a command verifies a bundle: those that it names, else those of the
//! machine.

use std::collections::BTreeMap;

use snaphook_bundle::TrustedKeys;

use super::args::TrustedKeyArgs;
use crate::error::CommandError;
use crate::policy;

impl TrustedKeyArgs {
    /// The keys that these arguments name.
    pub(super) fn keys(&self) -> Result<TrustedKeys, CommandError> {
        let written = match self.trust.is_empty() {
            true => of_machine()?,
            false => pairs("--trust", &self.trust)?,
        };
        TrustedKeys::read(&written).map_err(|error| {
            CommandError::new(error.to_string())
                .help("write a key as `snaphook bundle keygen` prints it")
        })
    }
}

fn of_machine() -> Result<BTreeMap<String, String>, CommandError> {
    let none = || {
        CommandError::new("no key to verify the bundle with")
            .help("pass --trust ID=KEY; managed settings of this machine name no `policySource`")
    };
    let source = policy::source()?.ok_or_else(none)?;
    let source = source.value.map_err(CommandError::new)?;
    Ok(source.keys.clone())
}

/// Arguments of the form NAME=VALUE.
pub(super) fn pairs(
    argument: &str,
    written: &[String],
) -> Result<BTreeMap<String, String>, CommandError> {
    let split = |text: &String| {
        let (name, value) = text.split_once('=').filter(|(name, _)| !name.is_empty())?;
        Some((name.to_owned(), value.to_owned()))
    };
    let mut pairs = BTreeMap::new();
    for text in written {
        let (name, value) = split(text).ok_or_else(|| {
            CommandError::new(format!("`{argument} {text}` is not NAME=VALUE"))
                .help("write a name, `=` and a value")
        })?;
        if pairs.insert(name.clone(), value).is_some() {
            return Err(
                CommandError::new(format!("`{argument}` names `{name}` twice"))
                    .help("leave one of them out"),
            );
        }
    }
    Ok(pairs)
}
