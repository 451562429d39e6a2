//! `snaphook pack`: hooks that are shared, pinned in a lock file and reviewed before they
//! run.
//!
//! | file | does |
//! |---|---|
//! | `place` | the lock files and the store of this user |
//! | `fetch` | a source → a pack in memory; nothing is written |
//! | `hooks` | the hooks of a pack, as the lock file has them |
//! | `accept` | what settings and signatures say, and what the person answers |
//! | `show`, `difference` | what would run, and what an update changes |
//! | `add`, `update`, `frozen` | put packs into the lock file and the store |
//! | the others | a command each |

mod accept;
mod add;
mod args;
mod audit;
mod command;
mod difference;
mod fetch;
mod frozen;
mod gc;
mod hooks;
mod list;
mod new;
mod outdated;
mod place;
mod remove;
mod show;
mod skeleton;
mod switch;
mod test;
mod update;
mod verify;

pub(crate) use args::{HELP, PackArgs};
pub(crate) use command::pack;
