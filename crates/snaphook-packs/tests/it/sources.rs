//! What people write where a pack is named, and what is refused before Git sees it.

use snaphook_packs::{PackSource, SourceError, SourceSpec};

fn parse(text: &str) -> (PackSource, Option<String>, Option<String>) {
    let spec = SourceSpec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (spec.source, spec.rev, spec.path)
}

#[test]
fn sources_have_revisions_and_paths() {
    let git = |text: &str| PackSource::Git(text.to_owned());
    let some = |text: &str| Some(text.to_owned());
    for (text, source, rev, path) in [
        ("github:acme/hooks", git("github:acme/hooks"), None, None),
        (
            "github:acme/hooks@v1.2#a/b/",
            git("github:acme/hooks"),
            some("v1.2"),
            some("a/b"),
        ),
        (
            "github:acme/hooks@feature/x",
            git("github:acme/hooks"),
            some("feature/x"),
            None,
        ),
        (
            "https://git.example/a/b.git@main",
            git("https://git.example/a/b.git"),
            some("main"),
            None,
        ),
        (
            "https://me@git.example/a",
            git("https://me@git.example/a"),
            None,
            None,
        ),
        (
            "git@git.example:a/b.git@v1#x",
            git("git@git.example:a/b.git"),
            some("v1"),
            some("x"),
        ),
        (
            "ssh://git@git.example:22/a",
            git("ssh://git@git.example:22/a"),
            None,
            None,
        ),
        (
            "./a@b/c",
            PackSource::Folder("./a@b/c".to_owned()),
            None,
            None,
        ),
        (
            "../x#./y",
            PackSource::Folder("../x".to_owned()),
            None,
            some("y"),
        ),
    ] {
        assert_eq!(parse(text), (source, rev, path), "{text}");
    }
    let digest = format!("sha256:{}", "a".repeat(64));
    let (source, rev, _) = parse(&format!("https://a.example/x.tar.gz@{digest}"));
    assert_eq!(
        source,
        PackSource::Archive("https://a.example/x.tar.gz".to_owned())
    );
    assert_eq!(rev, Some(digest));
}

#[test]
fn what_git_would_take_for_an_option_or_a_program_is_refused() {
    for text in [
        "--upload-pack=touch x",
        "-oProxyCommand=touch",
        "ext::sh -c touch% x",
        "ext::sh",
        "fd::17",
        "https::https://a.example/x",
        "transport::address://a/b",
        "ftp://a.example/x",
        "javascript://a.example/x",
        "ssh://-oProxyCommand=touch/x",
        "ssh://a@-oProxyCommand=touch/x",
        "git@-oProxyCommand=touch:x",
        "git@host:-x",
        "host:path",
        "https://a.example/--upload-pack=x/../-y\u{7}",
        "https://user:secret@a.example/x",
        "http://a.example/x",
        "https://a.example/\u{202e}x",
        "https://a.example/a b",
        "github:acme",
        "github:acme/hooks/more",
        "github:../x",
        "github:acme/hooks@--upload-pack=x",
        "github:acme/hooks@v1^{/x}",
        "github:acme/hooks@a..b",
        "github:acme/hooks@:x",
        "github:acme/hooks@",
        "github:acme/hooks#../x",
        "github:acme/hooks#/etc",
        "github:acme/hooks#.git",
        "https://a.example/x.tar.gz",
        "https://a.example/x.tar.gz@v1",
        "./folder@v1",
        "",
    ] {
        let result = SourceSpec::parse(text);
        assert!(result.is_err(), "{text}: {result:?}");
    }
    assert_eq!(
        SourceSpec::parse("https://u:p@a.example/x"),
        Err(SourceError::Password)
    );
}

#[test]
fn plain_http_is_for_this_machine_only() {
    SourceSpec::parse("http://127.0.0.1:8080/x").unwrap();
    SourceSpec::parse("http://localhost/x").unwrap();
    SourceSpec::parse("http://127.0.0.1.evil.example/x").unwrap_err();
    SourceSpec::parse("http://localhost@evil.example/x").unwrap_err();
}
