//! A shell's text cut into words, whatever shell that is.
//!
//! It never fails and never stops: a text that no shell would read still has
//! words. What it gets wrong are words too many, which cost a look at a file
//! that is not there. The exact reader is [`Analysis`](crate::Analysis).

use std::iter::Peekable;
use std::str::Chars;

/// Stands in a word for what is only known at run time.
pub const GAP: char = '\u{10fff2}';

/// Stands in a word for any names, as `*` does in a shell.
pub const GLOB: char = '\u{10fff4}';

/// Commands whose operands are only made, written or removed: what they name
/// changes by their own work.
pub const WRITERS: [&str; 5] = ["mkdir", "rm", "rmdir", "tee", "touch"];

/// Words after which a command starts.
const BEFORE_COMMANDS: [&str; 10] = [
    "!", "do", "elif", "else", "if", "then", "time", "until", "while", "{",
];

/// The words of a text, command by command, without the targets of redirections that
/// write and without the operands of [`WRITERS`]. A variable has the value that
/// `variable` gives it; parts that only a shell knows are [`GAP`]s, and each `*` is a
/// [`GLOB`].
pub fn cut_commands(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Vec<Vec<String>> {
    let Cutter {
        mut words, starts, ..
    } = cutter(text, variable);
    let mut commands = Vec::new();
    for start in starts.into_iter().rev() {
        let command = words.split_off(start);
        if !command.is_empty() {
            commands.push(command);
        }
    }
    commands.push(words);
    commands.retain(|command| !command.is_empty());
    commands.reverse();
    commands
}

fn cutter<'a>(text: &'a str, variable: &'a dyn Fn(&str) -> Option<String>) -> Cutter<'a> {
    let mut cutter = Cutter {
        rest: text.chars().peekable(),
        variable,
        words: Vec::new(),
        starts: Vec::new(),
        word: String::new(),
        begun: false,
        quoted: Vec::new(),
        in_quotes: false,
        in_backticks: false,
        place: WordPlace::Command,
        target: false,
    };
    cutter.run();
    cutter
}

/// What the next word is to the command around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordPlace {
    Command,
    Operand,
    Written,
}

struct Cutter<'a> {
    rest: Peekable<Chars<'a>>,
    /// The value of a variable, where it is known.
    variable: &'a dyn Fn(&str) -> Option<String>,
    words: Vec<String>,
    /// Which of the words begin a command.
    starts: Vec<usize>,
    word: String,
    /// A word was begun, though it may be empty still.
    begun: bool,
    /// For every open `$(`, whether it is in double quotes.
    quoted: Vec<bool>,
    in_quotes: bool,
    in_backticks: bool,
    place: WordPlace,
    /// The next word is the target of a redirection that writes.
    target: bool,
}

impl Cutter<'_> {
    fn run(&mut self) {
        while let Some(c) = self.rest.next() {
            match c {
                '\'' if !self.in_quotes => self.single_quoted(),
                '"' => {
                    self.in_quotes = !self.in_quotes;
                    self.begun = true;
                }
                '\\' => self.escaped(),
                '$' => self.dollar(),
                '`' if self.in_backticks => {
                    self.in_backticks = false;
                    self.close();
                }
                '`' => {
                    self.in_backticks = true;
                    self.open();
                }
                '(' | '{' => self.open(),
                ')' | '}' => self.close(),
                _ if self.in_quotes => self.push(c),
                ';' | '|' | '\n' => self.new_command(),
                '&' if self.rest.peek() == Some(&'>') => self.end(),
                '&' => self.new_command(),
                '>' => self.writes(),
                '<' => {
                    self.end();
                    // `<>` is for reading too.
                    self.rest.next_if_eq(&'>');
                }
                '*' => self.push(GLOB),
                '?' => self.push(GAP),
                _ if c.is_whitespace() => self.end(),
                _ => self.push(c),
            }
        }
        self.end();
    }

    fn push(&mut self, c: char) {
        self.word.push(c);
        self.begun = true;
    }

    fn push_all(&mut self, text: &str) {
        self.word.push_str(text);
        self.begun = true;
    }

    fn single_quoted(&mut self) {
        self.begun = true;
        for c in self.rest.by_ref().take_while(|c| *c != '\'') {
            self.word.push(c);
        }
    }

    fn escaped(&mut self) {
        match self.rest.next() {
            Some('\n') => {}
            Some(c) if self.in_quotes && !matches!(c, '"' | '\\' | '$' | '`') => {
                self.push('\\');
                self.push(c);
            }
            Some(c) => self.push(c),
            None => self.push('\\'),
        }
    }

    fn dollar(&mut self) {
        match self.rest.peek() {
            Some('\'' | '"') if !self.in_quotes => {}
            Some('(') => {
                self.rest.next();
                self.open();
            }
            Some('{') => {
                self.rest.next();
                let name = self.name();
                if self.rest.peek() == Some(&'}')
                    && let Some(value) = (self.variable)(&name)
                {
                    self.rest.next();
                    self.push_all(&value);
                    return;
                }
                // `:-` and its kind, before a value that may be used instead.
                while self.rest.next_if(|c| ":-=?+#%!".contains(*c)).is_some() {}
                self.open();
                self.place = WordPlace::Operand;
            }
            Some(c) if c.is_ascii_alphabetic() || *c == '_' => {
                let name = self.name();
                match (self.variable)(&name) {
                    Some(value) => self.push_all(&value),
                    None => self.push(GAP),
                }
            }
            Some('@' | '*' | '#' | '?' | '!' | '-' | '$' | '0'..='9') => {
                self.rest.next();
                self.push(GAP);
            }
            _ => self.push('$'),
        }
    }

    /// Reads a variable's name.
    fn name(&mut self) -> String {
        let mut name = String::new();
        let is_part = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        while let Some(c) = self.rest.next_if(is_part) {
            name.push(c);
        }
        name
    }

    /// Something is read on its own; its value is unknown to what is around.
    fn open(&mut self) {
        self.new_command();
        self.quoted.push(self.in_quotes);
        self.in_quotes = false;
    }

    fn close(&mut self) {
        self.end();
        self.in_quotes = self.quoted.pop().unwrap_or(self.in_quotes);
        self.place = WordPlace::Operand;
        self.word.push(GAP);
    }

    fn writes(&mut self) {
        // `=>` and `->` are of other languages, and nothing is written there.
        if self.word.ends_with(['=', '-']) {
            return self.end();
        }
        // A number before it is the file that is redirected.
        if self.word.chars().all(|c| c.is_ascii_digit()) {
            self.word.clear();
            self.begun = false;
        }
        self.end();
        while self
            .rest
            .next_if(|c| matches!(c, '>' | '|' | '&'))
            .is_some()
        {}
        self.target = true;
    }

    fn new_command(&mut self) {
        self.end();
        self.starts.push(self.words.len());
        self.target = false;
        self.place = WordPlace::Command;
    }

    fn end(&mut self) {
        let word = std::mem::take(&mut self.word);
        let begun = std::mem::take(&mut self.begun);
        if !begun {
            return;
        }
        if std::mem::take(&mut self.target) {
            return;
        }
        if self.place == WordPlace::Command {
            let name = word.rsplit('/').next().unwrap_or(&word);
            if WRITERS.contains(&name) {
                self.place = WordPlace::Written;
            } else if !BEFORE_COMMANDS.contains(&&*word) && !word.contains('=') {
                self.place = WordPlace::Operand;
            }
        } else if self.place == WordPlace::Written {
            return;
        }
        if !word.is_empty() {
            self.words.push(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        cut_commands(text, &|_| None)
            .into_iter()
            .flatten()
            .map(|word| word.replace([GAP, GLOB], "…"))
            .collect()
    }

    #[test]
    fn words_lose_their_quotes() {
        assert_eq!(words("a 'b c' \"d e\"f\\ g"), ["a", "b c", "d ef g"]);
        assert_eq!(words("a\\\nb $'c' $\"d\""), ["ab", "c", "d"]);
    }

    #[test]
    fn punctuation_ends_a_word() {
        assert_eq!(
            words("a;b|c&&d(e)\nf<g"),
            ["a", "b", "c", "d", "e", "f", "g"]
        );
        assert_eq!(words("cat<>x"), ["cat", "x"]);
    }

    #[test]
    fn what_a_command_writes_is_left_out() {
        assert_eq!(words("a >b 2>>c d &>e >|f >&g"), ["a", "d"]);
        assert_eq!(words("a | tee -a b; c"), ["a", "tee", "c"]);
        assert_eq!(
            words("if x; then touch y; fi z"),
            ["if", "x", "then", "touch", "fi", "z"]
        );
        assert_eq!(words("A=b /bin/rm c && d"), ["A=b", "/bin/rm", "d"]);
        assert_eq!(words("echo tee b"), ["echo", "tee", "b"]);
        assert_eq!(words("x => y"), ["x", "=", "y"]);
    }

    #[test]
    fn substitutions_are_read_and_leave_a_gap() {
        assert_eq!(words("\"$(cat \"a b\")/c d\""), ["cat", "a b", "…/c d"]);
        assert_eq!(words("$X/a ${Y:-./b}/c $1d"), ["…/a", "./b", "…/c", "…d"]);
        assert_eq!(words("`cat a`/b"), ["cat", "a", "…/b"]);
        assert_eq!(words("PATH=$X:./bin"), ["PATH=…:./bin"]);
        assert_eq!(words("./*.sh"), ["./….sh"]);
    }

    #[test]
    fn a_variable_that_is_known_has_its_value() {
        let value = |name: &str| (name == "D").then(|| "/p q".to_owned());
        let commands = cut_commands("$D/a \"${D}\"/b '$D' ${D:-c} $Dx", &value);
        let shown: Vec<String> = commands
            .concat()
            .iter()
            .map(|word| word.replace(GAP, "…"))
            .collect();
        assert_eq!(shown, ["/p q/a", "/p q/b", "$D", "c", "…"]);
    }

    #[test]
    fn commands_are_told_apart() {
        let commands = cut_commands("cd a && for f in b/*.sh; do . $f; done | c", &|_| None);
        let shown: Vec<String> = commands
            .iter()
            .map(|words| words.join(",").replace(GLOB, "*").replace(GAP, "…"))
            .collect();
        assert_eq!(shown, ["cd,a", "for,f,in,b/*.sh", "do,.,…", "done", "c"]);
    }

    #[test]
    fn broken_texts_still_have_words() {
        assert_eq!(words("a 'b c"), ["a", "b c"]);
        assert_eq!(words("a \"b"), ["a", "b"]);
        assert_eq!(words(") } a \\"), ["a", "\\"]);
        assert_eq!(words("a && && $("), ["a"]);
    }
}
