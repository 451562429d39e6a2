//! The page of the documentation: `docs/src/performance.md`.

use std::fmt::Write;

use crate::report::Report;
use crate::table::{HEADINGS, cells};

/// What stands above the numbers.
const HEAD: &str = include_str!("page.md");

/// The page.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut page = HEAD.to_owned();
    let _ = writeln!(
        page,
        "\n## The table\n\nMeasured on {} cores.\n",
        report.cores
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
    page.push_str("\n![Time against the floor](performance.svg)\n");
    page.push_str("\n## Cost against size\n\n![Cost against size](performance-sizes.svg)\n");
    let missed: Vec<_> = report.missed().map(|row| row.name.as_str()).collect();
    if !missed.is_empty() {
        let _ = writeln!(
            page,
            "\nNot as promised in this run: {}.",
            missed.join("; ")
        );
    }
    for left_out in &report.left_out {
        let _ = writeln!(page, "\nNot measured: {left_out}.");
    }
    page
}
