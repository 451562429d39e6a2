//! A call as a person must see it to judge it: the commands of a line, the changes of an edit,
//! where paths lead.
//!
//! | file | does |
//! |---|---|
//! | `call` | puts it together |
//! | `command` | marks the commands of a shell's line |
//! | `difference` | the changes of an edit, against the file as it is now |
//! | `place` | where a path leads |

mod call;
mod command;
mod difference;
mod place;

pub(crate) use call::call_view;
