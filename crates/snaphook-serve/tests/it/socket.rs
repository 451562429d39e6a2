//! The Unix socket: whom it lets in, and what is at its path.

use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;

use serde_json::json;
use snaphook_serve::{SocketError, SocketListener};
use tokio::net::UnixStream;

use crate::common::{TestServer, bash, builder, stop};
use crate::peer::Peer;

async fn connect(path: &Path) -> Peer<UnixStream> {
    let mut peer = Peer::over(UnixStream::connect(path).await.unwrap());
    peer.initialize(json!({})).await;
    peer
}

#[tokio::test]
async fn clients_at_a_socket_are_served_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let world = TestServer::hooks(&[json!({"command": "exit 2"})]);
    let socket = SocketListener::listen(&path).unwrap();
    let server = world.server.clone();
    let serving = tokio::spawn(async move { server.serve_socket(socket).await });
    let (mut one, mut other) = (connect(&path).await, connect(&path).await);
    one.start("s1").await;
    other.start("s2").await;
    for peer in [&mut one, &mut other] {
        assert_eq!(
            peer.execute(json!({"input": bash("ls")})).await["blocked"],
            true
        );
        assert_eq!(
            peer.execute(json!({"input": stop()})).await["blocked"],
            false
        );
    }
    assert_eq!(
        other
            .refused("session/end", json!({"sessionId": "s1"}))
            .await,
        -32001
    );
    world.server.end().await;
    serving.await.unwrap();
    one.until_hung_up().await;
    assert!(!path.exists());
}

#[tokio::test]
async fn only_its_user_may_use_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let socket = SocketListener::listen(&path).unwrap();
    let file = std::fs::symlink_metadata(&path).unwrap();
    assert!(file.file_type().is_socket());
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    // Nothing else is left there.
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    drop(socket);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[tokio::test]
async fn a_socket_where_somebody_listens_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let first = SocketListener::listen(&path).unwrap();
    let before = std::fs::symlink_metadata(&path).unwrap().ino();
    assert!(matches!(
        SocketListener::listen(&path),
        Err(SocketError::MessageResult(_))
    ));
    assert_eq!(std::fs::symlink_metadata(&path).unwrap().ino(), before);
    assert_eq!(first.path(), path);
}

#[tokio::test]
async fn what_a_dead_server_left_is_replaced_and_other_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    assert!(path.exists());
    let socket = SocketListener::listen(&path).unwrap();
    drop(socket);
    std::fs::write(&path, "precious").unwrap();
    assert!(matches!(
        SocketListener::listen(&path),
        Err(SocketError::NoSocket(_))
    ));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    let nowhere = path.join("below a file");
    assert!(matches!(
        SocketListener::listen(&nowhere),
        Err(SocketError::Io { .. })
    ));
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_made_for_its_user_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own/deeper/s");
    let socket = SocketListener::listen(&path).unwrap();
    for made in [path.parent().unwrap(), &folder.path().join("own")] {
        let mode = std::fs::metadata(made).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
    drop(socket);
}

#[tokio::test]
async fn a_folder_in_which_others_could_replace_the_socket_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let set = |mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path(), mode).unwrap();
    };
    let path = folder.path().join("s");
    // Its group is others, too.
    for mode in [0o777, 0o770] {
        set(mode);
        let refused = SocketListener::listen(&path);
        assert!(matches!(refused, Err(SocketError::OpenFolder(_))));
        assert!(!path.exists());
    }
    set(0o1777);
    drop(SocketListener::listen(&path).unwrap());
}

#[tokio::test]
async fn the_file_of_another_server_is_not_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let first = SocketListener::listen(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let second = SocketListener::listen(&path).unwrap();
    drop(first);
    assert!(path.exists());
    drop(second);
    assert!(!path.exists());
}

#[tokio::test]
async fn more_clients_than_may_be_wait_for_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let world = TestServer::limited(builder(), |options| options.clients = 1);
    let socket = SocketListener::listen(&path).unwrap();
    let server = world.server.clone();
    tokio::spawn(async move { server.serve_socket(socket).await });
    let first = connect(&path).await;
    let mut second = Peer::over(UnixStream::connect(&path).await.unwrap());
    let asked = second
        .send("initialize", json!({"protocolVersion": 1}))
        .await;
    drop(first);
    assert_eq!(second.result(asked).await["protocolVersion"], 1);
    world.server.end().await;
}
