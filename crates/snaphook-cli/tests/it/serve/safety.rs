//! What keeps others out, from the outside.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use super::client::Client;
use super::golden::private;
use super::http_client::HttpClient;
use super::process::Serving;
use crate::common::Folder;

#[test]
fn a_token_that_was_not_named_is_made_and_printed_once() {
    let folder = Folder::new();
    let mut server = Serving::start(&mut folder.command(&["serve", "--http", "127.0.0.1:0"]));
    let address = server.http();
    let token = server.said("token: ");
    assert_eq!(token.len(), 64);
    let mut client = HttpClient::new(address, &token);
    client.initialize();
    assert_eq!(
        client.ask("hooks/has", json!({"event": "Stop"}))["has"],
        false
    );
    let (status, metrics) = client.get("/metrics");
    assert_eq!(status, 200);
    assert!(metrics.ends_with("# EOF\n"), "{metrics}");
    assert_eq!(HttpClient::new(address, "x").get("/metrics").0, 401);
    server.signal(rustix::process::Signal::TERM);
    server.ended();
    let said = server.all_said();
    assert_eq!(said.iter().filter(|line| line.contains(&token)).count(), 1);
    // Another server has another one.
    let mut other = Serving::start(&mut folder.command(&["serve", "--http", "127.0.0.1:0"]));
    assert_ne!(other.said("token: "), token);
}

#[test]
fn the_token_of_a_file_is_not_printed_and_must_be_private() {
    let folder = Folder::new();
    let args = ["serve", "--http", "127.0.0.1:0", "--token-file", "token"];
    let refused = |word: &str| {
        let ran = folder.snaphook(&args, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stderr.contains(word), "{ran:?}");
    };
    refused("failed to read the token file");
    folder.write("token", "0123456789abcdef\n");
    let file = folder.path().join("token");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    refused("other users can read the token");
    private(&file);
    let mut server = Serving::start(&mut folder.command(&args));
    let mut client = HttpClient::new(server.http(), "0123456789abcdef");
    client.initialize();
    server.signal(rustix::process::Signal::TERM);
    server.ended();
    let said = server.all_said().join("\n");
    assert!(!said.contains("0123456789abcdef"), "{said}");
    folder.write("token", "short");
    refused("at least 16");
}

#[test]
fn addresses_that_others_can_reach_need_a_word() {
    let folder = Folder::new();
    let ran = folder.snaphook(&["serve", "--http", "0.0.0.0:0"], "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr
            .contains("refusing to listen on the non-loopback address"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("--allow-remote"), "{ran:?}");
    let args = ["serve", "--http", "0.0.0.0:0", "--allow-remote"];
    Serving::start(&mut folder.command(&args)).http();
}

#[test]
fn the_socket_is_private_and_another_server_does_not_take_it() {
    let folder = Folder::new();
    let args = ["serve", "--socket", "s"];
    let mut server = Serving::start(&mut folder.command(&args));
    server.socket(Path::new("s"));
    let mode = std::fs::symlink_metadata(folder.path().join("s"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let ran = folder.snaphook(&args, "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("another server is already listening"),
        "{ran:?}"
    );
    // One that was killed leaves its file; the next takes its place.
    server.signal(rustix::process::Signal::KILL);
    server.ended();
    assert!(folder.path().join("s").exists());
    let mut next = Serving::start(&mut folder.command(&args));
    next.socket(Path::new("s"));
}
