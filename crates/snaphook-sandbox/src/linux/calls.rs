//! The system calls that a hook in a sandbox is refused, and why. Everything else is
//! allowed: Landlock holds files, and a call that is new to the kernel needs a look here.

use libc::c_long;

/// Calls that fail with "operation not permitted", whatever they are asked.
#[rustfmt::skip]
pub(super) const REFUSED: &[c_long] = &[
    // Other processes: their memory, their files, their registers.
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd, libc::SYS_kcmp, libc::SYS_process_madvise,
    // A ring does calls that nothing here sees.
    libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register,
    // Other views of the file system, and files by number instead of by path.
    libc::SYS_mount, libc::SYS_umount2, libc::SYS_pivot_root, libc::SYS_chroot,
    libc::SYS_open_tree, libc::SYS_move_mount, libc::SYS_fsopen, libc::SYS_fsconfig,
    libc::SYS_fsmount, libc::SYS_fspick, libc::SYS_mount_setattr, OPEN_TREE_ATTR,
    libc::SYS_setns, libc::SYS_open_by_handle_at, libc::SYS_fanotify_init,
    // What happens in folders that it cannot list.
    libc::SYS_inotify_add_watch,
    libc::SYS_quotactl, libc::SYS_quotactl_fd,
    // Owners, modes, attributes and times of files by their path: Landlock does not see
    // these. By an open file they are allowed, so what cannot be opened keeps them.
    libc::SYS_fchmodat, FCHMODAT2, libc::SYS_fchownat, libc::SYS_fchown,
    libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_removexattr,
    libc::SYS_lremovexattr, SETXATTRAT, REMOVEXATTRAT, FILE_SETATTR,
    libc::SYS_truncate, libc::SYS_mknodat,
    // Keys in the kernel.
    libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl,
    // The kernel itself, and the machine.
    libc::SYS_bpf, libc::SYS_perf_event_open, libc::SYS_userfaultfd, libc::SYS_init_module,
    libc::SYS_finit_module, libc::SYS_delete_module, libc::SYS_kexec_load, libc::SYS_reboot,
    libc::SYS_swapon, libc::SYS_swapoff, libc::SYS_acct, libc::SYS_syslog,
    libc::SYS_settimeofday, libc::SYS_clock_settime, libc::SYS_adjtimex,
    libc::SYS_clock_adjtime, libc::SYS_sethostname, libc::SYS_setdomainname,
    libc::SYS_vhangup, libc::SYS_lookup_dcookie, libc::SYS_move_pages, libc::SYS_migrate_pages,
    // Queues and memory that processes share by a number, outside of files.
    libc::SYS_msgget, libc::SYS_semget, libc::SYS_shmget, libc::SYS_shmat, libc::SYS_msgsnd,
    libc::SYS_msgrcv, libc::SYS_msgctl, libc::SYS_semop, libc::SYS_semtimedop,
    libc::SYS_semctl, libc::SYS_shmctl, libc::SYS_mq_open, libc::SYS_mq_unlink,
];

/// The same on processors that still have the old names of them.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub(super) const REFUSED_OLD: &[c_long] = &[
    libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes,
    libc::SYS_futimesat, libc::SYS_mknod, libc::SYS_iopl, libc::SYS_ioperm,
    libc::SYS_modify_ldt, libc::SYS_kexec_file_load, libc::SYS_uselib,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const REFUSED_OLD: &[c_long] = &[];

// Newer than the table of `libc`; the numbers are the same on every processor.
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const OPEN_TREE_ATTR: c_long = 467;
const FILE_SETATTR: c_long = 469;

/// Calls that change how a process is run, and which argument says whose; 0 is the caller.
/// Landlock does not hold these, and a limit can end a process as a signal does.
pub(super) const OF_OTHERS: &[(c_long, u8)] = &[
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
];

/// Flags of `clone` and `unshare` that make another view of the machine.
pub(super) const NEW_VIEWS: &[libc::c_int] = &[
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
    0x80, // CLONE_NEWTIME
];

/// Requests of `ioctl` that type into a terminal.
pub(super) const TYPING: &[u32] = &[0x5412, 0x541C]; // TIOCSTI, TIOCLINUX
