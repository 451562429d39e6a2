//! Redirections: to and from literal files, `2>&1`, `>&2`, and here-documents
//! with a quoted end mark.

use super::doubt::Certain;
use super::line::{CertainCommand, CertainPiece, CertainRedirect};
use super::read::CertainReader;

/// Where output goes that reaches no file.
const NOWHERE: [&str; 3] = ["/dev/null", "/dev/stdout", "/dev/stderr"];

impl CertainReader<'_> {
    /// A redirection; the cursor is at `<` or `>`, `fd` came before it.
    pub(super) fn redirect(&mut self, fd: Option<u8>, command: &mut CertainCommand) -> Certain<()> {
        let writes = self.peek() == Some(b'>');
        let known = match fd {
            None => true,
            Some(fd) if writes => matches!(fd, b'1' | b'2'),
            Some(fd) => fd == b'0',
        };
        if !known {
            return self.doubt("a redirection of another descriptor");
        }
        if !writes && self.starts("<<") {
            return self.here_document(fd, command);
        }
        self.at += 1;
        if writes && self.peek() == Some(b'>') {
            self.at += 1;
        } else if writes && self.peek() == Some(b'&') {
            return self.duplicate();
        }
        if matches!(self.peek(), Some(b'<' | b'>' | b'&' | b'|' | b'(')) {
            return self.doubt("a redirection of another kind");
        }
        self.skip_blanks()?;
        let offset = self.at;
        if matches!(self.peek(), None | Some(b'#')) {
            return self.doubt("a redirection without a file");
        }
        let word = self.word()?;
        let path = match (&word.alternatives[..], &word.unexpanded.pieces[..]) {
            // A quoted `~` is a name, which other tools take for the home folder.
            ([_], [CertainPiece::Text(path)]) if !path.starts_with('~') => path.clone(),
            ([_], [CertainPiece::Home, CertainPiece::Text(rest)]) => format!("~{rest}"),
            _ => return self.doubt("a redirection to a file that is not literal"),
        };
        if matches!(self.peek(), Some(b'(' | b'<' | b'>')) {
            return self.doubt("what follows a redirection");
        }
        if path.contains('\n') || (is_special(&path) && !(NOWHERE.contains(&&*path))) {
            return self.doubt("a redirection to a special file");
        }
        if path != "/dev/null" && !(writes && NOWHERE.contains(&&*path)) {
            command.redirects.push(CertainRedirect {
                path,
                writes,
                offset,
            });
        }
        Ok(())
    }

    /// `>&1` and `>&2`.
    fn duplicate(&mut self) -> Certain<()> {
        self.at += 1;
        let end = self.text.as_bytes().get(self.at + 1);
        let ends = matches!(
            end,
            None | Some(b' ' | b'\t' | b'\n' | b';' | b'|' | b')' | b'&')
        );
        if !matches!(self.peek(), Some(b'1' | b'2')) || !ends {
            return self.doubt("a redirection of another kind");
        }
        self.at += 1;
        Ok(())
    }

    /// `<<'END'` or `<<"END"`.
    fn here_document(&mut self, fd: Option<u8>, command: &mut CertainCommand) -> Certain<()> {
        self.at += 2;
        if fd.is_some() || self.here_document.is_some() {
            return self.doubt("another here-document");
        }
        self.skip_blanks()?;
        let Some(quote @ (b'\'' | b'"')) = self.peek() else {
            return self.doubt("a here-document whose end mark is not in quotes");
        };
        let rest = &self.rest()[1..];
        let is_plain = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let length = rest.bytes().take_while(is_plain).count();
        let after = rest.as_bytes().get(length + 1);
        let ends = matches!(
            after,
            None | Some(b' ' | b'\t' | b'\n' | b';' | b'|' | b'&')
        );
        if length == 0 || rest.as_bytes().get(length) != Some(&quote) || !ends {
            return self.doubt("the end mark of a here-document");
        }
        self.here_document = Some(rest[..length].to_owned());
        self.at += length + 2;
        command.here_document = true;
        Ok(())
    }

    /// A line end, and the here-document behind it.
    pub(super) fn line_end(&mut self) -> Certain<()> {
        self.at += 1;
        let Some(mark) = self.here_document.take() else {
            return Ok(());
        };
        let mut end = self.at;
        loop {
            let Some(rest) = self.text.get(end..).filter(|rest| !rest.is_empty()) else {
                return self.doubt("a here-document without its end");
            };
            let line = rest.split('\n').next().unwrap_or_default();
            if line == mark {
                let body = &self.text[self.at..end];
                if self.substitutions > 0 && !is_quiet(body) {
                    return self.doubt("a here-document that shells may end elsewhere");
                }
                self.at = end + line.len();
                return Ok(());
            }
            end += line.len() + 1;
        }
    }
}

/// Whether a path leads to a device or to a process: Bash opens connections for
/// some of these names.
fn is_special(path: &str) -> bool {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    path.starts_with('/') && matches!(names.first(), Some(&("dev" | "proc")))
}

/// Whether a here-document within `$(…)` ends at its mark for every Bash: older
/// ones look for the closing parenthesis in its text.
fn is_quiet(body: &str) -> bool {
    if body.contains(['\'', '"', '`', '\\', '$', '<']) {
        return false;
    }
    let mut open = 0_usize;
    for c in body.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            _ => {}
        }
    }
    let parentheses = body.contains('(');
    open == 0 && !(parentheses && body.contains('#')) && !body.contains("case")
}
