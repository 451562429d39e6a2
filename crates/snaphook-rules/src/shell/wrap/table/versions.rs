//! Version managers that run a command with a version of a tool.

use crate::shell::wrap::row::{PLAIN, Prefix, Wrapper, prefix, sub, with};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    with("direnv", PLAIN, &[sub("exec", Prefix { operands: 1, ..PLAIN })]),
    with("mise rtx", Prefix { values: "CEjP", long_values: "--cd --env --jobs", flags: "yqv", ..PLAIN },
        &[sub("exec x", Prefix { values: "jC", long_values: "--jobs --cd", code: "c --command", dashes: true, operands: 1, optional: true, ..PLAIN })]),
    with("asdf rbenv pyenv nodenv jenv goenv phpenv plenv luaenv swiftenv tfenv", PLAIN, &[sub("exec", PLAIN)]),
    with("fnm", PLAIN, &[sub("exec", Prefix { long_values: "--using --fnm-dir --log-level", ..PLAIN })]),
    with("nvm n nvs", PLAIN, &[sub("exec run", Prefix { operands: 1, optional: true, long_flags: "--silent --lts", ..PLAIN })]),
    with("volta", PLAIN, &[sub("run", Prefix { long_values: "--node --npm --yarn --pnpm --env", long_flags: "--bundled-npm --no-yarn --no-pnpm", ..PLAIN })]),
    with("rustup", PLAIN, &[sub("run", Prefix { long_flags: "--install", operands: 1, ..PLAIN })]),
    with("rvm", PLAIN, &[sub("do", PLAIN), sub("exec in", Prefix { operands: 1, optional: true, ..PLAIN })]),
    prefix("chruby-exec", Prefix { dashes: true, operands: 1, ..PLAIN }),
    with("sdk jabba", PLAIN, &[sub("exec", Prefix { operands: 1, ..PLAIN })]),
    with("scl", PLAIN, &[sub("enable run", Prefix { operands: 1, joined: crate::shell::wrap::row::JoinedWords::First, ..PLAIN })]),
    with("proto aqua moon", PLAIN, &[sub("run exec", Prefix { operands: 1, optional: true, dashes: true, ..PLAIN })]),
    prefix("pkgx tea", Prefix { values: "q", version: true, ..PLAIN }),
];
