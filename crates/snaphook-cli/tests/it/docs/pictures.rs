//! The pictures of the README and the book: what the command really prints, with its
//! colours, as SVG.

use std::sync::LazyLock;

use anstyle_svg::Term;
use regex::Regex;

use super::pages::repository;
use super::transcript::took;
use super::{updating, updating_all};
use crate::common::Ran;
use crate::world::World;

/// A matcher that matches nothing, a key that nearly exists, milliseconds.
const MISTAKES: &str = r#"{ "hooks": {
  "PreToolUse": [
    { "matcher": "mcp__memory", "hooks": [
      { "name": "guard", "command": "make check", "onFailur": "block" } ] } ],
  "Stop": [
    { "hooks": [ { "name": "tests", "command": "make test", "timeout": 60000 } ] } ] } }
"#;

const WISH: &str = r#"
{ "settings": "settings.json",
  "cases": [
    { "name": "refuses to empty a disk",
      "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "dd if=/dev/zero of=/dev/sda"}},
      "expect": {"blocked": true} } ] }
"#;

/// Some events for the log.
const DAY: &[&[&str]] = &[
    &["init"],
    &["trust", "--yes"],
    BLOCKED,
    ALLOWED,
    BLOCKED,
    ALLOWED,
    ALLOWED,
];
const BLOCKED: &[&str] = &[
    "fire",
    "PreToolUse",
    "--tool",
    "Bash",
    "--tool-input",
    r#"{"command": "rm -rf build"}"#,
];
const ALLOWED: &[&str] = &[
    "fire",
    "PreToolUse",
    "--tool",
    "Bash",
    "--tool-input",
    r#"{"command": "rm notes.txt"}"#,
];

/// A picture's name, the commands that make its world, and the one that it shows.
type Picture = (
    &'static str,
    &'static [&'static [&'static str]],
    &'static [&'static str],
);

const PICTURES: &[Picture] = &[
    ("demo", &[], &["demo"]),
    (
        "explain",
        &[&["init"]],
        &[
            "explain",
            "PreToolUse",
            "--tool",
            "Bash",
            "--tool-input",
            r#"{"command": "cd /tmp && sudo rm -rf \"$DIR\""}"#,
            "--trust",
            "all",
        ],
    ),
    ("check", &[], &["check", "settings.json"]),
    ("test", &[&["init"]], &["test"]),
    ("log-stats", DAY, &["log", "stats"]),
];

fn quoted(word: &str) -> String {
    match word.contains([' ', '"']) {
        true => format!("'{word}'"),
        false => word.to_owned(),
    }
}

/// What stands in a terminal after this command.
fn shown(name: &str, before: &[&[&str]], args: &[&str]) -> String {
    let world = World::new();
    world.write("project/settings.json", MISTAKES);
    for args in before {
        assert_ne!(world.snaphook(args).code, 1, "{name}: {args:?}");
    }
    if name == "test" {
        world.write("project/.snaphook/wish.hooktest.json", WISH);
    }
    let ran = world.snaphook_env(args, &[("CLICOLOR_FORCE", "1")]);
    let Ran { stdout, stderr, .. } = ran;
    let words: Vec<_> = args.iter().map(|word| quoted(word)).collect();
    let text = format!(
        "\u{1b}[1m$ snaphook {}\u{1b}[0m\n{stdout}{stderr}",
        words.join(" ")
    );
    text.replace("W/project", "/repo").trim_end().to_owned()
}

static SIZE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(width|height|viewBox)="[^"]*"|width: *[0-9.]+"#).unwrap());
static TIME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[ \u{a0}]*[0-9][0-9.]* (µs|ms|s)\b").unwrap());

static BLANKS: LazyLock<Regex> = LazyLock::new(|| Regex::new(" +").unwrap());

/// A picture without what differs from run to run: times, and how wide they make it.
fn plain(picture: &str) -> String {
    let picture = SIZE.replace_all(picture, "");
    let picture = TIME.replace_all(&picture, " #");
    BLANKS.replace_all(&picture, " ").into_owned()
}

#[test]
fn every_picture_shows_what_the_command_prints() {
    for (name, before, args) in PICTURES {
        let picture = Term::new().render_svg(&shown(name, before, args));
        let file = repository().join(format!("docs/src/images/{name}.svg"));
        let drawn = std::fs::read_to_string(&file).unwrap_or_default();
        let anew = updating_all() && took(&picture) < took(&drawn);
        if plain(&drawn) == plain(&picture) && !anew {
            continue;
        }
        if updating() {
            std::fs::write(&file, &picture).unwrap();
            continue;
        }
        panic!("docs/src/images/{name}.svg shows something else; draw it with UPDATE_DOCS=1");
    }
}
