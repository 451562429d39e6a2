//! What is measured, by subject.

mod bridge;
mod commands;
mod deadline;
mod floors;
pub mod functions;
mod http;
mod load;
mod memory;
mod piped_process;
mod proxy;
mod selection;
mod sizes;
mod startup;
mod subjects;
mod throughput;
mod workers;

pub(crate) use subjects::{COUNTED, row};
pub use subjects::{count, measure};
