//! The pure paths in instructions. A busy machine changes times, not these: a
//! change that makes a path longer shows in them at once.
//!
//! The binary runs itself under `valgrind --tool=callgrind`, twice for each row,
//! and the difference of the two runs is the work alone.

use std::process::Command;

use crate::options::BenchOptions;
use crate::report::{BenchReport, ReportRow, Unit};
use crate::rows;

/// How often the work is done in the shorter run, and in the longer one.
const TIMES: [usize; 2] = [100, 1_100];

/// Adds a row of instructions for each pure path.
pub(crate) fn measure(_: &BenchOptions, report: &mut BenchReport) {
    for (name, floor, engine) in rows::COUNTED {
        match (count_in(floor), count_in(engine)) {
            (Some(floor), Some(engine)) => {
                let name = format!("{name}, instructions");
                report.rows.push(ReportRow::of(
                    &name,
                    "the same floor",
                    floor,
                    engine,
                    Unit::Instructions,
                ));
            }
            _ => {
                let why = "instructions: they are counted by valgrind, which is not here";
                report.left_out.push(why.to_owned());
                return;
            }
        }
    }
}

/// Instructions for one piece of work.
fn count_in(row: &str) -> Option<f64> {
    let [few, many] = TIMES.map(|times| collected(row, times));
    let work = many?.checked_sub(few?)?;
    Some(work as f64 / (TIMES[1] - TIMES[0]) as f64)
}

fn collected(row: &str, times: usize) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .arg(format!("--count={row}:{times}"))
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}
