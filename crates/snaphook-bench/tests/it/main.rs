//! What a run prints and writes.

use snaphook_bench::options::BenchOptions;
use snaphook_bench::report::{BenchReport, Curve, CurveLine, ReportRow, SpeedTarget, Unit};
use snaphook_bench::{chart, page, rows, table};

fn report() -> BenchReport {
    let kept = ReportRow::of_times("kept <1>", "a floor", (1e-6, 1.5e-6, 1.5));
    let missed = ReportRow::of_times("missed", "a floor", (1e-3, 3e-3, 3.0));
    let more = ReportRow::of("many", "the most", 100.0, 98.0, Unit::PerSecond);
    BenchReport {
        rows: vec![
            kept.target(SpeedTarget::AtMost(2.0)),
            missed.target(SpeedTarget::AtMost(2.0)),
            more.target(SpeedTarget::AtLeast(0.97)),
        ],
        curves: vec![Curve {
            title: "Things".to_owned(),
            size: "things".to_owned(),
            unit: Unit::Seconds,
            lines: vec![
                CurveLine::of("flat", vec![(1.0, 2e-6), (10.0, 2e-6), (100.0, 2e-6)]),
                CurveLine::of("knee", vec![(1.0, 1e-6), (10.0, 1e-5), (100.0, 1e-3)]),
            ],
        }],
        left_out: vec!["moons".to_owned()],
        ..BenchReport::default()
    }
}

#[test]
fn the_table_says_what_was_kept() {
    let table = table::table(&report());
    let line = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("kept").ends_with("yes"), "{table}");
    assert!(line("missed").ends_with("NO"), "{table}");
    assert!(line("missed").contains("3.00×"), "{table}");
    assert!(line("many").ends_with("yes"), "{table}");
}

#[test]
fn a_knee_shows() {
    let lines = &report().curves[0].lines;
    assert!(lines[0].steepest.unwrap().abs() < 1e-9);
    assert!((lines[1].steepest.unwrap() - 2.0).abs() < 1e-9);
    assert_eq!(CurveLine::of("one", vec![(1.0, 1.0)]).steepest, None);
}

#[test]
fn the_page_has_every_row_and_what_was_missed() {
    let page = page::page(&report());
    for row in &report().rows {
        assert!(page.contains(&format!("| {}<br>", row.name)), "{page}");
    }
    assert!(page.contains("- missed: 3.00× instead of ≤ 2×"), "{page}");
    assert!(page.contains("Not measured: moons."), "{page}");
    assert!(page.contains("| Things: knee | 2.00 |"), "{page}");
}

#[test]
fn charts_are_whole_and_their_texts_are_escaped() {
    for svg in [chart::ratios(&report()), chart::curves(&report())] {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    assert!(chart::ratios(&report()).contains("kept &lt;1&gt;"));
    let empty = BenchReport::default();
    assert!(chart::curves(&empty).ends_with("</svg>\n"));
}

#[test]
fn a_run_measures_the_subjects_that_were_asked_for() {
    let args = ["--bench", "--quick", "functions"].map(Into::into);
    let options = BenchOptions::read(args, false);
    let mut told = Vec::new();
    let report = rows::measure(&options, &mut told);
    assert_eq!(String::from_utf8(told).unwrap(), "measuring functions …\n");
    assert_eq!(report.rows.len(), 2);
    assert!(report.rows.iter().all(|row| row.ratio > 0.0));
    assert!(report.curves.is_empty());
}

#[test]
fn the_work_of_a_row_can_be_done_without_measuring_it() {
    assert!(rows::count("no-hooks", 3));
    assert!(rows::count("floor-1-function", 3));
    assert!(!rows::count("nothing", 3));
}
