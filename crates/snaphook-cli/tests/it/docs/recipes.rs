//! The recipes: each is clean, passes its own cases, and runs all its hooks in them.

use std::path::{Path, PathBuf};

use super::pages::{Page, repository};
use super::{blocks, transcript};
use crate::common::Folder;

fn recipes() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository().join("recipes")).unwrap();
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

fn page(recipe: &Path) -> Page {
    let name = recipe.file_name().unwrap().to_str().unwrap();
    Page::read(&format!("docs/src/recipes/{name}.md"))
}

/// Their pages are run like any other: this is what they must say.
#[test]
fn every_recipe_passes_its_own_cases() {
    assert_eq!(recipes().len(), 10);
    for recipe in recipes() {
        let page = page(&recipe);
        let transcripts = blocks::of(&page).into_iter();
        let ran: Vec<_> = transcripts
            .filter(|block| block.language == "console" && !block.has("not-run"))
            .flat_map(|block| transcript::steps(&block.lines).unwrap())
            .filter(|step| step.command == "snaphook test --coverage")
            .collect();
        let [step] = &*ran else {
            panic!("{}: must run its cases once", page.name);
        };
        let [.., covered, summary] = &*step.printed else {
            panic!("{}: {step:?}", page.name);
        };
        assert_eq!(covered, "every configured hook was run by some case");
        assert!(
            summary.ends_with(" passed, 0 failed"),
            "{}: {summary}",
            page.name
        );
    }
}

#[test]
fn every_recipe_is_a_pack_that_passes_its_cases() {
    for recipe in recipes() {
        let path = format!("{}/", recipe.to_str().unwrap());
        let ran = Folder::new().snaphook(&["pack", "test", &path], "");
        assert_eq!(ran.code, 0, "{path}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(" passed, 0 failed"), "{}", ran.stdout);
        let manifest = std::fs::read_to_string(recipe.join("snaphook-pack.json")).unwrap();
        let name = recipe.file_name().unwrap().to_str().unwrap();
        assert!(
            manifest.contains(&format!("\"name\": \"{name}\"")),
            "{manifest}"
        );
    }
}

#[test]
fn every_recipe_is_clean() {
    for recipe in recipes() {
        let path = recipe.to_str().unwrap();
        let settings = format!("{path}/.snaphook/settings.json");
        let args = ["check", "--deny-warnings", "--project", path, &settings];
        let ran = Folder::new().snaphook(&args, "");
        assert_eq!(ran.code, 0, "{path}: {}{}", ran.stdout, ran.stderr);
        assert!(!ran.stdout.contains("hint"), "{path}: {}", ran.stdout);
    }
}

/// A page of the book for each, with all its files.
#[test]
fn every_recipe_is_in_the_book_with_all_its_files() {
    for recipe in recipes() {
        let name = recipe.file_name().unwrap().to_str().unwrap();
        let page = page(&recipe).text;
        let hooks = std::fs::read_dir(recipe.join(".snaphook")).unwrap();
        let files = hooks.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        for file in files.filter(|file| file != "__pycache__") {
            let include = format!("{{{{#include ../../../recipes/{name}/.snaphook/{file}}}}}");
            assert!(page.contains(&include), "{name}: {include}");
        }
        assert!(page.contains(&format!(
            "{{{{#include ../../../recipes/{name}/README.md}}}}"
        )));
    }
}
