//! Hooks with domains: they reach those, through the proxy, and nothing else.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::Output;

use serde_json::json;
use snaphook_sandbox::{AddressRule, PreparedSandbox, SandboxProxy, SandboxedStart};

use crate::inside::{AttackWorld, can_try, said};

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "only_allowed_domains_are_reached",
        only_allowed_domains_are_reached,
    ),
    (
        "a_name_that_leads_to_the_machine_is_refused",
        a_name_that_leads_to_the_machine_is_refused,
    ),
    (
        "variables_of_the_hook_load_nothing_into_the_launcher",
        variables_of_the_hook_load_nothing_into_the_launcher,
    ),
    (
        "the_rest_of_the_sandbox_holds",
        the_rest_of_the_sandbox_holds,
    ),
];

/// A server that answers `hello` to everybody.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let mut asked = [0; 1024];
            let _ = client.read(&mut asked);
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";
            let _ = client.write_all(answer.as_bytes());
        }
    });
    address
}

/// Runs Python text with a launcher and a proxy.
fn launched(world: &AttackWorld, addresses: AddressRule, text: &str) -> Output {
    let hosts = ["a.example", "b.example"].map(|name| (name.to_owned(), server()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let _entered = runtime.enter();
    let temp = world.path("temp");
    let policy = world.policy();
    let proxy = SandboxProxy::start(&temp, policy.domains.clone(), addresses, hosts.into());
    let proxy = proxy.unwrap();
    let own = std::env::current_exe().unwrap();
    let start = SandboxedStart {
        temp: &temp,
        files: &[],
        launcher: Some(&own),
        proxy: Some(&proxy),
    };
    let prepared = PreparedSandbox::new(policy);
    let args = ["-I", "-c", text].map(Into::into);
    let command = prepared
        .command(&start, "/usr/bin/python3".as_ref(), &args)
        .unwrap()
        .unwrap();
    let mut spawned = std::process::Command::new(&command.program);
    spawned
        .args(&command.args)
        .current_dir(world.path("project"))
        .env("ROOT", world.path(""))
        // Code of the hook's choice must not get into the launcher.
        .env("LD_PRELOAD", "/nonexistent/evil.so")
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    command.hide_variables(&mut spawned);
    let (child, confinement) = prepared
        .start(&start, true, (), move || spawned.spawn())
        .unwrap();
    let output = child.unwrap().wait_with_output().unwrap();
    drop(confinement);
    output
}

fn world() -> Option<AttackWorld> {
    if !can_try(&["python3"]) {
        return None;
    }
    let domains = json!({"network": {"allowedDomains": ["a.example"]}});
    let world = AttackWorld::new().with(domains);
    // Where user namespaces are switched off there is nothing to try.
    let tried = launched(&world, AddressRule::Public, "");
    let said = said(&tried);
    if said.contains("domains cannot be allowed") {
        eprintln!("skipped: {said}");
        return None;
    }
    assert!(tried.status.success(), "{said}");
    Some(world)
}

const GET: &str = "import urllib.request, socket\n\
    def get(url):\n    try: return urllib.request.urlopen(url, timeout=20).read().decode()\n    \
    except Exception as e: return getattr(e, 'code', None) or type(e).__name__\n";

/// The loader of the hook's program complains about what is not there; that of the
/// launcher, which starts first, has not seen it.
fn variables_of_the_hook_load_nothing_into_the_launcher() {
    let Some(world) = world() else { return };
    let text = "import os; print(os.environ['LD_PRELOAD'], os.environ['ROOT'] != '')";
    let output = launched(&world, AddressRule::Public, text);
    assert_eq!(
        output.stdout,
        b"/nonexistent/evil.so True\n",
        "{}",
        said(&output)
    );
    let complaints = said(&output).matches("evil.so' from LD_PRELOAD").count();
    assert!(complaints <= 1, "{}", said(&output));
}

fn only_allowed_domains_are_reached() {
    let Some(world) = world() else { return };
    let text = format!(
        "{GET}print(get('http://a.example/'), get('http://b.example/'), get('http://127.0.0.1/'))\n\
        p = urllib.request.getproxies()['http'].split(':')[-1]\n\
        s = socket.create_connection(('127.0.0.1', int(p)))\n\
        s.send(b'CONNECT a.example:80 HTTP/1.1\\r\\n\\r\\n'); print(s.recv(12).decode())"
    );
    let output = launched(&world, AddressRule::PublicAndLoopback, &text);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text, "hello 403 403\nHTTP/1.1 200\n", "{}", said(&output));
}

fn a_name_that_leads_to_the_machine_is_refused() {
    let Some(world) = world() else { return };
    let output = launched(
        &world,
        AddressRule::Public,
        &format!("{GET}print(get('http://a.example/'))"),
    );
    assert_eq!(output.stdout, b"403\n", "{}", said(&output));
}

fn the_rest_of_the_sandbox_holds() {
    let Some(world) = world() else { return };
    let outside = server();
    let port = outside.port();
    let _agent = std::os::unix::net::UnixListener::bind(world.path("outside/agent")).unwrap();
    for attack in [
        "open(ROOT + '/home/.ssh/id').read()".to_owned(),
        "open(ROOT + '/outside/new', 'w')".to_owned(),
        format!("socket.create_connection(('127.0.0.1', {port}), timeout=5)"),
        "socket.create_connection(('1.1.1.1', 80), timeout=5)".to_owned(),
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)".to_owned(),
        "socket.socket(socket.AF_UNIX).connect(ROOT + '/outside/agent')".to_owned(),
        format!("os.kill({}, 0)", std::process::id()),
        "assert ctypes.CDLL(None).unshare(0x10000000) == 0".to_owned(),
    ] {
        let text = format!("import ctypes, os, socket\nROOT = os.environ['ROOT']\n{attack}");
        let output = launched(&world, AddressRule::PublicAndLoopback, &text);
        assert!(
            !output.status.success(),
            "it works inside: {attack}\n{}",
            said(&output)
        );
        assert!(
            said(&output).contains("Error"),
            "{attack}\n{}",
            said(&output)
        );
    }
}
