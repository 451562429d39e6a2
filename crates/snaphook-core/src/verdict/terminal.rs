//! Which escape sequences a hook may send to the user's terminal: titles,
//! notifications and the bell. Anything else could move the cursor, read the
//! clipboard or forge what a person agrees to.

/// The operating system commands that are let through: titles (0, 1, 2) and
/// notifications (9, 99, 777).
const COMMANDS: [&str; 6] = ["0", "1", "2", "9", "99", "777"];

const BELL: char = '\u{7}';
const ESCAPE: char = '\u{1b}';

/// Whether a text is made of such sequences only, and of at least one.
pub(super) fn is_allowed(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(BELL) {
            rest = after;
            continue;
        }
        match rest.strip_prefix("\u{1b}]").and_then(after_command) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    !text.is_empty()
}

/// What follows a command, after its `ESC ]`.
fn after_command(text: &str) -> Option<&str> {
    let (number, rest) = text.split_once(';')?;
    if !COMMANDS.contains(&number) {
        return None;
    }
    let end = rest.find(|c: char| c.is_control())?;
    let after = &rest[end..];
    let string_end = format!("{ESCAPE}\\");
    after
        .strip_prefix(BELL)
        .or_else(|| after.strip_prefix(&string_end))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn only_titles_notifications_and_the_bell_pass() {
        for good in [
            "\u{7}",
            "\u{1b}]0;title\u{7}",
            "\u{1b}]2;ünïcode\u{1b}\\\u{7}",
            "\u{1b}]9;done\u{7}\u{1b}]777;notify;a;b\u{7}",
            "\u{1b}]99;i=1:d=0;hello\u{1b}\\",
        ] {
            assert!(is_allowed(good), "{good:?}");
        }
        for bad in [
            "",
            "text",
            "\u{1b}]0;title",
            "\u{1b}]52;c;aGk=\u{7}",
            "\u{1b}]00;x\u{7}",
            "\u{1b}]0;a\nb\u{7}",
            "\u{1b}]0;a\u{1b}[2J\u{7}",
            "\u{1b}]0;a\u{9c}\u{7}",
            "\u{1b}[2J",
            "\u{7}x",
            "\u{9d}0;x\u{7}",
            "\u{1b}]8;;http://x\u{7}",
            "\u{1b}]0\u{7}",
        ] {
            assert!(!is_allowed(bad), "{bad:?}");
        }
    }
}
