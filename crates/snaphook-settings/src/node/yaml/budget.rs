//! How much aliases may repeat. A few lines of YAML can stand for billions of
//! values; settings that mean it so are an error, not a full memory.

/// How deep values may be nested, aliases followed.
pub(super) const MAX_DEPTH: usize = 128;
/// How many aliases may be followed.
const MAX_ALIASES: usize = 10_000;
/// How many values they may repeat, all together.
const MAX_VALUES: usize = 100_000;
/// How many bytes of text these may have.
const MAX_BYTES: usize = 4 << 20;

/// What aliases have repeated so far.
#[derive(Default)]
pub(super) struct NodeBudget {
    aliases: usize,
    values: usize,
    bytes: usize,
}

impl NodeBudget {
    /// One more alias is followed.
    pub(super) fn alias(&mut self) -> Result<(), String> {
        self.aliases += 1;
        within(self.aliases, MAX_ALIASES, "aliases are followed")
    }

    /// A value is repeated, or a key.
    pub(super) fn repeat(&mut self, bytes: usize) -> Result<(), String> {
        self.values += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        within(self.values, MAX_VALUES, "values are repeated by aliases")?;
        within(self.bytes, MAX_BYTES, "bytes are repeated by aliases")
    }
}

fn within(used: usize, limit: usize, what: &str) -> Result<(), String> {
    if used <= limit {
        return Ok(());
    }
    Err(format!("more than {limit} {what}; shorten the file"))
}
