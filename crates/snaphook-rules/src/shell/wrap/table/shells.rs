//! Shells, and what hands code to one.

use crate::shell::wrap::row::{Kind, PLAIN, Prefix, Wrapper, prefix, row};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    // `/proc/self/exe` is the shell that runs the line.
    row("exe sh bash dash ksh ksh93 zsh ash mksh rbash rksh lksh yash posh loksh oksh pdksh bash-static zsh-static rzsh", Kind::Shell),
    row("fish csh tcsh nu xonsh elvish pwsh powershell rc es osh ysh murex ion expect tclsh wish", Kind::ForeignShell),
    row("at batch", Kind::Reads),
    row("crontab", Kind::Crontab),
    row("make gmake bmake", Kind::Make),
    row("capsh", Kind::ShellArgs(&["--", "=="])),
    row("socat", Kind::Socat),
    prefix("nc ncat netcat nc.openbsd nc.traditional", Prefix { values: "ceDgGiIlmMoOpPqsTVwWxX", code: "c --sh-exec", program: "e --exec", only_code: true, code_anywhere: true, ..PLAIN }),
    prefix("busybox toybox", PLAIN),
    prefix("execlineb", Prefix { code: "c", ..PLAIN }),
    prefix("sem", Prefix { values: "jSaPI", long_values: "--id --jobs --semaphoretimeout --st", long_flags: "--fg --bg --wait --will-cite --pipe -u", joined: crate::shell::wrap::row::Joined::Always, ..PLAIN }),
    row("parallel", Kind::Parallel),
];
