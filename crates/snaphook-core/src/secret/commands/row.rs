//! What a row of the table can say.

/// Arguments of some commands that are secret.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The commands, in lower case.
    pub(super) programs: &'static [&'static str],
    /// A word that must stand behind the command; empty: none.
    pub(super) sub: &'static str,
    pub(super) options: &'static [Opt],
    pub(super) operands: &'static [Operand],
    /// A word that names a secret stands before its value: `password kitten`.
    pub(super) named: bool,
    pub(super) stdin: Stdin,
}

/// An option whose value holds a secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum Opt {
    /// `-p VALUE`, `-pVALUE`, also behind other letters: `-sSp VALUE`.
    Short(char, Part),
    /// Only `-pVALUE`.
    Attached(char, Part),
    /// `--creds VALUE`, `--creds=VALUE`; with its dashes.
    Long(&'static str, Part),
    /// `/p:VALUE`.
    Prefix(&'static str),
}

/// The part of a value that is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// Behind the first of this sign: `user:PASSWORD`.
    Behind(char),
    /// Behind `pass:`; anything else is no secret.
    PassPrefix,
    /// All of it, if it is a cookie and not the name of a file.
    Cookie,
    /// The value of a header whose name says that it is secret.
    Header,
    /// Between a slash and an at sign: `user/PASSWORD@host`.
    Slash,
}

/// An argument that is no option.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    /// It is counted behind this word; empty: behind the command.
    pub(super) after: &'static str,
    /// Which one it is; the first is 0.
    pub(super) nth: usize,
    pub(super) part: Part,
    /// Only with this letter among the options.
    pub(super) flag: Option<char>,
    /// Options whose values are no operands.
    pub(super) valued: &'static [&'static str],
}

/// Whether a command reads a secret from its standard input.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stdin {
    Never,
    Always,
    /// With one of these words.
    With(&'static [&'static str]),
    /// With this letter among its options, or this word.
    Letter(char, &'static str),
}

/// A row that says nothing yet.
pub(super) const fn row(programs: &'static [&'static str]) -> Row {
    Row {
        programs,
        sub: "",
        options: &[],
        operands: &[],
        named: false,
        stdin: Stdin::Never,
    }
}

/// The nth operand behind a word.
pub(super) const fn operand(after: &'static str, nth: usize) -> Operand {
    Operand {
        after,
        nth,
        part: Part::All,
        flag: None,
        valued: &[],
    }
}

impl Row {
    pub(super) const fn sub(mut self, sub: &'static str) -> Self {
        self.sub = sub;
        self
    }

    pub(super) const fn options(mut self, options: &'static [Opt]) -> Self {
        self.options = options;
        self
    }

    pub(super) const fn operands(mut self, operands: &'static [Operand]) -> Self {
        self.operands = operands;
        self
    }

    pub(super) const fn named(mut self) -> Self {
        self.named = true;
        self
    }

    pub(super) const fn stdin(mut self, stdin: Stdin) -> Self {
        self.stdin = stdin;
        self
    }
}

impl Operand {
    pub(super) const fn valued(mut self, valued: &'static [&'static str]) -> Self {
        self.valued = valued;
        self
    }

    pub(super) const fn flag(mut self, flag: char) -> Self {
        self.flag = Some(flag);
        self
    }

    pub(super) const fn part(mut self, part: Part) -> Self {
        self.part = part;
        self
    }
}
