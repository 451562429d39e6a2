//! git's subcommands that run commands.

use crate::shell::wrap::row::{
    JoinedWords, PLAIN, Prefix, RunningSubcommand, Wrapper, WrapperKind, row, sub, subs,
};

pub(super) const ROWS: &[Wrapper] = &[row("git", WrapperKind::Git)];

/// Options before the subcommand.
pub(in crate::shell::wrap) const GIT_OPTIONS: Prefix = Prefix {
    values: "Cc",
    flags: "pP",
    long_values: "--git-dir --work-tree --namespace --super-prefix --config-env --attr-source --list-cmds",
    long_flags: "--version --help --exec-path --html-path --man-path --info-path --paginate --no-pager --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice",
    ..PLAIN
};

/// The subcommands.
#[rustfmt::skip]
pub(in crate::shell::wrap) const GIT: &[RunningSubcommand] = &[
    subs("bisect", PLAIN, &[sub("run", PLAIN)]),
    subs("submodule", Prefix { flags: "q", long_flags: "--quiet --cached", ..PLAIN }, &[sub("foreach", Prefix { flags: "q", long_flags: "--recursive --quiet", joined: JoinedWords::First, ..PLAIN })]),
    sub("rebase", Prefix { values: "sXCSO", code: "x --exec", code_anywhere: true, only_code: true, ..PLAIN }),
    sub("filter-branch", Prefix { values: "d", code: "--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter", code_anywhere: true, only_code: true, ..PLAIN }),
    sub("difftool mergetool", Prefix { code: "x --extcmd", code_anywhere: true, only_code: true, ..PLAIN }),
    sub("for-each-repo", Prefix { only_code: true, ..PLAIN }),
];
