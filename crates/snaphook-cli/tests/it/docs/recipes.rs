//! The recipes: each is clean, passes its own cases, and runs all its hooks in them.

use std::path::PathBuf;

use super::pages::repository;
use crate::common::{Folder, has_python};

fn recipes() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository().join("recipes")).unwrap();
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

#[test]
fn every_recipe_passes_its_own_cases() {
    let recipes = recipes();
    assert_eq!(recipes.len(), 10, "{recipes:?}");
    if !has_python() {
        println!("SKIPPED, there is no python3 here: recipes");
        return;
    }
    std::thread::scope(|scope| {
        for recipe in &recipes {
            scope.spawn(move || {
                let path = recipe.to_str().unwrap();
                let ran = Folder::new().snaphook(&["test", "--coverage", "--fail-on-empty", path], "");
                assert_eq!(ran.code, 0, "{path}: {}{}", ran.stdout, ran.stderr);
                assert!(!ran.stdout.contains("no case ran"), "{path}: {}", ran.stdout);
            });
        }
    });
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
        let page = repository().join(format!("docs/src/recipes/{name}.md"));
        let page = std::fs::read_to_string(&page).unwrap_or_default();
        let hooks = std::fs::read_dir(recipe.join(".snaphook")).unwrap();
        let files = hooks.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        for file in files.filter(|file| file != "__pycache__") {
            let include = format!("{{{{#include ../../../recipes/{name}/.snaphook/{file}}}}}");
            assert!(page.contains(&include), "{name}: {include}");
        }
        assert!(page.contains(&format!("{{{{#include ../../../recipes/{name}/README.md}}}}")));
    }
}
