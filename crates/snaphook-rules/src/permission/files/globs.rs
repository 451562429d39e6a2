//! The globs that a search is narrowed to: `*.{ts,tsx}`, `*.rs, .env`.

/// More alternatives than this are not told apart.
const MOST: usize = 256;

/// The globs of a text, with braces expanded: blanks and commas outside braces
/// are between globs. `None` if the braces do not fit.
pub(super) fn alternatives(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            ' ' | '\t' | '\n' | ',' if depth == 0 => {
                expand(&text[start..at], &mut found)?;
                start = at + 1;
            }
            _ => {}
        }
    }
    (depth == 0).then_some(())?;
    expand(&text[start..], &mut found)?;
    // A blank may be part of the name of one file, too.
    if text.contains(' ') {
        expand(text, &mut found)?;
    }
    Some(found)
}

/// A text with its braces expanded. Nothing where they do not fit.
pub(super) fn without_braces(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    expand(text, &mut found)?;
    Some(found)
}

/// Adds a glob with its first group of braces replaced by each of its parts.
fn expand(glob: &str, found: &mut Vec<String>) -> Option<()> {
    if glob.is_empty() {
        return Some(());
    }
    let Some(open) = glob.find('{') else {
        found.push(glob.to_owned());
        return (found.len() <= MOST).then_some(());
    };
    let (mut depth, mut start) = (0usize, open + 1);
    let mut parts = Vec::new();
    for (at, c) in glob[open..].char_indices() {
        let at = open + at;
        match c {
            '{' => depth += 1,
            ',' if depth == 1 => {
                parts.push(&glob[start..at]);
                start = at + 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    parts.push(&glob[start..at]);
                    let (head, tail) = (&glob[..open], &glob[at + 1..]);
                    let mut parts = parts.iter();
                    return parts
                        .try_for_each(|part| expand(&format!("{head}{part}{tail}"), found));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::alternatives;

    #[test]
    fn braces_and_lists_are_taken_apart() {
        for (text, globs) in [
            ("*.rs", Some(&["*.rs"][..])),
            ("*.{ts,tsx}", Some(&["*.ts", "*.tsx"])),
            ("*.rs,.env", Some(&["*.rs", ".env"])),
            ("{a,b{c,d}}/x", Some(&["a/x", "bc/x", "bd/x"])),
            ("a b", Some(&["a", "b", "a b"])),
            ("", Some(&[])),
            ("{a", None),
            ("a}", None),
        ] {
            let found = alternatives(text);
            let found: Option<Vec<&str>> = found
                .as_ref()
                .map(|found| found.iter().map(String::as_str).collect());
            assert_eq!(found.as_deref(), globs, "{text}");
        }
        assert_eq!(alternatives(&"{a,b}".repeat(20)), None);
    }
}
