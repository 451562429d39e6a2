//! Matching a rule's glob against text of which parts are unknown.
//!
//! Two questions have to be answered about `git push *` and a command such as
//! `git $A origin`: can *some* value of `$A` make it match (hook conditions,
//! deny and ask rules), and does *every* value match (allow rules)? Both fall
//! out of one walk: a glob whose only wildcard is `*` is a small deterministic
//! automaton (one Knuth-Morris-Pratt chain per piece between the stars), so
//! the walk keeps the set of states the text may be in. A gap widens the set
//! to everything reachable; at the end *possible* asks whether any state
//! accepts, *certain* whether all do. No backtracking, no regular expression
//! built from input: time is text length times pattern length at worst.

use crate::shell::{Gap, Piece, Word};

/// What a glob says about a text with gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GlobFit {
    /// Some value of the gaps matches.
    pub possible: bool,
    /// Every value of the gaps matches.
    pub known: bool,
    /// Every value does, and no blank within a word is taken for one between
    /// words.
    pub certain: bool,
}

impl GlobFit {
    pub(crate) const NO: GlobFit = GlobFit {
        possible: false,
        known: false,
        certain: false,
    };
}

/// A compiled glob: literal pieces with `*` between them.
#[derive(Debug, Clone)]
pub(crate) struct Glob {
    /// The pieces between the stars; one piece means no star at all.
    pieces: Vec<Chain>,
    /// A trailing ` *` also matches the bare command. Appending one space to
    /// the text says exactly that: `git push` becomes `git push `.
    bare: bool,
    /// Number of states; the one past the last is the dead state.
    states: usize,
}

/// One literal piece with its failure links.
#[derive(Debug, Clone)]
struct Chain {
    text: Vec<u8>,
    fail: Vec<usize>,
    first: usize,
}

/// A part of the text to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item<'a> {
    Text(&'a str),
    /// Any text.
    Gap,
    /// Any text without a space: a quoted part of the command's name. A name
    /// with a space in it is not a command that a rule has in mind, and without
    /// this `~/bin/tool` could pass for `rm /bin/tool`.
    Part,
    /// Nothing at all, or a space and some text: a word that may vanish.
    MaybeAfter,
    /// Nothing at all, or some text and a space: the same, before the rest.
    MaybeBefore,
}

impl Glob {
    /// Compiles a rule's content. A trailing `:*` means ` *`.
    pub(crate) fn command(content: &str) -> Glob {
        let spelled = match content.strip_suffix(":*") {
            Some(head) => format!("{head} *"),
            None => content.to_owned(),
        };
        let bare = spelled.ends_with(" *");
        Glob::compile(&spelled, bare)
    }

    /// Compiles a glob that has no special ending.
    pub(crate) fn plain(content: &str) -> Glob {
        Glob::compile(content, false)
    }

    fn compile(content: &str, bare: bool) -> Glob {
        let mut pieces = Vec::new();
        let mut first = 0;
        for text in content.split('*') {
            let text = text.as_bytes().to_vec();
            let fail = failure_links(&text);
            let len = text.len();
            pieces.push(Chain { text, fail, first });
            first += len;
        }
        Glob {
            pieces,
            bare,
            states: first + 1,
        }
    }

    /// Tests known text.
    pub(crate) fn matches(&self, text: &str) -> bool {
        self.run(&[Item::Text(text)]).possible
    }

    /// Tests the words of a command, joined by single spaces.
    pub(crate) fn fit(&self, words: &[Word]) -> GlobFit {
        let mut fit = self.run(&items(words));
        if fit.certain && words.iter().any(Word::has_blank) {
            // For certain, a blank within a word is none between words.
            let marked: Vec<Word> = words.iter().map(Word::with_blanks_marked).collect();
            fit.certain = self.run(&items(&marked)).certain;
        }
        fit
    }

    fn run(&self, items: &[Item<'_>]) -> GlobFit {
        let dead = self.states;
        let mut set = States::new(dead + 1);
        set.add(0);
        for item in items {
            match item {
                Item::Text(text) => self.feed(&mut set, text.as_bytes()),
                Item::Gap => self.widen(&mut set),
                Item::Part => self.widen_within_word(&mut set),
                Item::MaybeAfter => {
                    let mut longer = set.clone();
                    self.feed(&mut longer, b" ");
                    self.any_byte(&mut longer);
                    self.widen(&mut longer);
                    set.join(&longer);
                }
                Item::MaybeBefore => {
                    let mut longer = set.clone();
                    self.any_byte(&mut longer);
                    self.widen(&mut longer);
                    self.feed(&mut longer, b" ");
                    set.join(&longer);
                }
            }
            if set.list == [dead] {
                return GlobFit::NO;
            }
        }
        if self.bare {
            self.feed(&mut set, b" ");
        }
        let accept = self.states - 1;
        let every = set.list == [accept];
        GlobFit {
            possible: set.has[accept],
            known: every,
            certain: every,
        }
    }

    fn feed(&self, set: &mut States, text: &[u8]) {
        if let [only] = set.list[..] {
            // The common case, a fully known command, needs no set.
            let mut state = only;
            for &byte in text {
                if state == self.states {
                    break;
                }
                state = self.step(state, byte);
            }
            set.has[only] = false;
            set.list.clear();
            set.add(state);
            return;
        }
        for &byte in text {
            let mut next = States::new(self.states + 1);
            for &state in &set.list {
                next.add(self.step(state, byte));
            }
            *set = next;
        }
    }

    /// One byte further. States are numbered along the pieces; a finished
    /// piece is the start of the next, so only the last piece has an end.
    fn step(&self, state: usize, byte: u8) -> usize {
        if state == self.states {
            return state;
        }
        let at = self.piece_of(state);
        let piece = &self.pieces[at];
        let mut done = state - piece.first;
        if at == 0 {
            // The first piece is anchored: one wrong byte is the end.
            return match piece.text.get(done) {
                Some(&want) if want == byte => state + 1,
                _ => self.states,
            };
        }
        loop {
            if piece.text.get(done) == Some(&byte) {
                return piece.first + done + 1;
            }
            if done == 0 {
                return piece.first;
            }
            done = piece.fail[done - 1];
        }
    }

    /// Where a state number falls on the border of pieces it belongs to the
    /// last one that starts there; empty pieces in between are passed at once.
    fn piece_of(&self, state: usize) -> usize {
        self.pieces.partition_point(|p| p.first <= state) - 1
    }

    /// The bytes that the pattern tells apart: its own, and one that stands
    /// for all others.
    fn letters(&self) -> impl Iterator<Item = u8> {
        let mut used = [false; 256];
        for byte in self.pieces.iter().flat_map(|piece| &piece.text) {
            used[usize::from(*byte)] = true;
        }
        let other = (1..=255u8).find(|b| *b != b' ' && !used[usize::from(*b)]);
        (0..=255u8).filter(move |b| used[usize::from(*b)] || Some(*b) == other)
    }

    /// Some byte follows.
    fn any_byte(&self, set: &mut States) {
        let mut next = States::new(self.states + 1);
        for letter in self.letters() {
            for &state in &set.list {
                next.add(self.step(state, letter));
            }
        }
        *set = next;
    }

    /// Any text without a space may follow.
    fn widen_within_word(&self, set: &mut States) {
        let letters: Vec<u8> = self.letters().filter(|b| *b != b' ').collect();
        let mut at = 0;
        while at < set.list.len() {
            for letter in &letters {
                set.add(self.step(set.list[at], *letter));
            }
            at += 1;
        }
    }

    /// Any text may follow: every state from here on can be reached. From a
    /// later piece that includes its own start; from the anchored first piece
    /// also the dead state.
    fn widen(&self, set: &mut States) {
        let mut lowest = self.states;
        let mut dies = false;
        for &state in &set.list {
            if state == self.states {
                dies = true;
                continue;
            }
            let at = self.piece_of(state);
            if at == 0 {
                dies = true;
                lowest = lowest.min(state);
            } else {
                lowest = lowest.min(self.pieces[at].first);
            }
        }
        for state in lowest..self.states {
            set.add(state);
        }
        if dies {
            set.add(self.states);
        }
    }
}

fn failure_links(text: &[u8]) -> Vec<usize> {
    let mut fail = vec![0; text.len()];
    let mut done = 0;
    for at in 1..text.len() {
        while done > 0 && text[at] != text[done] {
            done = fail[done - 1];
        }
        if text[at] == text[done] {
            done += 1;
        }
        fail[at] = done;
    }
    fail
}

/// A set of states, as a list and as marks.
#[derive(Clone)]
struct States {
    list: Vec<usize>,
    has: Vec<bool>,
}

impl States {
    fn new(size: usize) -> Self {
        States {
            list: Vec::with_capacity(4),
            has: vec![false; size],
        }
    }

    fn add(&mut self, state: usize) {
        if !self.has[state] {
            self.has[state] = true;
            self.list.push(state);
        }
    }

    fn join(&mut self, other: &States) {
        for &state in &other.list {
            self.add(state);
        }
    }
}

/// The words joined by single spaces. A word that is nothing but unquoted
/// expansions may vanish together with its space.
fn items(words: &[Word]) -> Vec<Item<'_>> {
    let mut items = Vec::with_capacity(words.len() * 2);
    let leading = words.iter().take_while(|w| w.may_vanish()).count();
    if leading == words.len() {
        if leading > 0 {
            items.push(Item::Gap);
        }
        return items;
    }
    items.resize(leading, Item::MaybeBefore);
    for (at, word) in words.iter().enumerate().skip(leading) {
        if word.may_vanish() {
            items.push(Item::MaybeAfter);
            continue;
        }
        if at > leading {
            items.push(Item::Text(" "));
        }
        for piece in word.pieces() {
            items.push(match piece {
                Piece::Text(text) => Item::Text(text),
                Piece::Gap(Gap::One | Gap::Stream) if at == 0 => Item::Part,
                Piece::Gap(Gap::One | Gap::Many | Gap::Stream) => Item::Gap,
            });
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_text() {
        for (pattern, text, want) in [
            ("git push *", "git push", true),
            ("git push *", "git push x", true),
            ("git push *", "git pushx", false),
            ("git push:*", "git push x", true),
            ("ls*", "lsof", true),
            ("ls", "ls", true),
            ("ls", "ls x", false),
            ("*x", "abx", true),
            ("*x", "abxy", false),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("a*aab", "aaaab", true),
            ("*abab*", "aababab", true),
            ("a**b", "ab", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(
                Glob::command(pattern).matches(text),
                want,
                "{pattern} on {text}"
            );
        }
    }

    /// The plainest matcher there is.
    fn naive(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|at| naive(rest, &text[at..])),
            Some((byte, rest)) => text.first() == Some(byte) && naive(rest, &text[1..]),
        }
    }

    fn reference(pattern: &str, text: &str) -> bool {
        let bare = pattern.strip_suffix(" *").map(str::as_bytes);
        naive(pattern.as_bytes(), text.as_bytes())
            || bare.is_some_and(|bare| naive(bare, text.as_bytes()))
    }

    fn words() -> impl Strategy<Value = Vec<Word>> {
        let piece = prop_oneof![
            2 => "[ab]{1,2}".prop_map(Piece::Text),
            1 => Just(Piece::Gap(Gap::One)),
            1 => Just(Piece::Gap(Gap::Many)),
        ];
        let word = prop::collection::vec(piece, 1..3).prop_map(|pieces| Word::new(pieces, 0..0));
        prop::collection::vec(word, 1..4)
            .prop_filter("two gaps are enough", |words| gaps(words) <= 2)
    }

    fn gaps(words: &[Word]) -> usize {
        let is_gap = |piece: &&Piece| matches!(piece, Piece::Gap(_));
        words.iter().flat_map(Word::pieces).filter(is_gap).count()
    }

    /// Every text of up to three letters.
    fn values() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..3 {
            let to = all.len();
            for at in from..to {
                all.extend(["a", "b", " "].map(|letter| format!("{}{letter}", all[at])));
            }
            from = to;
        }
        all
    }

    /// The words with values in their gaps, joined. A word that is nothing
    /// but unquoted gaps, all empty, vanishes.
    fn filled(words: &[Word], values: &mut dyn Iterator<Item = &str>) -> String {
        let mut out: Vec<String> = Vec::new();
        for word in words {
            let text: String = word
                .pieces()
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.as_str(),
                    Piece::Gap(_) => values.next().unwrap_or_default(),
                })
                .collect();
            if !(word.may_vanish() && text.is_empty()) {
                out.push(text);
            }
        }
        out.join(" ")
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn agrees_with_trying_every_value(pattern in "[ab* ]{1,4}", words in words()) {
            prop_assume!(pattern.bytes().filter(|b| *b != b'*').count() <= 3);
            let values = values();
            let gaps = gaps(&words);
            let ones: &[String] = if gaps > 0 { &values } else { &values[..1] };
            let twos: &[String] = if gaps > 1 { &values } else { &values[..1] };
            let mut seen = Vec::new();
            // A quoted gap in the name holds no space.
            let name_gaps = words[0].pieces().iter().filter_map(|piece| match piece {
                Piece::Gap(gap) => Some(*gap == Gap::One),
                Piece::Text(_) => None,
            });
            let within: Vec<bool> = name_gaps.chain([false, false]).collect();
            for one in ones {
                for two in twos {
                    if within[0] && one.contains(' ') || within[1] && two.contains(' ') {
                        continue;
                    }
                    let text = filled(&words, &mut [one.as_str(), two.as_str()].into_iter());
                    seen.push(reference(&pattern, &text));
                }
            }
            let fit = Glob::command(&pattern).fit(&words);
            prop_assert_eq!(fit.possible, seen.contains(&true), "possible {} {:?}", pattern, words);
            prop_assert_eq!(fit.certain, !seen.contains(&false), "certain {} {:?}", pattern, words);
        }
    }
}
