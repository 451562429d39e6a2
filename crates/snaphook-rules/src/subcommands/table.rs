//! The commands that have subcommands, with the options that may come first: one
//! row each. An option that no row knows may or may not take a value; both
//! readings are then tried.

use crate::Word;

/// One row.
pub(super) struct SubcommandProgram {
    pub names: &'static [&'static str],
    /// Options that take the next word.
    pub values: &'static [&'static str],
    /// Options that take none.
    pub flags: &'static [&'static str],
    /// How many words of the command are subcommands.
    pub levels: usize,
    /// The subcommands that have others below them; none: all of them.
    pub groups: &'static [&'static str],
    /// `+toolchain` may come first.
    pub plus: bool,
    /// `NAME=value` may come first.
    pub assigns: bool,
}

const fn row(
    names: &'static [&'static str],
    levels: usize,
    values: &'static [&'static str],
    flags: &'static [&'static str],
) -> SubcommandProgram {
    SubcommandProgram {
        names,
        values,
        flags,
        levels,
        groups: &[],
        plus: false,
        assigns: false,
    }
}

impl SubcommandProgram {
    /// Whether further subcommands may follow this one.
    pub(super) fn goes_on_after(&self, first: &Word) -> bool {
        self.groups.is_empty() || first.known().is_none_or(|name| self.groups.contains(&name))
    }
}

#[rustfmt::skip]
pub(super) const PROGRAMS: &[SubcommandProgram] = &[
    SubcommandProgram { groups: &["remote", "stash", "submodule", "worktree", "bisect", "notes", "reflog", "lfs", "bundle", "sparse-checkout", "maintenance", "flow", "subtree", "annex"],
        ..row(&["git"], 2,
        &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"],
        &["-p", "-P", "-v", "-h", "-q", "--quiet", "--verbose", "--paginate", "--no-pager", "--bare", "--exec-path", "--no-replace-objects", "--literal-pathspecs",
          "--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs", "--no-optional-locks", "--no-lazy-fetch", "--no-advice",
          "--html-path", "--man-path", "--info-path", "--version", "--help"]) },
    row(&["hg"], 1, &["-R", "--repository", "--cwd", "--config", "--encoding", "--encodingmode", "--color", "--pager"],
        &["-q", "-v", "-y", "--quiet", "--verbose", "--noninteractive", "--debug", "--traceback", "--time", "--profile", "--hidden"]),
    row(&["jj"], 1, &["-R", "--repository", "--at-operation", "--at-op", "--config", "--config-file", "--color"],
        &["--ignore-working-copy", "--ignore-immutable", "--debug", "--quiet", "--no-pager"]),
    row(&["svn"], 1, &["--config-dir", "--config-option", "--username", "--password"], &["-q", "--non-interactive", "--no-auth-cache"]),
    row(&["gh", "glab"], 2, &["-R", "--repo", "--hostname", "-g", "--group"], &["--help", "--version"]),
    SubcommandProgram { groups: &["compose", "container", "image", "volume", "network", "system", "buildx", "context", "swarm", "stack", "service", "node", "secret",
            "config", "plugin", "builder", "manifest", "pod", "machine", "trust", "kube", "generate"],
        ..row(&["docker", "podman", "nerdctl"], 2,
        &["-c", "-H", "-l", "--config", "--context", "--host", "--log-level", "--tlscacert", "--tlscert", "--tlskey",
          "--cgroup-manager", "--conmon", "--connection", "--events-backend", "--hooks-dir", "--identity", "--imagestore", "--module",
          "--namespace", "-n", "--address", "-a", "--network-cmd-path", "--network-config-dir", "--out", "--root", "--runroot", "--runtime",
          "--runtime-flag", "--ssh", "--storage-driver", "--storage-opt", "--tmpdir", "--url", "--volumepath",
          "-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "--parallel", "--progress", "--ansi", "--builder"],
        &["-D", "-v", "-r", "--debug", "--tls", "--tlsverify", "--version", "--help", "--remote", "--noout", "--syslog", "--trace",
          "--transient-store", "--dry-run", "--compatibility", "--all-resources", "--verbose"]) },
    row(&["docker-compose", "podman-compose"], 1,
        &["-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "-c", "--context", "-H", "--host",
          "--tlscacert", "--tlscert", "--tlskey", "--log-level", "--parallel", "--progress", "--ansi"],
        &["--verbose", "--no-ansi", "--tls", "--tlsverify", "--skip-hostname-check", "--compatibility", "--dry-run", "--all-resources"]),
    row(&["kubectl", "oc", "k", "kubecolor", "k3s", "microk8s"], 2,
        &["-n", "-s", "-v", "--namespace", "--context", "--cluster", "--user", "--kubeconfig", "--server", "--token", "--as", "--as-group", "--as-uid",
          "--cache-dir", "--certificate-authority", "--client-certificate", "--client-key", "--password", "--profile", "--profile-output",
          "--request-timeout", "--tls-server-name", "--username", "--v", "--vmodule", "--log-file", "--kuberc"],
        &["-h", "--help", "--insecure-skip-tls-verify", "--match-server-version", "--warnings-as-errors", "--disable-compression"]),
    row(&["helm"], 2,
        &["-n", "--namespace", "--kube-context", "--kubeconfig", "--kube-apiserver", "--kube-as-group", "--kube-as-user", "--kube-ca-file",
          "--kube-tls-server-name", "--kube-token", "--registry-config", "--repository-cache", "--repository-config", "--burst-limit", "--qps"],
        &["--debug", "--kube-insecure-skip-tls-verify", "-h", "--help"]),
    row(&["argocd", "flux", "istioctl", "k9s", "kind", "minikube", "skaffold", "eksctl"], 2,
        &["-n", "-p", "-f", "--namespace", "--context", "--kubeconfig", "--server", "--profile", "--config", "--auth-token", "--name"],
        &["--insecure", "--plaintext", "--grpc-web", "--core", "--verbose", "-q", "--quiet"]),
    SubcommandProgram { groups: &["run", "run-script", "rum", "exec", "x", "config", "cache", "dist-tag", "token", "access", "team", "owner", "org", "pkg", "profile", "hook"],
        ..row(&["npm"], 2,
        &["-C", "-w", "--prefix", "--registry", "--workspace", "--userconfig", "--globalconfig", "--cache", "--loglevel", "--tag", "--otp", "--scope", "--script-shell"],
        &["-g", "-s", "-q", "-d", "-f", "-y", "-D", "-S", "-E", "--global", "--silent", "--quiet", "--ws", "--workspaces", "--if-present", "--force", "--yes",
          "--include-workspace-root", "--ignore-scripts", "--offline", "--prefer-offline", "--verbose", "--json", "--production", "--no-audit", "--no-fund"]) },
    row(&["pnpm"], 1, &["-C", "-F", "--dir", "--filter", "--filter-prod", "--registry", "--loglevel", "--reporter", "--config-dir", "--store-dir"],
        &["-r", "-w", "-g", "-s", "--recursive", "--workspace-root", "--global", "--silent", "--stream", "--aggregate-output", "--color", "--use-stderr", "--offline", "--ignore-scripts"]),
    row(&["yarn", "yarnpkg"], 1, &["--cwd", "--modules-folder", "--cache-folder", "--registry", "--network-timeout", "--mutex", "--use-yarnrc", "--preferred-cache-folder", "--global-folder", "--proxy", "--https-proxy", "--otp"],
        &["-s", "--silent", "--verbose", "--offline", "--prefer-offline", "--json", "--ignore-scripts", "--non-interactive", "--force", "--flat", "--prod"]),
    row(&["bun"], 1, &["-c", "-F", "--cwd", "--config", "--env-file", "--filter", "-r", "--preload", "--port", "--tsconfig-override"],
        &["-b", "-i", "--bun", "--silent", "--watch", "--hot", "--smol", "--if-present"]),
    row(&["deno"], 1, &["-L", "--log-level"], &["-q", "--quiet", "--unstable"]),
    SubcommandProgram { plus: true, ..row(&["cargo", "cross"], 1,
        &["-C", "-Z", "--color", "--config", "--manifest-path", "--target-dir", "--explain"],
        &["-v", "-q", "-V", "--verbose", "--quiet", "--locked", "--offline", "--frozen", "--list", "--version"]) },
    SubcommandProgram { plus: true, ..row(&["rustup"], 2, &[], &["-v", "-q", "--verbose", "--quiet"]) },
    row(&["go"], 1, &["-C"], &[]),
    SubcommandProgram { assigns: true, ..row(&["make", "gmake", "bmake", "remake", "ninja", "colormake"], 1,
        &["-C", "-f", "-I", "-o", "-W", "--directory", "--file", "--makefile", "--include-dir", "--old-file", "--assume-old", "--new-file", "--what-if", "--assume-new", "--eval"],
        &["-b", "-B", "-d", "-e", "-i", "-k", "-L", "-m", "-n", "-p", "-q", "-r", "-R", "-s", "-S", "-t", "-w", "--always-make", "--debug", "--environment-overrides",
          "--ignore-errors", "--keep-going", "--dry-run", "--just-print", "--silent", "--quiet", "--no-print-directory", "--warn-undefined-variables", "--touch", "--trace"]) },
    SubcommandProgram { assigns: true, ..row(&["just", "task", "rake", "mage", "doit", "invoke", "inv", "fab"], 1,
        &["-f", "-d", "-t", "-C", "-c", "-r", "-p", "-H", "--justfile", "--working-directory", "--taskfile", "--dir", "--shell", "--dotenv-path", "--rakefile", "--search-root", "--collection"],
        &["-q", "-v", "-n", "-s", "-y", "-e", "--quiet", "--verbose", "--dry-run", "--yes", "--silent", "--unstable"]) },
    row(&["mvn", "mvnw", "mvnd"], 1, &["-f", "-s", "-t", "-P", "-pl", "-T", "-l", "-gs", "-rf", "--file", "--settings", "--activate-profiles", "--projects", "--threads", "--log-file"],
        &["-q", "-B", "-U", "-o", "-e", "-X", "-am", "-amd", "-fae", "-ff", "-fn", "-N", "-ntp", "--quiet", "--batch-mode", "--offline"]),
    row(&["gradle", "gradlew"], 1, &["-p", "-b", "-c", "-g", "-I", "-x", "--project-dir", "--build-file", "--settings-file", "--gradle-user-home", "--init-script", "--exclude-task", "--console", "--max-workers"],
        &["-q", "-i", "-d", "-s", "-S", "-w", "-m", "--quiet", "--info", "--offline", "--daemon", "--no-daemon", "--parallel", "--stacktrace", "--rerun-tasks"]),
    row(&["bazel", "bazelisk", "buck2"], 1, &["--output_base", "--output_user_root", "--bazelrc", "--host_jvm_args", "--isolation-dir"], &["--batch", "--nohome_rc", "--noworkspace_rc"]),
    row(&["dotnet"], 1, &["--additionalprobingpath", "--roll-forward", "--fx-version"], &["-d", "--diagnostics"]),
    row(&["pip", "pip3", "pipx"], 1, &["--proxy", "--retries", "--timeout", "--exists-action", "--trusted-host", "--cert", "--client-cert", "--cache-dir", "--log", "--python", "--use-feature", "--use-deprecated", "--keyring-provider"],
        &["-v", "-q", "--verbose", "--quiet", "--isolated", "--no-input", "--disable-pip-version-check", "--no-cache-dir", "--require-virtualenv", "--no-color", "--debug"]),
    SubcommandProgram { groups: &["pip", "tool", "python", "cache", "self"], ..row(&["uv"], 2, &["--directory", "--project", "--config-file", "--cache-dir", "--color", "--python-preference", "--allow-insecure-host"],
        &["-q", "-v", "-n", "--quiet", "--verbose", "--offline", "--no-cache", "--no-progress", "--native-tls", "--no-config", "--no-python-downloads"]) },
    row(&["poetry"], 1, &["-C", "-P", "--directory", "--project"], &["-q", "-n", "-v", "--quiet", "--no-interaction", "--ansi", "--no-ansi", "--no-plugins", "--no-cache"]),
    row(&["pdm", "hatch", "rye"], 1, &["-c", "-p", "-e", "--config", "--project", "--env", "--data-dir", "--cache-dir"], &["-q", "-v", "--quiet", "--verbose", "--no-color", "--interactive", "--no-interactive"]),
    row(&["conda", "mamba", "micromamba"], 1, &["-r", "-p", "-n", "--root-prefix", "--prefix", "--name", "--rc-file"], &["-v", "-q", "-y", "--no-plugins", "--no-rc", "--no-env"]),
    row(&["composer"], 1, &["-d", "--working-dir"], &["-q", "-n", "-v", "--quiet", "--no-interaction", "--ansi", "--no-ansi", "--profile", "--no-plugins", "--no-scripts", "--no-cache"]),
    row(&["bundle", "bundler", "gem"], 1, &["--gemfile", "--retry", "--config-file"], &["--verbose", "--no-color", "--norc", "--quiet"]),
    row(&["apt", "apt-get", "aptitude", "apt-cache"], 1, &["-o", "-c", "-t", "-a", "--option", "--config-file", "--target-release", "--default-release", "--host-architecture"],
        &["-y", "-q", "-s", "-d", "-f", "-m", "-u", "-V", "-P", "--yes", "--assume-yes", "--quiet", "--simulate", "--dry-run", "--download-only", "--fix-broken", "--purge",
          "--no-install-recommends", "--allow-downgrades", "--allow-unauthenticated", "--allow-remove-essential", "--reinstall", "--auto-remove", "--force-yes"]),
    row(&["dnf", "yum", "microdnf", "tdnf", "zypper"], 1, &["-c", "-d", "-e", "-x", "-R", "-C", "--config", "--enablerepo", "--disablerepo", "--repo", "--repoid", "--installroot", "--root", "--releasever", "--setopt", "--exclude", "--disableexcludes", "--forcearch", "--comment"],
        &["-y", "-q", "-v", "-b", "-n", "--assumeyes", "--assumeno", "--quiet", "--verbose", "--nogpgcheck", "--non-interactive", "--best", "--nobest", "--allowerasing", "--refresh", "--no-gpg-checks"]),
    row(&["apk"], 1, &["-p", "-X", "--root", "--repository", "--repositories-file", "--keys-dir", "--arch", "--cache-dir", "--wait"], &["-q", "-v", "-i", "-U", "-f", "--quiet", "--force", "--no-cache", "--no-network", "--update-cache", "--allow-untrusted"]),
    row(&["brew", "port", "snap", "flatpak", "nix", "guix"], 1, &["--installation", "--option", "--extra-experimental-features", "--experimental-features", "--log-format", "-D"],
        &["-v", "-q", "-d", "--verbose", "--quiet", "--debug", "--user", "--system", "--impure", "--offline"]),
    row(&["systemctl", "loginctl", "machinectl", "timedatectl", "hostnamectl", "resolvectl", "bootctl", "coredumpctl"], 1,
        &["-t", "-p", "-P", "-H", "-M", "-s", "-n", "-o", "--type", "--property", "--host", "--machine", "--root", "--image", "--state", "--job-mode", "--kill-whom", "--kill-who", "--signal", "--lines", "--output", "--what", "--message", "--preset-mode"],
        &["-a", "-l", "-q", "-f", "-r", "-i", "--user", "--system", "--global", "--now", "--no-block", "--no-pager", "--quiet", "--all", "--full", "--force", "--no-ask-password", "--no-legend", "--no-reload", "--runtime", "--wait", "--recursive", "--plain", "--show-types"]),
    row(&["aws"], 2, &["--profile", "--region", "--output", "--query", "--endpoint-url", "--color", "--cli-read-timeout", "--cli-connect-timeout", "--ca-bundle", "--cli-binary-format"],
        &["--debug", "--no-verify-ssl", "--no-paginate", "--no-sign-request", "--no-cli-pager", "--no-cli-auto-prompt", "--cli-auto-prompt"]),
    row(&["gcloud", "gsutil", "bq"], 4, &["-h", "-o", "-u", "--project", "--project_id", "--account", "--configuration", "--format", "--verbosity", "--impersonate-service-account", "--billing-project", "--access-token-file", "--flags-file", "--flatten", "--filter", "--zone", "--region", "--trace-token", "--location"],
        &["-q", "-m", "-D", "--quiet", "--log-http", "--user-output-enabled", "--no-user-output-enabled", "--headless"]),
    row(&["az"], 3, &["-o", "--output", "--query", "--subscription"], &["--debug", "--verbose", "--only-show-errors"]),
    row(&["doctl", "linode-cli", "hcloud", "flyctl", "fly", "heroku", "vercel", "netlify", "firebase", "wrangler", "supabase", "railway"], 2,
        &["-t", "-c", "-u", "-o", "-a", "-e", "-S", "-P", "-A", "--access-token", "--token", "--context", "--config", "--api-url", "--output", "--app", "--env", "--cwd", "--scope", "--project", "--local-config", "--global-config", "--workdir", "--profile", "--auth", "--site"],
        &["-v", "-d", "--verbose", "--debug", "--trace", "--quiet", "--experimental", "--non-interactive"]),
    row(&["terraform", "tofu", "terragrunt", "packer", "vault", "consul", "nomad"], 2,
        &["-address", "-namespace", "-token", "-region", "-ca-cert", "-client-cert", "-client-key", "--terragrunt-working-dir", "--working-dir", "--terragrunt-config", "--config", "--log-level"],
        &["-help", "-version", "-tls-skip-verify", "--terragrunt-non-interactive", "--non-interactive", "-machine-readable"]),
    row(&["pulumi"], 2, &["-C", "-s", "-v", "--cwd", "--stack", "--color", "--tracing", "--profiling"], &["-e", "--emoji", "--non-interactive", "--disable-integrity-checking", "--logtostderr", "--logflow"]),
    row(&["cdk", "sam", "serverless", "sls"], 1, &["-a", "-c", "-r", "-o", "-i", "--app", "--context", "--profile", "--role-arn", "--output", "--plugin", "--stage", "--region", "--config"], &["-v", "-j", "--verbose", "--debug", "--trace", "--strict", "--json", "--ci"]),
    row(&["ansible-galaxy", "ansible-vault", "vagrant", "virsh", "lxc", "incus", "multipass"], 2, &["-c", "-d", "-k", "-K", "--connect", "--project", "--debug-level", "--machine-readable"], &["-v", "-q", "-r", "--verbose", "--quiet", "--readonly", "--no-color", "--no-tty"]),
    row(&["redis-cli", "valkey-cli", "keydb-cli"], 1, &["-h", "-p", "-s", "-a", "-n", "-u", "-r", "-i", "-d", "-D", "--user", "--pass", "--cacert", "--cert", "--key", "--sni"], &["-x", "-c", "-e", "-2", "-3", "--tls", "--raw", "--no-raw", "--insecure", "--no-auth-warning", "--askpass", "--csv", "--json"]),
    row(&["restic", "borg", "rclone", "etcdctl", "mc", "minio"], 1, &["-r", "-p", "-o", "-C", "--repo", "--password-file", "--password-command", "--config", "--endpoints", "--cacert", "--cert", "--key", "--user", "--config-dir", "--cache-dir", "--log-level", "--log-file", "--rsh", "--remote-path"],
        &["-q", "-v", "-P", "-n", "-i", "--quiet", "--verbose", "--dry-run", "--progress", "--no-lock", "--no-cache", "--insecure", "--json", "--debug"]),
    row(&["tmux"], 1, &["-L", "-S", "-f", "-T", "-c"], &["-2", "-C", "-D", "-l", "-N", "-u", "-v"]),
    row(&["ip", "tc", "bridge"], 2, &["-n", "-f", "-b", "-l", "-netns", "-family", "-batch", "-loops", "-rc", "-rcvbuf"], &["-4", "-6", "-B", "-M", "-0", "-s", "-d", "-h", "-o", "-r", "-t", "-a", "-c", "-j", "-p", "-N", "-force"]),
    row(&["adb", "fastboot"], 1, &["-s", "-t", "-H", "-P", "-L"], &["-a", "-d", "-e"]),
    row(&["flutter", "dart"], 1, &["-d", "--device-id", "--packages"], &["-v", "--verbose", "--suppress-analytics", "--no-version-check"]),
    row(&["ufw", "firewall-cmd", "nft", "sqlite-utils", "step"], 1, &["-f", "-I", "-D", "--zone", "--file"], &["--force", "--dry-run", "-q", "--permanent", "-a", "-e", "-n"]),
];
