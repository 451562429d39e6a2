//! Folders that a container is given: what runs in it may read everything below them, and
//! write it unless they are mounted read-only.

use super::operands::{CommandWords, Depth, Effect, Operand, is_one_of};
use super::target::PathTarget;
use crate::{SimpleCommand, Word};

const PROGRAMS: &[&str] = &["docker", "podman", "nerdctl"];
const VOLUME: &[&str] = &["-v", "--volume"];
const MOUNT: &[&str] = &["--mount"];

/// The folders of this machine that a command mounts into a container, or copies.
pub(super) fn given_folders(name: &str, command: &SimpleCommand, source: &str) -> Vec<Operand> {
    if !PROGRAMS.contains(&name) {
        return Vec::new();
    }
    let takes = |name: &str| is_one_of(name, VOLUME) || is_one_of(name, MOUNT);
    let parsed = CommandWords::of(&command.words()[1..], takes);
    let mut found = Vec::new();
    for word in parsed.values(VOLUME) {
        let Some((target, rest)) = first_part(word, source) else {
            continue;
        };
        let read_only = rest.split([':', ',']).any(|option| option == "ro");
        add(&mut found, target, read_only);
    }
    for word in parsed.values(MOUNT) {
        let text = written(word, source);
        let mut options = text.split(',');
        let read_only = text
            .split(',')
            .any(|option| matches!(option, "readonly" | "ro" | "readonly=true" | "ro=true"));
        let folder = options.find_map(|option| {
            let option = option.strip_prefix("source=");
            option.or_else(|| {
                text.split(',')
                    .find_map(|option| option.strip_prefix("src="))
            })
        });
        if let Some(folder) = folder
            && !text.contains("type=volume")
            && !text.contains("type=tmpfs")
        {
            add(&mut found, path_of(folder), read_only);
        }
    }
    let mut operands = parsed
        .operands
        .iter()
        .skip_while(|word| word.known() == Some("container"));
    if operands.next().and_then(Word::known) == Some("cp") {
        let both: Vec<&Word> = operands.collect();
        for (at, word) in both.iter().enumerate() {
            let local = !written(word, source).contains(':');
            let effect = match at {
                0 => Effect::Read,
                _ => Effect::Write,
            };
            found.extend(local.then(|| below(PathTarget::of(word, source), effect)));
        }
    }
    found
}

fn add(found: &mut Vec<Operand>, target: PathTarget, read_only: bool) {
    found.push(below(target.clone(), Effect::Read));
    if !read_only {
        found.push(below(target, Effect::Write));
    }
}

fn below(target: PathTarget, effect: Effect) -> Operand {
    Operand {
        depth: Depth::Below,
        ..Operand::new(target, effect)
    }
}

/// The folder of `folder:/place:ro`, and the rest; `None` for a volume with a name.
fn first_part(word: &Word, source: &str) -> Option<(PathTarget, String)> {
    let text = written(word, source);
    let (folder, rest) = text.split_once(':')?;
    let named = !folder.starts_with(['.', '/', '~', '$', '`']);
    (!named).then(|| (path_of(folder), rest.to_owned()))
}

/// A word without quotes, as it is written where it is not known.
fn written(word: &Word, source: &str) -> String {
    let text = word.known().map(str::to_owned);
    text.unwrap_or_else(|| {
        let text = source.get(word.range()).unwrap_or_default();
        // The value may stand behind its option.
        let text = text
            .trim_start_matches("--volume=")
            .trim_start_matches("--mount=");
        text.replace(['"', '\''], "")
    })
}

fn path_of(text: &str) -> PathTarget {
    for here in ["$PWD", "${PWD}", "$(pwd)", "`pwd`"] {
        if let Some(rest) = text.strip_prefix(here) {
            return PathTarget::Likely(format!(".{rest}"));
        }
    }
    for home in ["$HOME", "${HOME}"] {
        if let Some(rest) = text.strip_prefix(home) {
            return PathTarget::Likely(format!("~{rest}"));
        }
    }
    match text.contains(['$', '`']) {
        true => PathTarget::Unknown,
        false => PathTarget::Path(text.to_owned()),
    }
}
