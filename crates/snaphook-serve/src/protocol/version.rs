//! The version of the protocol. A change that older clients cannot read raises it.

/// The version of the protocol that this server speaks.
pub const VERSION: u32 = 1;
