//! A hook that never reads its input and never ends: it is over when its time
//! is, at any size.

use std::time::Duration;

use serde_json::json;

use super::selection::executed;
use crate::measure::quantile;
use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, SpeedTarget};
use crate::world;

pub(super) fn measure(options: &BenchOptions, report: &mut BenchReport) {
    let deadline = Duration::from_secs(1);
    let hook = json!({"type": "command", "command": "exec sleep 30", "timeout": 1});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}).to_string();
    let engine = world::engine(&settings);
    let input = world::call(1024 * 1024);
    let session = engine.session("bench");
    let mut hook = executed(&session, &input);
    let rounds = if options.quick { 1 } else { 3 };
    let times: Vec<f64> = (0..rounds).map(|_| hook(1).as_secs_f64()).collect();
    let took = quantile(&times, 0.5);
    let name = "timeout of a hook that ignores 1 MiB of input";
    let deadline = deadline.as_secs_f64();
    report.rows.push(
        ReportRow::of_times(name, "its deadline", (deadline, took, took / deadline))
            .target(SpeedTarget::AtMost(1.05)),
    );
}
