//! Shell: `"$(dirname "$0")"/lib.sh` and its usual spellings.

use super::found::{References, Sibling};

/// Stands for the script's own folder.
const FOLDER: char = '\u{10fff2}';

/// The ways to say one's own path.
const OWN: [&str; 8] = [
    "\"${BASH_SOURCE[0]}\"",
    "\"${BASH_SOURCE}\"",
    "\"$BASH_SOURCE\"",
    "\"${0}\"",
    "\"$0\"",
    "${BASH_SOURCE[0]}",
    "$BASH_SOURCE",
    "$0",
];

pub(super) fn references(text: &str) -> References {
    let mut found = References::default();
    let text = with_folders_marked(text);
    for word in ["$0", "${0", "BASH_SOURCE"] {
        if text.contains(word) {
            found.need_place(word);
        }
    }
    found.in_project = text.lines().filter_map(sourced).collect();
    let mut variables = Vec::new();
    for (at, mark) in text.match_indices(FOLDER) {
        let after = &text[at + mark.len()..];
        match assigned(&text[..at], after) {
            Some(variable) => variables.push(variable),
            None => found.beside(after),
        }
    }
    for variable in variables {
        for spelling in [format!("${variable}"), format!("${{{variable}}}")] {
            for (at, _) in text.match_indices(&spelling) {
                let after = &text[at + spelling.len()..];
                let longer = |c: char| c.is_ascii_alphanumeric() || c == '_';
                if spelling.ends_with('}') || !after.starts_with(longer) {
                    found.beside(after);
                }
            }
        }
        // Any other use, `${DIR%/*}`.
        if text.contains(&format!("${{{variable}")) {
            let braces = format!("${{{variable}}}");
            let all = text.matches(&format!("${{{variable}")).count();
            if all > text.matches(&braces).count() {
                found.need_place(&variable);
            }
        }
    }
    found
}

/// The file that a line reads as a part of the script, by its path from the
/// project.
fn sourced(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let starts = words.find(|word| matches!(*word, "." | "source"));
    let word = starts.and_then(|_| words.next())?.trim_end_matches(';');
    let word: String = word.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    let names = ["CLAUDE_PROJECT_DIR", "SNAPHOOK_PROJECT_DIR", "PWD"];
    let below = names.iter().find_map(|name| {
        let after = word
            .strip_prefix(&format!("${name}/"))
            .or_else(|| word.strip_prefix(&format!("${{{name}}}/")));
        after.map(str::to_owned)
    });
    let path = below.unwrap_or(word);
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    (!path.is_empty() && path.chars().all(plain)).then_some(path)
}

/// The text with one character for each way to say the script's folder.
fn with_folders_marked(text: &str) -> String {
    let mut marked = text.replace(FOLDER, "?");
    for own in OWN {
        for dirname in [format!("$(dirname {own})"), format!("$(dirname -- {own})")] {
            for cd in ["cd", "cd --"] {
                for quiet in ["", " >/dev/null 2>&1", " &>/dev/null", " > /dev/null 2>&1"] {
                    for pwd in ["pwd", "pwd -P"] {
                        let whole = format!("$({cd} \"{dirname}\"{quiet} && {pwd})");
                        marked = marked.replace(&whole, &FOLDER.to_string());
                    }
                }
            }
            marked = marked.replace(&dirname, &FOLDER.to_string());
        }
    }
    for cut in ["${0%/*}", "${BASH_SOURCE%/*}", "${BASH_SOURCE[0]%/*}"] {
        marked = marked.replace(cut, &FOLDER.to_string());
    }
    marked
}

/// The variable that is set to the folder and nothing else.
fn assigned(before: &str, after: &str) -> Option<String> {
    let (before, after) = match before.strip_suffix('"') {
        Some(before) => (before, after.strip_prefix('"')?),
        None => (before, after),
    };
    if !after.is_empty() && !after.starts_with(['\n', ';', ' ', '\r']) {
        return None;
    }
    let before = before.strip_suffix('=')?;
    let start = before
        .rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map_or(0, |at| at + 1);
    let name = &before[start..];
    (!name.is_empty()).then(|| name.to_owned())
}

impl References {
    /// What follows the folder's name.
    fn beside(&mut self, after: &str) {
        let after = after.strip_prefix('"').unwrap_or(after);
        let name = after.strip_prefix('/').map(|name| {
            let end = name
                .find(|c: char| !c.is_ascii_alphanumeric() && !"._-/+".contains(c))
                .unwrap_or(name.len());
            name.split_at(end)
        });
        match name {
            Some((name, rest))
                if !name.is_empty()
                    && !name.split('/').any(|part| part == "..")
                    && !rest.starts_with(['$', '*', '?', '[', '{', '`', '\\', '~']) =>
            {
                if !self.siblings.iter().any(|known| known.name == name) {
                    self.siblings.push(Sibling {
                        name: name.to_owned(),
                        candidates: vec![name.to_owned()],
                        sure: true,
                    });
                }
            }
            _ => self.need_place("its own folder"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let found = references(text);
        assert_eq!(found.needs_place, None, "{text}");
        found.siblings.into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn files_beside_the_script_are_named_in_the_usual_ways() {
        for text in [
            ". \"$(dirname \"$0\")/lib.sh\"",
            "source \"$(dirname \"${BASH_SOURCE[0]}\")\"/lib.sh",
            "D=$(dirname \"$0\")\n. \"$D/lib.sh\"",
            "DIR=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\"\nsource \"${DIR}/lib.sh\"",
            ". ${0%/*}/lib.sh",
        ] {
            assert_eq!(names(text), ["lib.sh"], "{text}");
        }
        assert!(names("cat >/dev/null; exit 2").is_empty());
    }

    #[test]
    fn files_of_the_project_are_named_by_source() {
        let text = ". \"$CLAUDE_PROJECT_DIR\"/a.sh\nsource hooks/b.sh; x\nif y; then . ./c.sh; fi\n. \"$X\"\n. /etc/d\n";
        assert_eq!(
            references(text).in_project,
            ["a.sh", "hooks/b.sh", "./c.sh", "/etc/d"]
        );
    }

    #[test]
    fn anything_else_needs_the_place() {
        for text in [
            "echo $0",
            "cd \"$(dirname \"$0\")\"",
            ". \"$(dirname \"$0\")/../lib.sh\"",
            ". \"$(dirname \"$0\")/$NAME.sh\"",
            "D=$(dirname \"$0\"); cd $D",
            "D=$(dirname \"$0\"); . \"${D%/*}/lib.sh\"",
            "for f in \"$(dirname \"$0\")\"/*.sh; do . $f; done",
            "readlink -f \"$0\"",
        ] {
            assert!(references(text).needs_place.is_some(), "{text}");
        }
    }
}
