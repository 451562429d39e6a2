//! The commands that run other commands, as one table.
//!
//! A row says how to get from the words of the wrapper to the command within:
//! which options take a value, how many operands come first, what is code for
//! a shell. Options a row does not list may or may not take a value; the walk
//! then follows both readings. Sources are the manual pages of coreutils,
//! util-linux, findutils, sudo, procps, and the Bash manual.

/// One row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wrapper {
    pub names: &'static [&'static str],
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// Options, operands, then a command.
    Prefix(Prefix),
    /// Runs the string after `-c`, a script, or what it reads.
    Shell,
    /// A shell of another language: what it runs cannot be read here.
    ForeignShell,
    /// Runs what it reads.
    Reads,
    /// Runs its words as code.
    Eval,
    /// Runs a file in this shell.
    Source,
    /// `trap CODE SIGNAL…`
    Trap,
    /// `alias NAME=CODE…`
    Alias,
    /// A command after one of these words, up to `;` or `+`.
    Exec(&'static [&'static str]),
    /// `parallel COMMAND ::: ARGUMENTS`
    Parallel,
}

/// How a prefix wrapper reads its words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prefix {
    /// Short options that take a value.
    pub values: &'static str,
    /// Short options that take none; digits are always among them.
    pub flags: &'static str,
    /// Long options that take a value as the next word.
    pub long_values: &'static [&'static str],
    /// Long options that take none.
    pub long_flags: &'static [&'static str],
    /// Options, short or long, whose value is code for a shell.
    pub code: &'static [&'static str],
    /// Such an option may also come after the operands.
    pub code_anywhere: bool,
    /// Options that make it say something instead of running a command.
    pub asks: &'static str,
    /// Words before the command.
    pub operands: usize,
    /// `NAME=value` words may come before the command.
    pub assigns: bool,
    /// There is no command but the code.
    pub only_code: bool,
    /// The words are joined and run by a shell.
    pub joins: bool,
    /// Without a command it starts a shell.
    pub starts_shell: bool,
    /// Words that cannot be known are added, or put in place of a mark.
    pub adds: bool,
    /// The value of this option is split into further words.
    pub splits: &'static [&'static str],
}

const PLAIN: Prefix = Prefix {
    values: "",
    flags: "",
    long_values: &[],
    long_flags: &[],
    code: &[],
    code_anywhere: false,
    asks: "",
    operands: 0,
    assigns: false,
    only_code: false,
    joins: false,
    starts_shell: false,
    adds: false,
    splits: &[],
};

const fn row(names: &'static [&'static str], kind: Kind) -> Wrapper {
    Wrapper { names, kind }
}

const fn prefix(names: &'static [&'static str], prefix: Prefix) -> Wrapper {
    Wrapper {
        names,
        kind: Kind::Prefix(prefix),
    }
}

/// The table.
#[rustfmt::skip]
pub(super) const WRAPPERS: &[Wrapper] = &[
    row(&["sh", "bash", "dash", "ksh", "zsh", "ash", "mksh", "rbash", "rksh", "lksh", "yash", "posh"], Kind::Shell),
    row(&["fish", "csh", "tcsh", "nu", "xonsh", "elvish", "pwsh", "powershell"], Kind::ForeignShell),
    row(&["at", "batch"], Kind::Reads),
    row(&["eval"], Kind::Eval),
    row(&["source", "."], Kind::Source),
    row(&["trap"], Kind::Trap),
    row(&["alias"], Kind::Alias),
    row(&["find", "gfind", "bfs"], Kind::Exec(&["-exec", "-execdir", "-ok", "-okdir"])),
    row(&["fd", "fdfind"], Kind::Exec(&["-x", "-X", "--exec", "--exec-batch"])),
    row(&["parallel"], Kind::Parallel),
    prefix(&["timeout", "gtimeout"], Prefix { values: "ks", flags: "vfp", long_values: &["--kill-after", "--signal"],
        long_flags: &["--preserve-status", "--foreground", "--verbose"], operands: 1, ..PLAIN }),
    prefix(&["time", "gtime"], Prefix { values: "fo", flags: "apvqlh", long_values: &["--format", "--output"],
        long_flags: &["--append", "--portability", "--verbose", "--quiet"], ..PLAIN }),
    prefix(&["nice", "gnice"], Prefix { values: "n", long_values: &["--adjustment"], ..PLAIN }),
    prefix(&["ionice"], Prefix { values: "cnpPu", flags: "t", long_values: &["--class", "--classdata"], long_flags: &["--ignore"], ..PLAIN }),
    prefix(&["chrt"], Prefix { values: "TPD", flags: "abdfimorvRG", operands: 1, ..PLAIN }),
    prefix(&["taskset"], Prefix { flags: "acp", long_flags: &["--all-tasks", "--cpu-list"], operands: 1, ..PLAIN }),
    prefix(&["nohup", "catchsegv", "noglob", "nocorrect", "builtin", "busybox", "toybox", "-", "fakeroot", "linux32", "linux64"], PLAIN),
    prefix(&["repeat"], Prefix { operands: 1, ..PLAIN }),
    prefix(&["unbuffer"], Prefix { flags: "p", ..PLAIN }),
    prefix(&["setsid"], Prefix { flags: "cfw", long_flags: &["--ctty", "--fork", "--wait"], ..PLAIN }),
    prefix(&["stdbuf", "gstdbuf"], Prefix { values: "ioe", long_values: &["--input", "--output", "--error"], ..PLAIN }),
    prefix(&["command"], Prefix { flags: "p", asks: "vV", ..PLAIN }),
    prefix(&["exec"], Prefix { values: "a", flags: "cl", ..PLAIN }),
    prefix(&["env", "genv"], Prefix { values: "uCaP", flags: "i0v", long_values: &["--unset", "--chdir", "--argv0"],
        long_flags: &["--ignore-environment", "--null", "--debug", "--list-signal-handling", "--default-signal", "--ignore-signal", "--block-signal"],
        splits: &["S", "--split-string"], assigns: true, ..PLAIN }),
    prefix(&["sudo"], Prefix { values: "ugpCrtTUhDRac", flags: "AbBEHnPSsikKN", asks: "elvV",
        long_values: &["--user", "--group", "--prompt", "--close-from", "--role", "--type", "--command-timeout", "--other-user",
            "--host", "--chdir", "--chroot", "--auth-type", "--login-class"],
        long_flags: &["--askpass", "--background", "--bell", "--preserve-env", "--set-home", "--login", "--non-interactive",
            "--preserve-groups", "--stdin", "--shell", "--reset-timestamp", "--no-update"],
        assigns: true, starts_shell: true, ..PLAIN }),
    prefix(&["doas"], Prefix { values: "uCa", flags: "Lns", starts_shell: true, ..PLAIN }),
    prefix(&["pkexec"], Prefix { long_values: &["--user"], long_flags: &["--disable-internal-agent", "--keep-cwd"], ..PLAIN }),
    prefix(&["su"], Prefix { values: "gGsTw", flags: "flmpP", code: &["c", "--command", "--session-command"],
        code_anywhere: true, only_code: true, starts_shell: true, ..PLAIN }),
    prefix(&["runuser"], Prefix { values: "ugGsw", flags: "flmpP", code: &["c", "--command", "--session-command"],
        code_anywhere: true, starts_shell: true, ..PLAIN }),
    prefix(&["script"], Prefix { values: "BEIOTmo", flags: "aefqr", code: &["c", "--command"], code_anywhere: true,
        only_code: true, starts_shell: true, ..PLAIN }),
    prefix(&["flock"], Prefix { values: "wE", flags: "senouFx", long_values: &["--timeout", "--wait", "--conflict-exit-code"],
        long_flags: &["--shared", "--exclusive", "--unlock", "--nonblock", "--nb", "--close", "--no-fork", "--verbose"],
        code: &["c", "--command"], code_anywhere: true, operands: 1, ..PLAIN }),
    prefix(&["xargs", "gxargs"], Prefix { values: "adEILnPsJRS", flags: "0oprtxiel",
        long_values: &["--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-chars", "--process-slot-var"],
        long_flags: &["--null", "--open-tty", "--interactive", "--no-run-if-empty", "--verbose", "--exit", "--show-limits",
            "--replace", "--max-lines", "--eof"],
        adds: true, ..PLAIN }),
    prefix(&["entr"], Prefix { flags: "acdnprxz", code: &["s"], ..PLAIN }),
    prefix(&["watch"], Prefix { values: "nqs", flags: "bcdegtwxpfrC", long_values: &["--interval", "--equexit", "--shotsdir"],
        long_flags: &["--beep", "--color", "--differences", "--errexit", "--chgexit", "--no-title", "--exec", "--precise", "--no-wrap"],
        joins: true, ..PLAIN }),
    prefix(&["chroot"], Prefix { long_values: &["--userspec", "--groups"], long_flags: &["--skip-chdir"], operands: 1, starts_shell: true, ..PLAIN }),
    prefix(&["unshare"], Prefix { values: "SGRwl", flags: "imnpuUCTfrc", long_values: &["--root", "--wd", "--setuid", "--setgid", "--map-user", "--map-group"],
        long_flags: &["--mount", "--uts", "--ipc", "--net", "--pid", "--user", "--cgroup", "--time", "--fork", "--map-root-user", "--map-current-user"],
        starts_shell: true, ..PLAIN }),
    prefix(&["nsenter"], Prefix { values: "tSG", flags: "amuinpCUTrwFZ", long_values: &["--target", "--setuid", "--setgid"],
        long_flags: &["--all", "--mount", "--uts", "--ipc", "--net", "--pid", "--user", "--cgroup", "--no-fork"], starts_shell: true, ..PLAIN }),
    prefix(&["strace", "ltrace"], Prefix { values: "aeEIoOpPsSuUbXlnx", flags: "ACcdDfFhikqrtTvVwyYzZ", ..PLAIN }),
    prefix(&["systemd-run"], Prefix { values: "upEMHp", flags: "dPqGrStv",
        long_values: &["--unit", "--property", "--description", "--slice", "--uid", "--gid", "--nice", "--setenv", "--working-directory",
            "--machine", "--host", "--on-active", "--on-boot", "--on-calendar", "--service-type"],
        long_flags: &["--user", "--system", "--scope", "--pty", "--pipe", "--wait", "--collect", "--quiet", "--no-block", "--shell"], ..PLAIN }),
    prefix(&["xvfb-run"], Prefix { values: "nsefpw", flags: "al", ..PLAIN }),
    prefix(&["dbus-run-session"], Prefix { long_values: &["--config-file", "--dbus-daemon"], ..PLAIN }),
    prefix(&["caffeinate"], Prefix { values: "tw", flags: "disum", ..PLAIN }),
    prefix(&["arch"], Prefix { values: "de", flags: "x_armic", ..PLAIN }),
    prefix(&["rlwrap", "setpriv", "firejail", "valgrind", "cpulimit", "prlimit"], PLAIN),
    prefix(&["mapfile", "readarray"], Prefix { values: "dnOsuc", flags: "t", code: &["C"], only_code: true, ..PLAIN }),
];

/// The row for a name that is known.
pub(super) fn named(name: &str) -> Option<&'static Wrapper> {
    WRAPPERS.iter().find(|row| row.names.contains(&name))
}
