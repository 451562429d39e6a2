//! Containers on this machine, and other surroundings for a command.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, prefix, sub, subs, with};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("bwrap", Prefix {
        long_values: "--argv0 --userns --userns2 --pidns --uid --gid --hostname --chdir --unsetenv --lock-file --sync-fd --remount-ro --overlay-src --tmp-overlay --ro-overlay --exec-label --file-label --proc --dev --tmpfs --mqueue --dir --seccomp --add-seccomp-fd --block-fd --userns-block-fd --info-fd --json-status-fd --cap-add --cap-drop --perms --size",
        pairs: "--setenv --bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --bind-fd --ro-bind-fd --file --bind-data --ro-bind-data --symlink --chmod",
        long_flags: "--unshare-all --share-net --unshare-user --unshare-user-try --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup --unshare-cgroup-try --disable-userns --assert-userns-disabled --clearenv --new-session --die-with-parent --as-pid-1",
        ..PLAIN }),
    prefix("firejail firecfg", PLAIN),
    prefix("proot", Prefix { values: "rbqwkipvSRm", flags: "0V", long_values: "--rootfs --bind --qemu --pwd --cwd --kernel-release --change-id", ..PLAIN }),
    prefix("fakeroot fakeroot-ng fakeroot-sysv fakeroot-tcp pseudo fakechroot", Prefix { values: "lsibcde", flags: "u", long_values: "--lib --faked --fd-base", starts_shell: true, ..PLAIN }),
    prefix("tini tini-static docker-init catatonit", Prefix { values: "pe", flags: "svwgl", ..PLAIN }),
    prefix("dumb-init", Prefix { values: "r", flags: "cvV", long_values: "--rewrite", long_flags: "--single-child --verbose", ..PLAIN }),
    prefix("systemd-nspawn", Prefix { values: "DiMupSZLbEUx", long_values: "--directory --image --machine --user --property --slice --setenv --bind --bind-ro --tmpfs --chdir --uuid --capability --drop-capability --network-interface --network-bridge --port --selinux-context",
        long_flags: "--quiet --ephemeral --boot --as-pid2 --private-network --read-only --volatile --private-users", starts_shell: true, ..PLAIN }),
    prefix("xvfb-run", Prefix { values: "nsefpw", flags: "al", long_values: "--server-num --server-args --error-file --auth-file --xauth-protocol --wait", ..PLAIN }),
    prefix("dbus-run-session dbus-launch", Prefix { long_values: "--config-file --dbus-daemon", ..PLAIN }),
    prefix("proxychains proxychains4 torsocks torify tsocks", Prefix { values: "fuptaP", flags: "qdi", ..PLAIN }),
    prefix("trickle", Prefix { values: "dulwntLP", flags: "shvV", ..PLAIN }),
    prefix("faketime datefudge", Prefix { flags: "mf", operands: 1, ..PLAIN }),
    prefix("eatmydata nosync", PLAIN),
    prefix("softlimit", Prefix { values: "adfmorstclpv", ..PLAIN }),
    prefix("envdir setlock s6-envdir s6-setlock", Prefix { flags: "nNxX", operands: 1, ..PLAIN }),
    prefix("pgrphack fghack", PLAIN),
    prefix("tcpserver udpsvd tcpsvd", Prefix { values: "cCbtugilxXBrmEhP", operands: 2, ..PLAIN }),
    prefix("landrun sandbox-exec minijail0 nsjail isolate", Prefix { values: "fpnDCuRTBb", code: "", ..PLAIN }),
    prefix("arch", Prefix { values: "de", long_flags: "-x86_64 -x86_64h -arm64 -arm64e -i386 -32 -64 -ppc", ..PLAIN }),
    with("ip", PLAIN, &[subs("netns", PLAIN, &[sub("exec", Prefix { operands: 1, ..PLAIN })]), subs("vrf", PLAIN, &[sub("exec", Prefix { operands: 1, ..PLAIN })])]),
    with("flatpak", PLAIN, &[sub("run", Prefix { operands: 1, program: "--command", ..PLAIN })]),
    with("snap", PLAIN, &[sub("run", Prefix { code: "", ..PLAIN })]),
    with("apptainer singularity", PLAIN, &[sub("exec", Prefix { values: "BHSW", operands: 1, ..PLAIN })]),
    with("buildah", PLAIN, &[sub("run unshare", Prefix { operands: 1, optional: true, dashes: true, ..PLAIN })]),
    prefix("aa-exec", Prefix { values: "pn", long_values: "--profile --namespace", ..PLAIN }),
];
