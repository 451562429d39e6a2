//! The dialects of coding agents, a row each.

use std::path::Path;
use std::time::Duration;

use snaphook_core::dialect::Strategy;
use snaphook_dialects::{HAND_WRITTEN, all};
use snaphook_settings::{Dialect, Folders};

use crate::table::codes;

pub(super) fn table() -> String {
    let mut text = String::from(
        "| dialect | user and project files | tool events | shell | time | hooks run |\n|---|---|---|---|---|---|\n",
    );
    for dialect in agents() {
        let rules = dialect.rules();
        let native = |event: &str| rules.names.native_event(event).to_owned();
        let row = rules.events.iter().find(|row| row.name == "PreToolUse");
        let time = row.map_or(Duration::ZERO, |row| row.timeout);
        let shell = rules.names.forms.map(|forms| forms.matched_names("Bash"));
        let shell = shell.and_then(|names| names.first().map(ToString::to_string));
        let strategy = match rules.strategy {
            Strategy::Together => "together",
            _ => "one by one",
        };
        text.push_str(&format!(
            "| `{}` | {} | {} | `{}` | {} s | {strategy} |\n",
            dialect.name(),
            files(dialect),
            codes(["PreToolUse", "PostToolUse"].into_iter().map(native)),
            shell.unwrap_or_default(),
            time.as_secs(),
        ));
    }
    text
}

fn agents() -> impl Iterator<Item = &'static dyn Dialect> {
    all().iter().copied().skip(HAND_WRITTEN.len())
}

fn files(dialect: &dyn Dialect) -> String {
    let places = dialect.places(&Folders {
        system: Path::new("/etc"),
        home: Some(Path::new("~")),
        config: None,
        claude: None,
        project: Some(Path::new("")),
    });
    // Of a folder with a program for each event, the folder.
    let shown = |path: &Path| match path.extension() {
        None => path.parent().unwrap_or(path).join("EVENT"),
        Some(_) => path.to_owned(),
    };
    let mut paths: Vec<String> = Vec::new();
    for (_, path) in &places.listed {
        let path = shown(path).display().to_string();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    codes(paths)
}
