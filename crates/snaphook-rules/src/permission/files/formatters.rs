//! Formatters and fixers that are given a folder, or a pattern of their own: they write every
//! file of their languages below it.

use super::operands::{CommandWords, Effect, Operand, is_one_of};
use super::target::PathTarget;
use crate::{SimpleCommand, Word};

/// A program that rewrites trees.
struct FormatterRow {
    names: &'static [&'static str],
    /// Its first operand, where it does other things, too.
    subcommand: Option<&'static str>,
    /// It writes only with one of these options; with none here, always.
    writes_with: &'static [&'static str],
    /// It only looks with one of these options.
    looks_with: &'static [&'static str],
    /// It works on the working directory where it is given nothing.
    has_default: bool,
    /// How the names of its files end.
    endings: &'static [&'static str],
}

const SCRIPTS: &[&str] = &[
    "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte", "astro", "json",
    "jsonc", "json5", "css", "scss", "less", "html", "md", "mdx", "yaml", "yml", "graphql",
];
const PYTHON: &[&str] = &["py", "pyi", "ipynb"];
const STYLES: &[&str] = &["css", "scss", "sass", "less", "vue", "html"];

/// Options with a value that is not a file to format.
const VALUES: &[&str] = &[
    "--config",
    "--parser",
    "--plugin",
    "--ignore-path",
    "--ext",
    "--rulesdir",
    "--line-length",
    "--target-version",
    "--select",
    "--ignore",
    "--exclude",
    "--extend-exclude",
    "--log-level",
    "-c",
    "-p",
    "--package",
    "--manifest-path",
    "--config-path",
    "--edition",
];

const PLAIN: FormatterRow = FormatterRow {
    names: &[],
    subcommand: None,
    writes_with: &[],
    looks_with: &["--check", "--diff", "--list-different"],
    has_default: false,
    endings: &[],
};

#[rustfmt::skip]
const FORMATTERS: &[FormatterRow] = &[
    FormatterRow { names: &["prettier", "prettierd"], writes_with: &["--write", "-w"], endings: SCRIPTS, ..PLAIN },
    FormatterRow { names: &["eslint", "standard", "xo", "oxlint"], writes_with: &["--fix"], has_default: true, endings: SCRIPTS, ..PLAIN },
    FormatterRow { names: &["stylelint"], writes_with: &["--fix"], endings: STYLES, ..PLAIN },
    FormatterRow { names: &["biome"], writes_with: &["--write", "--fix", "--apply", "--apply-unsafe"], has_default: true, endings: SCRIPTS, ..PLAIN },
    FormatterRow { names: &["dprint", "deno"], subcommand: Some("fmt"), has_default: true, endings: SCRIPTS, ..PLAIN },
    FormatterRow { names: &["black", "isort"], endings: PYTHON, ..PLAIN },
    FormatterRow { names: &["autopep8", "yapf", "docformatter"], writes_with: &["-i", "--in-place"], endings: PYTHON, ..PLAIN },
    FormatterRow { names: &["ruff"], subcommand: Some("format"), has_default: true, endings: PYTHON, ..PLAIN },
    FormatterRow { names: &["ruff"], subcommand: Some("check"), writes_with: &["--fix", "--fix-only", "--add-noqa"], has_default: true, endings: PYTHON, ..PLAIN },
    FormatterRow { names: &["gofmt", "goimports", "gofumpt"], writes_with: &["-w"], endings: &["go"], ..PLAIN },
    FormatterRow { names: &["go"], subcommand: Some("fmt"), has_default: true, endings: &["go"], ..PLAIN },
    FormatterRow { names: &["cargo"], subcommand: Some("fmt"), has_default: true, endings: &["rs"], ..PLAIN },
    FormatterRow { names: &["cargo"], subcommand: Some("fix"), has_default: true, endings: &["rs"], ..PLAIN },
    FormatterRow { names: &["terraform", "tofu"], subcommand: Some("fmt"), looks_with: &["-check", "-write=false"], has_default: true, endings: &["tf", "tfvars", "hcl"], ..PLAIN },
    FormatterRow { names: &["shfmt"], writes_with: &["-w", "--write"], endings: &["sh", "bash"], ..PLAIN },
    FormatterRow { names: &["rubocop", "standardrb"], writes_with: &["-a", "-A", "-x", "--autocorrect", "--autocorrect-all", "--fix"], has_default: true, endings: &["rb", "rake", "gemspec"], ..PLAIN },
];

/// The trees that a command writes.
pub(super) fn written_trees(name: &str, command: &SimpleCommand, source: &str) -> Vec<Operand> {
    let rows = FORMATTERS.iter().filter(|row| row.names.contains(&name));
    let words = &command.words()[1..];
    rows.flat_map(|row| trees_of(row, words, source)).collect()
}

fn trees_of(row: &FormatterRow, words: &[Word], source: &str) -> Vec<Operand> {
    let parsed = CommandWords::of(words, |name| is_one_of(name, VALUES));
    let mut given = &parsed.operands[..];
    if let Some(subcommand) = row.subcommand {
        match given.split_first() {
            Some((first, rest)) if first.known() == Some(subcommand) => given = rest,
            _ => return Vec::new(),
        }
    }
    let writes = row.writes_with.is_empty() || parsed.has(row.writes_with);
    if !writes || parsed.has(row.looks_with) {
        return Vec::new();
    }
    let mut targets: Vec<PathTarget> = given
        .iter()
        .map(|word| PathTarget::of(word, source))
        .collect();
    if targets.is_empty() && row.has_default {
        targets.push(PathTarget::Path(".".to_owned()));
    }
    let globs = targets.iter().flat_map(|target| globs_of(row, target));
    let globs = globs.map(|glob| Operand::new(PathTarget::Glob(glob), Effect::Write));
    globs.collect()
}

/// The files that one operand stands for, as globs.
fn globs_of(row: &FormatterRow, target: &PathTarget) -> Vec<String> {
    let path = match target {
        PathTarget::Path(path) | PathTarget::Glob(path) | PathTarget::Likely(path) => path,
        // What is not known at all is asked about as an operand.
        PathTarget::Unknown => return Vec::new(),
    };
    // `./...` of Go
    let path = path.trim_end_matches("...").trim_end_matches('/');
    let folder = if path.is_empty() { "." } else { path };
    let below = row.endings.iter().map(|end| format!("{folder}/**/*.{end}"));
    let mut globs: Vec<String> = below.collect();
    if folder.contains('*') {
        globs.push(folder.to_owned());
    }
    globs
}
