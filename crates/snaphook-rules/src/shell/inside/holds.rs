//! Whether code in another language holds the words of a rule.
//!
//! Code is not read, only cut into words: quotes, commas, brackets and operators
//! are between them, so that `["git", "push"]` holds `git push`. Escapes
//! (`\x6d`) are undone, and texts that are put together in plain sight
//! (`"mk" + "r"`) are joined. Code that runs programs and makes up texts in other
//! ways (`chr`, `base64`, what it is given) may hold anything.

use super::ProgramCode;
use super::calls::{CodeCall, calls};
use super::printing::only_prints;

/// Stands for the whole line, where a part of code is put in by the shell.
pub(super) const WHOLE_LINE: &str = "\u{2}";

/// The words that a rule has before its first `*`.
#[derive(Debug, Clone)]
pub(crate) struct Literals {
    words: Vec<String>,
    /// The last of them is only a beginning.
    open: bool,
}

impl Literals {
    pub(crate) fn of(content: &str) -> Literals {
        let content = content.strip_suffix(":*").unwrap_or(content);
        let prefix = content.split('*').next().unwrap_or_default();
        if tokens(prefix).is_empty() {
            // Nothing is said of the command; what is said of its words counts.
            let words = content.split('*').flat_map(tokens).collect();
            return Literals { words, open: true };
        }
        let open = prefix.len() < content.len() && !prefix.ends_with(char::is_whitespace);
        Literals {
            words: tokens(prefix),
            open,
        }
    }
}

impl ProgramCode {
    /// Whether some command in the code may be one that the rule names.
    pub(crate) fn holds(&self, literals: &Literals, line: &str) -> bool {
        if self.text == WHOLE_LINE {
            return in_order(&tokens(line), literals);
        }
        if only_prints(&self.text) {
            return false;
        }
        let decoded = undo_escapes(&self.text);
        let joined = join_texts(&decoded);
        // Perl changes the case of what follows.
        let mut uncased = self.text.clone();
        for mark in ["\\L", "\\l", "\\U", "\\u", "\\Q", "\\E"] {
            uncased = uncased.replace(mark, "");
        }
        [self.text.as_str(), &decoded, &joined, &uncased]
            .iter()
            .any(|text| in_order(&tokens(text), literals))
    }

    /// The texts in the code that could name files. Files of code are not looked
    /// into: they name what they are about.
    pub(crate) fn named_files(&self) -> Vec<String> {
        if self.is_file || self.text == WHOLE_LINE {
            return Vec::new();
        }
        let decoded = undo_escapes(&self.text);
        let joined = join_texts(&decoded);
        let texts = [self.text.as_str(), &decoded, &joined];
        let mut names: Vec<String> = texts.iter().flat_map(|text| tokens(text)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether the code runs programs whose names it makes up, or is given.
    pub(crate) fn makes_up(&self, literals: &Literals) -> bool {
        if self.text == WHOLE_LINE
            || self.is_file
            || only_prints(&self.text)
            || !RUNNERS.iter().any(|word| self.text.contains(word))
        {
            return false;
        }
        // Languages that put variables into texts and run texts in backquotes.
        let program = self.program.rsplit('/').next().unwrap_or_default();
        let puts_in = ["perl", "ruby", "php"]
            .iter()
            .any(|name| program.starts_with(name));
        let runs = |call: CodeCall| match call {
            CodeCall::Plain | CodeCall::HandedOn => false,
            CodeCall::Named(name) => literals.words.first() == Some(&name),
            CodeCall::Unknown => true,
        };
        let calls = calls(&self.text, puts_in);
        let by_other_names = calls.is_empty()
            || calls.contains(&CodeCall::HandedOn)
            || self.text.contains(" as ")
            || self.text.contains("map(");
        MAKERS.iter().any(|word| self.text.contains(word))
            || puts_in && quotes_variable(&self.text)
            || by_other_names && puts_together(&self.text)
            || calls.into_iter().any(runs)
            || feeds_shell(&self.text)
    }
}

/// Whether a shell is named with nothing to run, as one that is fed: `"sh"`.
pub(super) fn feeds_shell(code: &str) -> bool {
    const SHELLS: [&str; 8] = [
        "sh", "bash", "dash", "zsh", "ksh", "ash", "xargs", "parallel",
    ];
    SHELLS.iter().any(|shell| {
        code.match_indices(shell).any(|(at, _)| {
            let before = code[..at]
                .trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '/' | '|' | ' '));
            let alone = code[..at].ends_with(['/', '|', ' ', '"', '\'']);
            let rest = &code[at + shell.len()..];
            let rest = rest
                .strip_prefix(" -s")
                .or(rest.strip_prefix(" -"))
                .unwrap_or(rest);
            alone
                && before.ends_with(['"', '\''])
                && rest.starts_with(['"', '\''])
                && !rest[1..].trim_start().starts_with(',')
        })
    })
}

/// Whether a text is put together with something that is none: `"m" + k`.
fn puts_together(code: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut parts = code.split('+').map(str::trim);
    let mut before = parts.next().unwrap_or_default();
    for after in parts {
        let quoted = before.ends_with(['"', '\'', '`']) || after.starts_with(['"', '\'', '`']);
        let named = before.ends_with(is_name) || after.starts_with(is_name);
        if quoted && named {
            return true;
        }
        before = after;
    }
    code.contains("${") || code.contains("f\"{") || code.contains("f'{")
}

/// Whether a text that runs has a variable in it.
fn quotes_variable(code: &str) -> bool {
    let pipes = ["qx", "\"|", "|\"", "'|", "|'"];
    if code.contains('$') && pipes.iter().any(|pipe| code.contains(pipe)) {
        return true;
    }
    let mut quoted = code.split('`').skip(1).step_by(2);
    quoted.any(|text| text.contains('$') || text.contains("#{"))
}

/// What runs programs or other code, in one language or another.
#[rustfmt::skip]
const RUNNERS: [&str; 27] = [
    "exe ", "system", "exec", "spawn", "popen", "Popen", "subprocess", "child_process", "qx", "`", "eval", "shell", "ProcessBuilder",
    "getRuntime", "%x", "pty.", "Open3", "passthru", "proc_open", "getoutput", "check_output", "Command", "__import__", "\"|", "|\"", "'|", "|'",
];

/// What makes texts that cannot be seen, or takes them from elsewhere.
#[rustfmt::skip]
const MAKERS: [&str; 49] = [
    "chr(", "chr ", ".chr", "ord(", "base64", "b64", "fromhex", "unhex", "hex(", "unpack", "pack(", "pack ", "fromCharCode", "fromCodePoint",
    "string.char", "codecs", "rot13", "atob", "Buffer.from", "[::-1]", "reverse", "strrev", ".join", "join(", "join ",
    "sprintf", ".format", "translate", "decode", "tr/", ".replace(", "String.raw",
    "argv", "ARGV", "stdin", "STDIN", "environ", "getenv", "ENV", "process.env", "input(", "gets", "readline", "read(", "readFile", "$_", "$F", "<>", "globals",
];

fn in_order(tokens: &[String], literals: &Literals) -> bool {
    let Some(last) = literals.words.len().checked_sub(1) else {
        return false;
    };
    let mut at = 0;
    for token in tokens {
        let want = &literals.words[at];
        let is_last = at == last;
        let fits = |part: &str| {
            part == want || (is_last && literals.open && part.starts_with(want.as_str()))
        };
        if fits(token) || fits(token.trim_matches('.')) || token.split('/').any(fits) {
            if is_last {
                return true;
            }
            at += 1;
        }
    }
    false
}

/// The words of a text.
fn tokens(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || "_-./".contains(c)))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// `\x6d`, `\155`, `\u006d` and `\u{6d}` as the characters that they are.
pub(super) fn undo_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let (digits, skip, radix) = match tail.chars().next() {
            Some('x') => (run(&tail[1..], 16, 2), 1, 16),
            Some('u' | 'U') if tail[1..].starts_with('{') => (run(&tail[2..], 16, 6), 2, 16),
            Some('u') => (run(&tail[1..], 16, 4), 1, 16),
            Some('U') => (run(&tail[1..], 16, 8), 1, 16),
            Some('0'..='7') => (run(tail, 8, 3), 0, 8),
            _ => ("", 0, 10),
        };
        let decoded = u32::from_str_radix(digits, radix)
            .ok()
            .and_then(char::from_u32);
        match decoded {
            Some(c) if !digits.is_empty() => {
                plain.push(c);
                rest = tail[skip + digits.len()..].trim_start_matches('}');
            }
            _ => {
                plain.push(' ');
                rest = tail;
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// The digits that a text begins with, so many at most.
fn run(text: &str, radix: u32, most: usize) -> &str {
    let count = text
        .chars()
        .take(most)
        .take_while(|c| c.is_digit(radix))
        .count();
    &text[..count]
}

/// Texts that are put together in plain sight, joined: `"mk" + 'r'`, `"mk" "r"`.
fn join_texts(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !matches!(c, '\'' | '"') {
            joined.push(c);
            continue;
        }
        let mut between = String::new();
        while let Some(next) =
            chars.next_if(|c| matches!(c, ' ' | '+' | '.' | '~' | '<' | '^' | '&' | '(' | ')'))
        {
            between.push(next);
        }
        if chars.next_if(|c| matches!(c, '\'' | '"')).is_none() {
            joined.push(c);
            joined.push_str(&between);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(rule: &str, code: &str) -> bool {
        let code = ProgramCode {
            program: "x".to_owned(),
            text: code.to_owned(),
            range: 0..0,
            is_file: false,
        };
        code.holds(&Literals::of(rule), "")
    }

    #[test]
    fn the_words_of_a_rule_are_found_in_code() {
        for (rule, code) in [
            ("git push *", "import os; os.system('git push origin')"),
            ("git push *", "run([\"git\",\"push\"])"),
            ("git push *", "os.system('git -C . push')"),
            ("rm *", "system(\"/bin/rm x\")"),
            ("rm *", "qx/rm x/"),
            ("rm *", "os.system('\\x72m x')"),
            ("rm *", "os.system('r' + \"m x\")"),
            ("rm *", "os.system('r' 'm x')"),
            ("rm:*", ".shell rm x"),
            ("mkfs*", "system('mkfs.ext4 x')"),
            ("rm -rf *", "exec 'rm', '-rf', 'x'"),
        ] {
            assert!(holds(rule, code), "{rule} in {code}");
        }
        for (rule, code) in [
            ("rm *", "system('ls')"),
            ("rm *", "import charm; form.rmdir()"),
            ("rm *", "print \"rm x\""),
            ("git push *", "push(); git()"),
            ("rm -rf *", "os.system('rm x')"),
        ] {
            assert!(!holds(rule, code), "{rule} in {code}");
        }
    }
}
