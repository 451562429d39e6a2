//! The seccomp filters: made once for a process, put on one thread.
//!
//! There are two, for two answers: `clone3` and calls of another numbering (x32) do not
//! exist, so that programs fall back to calls whose arguments can be seen; the rest is
//! not permitted. Another processor's calls end the process.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

use super::calls::{NEW_VIEWS, OF_OTHERS, REFUSED, REFUSED_OLD, TYPING};
use crate::error::SandboxError;

/// Which sockets a hook may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SocketUse {
    /// None but pairs that are connected to each other.
    None,
    /// TCP, in a network that holds nothing but a proxy.
    Tcp,
}

/// Puts the filters on this thread. It also gives up gaining rights by `execve`.
pub(super) fn apply(sockets: SocketUse) -> Result<(), SandboxError> {
    static NONE: OnceLock<Result<BpfProgram, String>> = OnceLock::new();
    static TCP: OnceLock<Result<BpfProgram, String>> = OnceLock::new();
    let made = match sockets {
        SocketUse::None => NONE.get_or_init(|| program(sockets)),
        SocketUse::Tcp => TCP.get_or_init(|| program(sockets)),
    };
    let failed = |why: String| SandboxError::set_up("seccomp", why);
    let program = made.as_ref().map_err(|why| failed(why.clone()))?;
    let apply = |program: &[sock_filter]| {
        seccompiler::apply_filter(program).map_err(|error| failed(error.to_string()))
    };
    // The second is put on first: it refuses what the first would let pass unseen.
    apply(&unknown_calls())?;
    apply(program)
}

fn program(sockets: SocketUse) -> Result<BpfProgram, String> {
    let error = |error: seccompiler::BackendError| error.to_string();
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(error)?;
    let rules = rules(sockets).map_err(error)?;
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, arch).map_err(error)?;
    filter.try_into().map_err(error)
}

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

fn rules(sockets: SocketUse) -> Result<Rules, seccompiler::BackendError> {
    let is = |arg, op, value: u64| SeccompCondition::new(arg, Len::Dword, op, value);
    let all = |conditions: Vec<SeccompCondition>| SeccompRule::new(conditions);
    let always = REFUSED.iter().chain(REFUSED_OLD);
    let mut rules: Rules = always.map(|call| (*call, Vec::new())).collect();

    let views = NEW_VIEWS.iter().map(|flag| *flag as u64);
    for call in [libc::SYS_clone, libc::SYS_unshare] {
        let flags = views.clone();
        let flags = flags.map(|flag| all(vec![is(0, Op::MaskedEq(flag), flag)?]));
        rules.insert(call, flags.collect::<Result<_, _>>()?);
    }
    let typing = TYPING
        .iter()
        .map(|request| all(vec![is(1, Op::Eq, (*request).into())?]));
    rules.insert(libc::SYS_ioctl, typing.collect::<Result<_, _>>()?);
    // Limits, priorities and processors of others: of itself a process may set them.
    for (call, others) in OF_OTHERS {
        let others = SeccompCondition::new(*others, Len::Dword, Op::Ne, 0)?;
        rules.insert(*call, vec![all(vec![others])?]);
    }
    // Groups and users, of which 0 is the caller's own.
    for (call, process) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        let many = all(vec![is(0, Op::Ne, process)?])?;
        rules.entry(call).or_default().push(many);
    }
    let to_set = SeccompCondition::new(2, Len::Qword, Op::Ne, 0)?;
    let of_other = is(0, Op::Ne, 0)?;
    rules.insert(libc::SYS_prlimit64, vec![all(vec![of_other, to_set])?]);
    // With a path; of an open file the times may be set.
    let with_path = SeccompCondition::new(1, Len::Qword, Op::Ne, 0)?;
    rules.insert(libc::SYS_utimensat, vec![all(vec![with_path])?]);

    // A pair of datagram sockets could be turned to any name.
    let kind = |op: fn(u64) -> Op, value: i32| is(1, op(0xf), value as u64);
    let not_a_pair = [
        libc::SOCK_DGRAM,
        libc::SOCK_RAW,
        libc::SOCK_RDM,
        libc::SOCK_DCCP,
    ];
    let not_a_pair = not_a_pair.map(|value| all(vec![kind(Op::MaskedEq, value)?]));
    let mut pairs: Vec<_> = not_a_pair.into_iter().collect::<Result<_, _>>()?;
    pairs.push(all(vec![is(0, Op::Ne, libc::AF_UNIX as u64)?])?);
    rules.insert(libc::SYS_socketpair, pairs);
    let made = match sockets {
        SocketUse::None => Vec::new(),
        SocketUse::Tcp => {
            let others = [
                libc::SOCK_DGRAM,
                libc::SOCK_RAW,
                libc::SOCK_RDM,
                libc::SOCK_SEQPACKET,
                libc::SOCK_DCCP,
            ];
            let others = others.map(|value| all(vec![kind(Op::MaskedEq, value)?]));
            let mut refused: Vec<_> = others.into_iter().collect::<Result<_, _>>()?;
            refused.push(all(vec![
                is(0, Op::Ne, libc::AF_INET as u64)?,
                is(0, Op::Ne, libc::AF_INET6 as u64)?,
            ])?);
            refused
        }
    };
    rules.insert(libc::SYS_socket, made);
    Ok(rules)
}

/// Calls that programs can do without: they try older ones when these do not exist.
fn unknown_calls() -> Vec<sock_filter> {
    const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
    const IS: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    const AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    const ALLOW: u32 = 0x7fff_0000;
    const ERROR: u32 = 0x0005_0000;
    /// From here on, calls of x32 on x86-64; no processor has so many of its own.
    const OTHER_NUMBERS: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    vec![
        step(LOAD, 0, 0, 0),
        step(AT_LEAST, 2, 0, OTHER_NUMBERS),
        step(IS, 1, 0, libc::SYS_clone3 as u32),
        step(RETURN, 0, 0, ALLOW),
        step(RETURN, 0, 0, ERROR | libc::ENOSYS as u32),
    ]
}
