//! Commands in shell form that do not do what they say: syntax of bash where `sh` is
//! another shell, and variables that no agent sets.
//!
//! Agents run the string with `sh`, which is dash on Debian and Ubuntu. Their input
//! is JSON on stdin; variables with parts of it are an invention of many examples.

use std::ops::Range;

use snaphook_core::hook::{CommandDef, Shell};

use super::pass::{LintContext, LintedHook};
use crate::finding::Finding;

/// Variables that examples use and no agent sets, with where the value is.
const NEVER_SET: &[(&str, &str)] = &[
    ("TOOL_INPUT", ".tool_input"),
    ("TOOL_NAME", ".tool_name"),
    ("TOOL_OUTPUT", ".tool_response"),
    ("CLAUDE_TOOL_INPUT", ".tool_input"),
    ("CLAUDE_TOOL_NAME", ".tool_name"),
    ("CLAUDE_TOOL_OUTPUT", ".tool_response"),
    ("CLAUDE_TOOL_FILE_PATH", ".tool_input.file_path"),
    ("CLAUDE_FILE_PATH", ".tool_input.file_path"),
    ("CLAUDE_FILE_PATHS", ".tool_input.file_path"),
];

/// Commands that bash has and `sh` need not have.
const BASH_COMMANDS: &[&str] = &[
    "[[",
    "builtin",
    "coproc",
    "declare",
    "disown",
    "function",
    "let",
    "mapfile",
    "popd",
    "pushd",
    "readarray",
    "select",
    "shopt",
    "source",
    "typeset",
];

/// Words that only bash knows after a command: operators, options and signals.
const BASH_WORDS: &[(&str, &[&str])] = &[
    ("[", &["=="]),
    ("test", &["=="]),
    ("echo", &["-e", "-ne", "-en"]),
    ("printf", &["-v"]),
    ("set", &["pipefail"]),
    ("trap", &["DEBUG", "ERR", "RETURN"]),
];

/// Variables that only bash sets.
const BASH_VARIABLES: &[&str] = &[
    "BASH_SOURCE",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "PIPESTATUS",
    "RANDOM",
];

pub(super) fn check(
    subject: &LintedHook<'_>,
    context: &LintContext<'_>,
    findings: &mut Vec<Finding>,
) {
    let (Some(def), Some(span)) = (
        subject.hook.handler.get::<CommandDef>(),
        &subject.spans.command,
    ) else {
        return;
    };
    if def.args.is_some() || def.shell != Shell::Posix {
        return;
    }
    if let Some((name, place, at)) = never_set(def, context) {
        findings.push(subject.warning(
            "variable-never-set",
            subject.source.inside(span, at),
            format!("`${name}` is always empty: agents do not set it"),
            format!("read the input from stdin, for example with `jq -r '{place}'`"),
        ));
    }
    let Some(sh) = context.files.sh().filter(|sh| sh != "bash") else {
        return;
    };
    if let Some(at) = bash_syntax(&def.command) {
        let shown = def.command.get(at.clone()).unwrap_or_default().trim();
        findings.push(subject.warning(
            "bash-syntax",
            subject.source.inside(span, at.clone()),
            format!("`{shown}` is syntax of bash, but the command runs in `sh`, which is {sh} here"),
            "move the command into a script that begins with `#!/usr/bin/env bash`, or run it with `bash -c`",
        ));
    }
}

/// The first variable in a command that nobody sets.
fn never_set(
    def: &CommandDef,
    context: &LintContext<'_>,
) -> Option<(&'static str, &'static str, Range<usize>)> {
    let text = &def.command;
    let mut found = NEVER_SET.iter().filter_map(|(name, place)| {
        let own = def.env.iter().any(|(own, _)| own == name);
        if own || context.is_set.is_some_and(|is_set| is_set(name)) || assigns(text, name) {
            return None;
        }
        Some((*name, *place, use_of(text, name)?))
    });
    let first = found.next()?;
    Some(
        found.fold(first, |first, other| match other.2.start < first.2.start {
            true => other,
            false => first,
        }),
    )
}

/// Where a command expands a variable.
fn use_of(text: &str, name: &str) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    ["$", "${"].into_iter().find_map(|sign| {
        let written = format!("{sign}{name}");
        let mut places = text.match_indices(&written);
        let at = places.find_map(|(at, _)| {
            let escaped = text.get(..at)?.ends_with('\\');
            let goes_on = text.get(at + written.len()..)?.starts_with(is_part);
            // `${X:-default}` and its like are for a variable that is not set.
            let has_default = sign == "${" && !text.get(at + written.len()..)?.starts_with('}');
            (!escaped && !goes_on && !has_default).then_some(at)
        })?;
        let end = at + written.len() + usize::from(sign == "${");
        Some(at..end.min(text.len()))
    })
}

fn assigns(text: &str, name: &str) -> bool {
    let assigned = text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        after.starts_with('=') && !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    });
    let read = format!("read {name}");
    let read_raw = format!("read -r {name}");
    assigned || text.contains(&read) || text.contains(&read_raw)
}

/// The first syntax of bash in a command that other shells do not know.
fn bash_syntax(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut begins_word = true;
    let mut begins_command = true;
    let mut command = "";
    // Nothing but options stands behind the command so far.
    let mut in_options = false;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let next = rest.chars().next()?;
        match next {
            '\\' => at += 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '\'' => at += rest.get(1..)?.find('\'')? + 2,
            '"' => {
                if let Some(found) = expansion_in_quotes(text, at) {
                    return Some(found);
                }
                at += quoted_length(rest);
            }
            '#' if begins_word => at += rest.find('\n').unwrap_or(rest.len()),
            // Text for another program may be anything.
            '<' if rest.starts_with("<<") && !rest.starts_with("<<<") => return None,
            _ => {
                let expands = text.get(..at)?.ends_with('$');
                if let Some(length) = operator(rest, begins_word, begins_command, expands) {
                    return Some(at..at + length);
                }
                let word = if begins_word { word_of(rest) } else { "" };
                in_options &= word.is_empty() || word.starts_with('-');
                if is_of_bash(command, word) && (in_options || !word.starts_with('-')) {
                    return Some(at..at + word.len());
                }
                if begins_command && !word.is_empty() {
                    (command, in_options) = (word, true);
                }
                if matches!(next, ';' | '|' | '&' | '(' | '\n') {
                    command = "";
                }
                if begins_command && is_keyword(word) {
                    at += word.len();
                    begins_word = false;
                    continue;
                }
                begins_command = match next {
                    ';' | '|' | '&' | '(' | '\n' => true,
                    ' ' | '\t' => begins_command,
                    _ => false,
                };
                begins_word = matches!(next, ' ' | '\t' | '\n' | ';' | '|' | '&' | '(');
                at += next.len_utf8();
                continue;
            }
        }
        begins_word = false;
        begins_command = false;
        in_options = false;
    }
    None
}

/// Words of the shell that a command follows.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "then" | "else" | "elif" | "while" | "until" | "do" | "!" | "{" | "time"
    )
}

fn word_of(rest: &str) -> &str {
    let end = rest.find([' ', '\t', '\n', ';', '|', '&', '(', ')']);
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
}

/// Whether only bash knows a word after this command.
fn is_of_bash(command: &str, word: &str) -> bool {
    let options = word.strip_prefix('-').unwrap_or_default();
    // Other shells read lines with `-r` and `-p` only.
    let reads = command == "read" && options.contains(|c: char| !matches!(c, 'r' | 'p' | '-'));
    let mut words = BASH_WORDS.iter();
    reads || words.any(|(known, words)| *known == command && words.contains(&word))
}

/// The length of the syntax of bash that begins here, outside of quotes. `expands` says
/// that a `$` stands before it.
fn operator(rest: &str, begins_word: bool, begins_command: bool, expands: bool) -> Option<usize> {
    for operator in ["<<<", "&>", "|&", "$'"] {
        if rest.starts_with(operator) {
            return Some(operator.len());
        }
    }
    if begins_word && (rest.starts_with("<(") || rest.starts_with(">(")) {
        return Some(2);
    }
    if begins_command {
        for arithmetic in ["((", "for (("] {
            if rest.starts_with(arithmetic) {
                return Some(arithmetic.len());
            }
        }
        let word = word_of(rest);
        if BASH_COMMANDS.contains(&word) {
            return Some(word.len());
        }
        let array = word.strip_suffix('=').filter(|name| is_name(name));
        if array.is_some()
            && rest
                .get(word.len()..)
                .is_some_and(|rest| rest.starts_with('('))
        {
            return Some(word.len() + 1);
        }
    }
    let of_both = || both_outputs(rest);
    let braces = || braces(rest).filter(|_| !expands);
    expansion(rest).or_else(of_both).or_else(braces)
}

/// The length of `>& file`; `>&2` and `>&-` are known everywhere.
fn both_outputs(rest: &str) -> Option<usize> {
    let target = rest.strip_prefix(">&")?.trim_start_matches([' ', '\t']);
    let is_file = target.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    is_file.then_some(2)
}

/// The length of `{a,b}` or `{1..9}`, which other shells leave as they are.
fn braces(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('{')?;
    let inside = inside.get(..inside.find('}')?)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || ",._-*/".contains(c);
    let several = inside.contains(',') || inside.contains("..");
    (several && inside.chars().all(plain)).then_some(inside.len() + 2)
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_part)
}

/// The length of an expansion that only bash has, as `${X//a/b}` or `$RANDOM`.
fn expansion(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('$')?;
    let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let name = name.get(..length.unwrap_or(name.len()))?;
    if BASH_VARIABLES.contains(&name) {
        return Some(name.len() + 1);
    }
    if let Some(arithmetic) = rest.strip_prefix("$((") {
        let inside = arithmetic.get(..arithmetic.find("))")?)?;
        let only_bash = inside.contains("++") || inside.contains("**");
        return only_bash.then_some(inside.len() + 5);
    }
    let inside = rest.strip_prefix("${")?;
    let end = inside.find('}')?;
    let inside = inside.get(..end)?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let after = inside.trim_start_matches(is_part);
    if after.len() == inside.len() && !inside.starts_with('!') {
        return None;
    }
    let only_bash = match after.chars().next()? {
        '/' | '^' | ',' | '[' | '@' => true,
        '!' => inside.starts_with('!'),
        ':' => after
            .get(1..)?
            .starts_with(|c: char| c.is_ascii_digit() || c == ' '),
        _ => false,
    };
    only_bash.then_some(end + 3)
}

fn quoted_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn expansion_in_quotes(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    let quoted = rest.get(..quoted_length(rest))?;
    let mut places = quoted.match_indices('$');
    places.find_map(|(at, _)| {
        let length = expansion(quoted.get(at..)?)?;
        let escaped = quoted.get(..at)?.ends_with('\\');
        (!escaped).then_some(start + at..start + at + length)
    })
}

#[cfg(test)]
mod tests {
    use super::bash_syntax;
    use crate::lint::testing::{hook, silent, the_one};

    fn command(command: &str) -> String {
        let text = serde_json::Value::from(command).to_string();
        hook("Stop", &format!(r#""command": {text}"#))
    }

    #[test]
    fn syntax_of_bash_is_found_where_sh_is_another_shell() {
        let found = the_one(&command("if [[ -f x ]]; then y; fi"), "bash-syntax");
        assert_eq!(found.shown, "[[");
        assert!(
            found.message.contains("which is dash here"),
            "{}",
            found.message
        );
        for (text, syntax) in [
            ("[[ $x == y ]]", "[["),
            ("jq . <<< \"$x\"", "<<<"),
            ("diff <(a) <(b)", "<("),
            ("make &> log", "&>"),
            ("a |& b", "|&"),
            ("x=(1 2); echo", "x=("),
            ("set -euo pipefail; x", "pipefail"),
            ("cd x && source .env", "source"),
            ("echo ${x//a/b}", "${x//a/b}"),
            ("echo \"${x:0:3}\"", "${x:0:3}"),
            ("echo ${x^^}", "${x^^}"),
            ("printf %s $'a\\n'", "$'"),
            ("if [ \"$x\" == 'a b' ]; then y; fi", "=="),
            ("a=1; ((a++))", "(("),
            ("for ((i=0;i<3;i++)); do x; done", "for (("),
            ("i=$((i++))", "$((i++))"),
            ("while read -r -d '' f; do x; done", "-d"),
            ("trap 'x' ERR", "ERR"),
            ("echo -e 'a\\tb'", "-e"),
            ("printf -v x %s y", "-v"),
            ("pushd x && y", "pushd"),
            ("let i=1", "let"),
            ("rm -f a.{js,ts}", "{js,ts}"),
            ("for i in {1..3}; do x; done", "{1..3}"),
            ("make >& log", ">&"),
            ("echo \"$RANDOM\"", "$RANDOM"),
            ("dirname $BASH_SOURCE", "$BASH_SOURCE"),
        ] {
            let found = bash_syntax(text).map(|at| &text[at]);
            assert_eq!(found, Some(syntax), "{text}");
        }
    }

    #[test]
    fn what_every_shell_knows_is_left_alone() {
        for text in [
            "if [ -f x ]; then y; fi",
            "bash -c '[[ -f x ]]'",
            "echo \"[[ x ]]\" >&2",
            "make > log 2>&1 & wait",
            "echo ${x:-y} ${x%.sh} ${x##*/} ${#x}",
            "echo source # [[ x ]]",
            "cat <<EOF\n[[ x ]]\nEOF",
            "f() { g; }; f || exit 2",
            "a && b | c",
            "x=$(cat); case $x in (a) y;; esac",
            "[ \"$(jq '.a == 1')\" = x ] && awk '$1 == 2 {print}'",
            "x=$((1 + 2)); ( (a) )",
            "read -r x; read -p y z; echo -n x; printf '%s' -v",
            "find . -exec x {} +; git show stash@{0}; x >&2 2>&- >&\"$fd\"",
            "trap x EXIT TERM; echo $RANDOM_SEED ERR == {} {a}",
            "f() { a; }; { b; c; }",
        ] {
            assert_eq!(bash_syntax(text).map(|at| &text[at]), None, "{text}");
        }
        silent(
            &hook("Stop", r#""command": "bash", "args": ["-c", "[[ x ]]"]"#),
            "bash-syntax",
        );
    }

    #[test]
    fn a_variable_that_nobody_sets_is_found() {
        let code = "variable-never-set";
        for (text, shown) in [
            ("echo $TOOL_INPUT | jq .", "$TOOL_INPUT"),
            (
                "prettier --write \"$CLAUDE_FILE_PATHS\"",
                "$CLAUDE_FILE_PATHS",
            ),
            ("lint ${CLAUDE_TOOL_FILE_PATH}", "${CLAUDE_TOOL_FILE_PATH}"),
        ] {
            let found = the_one(&command(text), code);
            assert_eq!(found.shown, shown);
            assert!(found.help.contains("jq -r '.tool_input"), "{}", found.help);
        }
        for text in [
            "TOOL_INPUT=$(cat); echo $TOOL_INPUT",
            "echo $TOOL_INPUT_FILE ${TOOL_INPUT:-none} \\$TOOL_INPUT",
            "read -r TOOL_NAME; echo $TOOL_NAME",
            "echo $CLAUDE_PROJECT_DIR",
        ] {
            silent(&command(text), code);
        }
        let own = r#""command": "echo $TOOL_INPUT", "env": {"TOOL_INPUT": "x"}"#;
        silent(&hook("Stop", own), code);
    }
}
