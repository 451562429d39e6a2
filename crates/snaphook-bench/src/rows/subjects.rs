//! The table of subjects, and measuring those that the options ask for.

use std::io::Write;

use super::{
    bridge, commands, deadline, functions, http, load, memory, proxy, selection, sizes, startup,
    throughput, workers,
};
use crate::instructions;
use crate::machine::Machine;
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow};

type BenchSubject = fn(&BenchOptions, &mut BenchReport);

/// Every subject, in the order of the table.
const SUBJECTS: &[(&str, BenchSubject)] = &[
    ("selection", selection::measure),
    ("load", load::measure),
    ("functions", functions::measure),
    ("commands", commands::measure),
    ("throughput", throughput::measure),
    ("workers", workers::measure),
    ("deadline", deadline::measure),
    ("http", http::measure),
    ("startup", startup::measure),
    ("bridge", bridge::measure),
    ("proxy", proxy::measure),
    ("memory", memory::measure),
    ("instructions", instructions::measure),
    ("sizes", sizes::measure),
];

/// Measures what the options ask for; `progress` is told what is under way.
pub fn measure(options: &BenchOptions, progress: &mut dyn Write) -> BenchReport {
    let mut report = BenchReport {
        machine: Machine::here(),
        quick: options.quick,
        ..BenchReport::default()
    };
    for (name, subject) in SUBJECTS {
        if options.wants(name) {
            // It need not be shown.
            let _ = writeln!(progress, "measuring {name} …");
            subject(options, &mut report);
        }
    }
    report
}

/// Does the work of a pure row, or of its floor, so often; false when there is
/// no such row.
#[must_use]
pub fn count(row: &str, times: usize) -> bool {
    selection::count(row, times) || functions::count(row, times)
}

/// The rows whose instructions are counted: name, floor, engine.
pub(crate) const COUNTED: &[(&str, &str, &str)] = &[
    ("event with no hooks", "floor-lookup", "no-hooks"),
    ("1,000 hooks, none matches", "floor-memo", "none-of-1000"),
    ("1 in-process hook", "floor-1-function", "1-function"),
    ("10 in-process hooks", "floor-10-functions", "10-functions"),
];

/// A row about the second of two contenders, the first being the floor.
pub(crate) fn row(name: &str, floor_is: &str, times: &crate::measure::Timings) -> ReportRow {
    let numbers = (times.median(0), times.median(1), times.ratio(1, 0));
    ReportRow::of_times(name, floor_is, numbers)
}
