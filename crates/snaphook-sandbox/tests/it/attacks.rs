//! Attacks on files, processes and the kernel. Each works outside and fails inside.

use std::process::Stdio;

use serde_json::json;

use crate::inside::{AttackWorld, KEY, can_try, said};

#[test]
fn what_a_hook_needs_works() {
    if !can_try(&[]) {
        return;
    }
    let world = AttackWorld::new();
    for text in [
        "cat src/a b && ls . src",
        "echo c > src/c && mv src/c src/d && rm src/d && mkdir -p src/x && rmdir src/x",
        "echo more >> b",
        "echo t > $TMPDIR/t && cat $TMPDIR/t",
        "echo x > /dev/null; head -c 4 /dev/urandom > /dev/null",
        "(sleep 0 & wait) && sh -c 'kill -0 $$' && cat /proc/self/status /etc/passwd > /dev/null",
        "sleep 100 & kill $!; wait $!; test $? = 143",
        "ln -s a src/l && ln src/a src/h && touch src/a && cat src/l src/h && rm src/l src/h",
    ] {
        world.works(text);
    }
}

#[test]
fn a_planted_key_is_not_read() {
    if !can_try(&[]) {
        return;
    }
    let world = AttackWorld::new();
    for text in [
        "cat $ROOT/home/.ssh/id",
        "ls $ROOT/home/.ssh | grep id",
        "cat $ROOT/home/notes",
        "cat $ROOT/home/code/other/.env",
        "cat $ROOT/outside/file",
        "cat ../home/.ssh/id",
        "cd $ROOT/home/.ssh && cat id",
        "cp $ROOT/home/.ssh/id src/id",
        "sh -c 'sh -c \"cat $ROOT/home/.ssh/id\"'",
        // Not to be seen through /proc, with or without a process outside.
        "cat /proc/self/root$ROOT/home/.ssh/id",
        "cat /proc/self/cwd/../home/.ssh/id",
        "cat /proc/$PPID/root$ROOT/home/.ssh/id",
        "tr '\\0' '\\n' < /proc/$PPID/environ | grep PATH",
        "ls /proc/$PPID/fd/ /proc/$PPID/cwd/ /proc/$PPID/root/",
    ] {
        world.shell_attack(text);
    }
}

#[test]
fn links_and_renames_lead_nowhere() {
    if !can_try(&[]) {
        return;
    }
    for text in [
        "ln -s $ROOT/home/.ssh src/s; cat src/s/id",
        "ln -s $ROOT/home/.ssh/id $TMPDIR/s; cat $TMPDIR/s",
        "ln $ROOT/home/.ssh/id src/h && cat src/h",
        "mv $ROOT/home/.ssh src/moved && cat src/moved/id && mv src/moved $ROOT/home/.ssh",
        "ln -s $ROOT/outside src/o; echo x > src/o/new",
        "ln -s $ROOT/outside/file src/f; echo x > src/f",
        "mv src ../outside/src && mv ../outside/src src",
    ] {
        AttackWorld::new().shell_attack(text);
    }
}

#[test]
fn a_link_that_an_earlier_run_left_opens_nothing() {
    if !can_try(&[]) {
        return;
    }
    let open = json!({"filesystem": {"allowWrite": ["build/out"]}});
    let world = AttackWorld::new().with(open);
    std::fs::create_dir(world.path("outside/out")).unwrap();
    std::os::unix::fs::symlink(world.path("outside"), world.path("project/build")).unwrap();
    world.shell_attack("echo x > build/out/y");
}

#[test]
fn nothing_outside_is_written() {
    if !can_try(&[]) {
        return;
    }
    let world = AttackWorld::new();
    for text in [
        "echo x > $ROOT/outside/new",
        "echo x >> $ROOT/outside/file",
        "echo x > $ROOT/home/.bashrc",
        "mkdir $ROOT/outside/d",
        "rm -r $ROOT/outside/d",
        "rm $ROOT/outside/new",
        "chmod 600 $ROOT/outside/file",
        "touch -d 2001-01-01 $ROOT/outside/file",
        "mkfifo $ROOT/outside/p",
        "cp src/a $ROOT/outside/a",
        "mv $ROOT/outside/a $ROOT/outside/b",
    ] {
        world.shell_attack(text);
    }
}

#[test]
fn what_runs_later_outside_is_not_written() {
    if !can_try(&[]) {
        return;
    }
    for text in [
        "echo x > .git/hooks/pre-commit",
        "echo x > .git/config",
        "mkdir .claude && echo x > .claude/settings.json",
        "mkdir -p .snaphook .vscode",
        "mv .git .g",
        "mv .git src/g",
        "ln -s src .claude",
        "ln src/a .mcp.json",
        "mv src/a .envrc",
    ] {
        AttackWorld::new().shell_attack(text);
    }
}

#[test]
fn holes_in_what_is_open_are_closed() {
    if !can_try(&[]) {
        return;
    }
    let holes = json!({"filesystem": {
        "allowRead": ["~"], "denyRead": ["src/secret"], "denyWrite": ["src/fixed"],
    }});
    let world = AttackWorld::new().with(holes);
    std::fs::create_dir_all(world.path("project/src/secret")).unwrap();
    std::fs::write(world.path("project/src/secret/k"), KEY).unwrap();
    world.works("cat $ROOT/home/notes && cat src/a && echo x > src/a");
    world.shell_attack("cat src/secret/k");
    world.shell_attack("mv src/secret src/s && cat src/s/k && mv src/s src/secret");
    world.shell_attack("cat $ROOT/home/.ssh/id");
    world.shell_attack("echo x > src/fixed");
}

#[test]
fn root_keeps_no_right_over_the_machine() {
    if !can_try(&["python3"]) || !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root has rights to give up");
        return;
    }
    let world = AttackWorld::new();
    for text in [
        "cat /etc/shadow",
        "mount -t tmpfs none $ROOT/outside && umount $ROOT/outside",
        "chroot / true",
        "nice -n -5 true 2>&1 | grep -q . && exit 1; exit 0",
    ] {
        world.shell_attack(text);
    }
}

#[test]
fn other_processes_are_left_alone() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    let mut victim = std::process::Command::new("/bin/sleep");
    // It must not keep a pipe of the tests open if one of them fails.
    victim
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut victim = victim.arg("600").spawn().unwrap();
    let id = victim.id();
    for text in [
        format!("os.kill({id}, 0)"),
        format!("os.kill({id}, 18)"),
        format!("call(424, 424, os.pidfd_open({id}), 18, None, 0)"),
        // Attach, and let go.
        format!(
            "call(101, 117, 0x4206, {id}, 0, 0) if False else call(101, 117, 16, {id}, 0, 0); \
            os.waitpid({id}, 0x40000000); call(101, 117, 17, {id}, 0, 0)"
        ),
        format!("open('/proc/{id}/mem', 'rb')"),
        format!("open('/proc/{id}/environ', 'rb').read()[0]"),
        format!("os.readlink('/proc/{id}/exe')"),
        "os.setpriority(os.PRIO_PGRP, 0, os.getpriority(os.PRIO_PROCESS, 0))".to_owned(),
        format!("os.setpriority(os.PRIO_PROCESS, {id}, 5)"),
        format!("os.sched_setaffinity({id}, os.sched_getaffinity(0))"),
        format!("import resource; resource.prlimit({id}, resource.RLIMIT_CORE, (0, 0))"),
    ] {
        world.python_attack(&text);
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
}

#[test]
fn calls_around_the_sandbox_are_refused() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    for text in [
        // io_uring
        "call(425, 425, 8, ctypes.create_string_buffer(512))",
        // A child's memory, which outside may be read.
        "b = ctypes.create_string_buffer(8); v = struct.pack('PN', ctypes.addressof(b), 8)\n\
         call(310, 270, os.getpid(), v, 1, v, 1, 0)",
        // unshare, clone and clone3 for a view of one's own
        "assert libc.unshare(0x10000000) == 0",
        "assert libc.unshare(0x00020000 | 0x10000000) == 0",
        "p = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)\nif p == 0: os._exit(0)\nos.waitpid(p, 0)",
        "a = struct.pack('11Q', 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)\n\
         p = call(435, 435, a, 88)\nif p == 0: os._exit(0)\nos.waitpid(p, 0)",
        // keys of the kernel
        "call(250, 219, 0, -3, 1)",
        // chmod and xattr by path; by an open file they are allowed
        "os.chmod(ROOT + '/outside/file', 0o640)",
        "os.utime(ROOT + '/outside/file', (1, 1))",
        "os.truncate(ROOT + '/outside/file', 3)",
        // memory that is shared by number
        "call(29, 194, 0, 4096, 0o1600)",
    ] {
        world.python_attack(text);
    }
}

#[test]
fn a_program_from_memory_is_held_as_well() {
    if !can_try(&["python3"]) {
        return;
    }
    let world = AttackWorld::new();
    world.python_attack(
        "f = os.memfd_create('x', 0)\nos.write(f, open('/bin/cat', 'rb').read())\n\
         os.execv(f'/proc/self/fd/{f}', ['cat', ROOT + '/home/.ssh/id'])",
    );
}

#[test]
fn nothing_is_typed_into_a_terminal() {
    if !can_try(&["python3"]) {
        return;
    }
    // A terminal of one's own, which may be typed into even where the kernel forbids it
    // for others; where it cannot outside, there is nothing to try.
    let text = "import pty, fcntl\nm, s = os.openpty()\nfcntl.ioctl(s, 0x541C, b'\\0')";
    let world = AttackWorld::new();
    let inside = world.inside(
        "/usr/bin/python3",
        &["-I", "-c", &format!("import os\n{text}")],
    );
    assert!(!inside.status.success(), "{}", said(&inside));
    // Directly at the filter: a request that is refused fails otherwise than one that is
    // not for this file.
    let text = "import os, fcntl, errno\n\
        r, w = os.pipe()\n\
        try: fcntl.ioctl(r, 0x5412, b'x')\n\
        except OSError as e: print(e.errno == errno.EPERM)";
    let answer =
        |output: std::process::Output| String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let args = ["-I", "-c", text];
    assert_eq!(answer(world.outside("/usr/bin/python3", &args)), "False");
    assert_eq!(answer(world.inside("/usr/bin/python3", &args)), "True");
}

#[test]
fn what_a_hook_leaves_behind_ends_with_it() {
    if !can_try(&["setsid"]) {
        return;
    }
    let world = AttackWorld::new();
    let text = "setsid sh -c 'sleep 600 & echo $! > src/daemon; wait' > /dev/null 2>&1 < /dev/null &\n\
        while ! test -s src/daemon; do :; done; cat src/daemon";
    let inside = world.inside("/bin/sh", &["-c", text]);
    let id = String::from_utf8_lossy(&inside.stdout).trim().to_owned();
    assert!(id.parse::<u32>().is_ok(), "{}", said(&inside));
    // Its end is the last thing that the thread does; a zombie has ended as well.
    let is_alive = || {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
    };
    while is_alive() {
        std::thread::yield_now();
    }
}
