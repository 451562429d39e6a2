//! Bash itself as the judge: scripts are made up, run with a harmless function
//! in place of `rm`, and whenever that function runs, the analysis must have
//! seen it coming. Nothing else can run: there is no `PATH`, no vocabulary for
//! paths, and the working directory is a scratch folder.
//!
//! `ORACLE_CASES` sets the number of scripts, `ORACLE_SEED` where to start.
#![cfg(test)]
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::bash;

/// A small generator of numbers: the same scripts on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.roll(from.len())].to_owned()
    }
}

const ATOMS: [&str; 44] = [
    "rm", "'", "\"", "\\", "`", "$(", ")", "(", "{", "}", "${x:-", "$((", "))", ";", "\n", "&&",
    "|", "&", "#", " ", "<<E\n", "\nE\n", "<<'E'\n", "<<<", "\\\n", "$'", "$\"", "=", "a=(", "[",
    "]", "[[ ", " ]]", "<(", ",", "echo ", "eval ", "!", "*", "$x", "time ", "((", "@(", "esac",
];

/// Mostly harmless: it takes a slip of a quote to make them run something, in
/// the shell or in the reading of it.
const LEAVES: [&str; 24] = [
    "rm y",
    "r\"\"m y",
    "echo 'rm y'",
    "echo '; rm y'",
    "echo \"; rm y; \"",
    "echo a # ; rm y",
    "echo '$(rm y)'",
    "echo \"\\$(rm y)\"",
    "echo \\`rm y\\`",
    "echo $'; rm y;\\''",
    "echo ${x#'; rm y'}",
    "echo \"${x:-; rm y}\"",
    "echo ${x:-\"; rm y\"}",
    "cat <<E\nrm y\nE",
    "cat <<'E'\n$(rm y)\nE",
    "cat <<\"E\"\n'; rm y\nE",
    "cat <<-E\n\trm y\n\tE",
    "echo {';rm y',b}",
    "[[ a == ';rm y' ]]",
    "case a in 'rm y') echo;; esac",
    "a=(';' rm y)",
    "echo $((1 + 2)) ';rm y'",
    "x='\nrm y\n'",
    "echo \"`echo ';rm y'`\"",
];

/// A script that is likely to parse.
fn script(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return dice.pick(&LEAVES);
    }
    let inner = |dice: &mut Dice| script(dice, depth - 1);
    let one = inner(dice);
    let two = inner(dice);
    match dice.roll(46) {
        0 => format!("{one}; {two}"),
        1 => format!("{one} && {two}"),
        2 => format!("{one} || {two}"),
        3 => format!("{one} | {two}"),
        4 => format!("{one}\n{two}"),
        5 => format!("({one})"),
        6 => format!("( {one}; {two} )"),
        7 => format!("{{ {one}; }}"),
        8 => format!("echo $({one})"),
        9 => format!("echo \"$({one})\""),
        10 => format!("echo \"a $({one}) 'b\"; {two}"),
        11 => format!("echo ${{x:-$({one})}}"),
        12 => format!("echo \"${{x:-$({one})}}\""),
        13 => format!("if {one}; then {two}; fi"),
        14 => format!("for i in a b; do {one}; done"),
        15 => format!("case a in a) {one};; *) {two};; esac"),
        16 => format!("f() {{ {one}; }}; f; {two}"),
        17 => format!("cat <<E\n$({one})\nE\n{two}"),
        18 => format!("echo <<'E'\n$({one})\nE\n{two}"),
        19 => format!("eval '{}'", one.replace('\'', "'\\''")),
        20 => format!("echo `{}`", one.replace('\\', "\\\\").replace('`', "\\`")),
        21 => format!("x=$({one}) {two}"),
        22 => format!("a=(1 $({one})); {two}"),
        23 => format!("[[ -n $({one}) ]] || {two}"),
        24 => format!("echo $((1 + $({one})))"),
        25 => format!("echo a # {one}\n{two}"),
        26 => format!("echo '{}'; {two}", one.replace('\'', "")),
        27 => format!("! {one}"),
        28 => format!("echo a > o\\\n; {one}"),
        29 => format!("time {one}"),
        30 => format!("echo <({one}) ; {two}"),
        31 => format!("(({one}); {two})"),
        32 => format!("echo $(({one}); {two})"),
        33 => format!("echo \"`{}`\"", one.replace(['\\', '`', '"'], "")),
        34 => format!("echo ${{x#'}}'}} ; {one}"),
        35 => format!("echo \"${{x#\"}}\"}}\" ; {one}"),
        36 => format!("cat <<-\"E\" <<F\n\t'\nE\n$({one})\nF\n{two}"),
        37 => format!("echo $'a\\'b' ; {one}"),
        38 => format!("echo {{a,$({one})}}; {two}"),
        39 => format!("trap '{}' EXIT; {two}", one.replace('\'', "'\\''")),
        40 => format!("select i in a; do {one}; break; done <<< 1; {two}"),
        41 => format!("x=rm; $x; {one}"),
        42 => format!("echo $[ $({one}) ]; {two}"),
        43 => format!(
            "command eval \"{}\"",
            one.replace(['"', '\\', '`', '$'], "")
        ),
        44 => format!("until {one}; do {two}; break; done"),
        _ => format!("function g {{ {one}; }} 2>&1; g"),
    }
}

/// Breaks it a little.
fn mutated(dice: &mut Dice, mut script: String) -> String {
    for _ in 0..dice.roll(4) {
        let bounds: Vec<usize> = script.char_indices().map(|(at, _)| at).collect();
        let at = bounds
            .get(dice.roll(bounds.len().max(1)))
            .copied()
            .unwrap_or(0);
        if dice.roll(3) == 0 && at < script.len() {
            script.remove(at);
        } else {
            script.insert_str(at, &dice.pick(&ATOMS));
        }
    }
    script
}

fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// Whether `rm` was called when the shell ran it. The stand-in leaves a file:
/// its output may be caught by a substitution.
fn runs_rm(shell: &Path, script: &str, folder: &Path, limit: Duration) -> std::io::Result<bool> {
    let hit = folder.join(".hit");
    let prelude = format!("rm() {{ : > '{}'; kill -9 $$; }}\n", hit.display());
    let mut child = Command::new(shell)
        .args(["-c", &format!("{prelude}{script}")])
        .env_clear()
        .env("PATH", "/nonexistent")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::yield_now();
    }
    let seen = hit.is_file();
    if seen {
        fs::remove_file(hit)?;
    }
    Ok(seen)
}

#[test]
fn the_judge_is_awake() {
    let Some(program) = find("bash") else {
        eprintln!("SKIPPED: no bash on this machine");
        return;
    };
    let folder = std::env::temp_dir().join(format!("snaphook-judge-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (script, want) in [
        ("rm y", true),
        ("echo \"$(rm y)\"", true),
        ("eval 'rm y'", true),
        ("echo rm y", false),
    ] {
        assert_eq!(
            runs_rm(&program, script, &folder, Duration::from_secs(60)).unwrap(),
            want,
            "{script}"
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn whatever_runs_was_seen() {
    compare("bash", str::to_owned);
}

/// The shell behind `sh` need not be Bash.
#[test]
fn whatever_a_plain_shell_runs_was_seen() {
    compare("dash", |script| {
        format!("sh -c '{}'", script.replace('\'', "'\\''"))
    });
}

/// Runs scripts in the shell and tests them as the tool would see them.
fn compare(shell: &str, as_seen: impl Fn(&str) -> String) {
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(default)
    };
    let Some(program) = find(shell) else {
        eprintln!("SKIPPED: no {shell} on this machine, nothing was compared");
        return;
    };
    let folder = std::env::temp_dir().join(format!("snaphook-{shell}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut dice = Dice(number("ORACLE_SEED", 0x5eed) | 1);
    let mut missed = Vec::new();
    let (mut ran, mut unknown) = (0, 0);
    let cases = number("ORACLE_CASES", 150);
    for _ in 0..cases {
        let depth = 1 + dice.roll(3);
        let script = script(&mut dice, depth);
        let script = mutated(&mut dice, script);
        let tested = bash("Bash(rm *)", &as_seen(&script));
        if tested.possible {
            unknown += u64::from(matches!(
                tested.because,
                snaphook_rules::RuleTestReason::Unknown { .. }
            ));
            continue;
        }
        ran += 1;
        if runs_rm(&program, &script, &folder, Duration::from_millis(500)).unwrap() {
            missed.push(script);
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    eprintln!("{shell}: {cases} scripts, {unknown} unknown, {ran} run");
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n----\n"));
}
