//! What many settings say together: hooks are united elsewhere; of scalar
//! settings the file with the highest precedence decides, of switches anyone who has
//! the authority.
//!
//! | file | holds |
//! |---|---|
//! | `precedence` | which file's scalars win |
//! | `decided` | the switches of all files, and for whose hooks they count |
//! | `replaced` | events that take the place of others, where a dialect has that |

mod decided;
mod precedence;
mod replaced;

pub use crate::switch::Switch;
pub use decided::{EffectiveSettings, SwitchedOff};
pub use precedence::in_rising_precedence;
pub use replaced::{replace_events, replacing_lists};
