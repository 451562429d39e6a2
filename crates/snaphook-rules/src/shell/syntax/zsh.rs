//! Where zsh runs what is a pattern to Bash.
//!
//! `*(e:'rm x':)` and `*(+name)` are glob qualifiers that run code for every
//! file; Bash takes the same for an extended pattern.

/// Whether the inside of a group may be qualifiers that run code.
pub(super) fn runs_code(body: &[u8]) -> bool {
    let quotes = body
        .iter()
        .any(|b| matches!(b, b'\'' | b'"' | b'\\' | b'$' | b'`'));
    let choice = body.iter().any(|b| matches!(b, b'|' | b'('));
    if choice && !quotes && !body.starts_with(b"#") {
        // Qualifiers hold neither, unless they are quoted or marked as such.
        return false;
    }
    (0..body.len()).any(|at| match body[at] {
        b'e' => ends_again(&body[at + 1..]),
        b'+' => body
            .get(at + 1)
            .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_'),
        _ => false,
    })
}

/// Text between two of the same character, or a pair of brackets.
fn ends_again(rest: &[u8]) -> bool {
    let Some((open, rest)) = rest.split_first() else {
        return false;
    };
    let close = match open {
        b'[' => b']',
        b'{' => b'}',
        b'(' => b')',
        b'<' => b'>',
        same => *same,
    };
    rest.contains(&close)
}

#[cfg(test)]
mod tests {
    use super::runs_code;

    #[test]
    fn qualifiers_that_run_code_are_told_from_patterns() {
        for body in [
            "e:'rm x':",
            ".e:rm x:",
            "e{rm x}",
            "exrmx",
            "+name",
            ".+name",
            "#qe:a|b:",
        ] {
            assert!(runs_code(body.as_bytes()), "{body}");
        }
        for body in [
            "*.txt",
            "one|two|else",
            "node_modules",
            "[0-9]",
            "*.jpeg",
            "release",
        ] {
            assert!(!runs_code(body.as_bytes()), "{body}");
        }
    }
}
