//! The name of a server, by which rules and hooks know its tools.

/// A server's name. Its tools are `mcp__NAME__TOOL`, so the name must not make them
/// ambiguous.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerName(String);

/// Why a text is not the name of a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid server name {0:?}: use letters, digits, `-` and single `_`, none of them at an end \
     but letters and digits"
)]
pub struct ServerNameError(String);

/// Programs that start another one, which has the name.
const LAUNCHERS: &[&str] = &[
    "npx", "npm", "pnpm", "yarn", "bun", "bunx", "node", "deno", "uvx", "uv", "pipx", "python",
    "python3", "docker", "podman", "env", "sh", "bash", "cmd",
];

/// Words of launchers that stand before the program.
const WORDS: &[&str] = &["run", "exec", "dlx", "tool", "x"];

impl ServerName {
    /// Checks a name.
    ///
    /// # Errors
    /// When tools could not be told apart under it.
    pub fn new(name: impl Into<String>) -> Result<Self, ServerNameError> {
        let name = name.into();
        let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let at_end = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let fits = name.chars().all(inside)
            && !name.contains("__")
            && at_end(name.chars().next())
            && at_end(name.chars().next_back());
        match fits {
            true => Ok(Self(name)),
            false => Err(ServerNameError(name)),
        }
    }

    /// The name of the program that a command starts: of a launcher (`npx`, `uvx`, …) the
    /// package, without scope and version.
    ///
    /// # Errors
    /// When no name can be made of it.
    pub fn of_command(command: &[String]) -> Result<Self, ServerNameError> {
        let mut words = command.iter().map(String::as_str);
        let program = words.next().unwrap_or_default();
        let stem = stem(program);
        let package = match LAUNCHERS.contains(&stem) {
            true => words.find(|word| !word.starts_with('-') && !WORDS.contains(word)),
            false => None,
        };
        let name = package.map_or(stem, self::stem);
        Self::new(usable(name))
    }

    /// The host of an address.
    ///
    /// # Errors
    /// When no name can be made of it.
    pub fn of_url(url: &str) -> Result<Self, ServerNameError> {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        Self::new(usable(host))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The last part of a path or package, without its version and extension.
fn stem(word: &str) -> &str {
    let last = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let last = match last.split_once('@') {
        Some((name, _)) if !name.is_empty() => name,
        _ => last,
    };
    match last.rsplit_once('.') {
        Some((name, "js" | "mjs" | "cjs" | "ts" | "py" | "exe" | "cmd" | "sh")) => name,
        _ => last,
    }
}

/// A text as a name: what cannot stand in one becomes `-`.
fn usable(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c),
            '_' if !name.ends_with('_') => name.push('_'),
            _ if !name.ends_with(['-', '_']) => name.push('-'),
            _ => {}
        }
    }
    name.trim_matches(['-', '_']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::ServerName;

    #[test]
    fn a_name_leaves_no_doubt_where_it_ends() {
        for name in ["files", "my-server", "a_b", "7"] {
            assert!(ServerName::new(name).is_ok(), "{name}");
        }
        for name in ["", "a__b", "_a", "a_", "a b", "a.b", "*", "ä", "a-"] {
            assert!(ServerName::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_name_is_that_of_the_program() {
        let of = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            ServerName::of_command(&words).unwrap().as_str().to_owned()
        };
        assert_eq!(of("/usr/bin/my-server --root /"), "my-server");
        assert_eq!(
            of("npx -y @modelcontextprotocol/server-filesystem@1.2 /"),
            "server-filesystem"
        );
        assert_eq!(of("node dist/index.js"), "index");
        assert_eq!(of("uv run server.py"), "server");
        assert_eq!(of("fake__mcp"), "fake_mcp");
        let url = ServerName::of_url("https://me@mcp.example.com:8080/mcp?key=1").unwrap();
        assert_eq!(url.as_str(), "mcp-example-com-8080");
    }
}
