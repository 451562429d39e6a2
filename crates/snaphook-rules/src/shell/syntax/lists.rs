//! Lists, pipes and the choice of what a command is.

use super::{ReadStep, ShellReader};
use crate::shell::Word;
use crate::shell::found::{SimpleCommand, Stdin};

/// Words that close a construct; at the start of a command they belong to the
/// construct around it, or to none.
const CLOSERS: [&str; 9] = [
    "then", "elif", "else", "fi", "do", "done", "esac", "}", "]]",
];

impl ShellReader<'_> {
    /// Commands up to one of the `stop` tokens, which is left in place: `""`
    /// is the end of the text, `)` and `;;` themselves, the rest reserved
    /// words.
    pub(super) fn list(&mut self, stop: &[&str]) -> ReadStep {
        loop {
            self.blank_lines()?;
            match self.cur() {
                None if stop.contains(&"") => return Ok(()),
                None => return self.unexpected(&one_of(stop)),
                Some(b')') if stop.contains(&")") => return Ok(()),
                Some(b';') if stop.contains(&";;") && self.case_end() => return Ok(()),
                Some(b')' | b';' | b'&' | b'|') if !self.starts("&>") => {
                    return self.unexpected("a command");
                }
                _ => {}
            }
            if let Some(word) = self.reserved() {
                if stop.contains(&word) {
                    return Ok(());
                }
                if CLOSERS.contains(&word) {
                    return self.unexpected(&one_of(stop));
                }
            }
            self.and_or()?;
            self.blanks()?;
            match self.cur() {
                Some(b';') if self.case_end() => {}
                Some(b'&') => {
                    if self.at_top() {
                        for name in std::mem::take(&mut self.chain) {
                            self.budget.variables.forget(&name);
                        }
                    }
                    self.bump()?;
                }
                Some(b';') => self.bump()?,
                None | Some(b'\n' | b')' | b'#') => {}
                _ if self.reserved_of(stop) => {}
                _ => return self.unexpected("the end of the command"),
            }
        }
    }

    fn case_end(&mut self) -> bool {
        self.starts(";;") || self.starts(";&")
    }

    /// Whether what comes next is run by this shell, and for sure.
    fn at_top(&self) -> bool {
        self.budget.depth == 0 && self.inside == 0 && self.reread == 0
    }

    fn and_or(&mut self) -> ReadStep {
        let top = self.at_top();
        if top {
            self.chain.clear();
        }
        let mut first = true;
        loop {
            self.fresh.clear();
            let piped = self.pipeline()?;
            if top && first && !piped {
                for (name, value) in std::mem::take(&mut self.fresh) {
                    if let Some(value) = value {
                        self.chain.push(name.clone());
                        self.budget.variables.assign(name, value);
                    }
                }
            }
            first = false;
            self.blanks()?;
            if !self.eat("&&")? && !self.eat("||")? {
                return Ok(());
            }
            self.blank_lines()?;
        }
    }

    /// A pipeline; true for one of several commands.
    fn pipeline(&mut self) -> ReadStep<bool> {
        self.pipeline_marks()?;
        let mut before = self.found.len();
        let mut piped = false;
        self.command()?;
        loop {
            self.blanks()?;
            if self.starts("||") || !(self.eat("|&")? || self.eat("|")?) {
                return Ok(piped);
            }
            piped = true;
            let piped = self.output_of(before);
            self.blank_lines()?;
            before = self.found.len();
            // `a | ! b` and `a | time b` are errors in Bash, fine in zsh.
            self.pipeline_marks()?;
            self.command()?;
            self.give_stdin(before, &piped);
        }
    }

    /// `!` and `time` in front of a pipeline.
    fn pipeline_marks(&mut self) -> ReadStep {
        loop {
            self.blanks()?;
            let start = self.pos;
            match self.reserved() {
                Some("!") => self.expect("!")?,
                Some("time") => {
                    if self.inside > 0 {
                        // `$(time case a in a) …` ends at the pattern in some
                        // versions of Bash.
                        return self.ambiguous("`time` within a substitution");
                    }
                    self.expect("time")?;
                    let range = self.origin.range(start, self.pos);
                    self.prefix.push(Word::text("time", range));
                    self.blanks()?;
                    let start = self.pos;
                    if self.starts("-p") && self.ahead(2).is_none_or(super::cursor::ends_word) {
                        self.expect("-p")?;
                        let range = self.origin.range(start, self.pos);
                        self.prefix.push(Word::text("-p", range));
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// What a pipe carries from the commands found since `before`, where it is
    /// plain to see: `cat` of a here-document, or `echo` of known words.
    fn output_of(&self, before: usize) -> Stdin {
        let [command] = &self.found[before..] else {
            return Stdin::Stream;
        };
        if let Stdin::Body(_) = command.stdin
            && command.is_cat()
        {
            return command.stdin.clone();
        }
        match command.output() {
            Some(text) if command.writes.is_empty() => Stdin::Text(text),
            _ => Stdin::Stream,
        }
    }

    /// Commands found since `before` that read what their surroundings read
    /// now read this.
    pub(super) fn give_stdin(&mut self, before: usize, stdin: &Stdin) {
        for command in &mut self.found[before..] {
            if command.stdin == Stdin::Inherited {
                command.stdin = stdin.clone();
            }
        }
    }

    /// One command, of any kind, with its redirections.
    pub(super) fn command(&mut self) -> ReadStep {
        self.blanks()?;
        let start = self.pos;
        let before = self.found.len();
        let reserved = self.reserved();
        let opens = self.cur() == Some(b'(')
            || reserved.is_some_and(|word| word != "in" && !CLOSERS.contains(&word));
        if !opens {
            return self.simple();
        }
        if !self.prefix.is_empty() {
            let words = std::mem::take(&mut self.prefix);
            let range = self.origin.range(start, start);
            self.found.push(SimpleCommand::new(words, range));
        }
        match reserved {
            Some(word) => self.nest(|reader| reader.compound(word))?,
            None => self.nest(Self::parenthesised)?,
        }
        // What it assigned, it may not have assigned, or not here.
        self.fresh.clear();
        let mut redirects = super::simple::Redirects::default();
        loop {
            self.blanks()?;
            if !self.redirect(&mut redirects)? {
                break;
            }
        }
        if redirects.stdin != Stdin::Inherited {
            self.give_stdin(before, &redirects.stdin);
        }
        for command in &mut self.found[before..] {
            command.opens |= redirects.opens;
        }
        if !redirects.writes.is_empty() || !redirects.reads.is_empty() {
            let range = self.origin.range(start, self.pos);
            let mut bare = SimpleCommand::new(Vec::new(), range);
            bare.writes = redirects.writes;
            bare.reads = redirects.reads;
            self.found.push(bare);
        }
        Ok(())
    }
}

fn one_of(stop: &[&str]) -> String {
    let names: Vec<String> = stop
        .iter()
        .map(|word| match *word {
            "" => "the end".to_owned(),
            word => format!("`{word}`"),
        })
        .collect();
    names.join(" or ")
}
