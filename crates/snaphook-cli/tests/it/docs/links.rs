//! Links between pages, and from pages to files of the repository.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::blocks;
use super::pages::{self, Page, repository};
use crate::common::Folder;

/// How pages of the book name files that are not in it.
const REPOSITORY: &str = "https://github.com/snaphook/snaphook/";

static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\]\(([^)\s]+)\)").unwrap());
static INCLUDE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{\{#include ([^}:]+)\}\}").unwrap());

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages::all().into_iter().chain(pages::others()) {
        let text = without_code(&page);
        let links = LINK.captures_iter(&text).map(|found| found[1].to_owned());
        for link in links.filter(|link| !leads_somewhere(&page, link)) {
            wrong.push(format!("{}: {link}", page.name));
        }
        for found in INCLUDE.captures_iter(&page.text) {
            let file = beside(&page.name).join(found[1].trim());
            if !repository().join(&file).is_file() {
                wrong.push(format!("{}: {}", page.name, &found[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn leads_somewhere(page: &Page, link: &str) -> bool {
    if let Some(inside) = link.strip_prefix(REPOSITORY) {
        let path = inside
            .strip_prefix("blob/main/")
            .or(inside.strip_prefix("tree/main/"));
        // Issues, releases and the like.
        return path.is_none_or(|path| repository().join(path).exists());
    }
    if link.contains("://") {
        return true;
    }
    let (file, heading) = match link.split_once('#') {
        Some((file, heading)) => (file, Some(heading)),
        None => (link, None),
    };
    let target = match file {
        "" => PathBuf::from(&page.name),
        file => plain(&beside(&page.name).join(file)),
    };
    // The book is built from its own folder: nothing else is in it.
    let in_book = Path::new(&page.name).starts_with("docs/src");
    if in_book && !target.starts_with("docs/src") {
        return false;
    }
    let there = repository().join(&target).exists();
    there && heading.is_none_or(|heading| headings(&target).contains(heading))
}

fn beside(page: &str) -> PathBuf {
    Path::new(page).parent().unwrap().to_owned()
}

fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The headings of a page, as links name them.
fn headings(page: &Path) -> BTreeSet<String> {
    let text = without_code(&Page::read(page.to_str().unwrap()));
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    words
        .map(|words| words.chars().filter_map(kept).collect())
        .collect()
}

fn without_code(page: &Page) -> String {
    let mut lines: Vec<_> = page.text.lines().collect();
    for block in blocks::of(page) {
        // The line of the block is that of its fence.
        let end = (block.line + block.lines.len()).min(lines.len());
        lines[block.line - 1..end].fill("");
    }
    lines.join("\n")
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = Page::read("docs/src/SUMMARY.md");
    let named: BTreeSet<_> = LINK
        .captures_iter(&summary.text)
        .map(|found| format!("docs/src/{}", &found[1]))
        .collect();
    let there: BTreeSet<_> = pages::all()
        .into_iter()
        .map(|page| page.name)
        .filter(|name| name.starts_with("docs/src/") && *name != summary.name)
        .collect();
    assert_eq!(named, there);
}

#[test]
fn every_command_is_in_the_book() {
    let page = Page::read("docs/src/command.md").text;
    let help = Folder::new().snaphook(&["--help"], "").stdout;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // A line that goes on is indented further.
    let lines = commands.filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| !line.starts_with(' '));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let named = [format!("`snaphook {name}`"), format!("`snaphook {name} ")];
        assert!(named.iter().any(|text| page.contains(text)), "{name}");
    }
}
