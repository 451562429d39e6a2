//! Every snippet of every page is run.

use std::fmt::Write;
use std::process::Command;
use std::sync::Mutex;

use super::blocks::{self, Block};
use super::examples::Examples;
use super::pages::{self, Page, repository};
use super::run::Place;
use super::updating;

/// Blocks that nobody can run here: there may be so many, and no more.
const MOST_NOT_RUN: usize = 12;

/// Languages of files that later blocks use.
const FILES: &[&str] = &[
    "sh", "python", "js", "json", "jsonc", "yaml", "toml", "cedar", "rego",
];

#[test]
fn every_snippet_does_what_the_page_says() {
    // As many at once as there are cores: hooks of the pages have timeouts.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let pages = Mutex::new(pages::all().into_iter());
    let next = || pages.lock().unwrap().next();
    let wrong: Vec<_> = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(next).flat_map(|page| try_page(&page));
        let tried: Vec<_> = (0..cores)
            .map(|_| scope.spawn(move || work().collect::<Vec<_>>()))
            .collect();
        let wrong = tried.into_iter().flat_map(|worker| worker.join().unwrap());
        wrong.collect()
    });
    assert!(
        wrong.is_empty(),
        "{}\n(UPDATE_DOCS=1 writes transcripts anew)",
        wrong.join("\n")
    );
}

#[test]
fn few_blocks_are_not_run() {
    let mut found = Vec::new();
    for page in pages::all() {
        let blocks = blocks::of(&page).into_iter();
        let not_run = blocks.filter(|block| block.has("not-run") || block.has("ignore"));
        found.extend(not_run.map(|block| format!("{}:{}", page.name, block.line)));
    }
    assert!(found.len() <= MOST_NOT_RUN, "{found:#?}");
}

/// Runs the blocks of a page; says what is wrong, with its place.
fn try_page(page: &Page) -> Vec<String> {
    let blocks = blocks::of(page);
    for (language, program) in [("python", "python3"), ("js", "node")] {
        let needed = blocks.iter().any(|block| block.language == language);
        if needed && Command::new(program).arg("--version").output().is_err() {
            println!("SKIPPED, {program} is not installed: {}", page.name);
            return Vec::new();
        }
    }
    let place = Place::new();
    let mut wrong = Vec::new();
    let mut text = page.text.clone();
    let mut examples = Examples::default();
    for block in &blocks {
        let tried = if block.language == "console" && !block.has("not-run") {
            match place.transcript(block) {
                Err((_, shown)) if updating() && !shown.is_empty() => {
                    text = text.replacen(&block.text(), &lines(&shown), 1);
                    Ok(())
                }
                tried => tried.map_err(|(why, _)| why),
            }
        } else {
            try_block(&place, &mut examples, page, block)
        };
        if let Err(why) = tried {
            wrong.push(format!("{}:{}: {why}", page.name, block.line));
        }
    }
    if let Err(why) = examples.run(&place) {
        wrong.push(format!("{}: {why}", page.name));
    }
    if updating() && text != page.text {
        std::fs::write(repository().join(&page.name), text).unwrap();
    }
    wrong
}

fn lines(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{line}").unwrap();
    }
    text
}

fn try_block(
    place: &Place,
    examples: &mut Examples,
    page: &Page,
    block: &Block,
) -> Result<(), String> {
    if block.has("not-run") {
        return Ok(());
    }
    if let Some(name) = block.value("file")
        && FILES.contains(&&*block.language)
    {
        return place.file(name, &block.clone().included(page));
    }
    if block.is_include() {
        return Ok(());
    }
    match &*block.language {
        "text" => Ok(()),
        "rust" => is_doctest(page),
        "json" | "yaml" if block.has("settings") => place.settings(block, None),
        "json" | "yaml" if block.has("input") => examples.input(block),
        "json" | "yaml" => match (block.value("answer"), dialect(block)) {
            (Some(event), _) => {
                examples.answer(event, block);
                Ok(())
            }
            (None, Some(dialect)) => place.settings(block, Some(dialect)),
            (None, None) => Err("nobody knows what this JSON is".to_owned()),
        },
        "sh" if block.has("ci") => is_step(block),
        other => Err(format!("nobody runs this block of `{other}`")),
    }
}

fn dialect(block: &Block) -> Option<&'static str> {
    let dialects = ["claude", "gen", "cagent"];
    dialects.into_iter().find(|name| block.has(name))
}

/// Rust is run by rustdoc, for the pages that these files name.
const DOCTESTS: &[&str] = &[
    "crates/snaphook/src/book.rs",
    "crates/snaphook-log/src/page.rs",
];

fn is_doctest(page: &Page) -> Result<(), String> {
    let name = format!("\"../../../{}\"", page.name);
    let names = |file: &&str| Page::read(file).text.contains(&name);
    match DOCTESTS.iter().any(names) {
        true => Ok(()),
        false => Err(format!("none of {DOCTESTS:?} names this page")),
    }
}

/// A command for whoever has the repository: what `.ci/run` runs, too.
fn is_step(block: &Block) -> Result<(), String> {
    let steps = std::fs::read_to_string(repository().join(".ci/run")).unwrap();
    for line in &block.lines {
        let step = format!("step {line}");
        if !steps.lines().any(|own| own == step) {
            return Err(format!("`{line}` is not a step of .ci/run"));
        }
    }
    Ok(())
}
