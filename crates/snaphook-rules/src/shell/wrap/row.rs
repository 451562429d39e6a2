//! What a row of the table says: how to get from the words of a wrapper to the
//! command within.

/// One row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wrapper {
    /// The names, separated by blanks.
    pub names: &'static str,
    pub kind: WrapperKind,
    /// What it runs, it runs somewhere else.
    pub remote: bool,
}

/// How a wrapper comes to what it runs.
#[derive(Debug, Clone, Copy)]
pub(super) enum WrapperKind {
    /// Options, operands, then a command.
    Prefix(Prefix),
    /// Options, then one of these words, which goes on in its own way.
    Sub(Prefix, &'static [RunningSubcommand]),
    /// Options, then operands of which each is code for a shell.
    Codes(Prefix),
    /// Runs the string after `-c`, a script, or what it reads.
    Shell,
    /// A shell of another language: what it runs cannot be read here.
    ForeignShell,
    /// A shell with the words after one of these for arguments.
    ShellArgs(&'static [&'static str]),
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
    /// `compgen -C CODE`, `complete -W WORDS`
    Complete,
    /// `bind -x 'KEYS: CODE'`
    Bind,
    /// `fc`: runs lines of the history.
    History,
    /// A command after one of these words, up to `;` or `+`.
    Exec(&'static [&'static str]),
    /// `fd -x COMMAND`, also in a cluster of options.
    Fd,
    /// `parallel COMMAND ::: ARGUMENTS`
    Parallel,
    /// `git`: its aliases, and its subcommands that run commands.
    Git,
    /// `tmux`: several commands, some of which run commands.
    Tmux,
    /// `screen -X`: commands for a running one.
    Screen,
    /// `make SHELL=…`, `make --eval=…`
    Make,
    /// `socat EXEC:…`
    Socat,
    /// `nix run PLACE#NAME -- ARGUMENTS`
    NixRun,
    /// `crontab -`: lines with a time and code.
    Crontab,
}

/// A subcommand that runs commands.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunningSubcommand {
    /// The names, separated by blanks.
    pub names: &'static str,
    pub kind: WrapperKind,
}

/// What becomes of the words of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JoinedWords {
    /// They are run as they are.
    Never,
    /// A shell runs them, joined by blanks.
    Always,
    /// As `Always`, unless one of these options is present.
    Unless(&'static str),
    /// A shell runs the first, the others are its arguments; or they are run
    /// as they are.
    First,
}

/// How a prefix wrapper reads its words. Lists of options are separated by
/// blanks; short ones are in them without their dash.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prefix {
    /// Short options that take a value.
    pub values: &'static str,
    /// Short options that take none; digits are always among them.
    pub flags: &'static str,
    /// Long options that take a value as the next word.
    pub long_values: &'static str,
    /// Long options that take two.
    pub pairs: &'static str,
    /// Long options that take none.
    pub long_flags: &'static str,
    /// Options whose value is code for a shell.
    pub code: &'static str,
    /// Such an option may also come after operands.
    pub code_anywhere: bool,
    /// `-c` right after the operands, and code.
    pub code_after: bool,
    /// Options whose value starts the command.
    pub command: &'static str,
    /// Options whose value is the program; the operands are its arguments.
    pub program: &'static str,
    /// Options that make it say something instead of running a command.
    pub asks: &'static str,
    /// Words before the command.
    pub operands: usize,
    /// These words may also be left out.
    pub optional: bool,
    /// Options may also come after operands.
    pub permutes: bool,
    /// Where there is a `--`, the command comes after it.
    pub dashes: bool,
    /// `NAME=value` words may come before the command.
    pub assigns: bool,
    /// There is no command but the code.
    pub only_code: bool,
    pub joined: JoinedWords,
    /// Without a command it starts a shell.
    pub starts_shell: bool,
    /// Words that cannot be known are added, or put in place of a mark.
    pub adds: bool,
    /// The value of these options is split into further words.
    pub splits: &'static str,
    /// The command may have `@version` at its end.
    pub version: bool,
}

/// No options, no operands.
pub(super) const PLAIN: Prefix = Prefix {
    values: "",
    flags: "",
    long_values: "",
    pairs: "",
    long_flags: "",
    code: "",
    code_anywhere: false,
    code_after: false,
    command: "",
    program: "",
    asks: "",
    operands: 0,
    optional: false,
    permutes: false,
    dashes: false,
    assigns: false,
    only_code: false,
    joined: JoinedWords::Never,
    starts_shell: false,
    adds: false,
    splits: "",
    version: false,
};

impl Prefix {
    /// Whether any list has this option by its full name.
    pub(super) fn lists(&self, option: &str) -> bool {
        [
            self.long_values,
            self.pairs,
            self.long_flags,
            self.code,
            self.command,
            self.program,
            self.splits,
        ]
        .iter()
        .any(|list| has(list, option))
    }
}

/// Whether a list has this word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

pub(super) const fn row(names: &'static str, kind: WrapperKind) -> Wrapper {
    Wrapper {
        names,
        kind,
        remote: false,
    }
}

pub(super) const fn prefix(names: &'static str, prefix: Prefix) -> Wrapper {
    row(names, WrapperKind::Prefix(prefix))
}

/// A wrapper with subcommands.
pub(super) const fn with(
    names: &'static str,
    options: Prefix,
    subs: &'static [RunningSubcommand],
) -> Wrapper {
    row(names, WrapperKind::Sub(options, subs))
}

pub(super) const fn sub(names: &'static str, prefix: Prefix) -> RunningSubcommand {
    RunningSubcommand {
        names,
        kind: WrapperKind::Prefix(prefix),
    }
}

/// A subcommand that has subcommands.
pub(super) const fn subs(
    names: &'static str,
    options: Prefix,
    subs: &'static [RunningSubcommand],
) -> RunningSubcommand {
    RunningSubcommand {
        names,
        kind: WrapperKind::Sub(options, subs),
    }
}

impl Wrapper {
    /// Marks a wrapper that runs commands on another machine or in a container.
    pub(super) const fn remote(mut self) -> Wrapper {
        self.remote = true;
        self
    }
}
