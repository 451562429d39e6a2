//! Bash's own commands that run commands.

use crate::shell::wrap::row::{Kind, PLAIN, Prefix, Wrapper, prefix, row};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    row("eval", Kind::Eval),
    row("source .", Kind::Source),
    row("trap", Kind::Trap),
    row("alias", Kind::Alias),
    row("compgen complete", Kind::Complete),
    row("bind", Kind::Bind),
    row("fc", Kind::History),
    prefix("builtin noglob nocorrect -", PLAIN),
    prefix("repeat", Prefix { operands: 1, ..PLAIN }),
    prefix("command", Prefix { flags: "p", asks: "vV", ..PLAIN }),
    prefix("exec", Prefix { values: "a", flags: "cl", ..PLAIN }),
    prefix("jobs", Prefix { command: "x", only_code: true, ..PLAIN }),
    prefix("mapfile readarray", Prefix { values: "dnOsuc", flags: "t", code: "C", only_code: true, ..PLAIN }),
];
