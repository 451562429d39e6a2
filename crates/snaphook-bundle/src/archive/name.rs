//! The names that files in a bundle may have: relative, without `..`, and a file of their
//! own on every system.

use crate::error::BundleError;

const MOST_BYTES: usize = 240;

/// Names that Windows gives to devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Checks a name as it is in an archive; gives it without a leading `./`.
pub(crate) fn check_name(written: &str) -> Result<&str, BundleError> {
    let name = written.strip_prefix("./").unwrap_or(written);
    match problem_of(name) {
        None => Ok(name),
        Some(reason) => Err(BundleError::Name {
            name: written.to_owned(),
            reason,
        }),
    }
}

fn problem_of(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("it is empty");
    }
    if name.len() > MOST_BYTES {
        return Some("it is longer than 240 bytes");
    }
    if name.starts_with('/') {
        return Some("it is absolute");
    }
    if name.chars().any(char::is_control) {
        return Some("it has a control character");
    }
    if name.contains(['\\', ':', '*', '?', '"', '<', '>', '|']) {
        return Some("it has a character that is not a part of names on every system");
    }
    name.split('/').find_map(problem_of_part)
}

fn problem_of_part(part: &str) -> Option<&'static str> {
    let stem = part.split('.').next().unwrap_or(part).to_ascii_lowercase();
    let numbered = |prefix: &str| {
        let rest = stem.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.chars().count() == 1)
    };
    match part {
        "" => Some("it has an empty part"),
        "." | ".." => Some("it has a part that leads elsewhere"),
        _ if part.ends_with(['.', ' ']) => Some("a part of it ends in a dot or a space"),
        _ if DEVICES.contains(&&*stem) || numbered("com") || numbered("lpt") => {
            Some("it is the name of a device on some system")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else_on_any_system() {
        for good in [
            "a",
            ".manifest",
            "snaphook/hooks/a b.sh",
            "snaphook/com10",
            "é/x",
        ] {
            assert_eq!(check_name(good).unwrap(), good);
        }
        assert_eq!(check_name("./a/b").unwrap(), "a/b");
        for bad in [
            "",
            "/",
            "/etc/passwd",
            "..",
            "../x",
            "a/../b",
            "a/..",
            "a//b",
            "a/",
            "./",
            "././a",
            "a/./b",
            "C:/x",
            "C:x",
            "a\\b",
            "a\0b",
            "a\nb",
            "nul",
            "a/CON.txt",
            "com1",
            "LPT9.x",
            "a.",
            "a /b",
            "x:stream",
            "//server/share",
        ] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
        assert!(check_name(&"a".repeat(241)).is_err());
    }
}
