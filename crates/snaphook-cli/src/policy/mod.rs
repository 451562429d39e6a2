//! The policy bundle of this machine, for all commands: where it is kept, and who fetches
//! it.
//!
//! | file | does |
//! |---|---|
//! | `place` | finds the store, and lets settings read from it |
//! | `test_command` | the command that runs the tests of a bundle |
//! | `checks` | runs the tests of a bundle before it counts |
//! | `follow` | asks the server again and again |
//! | `agent` | `snaphook agent`: does only that |
//! | `served` | does it for `snaphook serve`, which reloads its settings |

mod place;
mod test_command;

#[cfg(feature = "policy")]
mod agent;
#[cfg(feature = "policy")]
mod checks;
#[cfg(feature = "policy")]
mod follow;
#[cfg(feature = "policy")]
mod served;

#[cfg(feature = "policy")]
pub(crate) use agent::{AgentArgs, HELP as AGENT_HELP, agent};
#[cfg(feature = "policy")]
pub(crate) use served::follow_for_server;

pub(crate) use place::{readable, source, store};
pub(crate) use test_command::test_command;
