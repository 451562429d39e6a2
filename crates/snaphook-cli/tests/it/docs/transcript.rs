//! A transcript: commands, and what each of them printed.

use std::sync::LazyLock;

use regex::Regex;

/// One command and what follows it.
#[derive(Debug, PartialEq)]
pub(super) struct Step {
    /// The lines of the command, without prompts.
    pub(super) command: String,
    /// Its lines as they stand in the page.
    pub(super) shown: Vec<String>,
    pub(super) printed: Vec<String>,
}

/// The steps of a block. Its first line must be a command.
pub(super) fn steps(lines: &[String]) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                command: command.to_owned(),
                shown: vec![line.clone()],
                printed: Vec::new(),
            });
            continue;
        }
        let step = steps.last_mut()?;
        match line.strip_prefix("> ") {
            Some(more) if step.printed.is_empty() => {
                step.command.push('\n');
                step.command.push_str(more);
                step.shown.push(line.clone());
            }
            _ => step.printed.push(line.clone()),
        }
    }
    Some(steps)
}

/// Whether this was printed, where `...` stands for lines, or for a part of one, and
/// times do not matter.
pub(super) fn is_as_expected(expected: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return printed.is_empty();
    };
    if first.trim() == "..." {
        return (0..=printed.len()).any(|skipped| is_as_expected(rest, &printed[skipped..]));
    }
    let Some((line, others)) = printed.split_first() else {
        return false;
    };
    is_line(&plain(first), &plain(line)) && is_as_expected(rest, others)
}

fn is_line(expected: &str, line: &str) -> bool {
    let parts: Vec<_> = expected.split("...").map(regex::escape).collect();
    Regex::new(&format!("^{}$", parts.join(".*")))
        .unwrap()
        .is_match(line)
}

static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r" *\b([0-9][0-9.]*) (µs|ms|s)\b").unwrap());
static MILLISECONDS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"("durationMs": )[0-9.]+"#).unwrap());
static DATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}[0-9.]*").unwrap()
});
static BLANKS: LazyLock<Regex> = LazyLock::new(|| Regex::new(" +").unwrap());

/// A line without times, and with single blanks: columns are as wide as times are.
pub(super) fn plain(line: &str) -> String {
    let line = TIME.replace_all(line, " # $2");
    let line = DATE.replace_all(&line, "#");
    let line = MILLISECONDS.replace_all(&line, "$1#");
    BLANKS.replace_all(&line, " ").trim_end().to_owned()
}

/// All times in a text together, in milliseconds: how busy the machine was.
pub(super) fn took(text: &str) -> f64 {
    let times = TIME.captures_iter(text).map(|found| {
        let unit = match &found[2] {
            "µs" => 0.001,
            "ms" => 1.0,
            _ => 1000.0,
        };
        found[1].parse::<f64>().unwrap_or_default() * unit
    });
    times.sum()
}

#[cfg(test)]
mod tests {
    use super::{is_as_expected, steps, took};

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_transcript_is_commands_and_what_they_printed() {
        let steps = steps(&lines("$ a \\\n>   b\nout\n> no command\n$ c")).unwrap();
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[0].command, "a \\\n  b");
        assert_eq!(steps[0].printed, ["out", "> no command"]);
        assert!(steps[1].printed.is_empty());
        assert_eq!(super::steps(&lines("no command")), None);
    }

    #[test]
    fn times_are_added_up() {
        assert_eq!(took("a 1.5 ms, b 2 s\nc 500 µs"), 2002.0);
        assert_eq!(took("3 hooks"), 0.0);
    }

    #[test]
    fn times_do_not_matter_and_dots_stand_for_anything() {
        let same = |a: &str, b: &str| is_as_expected(&lines(a), &lines(b));
        assert!(same("ok     3.0 ms x", "ok 12 ms x"));
        assert!(same("  \"durationMs\": 3.25,", "  \"durationMs\": 12,"));
        assert!(same("at 2026-11-03 14:30:00", "at 2027-01-01 00:00:01"));
        assert!(same("a\n...\nz", "a\nb\nc\nz"));
        assert!(same("id ... end", "id 0198 end"));
        assert!(!same("a\n...\nz", "a\nb"));
        assert!(!same("a", "a\nb"));
        assert!(!same("3 hooks", "4 hooks"));
    }
}
