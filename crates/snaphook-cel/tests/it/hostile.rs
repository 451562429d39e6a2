//! Expressions that come with a project and mean harm: each is refused, or ends soon.

use proptest::prelude::*;
use serde_json::json;

use crate::support::{compile, test};

#[test]
fn large_and_deep_expressions_are_refused() {
    let long = format!("'{}' == tool_name", "x".repeat(10_000));
    let many = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    for text in [
        long,
        many("(", "true", ")", 4_000),
        many("!", "true", "", 8_000),
        many("[", "", "]", 4_000),
        many("-", "1", "", 8_000),
        many("true ? ", "true", " : false", 500),
        many("tool_input", "", ".a", 3_000),
        many("1", "", "+1", 4_000),
        many("true", "", "&&true", 1_300),
        "[1].exists(a, [1].exists(b, [1].exists(c, [1].exists(d, true))))".to_owned(),
        "'a'.matches('(a{1000}){1000}')".to_owned(),
    ] {
        let compiled = compile(&text);
        let shown: String = text.chars().take(60).collect();
        // A long chain may compile; then it ends.
        if let Ok(expression) = compiled {
            drop(format!("{expression:?}"));
            let tested = test(&text, "Bash", &json!({"command": "ls"}));
            drop(tested);
        } else {
            assert!(compiled.is_err(), "{shown}");
        }
    }
    assert!(compile("[1].exists(a, [1].exists(b, [1].exists(c, [1].exists(d, true))))").is_err());
}

#[test]
fn work_is_limited() {
    let list: Vec<u32> = (0..2_000).collect();
    let input = json!({"command": "ls", "list": list});
    let cubic = "tool_input.list.exists(a, tool_input.list.exists(b, \
                 tool_input.list.exists(c, a + b + c < 0)))";
    let tested = test(cubic, "Bash", &input);
    assert!(tested.unwrap_err().contains("too much work"));
    let absorbed = format!("({cubic}) || ({cubic})");
    assert!(test(&absorbed, "Bash", &input).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_text_panics(text in "[-a-z0-9 .,()\\[\\]{}!?:=<>&|+*/%'\"\\\\]{0,60}") {
        if let Ok(expression) = compile(&text) {
            drop(format!("{expression:?}"));
            drop(test(&text, "Bash", &json!({"command": "ls $X"})));
        }
    }

    #[test]
    fn no_expression_panics(text in "(commands|paths|url|session|tool_input|tool_name|1|'a')(\\.(exists|all|map|filter)\\(c, (c|c\\.name|true|c == 'x')( == 'a'| && true|)\\)|\\[0\\]|\\.name|\\.host|)( == 1| in \\[1\\]| \\+ 1| != null|)") {
        drop(test(&text, "Bash", &json!({"command": "ls $X; eval \"$Y\""})));
    }
}
