//! coreutils, findutils and their like.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, WrapperKind, prefix, row};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    row("find gfind bfs", WrapperKind::Exec(&["-exec", "-execdir", "-ok", "-okdir"])),
    row("fd fdfind", WrapperKind::Fd),
    prefix("timeout gtimeout", Prefix { values: "ks", flags: "vfp", long_values: "--kill-after --signal",
        long_flags: "--preserve-status --foreground --verbose", operands: 1, ..PLAIN }),
    prefix("time gtime", Prefix { values: "fo", flags: "apvqlh", long_values: "--format --output",
        long_flags: "--append --portability --verbose --quiet", ..PLAIN }),
    prefix("nice gnice", Prefix { values: "n", long_values: "--adjustment", ..PLAIN }),
    prefix("nohup gnohup", PLAIN),
    prefix("stdbuf gstdbuf", Prefix { values: "ioe", long_values: "--input --output --error", ..PLAIN }),
    prefix("env genv", Prefix { values: "uCaP", flags: "i0v", long_values: "--unset --chdir --argv0",
        long_flags: "--ignore-environment --null --debug --list-signal-handling --default-signal --ignore-signal --block-signal",
        splits: "S --split-string", assigns: true, ..PLAIN }),
    prefix("xargs gxargs", Prefix { values: "adEILnPsJRS", flags: "0oprtxiel",
        long_values: "--arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var",
        long_flags: "--null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --replace --max-lines --eof",
        adds: true, ..PLAIN }),
    prefix("chroot gchroot", Prefix { long_values: "--userspec --groups", long_flags: "--skip-chdir", operands: 1, starts_shell: true, ..PLAIN }),
    prefix("runcon", Prefix { values: "turl", flags: "c", long_values: "--type --user --role --range", operands: 1, optional: true, ..PLAIN }),
    prefix("install ginstall", Prefix { program: "--strip-program", only_code: true, ..PLAIN }),
    prefix("split gsplit", Prefix { code: "--filter", only_code: true, code_anywhere: true, ..PLAIN }),
    prefix("chronic ifne", Prefix { flags: "nev", ..PLAIN }),
    prefix("lckdo", Prefix { values: "W", flags: "wesxEqQ", operands: 1, ..PLAIN }),
    row("pee", WrapperKind::Codes(PLAIN)),
];
