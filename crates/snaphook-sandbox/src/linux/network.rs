//! A network with nothing in it but a listener, which is handed to the proxy outside: a
//! socket belongs to the network that it was made in.

use std::io::{self, IoSlice};
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use nix::sched::{CloneFlags, unshare};
use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketAddrUnix,
    SocketFlags, SocketType, connect, recv, sendmsg, sendto, socket_with,
};
use rustix::process::{getegid, geteuid};

use crate::error::SandboxError;

/// Leaves the network of the machine. Root does it as it is; others become root of
/// nothing first.
pub(super) fn leave() -> Result<(), SandboxError> {
    let failed = |error: String| SandboxError::NoDomains(error);
    if unshare(CloneFlags::CLONE_NEWNET).is_ok() {
        return bring_up().map_err(|error| failed(error.to_string()));
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let views = CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET;
    unshare(views).map_err(|error| {
        failed(format!(
            "user namespaces are switched off ({error}); help: allow them, or remove \
            `network.allowedDomains`"
        ))
    })?;
    let map = || -> io::Result<()> {
        std::fs::write("/proc/self/setgroups", "deny")?;
        std::fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        std::fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
    };
    map().map_err(|error| failed(error.to_string()))?;
    bring_up().map_err(|error| failed(error.to_string()))
}

/// Switches on the loopback interface, the only one there is.
fn bring_up() -> io::Result<()> {
    const NEW_LINK: u16 = 16;
    const REQUEST_ACK: u16 = 1 | 4;
    const UP: u32 = 1;

    let kind = SocketType::RAW;
    let socket = socket_with(AddressFamily::NETLINK, kind, SocketFlags::CLOEXEC, None)?;
    let mut message = Vec::with_capacity(32);
    message.extend(32_u32.to_ne_bytes());
    message.extend(NEW_LINK.to_ne_bytes());
    message.extend(REQUEST_ACK.to_ne_bytes());
    message.extend(1_u32.to_ne_bytes());
    message.extend(0_u32.to_ne_bytes());
    // The interface: of any family and type, number 1, to be switched on.
    message.extend([0_u8; 4]);
    message.extend(1_i32.to_ne_bytes());
    message.extend(UP.to_ne_bytes());
    message.extend(UP.to_ne_bytes());
    sendto(
        &socket,
        &message,
        SendFlags::empty(),
        &SocketAddrNetlink::new(0, 0),
    )?;
    let mut answer = [0_u8; 256];
    let (length, _) = recv(&socket, &mut answer[..], RecvFlags::empty())?;
    let code = answer.get(16..20).filter(|_| length >= 20);
    let code = code
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(-1, i32::from_ne_bytes);
    match code {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(-code)),
    }
}

/// A listener in this network, handed to the proxy that waits at a socket. Returns its
/// port.
pub(super) fn hand_listener(proxy: &Path) -> Result<u16, SandboxError> {
    let hand = || -> io::Result<u16> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let socket: OwnedFd = socket_with(
            AddressFamily::UNIX,
            SocketType::STREAM,
            SocketFlags::CLOEXEC,
            None,
        )?;
        connect(&socket, &SocketAddrUnix::new(proxy)?)?;
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        let files = [listener.as_fd()];
        if !control.push(SendAncillaryMessage::ScmRights(&files)) {
            return Err(io::Error::other("no room for the listener"));
        }
        sendmsg(
            &socket,
            &[IoSlice::new(&[1])],
            &mut control,
            SendFlags::empty(),
        )?;
        // The proxy has it when it answers.
        let mut answer = [0_u8; 1];
        let (length, _) = recv(&socket, &mut answer[..], RecvFlags::empty())?;
        match length {
            0 => Err(io::Error::other("the proxy is gone")),
            _ => Ok(port),
        }
    };
    hand().map_err(|error| SandboxError::set_up("the proxy", error))
}
