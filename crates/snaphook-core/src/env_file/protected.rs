//! Variables that decide which code runs, or where it looks. What a project says
//! of them counts for the project's own hooks only.

/// Whole names.
const NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "TMPDIR",
    "TMP",
    "TEMP",
    "SHELL",
    "BASH_ENV",
    "ENV",
    "ZDOTDIR",
    "SHELLOPTS",
    "BASHOPTS",
    "BASH_LOADABLES_PATH",
    "CDPATH",
    "GLOBIGNORE",
    "IFS",
    "PS4",
    "PROMPT_COMMAND",
    "EXECIGNORE",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_EXTRA_CA_CERTS",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "JAVA_HOME",
    "CLASSPATH",
    "AWKPATH",
    "AWKLIBPATH",
    "GREP_OPTIONS",
    "LESSOPEN",
    "LESSCLOSE",
    "PAGER",
    "EDITOR",
    "VISUAL",
    "CURL_CA_BUNDLE",
    "CURL_HOME",
    "REQUESTS_CA_BUNDLE",
    "GCONV_PATH",
    "LOCPATH",
    "NLSPATH",
    "HOSTALIASES",
    "RES_OPTIONS",
    "COMSPEC",
    "PATHEXT",
    "PSMODULEPATH",
    "SYSTEMROOT",
    "JQ_LIBRARY_PATH",
    "GOFLAGS",
    "GOPATH",
    "GOROOT",
    "GOENV",
    "GOTOOLCHAIN",
    "RUSTC",
    "RUSTFLAGS",
];

/// What names begin with.
const BEGINNINGS: &[&str] = &[
    "XDG_",
    "LD_",
    "DYLD_",
    "BASH_FUNC_",
    "PYTHON",
    "PERL",
    "RUBY",
    "GEM_",
    "BUNDLE_",
    "LUA_",
    "PHP",
    "GIT_",
    "SSH_",
    "SSL_CERT_",
    "OPENSSL_",
    "MALLOC_",
    "NPM_CONFIG_",
    "UV_",
    "PIP_",
    "DENO_",
    "BUN_",
    "CARGO_",
    "RUSTUP_",
    "DOTNET_",
    "CLAUDE_",
    "SNAPHOOK_",
    "GEN_",
];

/// Whether a variable changes which code runs, or where it looks. In either case:
/// some systems know no difference.
///
/// ```
/// use snaphook_core::env_file::decides_what_runs;
///
/// assert!(decides_what_runs("LD_PRELOAD") && decides_what_runs("https_proxy"));
/// assert!(!decides_what_runs("DATABASE_URL"));
/// ```
#[must_use]
pub fn decides_what_runs(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    NAMES.contains(&name.as_str())
        || name.ends_with("_PROXY")
        || BEGINNINGS
            .iter()
            .any(|beginning| name.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_of_the_protocol_is_protected() {
        for name in [
            "PATH",
            "HOME",
            "XDG_CONFIG_HOME",
            "TMPDIR",
            "LD_PRELOAD",
            "DYLD_INSERT_LIBRARIES",
            "BASH_ENV",
            "ENV",
            "SHELLOPTS",
            "BASHOPTS",
            "BASH_FUNC_x%%",
            "IFS",
            "PS4",
            "PROMPT_COMMAND",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PYTHONPATH",
            "PERL5LIB",
            "PERL5OPT",
            "RUBYOPT",
            "JAVA_TOOL_OPTIONS",
            "GIT_DIR",
            "SSH_AUTH_SOCK",
            "HTTP_PROXY",
            "https_proxy",
            "SSL_CERT_FILE",
            "CLAUDE_PROJECT_DIR",
            "SNAPHOOK_X",
            "Path",
        ] {
            assert!(decides_what_runs(name), "{name}");
        }
        for name in ["DATABASE_URL", "CI", "MY_PATH", "NODE_ENV", "LANG", "XDG"] {
            assert!(!decides_what_runs(name), "{name}");
        }
    }
}
