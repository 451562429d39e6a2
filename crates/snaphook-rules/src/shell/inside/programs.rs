//! The programs that have options whose values are commands, as one table.

use super::git::OPTIONS;

/// One row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Program {
    pub names: &'static [&'static str],
    pub options: &'static [(&'static str, Form)],
}

/// How a value holds a command.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// It is one.
    Command,
    /// It is one, with commas between its words.
    Commas,
    /// It follows this.
    After(&'static str),
    /// It is `KEY=COMMAND`, for these keys.
    Settings(&'static [&'static str]),
}

use Form::{After, Command, Commas, Settings};

/// Settings of ssh and its like; also written `KEY COMMAND`.
const SSH: Form = Settings(&[
    "proxycommand",
    "localcommand",
    "remotecommand",
    "knownhostscommand",
    "proxyusefdpass",
    "xauthlocation",
    "pkcs11provider",
    "securitykeyprovider",
]);
const APT: Form = Settings(&[
    "*::pre-invoke::",
    "*::post-invoke::",
    "*::pre-invoke",
    "*::post-invoke",
    "*-invoke*",
    "*::pre-install-pkgs*",
    "*::proxy-auto-detect",
    "*::editor",
    "*::options*",
]);

#[rustfmt::skip]
pub(super) const PROGRAMS: &[Program] = &[
    Program { names: &["git"], options: OPTIONS },
    Program { names: &["tar", "gtar", "bsdtar"], options: &[
        ("--checkpoint-action", After("exec=")), ("--to-command", Command), ("-I", Command), ("--use-compress-program", Command),
        ("--rsh-command", Command), ("--rmt-command", Command), ("-F", Command), ("--info-script", Command), ("--new-volume-script", Command)] },
    Program { names: &["cpio"], options: &[("--rsh-command", Command)] },
    Program { names: &["rsync"], options: &[("-e", Command), ("--rsh", Command), ("--rsync-path", Command)] },
    Program { names: &["ssh", "autossh", "mosh", "slogin"], options: &[("-o", SSH), ("--ssh", Command)] },
    Program { names: &["scp", "sftp", "sshfs"], options: &[("-o", SSH), ("-S", Command), ("-D", Command)] },
    Program { names: &["ssh-keygen", "ssh-add", "ssh-copy-id"], options: &[("-o", SSH)] },
    Program { names: &["man", "apropos", "whatis"], options: &[("-P", Command), ("--pager", Command), ("-H", Command), ("--html", Command)] },
    Program { names: &["bat", "batcat", "delta", "ack", "ag", "pt"], options: &[("--pager", Command)] },
    Program { names: &["rg", "ripgrep"], options: &[("--pre", Command), ("--hostname-bin", Command)] },
    Program { names: &["sort", "gsort"], options: &[("--compress-program", Command)] },
    Program { names: &["split", "gsplit"], options: &[("--filter", Command)] },
    Program { names: &["install", "ginstall"], options: &[("--strip-program", Command)] },
    Program { names: &["sdiff", "diff3", "zdiff"], options: &[("--diff-program", Command)] },
    Program { names: &["zip"], options: &[("-TT", Command), ("--unzip-command", Command)] },
    Program { names: &["wget", "wget2"], options: &[("--use-askpass", Command), ("-e", Settings(&["use_askpass"])), ("--execute", Settings(&["use_askpass"]))] },
    Program { names: &["aria2c"], options: &[("--on-download-complete", Command), ("--on-download-start", Command), ("--on-download-stop", Command), ("--on-download-error", Command), ("--on-bt-download-complete", Command), ("--on-download-pause", Command)] },
    Program { names: &["yt-dlp", "youtube-dl"], options: &[("--exec", Command), ("--exec-before-download", Command), ("--external-downloader", Command), ("--downloader", Command), ("--netrc-cmd", Command)] },
    Program { names: &["tcpdump"], options: &[("-z", Command)] },
    Program { names: &["dpkg", "dpkg-deb"], options: &[("--pre-invoke", Command), ("--post-invoke", Command), ("--status-logger", Command)] },
    Program { names: &["apt", "apt-get", "aptitude", "apt-cache"], options: &[("-o", APT), ("--option", APT)] },
    Program { names: &["gcc", "g++", "cc", "c++", "clang", "clang++"], options: &[("-wrapper", Commas), ("-fuse-ld", After("/")), ("--ld-path", Command)] },
    Program { names: &["rustc", "rustdoc"], options: &[("-C", Settings(&["linker"])), ("--codegen", Settings(&["linker"])), ("--runtool", Command), ("--test-runtool", Command)] },
    Program { names: &["cargo", "cross"], options: &[("--config", Settings(&["*.runner", "*.linker", "*.rustc-wrapper", "*.rustc-workspace-wrapper", "*.rustc", "*.rustdoc", "*.credential-provider", "*.global-credential-providers", "alias.*"]))] },
    Program { names: &["go"], options: &[("-exec", Command), ("-toolexec", Command), ("-vettool", Command), ("--exec", Command), ("--toolexec", Command), ("--vettool", Command)] },
    Program { names: &["npm", "pnpm", "yarn", "npx"], options: &[("--script-shell", Command), ("--editor", Command), ("--viewer", Command), ("--git", Command), ("--node-gyp", Command)] },
    Program { names: &["make", "gmake"], options: &[("SHELL", Command), ("CC", Command), ("CXX", Command), ("LD", Command), ("AR", Command), ("MAKE", Command), ("RM", Command), ("CPP", Command), ("AS", Command), ("INSTALL", Command)] },
    Program { names: &["cmake"], options: &[("-DCMAKE_C_COMPILER", Command), ("-DCMAKE_CXX_COMPILER", Command), ("-DCMAKE_C_COMPILER_LAUNCHER", Command), ("-DCMAKE_CXX_COMPILER_LAUNCHER", Command), ("-DCMAKE_MAKE_PROGRAM", Command)] },
    Program { names: &["gpg", "gpg2"], options: &[("--photo-viewer", Command), ("--agent-program", Command), ("--dirmngr-program", Command)] },
    Program { names: &["svn"], options: &[("--diff-cmd", Command), ("--diff3-cmd", Command), ("--editor-cmd", Command), ("--config-option", Settings(&["config:tunnels:*", "config:helpers:*", "servers:*"]))] },
    Program { names: &["hg"], options: &[("--config", Settings(&["alias.*", "hooks.*", "ui.editor", "ui.ssh", "ui.merge", "ui.remotecmd", "pager.pager", "merge-tools.*", "extdiff.*", "web.*"])), ("-e", Command), ("--ssh", Command), ("--remotecmd", Command), ("-p", Command)] },
    Program { names: &["fzf", "sk"], options: &[("--preview", Command), ("--bind", After("start:execute")), ("--with-shell", Command)] },
    Program { names: &["rclone", "restic"], options: &[("--password-command", Command), ("-o", Settings(&["sftp.command", "rclone.program"])), ("--sftp-ssh", Command)] },
    Program { names: &["borg"], options: &[("--rsh", Command)] },
    Program { names: &["helm"], options: &[("--post-renderer", Command)] },
    Program { names: &["ansible"], options: &[("-a", Command), ("--args", Command)] },
    Program { names: &["psql"], options: &[("-P", Settings(&["pager"]))] },
    Program { names: &["mysql", "mariadb"], options: &[("--pager", Command), ("--editor", Command)] },
    Program { names: &["screen"], options: &[("-s", Command)] },
    Program { names: &["flatpak"], options: &[("--command", Command)] },
    Program { names: &["java", "javac"], options: &[("-XX:OnError", Command), ("-XX:OnOutOfMemoryError", Command)] },
    Program { names: &["debuild", "dpkg-buildpackage"], options: &[("-r", Command), ("--rootcmd", Command), ("--root-command", Command), ("-p", Command), ("--sign-command", Command), ("--hook-init", Command), ("--check-command", Command)] },
    Program { names: &["rpmbuild", "rpm"], options: &[("--pipe", Command), ("--eval", After("%(")), ("-E", After("%("))] },
    Program { names: &["inotifywait", "watchexec", "watchman-make"], options: &[("--run", Command), ("--shell", Command)] },
];

/// The row for a name.
pub(super) fn program(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|row| row.names.contains(&name))
}
