//! The page of threats names a test for each attack: every one of them exists.

use super::pages::repository;

#[test]
fn every_test_that_the_page_of_threats_names_exists() {
    let root = repository();
    let page = std::fs::read_to_string(root.join("docs/src/threats.md")).unwrap();
    let mut missing = Vec::new();
    let mut found = 0;
    for named in page.split('`').filter(|text| text.contains("::")) {
        let Some((file, name)) = named.split_once(".rs::") else {
            continue;
        };
        let file = root.join("crates").join(format!("{file}.rs"));
        let source = std::fs::read_to_string(&file).unwrap_or_default();
        match source.contains(&format!("fn {name}(")) {
            true => found += 1,
            false => missing.push(named),
        }
    }
    assert!(missing.is_empty(), "tests that do not exist: {missing:#?}");
    assert!(found > 50, "the page names {found} tests");
}
