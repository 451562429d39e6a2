//! One kind of secret, as it looks.

/// A kind of secret.
#[derive(Debug, Clone, Copy)]
pub struct SecretShape {
    /// What it is: is in the place of what was found.
    pub name: &'static str,
    /// One of these is in every text that holds one: compiling an expression
    /// takes longer than looking for them. Of an uncertain shape in lower case.
    pub(super) hints: &'static [&'static str],
    /// A regular expression. Where it has a group `secret` (or `more`, for another
    /// place of it), only that is taken out.
    pub(super) pattern: &'static str,
    /// Whether it can be nothing else.
    pub certain: bool,
}

impl SecretShape {
    pub(super) const fn new(
        name: &'static str,
        hints: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        Self {
            name,
            hints,
            pattern,
            certain: true,
        }
    }

    /// It may be something else, too.
    pub(super) const fn perhaps(mut self) -> Self {
        self.certain = false;
        self
    }
}
