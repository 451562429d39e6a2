//! `docs/src/dialects.md` is made from the dialects themselves; a change of one that
//! is not in the page fails here.

mod agents;
mod events;
mod glance;
mod matchers;
mod names;
mod places;
mod results;
mod table;

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;
use snaphook_dialects::named;
use snaphook_settings::{LoadContext, parse};

const PROSE: &str = include_str!("prose.md");
const UPDATE: &str = "UPDATE_DOCS=1 cargo test -p snaphook-dialects --test page";

fn page() -> String {
    let parts = [
        ("agents", agents::table()),
        ("glance", glance::table()),
        ("places", places::table()),
        ("matchers", matchers::table()),
        ("answers", glance::answers()),
        ("names", names::tables()),
        ("results", results::table()),
        ("events", events::side_by_side()),
        ("each", events::one_by_one()),
    ];
    let mut page = PROSE.to_owned();
    for (name, text) in parts {
        let place = format!("{{{{{name}}}}}");
        assert!(page.contains(&place), "prose.md has no place for {name}");
        page = page.replace(&place, text.trim_end());
    }
    page
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/dialects.md")
}

#[test]
fn the_page_says_what_the_dialects_do() {
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(file(), page).unwrap();
        return;
    }
    let written = std::fs::read_to_string(file()).unwrap_or_default();
    let differs = page
        .lines()
        .zip(written.lines())
        .find(|(new, old)| new != old);
    assert!(
        page == written,
        "docs/src/dialects.md is out of date: {differs:?}\nwrite it anew with `{UPDATE}`"
    );
}

#[test]
fn its_examples_are_read_without_a_finding() {
    let mut seen = Vec::new();
    for block in PROSE.split("\n```").skip(1).step_by(2) {
        let (head, text) = block.split_once('\n').unwrap();
        // The others are run with the book.
        let Some((format, dialect)) = head.split_once(' ') else {
            continue;
        };
        if named(dialect).is_none() {
            continue;
        }
        let path = format!("example.{format}");
        let mut loading = LoadContext::of(named(dialect).unwrap());
        let settings = parse(path.as_ref(), text, Scope::Explicit, &mut loading).unwrap();
        assert!(settings.findings.is_empty(), "{:?}", settings.findings);
        assert!(!settings.hooks.is_empty(), "{dialect}");
        seen.push(dialect);
    }
    assert_eq!(seen, ["claude", "gen", "cagent"]);
}
