//! Timeouts in the wrong unit, or longer than they can be.

use super::pass::LintedHook;
use crate::finding::Finding;

/// Round numbers of minutes and hours that people do mean as seconds.
const MEANT: &[u64] = &[
    1200, 1800, 2400, 2700, 3600, 5400, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
];

/// The longest that the end of a session waits for a hook, in seconds.
const SESSION_END: u64 = 60;

pub(super) fn check(subject: &LintedHook<'_>, findings: &mut Vec<Finding>) {
    let (Some(timeout), Some(span)) = (subject.hook.timeout, &subject.spans.timeout) else {
        return;
    };
    let seconds = timeout.as_secs();
    let whole = timeout.subsec_nanos() == 0;
    let event = subject.hook.event.as_str();
    if whole && seconds >= 1000 && seconds % 100 == 0 && !MEANT.contains(&seconds) {
        findings.push(subject.warning(
            "timeout-in-milliseconds",
            span.clone(),
            format!(
                "`timeout` is in seconds, and {seconds} seconds is {}",
                in_words(seconds)
            ),
            format!("did you mean {}?", thousandth(seconds)),
        ));
    } else if event == "SessionEnd" && timeout.as_secs_f64() > 60.0 {
        findings.push(subject.hint(
            "timeout-too-long",
            span.clone(),
            format!("{event} waits at most {SESSION_END} seconds"),
            format!("use {SESSION_END} or less"),
        ));
    }
}

fn in_words(seconds: u64) -> String {
    match seconds / 60 {
        minutes @ ..120 => format!("{minutes} minutes"),
        minutes @ 120..2880 => format!("{} hours", minutes / 60),
        minutes => format!("{} days", minutes / 60 / 24),
    }
}

/// 5000 → `5`, 1500 → `1.5`.
fn thousandth(milliseconds: u64) -> String {
    match (milliseconds / 1000, milliseconds % 1000 / 100) {
        (seconds, 0) => seconds.to_string(),
        (seconds, tenths) => format!("{seconds}.{tenths}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{hook, silent, the_one};

    fn timeout(event: &str, seconds: &str) -> String {
        hook(event, &format!(r#""command": "x", "timeout": {seconds}"#))
    }

    #[test]
    fn thousands_of_seconds_were_meant_as_milliseconds() {
        let code = "timeout-in-milliseconds";
        let found = the_one(&timeout("Stop", "5000"), code);
        assert!(
            found.message.ends_with("5000 seconds is 83 minutes"),
            "{found:?}"
        );
        assert_eq!(found.help, "did you mean 5?");
        assert_eq!(found.shown, "5000");
        let found = the_one(&timeout("Stop", "1500"), code);
        assert_eq!(found.help, "did you mean 1.5?");
        let found = the_one(&timeout("Stop", "60000"), code);
        assert!(found.message.ends_with("16 hours"), "{found:?}");
        for fine in ["5", "600", "900", "1001", "1800", "3600", "0.5"] {
            silent(&timeout("Stop", fine), code);
        }
    }

    #[test]
    fn the_end_of_a_session_waits_a_minute() {
        let code = "timeout-too-long";
        the_one(&timeout("SessionEnd", "90"), code);
        silent(&timeout("SessionEnd", "60"), code);
        silent(&timeout("Stop", "90"), code);
        silent(&timeout("SessionEnd", "5000"), code);
    }
}
