//! Read-only programs with a language of their own (`sed`, `jq`, `awk`), and
//! programs that are asked for their version.

use super::super::line::CertainWord;
use super::row::{EffectOperands, EffectRow, EffectWords, PLAIN};
use super::sed_script;

#[rustfmt::skip]
pub(super) const ROWS: &[EffectRow] = &[
    EffectRow { names: &["sed", "gsed"], flags: "nEruz", values: "e", texts: &["-e", "--expression"], operands: SCRIPT, globs: false,
        long: "quiet silent regexp-extended separate unbuffered null-data posix expression= help version", also: is_quiet_sed, ..PLAIN },
    EffectRow { names: &["jq"], flags: "nrcsSeMCajR", operands: EffectOperands::Pattern(&[]), globs: false, separate: true,
        long: "null-input raw-output compact-output slurp sort-keys exit-status monochrome-output color-output ascii-output join-output raw-input tab",
        also: is_quiet_jq, ..PLAIN },
    EffectRow { names: &["awk", "gawk", "mawk", "nawk"], values: "Fv", texts: &["-F", "-v"], operands: EffectOperands::Pattern(&[]), globs: false,
        also: is_quiet_awk, ..PLAIN },
];

const SCRIPT: EffectOperands = EffectOperands::Pattern(&["-e", "--expression"]);

/// The scripts of a call of `sed`: all that are given by options, else the first
/// operand.
pub(super) fn sed_scripts<'p>(parsed: &'p EffectWords<'_>) -> Option<Vec<&'p str>> {
    let given: Vec<&str> = parsed.values_of(&["-e", "--expression"]).collect();
    if given.is_empty() {
        return Some(vec![parsed.operands.first()?.known()?]);
    }
    Some(given)
}

pub(super) fn is_quiet_sed(parsed: &EffectWords<'_>) -> bool {
    let scripts = sed_scripts(parsed);
    // Scripts are joined by line ends: each must be whole.
    scripts.is_some_and(|all| all.into_iter().all(sed_script::is_quiet))
}

/// A filter that reads neither modules nor the environment.
fn is_quiet_jq(parsed: &EffectWords<'_>) -> bool {
    let reaches_out = |filter: &str| {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut names = filter.split(|c| !is_name(c));
        names.any(|name| {
            matches!(
                name,
                "env"
                    | "ENV"
                    | "import"
                    | "include"
                    | "modulemeta"
                    | "get_search_list"
                    | "input_filename"
                    | "__prog_args"
            )
        })
    };
    let filter = parsed.operands.first().and_then(|word| word.known());
    filter.is_some_and(|filter| !reaches_out(filter))
}

/// A program without pipes, redirections and `getline`, which neither runs
/// anything nor names files to read.
fn is_quiet_awk(parsed: &EffectWords<'_>) -> bool {
    const REACHES_OUT: &[&str] = &[
        "ARGC", "ARGIND", "ARGV", "ENVIRON", "FUNCTAB", "PROCINFO", "SYMTAB", "close", "getline",
        "system",
    ];
    let quiet = |program: &str| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut names = program.split(|c| !is_name(c));
        !program.contains(['|', '>', '<', '@', '\\'])
            && program.is_ascii()
            && !names.any(|name| REACHES_OUT.contains(&name))
    };
    let sets = |text: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_=.,:;/ %+-".contains(c);
        text.chars().all(plain) && !REACHES_OUT.iter().any(|name| text.contains(name))
    };
    let program = parsed.operands.first().and_then(|word| word.known());
    program.is_some_and(quiet) && parsed.values_of(&["-v"]).all(sets)
}

/// `node --version` and its like.
pub(super) fn is_version(words: &[CertainWord]) -> bool {
    let [name, option] = words else {
        return false;
    };
    matches!(
        (name.known(), option.known()),
        (
            Some("node" | "python" | "python2" | "python3" | "cargo" | "rustc"),
            Some("--version")
        ) | (Some("go"), Some("--version" | "version"))
            | (Some("node"), Some("-v"))
            | (Some("python" | "python3" | "cargo" | "rustc"), Some("-V"))
            | (Some("docker"), Some("--version"))
    )
}
