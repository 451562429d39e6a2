//! Running as somebody else.

use crate::shell::wrap::row::{JoinedWords, PLAIN, Prefix, Wrapper, prefix};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("sudo sudo-rs", Prefix { values: "ugpCrtTUhDRac", flags: "AbBEHnPSsikKN", asks: "elvV",
        long_values: "--user --group --prompt --close-from --role --type --command-timeout --other-user --host --chdir --chroot --auth-type --login-class",
        long_flags: "--askpass --background --bell --preserve-env --set-home --login --non-interactive --preserve-groups --stdin --shell --reset-timestamp --no-update",
        assigns: true, starts_shell: true, ..PLAIN }),
    prefix("doas", Prefix { values: "uCa", flags: "Lns", starts_shell: true, ..PLAIN }),
    prefix("pkexec", Prefix { long_values: "--user", long_flags: "--disable-internal-agent --keep-cwd", ..PLAIN }),
    prefix("run0", Prefix { values: "ugDM", long_values: "--user --group --unit --property --description --slice --nice --chdir --setenv --background --machine",
        starts_shell: true, ..PLAIN }),
    prefix("gksu gksudo kdesu kdesudo lxsudo beesu", Prefix { values: "ucm", joined: JoinedWords::Always, code: "c --command", ..PLAIN }),
    prefix("su", Prefix { values: "gGTw", flags: "flmpP", long_values: "--group --supp-group --whitelist-environment", long_flags: "--login --fast --preserve-environment --pty",
        program: "s --shell", code: "c --command --session-command", code_anywhere: true, only_code: true, starts_shell: true, ..PLAIN }),
    prefix("runuser", Prefix { values: "ugGw", flags: "flmpPT", long_values: "--user --group --supp-group --whitelist-environment", long_flags: "--login --fast --preserve-environment --pty",
        program: "s --shell", code: "c --command --session-command", code_anywhere: true, permutes: true, starts_shell: true, ..PLAIN }),
    prefix("sg", Prefix { operands: 1, code_after: true, joined: JoinedWords::Always, starts_shell: true, ..PLAIN }),
    prefix("newgrp", Prefix { only_code: true, starts_shell: true, ..PLAIN }),
    prefix("gosu su-exec setuidgid envuidgid s6-setuidgid s6-envuidgid", Prefix { operands: 1, ..PLAIN }),
    prefix("setpriv", Prefix { flags: "d", long_values: "--ambient-caps --inh-caps --bounding-set --groups --rgid --ruid --egid --euid --gid --uid --regid --reuid --securebits --pdeathsig --ptracer --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter",
        long_flags: "--clear-groups --keep-groups --init-groups --no-new-privs --reset-env --dump --list-caps", ..PLAIN }),
    prefix("chpst", Prefix { values: "uUbe/nlLmdofprtc", flags: "vP012", ..PLAIN }),
    prefix("sshpass", Prefix { values: "fdpP", flags: "evh", ..PLAIN }),
    prefix("calife super please", PLAIN),
];
