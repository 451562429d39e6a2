//! `snaphook ui`: the page in the browser, and `serve --ui`, the same page beside the server.
//!
//! | file | does |
//! |---|---|
//! | `args` | the arguments |
//! | `command` | serves the page until a signal |
//! | `served_page` | starts and ends the page, and shows its address |
//! | `open` | opens it in the browser |
//! | `host` | what the page asks for: the commands `explain`, `replay`, `check` and `doctor` |

mod args;
mod command;
mod host;
mod open;
mod served_page;

pub(crate) use args::{HELP, ServeUiArgs, UiArgs};
pub(crate) use command::ui;
pub(crate) use served_page::ServedPage;
