//! What the calls in code run that start programs.
//!
//! A call is plain where all that it is given are texts. One that is given
//! anything else may run any program; where only what follows the name of the
//! program is something else, it is known at least which program that is.

/// What a call runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CodeCall {
    /// Texts that are in the code.
    Plain,
    /// This program, with something that cannot be seen.
    Named(String),
    /// Anything.
    Unknown,
    /// It is not called here, but handed on: `s = os.system`.
    HandedOn,
}

/// Calls that run what they are given.
#[rustfmt::skip]
const CALLS: [&str; 26] = [
    "exe", "execv", "execvp", "execl", "execlp", "spawnvp", "spawnlp", "posix_spawnp", "system", "exec", "execSync", "execFile", "execFileSync", "spawn", "spawnSync", "popen", "Popen", "execute", "shell_exec", "passthru",
    "getoutput", "check_output", "check_call", "subprocess.run", "subprocess.call", "eval",
];

/// The calls of code; texts in double quotes may have variables in them where
/// the language puts them in.
pub(super) fn calls(code: &str, puts_in: bool) -> Vec<CodeCall> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for call in CALLS {
        for (at, _) in code.match_indices(call) {
            let rest = &code[at + call.len()..];
            if !rest.starts_with(is_name) && !code[..at].ends_with(is_name) {
                found.push(one(rest, puts_in));
            }
        }
    }
    found
}

fn one(rest: &str, puts_in: bool) -> CodeCall {
    let opens = [' ', '(', '[', '{', '\n', '\t'];
    if rest.is_empty() || rest.starts_with([';', ',', ')', ':', '}', ']', '\n']) {
        return CodeCall::HandedOn;
    }
    let rest = rest.trim_start_matches(opens);
    // `spawnvp(0, "x", …)`.
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || ", ".contains(c));
    let Some(first) = text(rest, puts_in) else {
        let other = rest.starts_with(|c: char| c.is_alphabetic() || "$@_".contains(c));
        return if other {
            CodeCall::Unknown
        } else {
            CodeCall::Plain
        };
    };
    let mut before = first.known.to_owned();
    let mut whole = first.whole;
    let mut rest = first.rest.trim_start();
    // Texts that are put together.
    while whole {
        let joined = rest.trim_start_matches(['+', '.', ' ', '~']);
        let Some(next) = text(joined, puts_in).filter(|_| !rest.starts_with(',')) else {
            break;
        };
        before.push_str(next.known);
        whole = next.whole;
        rest = next.rest.trim_start();
    }
    let formats = rest.starts_with('%') && !rest.starts_with("%>");
    let ends = rest.is_empty() || rest.starts_with([')', ']', '}', ',', ';', '\n', '|', ':', '\'']);
    // A word behind it is a modifier: `system "x" if y`.
    let spoken = ["if ", "unless ", "or ", "and ", "for ", "||", "&&"];
    if whole && (ends || spoken.iter().any(|word| rest.starts_with(word))) {
        return match rest.strip_prefix(',') {
            Some(more) if !only_texts(more) => named(&format!("{before} ")),
            _ => CodeCall::Plain,
        };
    }
    if formats {
        let head = before.split('%').next().unwrap_or_default();
        return named(head);
    }
    match rest.starts_with('[') || (whole && rest.starts_with('.')) {
        true => CodeCall::Unknown,
        false => named(&before),
    }
}

/// The program, where a blank shows that its name has ended.
fn named(text: &str) -> CodeCall {
    match text.trim_start().split_once([' ', '\t']) {
        Some((name, _)) if !name.is_empty() => {
            CodeCall::Named(name.rsplit('/').next().unwrap_or(name).to_owned())
        }
        _ => CodeCall::Unknown,
    }
}

/// Whether the further elements of a list are texts, numbers or settings.
fn only_texts(list: &str) -> bool {
    let mut rest = list.trim_start();
    loop {
        rest = match text(rest, false) {
            Some(text) if text.whole => text.rest.trim_start(),
            Some(_) => return false,
            // A setting, or the end of what concerns us.
            None => {
                let name = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
                let sets = name.len() < rest.len() && name.trim_start().starts_with(['=', ':']);
                let ends = rest.is_empty() || rest.starts_with([')', ']', '{', '}']);
                let constant = ["True", "False", "true", "false", "None", "null"]
                    .iter()
                    .any(|word| rest.starts_with(word));
                return sets || ends || constant;
            }
        };
        rest = match rest.strip_prefix(',') {
            Some(more) => more.trim_start(),
            None => return rest.is_empty() || rest.starts_with([')', ']', '}', ';', '\n']),
        };
    }
}

struct Text<'c> {
    /// What is known of it from its beginning.
    known: &'c str,
    /// That is all of it.
    whole: bool,
    rest: &'c str,
}

/// A text in quotes.
fn text(code: &str, puts_in: bool) -> Option<Text<'_>> {
    let prefix = code
        .bytes()
        .take_while(|b| b"bBrRuUfF".contains(b))
        .take(2)
        .count();
    let formats = code[..prefix].contains(['f', 'F']);
    let body = &code[prefix..];
    let quote = body.chars().next().filter(|c| "'\"`".contains(*c))?;
    let body = &body[1..];
    let mut escaped = false;
    let end = body.find(|c: char| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let (inner, rest) = (&body[..end], &body[end + 1..]);
    let cut = match quote {
        _ if formats => inner.find('{'),
        '`' => inner.find("${").or_else(|| inner.find('$')),
        '"' if puts_in => inner.find(['$', '@']).or_else(|| inner.find("#{")),
        _ => None,
    };
    Some(Text {
        known: &inner[..cut.unwrap_or(end)],
        whole: cut.is_none(),
        rest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_apart() {
        let git = || CodeCall::Named("git".to_owned());
        for (code, want) in [
            ("os.system(\"mkr x\")", CodeCall::Plain),
            ("system 'mkr', 'x'", CodeCall::Plain),
            ("system(\"mk\" + \"r\")", CodeCall::Plain),
            (
                "subprocess.run([\"ls\", \"-l\"], check=True)",
                CodeCall::Plain,
            ),
            ("execSync(\"ls\", {stdio: \"inherit\"})", CodeCall::Plain),
            ("execSync('ls').toString()", CodeCall::Plain),
            ("subprocess.run([\"git\", x])", git()),
            ("os.system(\"git \" + x)", git()),
            ("os.system(f\"git {x}\")", git()),
            ("os.system(\"git %s\" % x)", git()),
            ("execSync(`git ${x}`)", git()),
            ("os.system(\"MKR\".lower())", CodeCall::Unknown),
            ("os.system(\"m%sr\" % x)", CodeCall::Unknown),
            ("os.system(\"m\" + x + \"r\")", CodeCall::Unknown),
            ("os.system(\"amkrb\"[1:4])", CodeCall::Unknown),
            ("execSync(`mk${x}`)", CodeCall::Unknown),
            ("os.system(x)", CodeCall::Unknown),
            ("s = os.system; s(x)", CodeCall::HandedOn),
        ] {
            assert_eq!(calls(code, false), [want], "{code}");
        }
        assert_eq!(calls("system \"git $x\"", true), [git()]);
        assert_eq!(calls("system \"m$x\"", true), [CodeCall::Unknown]);
    }
}
