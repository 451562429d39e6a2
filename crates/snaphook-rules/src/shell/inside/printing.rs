//! Code that does nothing but print plain text: `print "rm x"`. What it prints is
//! no command.

/// What prints, in one language or another.
const PRINTERS: [&str; 14] = [
    "print",
    "printf",
    "say",
    "puts",
    "p",
    "echo",
    "console.log",
    "console.error",
    "println",
    "cat",
    "io.write",
    "console.info",
    "putStrLn",
    "display",
];

pub(super) fn only_prints(code: &str) -> bool {
    let mut rest = code.trim();
    if rest.is_empty() {
        return true;
    }
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
            .unwrap_or(rest.len());
        if !PRINTERS.contains(&&rest[..end]) {
            return false;
        }
        rest = rest[end..].trim_start_matches([' ', '(']);
        let Some(after) = literal(rest) else {
            return false;
        };
        rest = after.trim_start_matches([' ', ')']);
        match rest.strip_prefix([';', '\n']) {
            Some(next) => rest = next.trim_start_matches([' ', ';', '\n']),
            None if rest.is_empty() => {}
            None => return false,
        }
    }
    true
}

/// What comes after a text in quotes into which nothing is put.
fn literal(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let body = &text[1..];
    let end = body.find(quote)?;
    let inner = body[..end].replace("\\n", "").replace("\\t", "");
    let plain = !inner.contains(['$', '@', '#', '{', '}', '\\', '`', '%']);
    plain.then(|| &body[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::only_prints;

    #[test]
    fn printing_is_told_from_running() {
        for code in [
            "print \"rm x\"",
            "console.log('rm x');",
            "puts 'rm x'\nputs 'y'",
            "print('rm x\\n')",
        ] {
            assert!(only_prints(code), "{code}");
        }
        for code in [
            "system 'rm x'",
            "print `rm x`",
            "puts \"#{`rm x`}\"",
            "print(os.system('rm x'))",
            "print 'a'; system 'rm x'",
            "print 'a' | 'rm x'",
        ] {
            assert!(!only_prints(code), "{code}");
        }
    }
}
