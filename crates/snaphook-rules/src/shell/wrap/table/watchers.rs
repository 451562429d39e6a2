//! Running a command when something changes.

use crate::shell::wrap::row::{JoinedWords, PLAIN, Prefix, Wrapper, prefix};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("entr", Prefix { flags: "acdnprxz", code: "s", ..PLAIN }),
    prefix("watchexec", Prefix { values: "ewifsdoWEjNSq", long_values: "--exts --watch --ignore --filter --signal --delay-run --debounce --on-busy-update --shell --workdir --env --stop-signal --stop-timeout --poll --project-origin --watch-non-recursive --fs-events --emit-events-to --watch-file",
        long_flags: "--restart --clear --no-vcs-ignore --no-project-ignore --postpone --notify --quiet --bell --verbose --no-shell", flags: "crnpvq1", joined: JoinedWords::Unless("n --no-shell --shell"), ..PLAIN }),
    prefix("nodemon", Prefix { values: "ewid", code: "x --exec", code_anywhere: true, only_code: true, ..PLAIN }),
    prefix("chokidar", Prefix { code: "c --command", code_anywhere: true, only_code: true, ..PLAIN }),
    prefix("onchange reflex modd when-changed wach", Prefix { values: "grsRfjid", joined: JoinedWords::First, operands: 1, optional: true, dashes: true, ..PLAIN }),
    prefix("watchman-make", Prefix { code: "--run", code_anywhere: true, only_code: true, ..PLAIN }),
];
