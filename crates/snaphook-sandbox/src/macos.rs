//! The profile for macOS's `sandbox-exec`, as text: everything is refused but what the
//! policy opens. Of two rules the later counts, so holes come after what they are in.

use std::fmt::Write;
use std::path::Path;

use crate::policy::SandboxPolicy;

/// What every program needs there.
const BASE: &str = "\
(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (literal \"/\"))
(allow file-ioctl (literal \"/dev/null\"))
(allow mach-lookup (global-name \"com.apple.system.opendirectoryd.libinfo\"))
(allow mach-lookup (global-name \"com.apple.system.logger\"))
(allow ipc-posix-shm-read-data (ipc-posix-name \"apple.shm.notification_center\"))
";

/// The profile of a policy; `port` is that of the proxy on loopback.
#[must_use]
pub fn profile(policy: &SandboxPolicy, port: Option<u16>) -> String {
    let mut text = BASE.to_owned();
    let mut rule = |words: &str, path: &Path| {
        let path = quoted(&path.to_string_lossy());
        let _ = writeln!(text, "({words} (subpath {path}))");
    };
    for path in &policy.read {
        rule("allow file-read*", path);
    }
    for path in &policy.write {
        rule("allow file-read* file-write*", path);
    }
    for path in &policy.devices {
        rule("allow file-read* file-write-data", path);
    }
    for path in &policy.deny_read {
        rule("deny file-read* file-write*", path);
    }
    // A path that is open by itself inside of one that is closed.
    for path in policy
        .read
        .iter()
        .filter(|path| is_inside(path, &policy.deny_read))
    {
        rule("allow file-read*", path);
    }
    for path in &policy.deny_write {
        rule("deny file-write*", path);
    }
    // Removing or renaming what a closed path lies in would move it away.
    for path in &policy.deny_write {
        for parent in path
            .ancestors()
            .skip(1)
            .filter(|parent| is_inside(parent, &policy.write))
        {
            let parent = quoted(&parent.to_string_lossy());
            let _ = writeln!(text, "(deny file-write-unlink (literal {parent}))");
        }
    }
    if let Some(port) = port {
        let _ = writeln!(
            text,
            "(allow network-outbound (remote ip \"localhost:{port}\"))"
        );
    }
    text
}

fn is_inside(path: &Path, others: &[std::path::PathBuf]) -> bool {
    others.iter().any(|other| path.starts_with(other))
}

/// A string of the profile's language.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

impl SandboxPolicy {
    /// The policy with every path as it really is: the profile compares real paths, and
    /// `/tmp` and `/var` are links there.
    #[cfg(target_os = "macos")]
    pub(crate) fn real(&self) -> Self {
        let real = |paths: &[std::path::PathBuf]| {
            let real = paths
                .iter()
                .map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
            real.collect()
        };
        Self {
            read: real(&self.read),
            write: real(&self.write),
            deny_read: real(&self.deny_read),
            deny_write: real(&self.deny_write),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use snaphook_core::kind::SandboxDef;

    use super::*;
    use crate::policy::SandboxPlaces;

    fn text(value: serde_json::Value, port: Option<u16>) -> String {
        let def = SandboxDef::read(&value).unwrap().unwrap();
        let places = SandboxPlaces {
            project: Some(Path::new("/Users/u/p")),
            home: Some(Path::new("/Users/u")),
            ..SandboxPlaces::default()
        };
        profile(&SandboxPolicy::of(&[&def], &places), port)
    }

    #[test]
    fn holes_come_after_what_they_are_in() {
        let text = text(json!({"filesystem": {"denyRead": ["secret"]}}), None);
        let at = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line}\n{text}"));
        assert!(text.starts_with("(version 1)\n(deny default)\n"));
        assert!(!text.contains("network"));
        let project = at("(allow file-read* file-write* (subpath \"/Users/u/p\"))");
        assert!(project < at("(deny file-read* file-write* (subpath \"/Users/u/p/secret\"))"));
        assert!(project < at("(deny file-write* (subpath \"/Users/u/p/.git\"))"));
        assert!(project < at("(deny file-write-unlink (literal \"/Users/u/p\"))"));
        at("(deny file-read* file-write* (subpath \"/Users/u/.ssh\"))");
    }

    #[test]
    fn the_network_is_the_proxy() {
        let domains = json!({"network": {"allowedDomains": ["a.example"]}});
        let text = text(domains, Some(4711));
        assert!(text.ends_with("(allow network-outbound (remote ip \"localhost:4711\"))\n"));
        assert_eq!(text.matches("network").count(), 1);
    }

    #[test]
    fn a_path_cannot_end_its_string() {
        assert_eq!(quoted("/a\"b\\c"), "\"/a\\\"b\\\\c\"");
    }
}
