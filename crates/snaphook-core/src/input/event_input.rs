//! The input of one event, and the value that its matchers are tested against.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::fields::{Fields, plain_text_of, text_of};
use super::input_error::InputError;
use super::tool_name::names_a_tool;
use super::typed::{CommonFields, TypedInput};
use crate::event::{Event, MatchesOn};

/// The input of one event: its fields, and the event they belong to.
#[derive(Debug, Clone)]
pub struct Input {
    event: Event,
    fields: Fields,
    matched: MatchCache,
}

/// Where among the fields the one is that matchers are tested against: it is looked
/// for once, however often an input is fired.
#[derive(Debug, Clone, Copy)]
enum MatchCache {
    /// There is none.
    Nowhere,
    /// Here, a string with nothing that is escaped.
    Plain(usize),
    /// Here, something else.
    Other(usize),
}

impl MatchCache {
    fn of(event: &Event, fields: &Fields) -> Self {
        let field = event.spec().matches_on.field();
        let position = field.and_then(|field| fields.position(field));
        // An invalid name is checked again where the value is used.
        let is_tool = matches!(event.spec().matches_on, MatchesOn::Tool(_));
        let plain = |text: &str| !text.is_empty() && (!is_tool || names_a_tool(text));
        match position.map(|at| (at, fields.raw_at(at).and_then(plain_text_of))) {
            None => Self::Nowhere,
            Some((at, Some(text))) if plain(text) => Self::Plain(at),
            Some((at, _)) => Self::Other(at),
        }
    }
}

impl Input {
    /// Takes any JSON object that names its event in `hook_event_name`.
    ///
    /// # Errors
    /// When it is not a JSON object or names no event.
    ///
    /// ```
    /// use snaphook_core::input::Input;
    ///
    /// let input = Input::parse(r#"{"hook_event_name": "Stop", "mine": 1.50}"#)?;
    /// assert_eq!(input.event().as_str(), "Stop");
    /// assert_eq!(input.fields().to_line(), br#"{"hook_event_name":"Stop","mine":1.50}"#);
    /// # Ok::<(), snaphook_core::input::InputError>(())
    /// ```
    pub fn parse(json: &str) -> Result<Self, InputError> {
        Self::from_fields(Fields::parse(json)?)
    }

    /// Takes fields that name their event.
    ///
    /// # Errors
    /// When they name none, or when a key occurs twice in one object: a hook and
    /// the tool might read different values.
    pub fn from_fields(fields: Fields) -> Result<Self, InputError> {
        refuse_repeated(&fields)?;
        let name = event_named(&fields)?.ok_or(InputError::NoEvent)?;
        let event = Event::resolve(&name);
        Ok(Self::as_it_is(event, fields))
    }

    /// Takes fields for `event`, which they need not name.
    ///
    /// # Errors
    /// When they name another event, or when a key occurs twice in one object.
    pub fn for_event(event: Event, mut fields: Fields) -> Result<Self, InputError> {
        refuse_repeated(&fields)?;
        match event_named(&fields)? {
            Some(found) if found != event.as_str() => Err(InputError::OtherEvent {
                expected: event.as_str().to_owned(),
                found: found.into_owned(),
            }),
            Some(_) => Ok(Self::as_it_is(event, fields)),
            None => {
                fields.set("hook_event_name", event.as_str())?;
                Ok(Self::as_it_is(event, fields))
            }
        }
    }

    /// Takes fields as they are, whatever event they name or do not name: for
    /// commands that are run like hooks, but for no event.
    #[must_use]
    pub fn as_it_is(event: Event, fields: Fields) -> Self {
        Self {
            matched: MatchCache::of(&event, &fields),
            event,
            fields,
        }
    }

    /// Builds an input from its typed form.
    ///
    /// # Errors
    /// When a value in it has no JSON form (a map with keys that are not strings).
    ///
    /// ```
    /// use snaphook_core::input::{CommonFields, Input, typed::PreToolUse};
    /// use serde_json::json;
    ///
    /// let common = CommonFields::new("session-1", "/repo");
    /// let call = PreToolUse::new("Bash", json!({"command": "ls"}), "call-1");
    /// let input = Input::new(&common, &call)?;
    /// assert_eq!(input.fields().text("tool_name").as_deref(), Some("Bash"));
    /// # Ok::<(), snaphook_core::input::InputError>(())
    /// ```
    pub fn new<T: TypedInput>(common: &CommonFields, typed: &T) -> Result<Self, InputError> {
        let mut fields = Fields::with_capacity(12);
        common.write(T::EVENT, &mut fields)?;
        typed.write(&mut fields)?;
        fields.fill(&common.extra);
        Ok(Self::as_it_is(Event::resolve(T::EVENT), fields))
    }

    /// Replaces the event: a dialect has rows of its own.
    #[must_use]
    pub fn on(self, event: Event) -> Self {
        Self::as_it_is(event, self.fields)
    }

    /// Its event.
    #[inline]
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Its fields.
    #[inline]
    #[must_use]
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Copies the input with one field changed. A hook in a row sees in this way
    /// what the hooks before it rewrote.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn with(&self, key: &str, value: &impl Serialize) -> Result<Self, InputError> {
        let mut fields = self.fields.clone();
        fields.set(key, value)?;
        Ok(Self::as_it_is(self.event.clone(), fields))
    }

    /// The value that matchers of this event are tested against.
    #[inline]
    #[must_use]
    pub fn match_value(&self) -> MatchValue<'_> {
        let on = self.event.spec().matches_on;
        match self.matched {
            MatchCache::Plain(at) => {
                let raw = self.fields.raw_at(at).map_or("", RawValue::get);
                let text = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
                match on {
                    // That it is a name was seen when the input came.
                    MatchesOn::Tool(_) => MatchValue::Text(Cow::Borrowed(text)),
                    on => on.value(Some(Cow::Borrowed(text))),
                }
            }
            MatchCache::Other(at) => {
                let raw = self.fields.raw_at(at);
                let raw = raw.filter(|raw| raw.get() != "null");
                match raw.map(text_of) {
                    Some(None) => MatchValue::Unreadable(on.field().unwrap_or_default()),
                    text => on.value(text.flatten().filter(|text| !text.is_empty())),
                }
            }
            MatchCache::Nowhere => on.value(None),
        }
    }
}

impl MatchesOn {
    /// What is matched, where the field holds this text or none.
    #[inline]
    fn value(self, text: Option<Cow<'_, str>>) -> MatchValue<'_> {
        let value = match self {
            Self::Nothing => text,
            Self::Tool(field) => {
                return match text.filter(|text| names_a_tool(text)) {
                    Some(text) => MatchValue::Text(text),
                    None => MatchValue::Unreadable(field),
                };
            }
            Self::BaseName(_) => text.and_then(base_name),
            Self::Field { missing, .. } => text.or(missing.map(Cow::Borrowed)),
        };
        value.map_or(MatchValue::Missing, MatchValue::Text)
    }
}

/// What matchers are tested against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchValue<'a> {
    /// This text.
    Text(Cow<'a, str>),
    /// The event has no such field, or it is absent or empty: only match-all
    /// matchers match.
    Missing,
    /// The field holds something else than a string, or a tool event names no
    /// tool, so nobody can know: guards run.
    Unreadable(&'static str),
}

impl MatchValue<'_> {
    /// The text, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Unreadable(_) => None,
        }
    }
}

fn refuse_repeated(fields: &Fields) -> Result<(), InputError> {
    fields
        .repeated()
        .map_or(Ok(()), |key| Err(InputError::Repeated(key)))
}

fn event_named(fields: &Fields) -> Result<Option<Cow<'_, str>>, InputError> {
    match fields.raw("hook_event_name") {
        None => Ok(None),
        Some(raw) if raw.get() == "null" => Ok(None),
        Some(_) => match fields.text("hook_event_name") {
            Some(name) if !name.is_empty() => Ok(Some(name)),
            Some(_) => Ok(None),
            None => Err(InputError::EventNotText),
        },
    }
}

fn base_name(path: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let cut = |path: &str| {
        let end = path.trim_end_matches(['/', '\\']).len();
        let start = path[..end].rfind(['/', '\\']).map_or(0, |slash| slash + 1);
        start..end
    };
    let range = cut(&path);
    if range.is_empty() {
        return None;
    }
    Some(match path {
        Cow::Borrowed(path) => Cow::Borrowed(&path[range]),
        Cow::Owned(path) => Cow::Owned(path[range].to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_the_input_is() {
        let message = |json: &str| Input::parse(json).unwrap_err().to_string();
        assert!(message("nope").starts_with("the input is not JSON"));
        assert!(message("{\"a\": }").starts_with("the input is not JSON"));
        assert_eq!(
            message("[1]"),
            "the input must be a JSON object, but it is a list"
        );
        assert_eq!(message("{}"), "the input has no `hook_event_name`");
        assert_eq!(
            message(r#"{"hook_event_name": 3}"#),
            "the input's `hook_event_name` must be a string"
        );
    }

    #[test]
    fn a_key_twice_in_an_input_is_refused_at_any_depth() {
        for json in [
            r#"{"hook_event_name":"Stop","x":1,"x":2}"#,
            r#"{"hook_event_name":"PreToolUse","tool_name":"Read","tool_n\u0061me":"Bash"}"#,
            r#"{"hook_event_name":"PreToolUse","tool_input":{"command":"ls","command":"rm"}}"#,
            r#"{"hook_event_name":"PreToolUse","tool_input":{"a":[{"b":1,"b":2}]}}"#,
        ] {
            let error = Input::parse(json).unwrap_err();
            assert!(matches!(error, InputError::Repeated(_)), "{json}");
            let fields = Fields::parse(json).unwrap();
            let event = Event::resolve("PreToolUse");
            assert!(Input::for_event(event, fields).is_err(), "{json}");
        }
    }

    #[test]
    fn an_event_given_twice_must_be_the_same() {
        let fields = Fields::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
        assert!(Input::for_event(Event::resolve("Stop"), fields.clone()).is_ok());
        let error = Input::for_event(Event::resolve("PreCompact"), fields).unwrap_err();
        assert!(matches!(error, InputError::OtherEvent { .. }));
    }

    #[test]
    fn a_value_that_is_no_string_is_not_the_same_as_a_missing_one() {
        let value = |json: &str| match Input::parse(json).unwrap().match_value() {
            MatchValue::Unreadable(field) => field.to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":5}"#),
            "tool_name"
        );
        assert_eq!(
            value(r#"{"hook_event_name":"SessionStart","source":null}"#),
            "Missing"
        );
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":null}"#),
            "tool_name"
        );
    }

    #[test]
    fn the_match_value_follows_the_table() {
        let value = |json: &str| {
            let input = Input::parse(json).unwrap();
            input.match_value().text().map(str::to_owned)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":"B\u0061sh"}"#),
            some("Bash")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":""}"#),
            None
        );
        assert_eq!(
            value(r#"{"hook_event_name":"StopFailure"}"#),
            some("unknown")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"FileChanged","file_path":"/p/.envrc/"}"#),
            some(".envrc")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"Deploy","matcher_value":"prod"}"#),
            some("prod")
        );
        assert_eq!(value(r#"{"hook_event_name":"Stop","x":1}"#), None);
    }

    #[test]
    fn a_pretty_input_becomes_one_line_and_loses_nothing() {
        let json = "\u{feff}{\n \"hook_event_name\": \"Stop\",\n \"x\": {\n \"n\": 1.00 , \"t\": \"a\\nb\"\n }\n}\n";
        let input = Input::parse(json).unwrap();
        assert_eq!(
            String::from_utf8(input.fields().to_line()).unwrap(),
            r#"{"hook_event_name":"Stop","x":{"n":1.00,"t":"a\nb"}}"#
        );
    }
}
