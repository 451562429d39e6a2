//! The names of packs. They stand in settings, in lists and in records of decisions, so
//! none may look like another one: ASCII only, and no two that differ in case alone.

/// The longest name.
const LONGEST: usize = 64;

/// Why a text is not the name of a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` cannot be the name of a pack: use up to {LONGEST} ASCII letters, digits, `-`, `_` and `.`, beginning with a letter or a digit",
    .0.escape_default()
)]
pub struct PackNameError(String);

/// Checks the name of a pack.
///
/// # Errors
/// When it is empty, too long, or has other characters than ASCII letters, digits, `-`, `_`
/// and `.`, or begins with one of the last three.
pub fn check_pack_name(name: &str) -> Result<(), PackNameError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    match begins && name.len() <= LONGEST && name.chars().all(plain) {
        true => Ok(()),
        false => Err(PackNameError(name.chars().take(LONGEST).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_others_are_refused() {
        for name in ["guard", "rm-guard", "a.b_c", "9lives"] {
            check_pack_name(name).unwrap();
        }
        // The third has a Cyrillic letter, the fourth is turned around.
        for name in ["", "-x", "gu\u{430}rd", "\u{202e}drang", "a/b", "..", "a b"] {
            check_pack_name(name).unwrap_err();
        }
        check_pack_name(&"x".repeat(65)).unwrap_err();
    }
}
