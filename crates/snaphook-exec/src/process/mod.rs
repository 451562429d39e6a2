//! The process supervisor.
//!
//! Feeding stdin, draining stdout and stderr, waiting for the child and
//! watching for cancellation happen at once, in one place (`supervise`), so
//! a child that never reads, reads late, writes a lot first, closes stdin or
//! exits at once is handled the same at every size.
//!
//! Every child has an owner that ends it: while it runs, the future that
//! supervises it; after a cancellation, a reaper task that [`Processes`]
//! keeps count of.

mod capture;
pub(crate) mod dialogue;
mod group;
mod load;
pub(crate) mod os;
mod permit;
pub(crate) mod program;
mod service;
mod start;
mod stdin;
mod supervise;

pub use group::Processes;
pub use load::Load;
pub(crate) use load::LoadSource;
pub use permit::{ProcessPermit, STARTUP_WINDOW};
pub use service::{Service, ServiceProcess, ServiceSpec};
pub(crate) use stdin::ProcessStdin;
pub use stdin::StdinKind;
pub use supervise::OUTPUT_LIMIT;
pub(crate) use supervise::{ProcessSpec, SpawnError, supervise};
