//! What is held in memory: idle sessions, and what is remembered of names.

use snaphook::Session;

use super::selection;
use crate::heap::count_in;
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget, Unit};
use crate::world;

/// So many idle sessions of an engine.
pub(super) fn sessions(count: usize) -> Vec<Session> {
    let engine = world::engine(&world::settings(&world::matchers(100)));
    let id = |number: usize| format!("0190c8f6-1111-7222-8333-{number:012}");
    (0..count)
        .map(|number| engine.session(&id(number)))
        .collect()
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let count = if options.quick { 1_000 } else { 100_000 };
    // The engine is shared by all, and counted with them.
    let (held, heap) = count_in(|| sessions(count));
    let bytes = heap.grown_by as f64;
    let kibibyte = 1024.0;
    report.rows.extend([
        ReportRow::of(
            "memory of an idle session",
            "1 KiB",
            kibibyte,
            bytes / count as f64,
            Unit::Bytes,
        )
        .target(SpeedTarget::AtMost(1.0)),
        ReportRow::of(
            "memory of 100,000 idle sessions",
            "100 MiB",
            100.0 * kibibyte * kibibyte,
            bytes / count as f64 * 100_000.0,
            Unit::Bytes,
        )
        .target(SpeedTarget::AtMost(1.0)),
    ]);
    drop(held);
    let set = selection::set(selection::hooks(&world::matchers(1_000)));
    let names = |count| {
        let inputs = selection::inputs(count);
        let ((), heap) = count_in(|| inputs.iter().for_each(|input| drop(set.select(input))));
        heap.grown_by as f64
    };
    // A host that makes up names must not make the engine grow. So many that what
    // is remembered of them is full: the selections, and the states of the
    // expressions.
    let few = names(if options.quick { 5_000 } else { 20_000 });
    let more = names(if options.quick { 6_000 } else { 100_000 });
    report.rows.push(
        ReportRow::of(
            "memory for 100,000 names that were seen",
            "20,000 names",
            few,
            few + more,
            Unit::Bytes,
        )
        .target(SpeedTarget::AtMost(1.1)),
    );
}
