//! Text that is data when it is read and code later.
//!
//! Arithmetic evaluates the text of variables again and runs what their
//! subscripts hold: after `x='a[$(rm y)]'`, `((x))` runs `rm`. So do `[[ -eq
//! ]]`, subscripts, `${x:offset}`, `${!x}`, and the builtins that take names.
//! Such text can be put together from pieces that look like nothing
//! (`'a[$'"(rm y)]"`), so no single word tells. What is looked for is both
//! halves of it: a place that evaluates something which was set on the line,
//! and on the same line the material for code. One without the other is
//! everyday: `((i++))`, `awk '{print $1}'`.

use std::collections::HashMap;
use std::ops::Range;

use super::brace::Tokens;
use super::found::{SimpleCommand, Stdin};
use super::{Unknown, Word};

/// What the reader came across.
#[derive(Debug, Default)]
pub(super) struct DeferredText {
    /// Texts that may come to be the value of something, with the nesting at
    /// which they stand.
    texts: Vec<(usize, String)>,
    places: Vec<EvaluationPlace>,
}

/// A place where text is evaluated.
#[derive(Debug)]
struct EvaluationPlace {
    range: Range<usize>,
    text: String,
    /// Bare names in it count, not only what `$` expands.
    bare: bool,
}

/// Commands whose words never come out of them again.
const SILENT: [&str; 14] = [
    "grep", "egrep", "fgrep", "rg", "ag", "ack", "wc", "cut", "sort", "uniq", "head", "tail", "gh",
    "curl",
];

/// Commands that make text out of something that does not look like it.
const DECODERS: [&str; 9] = [
    "base64", "base32", "xxd", "openssl", "uudecode", "rev", "gunzip", "zcat", "basenc",
];

/// Variables whose value is expanded, or names what is run.
const EXPANDED: [&str; 6] = ["PS0", "PS1", "PS2", "PS4", "BASH_ENV", "ENV"];

/// Bash's tables of what names mean.
const TABLES: [&str; 2] = ["BASH_CMDS", "BASH_ALIASES"];

impl DeferredText {
    /// How many texts there are, to go back to.
    pub(super) fn mark(&self) -> usize {
        self.texts.len()
    }

    /// A word that was read; gaps are kept apart.
    pub(super) fn word(&mut self, tokens: &Tokens, depth: usize) {
        self.text(tokens.text(), depth);
    }

    /// A text that may come to be the value of something.
    pub(super) fn text(&mut self, text: String, depth: usize) {
        if text.contains(['$', '`', '[', '(', '\\']) {
            self.texts.push((depth, text));
        }
    }

    /// Forgets the words of a command that go nowhere.
    pub(super) fn forget(&mut self, mark: usize, depth: usize, words: &[Word]) {
        let known = |at: usize| words.get(at).and_then(Word::known);
        let silent = match known(0) {
            Some("git") => matches!(known(1), Some("commit" | "tag" | "grep" | "add" | "notes")),
            Some(name) => SILENT.contains(&name.rsplit('/').next().unwrap_or(name)),
            None => false,
        };
        if silent && mark < self.texts.len() {
            let mut at = 0;
            self.texts.retain(|(level, _)| {
                at += 1;
                at <= mark || *level != depth
            });
        }
    }

    /// A place where this text is evaluated.
    pub(super) fn evaluates(&mut self, text: &[u8], range: Range<usize>, bare: bool) {
        let text = String::from_utf8_lossy(text).into_owned();
        self.places.push(EvaluationPlace { range, text, bare });
    }

    /// The body of `${…}`: an offset, a subscript, an indirection.
    pub(super) fn parameter(&mut self, body: &[u8], range: Range<usize>) {
        let name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@*#?$!-".contains(byte);
        let rest = body
            .iter()
            .position(|byte| !name(byte))
            .unwrap_or(body.len());
        let evaluates = match body.get(rest) {
            Some(b'[') => {
                let inside = &body[rest + 1..];
                !matches!(inside, [b'@' | b'*', b']', ..])
            }
            Some(b':') => !matches!(body.get(rest + 1), Some(b'-' | b'=' | b'?' | b'+')),
            _ => body.len() > 1 && body[0] == b'!' && !matches!(body.last(), Some(b'@' | b'*')),
        };
        if evaluates {
            self.evaluates(body, range, true);
        }
    }

    /// `[[ … ]]`, where it compares numbers or asks for a variable.
    pub(super) fn conditional(&mut self, text: &[u8], range: Range<usize>) {
        const OPERATORS: [&str; 8] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"];
        let plain = String::from_utf8_lossy(text).replace("\\\n", "");
        let mut words = plain.split_ascii_whitespace();
        if words.any(|word| OPERATORS.contains(&word.trim_matches(['(', ')', '!']))) {
            self.evaluates(text, range, true);
        }
    }

    /// What of this cannot be known, once all commands were found.
    pub(super) fn unknown(&self, source: &str, commands: &[SimpleCommand]) -> Vec<Unknown> {
        let material = Material::of(&self.texts);
        let mut unknown = Vec::new();
        let mut note = |range: &Range<usize>| {
            unknown.push(Unknown::Dynamic {
                range: range.clone(),
            });
        };
        let all = 0..source.len();
        let shown = with_words(source, commands);
        let names = bare_names(&shown);
        let stands = |name: &str| names.contains_key(name);
        let git = |name: &str| name.starts_with("GIT_CONFIG_");
        if TABLES.into_iter().any(stands) || names.keys().any(|name| git(name)) {
            note(&all);
        }
        let interactive =
            |command: &SimpleCommand| has_option(command, 'i') && names_a_shell(command);
        let read = stands("BASH_ENV") || stands("ENV") && commands.iter().any(interactive);
        let started = read && commands.iter().any(brings_a_script);
        if started || EXPANDED.into_iter().any(stands) && material.code() {
            note(&all);
        }
        for command in commands
            .iter()
            .filter(|command| gives_an_unknown_name(command))
        {
            note(&command.range);
        }
        let decoded = commands.iter().any(|command| {
            let name = command.words.first().and_then(Word::known);
            name.is_some_and(|name| DECODERS.contains(&name.rsplit('/').next().unwrap_or(name)))
        });
        let hidden = source.contains("$'") || commands.iter().any(sets_an_unknown_name);
        for command in commands.iter().filter(|command| is_given_code(command)) {
            note(&command.range);
        }
        let builtins = commands
            .iter()
            .filter_map(|command| builtin(command, source));
        for place in self.places.iter().chain(&builtins.collect::<Vec<_>>()) {
            let fed = (material.code() || decoded) && place.is_fed(&names, hidden);
            let subscript = material.bracket || place.text.contains('[');
            let made = decoded && (place.text.contains("$(") || fed);
            let escaped = place.text.contains("\\$") || place.text.contains("\\`");
            if fed && material.code() && subscript || made || escaped {
                note(&place.range);
            }
        }
        unknown
    }
}

fn names_a_shell(command: &SimpleCommand) -> bool {
    let name = command.words.first().and_then(Word::known);
    name.is_some_and(|name| super::wrap::is_shell(name.rsplit('/').next().unwrap_or(name)))
}

/// Whether `BASH_ENV` may lead to something that the line brings.
fn brings_a_script(command: &SimpleCommand) -> bool {
    command.opens
        || !command.writes.is_empty()
        || matches!(command.stdin, Stdin::Text(_) | Stdin::Stream)
}

/// The line, and the words of its commands without quotes.
pub(super) fn with_words(source: &str, commands: &[SimpleCommand]) -> String {
    let mut text = source.to_owned();
    let words = commands.iter().flat_map(|command| &command.words);
    for word in words.filter(|word| source.get(word.range()) != word.known()) {
        if text.len() > 4 * source.len() + 4096 {
            break;
        }
        text.push('\n');
        text.push_str(&word.text_with_gaps());
    }
    text
}

impl EvaluationPlace {
    /// Whether something in it was set on the line.
    fn is_fed(&self, names: &HashMap<&str, usize>, hidden: bool) -> bool {
        let own = bare_names(&self.text);
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let expands = at > 0 && matches!(bytes[at - 1], b'$')
                || at > 1 && bytes[at - 1] == b'{' && bytes[at - 2] == b'$'
                || at > 1 && matches!(bytes[at - 1], b'!' | b'#') && bytes[at - 2] == b'{';
            let byte = bytes[at];
            if expands && (byte == b'(' || b"@*_0123456789".contains(&byte)) {
                return true;
            }
            if byte == b'`' {
                return true;
            }
            if !is_start(byte) || at > 0 && is_part(bytes[at - 1]) {
                at += 1;
                continue;
            }
            let end = bytes[at..]
                .iter()
                .position(|byte| !is_part(*byte))
                .map_or(bytes.len(), |len| at + len);
            let name = &self.text[at..end];
            at = end;
            if !expands && !self.bare {
                continue;
            }
            let special = matches!(name, "REPLY" | "MAPFILE" | "OPTARG" | "COPROC" | "FUNCNAME")
                || name.starts_with("BASH_");
            if special || hidden || names.get(name) > own.get(name) {
                return true;
            }
        }
        false
    }
}

/// What code could be made of.
#[derive(Debug, Default)]
struct Material {
    dollar: bool,
    paren: bool,
    backtick: bool,
    bracket: bool,
}

impl Material {
    fn of(texts: &[(usize, String)]) -> Material {
        let mut material = Material::default();
        for (_, text) in texts {
            let bytes = text.as_bytes();
            // A dollar that has nothing yet to expand, or has a command.
            let open = |at: usize| match bytes.get(at + 1) {
                None | Some(b'(' | b'%' | b'\\' | b'"' | b'\'' | b'`' | b'\0' | b',' | b'$') => {
                    true
                }
                Some(b'{') => matches!(bytes.get(at + 2), None | Some(b' ' | b'\t' | b'\n' | b'|')),
                Some(next) => next.is_ascii_whitespace(),
            };
            let dollar = |at: usize| bytes[at] == b'$' && open(at);
            material.dollar |= (0..bytes.len()).any(dollar)
                || text.contains("\\\0")
                || escapes(text, &["x24", "044", "44", "0044", "u0024"]);
            material.paren |=
                text.contains(['(', '{']) || escapes(text, &["x28", "050", "50", "0050"]);
            material.backtick |=
                text.contains('`') || escapes(text, &["x60", "140", "0140", "u0060"]);
            material.bracket |= text.contains('[') || escapes(text, &["x5b", "x5B", "133", "0133"]);
        }
        material
    }

    fn code(&self) -> bool {
        self.backtick || self.dollar && self.paren
    }
}

/// Whether the text has one of these after a backslash.
fn escapes(text: &str, codes: &[&str]) -> bool {
    text.contains('\\')
        && text
            .split('\\')
            .skip(1)
            .any(|rest| codes.iter().any(|code| rest.starts_with(code)))
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The names that are in the text without a `$`, and how often.
pub(super) fn bare_names(text: &str) -> HashMap<&str, usize> {
    let bytes = text.as_bytes();
    let mut names = HashMap::new();
    let mut at = 0;
    while at < bytes.len() {
        if !is_part(bytes[at]) {
            at += 1;
            continue;
        }
        let len = bytes[at..]
            .iter()
            .take_while(|byte| is_part(**byte))
            .count();
        let end = at + len;
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let two = at.checked_sub(2).map(|at| bytes[at]);
        let assigns = bytes.get(end).is_some_and(|byte| b":=".contains(byte));
        let expands = before == Some(b'$') || before == Some(b'{') && two == Some(b'$') && !assigns;
        if is_start(bytes[at]) && !expands {
            *names.entry(&text[at..end]).or_insert(0) += 1;
        }
        at = end;
    }
    names
}

/// Builtins that set the variable they are given the name of.
const NAMING: [&str; 13] = [
    "read",
    "mapfile",
    "readarray",
    "printf",
    "unset",
    "wait",
    "getopts",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "let",
];

pub(super) fn sets_an_unknown_name(command: &SimpleCommand) -> bool {
    let name = command.words.first().and_then(Word::known);
    let names = name.is_some_and(|name| {
        NAMING.contains(&name) && (name != "printf" || has_option(command, 'v'))
    });
    names && command.words.iter().any(|word| word.known().is_none())
}

fn has_option(command: &SimpleCommand, letter: char) -> bool {
    let words = command.words.get(1..).unwrap_or_default();
    words
        .iter()
        .any(|word| word.head().starts_with(['-', '+']) && word.head().contains(letter))
}

/// `hash -p "$X" NAME`, `enable -f FILE NAME`: a name for nobody knows what.
fn gives_an_unknown_name(command: &SimpleCommand) -> bool {
    match command.words.first().and_then(Word::known) {
        Some("hash") => {
            has_option(command, 'p') && command.words.iter().any(|word| word.known().is_none())
        }
        Some("enable") => has_option(command, 'f'),
        _ => false,
    }
}

/// A builtin that evaluates its words.
fn builtin(command: &SimpleCommand, source: &str) -> Option<EvaluationPlace> {
    let name = command.words.first()?.known()?;
    let odd = |word: &Word| word.known().is_none_or(|text| text.contains('['));
    let any_odd = command.words[1..].iter().any(odd);
    let (evaluates, bare) = match name {
        "let" => (true, true),
        "declare" | "typeset" | "local" | "readonly" | "export" => {
            let evaluated = has_option(command, 'i') || has_option(command, 'n');
            (evaluated || any_odd, evaluated)
        }
        "test" | "[" => (
            command
                .words
                .iter()
                .any(|w| w.known().is_none_or(|t| matches!(t, "-v" | "-R")))
                && any_odd,
            false,
        ),
        "printf" => (has_option(command, 'v') && any_odd, false),
        "read" | "mapfile" | "readarray" | "unset" | "wait" | "getopts" => (any_odd, false),
        _ => return None,
    };
    evaluates.then(|| EvaluationPlace {
        range: command.range.clone(),
        text: source
            .get(command.range.clone())
            .unwrap_or_default()
            .to_owned(),
        bare,
    })
}

/// Whether a builtin is given code in a subscript, kept from the shell by
/// quotes: `unset 'a[0+$(rm x)]'`.
fn is_given_code(command: &SimpleCommand) -> bool {
    let name = command.words.first().and_then(Word::known);
    let takes = name.is_some_and(|name| NAMING.contains(&name) || matches!(name, "test" | "["));
    takes
        && command.words[1..].iter().any(|word| {
            let text = word.text_with_gaps();
            text.find('[').is_some_and(|at| {
                let inside = &text[at..];
                inside.contains("$(") || inside.contains('`') || inside.contains("${")
            })
        })
}
