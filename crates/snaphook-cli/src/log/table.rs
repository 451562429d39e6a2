//! Prints events as a table with one line for each. Columns have fixed widths, so that
//! later lines fit under earlier ones; a narrow terminal has fewer columns.

use anstyle::Style;
use serde_json::Value;
use snaphook_log::{
    HookLine, LoggedBody, LoggedDecision, LoggedEvent, SUMMARY_CHARACTERS, about, hooks_of,
};

use super::opened::OpenLog;
use super::when;
use crate::show::{self, cut, style};

/// Characters of columns.
const ID: usize = 7;
const EVENT: usize = 18;
const TOOL: usize = 12;
const DECISION: usize = 9;
const TOOK: usize = 9;
const HOOKS: usize = 16;

/// Below so many characters a line leaves something out.
const WITH_YEAR: usize = 120;
const WITH_HOOKS: usize = 100;
const WITH_TOOK: usize = 80;
const WITH_TOOL: usize = 70;

/// The columns that there is room for.
pub(super) struct Table {
    year: bool,
    hooks: bool,
    took: bool,
    tool: bool,
    about: usize,
    /// Whether a cell may be longer than its column.
    loose: bool,
}

impl Table {
    /// Makes a table for lines of this width, or for lines of any length.
    pub(super) fn of(width: Option<usize>) -> Self {
        let Some(width) = width else {
            return Self {
                year: true,
                hooks: true,
                took: true,
                tool: true,
                about: SUMMARY_CHARACTERS,
                loose: true,
            };
        };
        let mut table = Self {
            year: width >= WITH_YEAR,
            hooks: width >= WITH_HOOKS,
            took: width >= WITH_TOOK,
            tool: width >= WITH_TOOL,
            about: 0,
            loose: false,
        };
        let before = table.before("", "", "", "", ("", Style::new()), "", "");
        table.about = width.saturating_sub(before.chars().count());
        table
    }

    pub(super) fn headings(&self) -> String {
        let (bold, plain) = (style::BOLD, ("decision", Style::new()));
        let before = self.before("id", "time", "event", "tool", plain, "took", "hooks");
        let about = cut("about", self.about);
        format!("{bold}{before}{about}{bold:#}")
    }

    pub(super) fn line(
        &self,
        event: &LoggedEvent,
        body: Option<&LoggedBody>,
        log: &OpenLog,
    ) -> String {
        let input = body.map(|body| log.shown(&body.input));
        let hooks = hooks_of(body.and_then(|body| body.outcome.as_deref()));
        let text = |text: &str| style::one_line(&log.shown_text(text));
        let time = match self.year {
            true => when::local(event.time),
            false => when::local_short(event.time),
        };
        let mut line = self.before(
            &event.id.to_string(),
            &time,
            &text(&event.event),
            &text(event.tool.as_deref().unwrap_or_default()),
            (event.decision.as_str(), colour(event.decision)),
            &show::microseconds(event.duration_us),
            &text(&who(&hooks)),
        );
        let marks = marks(event);
        let about = style::one_line(&about(&input.unwrap_or(Value::Null)));
        let dim = style::DIM;
        match self.loose {
            true => line.push_str(&format!("{about}{dim}{marks}{dim:#}")),
            false => {
                let room = self.about.saturating_sub(marks.chars().count());
                let about = cut(&about, room);
                let marks = cut(&marks, self.about);
                line.push_str(&format!("{about}{dim}{marks}{dim:#}"));
            }
        }
        line.trim_end().to_owned()
    }

    /// A line up to what the event is about.
    #[expect(clippy::too_many_arguments, reason = "one for each column")]
    fn before(
        &self,
        id: &str,
        time: &str,
        event: &str,
        tool: &str,
        (decision, colour): (&str, Style),
        took: &str,
        hooks: &str,
    ) -> String {
        let fit = |text: &str, width: usize| match self.loose {
            true => text.to_owned(),
            false => cut(text, width),
        };
        let times = if self.year { 19 } else { 11 };
        let event = fit(event, EVENT);
        let mut line = format!("{id:>ID$}  {time:<times$}  {event:<EVENT$} ");
        if self.tool {
            line.push_str(&format!("{:<TOOL$} ", fit(tool, TOOL)));
        }
        line.push_str(&format!("{colour}{decision:<DECISION$}{colour:#}  "));
        if self.took {
            line.push_str(&format!("{took:>TOOK$}  "));
        }
        if self.hooks {
            line.push_str(&format!("{:<HOOKS$}  ", fit(hooks, HOOKS)));
        }
        line
    }
}

/// Who decided, else who took part.
fn who(hooks: &[HookLine]) -> String {
    let names = |wanted: &dyn Fn(&&HookLine) -> bool| -> Vec<String> {
        let hooks = hooks.iter().filter(wanted);
        hooks.map(|hook| hook.name.clone()).collect()
    };
    let decided = names(&|hook| hook.decided);
    let ran = names(&|hook| hook.status != "skipped");
    let (first, more) = match (decided.as_slice(), ran.as_slice()) {
        ([first, more @ ..], _) | ([], [first, more @ ..]) => (first, more.len()),
        ([], []) => return String::new(),
    };
    match more {
        0 => first.clone(),
        more => format!("{first} +{more}"),
    }
}

fn marks(event: &LoggedEvent) -> String {
    let marks = [(event.redacted, "redacted"), (event.cut, "cut")];
    let marks: Vec<_> = marks
        .iter()
        .filter(|(set, _)| *set)
        .map(|(_, word)| *word)
        .collect();
    match marks.is_empty() {
        true => String::new(),
        false => format!("  ({})", marks.join(", ")),
    }
}

pub(crate) fn colour(decision: LoggedDecision) -> Style {
    match decision {
        LoggedDecision::Blocked => style::BAD,
        LoggedDecision::Stop
        | LoggedDecision::Defer
        | LoggedDecision::Ask
        | LoggedDecision::Abandoned => style::WARNING,
        LoggedDecision::Allow => style::GOOD,
        LoggedDecision::None => style::DIM,
    }
}
