//! Scripts of `sed` that read and write no other file and run nothing: addresses,
//! and the commands that change, print or skip lines.

/// The commands without arguments.
const ALONE: &[u8] = b"dDgGhHnNpPxz=l";

/// Flags of `s` that neither run (`e`) nor write (`w`) something.
const FLAGS: &[u8] = b"gpiIM0123456789";

/// Whether every command of the script is known, and touches nothing but lines.
pub(super) fn is_quiet(script: &str) -> bool {
    script.is_ascii()
        && SedReader {
            rest: script.as_bytes(),
        }
        .script()
        .is_some()
}

struct SedReader<'a> {
    rest: &'a [u8],
}

impl SedReader<'_> {
    fn script(mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            self.skip(b" \t\n;");
            match self.peek() {
                None => return (open == 0).then_some(()),
                Some(b'}') => {
                    open = open.checked_sub(1)?;
                    self.next()?;
                    continue;
                }
                Some(_) => {}
            }
            self.addresses()?;
            match self.next()? {
                b'{' => open += 1,
                b's' => {
                    let delimiter = self.delimiter()?;
                    self.regex(delimiter)?;
                    self.until(delimiter)?;
                    self.skip(FLAGS);
                    self.end()?;
                }
                b'y' => {
                    let delimiter = self.delimiter()?;
                    self.until(delimiter)?;
                    self.until(delimiter)?;
                    self.end()?;
                }
                b'q' | b'Q' => {
                    self.skip(b" ");
                    self.skip(b"0123456789");
                    self.end()?;
                }
                b'b' | b't' => self.end()?,
                command if ALONE.contains(&command) => self.end()?,
                _ => return None,
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn skip(&mut self, these: &[u8]) {
        while self.peek().is_some_and(|byte| these.contains(&byte)) {
            self.rest = &self.rest[1..];
        }
    }

    /// What ends a command.
    fn end(&mut self) -> Option<()> {
        self.skip(b" \t");
        matches!(self.peek(), None | Some(b';' | b'\n' | b'}')).then_some(())
    }

    /// Up to two addresses, and `!`.
    fn addresses(&mut self) -> Option<()> {
        if self.address()? {
            self.skip(b" ");
            if self.peek() == Some(b',') {
                self.next();
                self.skip(b" ");
                if matches!(self.peek(), Some(b'+' | b'~')) {
                    self.next();
                }
                self.address()?.then_some(())?;
            }
        }
        self.skip(b" !");
        Some(())
    }

    fn address(&mut self) -> Option<bool> {
        match self.peek()? {
            b'0'..=b'9' => {
                self.skip(b"0123456789");
                if self.peek() == Some(b'~') {
                    self.next();
                    self.skip(b"0123456789");
                }
            }
            b'$' => {
                self.next();
            }
            b'/' => {
                self.next();
                self.regex(b'/')?;
                self.skip(b"I");
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// A delimiter that means nothing else.
    fn delimiter(&mut self) -> Option<u8> {
        self.next().filter(|byte| b"/|#,:@%!_~".contains(byte))
    }

    /// Text up to the delimiter, which may be in it behind `\`.
    fn until(&mut self, delimiter: u8) -> Option<()> {
        loop {
            match self.next()? {
                b'\\' => {
                    self.next()?;
                }
                byte if byte == delimiter => return Some(()),
                _ => {}
            }
        }
    }

    /// A regular expression up to the delimiter. Not every `sed` ends one at a
    /// delimiter within brackets: there is none in them.
    fn regex(&mut self, delimiter: u8) -> Option<()> {
        loop {
            match self.next()? {
                b'\\' => {
                    self.next().filter(|byte| *byte != b'\n')?;
                }
                b'[' => self.brackets(delimiter)?,
                b'\n' => return None,
                byte if byte == delimiter => return Some(()),
                _ => {}
            }
        }
    }

    /// `[abc]`, `[^a-z]`, `[[:space:]]`.
    fn brackets(&mut self, delimiter: u8) -> Option<()> {
        if self.peek() == Some(b'^') {
            self.next();
        }
        let mut empty = true;
        loop {
            match self.next()? {
                b']' if !empty => return Some(()),
                b'[' => {
                    let class = self.rest.strip_prefix(b":")?;
                    let length = class.iter().take_while(|b| b.is_ascii_lowercase()).count();
                    self.rest = class.get(length..)?.strip_prefix(b":]")?;
                }
                byte if byte == delimiter || b"]\\\n".contains(&byte) => return None,
                _ => {}
            }
            empty = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_quiet;

    #[test]
    fn quiet_scripts() {
        for script in [
            "1,10p",
            "$p",
            "$d",
            "/a/,/b/p",
            "s/a/b/",
            "s|/usr|/opt|g",
            "s/[[:space:]]*$//",
            "2q",
            "/^#/!d",
            "1~2p",
            "1,+3p",
            "s/a\\/b/c/gp",
            "/a/{n;p;}",
            "y/abc/xyz/",
            "s/[^/]*//",
            "N;P;D",
            "s/x/e/;p",
            "",
            "s/w/w/",
            "/w/p",
            "5!d",
        ] {
            let expected = script != "s/[^/]*//";
            assert_eq!(is_quiet(script), expected, "{script}");
        }
    }

    #[test]
    fn scripts_that_write_run_or_read() {
        for script in [
            "w out",
            "s/a/b/w out",
            "s/a/b/e",
            "e",
            "e id",
            "1e id",
            "s/a/b/gw out",
            "r /etc/passwd",
            "R x",
            "W x",
            "/a/w x",
            "1,2w x",
            "{w x\n}",
            "s/a/b/;w x",
            "p;e id",
            "s/a/b/ w x",
            "i\\\nx",
            "a x",
            "c x",
            "s/[/]/w x/",
            "s/[]/]/e",
            "s/a/b",
            "s\nanbn",
            "F",
            "b w",
            "t e",
            "y/a/b/w x",
            "s/a/b/pe",
            "s/a/b/m",
            "v",
            "\\,a,w x",
            "s[a[b[e",
            "$!e",
            "s/a\\\n/b/e",
            "}w x",
            "#n\nw x",
            ":w\nw x",
        ] {
            assert!(!is_quiet(script), "{script}");
        }
    }
}
