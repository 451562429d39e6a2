//! The page of the documentation: `docs/src/performance.md`.

use std::fmt::Write;

use crate::report::Report;
use crate::table::{HEADINGS, cells, promised};

/// What stands above the numbers.
const HEAD: &str = include_str!("page.md");

/// What stands above the curves.
const SIZES: &str = "
## Cost against size

Both axes are logarithmic: a cost that grows as the size does is a straight line, and
one that does not is flat. *Steepest* is the slope of the steepest step: 0 is flat, 1
grows as the size does.

![Cost against size](performance/sizes.svg)

";

/// The page.
#[must_use]
pub fn page(report: &Report) -> String {
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
        page.push_str("\nNot as promised in this run:\n\n");
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
