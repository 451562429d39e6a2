//! What a value must have for a matcher to accept it.
//!
//! An index over many matchers asks for this, so that a name which was never
//! seen before is tested against the few that could accept it. It may promise
//! too little, never too much: a hook that the index finds is still matched.

use regex_syntax::hir::{Hir, HirKind, Look};

/// More texts than this do not help.
const MOST: usize = 32;

/// What a value must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchNeeds {
    /// Nothing that could be told beforehand.
    Nothing,
    /// It must be one of these.
    Name(Vec<Box<str>>),
    /// Of each list it must contain one; none of them is empty.
    Texts(Vec<Vec<Box<str>>>),
}

impl MatchNeeds {
    /// What a value needs for an expression to be found in it.
    pub(super) fn of(hir: &Hir) -> Self {
        let texts = |found: Vec<Vec<u8>>| {
            let texts = found.into_iter().map(|text| String::from_utf8(text).ok());
            texts.map(|text| text.map(Into::into)).collect()
        };
        if let Some(names) = whole(hir).and_then(texts) {
            return Self::Name(names);
        }
        let mut required = Vec::new();
        collect(hir, &mut required);
        let lists: Vec<_> = required.into_iter().filter_map(texts).collect();
        match lists.is_empty() {
            true => Self::Nothing,
            false => Self::Texts(lists),
        }
    }
}

/// The only values that an expression accepts, where it is anchored at both
/// ends and has no choice but between texts.
fn whole(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    match hir.kind() {
        HirKind::Capture(group) => whole(&group.sub),
        HirKind::Concat(parts) => match &parts[..] {
            [first, between @ .., last] if is(first, Look::Start) && is(last, Look::End) => {
                join_parts(between)
            }
            _ => None,
        },
        _ => None,
    }
}

fn is(hir: &Hir, look: Look) -> bool {
    matches!(hir.kind(), HirKind::Look(found) if *found == look)
}

/// Every text that an expression stands for, if they are few.
fn texts(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    match hir.kind() {
        HirKind::Empty => Some(vec![Vec::new()]),
        HirKind::Literal(literal) => Some(vec![literal.0.to_vec()]),
        HirKind::Capture(group) => texts(&group.sub),
        HirKind::Concat(parts) => join_parts(parts),
        HirKind::Alternation(parts) => unite_parts(parts, texts),
        HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) => None,
    }
}

/// Every text of one part followed by every text of the next.
fn join_parts(parts: &[Hir]) -> Option<Vec<Vec<u8>>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        let next = texts(part)?;
        if all.len() * next.len() > MOST {
            return None;
        }
        let both = |before: &Vec<u8>| {
            let before = before.clone();
            let join = move |after: &Vec<u8>| [&before[..], after].concat();
            next.iter().map(join).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(both).collect();
    }
    Some(all)
}

fn unite_parts(parts: &[Hir], of: impl Fn(&Hir) -> Option<Vec<Vec<u8>>>) -> Option<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for part in parts {
        all.extend(of(part)?);
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

/// Every list of texts of which a value must contain one.
fn collect(hir: &Hir, lists: &mut Vec<Vec<Vec<u8>>>) {
    match hir.kind() {
        HirKind::Capture(group) => collect(&group.sub, lists),
        HirKind::Repetition(repeated) if repeated.min > 0 => collect(&repeated.sub, lists),
        HirKind::Concat(parts) => parts.iter().for_each(|part| collect(part, lists)),
        _ => lists.extend(required(hir)),
    }
}

/// Texts of which a value must contain at least one.
fn required(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    let found = match hir.kind() {
        HirKind::Literal(literal) => Some(vec![literal.0.to_vec()]),
        HirKind::Capture(group) => required(&group.sub),
        HirKind::Repetition(repeated) if repeated.min > 0 => required(&repeated.sub),
        // All of its parts are required: the one that says most.
        HirKind::Concat(parts) => parts
            .iter()
            .filter_map(required)
            .max_by_key(|texts| worth(texts)),
        HirKind::Alternation(parts) => unite_parts(parts, required),
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) => None,
    };
    found.filter(|texts| texts.iter().all(|text| !text.is_empty()))
}

/// Long texts are rare in values, and few of them rarer still.
fn worth(texts: &[Vec<u8>]) -> (usize, std::cmp::Reverse<usize>) {
    let shortest = texts.iter().map(Vec::len).min().unwrap_or_default();
    (shortest, std::cmp::Reverse(texts.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(pattern: &str) -> MatchNeeds {
        MatchNeeds::of(&regex_syntax::parse(pattern).unwrap())
    }

    fn texts(texts: &[&str]) -> Vec<Box<str>> {
        texts.iter().map(|text| (*text).into()).collect()
    }

    #[test]
    fn anchored_texts_are_names() {
        assert_eq!(
            needs("^(Edit|Write)$"),
            MatchNeeds::Name(texts(&["Edit", "Write"]))
        );
        assert_eq!(
            needs("^Wr(ite|ap)$"),
            MatchNeeds::Name(texts(&["Write", "Wrap"]))
        );
        assert_eq!(needs("^$"), MatchNeeds::Name(texts(&[""])));
    }

    #[test]
    fn every_part_that_must_be_there_is_required() {
        let all_of = |lists: &[&[&str]]| {
            let lists = lists.iter().map(|list| texts(list));
            MatchNeeds::Texts(lists.collect())
        };
        assert_eq!(needs("mcp__.*__write"), all_of(&[&["mcp__"], &["__write"]]));
        assert_eq!(needs("^Notebook.*$"), all_of(&[&["Notebook"]]));
        assert_eq!(needs("(foo|barb)+x?"), all_of(&[&["foo", "barb"]]));
    }

    #[test]
    fn what_may_be_missing_is_not_required() {
        assert_eq!(needs("(foo)?"), MatchNeeds::Nothing);
        assert_eq!(needs("foo|.*"), MatchNeeds::Nothing);
        assert_eq!(needs("[ab]c*"), MatchNeeds::Nothing);
        let one_of = MatchNeeds::Texts(vec![texts(&["Edit", "Write"])]);
        assert_eq!(needs("^Edit|Write$"), one_of);
    }
}
