//! How every dialect reads the same matcher.

use snaphook_core::matching::Matcher;
use snaphook_dialects::Dialect;

use crate::table::{Table, code, codes};

const SAMPLES: &[&str] = &[
    "*",
    "Bash",
    "Edit|Write",
    "Edit, Write",
    "Notebook.*",
    "mcp__(a|b)",
    "Bash(git:*)",
];

pub(super) fn table() -> String {
    let mut table = Table::of_dialects("matcher");
    for sample in SAMPLES {
        table.each(&code(sample), |dialect| read(dialect, sample));
    }
    table.text()
}

fn read(dialect: &dyn Dialect, text: &str) -> String {
    let rules = dialect.rules();
    let event = rules.event("PreToolUse");
    let (matcher, rule) = rules.group_matcher(event.spec(), Some(text));
    let words = match matcher.compiled() {
        Ok(Matcher::All) => "everything".to_owned(),
        Ok(Matcher::Names(names)) => match &names[..] {
            [only] => format!("exactly {}", code(only)),
            several => format!("one of {}", codes(several)),
        },
        Ok(Matcher::Regex(_)) => "an expression, found anywhere".to_owned(),
        Ok(Matcher::Whole(_)) => "an expression for the whole name".to_owned(),
        Ok(Matcher::Translated(..)) => "under names of its own".to_owned(),
        Err(error) => format!("not understood: {}", error.message),
    };
    match rule {
        Some(rule) => format!("{words}, if the rule {} holds", code(rule)),
        None => words,
    }
}
