//! Commands that edit files, as far as the mode `acceptEdits` lets them run.
//!
//! Left out are options that make links, keep backups elsewhere, or turn the last
//! operand into something else (`-t`, `-T`, `--backup`, `ln`).

use super::super::line::CertainWord;
use super::FileEffect;
use super::path::{FilePath, has_glob};
use super::programs::is_quiet_sed;
use super::row::{EffectOperands, EffectRow, PLAIN};

#[rustfmt::skip]
const ROWS: &[EffectRow] = &[
    EffectRow { names: &["touch"], flags: "acm", values: "dt", texts: &["-d", "--date"], long: "no-create date=", globs: false, ..PLAIN },
    EffectRow { names: &["mkdir"], flags: "pv", long: "parents verbose", globs: false, ..PLAIN },
    EffectRow { names: &["rmdir"], flags: "v", long: "verbose ignore-fail-on-non-empty", globs: false, ..PLAIN },
    EffectRow { names: &["cp"], flags: "afinprRuv", long: "archive force interactive no-clobber recursive update verbose", globs: false, ..PLAIN },
    EffectRow { names: &["mv"], flags: "finuv", long: "force interactive no-clobber update verbose", globs: false, ..PLAIN },
    EffectRow { names: &["sed", "gsed"], flags: "nEruz", values: "e", optional: "i", texts: &["-e", "--expression"], globs: false,
        long: "in-place[= quiet silent regexp-extended separate expression=", operands: EffectOperands::Pattern(&["-e", "--expression"]), ..PLAIN },
];

/// What an edit command reads and writes; `None` if the word is another command,
/// or may do more.
pub(super) fn of(words: &[CertainWord]) -> Option<FileEffect> {
    let name = words.first()?.known()?;
    let row = ROWS.iter().find(|row| row.names.contains(&name))?;
    if words.iter().any(CertainWord::has_expansion) {
        return None;
    }
    if row.operands != EffectOperands::Paths {
        return sed(row, words);
    }
    let parsed = row.parse(words)?;
    let mut operands = parsed.operands.iter();
    if operands.any(|word| word.known() == Some("/dev/null")) {
        return None;
    }
    let recursive = parsed.has(&["-a", "-r", "-R", "--archive", "--recursive"]);
    let contents = |path: &FilePath| path.pattern().ends_with(['/', '.']);
    let mut paths = row.paths(parsed)?;
    // What a folder that is copied holds must keep the folder around it.
    let (target, sources) = paths.split_last()?;
    if recursive && sources.iter().any(contents) {
        return None;
    }
    let mut carries = Vec::new();
    let mut carried_to = Vec::new();
    if name == "mv" || (name == "cp" && recursive) {
        carries = sources.to_vec();
        carried_to.push(target.clone());
    }
    if matches!(name, "cp" | "mv") {
        let into: Vec<FilePath> = sources.iter().map(|path| path.below(target)).collect();
        if !carries.is_empty() {
            carried_to.extend_from_slice(&into);
        }
        paths.extend(into);
    }
    Some(FileEffect {
        writes: paths,
        carries,
        carried_to,
        ..FileEffect::default()
    })
}

/// `sed -i`, with a suffix for the old text or not.
fn sed(row: &EffectRow, words: &[CertainWord]) -> Option<FileEffect> {
    let in_place = ["-i", "--in-place"];
    let mut parsed = row.parse(words)?;
    if !parsed.has(&in_place) {
        return None;
    }
    // Some want the suffix in a word of its own: `sed -i '' s/a/b/ file`.
    let empty = parsed
        .operands
        .first()
        .is_some_and(|word| word.known() == Some(""));
    // Others still take the script for the suffix, and a file for the script.
    let wants_suffix = cfg!(any(
        target_vendor = "apple",
        target_os = "freebsd",
        target_os = "netbsd",
        target_os = "openbsd",
        target_os = "dragonfly"
    ));
    let bare = parsed.values_of(&in_place).next().is_none();
    if wants_suffix && bare && !empty {
        return None;
    }
    let script = empty.then(|| parsed.operands.remove(0)).is_some();
    if !is_quiet_sed(&parsed) || parsed.operands.iter().any(|word| has_glob(word) && script) {
        return None;
    }
    let suffixes: Vec<String> = parsed.values_of(&in_place).map(str::to_owned).collect();
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._-~".contains(&b);
    if !suffixes.iter().all(|suffix| suffix.bytes().all(plain)) {
        return None;
    }
    let mut writes = row.paths(parsed)?;
    let kept: Vec<FilePath> = writes
        .iter()
        .flat_map(|path| suffixes.iter().map(|suffix| path.with_suffix(suffix)))
        .collect();
    writes.extend(kept);
    Some(FileEffect {
        writes,
        ..FileEffect::default()
    })
}
