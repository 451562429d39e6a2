//! Many dispatches at once: as many processes as the machine can use, however
//! many wait.

use std::time::Instant;

use futures_util::future::join_all;
use snaphook::{Input, Session};

use super::commands;
use crate::measure::quantile;
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget, Unit};
use crate::world;

/// Dispatches in a second, when so many are under way at once.
#[expect(clippy::expect_used, reason = "without a runtime the bench cannot run")]
pub(super) fn per_second(session: &Session, input: &Input, at_once: usize, all: usize) -> f64 {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let start = Instant::now();
        // Each of them fires one event after the other.
        let agents = (0..at_once).map(|agent| {
            let (session, input) = (session.clone(), input.clone());
            let events = all / at_once + usize::from(agent < all % at_once);
            tokio::spawn(async move {
                for _ in 0..events {
                    session.execute(input.clone()).await;
                }
            })
        });
        join_all(agents).await;
        all as f64 / start.elapsed().as_secs_f64()
    })
}

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    const AT_ONCE: [usize; 3] = [2, 256, 1_000];
    let session = commands::session(1);
    let input = world::call(1024);
    let all = if options.quick { 40 } else { 2_000 };
    let mut rates = [const { Vec::new() }; 3];
    for _ in 0..options.rounds(5) {
        for (at_once, rates) in AT_ONCE.iter().zip(&mut rates) {
            rates.push(per_second(&session, &input, (*at_once).min(all), all));
        }
    }
    let [two, many, most] = rates.map(|rates| quantile(&rates, 0.5));
    let peak = two.max(many).max(most);
    let row = |name: &str, rate| {
        ReportRow::of(
            name,
            "the most of 2, 256 and 1,000",
            peak,
            rate,
            Unit::PerSecond,
        )
    };
    report.rows.extend([
        row("command hooks per second, 2 at once", two),
        row("command hooks per second, 256 at once", many),
        row("command hooks per second, 1,000 at once", most).target(SpeedTarget::AtLeast(0.97)),
    ]);
}
