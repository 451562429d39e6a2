//! Path rules, gitignore style.
//!
//! A matcher of its own rather than globset: the base is a literal folder
//! whose name may hold glob characters, `*` must not cross folders, and `**`
//! only does so as a whole component. A pattern that matches a folder covers
//! what is below it. Component by component that is a short dynamic programme
//! without a regular expression to build; time is the product of the two lengths.

use std::path::Path;

use crate::PathRoots;
use crate::name_pattern::{LetterCase, NamePattern};

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
    Name(NamePattern),
}

/// A component of a path of which not all is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PathPart {
    /// This name.
    Name(String),
    /// A name that fits this glob, whose wildcards match a dot at the beginning
    /// only where that is said.
    Glob(NamePattern, bool),
    /// Any number of folders.
    Any,
    /// Anything below.
    Below,
    /// Anything below that has no dot before its name.
    Visible,
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
        let mut rest = rest.trim_end_matches('/');
        // `./x` is `x`.
        while let Some(plain) = rest.strip_prefix("./") {
            rest = plain.trim_start_matches('/');
        }
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
                name => parts.push(Part::Name(NamePattern::parse(name))),
            }
        }
        if below {
            parts.push(Part::Any);
        }
        parts.dedup_by(|a, b| *a == Part::Any && *b == Part::Any);
        if parts.last() == Some(&Part::Any) {
            // At the end it stands for something, not for nothing.
            parts.push(Part::Name(NamePattern::any()));
        }
        PathPattern { anchor, parts }
    }

    /// The folder the pattern starts from; `None` where it is not known.
    pub(crate) fn base<'a>(
        &self,
        places: &PathRoots<'a>,
        own: Option<&'a Path>,
    ) -> Option<&'a Path> {
        match self.anchor {
            Anchor::Root => Some(Path::new("/")),
            Anchor::Home => places.home,
            Anchor::Settings => own.or(places.settings_base),
            Anchor::Cwd => Some(places.cwd),
        }
    }

    /// Whether the pattern below `base` matches a normal absolute path, or a
    /// folder that holds it.
    pub(crate) fn matches(&self, base: &[String], path: &[String], case: LetterCase) -> bool {
        let ups = self.parts.iter().take_while(|p| **p == Part::Up).count();
        let base = &base[..base.len().saturating_sub(ups)];
        let Some(rest) = below(base, path, case) else {
            return false;
        };
        let parts = &self.parts[ups..];
        // reach[i]: the first i parts can match what was seen so far.
        let mut reach = vec![false; parts.len() + 1];
        reach[0] = true;
        open(&mut reach, parts);
        for name in rest {
            if reach[parts.len()] {
                return true;
            }
            let mut next = vec![false; parts.len() + 1];
            for (i, part) in parts.iter().enumerate().filter(|(i, _)| reach[*i]) {
                match part {
                    Part::Any => next[i] = true,
                    Part::Name(pattern) if pattern.matches(name, case) => next[i + 1] = true,
                    _ => {}
                }
            }
            open(&mut next, parts);
            reach = next;
        }
        reach[parts.len()]
    }

    /// Whether the pattern below `base` matches some path that fits these parts,
    /// or a folder that holds it. That one of the folders which nobody knows has
    /// the name of a pattern that is a mere name (`.env`) is not feared.
    pub(crate) fn could_match(&self, base: &[String], path: &[PathPart], case: LetterCase) -> bool {
        let ups = self.parts.iter().take_while(|p| **p == Part::Up).count();
        let base = &base[..base.len().saturating_sub(ups)];
        let literal = |name: &String| Part::Name(NamePattern::literal(name));
        let parts: Vec<Part> = base
            .iter()
            .map(literal)
            .chain(self.parts[ups..].iter().cloned())
            .collect();
        let ends_unseen = !self.floats();
        let last = parts.len();
        let mut reach = vec![false; last + 1];
        reach[0] = true;
        open(&mut reach, &parts);
        for part in path {
            if reach[last] {
                return true;
            }
            let mut next = vec![false; last + 1];
            for at in 0..last {
                if !reach[at] {
                    continue;
                }
                match (part, &parts[at]) {
                    (PathPart::Any, _) => {
                        let to = if ends_unseen { last + 1 } else { last };
                        next[at..to].fill(true);
                    }
                    (PathPart::Below, _) => next[at..].fill(true),
                    (PathPart::Visible, _) => {
                        let hidden = |part: &Part| matches!(part, Part::Name(name) if name.begins_with_dot());
                        let seen = parts[at..].iter().take_while(|part| !hidden(part)).count();
                        next[at..=at + seen].fill(true);
                    }
                    (_, Part::Any) => next[at] = true,
                    (PathPart::Name(name), Part::Name(pattern)) => {
                        next[at + 1] |= pattern.matches(name, case);
                    }
                    (PathPart::Glob(glob, dots), Part::Name(pattern)) => {
                        let hidden =
                            !dots && glob.begins_with_wildcard() && pattern.begins_with_dot();
                        next[at + 1] |= !hidden && pattern.meets(glob, case);
                    }
                    (_, Part::Up) => {}
                }
            }
            open(&mut next, &parts);
            reach = next;
        }
        reach[last]
    }

    /// Whether it is a mere name, which matches at any depth.
    pub(crate) fn floats(&self) -> bool {
        matches!(self.parts[..], [Part::Any, Part::Name(_)])
    }
}

/// The part of a path that is below a folder.
fn below<'p>(folder: &[String], path: &'p [String], case: LetterCase) -> Option<&'p [String]> {
    if folder.len() > path.len() {
        return None;
    }
    let (start, rest) = path.split_at(folder.len());
    let same = |(one, other): (&String, &String)| {
        one == other || (case == LetterCase::Ignored && one.to_lowercase() == other.to_lowercase())
    };
    folder.iter().zip(start).all(same).then_some(rest)
}

/// `**` may also stand for no folder at all.
fn open(reach: &mut [bool], parts: &[Part]) {
    for (i, part) in parts.iter().enumerate() {
        if reach[i] && *part == Part::Any {
            reach[i + 1] = true;
        }
    }
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
        let places = PathRoots {
            home: Some(Path::new("/home/me")),
            settings_base: Some(Path::new("/repo")),
            ..PathRoots::at(Path::new("/repo/app"))
        };
        let pattern = PathPattern::parse(pattern);
        let base = pattern.base(&places, None).expect("a base");
        let base = normal(base, "");
        pattern.matches(&base, &normal(places.cwd, path), LetterCase::Exact)
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
            ("src/*", "src/a/b", true),
            ("src", "src", true),
            ("src", "src/a", true),
            ("src", "lib/src", true),
            ("src/", "src/a", true),
            ("src/", "src", false),
            ("src/", "lib/src/a/b", true),
            ("*.rs", "a.rs", true),
            ("*.rs", "a/b/c.rs", true),
            ("*.rs", "/elsewhere/c.rs", false),
            (".env", "a/.env", true),
            ("./src/**", "src/a", true),
            ("./.env", "a/.env", true),
            ("./.env", ".ENV", false),
            ("secrets", "a/secrets/b/c", true),
            ("secrets", "a/secretsx/b", false),
            ("src/*", "lib/src/a/b", false),
            ("*.d/x", "a.d/x/y", true),
            (".", "a/b", true),
            ("~", "/home/me/x", true),
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
        assert!(pattern.matches(
            &base,
            &normal(Path::new("/"), "/a[b]*/src/x"),
            LetterCase::Exact
        ));
        assert!(!pattern.matches(
            &base,
            &normal(Path::new("/"), "/abc/src/x"),
            LetterCase::Exact
        ));
    }
}
