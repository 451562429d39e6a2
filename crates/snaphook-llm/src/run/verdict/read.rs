//! From a model's words to what it said. A denial is looked for first: nothing
//! that is beside it can void it.

use serde_json::Value;
use snaphook_core::input::Fields;

use super::object::{UnfitText, first_object};

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ModelAnswer {
    /// Go on.
    Ok,
    /// No, and why.
    No(Option<String>),
    /// A whole answer, as a hook would print it.
    Whole(String),
}

/// The fields of a whole answer; one of them makes it one.
const WHOLE: &[&str] = &[
    "continue",
    "stopReason",
    "systemMessage",
    "suppressOutput",
    "decision",
    "hookSpecificOutput",
];

/// Reads a model's text. `whole` answers are taken only where the dialect has
/// them. `null` is the same as absent; of an `ok` that occurs twice, a no counts,
/// and any other field that does is an error: nobody could say which one is meant.
pub(crate) fn read(text: &str, whole: bool) -> Result<ModelAnswer, UnfitText> {
    let object = first_object(text)?;
    let fields = Fields::parse(object)
        .map_err(|error| UnfitText(format!("its JSON object cannot be read: {error}")))?;
    let given = |key| fields.value(key).filter(|value| !value.is_null());
    let reason = match given("reason") {
        None => Ok(None),
        Some(Value::String(reason)) => Ok(Some(reason)),
        Some(_) => Err(UnfitText("`reason` must be a string".to_owned())),
    };
    if fields.every("ok").any(|raw| raw.get() == "false") {
        return Ok(ModelAnswer::No(reason.ok().flatten()));
    }
    let is_whole = whole && WHOLE.iter().any(|key| fields.raw(key).is_some());
    if is_whole {
        return Ok(ModelAnswer::Whole(object.to_owned()));
    }
    if let Some(key) = fields.repeated_here().next() {
        return Err(UnfitText(format!("it has `{key}` twice")));
    }
    match given("ok") {
        Some(Value::Bool(true)) => reason.map(|_| ModelAnswer::Ok),
        Some(_) => Err(UnfitText("`ok` must be true or false".to_owned())),
        None => Err(UnfitText("it has no `ok`".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{ModelAnswer, read};

    fn no(reason: &str) -> Option<ModelAnswer> {
        Some(ModelAnswer::No(Some(reason.to_owned())))
    }

    #[test]
    fn only_the_schema_is_an_answer() {
        for (text, said) in [
            (r#"{"ok": true}"#, Some(ModelAnswer::Ok)),
            (r#"{"ok": true, "reason": ""}"#, Some(ModelAnswer::Ok)),
            (
                r#"{"ok": true, "reason": null, "sure": 0.9}"#,
                Some(ModelAnswer::Ok),
            ),
            (r#"{"ok": true, "reason": 5}"#, None),
            (r#"{"ok": "true"}"#, None),
            (r#"{"ok": null}"#, None),
            (r#"{"ok": true, "ok": true}"#, None),
            (r#"{"ok": true, "ok": null}"#, None),
            (r#"{"decision": "block"}"#, None),
            ("yes", None),
        ] {
            assert_eq!(read(text, false).ok(), said, "{text}");
        }
    }

    #[test]
    fn nothing_voids_a_no() {
        assert_eq!(
            read(r#"{"ok": false}"#, false).ok(),
            Some(ModelAnswer::No(None))
        );
        let odd = r#"{"ok": false, "reason": 5, "continue": true}"#;
        assert_eq!(read(odd, true).ok(), Some(ModelAnswer::No(None)));
        assert_eq!(read(r#"{"ok": false, "reason": "r"}"#, true).ok(), no("r"));
        for twice in [
            r#"{"ok": true, "ok": false}"#,
            r#"{"ok": false, "ok": true}"#,
            r#"{"ok": false, "\u006fk": true}"#,
        ] {
            assert_eq!(
                read(twice, false).ok(),
                Some(ModelAnswer::No(None)),
                "{twice}"
            );
        }
    }

    #[test]
    fn a_whole_answer_is_taken_where_there_may_be_one() {
        let text = r#"Well: {"continue": false, "ok": true} "#;
        let whole = r#"{"continue": false, "ok": true}"#;
        assert_eq!(
            read(text, true).ok(),
            Some(ModelAnswer::Whole(whole.to_owned()))
        );
        assert_eq!(read(text, false).ok(), Some(ModelAnswer::Ok));
        assert!(read(r#"{"other": 1}"#, true).is_err());
    }
}
