//! Policies in Rego. The input is that of the event, with the facts beside it; the answer is
//! `data.snaphook.decision`, and the sets `halt`, `deny`, `block`, `ask`, `modify` and
//! `add_context` beside it.
//!
//! | module | holds |
//! |---|---|
//! | `load` | files become an engine |
//! | `input` | the event and its facts become the input |
//! | `decide` | the values of the rules become a verdict |

mod decide;
mod input;
mod load;

pub(super) use load::load;
