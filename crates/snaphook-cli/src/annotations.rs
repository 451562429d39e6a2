//! Reports as annotations of a GitHub workflow: `check --format github` and
//! `test --format github` print their report, and after it one workflow command for each
//! problem, which GitHub shows at the line in the pull request.

use std::fmt::{self, Display, Formatter};

use snaphook::Severity;
use uuid::Uuid;

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For people, then annotations for GitHub
    Github,
}

impl ReportFormat {
    /// The format of `--format`, for which `--json` is another word.
    pub(crate) fn of(format: Option<Self>, json: bool) -> Self {
        match format {
            Some(format) => format,
            None if json => Self::Json,
            None => Self::Text,
        }
    }
}

/// A problem, with its place.
pub(crate) struct Annotation<'a> {
    pub(crate) severity: Severity,
    pub(crate) title: &'a str,
    pub(crate) message: &'a str,
    pub(crate) file: Option<&'a str>,
    /// The first line and column, and the last.
    pub(crate) place: Option<[(usize, usize); 2]>,
}

/// Prints a report that may hold texts of others. GitHub takes a line that begins with
/// `::` for a command, so none is obeyed before the report ends.
pub(crate) fn shielded(report: impl FnOnce()) {
    let token = Uuid::new_v4();
    crate::say!("::stop-commands::{token}");
    report();
    crate::say!("::{token}::");
}

impl Display for Annotation<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let command = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        write!(formatter, "::{command} ")?;
        if let Some(file) = self.file {
            write!(formatter, "file={},", property(&file.replace('\\', "/")))?;
        }
        if let Some([(line, column), (end_line, end_column)]) = self.place {
            write!(formatter, "line={line},endLine={end_line},")?;
            // GitHub refuses columns of more than one line.
            if line == end_line {
                write!(formatter, "col={column},endColumn={end_column},")?;
            }
        }
        let message = data(self.message);
        write!(formatter, "title={}::{message}", property(self.title))
    }
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
