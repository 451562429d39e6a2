//! Terminals, real and not.

use crate::shell::wrap::row::{
    JoinedWords, PLAIN, Prefix, RunningSubcommand, Wrapper, WrapperKind, prefix, row, sub, with,
};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    row("tmux", WrapperKind::Tmux),
    row("screen", WrapperKind::Screen),
    prefix("unbuffer", Prefix { flags: "p", ..PLAIN }),
    prefix("rlwrap", Prefix { values: "bCDefFHlMOPqsStwgz", flags: "aAcEhiImnNprRuUvVWX1", ..PLAIN }),
    prefix("dtach", Prefix { values: "er", operands: 1, flags: "zEAcnNp", ..PLAIN }),
    prefix("abduco", Prefix { values: "e", operands: 1, flags: "rlfpAcnNq", ..PLAIN }),
    prefix("ttyrec", Prefix { values: "e", code: "e", only_code: true, ..PLAIN }),
    with("asciinema", PLAIN, &[sub("rec record", Prefix { code: "c --command", code_anywhere: true, only_code: true, ..PLAIN })]),
    with("zellij", PLAIN, &[sub("run r", Prefix { dashes: true, values: "nd", ..PLAIN })]),
    prefix("ttyd gotty", Prefix { values: "piuUgscCaBtTmPIbrxK", flags: "SKAOqwoW6", ..PLAIN }),
    prefix("xterm uxterm lxterm urxvt rxvt st konsole alacritty terminator xfce4-terminal mate-terminal lxterminal qterminal terminology x-terminal-emulator sakura tilix cool-retro-term ghostty rio",
        Prefix { command: "e --command x --execute -e -x", joined: JoinedWords::First, only_code: true, ..PLAIN }),
    prefix("gnome-terminal ptyxis kgx", Prefix { command: "e --command x --execute", joined: JoinedWords::First, dashes: true, only_code: true, ..PLAIN }),
    prefix("kitty foot footclient", Prefix { values: "cdotTwWae", ..PLAIN }),
    with("wezterm", PLAIN, &[sub("start ssh", Prefix { dashes: true, ..PLAIN })]),
    prefix("xdg-terminal-exec i3-sensible-terminal", Prefix { command: "e", ..PLAIN }),
];

const NEW: Prefix = Prefix {
    flags: "AdDEPXabkfhvIZ",
    values: "ceFfnstxylpTSwB",
    joined: JoinedWords::First,
    ..PLAIN
};

/// The commands of tmux that run commands. It takes any beginning of a name.
#[rustfmt::skip]
pub(in crate::shell::wrap) const TMUX: &[RunningSubcommand] = &[
    sub("new-session new new-window neww split-window splitw respawn-pane respawnp respawn-window respawnw display-popup popup pipe-pane pipep", NEW),
    sub("run-shell run", Prefix { values: "cdt", flags: "bCE", joined: JoinedWords::First, ..PLAIN }),
    sub("if-shell if", Prefix { values: "t", flags: "bF", joined: JoinedWords::First, ..PLAIN }),
];
