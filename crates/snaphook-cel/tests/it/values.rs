//! What is known is true or false.

use serde_json::json;

use crate::support::{False, True, explain, of_line, test};

#[test]
fn commands_are_seen_as_conditions_see_them() {
    for (expression, line) in [
        (
            "commands.exists(c, c.name == 'rm')",
            "cd x && sudo /bin/rm -r y",
        ),
        (
            "commands.exists(c, c.name == 'rm' && '-r' in c.args)",
            "rm -r y",
        ),
        (
            "commands.exists(c, c.name == 'rm' && 'sudo' in c.wrapper)",
            "sudo rm y",
        ),
        (
            "commands.exists(c, c.name == 'git' && c.subcommand == 'push')",
            "git -C x push",
        ),
        (
            "commands.exists(c, c.redirections.exists(r, r.access == 'write' && r.path == '/etc/x'))",
            "echo a > /etc/x",
        ),
        (
            "commands.exists(c, c.text.contains('push origin'))",
            "bash -c 'git push origin'",
        ),
        ("commands.all(c, c.certain)", "ls && pwd"),
        ("commands.size() == 2", "ls; pwd"),
        ("commands[0].name == 'ls'", "ls; pwd"),
        ("commands.map(c, c.name) == ['ls', 'pwd']", "ls; pwd"),
        ("commands.filter(c, c.name == 'ls').size() == 1", "ls; pwd"),
        ("commands.exists_one(c, c.name == 'ls')", "ls; pwd"),
        (
            "commands.exists(c, c.args.exists(a, a.matches('^-[a-z]*r')))",
            "rm -fr x",
        ),
    ] {
        assert_eq!(of_line(expression, line), True, "{expression} on {line}");
        assert_eq!(
            of_line(&format!("!({expression})"), line),
            False,
            "{expression}"
        );
    }
    assert_eq!(
        of_line("commands.exists(c, c.name == 'rm')", "echo 'rm x'"),
        False
    );
}

#[test]
fn paths_are_resolved() {
    let outside = "paths.exists(p, p.access == 'write' && !p.inside)";
    for (tool, input, expected) in [
        ("Write", json!({"file_path": "/etc/x", "content": ""}), True),
        (
            "Write",
            json!({"file_path": "../../etc/x", "content": ""}),
            True,
        ),
        (
            "Write",
            json!({"file_path": "../lib/x", "content": ""}),
            False,
        ),
        (
            "Write",
            json!({"file_path": "/repo/link/x", "content": ""}),
            True,
        ),
        ("Read", json!({"file_path": "/etc/x"}), False),
        ("Bash", json!({"command": "echo x > /etc/x"}), True),
        ("Bash", json!({"command": "cp a ../../x"}), True),
        ("Bash", json!({"command": "cp a b"}), False),
        ("Bash", json!({"command": "rm build/*.o"}), False),
        ("Bash", json!({"command": "cat ~/.ssh/id"}), False),
    ] {
        assert_eq!(test(outside, tool, &input), Ok(expected), "{tool} {input}");
    }
    let resolved = "paths.exists(p, p.resolved == '/etc/x' && p.path == '/repo/link/x')";
    let input = json!({"file_path": "/repo/link/x", "content": ""});
    assert_eq!(test(resolved, "Write", &input), Ok(True));
}

#[test]
fn urls_have_parts() {
    for (expression, url) in [
        (
            "url.host == 'example.com' && url.scheme == 'https' && url.port == 443",
            "HTTPS://me@Example.com/x",
        ),
        (
            "url.host == '127.0.0.1' && url.port == 8080",
            "http://2130706433:8080/",
        ),
        ("url.host.endsWith('.example.com')", "http://a.example.com"),
    ] {
        let input = json!({"url": url, "prompt": "x"});
        assert_eq!(
            test(expression, "WebFetch", &input),
            Ok(True),
            "{expression} {url}"
        );
    }
    assert_eq!(of_line("url.host == ''", "ls"), True);
}

#[test]
fn the_input_the_session_and_the_environment_are_there() {
    for expression in [
        "tool_name == 'Bash'",
        "cwd.startsWith('/repo')",
        "tool_input.command == 'ls -l'",
        "'command' in tool_input && !has(tool_input.file_path)",
        "session.calls == 7 && session.denials > 1 && session.minutes >= 30",
        "'Read' in session.tools && !('Write' in session.tools)",
        "env.CI == 'true' && env.USER == ''",
        "permission_mode == null",
        "size('äö') == 2 && 'aB'.lowerAscii() == 'ab'",
        "7 / 2 == 3 && 7 % 2 == 1 && 7.0 / 2.0 == 3.5 && 1 < 1.5 && 2u == 2",
        "string(5) == '5' && int('5') == 5 && double('1.5') == 1.5",
        "{'a': [1, 2]}.a[1] == 2",
        "(tool_name == 'Bash' ? 1 : 2) == 1",
        "tool_input.exists(k, k == 'command')",
    ] {
        assert_eq!(of_line(expression, "ls -l"), True, "{expression}");
    }
}

#[test]
fn each_part_is_explained() {
    let parts = explain(
        "tool_name == 'Bash' && commands.exists(c, c.name == 'rm')",
        "$X; ls",
    );
    let shown: Vec<String> = parts
        .iter()
        .map(|part| format!("{}{} = {}", " ".repeat(part.depth), part.text, part.value))
        .collect();
    assert!(shown[0].ends_with("= unknown"), "{shown:#?}");
    assert_eq!(shown[1], " tool_name == \"Bash\" = true");
    assert_eq!(shown[2], "  tool_name = \"Bash\"");
    assert_eq!(shown[3], " commands.exists(c, c.name == \"rm\") = unknown");
    assert!(
        shown[4].starts_with("  commands = [{\"name\": unknown"),
        "{shown:#?}"
    );
}
