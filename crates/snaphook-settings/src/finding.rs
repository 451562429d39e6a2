//! What the loader found wrong, and where.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use snaphook_core::event::EventName;
use snaphook_core::hook::HookId;
use snaphook_core::{Diagnostic, Severity};

/// A place in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Arc<Path>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The bytes of the file it is about.
    pub span: Range<usize>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file.display(), self.line, self.column)
    }
}

/// Another place that an error belongs to, such as the brace that is not closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPlace {
    /// What is there.
    pub message: String,
    /// Where.
    pub location: Location,
}

impl fmt::Display for RelatedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.location.line, self.message)
    }
}

/// One thing that is wrong, or looks wrong, in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// A stable word for programs.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where.
    pub location: Location,
    /// The event whose hooks it concerns; `None` if it concerns the file.
    pub event: Option<EventName>,
    /// The hook it concerns.
    pub hook: Option<HookId>,
}

impl Finding {
    /// This finding as an outcome carries it: the place is part of the message.
    #[must_use]
    pub fn to_diagnostic(&self) -> Diagnostic {
        Diagnostic {
            severity: self.severity,
            code: self.code,
            message: self.to_string(),
            hook: self.hook.clone(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}
