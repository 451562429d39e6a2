//! What the shell of Git for Windows wants otherwise than the system: its paths, and
//! who runs a script. Pure, so that it is tested on every system.

use std::path::Path;

/// Writes a path of the system as the shell writes it: `C:\a b\c` is `/c/a b/c`, and
/// `\\server\share` is `//server/share`. Any other text only gets its slashes.
pub(crate) fn posix_path(path: &str) -> String {
    // The system's own spelling of long paths.
    let (path, is_share) = match path.strip_prefix(r"\\?\") {
        Some(long) => match long.strip_prefix(r"UNC\") {
            Some(share) => (share, true),
            None => (long, false),
        },
        None => (path, false),
    };
    let slashes = path.replace('\\', "/");
    if is_share {
        return format!("//{slashes}");
    }
    let mut chars = slashes.chars();
    let drive = chars.next().filter(char::is_ascii_alphabetic);
    let after = slashes.get(1..).and_then(|rest| rest.strip_prefix(':'));
    match (drive, after) {
        (Some(drive), Some("")) => format!("/{}/", drive.to_ascii_lowercase()),
        (Some(drive), Some(rest)) if rest.starts_with('/') => {
            format!("/{}{rest}", drive.to_ascii_lowercase())
        }
        _ => slashes,
    }
}

/// Whether a program is a script for a shell, which the system cannot start.
pub(crate) fn is_shell_script(program: &Path) -> bool {
    let ending = program.extension();
    ending.is_some_and(|ending| {
        ending.eq_ignore_ascii_case("sh") || ending.eq_ignore_ascii_case("bash")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_git_bash_writes_them() {
        for (path, posix) in [
            (r"C:\Users\Ada Lovelace\repo", "/c/Users/Ada Lovelace/repo"),
            (r"d:\", "/d/"),
            ("D:", "/d/"),
            ("C:/mixed\\slashes", "/c/mixed/slashes"),
            (r"\\?\C:\long", "/c/long"),
            (r"\\server\share\x", "//server/share/x"),
            (r"\\?\UNC\server\share", "//server/share"),
            (r"below\here", "below/here"),
            // A path of one drive's own folder has no like.
            ("C:here", "C:here"),
            ("/c/already", "/c/already"),
            ("ä:\\x", "ä:/x"),
            ("", ""),
        ] {
            assert_eq!(posix_path(path), posix, "{path}");
        }
    }

    #[test]
    fn scripts_of_a_shell_are_told_by_their_ending() {
        for script in [r"hooks\guard.sh", "a b/GUARD.SH", "x.bash"] {
            assert!(is_shell_script(Path::new(script)), "{script}");
        }
        for other in ["guard.exe", "guard", "guard.sh.py", ".sh", "sh"] {
            assert!(!is_shell_script(Path::new(other)), "{other}");
        }
    }
}
