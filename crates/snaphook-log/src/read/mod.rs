//! Reading a log.
//!
//! | file | does |
//! |---|---|
//! | `filter` | which events are meant |
//! | `sql` | the filter as SQL that an index answers, or a scan of narrow rows |
//! | `reader` | events, one by one or page by page |
//! | `import` | JSON lines, imported into a database |
//! | `pages` | pages of a list that is scrolled, and where each begins |
//! | `activity` | what each hook did over time |
//! | `stats` | what each hook did, and how long it took |
//! | `observed` | what hooks that only observe would have decided |
//! | `words` | what a filter could name |

mod activity;
mod filter;
mod import;
mod observed;
mod pages;
mod reader;
mod sql;
mod stats;
mod words;

pub use activity::HookActivity;
pub use filter::Filter;
pub use observed::ObservedStats;
pub use pages::PageAnchors;
pub use reader::{LogReader, LoggedBody, LoggedEvent};
pub use stats::HookStats;
pub use words::FilterField;
