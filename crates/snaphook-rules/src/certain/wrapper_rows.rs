//! The table of commands that run other commands: which options may be before
//! the inner command, and which wrappers are not read at all.

/// How the words of a wrapper are read: options, operands, then the command.
pub(super) struct WrapperRow {
    pub names: &'static [&'static str],
    pub flags: &'static [&'static str],
    pub values: &'static [&'static str],
    pub operands: usize,
}

pub(super) const NO_OPTIONS: WrapperRow = WrapperRow {
    names: &[],
    flags: &[],
    values: &[],
    operands: 0,
};

/// Wrappers that change nothing but time, priority and buffers: a rule for the
/// inner command is a rule for the whole.
#[rustfmt::skip]
pub(super) const THROUGH: &[WrapperRow] = &[
    WrapperRow { names: &["timeout", "gtimeout"], flags: &["--foreground", "--preserve-status", "-v", "--verbose"],
        values: &["-k", "--kill-after", "-s", "--signal"], operands: 1 },
    WrapperRow { names: &["nice", "gnice"], values: &["-n", "--adjustment"], ..NO_OPTIONS },
    WrapperRow { names: &["time"], flags: &["-p"], ..NO_OPTIONS },
    WrapperRow { names: &["nohup", "gnohup"], ..NO_OPTIONS },
    WrapperRow { names: &["stdbuf", "gstdbuf"], values: &["-i", "-o", "-e", "--input", "--output", "--error"], ..NO_OPTIONS },
    WrapperRow { names: &["command"], flags: &["-p"], ..NO_OPTIONS },
];

/// Wrappers that change more than that.
#[rustfmt::skip]
pub(super) const BESIDE: &[WrapperRow] = &[
    WrapperRow { names: &["sudo"], flags: &["-n", "-E", "-H", "--non-interactive"], values: &["-u", "--user", "-g", "--group"], ..NO_OPTIONS },
    WrapperRow { names: &["doas"], flags: &["-n"], values: &["-u"], ..NO_OPTIONS },
    WrapperRow { names: &["flock"], flags: &["-n", "-x", "-e", "-s", "-o", "--nonblock", "--exclusive", "--shared"],
        values: &["-w", "--timeout", "--wait"], operands: 1 },
    WrapperRow { names: &["setsid"], flags: &["-c", "-f", "-w", "--ctty", "--fork", "--wait"], ..NO_OPTIONS },
    WrapperRow { names: &["ionice"], flags: &["-t"], values: &["-c", "-n"], ..NO_OPTIONS },
    WrapperRow { names: &["taskset"], values: &["-c", "--cpu-list"], ..NO_OPTIONS },
    WrapperRow { names: &["gosu", "su-exec"], operands: 1, ..NO_OPTIONS },
    WrapperRow { names: &["unbuffer", "chronic", "nocache", "fakeroot", "catchsegv", "linux32", "linux64", "busybox", "toybox",
        "tini", "dumb-init", "torsocks", "torify", "proxychains", "proxychains4", "xvfb-run", "rlwrap"], ..NO_OPTIONS },
];

/// Wrappers that are a subcommand: how many operands come after it, and whether
/// `--` does.
pub(super) const SUBCOMMANDS: &[(&str, &[&str], usize)] = &[
    ("asdf", &["exec"], 0),
    ("aws-vault", &["exec"], 1),
    ("bundle", &["exec"], 0),
    ("bundler", &["exec"], 0),
    ("conda", &["run"], 0),
    ("direnv", &["exec"], 1),
    ("doppler", &["run"], 0),
    ("fnm", &["exec"], 0),
    ("hatch", &["run"], 0),
    ("mamba", &["run"], 0),
    ("mise", &["exec", "x"], 0),
    ("nix", &["develop", "run", "shell"], 9),
    ("op", &["run"], 0),
    ("opam", &["exec"], 0),
    ("pdm", &["run"], 0),
    ("perf", &["record", "stat", "trace"], 9),
    ("pipenv", &["run"], 0),
    ("pixi", &["run"], 0),
    ("poetry", &["run"], 0),
    ("pyenv", &["exec"], 0),
    ("rbenv", &["exec"], 0),
    ("rye", &["run"], 0),
    ("uv", &["run"], 0),
    ("volta", &["run"], 0),
];

/// Wrappers that are not read at all.
pub(super) const UNCLEAR: &[&str] = &[
    "arch",
    "bwrap",
    "caffeinate",
    "capsh",
    "chpst",
    "choom",
    "chroot",
    "chrt",
    "coproc",
    "cpulimit",
    "daemonize",
    "dbus-launch",
    "dbus-run-session",
    "entr",
    "expect",
    "faketime",
    "firejail",
    "forkstat",
    "gdbserver",
    "heaptrack",
    "hyperfine",
    "i386",
    "ld.so",
    "ltrace",
    "machinectl",
    "mpirun",
    "nix-shell",
    "nsenter",
    "parallel",
    "pkexec",
    "prlimit",
    "proot",
    "reptyr",
    "rr",
    "run-one",
    "runuser",
    "s6-setuidgid",
    "schroot",
    "screen",
    "script",
    "sem",
    "setarch",
    "setpriv",
    "setuidgid",
    "sg",
    "softlimit",
    "srun",
    "start-stop-daemon",
    "strace",
    "stress",
    "su",
    "sudoedit",
    "systemd-run",
    "tmux",
    "torify",
    "trickle",
    "tsp",
    "unshare",
    "valgrind",
    "viddy",
    "watch",
    "watchexec",
    "wine",
    "x86_64",
    "xterm",
    "zsh-defer",
];

/// Package runners and remote launchers: what they run is theirs.
pub(super) const LAUNCHERS: &[&str] = &[
    "bun",
    "bunx",
    "docker",
    "docker-compose",
    "kubectl",
    "mosh",
    "nerdctl",
    "npm",
    "npx",
    "oc",
    "pipx",
    "pnpm",
    "pnpx",
    "podman",
    "rsh",
    "ssh",
    "uvx",
    "yarn",
];

/// Launchers that hand what they read to the command that they start.
pub(super) const HAND_ON: &[&str] = &[
    "docker",
    "docker-compose",
    "kubectl",
    "mosh",
    "nerdctl",
    "oc",
    "podman",
    "rsh",
    "ssh",
];
