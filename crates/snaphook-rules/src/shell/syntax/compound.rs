//! Compound commands: groups, loops, conditionals, functions.

use super::words::WordMode;
use super::{ReadStep, ShellReader};
use crate::shell::found::Stdin;

impl ShellReader<'_> {
    /// The command that this reserved word opens.
    pub(super) fn compound(&mut self, word: &'static str) -> ReadStep {
        self.expect(word)?;
        match word {
            "{" => self.body("}"),
            "if" => self.if_clause(),
            "while" | "until" => {
                self.list(&["do"])?;
                self.expect_reserved("do")?;
                self.body("done")
            }
            "for" | "select" => self.for_clause(),
            "case" => self.case_clause(),
            "[[" => {
                self.bashism("`[[`")?;
                self.conditional()
            }
            "function" => self.function(),
            "coproc" => self.coprocess(),
            _ => self.unexpected("a command"),
        }
    }

    fn body(&mut self, end: &'static str) -> ReadStep {
        self.list(&[end])?;
        self.expect_reserved(end)
    }

    /// `( … )` or `(( … ))`. Bash takes the second for arithmetic if the two
    /// closing parentheses stand together, and for subshells otherwise.
    pub(super) fn parenthesised(&mut self) -> ReadStep {
        if self.starts("((") {
            self.bashism("`((`")?;
            let (pos, found) = (self.pos, self.found.len());
            self.expect("((")?;
            if self.arithmetic()? {
                return Ok(());
            }
            self.pos = pos;
            self.found.truncate(found);
            self.expect("(")?;
            self.reread += 1;
            self.list(&[")"])?;
            self.reread -= 1;
            return self.expect(")");
        }
        self.expect("(")?;
        self.list(&[")"])?;
        self.expect(")")
    }

    fn if_clause(&mut self) -> ReadStep {
        loop {
            self.list(&["then"])?;
            self.expect_reserved("then")?;
            self.list(&["elif", "else", "fi"])?;
            match self.reserved() {
                Some("elif") => self.expect("elif")?,
                Some("else") => {
                    self.expect("else")?;
                    return self.body("fi");
                }
                _ => return self.expect_reserved("fi"),
            }
        }
    }

    fn for_clause(&mut self) -> ReadStep {
        self.blanks()?;
        if self.eat("((")? {
            if !self.arithmetic()? {
                return self.unexpected("`))`");
            }
        } else {
            self.required_word()?;
            self.blank_lines()?;
            if self.reserved() == Some("in") {
                self.expect("in")?;
                while self.list_word()? {}
            }
        }
        self.blanks()?;
        self.eat(";")?;
        self.blank_lines()?;
        match self.reserved() {
            Some("{") => {
                self.expect("{")?;
                self.body("}")
            }
            _ => {
                self.expect_reserved("do")?;
                self.body("done")
            }
        }
    }

    fn case_clause(&mut self) -> ReadStep {
        self.required_word()?;
        self.blank_lines()?;
        self.expect_reserved("in")?;
        loop {
            self.blank_lines()?;
            if self.reserved() == Some("esac") {
                return self.expect("esac");
            }
            self.eat("(")?;
            loop {
                self.required_word()?;
                self.blanks()?;
                if !self.eat("|")? {
                    break;
                }
            }
            self.expect(")")?;
            self.list(&[";;", "esac"])?;
            if self.reserved() != Some("esac")
                && !(self.eat(";;&")? || self.eat(";;")? || self.eat(";&")?)
            {
                return self.unexpected("`;;` or `esac`");
            }
        }
    }

    /// `[[ … ]]`: only the expansions in it matter.
    fn conditional(&mut self) -> ReadStep {
        let start = self.pos;
        loop {
            self.blank_lines()?;
            if self.reserved() == Some("]]") {
                let range = self.origin.range(start, self.pos);
                let text = &self.text[start..self.pos];
                self.budget.later.conditional(text, range);
                return self.expect("]]");
            }
            if self.eat("&&")? || self.eat("||")? || self.eat("(")? || self.eat(")")? {
                continue;
            }
            if self.starts("=~") {
                self.expect("=~")?;
                self.blanks()?;
                if self.word(WordMode::Regex)?.is_none() {
                    return self.unexpected("a regular expression");
                }
                continue;
            }
            if !self.starts("<(") && !self.starts(">(") && (self.eat("<")? || self.eat(">")?) {
                continue;
            }
            self.required_word()?;
        }
    }

    fn function(&mut self) -> ReadStep {
        self.required_word()?;
        self.blanks()?;
        if self.eat("(")? {
            self.blanks()?;
            self.expect(")")?;
        }
        self.function_body()
    }

    /// Anyone who calls the function decides what its commands read.
    pub(super) fn function_body(&mut self) -> ReadStep {
        self.blank_lines()?;
        let before = self.found.len();
        if self.cur() != Some(b'(') && self.reserved().is_none() {
            return self.unexpected("the body of a function");
        }
        self.command()?;
        self.give_stdin(before, &Stdin::Stream);
        Ok(())
    }

    fn coprocess(&mut self) -> ReadStep {
        self.blanks()?;
        let before = self.found.len();
        let start = self.pos;
        if self.reserved().is_none() && self.cur() != Some(b'(') {
            // A name may come first, but only before a compound command.
            self.required_word()?;
            self.blanks()?;
            if self.cur() != Some(b'(') && self.reserved().is_none() {
                self.pos = start;
                self.found.truncate(before);
            }
        }
        self.command()?;
        self.give_stdin(before, &Stdin::Stream);
        Ok(())
    }

    fn list_word(&mut self) -> ReadStep<bool> {
        self.blanks()?;
        if self.cur() == Some(b'#') {
            self.comment()?;
        }
        Ok(self.word(WordMode::Plain)?.is_some())
    }

    fn required_word(&mut self) -> ReadStep {
        self.blanks()?;
        match self.word(WordMode::Plain)? {
            Some(_) => Ok(()),
            None => self.unexpected("a word"),
        }
    }
}
