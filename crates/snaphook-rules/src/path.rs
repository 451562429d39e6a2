//! Path rules, gitignore style.
//!
//! A matcher of its own rather than globset: the base is a literal folder
//! whose name may hold glob characters, `*` must not cross folders, `**` only
//! does so as a whole component, and a pattern must match the path itself,
//! never one of its parents. Component by component that is a short dynamic
//! programme without a regular expression to build; time is the product of
//! the two lengths.

use std::path::Path;

use crate::Places;

/// A compiled path pattern.
#[derive(Debug, Clone)]
pub(crate) struct PathPattern {
    anchor: Anchor,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Root,
    Home,
    Settings,
    Cwd,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// `**`: any number of folders.
    Any,
    /// `..` at the start.
    Up,
    Name(Vec<Atom>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Atom {
    Char(char),
    One,
    Run,
    Class(bool, Vec<(char, char)>),
}

impl PathPattern {
    pub(crate) fn parse(text: &str) -> PathPattern {
        let (anchor, rest) = if let Some(rest) = text.strip_prefix("//") {
            (Anchor::Root, rest)
        } else if text == "~" {
            (Anchor::Home, "")
        } else if let Some(rest) = text.strip_prefix("~/") {
            (Anchor::Home, rest)
        } else if let Some(rest) = text.strip_prefix('/') {
            (Anchor::Settings, rest)
        } else {
            (Anchor::Cwd, text)
        };
        let below = rest.ends_with('/');
        let rest = rest.trim_end_matches('/');
        // Without a slash a name matches at any depth; an anchor is a slash.
        let floats = anchor == Anchor::Cwd && !rest.contains('/') && !rest.is_empty();
        let mut parts = Vec::new();
        if floats && rest != ".." && rest != "." {
            parts.push(Part::Any);
        }
        for name in rest.split('/') {
            match name {
                "" | "." => {}
                "**" => parts.push(Part::Any),
                ".." if parts.iter().all(|p| *p == Part::Up) => parts.push(Part::Up),
                ".." => {
                    parts.pop();
                }
                name => parts.push(Part::Name(atoms(name))),
            }
        }
        if below {
            parts.push(Part::Any);
        }
        parts.dedup_by(|a, b| *a == Part::Any && *b == Part::Any);
        if parts.last() == Some(&Part::Any) {
            // At the end it stands for something, not for nothing.
            parts.push(Part::Name(vec![Atom::Run]));
        }
        PathPattern { anchor, parts }
    }

    /// The folder the pattern starts from; `None` where it is not known.
    pub(crate) fn base<'a>(&self, places: &Places<'a>, own: Option<&'a Path>) -> Option<&'a Path> {
        match self.anchor {
            Anchor::Root => Some(Path::new("/")),
            Anchor::Home => places.home,
            Anchor::Settings => own.or(places.settings_base),
            Anchor::Cwd => Some(places.cwd),
        }
    }

    /// Tests a normal absolute path against the pattern below `base`.
    pub(crate) fn matches(&self, base: &[String], path: &[String]) -> bool {
        let ups = self.parts.iter().take_while(|p| **p == Part::Up).count();
        let base = &base[..base.len().saturating_sub(ups)];
        let Some(rest) = path.strip_prefix(base) else {
            return false;
        };
        let parts = &self.parts[ups..];
        // reach[i]: the first i parts can match what was seen so far.
        let mut reach = vec![false; parts.len() + 1];
        reach[0] = true;
        open(&mut reach, parts);
        for name in rest {
            let mut next = vec![false; parts.len() + 1];
            for (i, part) in parts.iter().enumerate().filter(|(i, _)| reach[*i]) {
                match part {
                    Part::Any => next[i] = true,
                    Part::Name(atoms) if name_matches(atoms, name) => next[i + 1] = true,
                    _ => {}
                }
            }
            open(&mut next, parts);
            reach = next;
        }
        reach[parts.len()]
    }
}

/// `**` may also stand for no folder at all.
fn open(reach: &mut [bool], parts: &[Part]) {
    for (i, part) in parts.iter().enumerate() {
        if reach[i] && *part == Part::Any {
            reach[i + 1] = true;
        }
    }
}

fn atoms(name: &str) -> Vec<Atom> {
    let chars: Vec<char> = name.chars().collect();
    let mut atoms = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        match chars[at] {
            '*' => {
                if atoms.last() != Some(&Atom::Run) {
                    atoms.push(Atom::Run);
                }
            }
            '?' => atoms.push(Atom::One),
            '\\' if at + 1 < chars.len() => {
                at += 1;
                atoms.push(Atom::Char(chars[at]));
            }
            '[' => match class(&chars[at..]) {
                Some((atom, used)) => {
                    atoms.push(atom);
                    at += used - 1;
                }
                None => atoms.push(Atom::Char('[')),
            },
            c => atoms.push(Atom::Char(c)),
        }
        at += 1;
    }
    atoms
}

/// `[abc]`, `[a-z]`, `[!x]`, and how many characters it took.
fn class(chars: &[char]) -> Option<(Atom, usize)> {
    let mut at = 1;
    let negated = matches!(chars.get(at), Some('!' | '^'));
    at += usize::from(negated);
    let first = at;
    let mut ranges = Vec::new();
    loop {
        let c = *chars.get(at)?;
        if c == ']' && at > first {
            return Some((Atom::Class(negated, ranges), at + 1));
        }
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some('-'), Some(&last)) if last != ']' => {
                ranges.push((c, last));
                at += 3;
            }
            _ => {
                ranges.push((c, c));
                at += 1;
            }
        }
    }
}

/// Classic two-pointer matching with one saved star.
fn name_matches(atoms: &[Atom], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut i, mut j) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while j < name.len() {
        let fits = match atoms.get(i) {
            Some(Atom::Run) => {
                star = Some((i, j));
                i += 1;
                continue;
            }
            Some(Atom::Char(c)) => *c == name[j],
            Some(Atom::One) => true,
            Some(Atom::Class(negated, ranges)) => {
                ranges.iter().any(|(a, b)| (*a..=*b).contains(&name[j])) != *negated
            }
            None => false,
        };
        if fits {
            i += 1;
            j += 1;
        } else if let Some((si, sj)) = star {
            star = Some((si, sj + 1));
            i = si + 1;
            j = sj + 1;
        } else {
            return false;
        }
    }
    atoms[i..].iter().all(|atom| *atom == Atom::Run)
}

/// The path made absolute from `cwd` and freed of `.` and `..`.
pub(crate) fn normal(cwd: &Path, path: &str) -> Vec<String> {
    let path = slashes(path);
    let absolute = path.starts_with('/') || (cfg!(windows) && path.get(1..3) == Some(":/"));
    let cwd = if absolute {
        String::new()
    } else {
        slashes(&cwd.to_string_lossy())
    };
    let mut parts: Vec<String> = Vec::new();
    for part in cwd.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part.to_owned()),
        }
    }
    parts
}

fn slashes(path: &str) -> String {
    if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        let places = Places {
            home: Some(Path::new("/home/me")),
            settings_base: Some(Path::new("/repo")),
            ..Places::at(Path::new("/repo/app"))
        };
        let pattern = PathPattern::parse(pattern);
        let base = pattern.base(&places, None).expect("a base");
        let base = normal(base, "");
        pattern.matches(&base, &normal(places.cwd, path))
    }

    #[test]
    fn patterns() {
        for (pattern, path, want) in [
            ("src/**", "src/a/b.rs", true),
            ("src/**", "src/a", true),
            ("src/**", "src", false),
            ("src/**", "lib/src/a", false),
            ("**/src/**", "lib/src/a", true),
            ("**/src/**", "src/a", true),
            ("src/*", "src/a", true),
            ("src/*", "src/a/b", false),
            ("src", "src", true),
            ("src", "src/a", false),
            ("src", "lib/src", true),
            ("src/", "src/a", true),
            ("src/", "src", false),
            ("src/", "lib/src/a/b", true),
            ("*.rs", "a.rs", true),
            ("*.rs", "a/b/c.rs", true),
            ("*.rs", "/elsewhere/c.rs", false),
            (".env", "a/.env", true),
            ("./src/**", "src/a", true),
            ("../x/**", "/repo/x/y", true),
            ("//srv/data/**", "/srv/data/a/b", true),
            ("//srv/data/**", "/srv/data", false),
            ("//etc/passwd", "/etc/passwd", true),
            ("//**/.ssh/**", "/home/you/.ssh/id", true),
            ("~/notes/*", "/home/me/notes/a", true),
            ("~/notes/*", "/home/you/notes/a", false),
            ("~/**", "/home/me/a/b", true),
            ("/docs/**", "/repo/docs/a", true),
            ("/docs/**", "docs/a", false),
            ("/*.md", "/repo/a.md", true),
            ("/*.md", "/repo/app/a.md", false),
            ("a/**/b", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
            ("a/**/b", "a/x/y/c", false),
            ("**", "a/b", true),
            ("a?c", "abc", true),
            ("a[0-9]c", "a5c", true),
            ("a[!0-9]c", "a5c", false),
            (r"a\*c", "a*c", true),
            (r"a\*c", "abc", false),
            ("src/**", "docs/../src/x", true),
            ("src/**", "src/../docs/x", false),
            ("src/**", "./src//x", true),
        ] {
            assert_eq!(matches(pattern, path), want, "{pattern} on {path}");
        }
    }

    #[test]
    fn a_base_with_glob_characters_is_literal() {
        let pattern = PathPattern::parse("src/**");
        let base = normal(Path::new("/a[b]*"), "");
        assert!(pattern.matches(&base, &normal(Path::new("/"), "/a[b]*/src/x")));
        assert!(!pattern.matches(&base, &normal(Path::new("/"), "/abc/src/x")));
    }
}
