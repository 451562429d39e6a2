//! JSON as it is written: what a parsed value loses, these keep.
//!
//! | what | why |
//! |---|---|
//! | [`Json`] | numbers keep their digits: a call that hooks saw is the call that runs |
//! | [`repeated_key`] | of a duplicate key, every reader takes another value |
//! | [`read_value`] | a value, with no key that means something to the parser |

mod changed;
mod compact;
mod exact;
mod read;
mod repeated;
mod same;
mod surrogates;

pub(crate) use compact::on_one_line;
pub use exact::Json;
pub use read::read_value;
pub use repeated::repeated_key;
pub(crate) use surrogates::healed;
