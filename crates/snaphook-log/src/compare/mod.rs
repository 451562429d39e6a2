//! An event then and now: what changed, in words that a person decides by.
//!
//! | file | does |
//! |---|---|
//! | `change` | what may have changed, and how it is said |
//! | `outcomes` | two outcomes, when the hooks were run again |
//! | `pairs` | which hook of then is which hook of now |
//! | `selection` | who took part, and who would now, when nothing was run |

mod change;
mod outcomes;
mod pairs;
mod selection;

pub use change::{OutcomeChange, RewrittenField};
pub use outcomes::compare;
pub use selection::{CurrentHook, compare_selection};
