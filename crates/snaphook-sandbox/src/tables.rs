//! The places that matter: those that hold secrets, those that programs need to run, and
//! those in a project that decide what runs outside of a sandbox later. Data only.

/// A place that holds secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretPlace {
    /// The path: `~/` is the home folder.
    pub path: &'static str,
    /// What is in it.
    pub holds: &'static str,
}

const fn secret(path: &'static str, holds: &'static str) -> SecretPlace {
    SecretPlace { path, holds }
}

/// Every place that no sandbox reads or writes unless settings open it by name.
/// (`.env` files need no row: a sandbox reads nothing of other projects.)
pub const SECRETS: &[SecretPlace] = &[
    secret("~/.ssh", "SSH keys"),
    secret("~/.gnupg", "PGP keys"),
    secret("~/.aws", "keys of AWS"),
    secret("~/.azure", "keys of Azure"),
    secret("~/.config/gcloud", "keys of Google Cloud"),
    secret("~/.kube", "keys of Kubernetes"),
    secret("~/.docker", "logins of registries"),
    secret("~/.config/gh", "tokens of GitHub"),
    secret("~/.config/glab-cli", "tokens of GitLab"),
    secret("~/.config/hub", "tokens of GitHub"),
    secret("~/.config/op", "1Password"),
    secret("~/.config/doctl", "tokens of DigitalOcean"),
    secret("~/.config/heroku", "tokens of Heroku"),
    secret("~/.config/rclone", "logins of storage"),
    secret("~/.config/git/credentials", "passwords of Git"),
    secret("~/.git-credentials", "passwords of Git"),
    secret("~/.netrc", "passwords"),
    secret("~/.npmrc", "tokens of npm"),
    secret("~/.yarnrc.yml", "tokens of npm"),
    secret("~/.pypirc", "tokens of PyPI"),
    secret("~/.cargo/credentials", "tokens of crates.io"),
    secret("~/.cargo/credentials.toml", "tokens of crates.io"),
    secret("~/.gem/credentials", "tokens of RubyGems"),
    secret("~/.m2", "passwords of Maven"),
    secret("~/.gradle/gradle.properties", "passwords of Gradle"),
    secret("~/.terraform.d", "tokens of Terraform"),
    secret("~/.vault-token", "tokens of Vault"),
    secret("~/.pgpass", "passwords of PostgreSQL"),
    secret("~/.my.cnf", "passwords of MySQL"),
    secret("~/.password-store", "passwords"),
    secret("~/.claude/.credentials.json", "logins of Claude"),
    secret("~/.claude.json", "logins of Claude"),
    secret("~/.codex/auth.json", "logins of Codex"),
    secret("~/.gemini", "logins of Gemini"),
    secret("~/.config/github-copilot", "tokens of Copilot"),
    secret("~/.local/share/keyrings", "the keyring"),
    secret("~/.local/share/kwalletd", "the keyring"),
    secret(
        "~/.local/state/snaphook",
        "the log and the trust of snaphook",
    ),
    secret("~/Library/Keychains", "the keychain"),
    secret("~/.mozilla", "profiles of Firefox"),
    secret("~/.thunderbird", "mail"),
    secret("~/.config/google-chrome", "profiles of Chrome"),
    secret("~/.config/chromium", "profiles of Chromium"),
    secret("~/.config/BraveSoftware", "profiles of Brave"),
    secret("~/.config/microsoft-edge", "profiles of Edge"),
    secret("~/.config/vivaldi", "profiles of Vivaldi"),
    secret("~/.config/Code", "state of VS Code"),
    secret("~/.config/Cursor", "state of Cursor"),
    secret("~/snap", "profiles of browsers"),
    secret("~/.var/app", "profiles of browsers"),
    secret("~/Library/Application Support/Google", "profiles of Chrome"),
    secret(
        "~/Library/Application Support/Firefox",
        "profiles of Firefox",
    ),
    secret(
        "~/Library/Application Support/BraveSoftware",
        "profiles of Brave",
    ),
    secret(
        "~/Library/Application Support/Microsoft Edge",
        "profiles of Edge",
    ),
    secret("~/Library/Cookies", "cookies"),
    secret("~/.bash_history", "what was typed"),
    secret("~/.zsh_history", "what was typed"),
    secret("~/.python_history", "what was typed"),
    secret("~/.node_repl_history", "what was typed"),
    secret("~/.env", "keys"),
    secret("/etc/shadow", "passwords"),
    secret("/etc/shadow-", "passwords"),
    secret("/etc/gshadow", "passwords"),
    secret("/etc/gshadow-", "passwords"),
    secret("/etc/sudoers", "rights"),
    secret("/etc/sudoers.d", "rights"),
    secret("/etc/ssh", "keys of the machine"),
    secret("/etc/ssl/private", "keys of the machine"),
    secret("/etc/pki/tls/private", "keys of the machine"),
    secret("/etc/letsencrypt", "keys of the machine"),
    secret("/etc/kubernetes", "keys of the machine"),
    secret("/etc/rancher", "keys of the machine"),
    secret("/etc/krb5.keytab", "keys of the machine"),
    secret("/etc/NetworkManager", "passwords of networks"),
    secret("/etc/wireguard", "keys of the machine"),
    secret("/etc/docker", "keys of the machine"),
];

/// What programs of the system need to run.
pub(crate) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/proc",
    "/sys/devices/system/cpu",
    "/sys/fs/cgroup",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/snap",
    "/opt/homebrew",
    "/opt/local",
    "/opt/hostedtoolcache",
    "/home/linuxbrew/.linuxbrew",
    "/System",
    "/Library",
    "/private/etc",
    "/private/var/db",
    "/Applications/Xcode.app",
];

/// Devices that are read and written.
pub(crate) const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Where people keep programs, and what those read of the home folder.
pub(crate) const TOOLS: &[&str] = &[
    "~/.cargo/bin",
    "~/.rustup",
    "~/.nvm",
    "~/.volta",
    "~/.fnm",
    "~/.asdf",
    "~/.pyenv",
    "~/.rbenv",
    "~/.bun/bin",
    "~/.deno/bin",
    "~/.sdkman/candidates",
    "~/.local/bin",
    "~/.local/lib",
    "~/.local/share/fnm",
    "~/.local/share/mise",
    "~/.local/share/uv",
    "~/.local/share/pnpm",
    "~/.local/share/pipx",
    "~/go/bin",
    "~/.gitconfig",
    "~/.config/git",
    "~/.claude/hooks",
    "~/.config/snaphook",
];

/// What runs in the home folder when somebody logs in, opens a terminal or starts a program
/// by its name. It matters where the project is the home folder.
pub(crate) const STARTUP: &[&str] = &[
    "~/.bashrc",
    "~/.bash_profile",
    "~/.bash_login",
    "~/.bash_logout",
    "~/.profile",
    "~/.zshrc",
    "~/.zshenv",
    "~/.zprofile",
    "~/.zlogin",
    "~/.inputrc",
    "~/.config",
    "~/.local",
    "~/.vim",
    "~/.vimrc",
    "~/.emacs",
    "~/.emacs.d",
    "~/.cargo",
    "~/bin",
    "~/Library",
];

/// What decides in a project what runs later, outside of the sandbox. Nobody writes it
/// from inside, whether it exists or not.
pub const PROTECTED_IN_PROJECT: &[&str] = &[
    ".git",
    ".snaphook",
    ".claude",
    ".codex",
    ".cursor",
    ".gemini",
    ".github",
    ".husky",
    ".mcp.json",
    ".vscode",
    ".idea",
    ".devcontainer",
    ".envrc",
    ".gitmodules",
    ".ripgreprc",
];
