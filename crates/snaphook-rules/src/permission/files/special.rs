//! Commands whose words follow rules of their own.

use super::git;
use super::globs::without_braces;
use super::operands::{CommandWords, Depth, Effect, Operand, is_one_of};
use super::target::PathTarget;
use crate::{SimpleCommand, Word};

/// The files that such a command is given; `None` if it is none of them.
pub(super) fn operands(name: &str, command: &SimpleCommand, source: &str) -> Option<Vec<Operand>> {
    let words = &command.words()[1..];
    Some(match name {
        "dd" | "gdd" => dd(words, source),
        "tar" | "gtar" | "bsdtar" => tar(words, source),
        "unzip" | "unrar" | "bsdunzip" | "cpio" | "7z" | "7za" => unpack(name, words, source),
        "curl" => transfer(words, source),
        "wget" | "wget2" => fetch(words, source),
        "git" => git::operands(words, source),
        "find" | "gfind" => find(words, source),
        "patch" | "gpatch" => patch(words, source),
        _ => return None,
    })
}

/// `if=x of=y`.
fn dd(words: &[Word], source: &str) -> Vec<Operand> {
    let operand = |word: &Word| {
        let effect = match word.head().get(..3)? {
            "if=" => Effect::Read,
            "of=" => Effect::Write,
            _ => return None,
        };
        Some(Operand::new(
            PathTarget::of(&word.without_head(3), source),
            effect,
        ))
    };
    words.iter().filter_map(operand).collect()
}

/// `-czf a.tar x`, `xf a.tar -C folder`.
fn tar(words: &[Word], source: &str) -> Vec<Operand> {
    const WITH_VALUE: &str = "fbTXCgKNVLHFI";
    let mut words = words.to_vec();
    let mut found = Vec::new();
    // The letters before the first dash take their values in their order.
    let mut letters = String::new();
    if let Some(first) = words.first().and_then(Word::known)
        && !first.starts_with('-')
    {
        letters = first.to_owned();
        words.remove(0);
    }
    let mut old = Vec::new();
    for letter in letters.chars().filter(|c| WITH_VALUE.contains(*c)) {
        if !words.is_empty() {
            old.push((format!("-{letter}"), Some(words.remove(0))));
        }
    }
    let takes = |name: &str| {
        let letter = name.strip_prefix('-').filter(|rest| rest.len() == 1);
        letter.is_some_and(|letter| WITH_VALUE.contains(letter))
            || matches!(
                name,
                "--file"
                    | "--add-file"
                    | "--directory"
                    | "--files-from"
                    | "--exclude"
                    | "--exclude-from"
                    | "--transform"
            )
    };
    let mut parsed = CommandWords::of(&words, takes);
    parsed.options.extend(old);
    let mode = |letter: char, long: &[&str]| {
        letters.contains(letter) || parsed.has(&[&format!("-{letter}")]) || parsed.has(long)
    };
    let extracts = mode('x', &["--extract", "--get"]);
    let lists = mode('t', &["--list"]);
    let archive = if extracts || lists {
        Effect::Read
    } else {
        Effect::Write
    };
    for word in parsed.values(&["-f", "--file"]) {
        found.push(Operand::new(PathTarget::of(word, source), archive));
    }
    for word in parsed.values(&["-T", "--files-from", "--add-file"]) {
        found.push(Operand::new(PathTarget::of(word, source), Effect::Read));
    }
    let folders = parsed.values(&["-C", "--directory"]);
    let mut folders: Vec<PathTarget> = folders.map(|word| PathTarget::of(word, source)).collect();
    if extracts {
        let here = PathTarget::Path(".".to_owned());
        folders.extend(folders.is_empty().then_some(here));
        found.extend(folders.into_iter().map(|folder| Operand {
            depth: Depth::Below,
            ..Operand::new(folder, Effect::Write)
        }));
    } else if !lists {
        for word in &parsed.operands {
            let target = PathTarget::of(word, source);
            let moved = folders.iter().map(|folder| target.below(folder));
            found.extend(moved.chain([target.clone()]).map(|target| Operand {
                depth: Depth::Below,
                ..Operand::new(target, Effect::Read)
            }));
        }
        if parsed.has(&["-T", "--files-from"]) {
            found.push(Operand::new(PathTarget::Unknown, Effect::Read));
        }
    }
    found
}

/// What brings files out of an archive, whose names are in the archive.
fn unpack(name: &str, words: &[Word], source: &str) -> Vec<Operand> {
    let takes = |option: &str| {
        matches!(
            option,
            "-d" | "-D" | "-F" | "-I" | "-P" | "-x" | "--directory"
        )
    };
    let parsed = CommandWords::of(words, takes);
    let quiet: &[&str] = &["-p", "-l", "-t", "-Z", "-z", "-v", "--list", "--to-stdout"];
    let packs = match name {
        "cpio" => parsed.has(&["-o", "--create", "-p", "--pass-through"]),
        "7z" | "7za" => parsed.operands.first().is_some_and(|word| {
            matches!(word.known(), Some("a" | "u" | "l" | "t" | "h" | "d" | "rn"))
        }),
        _ => parsed.has(quiet),
    };
    let mut found: Vec<Operand> = parsed
        .operands
        .iter()
        .map(|word| Operand {
            depth: Depth::Below,
            ..Operand::new(PathTarget::of(word, source), Effect::Read)
        })
        .collect();
    if name == "cpio" && packs {
        found.push(Operand::new(PathTarget::Unknown, Effect::Read));
    }
    if !packs {
        let folder = parsed.values(&["-d", "-D", "--directory"]).next();
        let here = || PathTarget::Path(".".to_owned());
        let folder = folder.map_or_else(here, |word| PathTarget::of(word, source));
        found.push(Operand {
            depth: Depth::Below,
            ..Operand::new(folder, Effect::Write)
        });
    }
    found
}

/// `curl`.
fn transfer(words: &[Word], source: &str) -> Vec<Operand> {
    const WHOLE: &[&str] = &[
        "-T",
        "--upload-file",
        "-K",
        "--config",
        "-E",
        "--cert",
        "--key",
        "--cacert",
        "-b",
        "--cookie",
        "--netrc-file",
    ];
    const MARKED: &[&str] = &[
        "-d",
        "--data",
        "--data-ascii",
        "--data-binary",
        "--data-urlencode",
        "--json",
        "-F",
        "--form",
        "-H",
        "--header",
        "-w",
        "--write-out",
        "--url-query",
        "--variable",
    ];
    const WRITTEN: &[&str] = &[
        "-o",
        "--output",
        "-c",
        "--cookie-jar",
        "-D",
        "--dump-header",
        "--trace",
        "--trace-ascii",
        "--stderr",
    ];
    const OTHERS: &[&str] = &[
        "-X",
        "--request",
        "-A",
        "--user-agent",
        "-e",
        "--referer",
        "-u",
        "--user",
        "-x",
        "--proxy",
        "-m",
        "--max-time",
        "--connect-timeout",
        "-r",
        "--range",
        "-Q",
        "--data-raw",
        "--form-string",
        "--resolve",
        "--retry",
        "--output-dir",
    ];
    let takes = |name: &str| {
        [WHOLE, MARKED, WRITTEN, OTHERS]
            .iter()
            .any(|list| is_one_of(name, list))
    };
    let parsed = CommandWords::of(words, takes);
    let mut found = Vec::new();
    for (options, effect) in [(WHOLE, Effect::Read), (WRITTEN, Effect::Write)] {
        let files = parsed.values(options);
        let targets = files.flat_map(|word| globbed(PathTarget::of(word, source)));
        found.extend(targets.map(|target| Operand::new(target, effect)));
    }
    for word in parsed.values(MARKED) {
        // `@file`, `name=@file`, `name=<file`.
        let head = word.head();
        let at = head.find('@').or_else(|| head.find("=<").map(|at| at + 1));
        if let Some(at) = at {
            let target = match PathTarget::of(&word.without_head(at + 1), source) {
                PathTarget::Path(path) => {
                    let path = path.split(';').next().unwrap_or_default();
                    PathTarget::Path(path.to_owned())
                }
                other => other,
            };
            found.push(Operand::new(target, Effect::Read));
        }
    }
    let into = parsed.values(&["--output-dir"]).next();
    let into = into.map(|word| PathTarget::of(word, source));
    let remote = parsed.has(&["-O", "--remote-name", "--remote-name-all", "-J"]);
    for word in &parsed.operands {
        let url = word.head();
        if url.to_lowercase().starts_with("file:") {
            let path = &url["file:".len()..];
            let slashes = path.len() - path.trim_start_matches('/').len();
            let path = word.without_head("file:".len() + slashes.saturating_sub(1));
            let targets = globbed(PathTarget::of(&path, source)).into_iter();
            found.extend(targets.map(|target| Operand::new(target, Effect::Read)));
        } else if url.contains(['{', '[']) && url.to_lowercase().contains("file") {
            found.push(Operand::new(PathTarget::Unknown, Effect::Read));
        } else if remote {
            let name = url.split(['?', '#']).next().unwrap_or_default();
            let name = PathTarget::Path(name.rsplit('/').next().unwrap_or_default().to_owned());
            let name = into.as_ref().map_or(name.clone(), |into| name.below(into));
            found.push(Operand::new(name, Effect::Write));
        }
    }
    found
}

/// The paths that `curl` makes of one: it has braces and ranges of its own.
fn globbed(target: PathTarget) -> Vec<PathTarget> {
    match &target {
        PathTarget::Path(path) if path.contains('[') => vec![PathTarget::Unknown],
        PathTarget::Path(path) if path.contains('{') => match without_braces(path) {
            Some(paths) => paths.into_iter().map(PathTarget::Path).collect(),
            None => vec![PathTarget::Unknown],
        },
        _ => vec![target],
    }
}

/// `wget`.
fn fetch(words: &[Word], source: &str) -> Vec<Operand> {
    const READ: &[&str] = &[
        "--post-file",
        "--body-file",
        "-i",
        "--input-file",
        "--certificate",
        "--private-key",
        "--load-cookies",
        "--config",
    ];
    const WRITTEN: &[&str] = &[
        "-O",
        "--output-document",
        "-o",
        "--output-file",
        "-a",
        "--append-output",
        "--save-cookies",
    ];
    const OTHERS: &[&str] = &[
        "-U",
        "-e",
        "-t",
        "-T",
        "-w",
        "-Q",
        "--header",
        "--user-agent",
        "--post-data",
        "--method",
        "-P",
        "--directory-prefix",
    ];
    let takes = |name: &str| {
        [READ, WRITTEN, OTHERS]
            .iter()
            .any(|list| is_one_of(name, list))
    };
    let parsed = CommandWords::of(words, takes);
    let mut found = Vec::new();
    for (options, effect) in [(READ, Effect::Read), (WRITTEN, Effect::Write)] {
        let files = parsed.values(options);
        found.extend(files.map(|word| Operand::new(PathTarget::of(word, source), effect)));
    }
    if !parsed.has(&["-O", "--output-document"]) {
        let into = parsed.values(&["-P", "--directory-prefix"]).next();
        let into = into.map(|word| PathTarget::of(word, source));
        for word in &parsed.operands {
            let url = word.known().unwrap_or_default();
            let name = url.split(['?', '#']).next().unwrap_or_default();
            let name = PathTarget::Path(name.rsplit('/').next().unwrap_or_default().to_owned());
            let name = into.as_ref().map_or(name.clone(), |into| name.below(into));
            found.push(Operand::new(name, Effect::Write));
        }
    }
    found
}

/// `find` names files, and may remove what it finds.
fn find(words: &[Word], source: &str) -> Vec<Operand> {
    let known = |word: &Word| word.known().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    let starts: Vec<&Word> = words
        .iter()
        .skip_while(|word| matches!(word.known(), Some("-L" | "-H" | "-P")))
        .take_while(|word| !word.head().starts_with(['-', '(', '!']))
        .collect();
    let deletes = words.iter().any(|word| known(word) == "-delete");
    for word in starts {
        let target = PathTarget::of(word, source);
        found.push(Operand::new(target.clone(), Effect::Read));
        if deletes {
            found.push(Operand {
                depth: Depth::Below,
                ..Operand::new(target, Effect::Write)
            });
        }
    }
    for pair in words.windows(2) {
        let option = known(&pair[0]);
        if matches!(&*option, "-fprint" | "-fprintf" | "-fls" | "-fprint0") {
            found.push(Operand::new(
                PathTarget::of(&pair[1], source),
                Effect::Write,
            ));
        } else if matches!(&*option, "-files0-from" | "-newer" | "-samefile") {
            found.push(Operand::new(PathTarget::of(&pair[1], source), Effect::Read));
        }
    }
    found
}

/// `patch` writes the files that the patch names, unless it is told one.
fn patch(words: &[Word], source: &str) -> Vec<Operand> {
    const TAKES: &[&str] = &[
        "-p",
        "-d",
        "-i",
        "-o",
        "-r",
        "-F",
        "--input",
        "--output",
        "--directory",
        "--strip",
    ];
    let parsed = CommandWords::of(words, |name| is_one_of(name, TAKES));
    let target = |word: &Word| PathTarget::of(word, source);
    let mut found: Vec<Operand> = Vec::new();
    let files = parsed.values(&["-i", "--input"]);
    found.extend(files.map(|word| Operand::new(target(word), Effect::Read)));
    let written = parsed
        .values(&["-o", "--output", "-r"])
        .chain(&parsed.operands);
    found.extend(written.map(|word| Operand::new(target(word), Effect::Write)));
    if parsed.operands.is_empty() {
        let folder = parsed.values(&["-d", "--directory"]).next();
        let folder = folder.map_or(PathTarget::Path(".".to_owned()), target);
        found.push(Operand {
            depth: Depth::Below,
            ..Operand::new(folder, Effect::Write)
        });
    }
    found
}
