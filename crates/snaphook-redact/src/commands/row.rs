//! What a row of the table can say.

/// Arguments of some commands that are secret.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommandRow {
    /// The commands, in lower case.
    pub(super) programs: &'static [&'static str],
    /// A word that must be behind the command; empty: none.
    pub(super) sub: &'static str,
    pub(super) options: &'static [SecretOption],
    pub(super) operands: &'static [SecretOperand],
    /// A word that names a secret is before its value: `password kitten`.
    pub(super) named: bool,
    pub(super) stdin: StdinSecret,
}

/// An option whose value holds a secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum SecretOption {
    /// `-p VALUE`, `-pVALUE`, also behind other letters: `-sSp VALUE`.
    Short(char, SecretPart),
    /// Only `-pVALUE`.
    Attached(char, SecretPart),
    /// `--creds VALUE`, `--creds=VALUE`; with its dashes.
    Long(&'static str, SecretPart),
    /// `/p:VALUE`.
    Prefix(&'static str),
}

/// The part of a value that is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretPart {
    All,
    /// Behind the first of this sign: `user:PASSWORD`.
    Behind(char),
    /// Behind `pass:`; anything else is not a secret.
    PassPrefix,
    /// All of it, if it is a cookie and not the name of a file.
    Cookie,
    /// The value of a header whose name says that it is secret.
    Header,
    /// Between a slash and an at sign: `user/PASSWORD@host`.
    Slash,
}

/// The place of an argument, other than an option, that may be a secret.
#[derive(Debug, Clone, Copy)]
pub(super) struct SecretOperand {
    /// It is counted behind this word; empty: behind the command.
    pub(super) after: &'static str,
    /// Which one it is; the first is 0.
    pub(super) nth: usize,
    pub(super) part: SecretPart,
    /// Only with this letter among the options.
    pub(super) flag: Option<char>,
    /// Options whose values are not operands.
    pub(super) valued: &'static [&'static str],
}

/// Whether a command reads a secret from its standard input.
#[derive(Debug, Clone, Copy)]
pub(super) enum StdinSecret {
    Never,
    Always,
    /// With one of these words.
    With(&'static [&'static str]),
    /// With this letter among its options, or this word.
    Letter(char, &'static str),
}

/// A row that says nothing yet.
pub(super) const fn row(programs: &'static [&'static str]) -> CommandRow {
    CommandRow {
        programs,
        sub: "",
        options: &[],
        operands: &[],
        named: false,
        stdin: StdinSecret::Never,
    }
}

/// The nth operand behind a word.
pub(super) const fn operand(after: &'static str, nth: usize) -> SecretOperand {
    SecretOperand {
        after,
        nth,
        part: SecretPart::All,
        flag: None,
        valued: &[],
    }
}

impl CommandRow {
    pub(super) const fn sub(mut self, sub: &'static str) -> Self {
        self.sub = sub;
        self
    }

    pub(super) const fn options(mut self, options: &'static [SecretOption]) -> Self {
        self.options = options;
        self
    }

    pub(super) const fn operands(mut self, operands: &'static [SecretOperand]) -> Self {
        self.operands = operands;
        self
    }

    pub(super) const fn named(mut self) -> Self {
        self.named = true;
        self
    }

    pub(super) const fn stdin(mut self, stdin: StdinSecret) -> Self {
        self.stdin = stdin;
        self
    }
}

impl SecretOperand {
    pub(super) const fn valued(mut self, valued: &'static [&'static str]) -> Self {
        self.valued = valued;
        self
    }

    pub(super) const fn flag(mut self, flag: char) -> Self {
        self.flag = Some(flag);
        self
    }

    pub(super) const fn part(mut self, part: SecretPart) -> Self {
        self.part = part;
        self
    }
}
