//! Charts as SVG, without a crate for it: bars of ratios, and lines of growth.

use std::fmt::Write;

use crate::report::{BenchReport, Curve, SpeedTarget, Unit};
use crate::table::format_number;

const WIDTH: f64 = 860.0;
const INK: &str = "#57606a";
const COLOURS: [&str; 4] = ["#0969da", "#1a7f37", "#bf3989", "#9a6700"];

/// A text that may be in SVG.
fn safe(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn begin(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{INK}\" role=\"img\">\n<title>{}</title>\n",
        safe(title)
    )
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        safe(text)
    );
}

/// How many times the floor each row takes, as bars beside what was promised.
#[must_use]
pub fn ratios(report: &BenchReport) -> String {
    const ROW: f64 = 24.0;
    const LEFT: f64 = 380.0;
    let rows: Vec<_> = report
        .rows
        .iter()
        .filter(|row| matches!(row.target, SpeedTarget::AtMost(_)) && row.unit == Unit::Seconds)
        .collect();
    let height = ROW * (rows.len() as f64 + 2.0);
    let most = rows.iter().map(|row| row.ratio).fold(4.0_f64, f64::max) * 1.1;
    let scale = (WIDTH - LEFT - 70.0) / most;
    let mut svg = begin(WIDTH, height, "Time against the floor");
    text(
        &mut svg,
        LEFT,
        16.0,
        "start",
        "times the floor; the tick is what was promised",
    );
    for (index, row) in rows.iter().enumerate() {
        let y = ROW * (index as f64 + 1.2);
        text(&mut svg, LEFT - 8.0, y + 13.0, "end", &row.name);
        let colour = if row.met == Some(false) {
            "#cf222e"
        } else {
            COLOURS[0]
        };
        let width = (row.ratio * scale).max(1.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"16\" rx=\"2\" fill=\"{colour}\"/>"
        );
        let mut end = width;
        if let SpeedTarget::AtMost(target) = row.target {
            let x = LEFT + target * scale;
            end = end.max(target * scale);
            let (top, bottom) = (y - 3.0, y + 19.0);
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\" stroke=\"{INK}\" stroke-width=\"2\"/>"
            );
        }
        text(
            &mut svg,
            LEFT + end + 6.0,
            y + 13.0,
            "start",
            &format!("{:.2}×", row.ratio),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Every curve, one under the other, both axes logarithmic: there a cost that
/// grows as the size does is a straight line, and one that does not is flat.
#[must_use]
pub fn curves(report: &BenchReport) -> String {
    const PANEL: f64 = 260.0;
    let height = PANEL * report.curves.len() as f64;
    let mut svg = begin(WIDTH, height.max(1.0), "Cost against size");
    for (index, curve) in report.curves.iter().enumerate() {
        panel(&mut svg, curve, PANEL * index as f64, PANEL);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where a logarithmic axis begins and ends: at powers of ten.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs = numbers.filter(|number| *number > 0.0).map(f64::log10);
    let (low, high) = logs.fold((f64::MAX, f64::MIN), |(low, high), log| {
        (low.min(log), high.max(log))
    });
    let (low, high) = (low.floor(), high.ceil());
    (low, if high > low { high } else { low + 1.0 })
}

fn panel(svg: &mut String, curve: &Curve, top: f64, height: f64) {
    let points = || curve.lines.iter().flat_map(|line| &line.points);
    let (from_x, to_x) = range(points().map(|(size, _)| *size));
    let (from_y, to_y) = range(points().map(|(_, cost)| *cost));
    if from_x > to_x || from_y > to_y {
        return;
    }
    let (left, right) = (90.0, WIDTH - 290.0);
    let (above, below) = (top + 36.0, top + height - 34.0);
    let x = |size: f64| left + (size.log10() - from_x) / (to_x - from_x) * (right - left);
    let y = |cost: f64| below - (cost.log10() - from_y) / (to_y - from_y) * (below - above);
    text(svg, left, top + 20.0, "start", &curve.title);
    for power in from_x as i32..=to_x as i32 {
        let at = x(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{above:.1}\" y2=\"{below:.1}\" stroke=\"#d0d7de\"/>"
        );
        text(
            svg,
            at,
            below + 18.0,
            "middle",
            &thousands(10_f64.powi(power)),
        );
    }
    for power in from_y as i32..=to_y as i32 {
        let at = y(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#d0d7de\"/>"
        );
        // A little more: what is written as 1e-6 is a little less than a microsecond.
        text(
            svg,
            left - 8.0,
            at + 4.0,
            "end",
            &format_number(10_f64.powi(power) * 1.0001, curve.unit),
        );
    }
    text(svg, right, below + 32.0, "end", &curve.size);
    for (line, colour) in curve.lines.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<(f64, f64)> = line
            .points
            .iter()
            .map(|(size, cost)| (x(*size), y(*cost)))
            .collect();
        let path: Vec<_> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        for (x, y) in &points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
    }
    for (index, (line, colour)) in curve.lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let at = above + 20.0 * index as f64;
        let x = right + 20.0;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"4\" fill=\"{colour}\"/>"
        );
        text(svg, x + 10.0, at + 4.0, "start", &line.name);
    }
}

fn thousands(number: f64) -> String {
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e6 => format!("{:.0} k", number / 1e3),
        _ => format!("{:.0} M", number / 1e6),
    }
}
