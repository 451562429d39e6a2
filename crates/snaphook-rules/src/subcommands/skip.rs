//! The words of a command without the options before its subcommands.

use super::table::{PROGRAMS, SubcommandProgram};
use crate::glob::Glob;
use crate::{Gap, Word};

/// Options of unknown shape that are followed both ways.
const GUESSES: usize = 3;

/// A reading of a command without options before its subcommands.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    pub words: Vec<Word>,
    /// It is the right reading, whatever the unknown parts are.
    pub known: bool,
}

/// The command without the options before its first subcommand, without those
/// before its second, and so on. Nothing where there are none to leave out, or
/// the command has no subcommands.
pub(crate) fn without_options(words: &[Word]) -> Vec<Plain> {
    let mut found = Vec::new();
    let Some((name, rest)) = words.split_first() else {
        return found;
    };
    if !rest.iter().any(is_skippable) {
        return found;
    }
    if let Some(known) = name.known() {
        for program in PROGRAMS.iter().filter(|row| row.names.contains(&known)) {
            read(program, words, 1, words[..1].to_vec(), true, 0, &mut found);
        }
        return found;
    }
    // The name may be one of the table's; the rule has the name.
    for program in PROGRAMS {
        for known in program.names {
            let could_be = Glob::plain(known).fit(std::slice::from_ref(name)).possible;
            if could_be {
                let head = vec![Word::text(known, name.range())];
                read(program, words, 1, head, false, 0, &mut found);
            }
        }
    }
    found
}

fn is_skippable(word: &Word) -> bool {
    word.head().starts_with(['-', '+']) || word.head().contains('=')
}

/// Reads on from the word at `at`, with what was kept so far. A reading is
/// added at every subcommand that options stood before.
fn read(
    program: &SubcommandProgram,
    words: &[Word],
    mut at: usize,
    mut kept: Vec<Word>,
    mut known: bool,
    mut guesses: usize,
    found: &mut Vec<Plain>,
) {
    let mut skipped = kept.len() < at;
    while let Some(word) = words.get(at) {
        let head = word.head();
        let is_option = head.len() > 1 && head.starts_with('-') && head != "--";
        let is_other =
            (program.plus && head.starts_with('+')) || (program.assigns && is_assignment(head));
        if is_option {
            match shape(program, word) {
                OptionShape::Alone => at += 1,
                OptionShape::Value => {
                    // An unquoted expansion may be no word, or several.
                    known &= !words.get(at + 1).is_some_and(|value| value.has(Gap::Many));
                    at += 2;
                }
                OptionShape::Either => {
                    known = false;
                    guesses += 1;
                    if guesses <= GUESSES {
                        read(program, words, at + 2, kept.clone(), false, guesses, found);
                    }
                    at += 1;
                }
            }
            known &= !word.has(Gap::Many);
            skipped = true;
            continue;
        }
        if is_other {
            at += 1;
            skipped = true;
            continue;
        }
        if word.known() == Some("--") {
            at += 1;
            skipped = true;
        }
        let Some(word) = words.get(at) else { return };
        if skipped {
            let mut plain = kept.clone();
            plain.extend_from_slice(&words[at..]);
            found.push(Plain {
                words: plain,
                known,
            });
        }
        kept.push(word.clone());
        at += 1;
        if kept.len() > program.levels || !program.goes_on_after(&kept[1]) {
            return;
        }
    }
}

/// How many words an option is.
enum OptionShape {
    Alone,
    Value,
    Either,
}

fn shape(program: &SubcommandProgram, word: &Word) -> OptionShape {
    let head = word.head();
    let attached = head.contains('=') || word.pieces().len() > 1;
    if attached && (head.starts_with("--") || head.contains('=')) {
        return OptionShape::Alone;
    }
    if program.values.contains(&head) {
        return OptionShape::Value;
    }
    if program.flags.contains(&head) {
        return OptionShape::Alone;
    }
    if head.starts_with("--") {
        let fits = |list: &[&str]| list.iter().any(|option| option.starts_with(head));
        return match (fits(program.values), fits(program.flags)) {
            (true, false) => OptionShape::Value,
            (false, true) => OptionShape::Alone,
            _ if head.starts_with("--no-") => OptionShape::Alone,
            _ => OptionShape::Either,
        };
    }
    for (at, letter) in head.char_indices().skip(1) {
        let short = format!("-{letter}");
        if program.values.contains(&short.as_str()) {
            let last = at + letter.len_utf8() == head.len() && !attached;
            return if last {
                OptionShape::Value
            } else {
                OptionShape::Alone
            };
        }
        if !program.flags.contains(&short.as_str()) {
            return OptionShape::Either;
        }
    }
    OptionShape::Alone
}

fn is_assignment(head: &str) -> bool {
    head.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end_matches([':', '+', '?', '!']);
        !name.is_empty()
            && !name.starts_with('-')
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(line: &str) -> Vec<(String, bool)> {
        let words: Vec<Word> = line.split(' ').map(|w| Word::text(w, 0..0)).collect();
        let shown = |plain: Plain| {
            let words: Vec<String> = plain.words.iter().map(Word::to_string).collect();
            (words.join(" "), plain.known)
        };
        without_options(&words).into_iter().map(shown).collect()
    }

    #[test]
    fn options_before_a_subcommand_are_left_out() {
        for (line, want) in [
            ("git -C . push x", "git push x"),
            ("git -c a=b --no-pager push x", "git push x"),
            ("git --git-dir=.git -p push x", "git push x"),
            ("git -C push status", "git status"),
            ("make FOO=1 -j4 deploy", "make deploy"),
            ("cargo +nightly -q publish", "cargo publish"),
            ("terraform -chdir=x destroy", "terraform destroy"),
        ] {
            assert!(plain(line).iter().any(|(words, _)| words == want), "{line}");
        }
        assert_eq!(
            plain("docker --context x compose -f y down -v"),
            [
                ("docker compose -f y down -v".to_owned(), true),
                ("docker compose down -v".to_owned(), true),
            ]
        );
    }

    #[test]
    fn what_comes_after_is_left_alone() {
        for line in ["git push", "git log --grep push", "rm -rf x", "git"] {
            let found = plain(line);
            assert!(
                found.iter().all(|(words, _)| !words.contains("git push")),
                "{line}: {found:?}"
            );
        }
    }

    #[test]
    fn every_name_stands_once() {
        let mut names: Vec<_> = PROGRAMS.iter().flat_map(|row| row.names).collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
