//! Loading: matchers by themselves, and settings as a whole.

use std::hint::black_box;
use std::time::Instant;

use snaphook_core::event::Event;
use snaphook_core::matching::GroupMatcher;

use super::selection::{hooks, set};
use super::{floors, row};
use crate::measure::{Contender, Timings, once};
use crate::options::BenchOptions;
use crate::report::{BenchReport, SpeedTarget};
use crate::world;

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let matchers = world::matchers(10_000);
    let event = Event::resolve("PreToolUse");
    let of_matchers = || hooks(&matchers);
    let mut run: [Contender<'_>; 2] = [
        once(|| floors::FloorIndex::new(&matchers)),
        // The hooks themselves are not matchers: they are made beforehand.
        Box::new(|_| {
            let hooks = of_matchers();
            let start = Instant::now();
            for matcher in &matchers {
                drop(black_box(GroupMatcher::new(event.spec(), Some(matcher))));
            }
            let set = black_box(set(hooks));
            let took = start.elapsed();
            drop(set);
            took
        }),
    ];
    let times = Timings::of_large(options.rounds(30), &mut run);
    let floor = "exact map, beginnings and RegexSet";
    report
        .rows
        .push(row("load 10,000 matchers", floor, &times).target(SpeedTarget::AtMost(2.0)));

    let settings = world::settings(&matchers);
    let mut run: [Contender<'_>; 2] = [
        once(|| serde_json::from_str::<serde_json::Value>(&settings).ok()),
        once(|| world::engine(&settings)),
    ];
    let times = Timings::of_large(options.rounds(10), &mut run);
    let name = "build an engine from a file with 10,000 hooks";
    report.rows.push(row(name, "parse the JSON", &times));
}
