//! The environment of a driven agent: what programs need to be found and to print, and
//! nothing that names the user's configuration, accounts or keys.

use std::ffi::OsString;

/// Variables that are passed on.
const PASSED: &[&str] = &[
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "TEMP",
    "TMP",
    "USER",
    "LOGNAME",
    "USERNAME",
    "SHELL",
    "SYSTEMROOT",
    "COMSPEC",
    "PATHEXT",
    "NIX_LD",
    "NIX_LD_LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
];

/// Beginnings of variables that are passed on: version managers find programs with them.
const PASSED_PREFIXES: &[&str] = &[
    "PYENV_", "ASDF_", "MISE_", "VOLTA_", "NVM_", "FNM_", "RBENV_",
];

/// Set for every agent: no colours, and no proxy to the scripted model.
pub(super) const FIXED: &[(&str, &str)] = &[
    ("TERM", "dumb"),
    ("NO_COLOR", "1"),
    ("NO_PROXY", "127.0.0.1,localhost"),
    ("no_proxy", "127.0.0.1,localhost"),
];

/// The variables of the caller that an agent gets.
pub(super) fn passed_on(
    all: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    all.filter(|(name, _)| {
        name.to_str().is_some_and(|name| {
            PASSED.contains(&name) || PASSED_PREFIXES.iter().any(|one| name.starts_with(one))
        })
    })
}
