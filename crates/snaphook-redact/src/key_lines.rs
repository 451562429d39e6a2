//! Private keys whose lines are in a list, each by itself: a patch, the hits of a
//! search.

/// Whether a private key begins in this text and does not end there.
pub(super) fn begins_key(text: &str) -> bool {
    let begin = text.rfind("-----BEGIN ").filter(|at| {
        let line = text[*at..].lines().next().unwrap_or_default();
        line.contains("PRIVATE KEY")
    });
    let begin = begin.max(text.rfind("PuTTY-User-Key-File-"));
    begin.is_some_and(|at| !ends_key(&text[at..]))
}

/// Whether a private key that began earlier ends in this text.
pub(super) fn ends_key(text: &str) -> bool {
    text.contains("-----END ") || text.contains("Private-MAC:")
}
