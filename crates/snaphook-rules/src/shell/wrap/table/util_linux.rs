//! util-linux and its like.

use crate::shell::wrap::row::{JoinedWords, PLAIN, Prefix, Wrapper, prefix};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("ionice", Prefix { values: "cnpPu", flags: "t", long_values: "--class --classdata", long_flags: "--ignore", ..PLAIN }),
    prefix("chrt", Prefix { values: "TPD", flags: "abdefimorvRG", long_values: "--sched-runtime --sched-period --sched-deadline", operands: 1, optional: true, ..PLAIN }),
    prefix("taskset", Prefix { flags: "acp", long_flags: "--all-tasks --cpu-list --pid", operands: 1, ..PLAIN }),
    prefix("uclampset", Prefix { values: "mMp", flags: "asRv", ..PLAIN }),
    prefix("coresched", Prefix { values: "sdt", flags: "v", dashes: true, operands: 1, optional: true, ..PLAIN }),
    prefix("choom", Prefix { values: "np", long_values: "--adjust --pid", ..PLAIN }),
    prefix("prlimit", PLAIN),
    prefix("setsid", Prefix { flags: "cfw", long_flags: "--ctty --fork --wait", ..PLAIN }),
    prefix("setpgid", Prefix { flags: "f", long_flags: "--foreground", ..PLAIN }),
    prefix("setarch", Prefix { flags: "BFILRSTXZv3", long_flags: "--32bit --fdpic-funcptrs --short-inode --addr-compat-layout --addr-no-randomize --whole-seconds --sticky-timeouts --read-implies-exec --mmap-page-zero --3gb --4gb --uname-2.6 --verbose",
        operands: 1, optional: true, permutes: true, ..PLAIN }),
    prefix("linux32 linux64 i386 i486 i586 i686 athlon x86_64 amd64 ia64 ppc ppc64 ppc32 sparc sparc64 sparc32 sparc32bash s390 s390x mips mips32 mips64 parisc parisc32 parisc64 alpha armh uname26 aarch64 arm riscv32 riscv64 loongarch64",
        Prefix { flags: "BFILRSTXZv3", ..PLAIN }),
    prefix("flock", Prefix { values: "wE", flags: "senouFxv", long_values: "--timeout --wait --conflict-exit-code",
        long_flags: "--shared --exclusive --unlock --nonblock --nb --close --no-fork --verbose --fcntl",
        code: "c --command", code_after: true, operands: 1, ..PLAIN }),
    prefix("script", Prefix { values: "BEIOTmo", flags: "aefqrtdpk", long_values: "--echo --log-in --log-out --log-io --log-timing --logging-format --output-limit",
        code: "c --command", code_anywhere: true, operands: 1, optional: false, dashes: true, starts_shell: true, ..PLAIN }),
    prefix("scriptlive", Prefix { values: "dmtILBm", code: "c --command", code_anywhere: true, only_code: true, ..PLAIN }),
    prefix("unshare", Prefix { values: "SGRwl", flags: "imnpuUCTfrc", long_values: "--root --wd --setuid --setgid --map-user --map-group --map-users --map-groups --propagation --setgroups --boottime --monotonic --load-interp",
        long_flags: "--mount --uts --ipc --net --pid --user --cgroup --time --fork --map-root-user --map-current-user --map-auto --keep-caps --kill-child --mount-proc --mount-binfmt --forward-signals",
        starts_shell: true, ..PLAIN }),
    prefix("nsenter", Prefix { values: "tSGNW", flags: "amuinpCUTrwFZe", long_values: "--target --setuid --setgid --net-socket --wdns",
        long_flags: "--all --mount --uts --ipc --net --pid --user --cgroup --time --no-fork --preserve-credentials --keep-caps --follow-context --env --join-cgroup --user-parent",
        starts_shell: true, ..PLAIN }),
    prefix("pipesz", Prefix { values: "snf", flags: "iocqv", ..PLAIN }),
    prefix("enosys", Prefix { values: "si", long_values: "--syscall --ioctl", ..PLAIN }),
    prefix("ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1 ld64.so.2",
        Prefix { long_values: "--library-path --inhibit-rpath --audit --preload --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask", long_flags: "--inhibit-cache", ..PLAIN }),
    prefix("watch", Prefix { values: "nqs", flags: "bcdegtwxpfrC", long_values: "--interval --equexit --shotsdir",
        long_flags: "--beep --color --no-color --differences --errexit --chgexit --no-title --exec --precise --no-wrap --no-rerun --follow",
        joined: JoinedWords::Unless("x --exec"), ..PLAIN }),
];
