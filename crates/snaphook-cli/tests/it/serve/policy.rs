//! The policy of an organisation under a running server.

use std::time::Duration;

use serde_json::json;

use super::client::{Client, Lines};
use super::process::Serving;
use crate::policy::Organisation;

/// How often something is tried again; a limit only against hanging.
const TRIES: usize = 1200;

#[test]
fn a_server_fetches_its_policy_and_swaps_it_under_its_clients() {
    let org = Organisation::new();
    org.server.hold_requests();
    org.manage(&json!({"pollSeconds": 100, "onStale": "block"}));
    let mut server = Serving::start(&mut org.world.command(&["serve"]));
    let (stdin, stdout) = server.pipes();
    let mut client = Lines::new(stdout, stdin);
    client.initialize();
    let mut blocks = |command: &str| {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}});
        client.ask("hooks/execute", json!({"input": input}))["outcome"]["blocked"] == true
    };
    assert!(blocks("ls"), "there is no policy yet");
    org.publish(org.bundle("rmrf", &["--sequence", "1"]));
    let mut tries = (0..TRIES).take_while(|_| blocks("ls"));
    tries
        .by_ref()
        .for_each(|_| std::thread::sleep(Duration::from_millis(100)));
    drop(tries);
    assert!(blocks("rmrf") && !blocks("ls"));
    org.server.wait_for("wait=100");
    org.publish(org.bundle("sudo", &["--sequence", "2"]));
    // Both words in one command: no event sees neither policy.
    for _ in 0..TRIES {
        assert!(blocks("rmrf sudo"));
        if blocks("sudo") {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(blocks("sudo") && !blocks("rmrf"));
}
