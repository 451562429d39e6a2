//! Files that later run by themselves, or decide what does: nobody edits these
//! unasked in a mode that accepts edits.

/// Folders and files, in lower case, that are held to be such wherever they are.
const NAMES: &[&str] = &[
    // Repositories: hooks, settings, filters.
    ".git",
    ".gitattributes",
    ".gitconfig",
    ".gitmodules",
    ".hg",
    ".husky",
    ".jj",
    ".lefthook",
    ".lefthook.json",
    ".lefthook.toml",
    ".lefthook.yaml",
    ".lefthook.yml",
    "lefthook.json",
    "lefthook.toml",
    "lefthook.yaml",
    "lefthook.yml",
    // Agents: settings, hooks, servers, plugins.
    ".agents",
    ".amp",
    ".augment",
    ".claude",
    ".claude.json",
    ".cline",
    ".clinerules",
    ".codex",
    ".continue",
    ".copilot",
    ".crush.json",
    ".cursor",
    ".deepagents",
    ".factory",
    ".gemini",
    ".gen",
    ".grok",
    ".kimi",
    ".kiro",
    ".mcp.json",
    ".opencode",
    ".openhands",
    ".pi",
    ".qwen",
    ".roo",
    ".snaphook",
    ".windsurf",
    "crush.json",
    "opencode.json",
    "opencode.jsonc",
    // Editors and tools that run what they find.
    ".devcontainer",
    ".direnv",
    ".envrc",
    ".exrc",
    ".gdbinit",
    ".idea",
    ".lldbinit",
    ".mise",
    ".mise.toml",
    ".npmrc",
    ".pre-commit-config.yaml",
    ".ripgreprc",
    ".ssh",
    ".vimrc",
    ".vscode",
    ".yarnrc",
    ".yarnrc.yml",
    "mise.toml",
    // Shells.
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".inputrc",
    ".kshrc",
    ".login",
    ".logout",
    ".mkshrc",
    ".profile",
    ".tcshrc",
    ".cshrc",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
];

/// Folders that are such below another: hooks of agents, start files of shells.
const BELOW: &[[&str; 2]] = &[
    [".config", "fish"],
    [".github", "copilot"],
    [".github", "hooks"],
];

/// Whether a path, as names from the root, is such a file or below such a folder.
/// Case is ignored. A file called `HEAD` makes git take its folder for a repository.
pub(crate) fn is_protected(names: &[String]) -> bool {
    let folded: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let known = |name: &String| NAMES.contains(&name.as_str());
    let below = |pair: &[String]| BELOW.iter().any(|known| pair == known);
    folded.iter().any(known)
        || folded.windows(2).any(below)
        || folded.last().is_some_and(|name| name == "head")
}

/// Some systems ignore case, and drop dots, blanks and a stream's name at the end.
fn fold(name: &str) -> String {
    let name = name.split(':').next().unwrap_or(name);
    name.trim_end_matches(['.', ' ']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::is_protected;

    #[test]
    fn files_that_run_by_themselves() {
        let names = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
        for path in [
            "r/.git/config",
            "r/.GIT/hooks/x",
            "r/.claude/settings.json",
            "r/.mcp.json",
            "h/.bashrc",
            "h/.zshrc",
            "h/.profile",
            "r/.vscode/tasks.json",
            "r/.idea/x",
            "r/.husky/pre-commit",
            "r/.envrc",
            "r/.cursor/hooks.json",
            "r/.codex/x",
            "r/.gemini/settings.json",
            "r/.github/hooks/x.json",
            "r/lefthook.yml",
            "r/opencode.json",
            "h/.ssh/authorized_keys",
            "r/.yarnrc.yml",
            "r/.git.",
            "r/.git::$INDEX",
            "r/sub/HEAD",
        ] {
            assert!(is_protected(&names(path)), "{path}");
        }
        for path in [
            "r/src/a.rs",
            "r/.gitignore",
            "r/.github/workflows/ci.yml",
            "r/git/x",
            "r/head.rs",
        ] {
            assert!(!is_protected(&names(path)), "{path}");
        }
    }
}
