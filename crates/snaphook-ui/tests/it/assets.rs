//! The files of the page: small, complete, without anything from elsewhere.

use reqwest::StatusCode;
use snaphook_ui::ASSETS;

use crate::page::Page;

/// Bytes that a browser loads, all together.
const MOST_BYTES: usize = 150 * 1024;

#[test]
fn the_page_is_small() {
    let all: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
    assert!(all <= MOST_BYTES, "{all} bytes");
}

#[test]
fn every_file_of_the_folder_is_served_and_every_import_is_there() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut names: Vec<_> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
    names.sort();
    assert_eq!(files, names);
    for asset in ASSETS {
        for piece in asset.text.split("\"./").skip(1) {
            let name = piece.split('"').next().unwrap();
            assert!(
                names.iter().any(|known| known == name),
                "{}: {name}",
                asset.name
            );
        }
    }
}

#[test]
fn nothing_comes_from_elsewhere_and_no_text_becomes_markup() {
    for asset in ASSETS {
        let text = asset.text.replace("http://www.w3.org/2000/svg", "");
        for forbidden in [
            "http://",
            "https://",
            "//cdn",
            "@import",
            "url(",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
            "style=\"",
            "onclick=\"",
            "createContextualFragment",
            "DOMParser",
            "javascript:",
        ] {
            assert!(!text.contains(forbidden), "{} has {forbidden}", asset.name);
        }
    }
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_it_in() {
    let page = Page::new().await;
    for path in [
        "/",
        "/assets/app.js",
        "/assets/none",
        "/api/session",
        "/none",
    ] {
        let response = page.get(path).send().await.unwrap();
        let header = |name: &str| {
            let value = response.headers().get(name);
            value
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
                .to_owned()
        };
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("data:"));
        for part in [
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("set-cookie"), "");
        assert_eq!(header("access-control-allow-origin"), "");
    }
}

#[tokio::test]
async fn only_the_files_of_the_page_are_there() {
    let page = Page::new().await;
    for name in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "app.js%00",
        "",
        ".",
    ] {
        let response = page.get(&format!("/assets/{name}")).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{name}");
    }
    for asset in ASSETS.iter().filter(|asset| asset.name != "index.html") {
        let response = page
            .get(&format!("/assets/{}", asset.name))
            .send()
            .await
            .unwrap();
        assert_eq!(response.headers()["content-type"], asset.kind);
        assert_eq!(response.text().await.unwrap(), asset.text);
    }
}
