//! Removes the comments of a shell's text, which name no scripts.
//!
//! A word that is taken for a comment and is none would be a script that nobody looks
//! at. So a comment is removed only where every shell agrees that it is one: from the
//! first construct on that shells read differently, the text stays as it is.

use std::ops::ControlFlow;

/// Substitutions within quotes within substitutions that are read.
const DEEPEST: usize = 32;

/// The text of a POSIX shell's command without its certain comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut reader = CommentReader {
        text,
        at: 0,
        kept: String::new(),
        copied: 0,
        nesting: 0,
    };
    // Both ends mean that the rest stays.
    let _ = reader.unquoted(None);
    reader.kept.push_str(&text[reader.copied..]);
    reader.kept
}

/// `Break` ends the reading where nothing is certain any more.
type CommentStep = ControlFlow<()>;

const UNCERTAIN: CommentStep = CommentStep::Break(());
const CERTAIN: CommentStep = CommentStep::Continue(());

struct CommentReader<'t> {
    text: &'t str,
    at: usize,
    kept: String,
    /// Up to here the text is in `kept`, or was a comment.
    copied: usize,
    /// How many substitutions are open.
    nesting: usize,
}

impl<'t> CommentReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads text outside of quotes; within `"$(…)"`, up to the end of that.
    fn unquoted(&mut self, mut depth: Option<usize>) -> CommentStep {
        let mut begins_word = true;
        while let Some(c) = self.next() {
            let rest = self.rest();
            match c {
                '#' if begins_word && depth.is_some() => return UNCERTAIN,
                '#' if begins_word => self.comment()?,
                '\\' => {
                    self.next();
                }
                '\'' => self.single_quoted()?,
                '"' => self.double_quoted()?,
                '`' => return UNCERTAIN,
                '<' if rest.starts_with('<') => return UNCERTAIN,
                '(' if rest.starts_with('(') => return UNCERTAIN,
                '$' => self.dollar()?,
                '(' => depth = depth.map(|depth| depth + 1),
                ')' if depth == Some(0) => return CERTAIN,
                ')' => depth = depth.map(|depth| depth - 1),
                _ => {}
            }
            begins_word = matches!(c, ' ' | '\t' | '\n' | ';' | '&' | '|');
        }
        CERTAIN
    }

    /// Leaves a comment out, up to the end of its line. One in which a value may be put,
    /// or that ends with a backslash, may be more than it seems.
    fn comment(&mut self) -> CommentStep {
        let start = self.at - 1;
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        let comment = &self.rest()[..length];
        if comment.contains(['$', '\r']) || comment.ends_with('\\') {
            return UNCERTAIN;
        }
        self.kept.push_str(&self.text[self.copied..start]);
        self.at += length;
        self.copied = self.at;
        CERTAIN
    }

    fn single_quoted(&mut self) -> CommentStep {
        match self.rest().find('\'') {
            Some(end) => {
                self.at += end + 1;
                CERTAIN
            }
            None => UNCERTAIN,
        }
    }

    fn double_quoted(&mut self) -> CommentStep {
        while let Some(c) = self.next() {
            match c {
                '"' => return CERTAIN,
                '\\' => {
                    self.next();
                }
                '`' => return UNCERTAIN,
                '$' if self.rest().starts_with('(') => {
                    // The patterns of a `case` have a `)` of their own.
                    if self.rest().starts_with("((") || self.rest().contains("case") {
                        return UNCERTAIN;
                    }
                    if self.nesting == DEEPEST {
                        return UNCERTAIN;
                    }
                    self.at += 1;
                    self.nesting += 1;
                    self.unquoted(Some(0))?;
                    self.nesting -= 1;
                }
                '$' => self.dollar()?,
                _ => {}
            }
        }
        UNCERTAIN
    }

    /// Reads what follows a `$`: a name, `${NAME}` with a plain default, or `(`.
    fn dollar(&mut self) -> CommentStep {
        let rest = self.rest();
        if rest.starts_with(['\'', '"', '[']) {
            return UNCERTAIN;
        }
        let Some(braced) = rest.strip_prefix('{') else {
            return CERTAIN;
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.:-/=+%#*?@!".contains(c);
        let length = braced.find(|c| !is_plain(c)).unwrap_or(braced.len());
        if !braced[length..].starts_with('}') {
            return UNCERTAIN;
        }
        self.at += 1 + length + 1;
        CERTAIN
    }
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_are_left_out_up_to_the_end_of_their_line() {
        for (text, kept) in [
            ("# ./a.sh", ""),
            ("./x # ./a.sh\n./b.sh", "./x \n./b.sh"),
            ("a; # b\nc |# d\n e", "a; \nc |\n e"),
            ("a=\"$(jq -r .x)\" # the file\nb", "a=\"$(jq -r .x)\" \nb"),
            ("x=${A:-b}; # it's\n./b.sh # \"", "x=${A:-b}; \n./b.sh "),
            ("f() { # ./a.sh\n :; }; (f) # b", "f() { \n :; }; (f) "),
        ] {
            assert_eq!(without_comments(text), kept, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_not_followed() {
        let deep = "\"$(".repeat(100_000);
        assert_eq!(without_comments(&deep), deep);
    }

    #[test]
    fn what_may_be_no_comment_stays() {
        for text in [
            "a#b c",
            "echo ' # ./a.sh'",
            "echo \" # ./a.sh\"",
            "a \\# ./a.sh",
            "a \\\n# ./a.sh",
            "sh <<E\n# x\n./a.sh\nE",
            "eval $'a\\' # ./a.sh'",
            "`# x` ./a.sh",
            "echo $((16 # 2)) ./a.sh",
            "${x:-sh # ./a.sh}",
            "\"$(case x in x) echo \" # ./a.sh\"; esac)\"",
            "\"$(# ' ./a.sh\n)\" # ./b.sh",
            "# ${user_config.x} ./a.sh",
            "# x \\\n./a.sh",
            "# x\r./a.sh",
            "a 'b # ./a.sh",
        ] {
            assert_eq!(without_comments(text), text, "{text}");
        }
    }
}
