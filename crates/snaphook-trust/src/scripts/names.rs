//! The words of a hook that may name a file, and the folders they start from.
//!
//! A pure function of the definition, so that looking again later looks at the
//! same paths. It is generous: every word of every command, the parts of
//! `KEY=path`, `--option=path` and `a:b`, what follows an unknown part at a
//! `/` (`$(git rev-parse --show-toplevel)/x.sh`), and the words inside quoted
//! code.

use std::collections::HashMap;

use snaphook_core::hook::{BuiltinDef, CommandDef, Hook, Shell};
use snaphook_rules::lenient::{WRITERS, cut_commands};
use snaphook_rules::{Analysis, Piece, Word};

use super::comments::without_comments;
use super::marks::{GAP, GLOB, KNOWN, Values, is_taken, mark};
use super::runs::{Run, is_assignment_of_code, runs};

/// More words than this are not looked at, and the hook cannot be trusted.
const MOST_WORDS: usize = 2048;
/// More folders from which words may start are not looked at, and the hook cannot be
/// trusted.
const MOST_FOLDERS: usize = 512;
/// How often quoted code is cut again.
const DEPTH: usize = 3;

const RESERVED: &str =
    "it uses characters from U+10FFF0 to U+10FFF4, which are reserved here; write it without them";

/// The words of a text, command by command. What is known of its variables has marks.
fn commands(text: &str) -> Vec<Vec<String>> {
    cut_commands(text, &|_| None)
}

/// The text of a command without its comments, which name no files.
fn commands_of(text: &str, shell: Shell) -> String {
    match shell {
        Shell::Posix => without_comments(text),
        Shell::PowerShell => text.to_owned(),
    }
}

/// The words of a text, in which a `*` is as unknown as anything.
fn cut(text: &str) -> Vec<String> {
    let words = commands(text).into_iter().flatten();
    words
        .map(|word| word.replace(GLOB, &GAP.to_string()))
        .collect()
}

/// Words after which a folder comes that others start from.
const BEFORE_FOLDERS: [&str; 7] = [
    "--chdir",
    "--cwd",
    "--directory",
    "--prefix",
    "-C",
    "cd",
    "pushd",
];

/// A word with marks in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedPath {
    pub(super) text: String,
    /// It is in the command as a word of its own: it counts even when
    /// there is no such file.
    pub(super) sure: bool,
}

/// All that a hook names.
#[derive(Debug, Default)]
pub(super) struct NamedPaths {
    pub(super) words: Vec<NamedPath>,
    /// Folders, each to be taken from the project and from the one before.
    pub(super) folders: Vec<String>,
    /// The hook's own `cwd`.
    pub(super) cwd: Option<String>,
    /// What its commands run that no word names as a file.
    pub(super) runs: Vec<Run>,
    /// Why not all of it was looked at.
    pub(super) unseen: Option<String>,
    /// Where in `words` a text stands.
    index: HashMap<String, usize>,
}

impl NamedPaths {
    pub(super) fn of(hook: &Hook, values: &Values<'_>) -> Self {
        let mut names = Self::default();
        match hook.handler.get::<CommandDef>() {
            Some(def) => names.command(def, values),
            None => names.arguments(&hook.handler.definition().texts_with_files(), &[]),
        }
        if hook.handler.get::<BuiltinDef>().is_some() {
            // It may read a file that it names, and starts nothing.
            names.runs.clear();
        }
        names
    }

    fn command(&mut self, def: &CommandDef, values: &Values<'_>) {
        let texts: Vec<String> = std::iter::once(&def.command)
            .chain(def.args.iter().flatten())
            .cloned()
            .collect();
        let unsure = set_elsewhere(&texts, &def.env);
        if def.args.is_some() {
            self.arguments(&texts, &unsure);
            let words: Vec<String> = texts.iter().map(|text| mark(text, &unsure)).collect();
            self.runs.extend(runs(&words));
        } else {
            let text = commands_of(&def.command, def.shell);
            self.shell_text(&mark(&text, &unsure), def.shell, true);
        }
        for replaced in texts.iter().filter_map(|text| values.as_replaced(text)) {
            let replaced = match def.args {
                None => commands_of(&replaced, def.shell),
                Some(_) => replaced,
            };
            self.shell_text(&mark(&replaced, &unsure), def.shell, false);
        }
        let values: Vec<String> = def.env.iter().map(|(_, value)| value.clone()).collect();
        self.arguments(&values, &[]);
        for (name, value) in &def.env {
            let assigned = mark(&format!("{name}={value}"), &[]);
            if is_assignment_of_code(&assigned) {
                self.runs.extend(runs(&[assigned]));
            }
        }
        for value in values {
            self.folder_list(&mark(&value, &[]));
        }
        self.cwd.clone_from(&def.cwd);
        texts
            .iter()
            .chain(&def.cwd)
            .for_each(|text| self.refuse_reserved(text));
    }

    /// Texts that no shell reads, unless the program is one.
    fn arguments(&mut self, texts: &[String], unsure: &[String]) {
        texts.iter().for_each(|text| self.refuse_reserved(text));
        let texts: Vec<String> = texts.iter().map(|text| mark(text, unsure)).collect();
        for text in &texts {
            if text.contains(is_special) || text.contains('$') {
                self.shell_text(text, Shell::Posix, false);
            }
        }
        self.words_of(&texts, true);
    }

    fn shell_text(&mut self, text: &str, shell: Shell, sure: bool) {
        for command in commands(text) {
            self.runs.extend(runs(&command));
        }
        if shell == Shell::PowerShell {
            return self.code(cut(&text.replace('\\', "/")), sure, DEPTH);
        }
        for command in Analysis::of(text).commands() {
            let words: Vec<String> = command.words().iter().map(with_gaps).collect();
            let writes = words
                .first()
                .is_some_and(|name| WRITERS.contains(&name.rsplit('/').next().unwrap_or(name)));
            if !writes {
                self.words_of(&words, sure);
            }
        }
        self.code(cut(text), sure, DEPTH);
    }

    /// Words, some of which may be quoted code: that is cut again, in the end
    /// without regard to quotes.
    fn code(&mut self, words: Vec<String>, sure: bool, depth: usize) {
        self.words_of(&words, sure);
        for word in words.iter().filter(|word| word.contains(is_special)) {
            if self.unseen.is_some() {
                return;
            }
            if depth > 0 {
                for command in commands(word) {
                    self.runs.extend(runs(&command));
                }
                self.code(cut(word), false, depth - 1);
            } else {
                let parts: Vec<String> = word.split(is_special).map(str::to_owned).collect();
                self.words_of(&parts, false);
            }
        }
    }

    fn words_of(&mut self, words: &[String], sure: bool) {
        let mut folder_next = false;
        for word in words {
            let option = word.starts_with('-');
            if folder_next && !option {
                self.folder(word);
            }
            folder_next = BEFORE_FOLDERS.contains(&&**word) || (folder_next && option);
            self.parts(word, sure);
            if let Some((_, value)) = word.split_once('=') {
                self.folder_list(value);
            }
            if self.unseen.is_some() {
                return;
            }
        }
    }

    /// A word and its parts.
    fn parts(&mut self, word: &str, sure: bool) {
        self.word(word, sure);
        if let Some((_, value)) = word.split_once('=') {
            self.word(value, sure);
        }
        if word.contains(['=', ':', ',', '@']) {
            for part in word.split(['=', ':', ',', '@']) {
                self.word(part, false);
            }
        }
        // An option with its value, `-fscript.awk`.
        if let Some(option) = word.strip_prefix('-')
            && let Some(letter) = option.chars().next()
        {
            self.word(&option[letter.len_utf8()..], false);
        }
    }

    fn word(&mut self, text: &str, sure: bool) {
        // What comes after an unknown part may start in any of the folders.
        let (text, sure) = match text.rsplit_once(GAP) {
            Some((_, rest)) if rest.starts_with('/') => (rest.trim_start_matches('/'), false),
            Some(_) => return,
            None => (text, sure),
        };
        if text.is_empty() {
            return;
        }
        match self.index.get(text) {
            Some(&at) => self.words[at].sure |= sure,
            None if self.words.len() < MOST_WORDS => {
                self.index.insert(text.to_owned(), self.words.len());
                self.words.push(NamedPath {
                    text: text.to_owned(),
                    sure,
                });
            }
            None => {
                self.unseen = Some(format!(
                    "it has more than {MOST_WORDS} words that may name files; put it into a script"
                ));
            }
        }
    }

    /// The folders of `PATH=./bin:/usr/bin`, or of one that a variable holds.
    fn folder_list(&mut self, value: &str) {
        value.split(':').for_each(|part| self.folder(part));
    }

    fn refuse_reserved(&mut self, text: &str) {
        if is_taken(text) {
            self.unseen = Some(RESERVED.to_owned());
        }
    }

    fn folder(&mut self, text: &str) {
        if text.is_empty() || text.contains(GAP) || self.folders.iter().any(|known| known == text) {
            return;
        }
        if self.folders.len() < MOST_FOLDERS {
            self.folders.push(text.to_owned());
        } else {
            self.unseen = Some(format!(
                "it has more than {MOST_FOLDERS} words that may name folders; put it into a script"
            ));
        }
    }
}

/// The variables that do not have their usual value everywhere.
fn set_elsewhere(texts: &[String], env: &[(String, String)]) -> Vec<String> {
    let assigned = KNOWN.into_iter().filter(|name| {
        let assigned = format!("{name}=");
        texts.iter().any(|text| text.contains(&assigned))
    });
    let own = env.iter().map(|(name, _)| name.clone());
    own.chain(assigned.map(str::to_owned)).collect()
}

/// Characters that make a word look like code.
fn is_special(c: char) -> bool {
    c.is_whitespace() || "'\"`;|&<>(){}[]".contains(c)
}

fn with_gaps(word: &Word) -> String {
    word.pieces()
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Gap(_) => GAP.to_string(),
        })
        .collect()
}
