//! The page of the documentation: `docs/src/performance.md`.

use std::fmt::Write;

use crate::report::BenchReport;
use crate::table::{HEADINGS, cells, promised};

/// The text above the numbers.
const HEAD: &str = include_str!("page.md");

/// The text above the curves.
const SIZES: &str = "
## Cost against size

How the cost grows with the size. Both axes are logarithmic: proportional growth is a straight
line, and a constant cost is a flat one. *Steepest* is the largest slope between two points: 0
is constant, 1 is proportional.

![Cost against size](performance/sizes.svg)

";

/// The page.
#[must_use]
pub fn page(report: &BenchReport) -> String {
    let mut page = HEAD.to_owned();
    let machine = &report.machine;
    let _ = writeln!(
        page,
        "\n## The table\n\nMeasured on {}: {}, {} cores, {}, {}.{}\n",
        machine.date,
        machine.processor,
        machine.cores,
        machine.system,
        machine.load,
        if report.quick { " A quick run." } else { "" }
    );
    let _ = writeln!(
        page,
        "| {} |\n|---|--:|--:|--:|--:|---|",
        HEADINGS.join(" | ")
    );
    for row in &report.rows {
        let mut cells = cells(row);
        cells[0] = format!("{}<br><sub>floor: {}</sub>", cells[0], row.floor_is);
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
    page.push_str("\n![Time against the floor](performance/ratios.svg)\n");
    let missed: Vec<_> = report.missed().collect();
    if !missed.is_empty() {
        page.push_str("\nTargets missed in this run:\n\n");
        for row in missed {
            let _ = writeln!(
                page,
                "- {}: {:.2}× instead of {}",
                row.name,
                row.ratio,
                promised(row.target)
            );
        }
    }
    page.push_str(SIZES);
    page.push_str("| | steepest |\n|---|--:|\n");
    for curve in &report.curves {
        for line in &curve.lines {
            if let Some(slope) = line.steepest {
                let _ = writeln!(page, "| {}: {} | {slope:.2} |", curve.title, line.name);
            }
        }
    }
    for left_out in &report.left_out {
        let _ = writeln!(page, "\nNot measured: {left_out}.");
    }
    page
}
