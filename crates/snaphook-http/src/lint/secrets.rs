//! Does a text hold a key? Only what is made to be one, and long enough to be
//! random, is called one.

/// Ways to say that a key follows.
const SCHEMES: &[&str] = &["bearer", "basic", "token"];

/// The shortest key that counts behind one of them.
const LONG: usize = 20;

/// Whether the value of a header is a key, or holds one, by itself.
pub(super) fn holds_secret(value: &str) -> bool {
    // What has a variable in it has its key elsewhere.
    if value.contains('$') {
        return false;
    }
    if snaphook_redact::holds_secret(value) {
        return true;
    }
    let mut after_scheme = false;
    let words = value.split([' ', '\t', ',', ';', '=', '"']);
    for word in words.filter(|word| !word.is_empty()) {
        let key = word.len() >= LONG && word.chars().all(is_of_keys);
        if key && after_scheme {
            return true;
        }
        after_scheme = SCHEMES
            .iter()
            .any(|scheme| scheme.eq_ignore_ascii_case(word));
    }
    false
}

fn is_of_keys(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.~+/:".contains(c)
}

#[cfg(test)]
mod tests {
    use super::holds_secret;

    #[test]
    fn keys_are_told_from_other_values() {
        for value in [
            "Bearer abcdefghijklmnopqrst",
            "bearer  abcdefghijklmnopqrst",
            "Basic YWxhZGRpbjpvcGVuc2VzYW1l",
            "Token token=ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "sk-proj-abcdefghijklmnop",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "eyJhbGciOiJIUzI1NiJ9.e30.abc",
        ] {
            assert!(holds_secret(value), "{value}");
        }
        for value in [
            "",
            "Bearer $TOKEN",
            "Bearer ${TOKEN}",
            "Bearer short",
            "sk-short",
            "application/json; charset=utf-8",
            "a sentence about the bearer of this long message",
            "0123456789abcdef0123456789abcdef",
            "ghp_abcdefghijklmnopqrstuvwxyz$SUFFIX",
        ] {
            assert!(!holds_secret(value), "{value}");
        }
    }
}
