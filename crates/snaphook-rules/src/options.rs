//! A command with certain options, however these are written.
//!
//! `rm -r` stands for `rm -r x`, `rm -vrf x`, `rm -f -r x` and `rm x -r`; `rm --recursive`
//! for `rm --recursive x` and its short form `rm --rec x`. A pattern of text cannot say
//! that: `rm -*r*` matches `rm -f notes-r.txt`. It is for guards only.

use std::fmt;

use crate::content::ContentKind;
use crate::glob::{Glob, GlobFit};
use crate::shell::Literals;
use crate::tested::{RuleTest, RuleTestReason, fit, no, test_commands};
use crate::{Gap, Subject, Word};

/// A Bash command with certain options.
#[derive(Debug, Clone)]
pub struct CommandOptions {
    text: String,
    command: Glob,
    /// The words of the command, to be looked for in code.
    literals: Literals,
    options: Vec<String>,
}

/// Whether something is among the words of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Presence {
    No,
    Perhaps,
    Yes,
}

impl CommandOptions {
    /// A command, then options: `rm -r`, `git push --force`. `None` for any other
    /// text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = words
            .iter()
            .take_while(|word| !word.starts_with('-'))
            .count();
        let (command, options) = words.split_at(plain);
        let is_option = |word: &&str| word.len() > 1 && word.starts_with('-') && *word != "--";
        let fits = !command.is_empty() && !options.is_empty() && options.iter().all(is_option);
        if !fits || text.contains(['*', '?', '[', '(', ':']) {
            return None;
        }
        let pattern = format!("{} *", command.join(" "));
        Some(Self {
            command: Glob::command(&pattern),
            literals: Literals::of(&pattern),
            options: options.iter().map(ToString::to_string).collect(),
            text: words.join(" "),
        })
    }

    /// Tests it; never certain.
    #[must_use]
    pub fn test(&self, subject: &Subject<'_>) -> RuleTest {
        if subject.kind() != ContentKind::Bash {
            return no(RuleTestReason::OtherTool);
        }
        test_commands(subject, &self.literals, |command| {
            let mut fit = fit(&self.command, command);
            let words = command.words().get(1..).unwrap_or_default();
            let all = self.options.iter().map(|option| presence(option, words));
            let present = all.min().unwrap_or(Presence::No);
            fit.possible &= present != Presence::No;
            fit.known &= present == Presence::Yes;
            GlobFit {
                certain: false,
                ..fit
            }
        })
    }
}

impl fmt::Display for CommandOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether an option is among these words.
fn presence(option: &str, words: &[Word]) -> Presence {
    let mut found = Presence::No;
    for word in words {
        let Some(known) = word.known() else {
            // It may be, or bring, any word.
            let may_be = word.has(Gap::Many) || may_become(word.head(), option);
            if may_be {
                found = found.max(Presence::Perhaps);
            }
            continue;
        };
        if known == "--" {
            break;
        }
        if is_option(known, option) {
            return Presence::Yes;
        }
    }
    found
}

/// Whether a word that begins like this may be an option.
fn may_become(head: &str, option: &str) -> bool {
    match option.starts_with("--") {
        true => head.starts_with(option) || option.starts_with(head),
        false => head.is_empty() || (head.starts_with('-') && !head.starts_with("--")),
    }
}

/// Whether a word is this option: its letters among others, or its name, which may be
/// cut short.
fn is_option(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    if word == option || name == option {
        return true;
    }
    if option.starts_with("--") {
        return name.len() > 2 && option.starts_with(name);
    }
    let letters = word
        .strip_prefix('-')
        .filter(|letters| !letters.starts_with('-'));
    letters.is_some_and(|letters| option[1..].chars().all(|letter| letters.contains(letter)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::{Aliases, PathRoots};

    fn tested(pattern: &str, command: &str) -> Presence {
        let input = json!({ "command": command });
        let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/repo")));
        let subject = Subject::new("Bash", &input, &aliases, &places);
        let tested = CommandOptions::parse(pattern).unwrap().test(&subject);
        assert!(!tested.certain, "{command}");
        match (tested.known, tested.possible) {
            (true, _) => Presence::Yes,
            (false, true) => Presence::Perhaps,
            (false, false) => Presence::No,
        }
    }

    #[test]
    fn an_option_is_seen_in_every_place_and_company() {
        for command in [
            "rm -r x",
            "rm -rf x",
            "rm -fr x",
            "rm -vrf x",
            "rm -f -r x",
            "rm x -r",
            "rm -f'r' x",
            "/bin/rm -r x",
            "sudo rm -fr /",
            "cd x && rm -rf y",
            "echo $(rm -r x)",
            "(rm -rf x)",
        ] {
            assert_eq!(tested("rm -r", command), Presence::Yes, "{command}");
        }
        assert_ne!(tested("rm -r", "X=-rf; rm $X y"), Presence::No);
        for command in [
            "rm $OPTIONS x",
            "rm \"$X\"",
            "$C -r x",
            "eval \"$X\"",
            "rm -f$X y",
        ] {
            assert_eq!(tested("rm -r", command), Presence::Perhaps, "{command}");
        }
        for command in [
            "rm x",
            "rm -f notes-r.txt",
            "rm -- -r",
            "rm --force x",
            "echo 'rm -rf /'",
            "grep -r rm .",
            "rmdir -r",
            "ls -r",
        ] {
            assert_eq!(tested("rm -r", command), Presence::No, "{command}");
        }
    }

    #[test]
    fn a_long_option_may_be_cut_short() {
        for (command, present) in [
            ("rm --recursive x", Presence::Yes),
            ("rm --rec x", Presence::Yes),
            ("rm --re$X y", Presence::Perhaps),
            ("rm --force x", Presence::No),
        ] {
            assert_eq!(tested("rm --recursive", command), present, "{command}");
        }
        for (command, present) in [
            ("git push --force", Presence::Yes),
            ("git push origin main --force", Presence::Yes),
            ("git -C . push origin --force", Presence::Yes),
            ("git push --force-with-lease", Presence::No),
            ("git fetch --force", Presence::No),
        ] {
            assert_eq!(tested("git push --force", command), present, "{command}");
        }
    }

    #[test]
    fn only_a_command_and_options_is_one() {
        for text in [
            "rm",
            "rm -r *",
            "-r",
            "rm x",
            "Bash(rm -r)",
            "rm -r x",
            "git:*",
            "rm --",
        ] {
            assert!(CommandOptions::parse(text).is_none(), "{text}");
        }
    }
}
