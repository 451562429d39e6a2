//! Bash's own commands that run commands.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, WrapperKind, prefix, row};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    row("eval", WrapperKind::Eval),
    row("source .", WrapperKind::Source),
    row("trap", WrapperKind::Trap),
    row("alias", WrapperKind::Alias),
    row("compgen complete", WrapperKind::Complete),
    row("bind", WrapperKind::Bind),
    row("fc", WrapperKind::History),
    prefix("builtin noglob nocorrect -", PLAIN),
    prefix("repeat", Prefix { operands: 1, ..PLAIN }),
    prefix("command", Prefix { flags: "p", asks: "vV", ..PLAIN }),
    prefix("exec", Prefix { values: "a", flags: "cl", ..PLAIN }),
    prefix("jobs", Prefix { command: "x", only_code: true, ..PLAIN }),
    prefix("mapfile readarray", Prefix { values: "dnOsuc", flags: "t", code: "C", only_code: true, ..PLAIN }),
];
