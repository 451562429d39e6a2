//! Shells, and what hands code to one.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, WrapperKind, prefix, row};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    // `/proc/self/exe` is the shell that runs the line.
    row("exe sh bash dash ksh ksh93 zsh ash mksh rbash rksh lksh yash posh loksh oksh pdksh bash-static zsh-static rzsh", WrapperKind::Shell),
    row("fish csh tcsh nu xonsh elvish pwsh powershell rc es osh ysh murex ion expect tclsh wish", WrapperKind::ForeignShell),
    row("at batch", WrapperKind::Reads),
    row("crontab", WrapperKind::Crontab),
    row("make gmake bmake", WrapperKind::Make),
    row("capsh", WrapperKind::ShellArgs(&["--", "=="])),
    row("socat", WrapperKind::Socat),
    prefix("nc ncat netcat nc.openbsd nc.traditional", Prefix { values: "ceDgGiIlmMoOpPqsTVwWxX", code: "c --sh-exec", program: "e --exec", only_code: true, code_anywhere: true, ..PLAIN }),
    prefix("busybox toybox", PLAIN),
    prefix("execlineb", Prefix { code: "c", ..PLAIN }),
    prefix("sem", Prefix { values: "jSaPI", long_values: "--id --jobs --semaphoretimeout --st", long_flags: "--fg --bg --wait --will-cite --pipe -u", joined: crate::shell::wrap::row::JoinedWords::Always, ..PLAIN }),
    row("parallel", WrapperKind::Parallel),
];
