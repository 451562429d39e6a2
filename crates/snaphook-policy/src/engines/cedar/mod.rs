//! Policies in Cedar. A request for every event: the principal is the agent
//! (`Agent::"main"`, or the type of a subagent), the action is the tool or the event, the
//! resource is the project; what is known of the event is the context.
//!
//! | module | holds |
//! |---|---|
//! | `load` | files become a policy set and a schema |
//! | `context` | facts become the context of a request |
//! | `decide` | a request and its answer, with the annotations `@ask`, `@allow`, `@message` |

mod context;
mod decide;
mod load;

pub(super) use load::{load, validate};
