//! The subcommands of git that only read.
//!
//! Left out are options that write (`--output`), run a program (`--ext-diff`,
//! `--textconv`, `--open-files-in-pager`, `--show-signature`, `%G?` in a format) or read
//! files that are not of the repository (`--no-index`, `--contents`, `-O`, `-X`).
//! Operands are held to be paths, which commits are, too, as far as folders go.

use super::super::line::CertainWord;
use super::path::{FilePath, has_glob};
use super::row::{EffectOperands, EffectRow, EffectWords, PLAIN};

/// Options of `log`, `diff`, `show` and their like.
const HISTORY: EffectRow = EffectRow {
    flags: "abcDEFgimpPqRrstuWwz0123456789",
    values: "GnSUL",
    optional: "BCMX",
    texts: TEXTS,
    long: "oneline stat numstat shortstat dirstat[= compact-summary summary name-only name-status cached staged color[= no-color graph \
        all decorate[= no-decorate decorate-refs= abbrev-commit no-abbrev-commit abbrev[= no-abbrev pretty[= format= date= since= \
        until= after= before= author= committer= grep= all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp \
        merges no-merges first-parent reverse follow max-count= skip= patch no-patch unified= word-diff[= word-diff-regex= color-words[= \
        minimal patience histogram diff-algorithm= ignore-all-space ignore-space-change ignore-blank-lines ignore-space-at-eol \
        ignore-cr-at-eol text binary full-index raw check exit-code quiet find-renames[= find-copies[= no-renames diff-filter= \
        pickaxe-all pickaxe-regex relative[= no-relative merge-base no-ext-diff no-textconv left-right left-only right-only \
        cherry cherry-pick cherry-mark boundary topo-order date-order author-date-order branches[= tags[= remotes[= glob= exclude= \
        walk-reflogs source no-notes parents children full-history simplify-merges ancestry-path[= full-diff stat-width= stat-count= \
        stat-name-width= function-context inter-hunk-context= color-moved[= no-color-moved line-prefix= no-prefix src-prefix= dst-prefix= \
        relative-date end-of-options count no-walk[= objects ignore-submodules[= submodule[= numbered email group= no-mailmap",
    operands: EffectOperands::Folders,
    globs: false,
    also: |parsed| !checks_signatures(parsed),
    ..PLAIN
};

const TEXTS: &[&str] = &[
    "-S",
    "-G",
    "-L",
    "-e",
    "--grep",
    "--author",
    "--committer",
    "--since",
    "--until",
    "--after",
    "--before",
    "--format",
    "--pretty",
    "--date",
    "--sort",
    "--glob",
    "--exclude",
];

#[rustfmt::skip]
const ROWS: &[EffectRow] = &[
    EffectRow { names: &["log", "diff", "show", "stash list", "rev-list", "reflog", "reflog show", "whatchanged"], ..HISTORY },
    EffectRow { names: &["shortlog"], flags: "cens", optional: "w", texts: TEXTS,
        long: "numbered summary email group= no-merges since= until= author= all", operands: EffectOperands::Folders, globs: false, ..PLAIN },
    EffectRow { names: &["status"], flags: "bsvz", optional: "u",
        long: "short branch show-stash porcelain[= long verbose untracked-files[= ignored[= ignore-submodules[= column[= no-column ahead-behind \
            no-ahead-behind renames no-renames find-renames[=", operands: EffectOperands::Folders, globs: false, ..PLAIN },
    EffectRow { names: &["blame"], flags: "bceflnstw", values: "L", optional: "MC", texts: TEXTS,
        long: "root show-stats porcelain line-porcelain incremental score-debug show-name show-number show-email date= since= abbrev= minimal",
        operands: EffectOperands::Folders, globs: false, ..PLAIN },
    EffectRow { names: &["branch"], flags: "arvi", values: "", texts: TEXTS,
        long: "list all remotes verbose show-current merged= no-merged= contains= no-contains= points-at= sort= format= column[= no-column \
            color[= no-color abbrev[= no-abbrev ignore-case", operands: EffectOperands::Texts, globs: false, also: lists, ..PLAIN },
    EffectRow { names: &["tag"], flags: "li", optional: "n", texts: TEXTS,
        long: "list sort= format= column[= no-column color[= ignore-case merged= no-merged= contains= no-contains= points-at=",
        operands: EffectOperands::Texts, globs: false, also: |parsed| lists(parsed) || parsed.has(&["-l"]) && !checks_signatures(parsed), ..PLAIN },
    EffectRow { names: &["ls-files"], flags: "cdmoiskutvz", values: "x", texts: &["-x", "--exclude"],
        long: "cached deleted modified others ignored stage killed unmerged exclude= exclude-standard full-name error-unmatch directory \
            no-empty-directory eol deduplicate abbrev[=", operands: EffectOperands::Folders, globs: false, ..PLAIN },
    EffectRow { names: &["ls-tree"], flags: "drtlz", long: "long name-only name-status object-only full-name full-tree abbrev[=", operands: EffectOperands::Folders, globs: false, ..PLAIN },
    EffectRow { names: &["grep"], flags: "aEFGHhIiLlcnopPqvWwz0123456789", values: "ABCem", texts: TEXTS, operands: EffectOperands::Pattern(&["-e"]), globs: false,
        long: "cached untracked count name-only files-with-matches files-without-match line-number column ignore-case word-regexp invert-match \
            extended-regexp fixed-strings perl-regexp basic-regexp only-matching heading break color[= no-color max-depth= max-count= and or not \
            all-match quiet text null function-context show-function after-context= before-context= context=", ..PLAIN },
    EffectRow { names: &["rev-parse"], flags: "q", operands: EffectOperands::Texts, globs: false,
        long: "show-toplevel abbrev-ref[= short[= verify quiet git-dir absolute-git-dir git-common-dir is-inside-work-tree is-inside-git-dir \
            is-bare-repository is-shallow-repository show-prefix show-cdup symbolic symbolic-full-name all branches[= tags[= remotes[= \
            revs-only no-revs flags no-flags end-of-options show-superproject-working-tree", ..PLAIN },
    EffectRow { names: &["describe"], long: "all tags always long dirty[= abbrev= match= exclude= exact-match contains first-parent broken[=",
        operands: EffectOperands::Texts, globs: false, texts: TEXTS, ..PLAIN },
    EffectRow { names: &["merge-base"], flags: "a", long: "all octopus is-ancestor fork-point independent", operands: EffectOperands::Texts, globs: false, ..PLAIN },
    EffectRow { names: &["show-ref"], flags: "dqs", long: "head heads branches tags dereference hash[= verify quiet abbrev[=", operands: EffectOperands::Texts, globs: false, ..PLAIN },
    EffectRow { names: &["for-each-ref"], values: "", long: "count= sort= format= points-at= merged= no-merged= contains= no-contains= ignore-case",
        texts: TEXTS, operands: EffectOperands::Texts, globs: false, also: |parsed| !checks_signatures(parsed), ..PLAIN },
    EffectRow { names: &["cat-file"], flags: "etps", operands: EffectOperands::Texts, globs: false, ..PLAIN },
    EffectRow { names: &["check-ignore"], flags: "qvn", operands: EffectOperands::Paths, globs: false, ..PLAIN },
    EffectRow { names: &["remote"], flags: "v", long: "verbose", operands: EffectOperands::None, ..PLAIN },
    EffectRow { names: &["remote get-url"], long: "all push", operands: EffectOperands::Texts, globs: false, ..PLAIN },
    EffectRow { names: &["worktree list"], flags: "vz", long: "verbose porcelain", operands: EffectOperands::None, ..PLAIN },
    EffectRow { names: &["version", "--version"], operands: EffectOperands::None, ..PLAIN },
];

/// The paths that a call of git reads.
pub(super) fn reads(words: &[CertainWord]) -> Option<Vec<FilePath>> {
    let mut rest = words.get(1..)?;
    while let Some(("--no-pager", after)) = split(rest) {
        rest = after;
    }
    let (subcommand, after) = split(rest)?;
    let second = split(after).map(|(word, _)| format!("{subcommand} {word}"));
    let row = |name: &str| ROWS.iter().find(|row| row.names.contains(&name));
    if let Some(row) = second.as_deref().and_then(row) {
        return in_repository(row.reads(after)?);
    }
    // A word behind these is a command of its own: `reflog expire`.
    let bare = after.iter().all(|word| word.head().starts_with('-'));
    let has_own = matches!(subcommand, "stash" | "reflog" | "remote" | "worktree");
    let row = row(subcommand).filter(|_| bare || !has_own)?;
    in_repository(row.reads(rest)?)
}

/// Whatever it is asked, git reads the repository that it is in.
fn in_repository(mut paths: Vec<FilePath>) -> Option<Vec<FilePath>> {
    paths.push(FilePath::literal("."));
    Some(paths)
}

fn split(words: &[CertainWord]) -> Option<(&str, &[CertainWord])> {
    let (first, rest) = words.split_first()?;
    Some((first.known()?, rest))
}

/// `branch` and `tag` list where there is no name, or where an option says so; else
/// they make one.
fn lists(parsed: &EffectWords<'_>) -> bool {
    let listing = [
        "--list",
        "--merged",
        "--no-merged",
        "--contains",
        "--no-contains",
        "--points-at",
    ];
    let names = !parsed.operands.is_empty() && !parsed.has(&listing);
    !names && !checks_signatures(parsed) && !parsed.operands.iter().any(|word| has_glob(word))
}

/// Whether a format makes git run the program that checks signatures.
fn checks_signatures(parsed: &EffectWords<'_>) -> bool {
    let checks = |text: &str| text.contains("%G") || text.contains("signature");
    parsed
        .values_of(&["--format", "--pretty", "--sort"])
        .any(checks)
}
