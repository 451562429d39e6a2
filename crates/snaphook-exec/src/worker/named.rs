//! Which files a command names: its scripts, as far as its words tell.
//!
//! This is not a shell. A word too many costs a look at a file that does not
//! matter; a word too few, that an edit takes effect only when the worker is
//! started the next time.

use std::path::{Path, PathBuf};

use snaphook_rules::lenient::{GAP, GLOB, cut_commands};

/// More files than this are not watched.
const MOST_FILES: usize = 16;
/// More words than this are not looked at.
const MOST_WORDS: usize = 256;

/// The files that some words name, seen from a folder and from every folder
/// that they name.
pub(super) fn files_in(
    words: &[String],
    cwd: &Path,
    is_file: impl Fn(&Path) -> bool,
    is_folder: impl Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    let paths = words.iter().take(MOST_WORDS).flat_map(|word| {
        let value = word.split_once('=').map(|(_, value)| value);
        std::iter::once(word.as_str()).chain(value)
    });
    let paths: Vec<&Path> = paths
        .filter(|path| !path.is_empty())
        .map(Path::new)
        .collect();
    let mut folders = vec![cwd.to_owned()];
    for path in &paths {
        let folder = cwd.join(path);
        if !folders.contains(&folder) && folders.len() < MOST_FILES && is_folder(&folder) {
            folders.push(folder);
        }
    }
    let mut files = Vec::new();
    for path in paths {
        for folder in &folders {
            let file = folder.join(path);
            if files.len() < MOST_FILES && !files.contains(&file) && is_file(&file) {
                files.push(file);
            }
        }
    }
    files
}

/// Without the interpreter that runs the others: a look at it before every
/// event is not worth it. A program that is started alone is what is edited, or
/// built anew.
pub(super) fn without_interpreter(
    mut files: Vec<PathBuf>,
    is_script: impl Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    if files.len() > 1 && !is_script(&files[0]) {
        files.remove(0);
    }
    files
}

/// The words of a shell's text, without their quotes, with the variables that
/// are known. A word with one that is not goes on with nothing in its place.
pub(super) fn words(text: &str, variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let words = cut_commands(text, &variable).into_iter().flatten();
    let words = words.map(|word| {
        let word = word.replace(GAP, "").replace(GLOB, "*");
        match word.strip_prefix("~/").zip(variable("HOME")) {
            Some((rest, home)) => format!("{home}/{rest}"),
            None => word,
        }
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        words(text, |name| match name {
            "HOME" => Some("/home/me".to_owned()),
            "CLAUDE_PROJECT_DIR" => Some("/p q".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn quotes_and_variables_are_gone_from_words() {
        assert_eq!(read("python3 guard.py"), ["python3", "guard.py"]);
        assert_eq!(
            read(r#"exec "$CLAUDE_PROJECT_DIR"/.snaphook/a.py --x='b c' "#),
            ["exec", "/p q/.snaphook/a.py", "--x=b c"]
        );
        assert_eq!(
            read("cd ~/h&&python3 -u ${HOME}/a\\ b.py; '$HOME'"),
            [
                "cd",
                "/home/me/h",
                "python3",
                "-u",
                "/home/me/a b.py",
                "$HOME"
            ]
        );
        assert_eq!(read("$UNKNOWN x 'open"), ["x", "open"]);
        assert_eq!(read(" "), [""; 0]);
    }

    #[test]
    fn an_interpreter_is_not_looked_at() {
        let paths = |names: &[&str]| -> Vec<PathBuf> { names.iter().map(PathBuf::from).collect() };
        let is_script = |path: &Path| path.extension().is_some();
        let watched = |names: &[&str]| without_interpreter(paths(names), is_script);
        assert_eq!(watched(&["/bin/python3", "/p/a.py"]), paths(&["/p/a.py"]));
        assert_eq!(watched(&["/p/built"]), paths(&["/p/built"]));
        let two = ["/p/a.sh", "/p/b.sh"];
        assert_eq!(watched(&two), paths(&two));
    }

    #[test]
    fn files_are_looked_for_in_every_folder_that_is_named() {
        let there = ["/p/guard.py", "/p/hooks/lib.py", "/usr/bin/python3"];
        let files = |text: &str| {
            files_in(
                &read(text),
                Path::new("/p"),
                |path| there.iter().any(|file| Path::new(file) == path),
                |path| path == Path::new("/p/hooks"),
            )
        };
        assert_eq!(files("python3 guard.py"), [Path::new("/p/guard.py")]);
        assert_eq!(
            files("cd hooks && /usr/bin/python3 lib.py"),
            [Path::new("/usr/bin/python3"), Path::new("/p/hooks/lib.py")]
        );
        assert_eq!(files("x --script=guard.py"), [Path::new("/p/guard.py")]);
        assert!(files("echo hello").is_empty());
    }
}
