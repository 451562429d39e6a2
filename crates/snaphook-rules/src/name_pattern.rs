//! One name of a path pattern: `*`, `?`, `[a-z]` and characters.
//!
//! Rules and the globs of command lines are read the same way, so that the one
//! can be held against a name, and against the other.

/// Whether capital letters are told from small ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LetterCase {
    /// `.ENV` is another file than `.env`: what an allow rule goes by.
    Exact,
    /// They may be the same file: what all other rules go by.
    Ignored,
}

/// A name with wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamePattern {
    atoms: Vec<Atom>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Atom {
    Char(char),
    One,
    Run,
    Class(bool, Vec<(char, char)>),
}

impl NamePattern {
    pub(crate) fn parse(name: &str) -> NamePattern {
        NamePattern { atoms: atoms(name) }
    }

    /// A name in which no character has a meaning of its own.
    pub(crate) fn literal(name: &str) -> NamePattern {
        NamePattern {
            atoms: name.chars().map(Atom::Char).collect(),
        }
    }

    /// `*`: any name.
    pub(crate) fn any() -> NamePattern {
        NamePattern {
            atoms: vec![Atom::Run],
        }
    }

    /// Whether it begins with a wildcard, which a shell does not match with a dot.
    pub(crate) fn begins_with_wildcard(&self) -> bool {
        !matches!(self.atoms.first(), None | Some(Atom::Char(_)))
    }

    pub(crate) fn begins_with_dot(&self) -> bool {
        self.atoms.first() == Some(&Atom::Char('.'))
    }

    pub(crate) fn matches(&self, name: &str, case: LetterCase) -> bool {
        let name: Vec<char> = name.chars().collect();
        let (mut i, mut j) = (0, 0);
        // Two pointers, and one saved star.
        let mut star: Option<(usize, usize)> = None;
        while j < name.len() {
            let fits = match self.atoms.get(i) {
                Some(Atom::Run) => {
                    star = Some((i, j));
                    i += 1;
                    continue;
                }
                Some(atom) => atom.takes(name[j], case),
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
        self.atoms[i..].iter().all(|atom| *atom == Atom::Run)
    }

    /// Whether some name matches both.
    pub(crate) fn meets(&self, other: &NamePattern, case: LetterCase) -> bool {
        let (mine, theirs) = (&self.atoms, &other.atoms);
        let width = theirs.len() + 1;
        let mut reached = vec![false; (mine.len() + 1) * width];
        let mut open = vec![(0, 0)];
        while let Some((i, j)) = open.pop() {
            if std::mem::replace(&mut reached[i * width + j], true) {
                continue;
            }
            match (mine.get(i), theirs.get(j)) {
                (None, None) => return true,
                (Some(Atom::Run), Some(Atom::Run)) => open.extend([(i + 1, j), (i, j + 1)]),
                (Some(Atom::Run), other) => {
                    open.push((i + 1, j));
                    open.extend(other.map(|_| (i, j + 1)));
                }
                (other, Some(Atom::Run)) => {
                    open.push((i, j + 1));
                    open.extend(other.map(|_| (i + 1, j)));
                }
                (Some(one), Some(other)) if one.meets(other, case) => open.push((i + 1, j + 1)),
                _ => {}
            }
        }
        false
    }
}

impl Atom {
    fn takes(&self, c: char, case: LetterCase) -> bool {
        match self {
            Atom::One | Atom::Run => true,
            Atom::Char(own) => *own == c || (case == LetterCase::Ignored && folded(*own, c)),
            Atom::Class(negated, ranges) => {
                let holds = |c: char| ranges.iter().any(|(a, b)| (*a..=*b).contains(&c));
                let taken = |c: char| holds(c) != *negated;
                taken(c)
                    || (case == LetterCase::Ignored
                        && c.to_lowercase().chain(c.to_uppercase()).any(taken))
            }
        }
    }

    /// Whether some character fits both; of two classes that is not looked into.
    fn meets(&self, other: &Atom, case: LetterCase) -> bool {
        match (self, other) {
            (Atom::Char(c), atom) | (atom, Atom::Char(c)) => atom.takes(*c, case),
            _ => true,
        }
    }
}

fn folded(one: char, other: char) -> bool {
    one.to_lowercase().eq(other.to_lowercase()) || one.to_uppercase().eq(other.to_uppercase())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_counts_only_where_it_is_said() {
        for (pattern, name) in [
            (".env", ".ENV"),
            ("*.PEM", "key.pem"),
            ("[a-c]x", "Bx"),
            ("straße", "STRAßE"),
        ] {
            let pattern = NamePattern::parse(pattern);
            assert!(pattern.matches(name, LetterCase::Ignored), "{name}");
            assert!(!pattern.matches(name, LetterCase::Exact), "{name}");
        }
    }

    #[test]
    fn two_patterns_meet_where_a_name_fits_both() {
        for (one, other, want) in [
            (".env", ".e*", true),
            (".env", "*", true),
            (".env", ".[a-f]nv", true),
            (".env", ".[x-z]nv", false),
            (".env", "????", true),
            (".env", "???", false),
            (".env", "*.ts", false),
            (".env*", "*.local", true),
            ("*.pem", "key.*", true),
            ("a*b", "b*a", false),
            ("", "*", true),
            ("*", "**x**", true),
        ] {
            let (a, b) = (NamePattern::parse(one), NamePattern::parse(other));
            assert_eq!(a.meets(&b, LetterCase::Ignored), want, "{one} {other}");
            assert_eq!(b.meets(&a, LetterCase::Ignored), want, "{other} {one}");
        }
    }
}
