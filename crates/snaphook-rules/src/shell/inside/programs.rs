//! The programs that have options whose values are commands, as one table.

use super::git::OPTIONS;

/// One row.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodeProgram {
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
pub(super) const PROGRAMS: &[CodeProgram] = &[
    CodeProgram { names: &["git"], options: OPTIONS },
    CodeProgram { names: &["tar", "gtar", "bsdtar"], options: &[
        ("--checkpoint-action", After("exec=")), ("--to-command", Command), ("-I", Command), ("--use-compress-program", Command),
        ("--rsh-command", Command), ("--rmt-command", Command), ("-F", Command), ("--info-script", Command), ("--new-volume-script", Command)] },
    CodeProgram { names: &["cpio"], options: &[("--rsh-command", Command)] },
    CodeProgram { names: &["rsync"], options: &[("-e", Command), ("--rsh", Command), ("--rsync-path", Command)] },
    CodeProgram { names: &["ssh", "autossh", "mosh", "slogin"], options: &[("-o", SSH), ("--ssh", Command)] },
    CodeProgram { names: &["scp", "sftp", "sshfs"], options: &[("-o", SSH), ("-S", Command), ("-D", Command)] },
    CodeProgram { names: &["ssh-keygen", "ssh-add", "ssh-copy-id"], options: &[("-o", SSH)] },
    CodeProgram { names: &["man", "apropos", "whatis"], options: &[("-P", Command), ("--pager", Command), ("-H", Command), ("--html", Command)] },
    CodeProgram { names: &["bat", "batcat", "delta", "ack", "ag", "pt"], options: &[("--pager", Command)] },
    CodeProgram { names: &["rg", "ripgrep"], options: &[("--pre", Command), ("--hostname-bin", Command)] },
    CodeProgram { names: &["sort", "gsort"], options: &[("--compress-program", Command)] },
    CodeProgram { names: &["split", "gsplit"], options: &[("--filter", Command)] },
    CodeProgram { names: &["install", "ginstall"], options: &[("--strip-program", Command)] },
    CodeProgram { names: &["sdiff", "diff3", "zdiff"], options: &[("--diff-program", Command)] },
    CodeProgram { names: &["zip"], options: &[("-TT", Command), ("--unzip-command", Command)] },
    CodeProgram { names: &["wget", "wget2"], options: &[("--use-askpass", Command), ("-e", Settings(&["use_askpass"])), ("--execute", Settings(&["use_askpass"]))] },
    CodeProgram { names: &["aria2c"], options: &[("--on-download-complete", Command), ("--on-download-start", Command), ("--on-download-stop", Command), ("--on-download-error", Command), ("--on-bt-download-complete", Command), ("--on-download-pause", Command)] },
    CodeProgram { names: &["yt-dlp", "youtube-dl"], options: &[("--exec", Command), ("--exec-before-download", Command), ("--external-downloader", Command), ("--downloader", Command), ("--netrc-cmd", Command)] },
    CodeProgram { names: &["tcpdump"], options: &[("-z", Command)] },
    CodeProgram { names: &["dpkg", "dpkg-deb"], options: &[("--pre-invoke", Command), ("--post-invoke", Command), ("--status-logger", Command)] },
    CodeProgram { names: &["apt", "apt-get", "aptitude", "apt-cache"], options: &[("-o", APT), ("--option", APT)] },
    CodeProgram { names: &["gcc", "g++", "cc", "c++", "clang", "clang++"], options: &[("-wrapper", Commas), ("-fuse-ld", After("/")), ("--ld-path", Command)] },
    CodeProgram { names: &["rustc", "rustdoc"], options: &[("-C", Settings(&["linker"])), ("--codegen", Settings(&["linker"])), ("--runtool", Command), ("--test-runtool", Command)] },
    CodeProgram { names: &["cargo", "cross"], options: &[("--config", Settings(&["*.runner", "*.linker", "*.rustc-wrapper", "*.rustc-workspace-wrapper", "*.rustc", "*.rustdoc", "*.credential-provider", "*.global-credential-providers", "alias.*"]))] },
    CodeProgram { names: &["go"], options: &[("-exec", Command), ("-toolexec", Command), ("-vettool", Command), ("--exec", Command), ("--toolexec", Command), ("--vettool", Command)] },
    CodeProgram { names: &["npm", "pnpm", "yarn", "npx"], options: &[("--script-shell", Command), ("--editor", Command), ("--viewer", Command), ("--git", Command), ("--node-gyp", Command)] },
    CodeProgram { names: &["make", "gmake"], options: &[("SHELL", Command), ("CC", Command), ("CXX", Command), ("LD", Command), ("AR", Command), ("MAKE", Command), ("RM", Command), ("CPP", Command), ("AS", Command), ("INSTALL", Command)] },
    CodeProgram { names: &["cmake"], options: &[("-DCMAKE_C_COMPILER", Command), ("-DCMAKE_CXX_COMPILER", Command), ("-DCMAKE_C_COMPILER_LAUNCHER", Command), ("-DCMAKE_CXX_COMPILER_LAUNCHER", Command), ("-DCMAKE_MAKE_PROGRAM", Command)] },
    CodeProgram { names: &["gpg", "gpg2"], options: &[("--photo-viewer", Command), ("--agent-program", Command), ("--dirmngr-program", Command)] },
    CodeProgram { names: &["svn"], options: &[("--diff-cmd", Command), ("--diff3-cmd", Command), ("--editor-cmd", Command), ("--config-option", Settings(&["config:tunnels:*", "config:helpers:*", "servers:*"]))] },
    CodeProgram { names: &["hg"], options: &[("--config", Settings(&["alias.*", "hooks.*", "ui.editor", "ui.ssh", "ui.merge", "ui.remotecmd", "pager.pager", "merge-tools.*", "extdiff.*", "web.*"])), ("-e", Command), ("--ssh", Command), ("--remotecmd", Command), ("-p", Command)] },
    CodeProgram { names: &["fzf", "sk"], options: &[("--preview", Command), ("--bind", After("start:execute")), ("--with-shell", Command)] },
    CodeProgram { names: &["rclone", "restic"], options: &[("--password-command", Command), ("-o", Settings(&["sftp.command", "rclone.program"])), ("--sftp-ssh", Command)] },
    CodeProgram { names: &["borg"], options: &[("--rsh", Command)] },
    CodeProgram { names: &["helm"], options: &[("--post-renderer", Command)] },
    CodeProgram { names: &["ansible"], options: &[("-a", Command), ("--args", Command)] },
    CodeProgram { names: &["psql"], options: &[("-P", Settings(&["pager"]))] },
    CodeProgram { names: &["mysql", "mariadb"], options: &[("--pager", Command), ("--editor", Command)] },
    CodeProgram { names: &["screen"], options: &[("-s", Command)] },
    CodeProgram { names: &["flatpak"], options: &[("--command", Command)] },
    CodeProgram { names: &["java", "javac"], options: &[("-XX:OnError", Command), ("-XX:OnOutOfMemoryError", Command)] },
    CodeProgram { names: &["debuild", "dpkg-buildpackage"], options: &[("-r", Command), ("--rootcmd", Command), ("--root-command", Command), ("-p", Command), ("--sign-command", Command), ("--hook-init", Command), ("--check-command", Command)] },
    CodeProgram { names: &["rpmbuild", "rpm"], options: &[("--pipe", Command), ("--eval", After("%(")), ("-E", After("%("))] },
    CodeProgram { names: &["inotifywait", "watchexec", "watchman-make"], options: &[("--run", Command), ("--shell", Command)] },
];

/// The row for a name.
pub(super) fn program(name: &str) -> Option<&'static CodeProgram> {
    PROGRAMS.iter().find(|row| row.names.contains(&name))
}
