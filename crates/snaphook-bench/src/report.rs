//! Rows and curves: what a run found out.

use serde::Serialize;

use crate::machine::Machine;

/// What is promised about a row.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SpeedTarget {
    /// At most so many times the floor.
    AtMost(f64),
    /// At least so many times the floor.
    AtLeast(f64),
    /// Nothing: the row is there to be seen.
    None,
}

impl SpeedTarget {
    /// Whether a ratio is what was promised; `None` if nothing was.
    #[must_use]
    pub fn met(self, ratio: f64) -> Option<bool> {
        match self {
            Self::AtMost(most) => Some(ratio <= most),
            Self::AtLeast(least) => Some(ratio >= least),
            Self::None => None,
        }
    }
}

/// What the numbers of a row are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
    /// Dispatches in a second.
    PerSecond,
    /// Instructions.
    Instructions,
}

/// One operation: its floor, and the engine.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// What is done.
    pub name: String,
    /// What the floor does.
    pub floor_is: String,
    /// What the floor takes.
    pub floor: f64,
    /// What the engine takes.
    pub engine: f64,
    /// How many times the floor that is.
    pub ratio: f64,
    /// What was promised.
    pub target: SpeedTarget,
    /// Whether it was kept.
    pub met: Option<bool>,
    /// What the numbers are.
    pub unit: Unit,
}

impl ReportRow {
    /// A row of times; the ratio is measured, not worked out from the medians.
    #[must_use]
    pub fn of_times(name: &str, floor_is: &str, (floor, engine, ratio): (f64, f64, f64)) -> Self {
        Self {
            name: name.to_owned(),
            floor_is: floor_is.to_owned(),
            floor,
            engine,
            ratio,
            target: SpeedTarget::None,
            met: None,
            unit: Unit::Seconds,
        }
    }

    /// A row of other numbers.
    #[must_use]
    pub fn of(name: &str, floor_is: &str, floor: f64, engine: f64, unit: Unit) -> Self {
        Self {
            unit,
            ..Self::of_times(name, floor_is, (floor, engine, engine / floor))
        }
    }

    /// What is promised about it.
    #[must_use]
    pub fn target(mut self, target: SpeedTarget) -> Self {
        self.target = target;
        self.met = target.met(self.ratio);
        self
    }
}

/// How a cost grows with a size.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Curve {
    /// What grows.
    pub title: String,
    /// What the sizes count.
    pub size: String,
    /// What the lines are measured in.
    pub unit: Unit,
    /// The lines.
    pub lines: Vec<CurveLine>,
}

/// One line of a curve.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CurveLine {
    /// What it is of.
    pub name: String,
    /// Sizes and costs.
    pub points: Vec<(f64, f64)>,
    /// How steep it is where it is steepest: 0 is flat, 1 grows as the size does,
    /// and more is a knee. `None` for a single point.
    pub steepest: Option<f64>,
}

impl CurveLine {
    /// A line through these sizes and costs.
    #[must_use]
    pub fn of(name: &str, points: Vec<(f64, f64)>) -> Self {
        let steps = points.windows(2).map(|step| {
            let [(size, cost), (larger, more)] = [step[0], step[1]];
            (more / cost).ln() / (larger / size).ln()
        });
        Self {
            name: name.to_owned(),
            steepest: steps.reduce(f64::max),
            points,
        }
    }
}

/// A whole run.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BenchReport {
    /// Where and when.
    pub machine: Machine,
    /// Few rounds: the numbers are worth little.
    pub quick: bool,
    /// Each operation.
    pub rows: Vec<ReportRow>,
    /// Each growth.
    pub curves: Vec<Curve>,
    /// What could not be measured here, and why.
    pub left_out: Vec<String>,
}

impl BenchReport {
    /// The rows that are not as promised.
    pub fn missed(&self) -> impl Iterator<Item = &ReportRow> {
        self.rows.iter().filter(|row| row.met == Some(false))
    }
}
