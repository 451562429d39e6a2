//! The table for the terminal.

use crate::report::{BenchReport, ReportRow, SpeedTarget, Unit};

/// A number with its unit, three digits of it.
#[must_use]
pub fn format_number(number: f64, unit: Unit) -> String {
    let scales: &[(f64, &str)] = match unit {
        Unit::Seconds => &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")],
        Unit::Bytes => &[(1024.0 * 1024.0, "MiB"), (1024.0, "KiB"), (1.0, "B")],
        Unit::PerSecond => &[(1.0, "/s")],
        Unit::Instructions => &[(1e6, "M"), (1e3, "k"), (1.0, "")],
    };
    let fits = scales.iter().find(|(scale, _)| number.abs() >= *scale);
    let Some((scale, word)) = fits.or(scales.last()) else {
        return number.to_string();
    };
    let scaled = number / scale;
    let digits = match scaled.abs() {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{scaled:.digits$} {word}").trim_end().to_owned()
}

/// What is promised, in signs.
#[must_use]
pub fn promised(target: SpeedTarget) -> String {
    match target {
        SpeedTarget::AtMost(most) => format!("≤ {most}×"),
        SpeedTarget::AtLeast(least) => format!("≥ {least}×"),
        SpeedTarget::None => "–".to_owned(),
    }
}

/// The cells of a row.
#[must_use]
pub fn cells(row: &ReportRow) -> [String; 6] {
    let met = match row.met {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "",
    };
    [
        row.name.clone(),
        format_number(row.floor, row.unit),
        format_number(row.engine, row.unit),
        format!("{:.2}×", row.ratio),
        promised(row.target),
        met.to_owned(),
    ]
}

/// The headings over them.
pub const HEADINGS: [&str; 6] = ["", "floor", "engine", "ratio", "target", "met"];

/// The curves in numbers.
#[must_use]
pub fn curves(report: &BenchReport) -> String {
    let mut text = String::new();
    for curve in &report.curves {
        text.push_str(&format!("{}\n", curve.title));
        for line in &curve.lines {
            let points = line.points.iter();
            let points: Vec<_> = points
                .map(|(size, cost)| format!("{size}: {}", format_number(*cost, curve.unit)))
                .collect();
            let steepest = line.steepest.map(|slope| format!(" (steepest {slope:.2})"));
            text.push_str(&format!(
                "  {}{}: {}\n",
                line.name,
                steepest.unwrap_or_default(),
                points.join(", ")
            ));
        }
    }
    text
}

/// The rows as a table, its columns aligned.
#[must_use]
pub fn table(report: &BenchReport) -> String {
    let heading = HEADINGS.map(str::to_owned);
    let rows: Vec<_> = std::iter::once(heading)
        .chain(report.rows.iter().map(cells))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..6)
        .map(|column| width(column).unwrap_or_default())
        .collect();
    let mut text = String::new();
    for row in &rows {
        let (name, numbers) = row.split_first().unwrap_or((&row[0], &[]));
        text.push_str(&format!("{name:<0$}", widths[0]));
        for (cell, width) in numbers.iter().zip(&widths[1..]) {
            text.push_str(&format!("  {cell:>width$}"));
        }
        text = format!("{}\n", text.trim_end_matches(' '));
    }
    text
}
