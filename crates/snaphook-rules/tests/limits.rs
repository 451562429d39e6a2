//! Nothing that is fed in can exhaust the stack, the time or the patience.
#![cfg(test)]

mod common;

use std::time::Instant;

use common::bash;
use snaphook_rules::{Analysis, Unknown};

/// Everything that nests: what opens it, what stands inside, what closes it.
const NESTS: [(&str, &str, &str); 24] = [
    ("(", "rm x", ")"),
    ("( ", "rm x", " )"),
    ("{ ", "rm x;", " }"),
    ("$(", "rm x", ")"),
    ("\"$(", "rm x", ")\""),
    ("$((", "1", "))"),
    ("$[", "1", "]"),
    ("${x:-", "y", "}"),
    ("\"${x:-", "y", "}\""),
    ("${x:-$(", "rm x", ")}"),
    ("<(", "rm x", ")"),
    ("if ", "rm x", "; then :; fi"),
    ("if :; then ", "rm x", "; fi"),
    ("while ", "rm x", "; do :; done"),
    ("for i in a; do ", "rm x", "; done"),
    ("case x in x) ", "rm x", ";; esac"),
    ("f() { ", "rm x;", " }"),
    ("f() (", "rm x", ")"),
    ("coproc { ", "rm x;", " }"),
    ("a=(", "x", ")"),
    ("((", "1", "))"),
    ("@(", "x", ")"),
    ("[[ -n $(", "rm x", ") ]]"),
    ("a[$(", "rm x", ")]=1"),
];

fn nested(depth: usize, (open, inside, close): (&str, &str, &str)) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

/// The stack of a spawned thread is 2 MiB; tests run unoptimised.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(2 * 1024 * 1024)
        .spawn(work)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn any_depth_fits_the_stack() {
    on_small_stack(|| {
        for nest in NESTS {
            for depth in [1, 50, 150, 190, 199, 200, 201, 1_000, 5_000] {
                let script = nested(depth, nest);
                let _ = Analysis::of(&script);
                // Unclosed, too.
                let _ = Analysis::of(&script[..script.len() / 2]);
            }
        }
    });
}

#[test]
fn nesting_over_the_limit_is_unknown() {
    for nest in NESTS {
        let script = nested(1_000, nest);
        assert!(!Analysis::of(&script).unknown().is_empty(), "{nest:?}");
    }
}

#[test]
fn nesting_within_the_limit_is_read() {
    for depth in [1, 20, 90] {
        for nest in [
            ("( ", "rm x", " )"),
            ("{ ", "rm x;", " }"),
            ("echo $(", "rm x", ")"),
            ("echo \"$(", "rm x", ")\""),
            ("if :; then ", "rm x", "; fi"),
        ] {
            let script = nested(depth, nest);
            assert!(Analysis::of(&script).unknown().is_empty(), "{script}");
            assert!(bash("Bash(rm *)", &script).possible, "{script}");
            assert!(!bash("Bash(ls *)", &script).possible, "{script}");
        }
    }
}

#[test]
fn length_over_the_limit_is_unknown() {
    let long = format!("ls {}", "x".repeat(64 * 1024));
    assert!(matches!(
        Analysis::of(&long).unknown(),
        [Unknown::TooLong { limit: 65536 }]
    ));
    assert!(bash("Bash(rm *)", &long).possible);
    let within = format!("ls {}", "x".repeat(64 * 1024 - 3));
    assert!(!bash("Bash(rm *)", &within).possible);
}

#[test]
fn hostile_shapes_take_little_time() {
    let shapes = [
        "$((".repeat(20_000),
        "((".repeat(30_000),
        "$(( ".repeat(190) + &") ) ".repeat(190),
        "env ".repeat(16_000),
        "sudo -Z ".repeat(8_000),
        "{a,b}".repeat(13_000),
        "{".repeat(65_000),
        "{a,".repeat(20_000),
        "{".repeat(30_000) + "," + &"}".repeat(30_000),
        "x[".repeat(32_000),
        "a[".repeat(32_000),
        "cat <<A ".repeat(8_000) + "\n",
        "cat <<A\n".repeat(8_000),
        "`".repeat(65_000),
        "\\`".repeat(32_000),
        "eval ".repeat(13_000),
        "rm;".repeat(21_000),
        "sh -c ".repeat(10_000),
        "a|".repeat(32_000) + "a",
        "a&&".repeat(20_000) + "a",
        "!".repeat(65_000),
        "! ".repeat(32_000),
        "time ".repeat(13_000),
        "$X ".repeat(21_000),
        "find ".to_owned() + &"-exec a ; ".repeat(6_000),
        "s$@udo ".repeat(9_000),
        "s$@udo;".repeat(9_000),
        "'".repeat(65_000),
        "\"".repeat(65_000),
        "\\\n".repeat(32_000),
        "[$(".repeat(20_000),
    ];
    on_small_stack(move || {
        for shape in shapes {
            let start = Instant::now();
            bash("Bash(rm * x * y *)", &shape[..shape.len().min(16_384)]);
            let spent = start.elapsed();
            let head: String = shape.chars().take(20).collect();
            // Generous: the tests run unoptimised on a busy machine.
            assert!(spent.as_secs() < 100, "{head}… took {spent:?}");
            eprintln!("{head:?} {spent:?}");
        }
    });
}
