//! Linux: Landlock for files, signals and sockets by name; seccomp for the calls that it
//! does not see. Both hold for the thread that asks, and for every process that the
//! thread starts: so a thread is made for each hook, confines itself, starts the process
//! without a copy of the host's memory, and ends with it.
//!
//! | module | does |
//! |---|---|
//! | `grants` | from a policy to the files that are really there: holes in what is open |
//! | `ruleset` | Landlock |
//! | `calls` | the table of calls that are refused |
//! | `filter` | seccomp |
//! | `capabilities` | what root gives up |
//! | `prepared` | all of it for one hook, kept between its runs |
//! | `confine` | the thread |
//! | `descriptors` | files that a process would inherit by mistake |
//! | `launcher`, `network` | a program that makes a network of its own first |
//! | `support` | what this kernel can do |

mod calls;
mod capabilities;
mod confine;
mod descriptors;
mod filter;
mod grants;
mod launcher;
mod network;
mod prepared;
mod ruleset;
mod support;

pub use confine::Confinement;
pub use descriptors::inheritable_descriptors;
pub use launcher::{ConfinedCommand, run_launcher};
pub use prepared::PreparedSandbox;
pub use support::{KernelSupport, support};
