//! Links that lead somewhere else for every process: `/proc/self/cwd`, `/dev/fd/3`.
//!
//! Anyone who follows them here learns where they lead for the engine, not for the tool.
//!
//! | link | leads |
//! |---|---|
//! | `cwd` of the tool itself | to the tool's working directory |
//! | `root` of the tool itself | to `/` |
//! | both of another process; `exe`; `fd/N` and `/dev/fd/N`; `map_files/…` | nobody knows |
//! | `fd/0`, `fd/1` and `fd/2` of the tool itself | to what the line says; they stay |
//!
//! The tool itself is `self`, `thread-self` and their tasks.

/// Where a link of a process leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessLink {
    /// To the working directory of the process that follows it.
    WorkingDirectory,
    /// To the root of the file system.
    Root,
    /// Only that process knows.
    Unknown,
}

/// What the last of these names, from the root on, is a link of a process to.
pub fn process_link<T: AsRef<str>>(path: &[T]) -> Option<ProcessLink> {
    let names: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
    let (own, link) = match names[..] {
        ["dev", "fd", number] => (true, vec!["fd", number]),
        ["proc", who, "task", _, ref rest @ ..] | ["proc", who, ref rest @ ..] => {
            let own = matches!(who, "self" | "thread-self");
            let other = who.bytes().all(|byte| byte.is_ascii_digit());
            if !own && !other {
                return None;
            }
            (own, rest.to_vec())
        }
        _ => return None,
    };
    match link[..] {
        ["cwd"] if own => Some(ProcessLink::WorkingDirectory),
        ["root"] if own => Some(ProcessLink::Root),
        ["fd", "0" | "1" | "2"] if own => None,
        ["cwd" | "root" | "exe"] | ["fd" | "map_files", _] => Some(ProcessLink::Unknown),
        _ => None,
    }
}

/// Follows such links in a path that begins at the root, from name to name. Nothing,
/// where nobody knows where one leads.
pub(crate) fn through_processes<'n>(
    names: impl IntoIterator<Item = &'n str>,
    cwd: &[String],
) -> Option<Vec<String>> {
    let mut path: Vec<String> = Vec::new();
    for name in names {
        match name {
            "" | "." => continue,
            ".." => {
                path.pop();
                continue;
            }
            name => path.push(name.to_owned()),
        }
        match process_link(&path) {
            None => {}
            Some(ProcessLink::WorkingDirectory) => path = cwd.to_vec(),
            Some(ProcessLink::Root) => path.clear(),
            Some(ProcessLink::Unknown) => return None,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn led(path: &str) -> Option<String> {
        let cwd = ["srv".to_owned(), "app".to_owned()];
        let led = through_processes(path.split('/'), &cwd)?;
        Some(format!("/{}", led.join("/")))
    }

    #[test]
    fn the_tools_own_folder_is_known_and_that_of_others_is_not() {
        for (path, there) in [
            ("/proc/self/cwd/.env", "/srv/app/.env"),
            ("/proc/self/cwd", "/srv/app"),
            ("/proc/self/cwd/../x", "/srv/x"),
            ("/proc/thread-self/cwd/x", "/srv/app/x"),
            ("/proc/self/task/12/cwd/x", "/srv/app/x"),
            ("/proc/self/root/etc/passwd", "/etc/passwd"),
            ("/proc/self/root/proc/self/cwd/x", "/srv/app/x"),
            ("/proc/./self//cwd/x", "/srv/app/x"),
            ("/proc/self/environ", "/proc/self/environ"),
            ("/proc/self/fd/0", "/proc/self/fd/0"),
            ("/proc/12/status", "/proc/12/status"),
            ("/proc/meminfo", "/proc/meminfo"),
            ("/dev/fd/1", "/dev/fd/1"),
            ("/dev/null", "/dev/null"),
            ("/home/proc/self/cwd", "/home/proc/self/cwd"),
        ] {
            assert_eq!(led(path).as_deref(), Some(there), "{path}");
        }
        for path in [
            "/proc/1/cwd/.env",
            "/proc/1/root/etc/passwd",
            "/proc/12/task/13/cwd/x",
            "/proc/self/exe",
            "/proc/self/fd/3",
            "/proc/self/fd/3/../x",
            "/proc/12/fd/0",
            "/dev/fd/7/.env",
            "/proc/self/map_files/0-1",
            "/proc/self/root/dev/fd/9",
        ] {
            assert_eq!(led(path), None, "{path}");
        }
    }
}
