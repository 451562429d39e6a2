//! Attacks over the network and over sockets of the machine.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use crate::inside::{AttackWorld, can_try};

#[test]
fn nothing_is_reached_over_the_network() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for text in [
        format!("socket.create_connection(('127.0.0.1', {port}))"),
        format!(
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))"
        ),
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)".to_owned(),
        "socket.socket(socket.AF_INET, socket.SOCK_STREAM).bind(('127.0.0.1', 0))".to_owned(),
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)".to_owned(),
        "socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)".to_owned(),
    ] {
        world.python_attack(&text);
    }
    if rustix::process::geteuid().is_root() {
        world.python_attack("socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)");
        world.python_attack("socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)");
    }
}

#[test]
fn no_socket_of_the_machine_is_reached() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    // As an ssh-agent, docker or dbus waits.
    let _by_path = UnixListener::bind(world.path("outside/agent.sock")).unwrap();
    let _in_project = UnixListener::bind(world.path("project/src/agent.sock")).unwrap();
    let name = format!("snaphook-sandbox-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let _by_name = UnixListener::bind_addr(&address).unwrap();
    for text in [
        "socket.socket(socket.AF_UNIX).connect(ROOT + '/outside/agent.sock')".to_owned(),
        "socket.socket(socket.AF_UNIX).connect(ROOT + '/project/src/agent.sock')".to_owned(),
        format!("socket.socket(socket.AF_UNIX).connect('\\0{name}')"),
    ] {
        world.python_attack(&text);
    }
}

#[test]
fn a_pair_of_sockets_is_not_turned_to_others() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    let _waiting = std::os::unix::net::UnixDatagram::bind(world.path("outside/log.sock")).unwrap();
    for kind in ["SOCK_DGRAM", "SOCK_RAW"] {
        world.python_attack(&format!(
            "a, b = socket.socketpair(socket.AF_UNIX, socket.{kind})\n\
             a.sendto(b'x', ROOT + '/outside/log.sock')"
        ));
    }
    let pair = "import socket; a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'";
    world.works(&format!("/usr/bin/python3 -I -c \"{pair}\""));
}
