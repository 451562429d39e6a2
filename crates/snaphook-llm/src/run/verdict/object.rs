//! The JSON object in a model's text.

use serde_json::value::RawValue;

/// Why a text is not the answer that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnfitText(pub(crate) String);

/// The first JSON object in a text, as it is written. Words and code fences
/// around it do no harm, and thoughts before it (`<think>…</think>`) are passed
/// over.
///
/// The first `{` must begin it. To look on behind an object that is broken would
/// find another one inside it, or a later one, that says the opposite.
///
/// ```
/// use snaphook_llm::first_object;
///
/// let text = "Here you are:\n```json\n{\"ok\": true}\n```";
/// assert_eq!(first_object(text)?, r#"{"ok": true}"#);
/// assert!(first_object(r#"{"ok": false, "x": oops} {"ok": true}"#).is_err());
/// # Ok::<(), snaphook_llm::UnfitText>(())
/// ```
///
/// # Errors
/// When there is none, or the first one is broken.
pub fn first_object(text: &str) -> Result<&str, UnfitText> {
    let text = skip_thoughts(text)?;
    let from = text
        .find('{')
        .and_then(|at| text.get(at..))
        .ok_or_else(|| UnfitText("it contains no JSON object".to_owned()))?;
    let mut values = serde_json::Deserializer::from_str(from).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(object)) => Ok(object.get()),
        Some(Err(error)) => Err(UnfitText(format!("its JSON object is broken: {error}"))),
        None => Err(UnfitText("it contains no JSON object".to_owned())),
    }
}

/// The text without the thoughts that some servers leave in front of it.
fn skip_thoughts(text: &str) -> Result<&str, UnfitText> {
    let text = text.trim_start();
    match text.strip_prefix("<think>") {
        None => Ok(text),
        Some(thoughts) => match thoughts.split_once("</think>") {
            Some((_, answer)) => Ok(answer),
            None => Err(UnfitText("it ends before its thoughts do".to_owned())),
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::first_object;

    #[test]
    fn only_the_object_that_begins_first_counts() {
        for (text, object) in [
            (r#"{"ok": false} {"ok": true}"#, Some(r#"{"ok": false}"#)),
            (r#"Sure! {"a": "}"} done"#, Some(r#"{"a": "}"}"#)),
            (
                r#"<think>{"ok": true}?</think>{"ok": false}"#,
                Some(r#"{"ok": false}"#),
            ),
            (r#"<think>{"ok": true}"#, None),
            (r#"{x} {"ok": true}"#, None),
            (r#"{"ok": true"#, None),
            ("[]", None),
            ("", None),
        ] {
            assert_eq!(first_object(text).ok(), object, "{text}");
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            r#"[a-z{}"\\<>é ]{0,8}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map("[a-z{}]{0,4}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Whatever is around an object, it is found whole.
        #[test]
        fn an_object_is_found_whole(
            before in "[^{<]{0,20}",
            object in prop::collection::hash_map("[a-z]{1,4}", json(), 0..4),
            after in ".{0,20}",
        ) {
            let object = Value::Object(object.into_iter().collect()).to_string();
            let text = format!("{before}{object}{after}");
            prop_assert_eq!(first_object(&text).unwrap(), object);
        }

        /// What is found is an object, and begins at the text's first brace.
        #[test]
        fn what_is_found_is_an_object(text in r#"([{}\[\]:,"0]|ok|true|<think>|</think>| ){0,24}"#) {
            if let Ok(object) = first_object(&text) {
                let value: Value = serde_json::from_str(object).unwrap();
                prop_assert!(value.is_object());
                prop_assert!(text.contains(object));
            }
        }
    }
}
