//! Expectations: a subset of the outcome, with a few operators.
//!
//! | written | holds when the value |
//! |---|---|
//! | a plain value | is equal |
//! | an object | has these keys, each as expected |
//! | a list | has the same length, each item as expected |
//! | `{"$contains": x}` | is a text with this in it, or a list with such an item |
//! | `{"$matches": re}` | is a text in which the expression is found |
//! | `{"$absent": true}` | is not there |
//! | `{"$length": n}` | has `n` items or characters |
//! | `{"$any": […]}` | is as one of these says |
//! | `{"$lt": n}`, `{"$gt": n}` | is a smaller, greater number |

use serde_json::Value;
use snaphook_core::matching::JsRegex;

use crate::form::CaseFormError;

/// One difference between what was expected and what came.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The path to the field, such as `hooks[0].status`.
    pub path: String,
    /// What was expected there.
    pub expected: String,
    /// What is there; `None` if it is absent.
    pub actual: Option<Value>,
}

/// How `actual` differs from `expected`.
#[must_use]
pub fn mismatches(expected: &Value, actual: &Value) -> Vec<Mismatch> {
    let mut found = Vec::new();
    compare("", expected, Some(actual), &mut found);
    found
}

const OPERATORS: &[&str] = &[
    "$contains",
    "$matches",
    "$absent",
    "$length",
    "$any",
    "$lt",
    "$gt",
];

/// Checks that an expectation can be understood: an unknown operator would never
/// hold, and the mismatch would not say why.
///
/// # Errors
/// When an operator is unknown, or its operand has the wrong type.
pub fn check_form(expected: &Value) -> Result<(), CaseFormError> {
    match expected {
        Value::Array(items) => items.iter().try_for_each(check_form),
        Value::Object(members) => {
            for (key, operand) in members {
                if key.starts_with('$') && !OPERATORS.contains(&key.as_str()) {
                    return Err(CaseFormError::UnknownOperator {
                        operator: key.clone(),
                        known: OPERATORS,
                    });
                }
                let fits = match key.as_str() {
                    "$matches" => {
                        if let Some(pattern) = operand.as_str() {
                            JsRegex::new(pattern).map_err(|error| CaseFormError::Pattern {
                                message: error.message,
                            })?;
                        }
                        operand.is_string()
                    }
                    "$absent" => operand.is_boolean(),
                    "$length" => operand.is_u64(),
                    "$any" => operand.is_array(),
                    "$lt" | "$gt" => operand.is_number(),
                    _ => true,
                };
                if !fits {
                    return Err(CaseFormError::Operand {
                        operator: key.clone(),
                        operand: operand.clone(),
                    });
                }
                check_form(operand)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn compare(path: &str, expected: &Value, actual: Option<&Value>, found: &mut Vec<Mismatch>) {
    let mut differ = |what: String| {
        found.push(Mismatch {
            path: path.to_owned(),
            expected: what,
            actual: actual.cloned(),
        });
    };
    match (expected, actual) {
        (Value::Object(operators), _) if operators.keys().any(|key| key.starts_with('$')) => {
            for (operator, operand) in operators {
                if !holds(operator, operand, actual) {
                    differ(format!("{{\"{operator}\": {operand}}}"));
                }
            }
        }
        (Value::Object(keys), Some(Value::Object(members))) => {
            for (key, expected) in keys {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                compare(&path, expected, members.get(key), found);
            }
        }
        (Value::Array(expected), Some(Value::Array(items))) => {
            if expected.len() != items.len() {
                let s = if expected.len() == 1 { "" } else { "s" };
                differ(format!("a list of {} item{s}", expected.len()));
                return;
            }
            for (index, (expected, item)) in expected.iter().zip(items).enumerate() {
                compare(&format!("{path}[{index}]"), expected, Some(item), found);
            }
        }
        (Value::Number(expected), Some(Value::Number(number)))
            if expected.as_f64() == number.as_f64() => {}
        (expected, Some(actual)) if expected == actual => {}
        (expected, _) => differ(expected.to_string()),
    }
}

fn fits(expected: &Value, actual: Option<&Value>) -> bool {
    let mut found = Vec::new();
    compare("", expected, actual, &mut found);
    found.is_empty()
}

fn holds(operator: &str, operand: &Value, actual: Option<&Value>) -> bool {
    let number = actual.and_then(Value::as_f64);
    match (operator, actual) {
        ("$absent", actual) => operand.as_bool() == Some(actual.is_none()),
        ("$any", actual) => operand
            .as_array()
            .is_some_and(|any| any.iter().any(|one| fits(one, actual))),
        (_, None) => false,
        ("$contains", Some(Value::Array(items))) => {
            items.iter().any(|item| fits(operand, Some(item)))
        }
        ("$contains", Some(Value::String(text))) => {
            operand.as_str().is_some_and(|part| text.contains(part))
        }
        ("$matches", Some(Value::String(text))) => operand
            .as_str()
            .and_then(|pattern| JsRegex::new(pattern).ok())
            .and_then(|regex| regex.finds(text))
            .unwrap_or_default(),
        ("$length", Some(value)) => {
            let length = match value {
                Value::Array(items) => items.len(),
                Value::Object(members) => members.len(),
                Value::String(text) => text.chars().count(),
                _ => return false,
            };
            operand.as_u64() == u64::try_from(length).ok()
        }
        ("$lt", Some(_)) => number < operand.as_f64() && number.is_some(),
        ("$gt", Some(_)) => number > operand.as_f64() && operand.is_number(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_expectation_that_nobody_understands_is_an_error() {
        for wrong in [
            json!({"a": {"$contain": 1}}),
            json!([{"$matches": "("}]),
            json!({"$length": "3"}),
            json!({"$any": [{"$lt": "x"}]}),
            json!({"$absent": 1}),
        ] {
            assert!(check_form(&wrong).is_err(), "{wrong}");
        }
        assert!(check_form(&json!({"a": [{"$contains": {"b": {"$gt": 1}}}]})).is_ok());
    }

    fn paths(expected: Value, actual: Value) -> Vec<String> {
        mismatches(&expected, &actual)
            .into_iter()
            .map(|mismatch| mismatch.path)
            .collect()
    }

    #[test]
    fn objects_are_subsets_and_lists_are_whole() {
        let actual = json!({"a": 1, "b": {"c": [1, 2], "d": "x"}});
        assert!(paths(json!({"b": {"c": [1, 2]}}), actual.clone()).is_empty());
        assert_eq!(paths(json!({"b": {"c": [1]}}), actual.clone()), ["b.c"]);
        assert_eq!(
            paths(json!({"b": {"c": [1, 3]}}), actual.clone()),
            ["b.c[1]"]
        );
        assert_eq!(paths(json!({"e": 1}), actual), ["e"]);
    }

    #[test]
    fn every_operator_can_hold_and_fail() {
        let table = [
            (json!({"$contains": "b"}), json!("abc"), json!("ac")),
            (
                json!({"$contains": {"a": 1}}),
                json!([{"a": 1, "b": 2}]),
                json!([{"a": 2}]),
            ),
            (json!({"$matches": "^a+(?!b)"}), json!("aac"), json!("ab")),
            (json!({"$length": 2}), json!(["x", "y"]), json!(["x"])),
            (json!({"$length": 2}), json!("ßß"), json!("ß")),
            (json!({"$any": [1, {"$gt": 5}]}), json!(7), json!(3)),
            (json!({"$lt": 3}), json!(2.5), json!(3)),
            (json!({"$gt": 3}), json!(3.5), json!("4")),
            (json!({"$absent": false}), json!(0), Value::Null),
            (json!({"$lt": 3, "$gt": 1}), json!(2), json!(0)),
        ];
        for (expected, good, bad) in table {
            assert!(fits(&expected, Some(&good)), "{expected} {good}");
            let bad = Some(&bad).filter(|bad| !bad.is_null());
            assert!(!fits(&expected, bad), "{expected} {bad:?}");
        }
        assert!(fits(&json!({"$absent": true}), None));
        assert!(!fits(&json!({"$absent": true}), Some(&json!(1))));
        assert!(!fits(&json!({"$nope": 1}), Some(&json!(1))));
    }
}
